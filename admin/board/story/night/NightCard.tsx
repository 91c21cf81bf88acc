import CheckCircle from '@mui/icons-material/CheckCircle';
import TaskAlt from '@mui/icons-material/CheckCircleOutlined';
import History from '@mui/icons-material/HistoryOutlined';
import Bedtime from '@mui/icons-material/NightsStayOutlined';
import WarningAmber from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { alpha } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { Success } from '../../../../server/contract/handlers.ts';
import { movedSaid } from '../../../texts/board/story.ts';
import { NIGHT } from '../../../texts/nightly.ts';
import { nightSpan } from '../../../texts/parts.ts';
import { CARD_LINE_PX } from '../../run/card-line.ts';
import { WholeWords } from '../../run/WholeWords.tsx';
import type { Reporting, RunReport } from '../report/use-report.ts';
import { FilesColumn } from './FilesColumn.tsx';
import { Mark } from './Mark.tsx';
import { NightRun } from './NightRun.tsx';
import { LateColumn, LeftOutColumn, MovedColumn } from './OtherColumns.tsx';
import { NightLink, type ShowOrder, takenCount } from './parts.tsx';
import type { Night, useNight } from './use-night.ts';

/** Height of the whole from 1200 px of width on: in low windows it leaves the board its rows; on less room it is as high as its content. */
const WHOLE = 'clamp(200px, calc(100dvh - 500px), 265px)';
const LINE_PX = CARD_LINE_PX;
/** Nights after the one shown that are named one by one. */
const SHOWN_NEWER = 2;

const StatusChip = ({ night }: { night: Night }) =>
  night.status === 'error' ? (
    <Mark color="error" icon={<WarningAmber />} label={NIGHT.statuses.error} />
  ) : (
    <Mark color="success" icon={<CheckCircle />} label={NIGHT.statuses.complete} />
  );

/** The head of all forms: outcome, and everything in need of a person; but in the line that says what the night did, its hours and problems, too. */
const Heading = ({ night, brief = false }: { night: Night; brief?: boolean }) => (
  <>
    <StatusChip night={night} />
    {brief ? null : (
      <Box component="span" sx={{ typography: 'body2', color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {nightSpan(night.started_at, night.finished_at)}
      </Box>
    )}
    {night.failed_count ? <Mark color="error" icon={<WarningAmber />} label={NIGHT.failedFiles(night.failed_count)} /> : null}
    {night.problems[0] && !brief ? (
      <Box
        component="span"
        title={night.problems.join('\n')}
        sx={{ typography: 'body2', color: 'error.main', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
      >
        {night.problems[0]}
      </Box>
    ) : null}
  </>
);

const Bar = ({ children, tinted = false }: { children: ReactNode; tinted?: boolean }) => (
  <Box
    sx={{
      display: 'flex',
      flexWrap: { xs: 'wrap', lg: 'nowrap' },
      alignItems: 'center',
      gap: 1.25,
      px: 1.75,
      py: { xs: 0.75, lg: 0 },
      minHeight: LINE_PX - 2,
      ...(tinted ? { bgcolor: (theme) => alpha(theme.palette.primary.main, 0.07), borderBottom: 1, borderColor: 'divider' } : {}),
    }}
  >
    {children}
  </Box>
);

const Title = () => (
  <>
    <Bedtime color="primary" fontSize="small" />
    <Typography component="h2" variant="h2" sx={{ whiteSpace: 'nowrap' }}>
      {NIGHT.title}
    </Typography>
  </>
);

const PastLink = () => (
  <Button component={Link} to="/nights" startIcon={<History />} sx={{ minHeight: 32 }}>
    {NIGHT.past}
  </Button>
);

const FRAME = { flexShrink: 0, overflow: 'hidden', borderColor: 'primary.main' } as const;

/** What the night did, in a line: files and rows left out, late orders before and after, what moved. */
const said = (night: Night): string[] => [
  NIGHT.files(takenCount(night)),
  ...(night.left_out_count ? [NIGHT.leftOut(night.left_out_count)] : []),
  ...(night.late_after_count === null ? [] : [NIGHT.lateChange(night.late_before_count, night.late_after_count)]),
  ...(night.moved.count > 0 ? [movedSaid({ moved: night.moved.count, moved_orders: night.moved.orders })] : []),
];

interface WholeProps extends Omit<Props, 'night' | 'brief'> {
  night: Night;
  run: RunReport | undefined;
  open: boolean;
  onOpen(open: boolean): void;
  onSeen(): void;
  /** The nights after it, and the time at which there was none. */
  others: Others | undefined;
}

type Others = Pick<Latest, 'running' | 'newer' | 'missed_at'> & { onAllSeen(): void };

/** The nights after the one that is shown: counted in its line, unfolded each leads to its page; one press confirms them all. One that was missed is said, too. */
const Newer = ({ running, newer, missed_at, onAllSeen, named }: Others & { named: number }) => (
  <>
    {running ? <Mark color="info" label={NIGHT.running} /> : null}
    {!running && missed_at !== null ? (
      <Mark color="error" icon={<WarningAmber />} label={newer.length > named ? NIGHT.missedToo : NIGHT.missed(missed_at)} />
    ) : null}
    {newer.length > 0 ? (
      <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1, flexShrink: 0, whiteSpace: 'nowrap' }}>
        {newer.slice(0, named).map(({ id, started_at, status }) => (
          <NightLink key={id} id={id}>
            {NIGHT.newer(started_at, status)}
          </NightLink>
        ))}
        {newer.length > named ? <span>{NIGHT.moreNights(newer.length - named)}</span> : null}
        <Button onClick={onAllSeen} sx={{ minHeight: 28 }}>
          {NIGHT.acknowledgeAll}
        </Button>
      </Box>
    ) : null}
  </>
);

/** The result until it has been seen: its line, and unfolded in four columns where there is room. */
const Whole = ({ night, run, reporting, open, onOpen, onSeen, others, onShow, onMessages }: WholeProps) => (
  <Paper
    variant="outlined"
    component="section"
    aria-label={NIGHT.title}
    sx={{ ...FRAME, flex: open ? '1 1 100%' : '2 1 0', minWidth: { xs: '100%', lg: 0 }, height: { lg: open ? WHOLE : LINE_PX } }}
  >
    <Bar tinted>
      <Title />
      <Heading night={night} brief={!open} />
      {open ? (
        <Box sx={{ flex: 1 }} />
      ) : (
        <WholeWords
          parts={said(night)}
          title={[...said(night), nightSpan(night.started_at, night.finished_at), ...night.problems].join('\n')}
          sx={{ typography: 'body2', flex: 1 }}
        />
      )}
      {others ? <Newer {...others} named={open ? SHOWN_NEWER : 0} /> : null}
      {run && open ? <NightRun run={run} reporting={reporting} onMessages={onMessages} /> : null}
      {open ? <PastLink /> : null}
      <Button aria-expanded={open} onClick={() => onOpen(!open)} sx={{ minHeight: 28 }}>
        {open ? NIGHT.fold : NIGHT.unfold}
      </Button>
      {others?.newer.length && !open ? null : (
        <Button startIcon={<TaskAlt />} onClick={onSeen} sx={{ minHeight: 28 }}>
          {NIGHT.acknowledge}
        </Button>
      )}
    </Bar>
    {open ? <Columns night={night} onShow={onShow} /> : null}
  </Paper>
);

const Columns = ({ night, onShow }: Pick<WholeProps, 'night' | 'onShow'>) => (
  <Box
    sx={{
      display: 'grid',
      gridTemplateColumns: {
        xs: 'minmax(0, 1fr)',
        sm: 'repeat(2, minmax(0, 1fr))',
        lg: 'minmax(0, 385fr) minmax(0, 245fr) minmax(0, 292fr) minmax(0, 420fr)',
      },
      height: { lg: `calc(${WHOLE} - ${LINE_PX}px)` },
      '& > *': { px: 1.75, py: 1, minWidth: 0, overflow: { lg: 'hidden auto' }, borderRight: { lg: 1 }, borderBottom: { xs: 1, lg: 0 } },
      '& > *, & > *:last-child': { borderColor: { xs: 'divider', lg: 'divider' } },
      '& > *:last-child': { borderRight: 0, borderBottom: 0 },
    }}
  >
    <FilesColumn night={night} />
    <LeftOutColumn night={night} />
    <LateColumn night={night} onShow={onShow} />
    <MovedColumn night={night} onShow={onShow} />
  </Box>
);

type Latest = Success<'getLatestNight'>;

/** The night as a chip: it was seen, is missing, or leaves the line to a run's card. The pointer reads what it did; `onOpen` unfolds it, else it leads to its page. */
const NightChip = ({ latest: { night, missed_at, next_at, running }, onOpen }: { latest: Latest; onOpen?: () => void }) => {
  const isMissing = !running && missed_at !== null;
  const failed = !running && !isMissing && (night?.status === 'error' || !!night?.failed_count);
  const word = running ? NIGHT.running : isMissing || night === null ? NIGHT.notRun : NIGHT.chip(night.status);
  const more = [
    ...(night ? [nightSpan(night.started_at, night.finished_at), said(night).join('、'), ...night.problems] : []),
    ...(missed_at === null ? [] : [NIGHT.due(missed_at)]),
    ...(next_at === null ? [] : [NIGHT.next(next_at)]),
  ];
  const button = { title: more.join('\n'), startIcon: failed || isMissing ? <WarningAmber /> : <Bedtime /> };
  const sx = { minHeight: LINE_PX - 2, px: 1.25, whiteSpace: 'nowrap', ...(failed || isMissing ? { color: 'error.main' } : {}) };
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label={NIGHT.title}
      sx={{ ...FRAME, flex: '0 0 auto', borderColor: isMissing ? 'error.main' : 'divider', minHeight: LINE_PX }}
    >
      {onOpen ? (
        <Button {...button} aria-expanded={false} onClick={onOpen} sx={sx}>
          {word}
        </Button>
      ) : (
        <Button {...button} component={Link} to={night && !isMissing ? `/nights/${night.id}` : '/nights'} sx={sx}>
          {word}
        </Button>
      )}
    </Paper>
  );
};

interface Props {
  night: ReturnType<typeof useNight>;
  /** A card of a run stands beside it. */
  brief: boolean;
  /** Of the newest run, which may be the night's. */
  reporting: Reporting;
  /** Shows an order on the board that is open. */
  onShow?: ShowOrder | undefined;
  /** Opens the messages. */
  onMessages(): void;
}

/** 夜間処理の結果 above a board. */
export const NightCard = ({ night: { latest, shape, run, acknowledge }, brief, ...told }: Props) => {
  const [open, onOpen] = useState(false);
  if (!latest || shape === 'nothing') return null;
  const { night, newer, running, missed_at } = latest;
  if (shape !== 'card' || !night) return <NightChip latest={latest} />;
  if (brief && !open) return <NightChip latest={latest} onOpen={() => onOpen(true)} />;
  const seen = (): void => {
    if (run) told.reporting.close();
    void acknowledge([night.id]);
  };
  const onAllSeen = (): void => void acknowledge([night, ...newer].map(({ id }) => id));
  const others = running || newer.length > 0 || missed_at !== null ? { running, newer, missed_at, onAllSeen } : undefined;
  return <Whole {...told} night={night} run={run} open={open} onOpen={onOpen} onSeen={seen} others={others} />;
};

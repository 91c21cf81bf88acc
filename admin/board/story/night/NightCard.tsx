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
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Success } from '../../../../server/contract/handlers.ts';
import { NIGHT } from '../../../texts/nightly.ts';
import { nightSpan } from '../../../texts/parts.ts';
import type { Reporting, RunReport } from '../report/use-report.ts';
import { FilesColumn } from './FilesColumn.tsx';
import { Mark } from './Mark.tsx';
import { NightRun } from './NightRun.tsx';
import { LateColumn, LeftOutColumn, MovedColumn } from './OtherColumns.tsx';
import type { Night, useNight } from './use-night.ts';

/** Heights above the board from 1200 px of width on, the gap below included; on less room the card is as high as its content. */
export const NIGHT_PX = { card: 265 + 10, line: 42 + 10, nothing: 0 } as const;
const LINE_PX = 42;

const StatusChip = ({ night }: { night: Night }) =>
  night.status === 'error' ? (
    <Mark color="error" icon={<WarningAmber />} label={NIGHT.statuses.error} />
  ) : (
    <Mark color="success" icon={<CheckCircle />} label={NIGHT.statuses.complete} />
  );

/** The head of both forms: outcome, hours, and everything in need of a person. */
const Heading = ({ night }: { night: Night }) => (
  <>
    <StatusChip night={night} />
    <Box component="span" sx={{ typography: 'body2', color: 'text.secondary', whiteSpace: 'nowrap' }}>
      {nightSpan(night.started_at, night.finished_at)}
    </Box>
    {night.failed_count ? <Mark color="error" icon={<WarningAmber />} label={NIGHT.failedFiles(night.failed_count)} /> : null}
    {night.problems[0] ? (
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

const FRAME = { flexShrink: 0, mb: 1.25, overflow: 'hidden', borderColor: 'primary.main' } as const;

interface WholeProps extends Omit<Props, 'night'> {
  night: Night;
  run: RunReport | undefined;
  onSeen(): void;
}

/** The whole result, until it has been seen: 265 px in four columns where there is room. */
const Whole = ({ night, run, reporting, onSeen, onShow, onMessages }: WholeProps) => (
  <Paper variant="outlined" component="section" aria-label={NIGHT.title} sx={{ ...FRAME, height: { lg: NIGHT_PX.card - 10 } }}>
    <Bar tinted>
      <Title />
      <Heading night={night} />
      <Box sx={{ flex: 1 }} />
      {run ? <NightRun run={run} reporting={reporting} onMessages={onMessages} /> : null}
      <PastLink />
      <Button startIcon={<TaskAlt />} onClick={onSeen} sx={{ minHeight: 32 }}>
        {NIGHT.acknowledge}
      </Button>
    </Bar>
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          sm: 'repeat(2, minmax(0, 1fr))',
          lg: 'minmax(0, 385fr) minmax(0, 245fr) minmax(0, 292fr) minmax(0, 420fr)',
        },
        height: { lg: NIGHT_PX.card - 10 - LINE_PX },
        '& > *': { px: 1.75, py: 1, minWidth: 0, overflow: { lg: 'hidden' }, borderRight: { lg: 1 }, borderBottom: { xs: 1, lg: 0 } },
        '& > *, & > *:last-child': { borderColor: { xs: 'divider', lg: 'divider' } },
        '& > *:last-child': { borderRight: 0, borderBottom: 0 },
      }}
    >
      <FilesColumn night={night} />
      <LeftOutColumn night={night} />
      <LateColumn night={night} onShow={onShow} />
      <MovedColumn night={night} onShow={onShow} />
    </Box>
  </Paper>
);

type Latest = Success<'getLatestNight'>;

/** The night in one line: already seen, under way, or missing. */
const Line = ({ latest: { night, missed_at, next_at, running } }: { latest: Latest }) => (
  <Paper
    variant="outlined"
    component="section"
    aria-label={NIGHT.title}
    sx={{ ...FRAME, borderColor: missed_at === null ? 'divider' : 'error.main', minHeight: LINE_PX }}
  >
    <Bar>
      <Title />
      {running ? <Mark color="info" label={NIGHT.running} /> : null}
      {!running && missed_at !== null ? (
        <Mark color="error" icon={<WarningAmber />} label={`${NIGHT.notRun} (${NIGHT.due(missed_at)})`} />
      ) : null}
      {!running && missed_at === null && night === null ? <span>{NIGHT.notRun}</span> : null}
      {!running && missed_at === null && night !== null ? <Heading night={night} /> : null}
      <Box sx={{ flex: 1 }} />
      {next_at === null ? null : (
        <Box component="span" sx={{ typography: 'body2', color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {NIGHT.next(next_at)}
        </Box>
      )}
      {night === null ? null : (
        <Button component={Link} to={`/nights/${night.id}`} sx={{ minHeight: 32 }}>
          {NIGHT.unfold}
        </Button>
      )}
      <PastLink />
    </Bar>
  </Paper>
);

interface Props {
  night: ReturnType<typeof useNight>;
  /** Of the newest run, which may be the night's. */
  reporting: Reporting;
  /** Shows an order on the board that is open. */
  onShow?: ((serial: string) => void) | undefined;
  /** Opens the messages. */
  onMessages(): void;
}

/** 夜間処理の結果 above a board. */
export const NightCard = ({ night: { latest, shape, run, acknowledge }, ...told }: Props) => {
  if (!latest || shape === 'nothing') return null;
  const { night } = latest;
  if (shape !== 'card' || !night) return <Line latest={latest} />;
  const seen = (): void => {
    if (run) told.reporting.close();
    void acknowledge(night.id);
  };
  return <Whole {...told} night={night} run={run} onSeen={seen} />;
};

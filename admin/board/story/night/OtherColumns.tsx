import ArrowForward from '@mui/icons-material/ArrowForward';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { formatMonthDay, plantDate } from '../../../../server/domain/ground/plant-time.ts';
import { daysText, lotName, movedSaid, movesSaid, othersText } from '../../../texts/board/story.ts';
import { NIGHT } from '../../../texts/nightly.ts';
import { movedBy } from '../lists/moved-columns.ts';
import { Head } from './Head.tsx';
import { Mark } from './Mark.tsx';
import { clamped, kindLabel, LeftOutButton, NightLink, OrderLink, type ShowOrder, WorkbookButtons } from './parts.tsx';
import type { Night } from './use-night.ts';

interface Props {
  night: Night;
  onShow?: ShowOrder | undefined;
}

const SMALL = { fontSize: '0.82rem', lineHeight: 1.45 } as const;
const SOFT = { ...SMALL, color: 'text.secondary' } as const;
const RULED = { borderBottom: 1, borderColor: 'divider', py: 0.4 } as const;
/** Notes about whole files: the first of them where there is room, and a link to the others. */
const Notes = ({ night: { id, notes }, room }: { night: Night; room: boolean }) => {
  const [note] = room ? notes : [];
  const more = notes.length - (note ? 1 : 0);
  return (
    <>
      {note ? (
        <Box title={`${note.name}\n${note.text}`} sx={{ ...SOFT, ...clamped(2) }}>
          <b>{note.name}</b> {note.text}
        </Box>
      ) : null}
      {more > 0 ? <NightLink id={id}>{note ? othersText(more) : NIGHT.notes(more)}</NightLink> : null}
    </>
  );
};

const SHOWN_ROWS = 2;

/** 除外した行: the first of them, each with its reason. */
export const LeftOutColumn = ({ night }: Props) => {
  const count = night.left_out_count ?? 0;
  return (
    <div>
      <Head title={NIGHT.leftOut(count)}>{count > 0 ? <LeftOutButton id={night.id} /> : null}</Head>
      {count === 0 ? <Box sx={SOFT}>{NIGHT.noLeftOut}</Box> : null}
      {night.left_out.slice(0, SHOWN_ROWS).map(({ import_id, kind, row, reason }) => (
        <Box key={`${import_id} ${row}`} sx={RULED}>
          <Link
            component={RouterLink}
            to={`/import-history/${import_id}`}
            underline="hover"
            sx={{ ...SMALL, fontWeight: 700, color: 'text.primary' }}
          >
            {NIGHT.leftOutRow(kindLabel(kind), row)}
          </Link>
          <Box title={reason} sx={{ ...SMALL, ...clamped(2) }}>
            {reason}
          </Box>
        </Box>
      ))}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5, pt: 0.4 }}>
        {count > SHOWN_ROWS ? <Box sx={SOFT}>{NIGHT.moreRows(count - SHOWN_ROWS)}</Box> : null}
        <Notes night={night} room={count < SHOWN_ROWS} />
      </Box>
    </div>
  );
};

const Difference = ({ before, after }: { before: number; after: number }) => {
  if (after === before) return <Chip label={NIGHT.same} variant="outlined" />;
  return after < before ? (
    <Mark color="success" label={NIGHT.fewer(before - after)} />
  ) : (
    <Mark color="error" label={NIGHT.more(after - before)} />
  );
};

const SHOWN_LATE = 2;

interface Counts {
  before: number;
  after: number;
}

/** Late orders before and after the night, in large figures. */
const LateCounts = ({ before, after }: Counts) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 38 }}>
    <Box component="span" sx={{ fontSize: '1.35rem', color: 'text.secondary', fontWeight: 600 }}>
      {NIGHT.orders(before)}
    </Box>
    <ArrowForward fontSize="small" color="disabled" titleAccess="→" />
    <Box component="span" sx={{ fontSize: '1.9rem', lineHeight: 1.2, fontWeight: 700 }}>
      {NIGHT.orders(after)}
    </Box>
    <Difference before={before} after={after} />
  </Box>
);

/** The changes behind the counts: orders saved, newly late, and lost from the plan. */
const LateChanges = ({ night, before, after }: Counts & { night: Night }) => {
  // Late before and not late any more, but not saved either: something of them has no place, or they were deleted.
  const lost = before - night.still_late_count - night.resolved_count;
  return (
    <Box sx={{ ...SMALL, ...RULED }}>
      {NIGHT.resolved}{' '}
      <Box component="b" sx={{ color: 'success.main' }}>
        {NIGHT.orders(night.resolved_count)}
      </Box>
      {'　'}
      {NIGHT.newly}{' '}
      <Box component="b" sx={{ color: night.newly_late.length > 0 ? 'error.main' : 'text.secondary' }}>
        {NIGHT.orders(after - night.still_late_count)}
      </Box>
      {lost > 0 ? (
        <>
          {'　'}
          <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
            {NIGHT.lostPlace} <b>{NIGHT.orders(lost)}</b>
          </Box>
        </>
      ) : null}
    </Box>
  );
};

/** 納期遅れ: counts before and after, their changes, and the first newly late orders with reasons. */
export const LateColumn = ({ night, onShow }: Props) => {
  const { late_before_count: before, late_after_count: after } = night;
  if (before === null || after === null)
    return (
      <div>
        <Head title={NIGHT.late} />
        <Box sx={{ ...SMALL, color: 'error.main' }}>{NIGHT.notPlanned}</Box>
      </div>
    );
  return (
    <div>
      <Head title={NIGHT.late}>
        <NightLink id={night.id}>{NIGHT.all}</NightLink>
      </Head>
      <LateCounts before={before} after={after} />
      <LateChanges night={night} before={before} after={after} />
      {night.newly_late.slice(0, SHOWN_LATE).map((late) => (
        <Box key={late.order_id} sx={{ ...SMALL, ...RULED, ...clamped(2), '&:last-child': { borderBottom: 0 } }}>
          <Mark color="error" label={NIGHT.newMark} sx={{ height: 18, mr: 0.75 }} />
          <OrderLink order={late} deleted={late.deleted} onShow={onShow} /> {late.product_name}{' '}
          <Box component="b" sx={{ color: 'error.main', whiteSpace: 'nowrap' }}>
            {daysText(late.late_days)}
          </Box>{' '}
          {/* A short reason goes to the next line as a whole. */}
          <Box component="span" sx={{ color: 'text.secondary', display: 'inline-block' }}>
            {late.reason}
          </Box>
        </Box>
      ))}
    </div>
  );
};

const SHOWN_MOVED = 2;
const MOVED = { ...SMALL, ...RULED, display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, columnGap: 0.75, minWidth: 0 } as const;
const TASK = { flex: 1, minWidth: { xs: 60, sm: 0 }, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** A moved bar of the night: process, days before and after, distance. */
const MovedLine = ({ bar, onShow }: Pick<Props, 'onShow'> & { bar: Night['moved']['entries'][number] }) => (
  <Box sx={MOVED}>
    <OrderLink order={bar} deleted={bar.deleted} onShow={onShow}>
      {lotName(bar)}
    </OrderLink>
    <Box component="span" sx={TASK} title={bar.task_name}>
      {bar.task_name}
    </Box>
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {formatMonthDay(plantDate(bar.old_start))} → <b>{formatMonthDay(plantDate(bar.new_start))}</b>
    </Box>
    <Box component="b" sx={{ whiteSpace: 'nowrap', color: bar.days > 0 ? 'error.main' : 'success.main' }}>
      {movedBy(bar)}
    </Box>
  </Box>
);

/** 動いた工程: the two that moved furthest, how many moved far and how many had to move, and the workbooks. */
export const MovedColumn = ({ night: { id, moved, workbooks }, onShow }: Props) => (
  <div>
    <Head title={moved.first_plan ? NIGHT.movedList : movedSaid({ moved: moved.count, moved_orders: moved.orders })}>
      <NightLink id={id}>{NIGHT.all}</NightLink>
    </Head>
    {moved.entries.slice(0, SHOWN_MOVED).map((bar) => (
      <MovedLine key={`${bar.order_id} ${bar.lot_number} ${bar.task_name} ${bar.old_start}`} bar={bar} onShow={onShow} />
    ))}
    {movesSaid(moved).map((text, at) => (
      <Box key={text} sx={{ ...SOFT, ...(at === 0 && moved.count > 0 ? { pt: 0.5 } : {}) }}>
        {text}
      </Box>
    ))}
    <Box sx={{ pt: 0.5 }}>
      <WorkbookButtons workbooks={workbooks} />
    </Box>
  </div>
);

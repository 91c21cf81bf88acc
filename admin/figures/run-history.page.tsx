import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { DataTable, ListContextProvider, ResourceContextProvider, useList } from 'react-admin';
import type { Success } from '../../server/contract/handlers.ts';
import { DEFAULT_LIMIT } from '../../server/domain/ground/constants.ts';
import { formatDate, plantClock, plantDate } from '../../server/domain/ground/plant-time.ts';
import { placedFirst } from '../../server/domain/texts/plan/run-report.ts';
import { Waiting } from '../forms/Section.tsx';
import { TableRegion } from '../parts/lists/Table.tsx';
import { messageOf } from '../providers/client.ts';
import { useCall } from '../providers/queries.ts';
import { actorName } from '../texts/audit.ts';
import { RUN } from '../texts/board/runs.ts';
import { change, whyMoved } from '../texts/board/story.ts';
import { FIGURES, RUN_HISTORY as WORDS } from '../texts/figures.ts';
import { moment, percentOf } from './format.ts';

type Run = Success<'listScheduleQueues'>['results'][number];
type PlanFigures = NonNullable<Run['figures']>['before'];

/** A figure of the plan before and after the run; a plan without tasks has none. */
function changeOf({ figures }: Run, of: (plan: PlanFigures) => number | null, unit: string | undefined): string {
  if (!figures) return FIGURES.none;
  const [before, after] = [figures.before, figures.after].map((plan) => (plan.entries === 0 ? null : of(plan)));
  return change(before ?? null, after ?? null, unit);
}

/** The day, and under it `18:02〜18:03`; where it ended on another day, with that day. */
function spanOf({ started_at, created_at, finished_at }: Run): string {
  const from = started_at ?? created_at;
  const until = finished_at === null ? '' : plantDate(finished_at) === plantDate(from) ? plantClock(finished_at) : moment(finished_at);
  return `${formatDate(plantDate(from))}\n${WORDS.span(plantClock(from), until)}`;
}

/** Of the first plan nothing can have moved. */
const movedOf = ({ statistics, status }: Run): string => {
  if (status !== 'complete' || statistics?.first_plan) return FIGURES.none;
  return WORDS.movedOrders(statistics?.moved_orders ?? null, statistics?.moved ?? 0);
};

/** The frozen days of a run; empty for runs of versions that did not keep them. */
const frozenOf = ({ frozen_days }: Run): string => (typeof frozen_days === 'number' ? WORDS.frozenDays(frozen_days) : FIGURES.none);
/** What might move; nothing for runs of versions that did not keep it. */
const movingOf = ({ moving }: Run): string => (moving ? RUN.movings[moving] : FIGURES.none);
const conflictsOf = ({ statistics }: Run): string => String(statistics?.conflicts ?? FIGURES.none);

/** Why a run failed, that nothing had changed, or what it placed first and why bars moved. */
function noteOf({ statistics, error, first_orders = [] }: Run): string {
  if (error !== null) return error;
  if (statistics?.unchanged) return WORDS.unchanged;
  const moved = whyMoved({ moved: statistics?.moved ?? 0, moved_by: statistics?.moved_by ?? null });
  return [...placedFirst(first_orders), ...moved].join('。');
}

/** Between columns, so that all of them fit the smallest window of a desk. */
const GAP_PX = 8;
/** A head of two lines leaves the room to the words of a run; four letters stay beside each other. */
const NARROW = {
  '&.MuiTableCell-body': { whiteSpace: 'nowrap' },
  '&.MuiTableCell-head': { minWidth: `calc(4em + ${2 * GAP_PX}px)`, whiteSpace: 'normal', wordBreak: 'auto-phrase' },
} as const;

interface PlanChange {
  source: 'late_orders' | 'late_days' | 'worst_late_days' | 'furnace_runs' | 'furnace_fill';
  of(plan: PlanFigures): number | null;
  unit?: string;
}
/** The columns that show a figure of the plan before and after. */
const CHANGES: readonly PlanChange[] = [
  { source: 'late_orders', of: (plan) => plan.late_orders },
  { source: 'late_days', of: (plan) => plan.late_days },
  { source: 'worst_late_days', of: (plan) => plan.worst_late_days },
  { source: 'furnace_runs', of: (plan) => plan.furnace_runs },
  { source: 'furnace_fill', of: (plan) => percentOf(plan.furnace_fill), unit: '%' },
];

const Runs = () => (
  <TableRegion label={WORDS.title}>
    <DataTable bulkActionButtons={false} rowClick={false} sx={{ '& .MuiTableCell-root:not(:first-of-type)': { px: `${GAP_PX}px` } }}>
      <DataTable.Col<Run> source="created_at" label={WORDS.started} disableSort render={spanOf} />
      <DataTable.Col<Run>
        source="requested_by"
        label={WORDS.by}
        disableSort
        render={(run) => actorName(run.requested_by, run.requested_by_name ?? null)}
        sx={{ minWidth: '7em' }}
      />
      <DataTable.Col<Run> source="status" label={WORDS.status} disableSort render={(run) => WORDS.statuses[run.status]} />
      <DataTable.Col<Run> source="moving" label={RUN.moving} disableSort render={movingOf} sx={NARROW} />
      <DataTable.Col<Run> source="frozen_days" label={WORDS.frozen} disableSort render={frozenOf} sx={NARROW} />
      {CHANGES.map(({ source, of, unit }) => (
        <DataTable.Col<Run>
          key={source}
          source={source}
          label={WORDS[source]}
          disableSort
          render={(run) => changeOf(run, of, unit)}
          sx={NARROW}
        />
      ))}
      <DataTable.Col<Run> source="moved" label={WORDS.moved} disableSort render={movedOf} sx={NARROW} />
      <DataTable.Col<Run>
        source="conflicts"
        label={<span title={WORDS.conflictsHint}>{WORDS.conflicts}</span>}
        disableSort
        render={conflictsOf}
        sx={NARROW}
      />
      <DataTable.Col<Run> source="note" label={WORDS.note} disableSort render={noteOf} sx={{ minWidth: 150, overflowWrap: 'anywhere' }} />
    </DataTable>
  </TableRegion>
);

/** 立案の履歴: the newest runs, each with the plan before and after it. */
const RunHistoryPage = () => {
  const asked = useCall('listScheduleQueues', { query: { limit: DEFAULT_LIMIT } }, { queryKey: ['run-history'] });
  const rows = asked.data?.results;
  const list = useList({ data: rows ?? [], resource: 'run-history', perPage: DEFAULT_LIMIT });
  return (
    <>
      {asked.error ? <Alert severity="error">{messageOf(asked.error)}</Alert> : null}
      {asked.isPending ? <Waiting /> : null}
      {rows?.length === 0 ? <Alert severity="info">{WORDS.empty}</Alert> : null}
      {rows && rows.length > 0 ? (
        <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
          <Box sx={{ px: 1.5, py: 1, typography: 'body2', color: 'text.secondary' }}>{WORDS.newest(rows.length)}</Box>
          <ResourceContextProvider value="run-history">
            <ListContextProvider value={list}>
              <Runs />
            </ListContextProvider>
          </ResourceContextProvider>
        </Paper>
      ) : null}
    </>
  );
};

export default RunHistoryPage;

import Print from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Success } from '../../../server/contract/handlers.ts';
import { formatDate, formatEnd, formatInstant } from '../../../server/domain/ground/plant-time.ts';
import { PriorityChoice } from '../../parts/PriorityChoice.tsx';
import { Refused } from '../../parts/Refused.tsx';
import { NotPublished } from '../../plans/NotPublished.tsx';
import { DRAFTS } from '../../plans/premises.ts';
import { useTry } from '../../plans/trying/use-try.tsx';
import { messageOf } from '../../providers/client.ts';
import { useShownPlan } from '../../providers/plan/shown-plan.ts';
import { useCall } from '../../providers/queries.ts';
import { BOARD, DETAIL, kilograms, pieces } from '../../texts/board/board.ts';
import { CHARGES } from '../../texts/charges.ts';
import { TRY } from '../../texts/plans.ts';
import { PRIORITY } from '../../texts/priority.ts';
import type { Bar } from '../chart/scene/bars.ts';
import { placeOf, statesOf } from '../chart/scene/labels.ts';
import { actualFacts } from './actual-facts.ts';
import { BarLinks, chargeSheetPath } from './BarLinks.tsx';
import { Facts } from './Facts.tsx';

type Details = Success<'getScheduleDetails'>;
type Cell = string | number;

/** Numbers, and the heading above them, stand at the right. */
const alignOf = (cell: Cell | undefined) => (typeof cell === 'number' ? 'right' : 'left');

/** A heading with its table; nothing without rows. */
const Section = ({ title, columns, rows }: { title: string; columns: readonly string[]; rows: readonly (readonly Cell[])[] }) =>
  rows.length === 0 ? null : (
    <Box component="section" sx={{ mt: 2.5 }}>
      <Box component="h3" sx={{ typography: 'h3', m: 0, mb: 0.5 }}>
        {title}
      </Box>
      <Table size="small">
        <TableHead>
          <TableRow>
            {columns.map((column, at) => (
              <TableCell key={column} align={alignOf(rows[0]?.[at])}>
                {column}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={row.join('|')}>
              {row.map((cell, at) => (
                <TableCell key={columns[at]} align={alignOf(cell)}>
                  {typeof cell === 'number' ? cell.toLocaleString('ja-JP') : cell}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );

const Run = ({ run }: { run: Details['furnace_runs'][number] }) => {
  const { recipe } = run;
  const plan = useShownPlan();
  const load = (value: number, most: number | null, text: (amount: number) => string): string =>
    most === null ? text(value) : `${text(value)} / ${text(most)}`;
  return (
    <Box component="section" sx={{ mt: 2.5 }}>
      <Box component="h3" sx={{ typography: 'h3', m: 0, mb: 0.75 }}>
        {DETAIL.runs}
      </Box>
      <Facts
        facts={[
          [DETAIL.charge, run.charge_number],
          [DETAIL.facility, `${run.facility_name} ${DETAIL.unit(run.unit)}`],
          [DETAIL.period, `${formatInstant(run.run_start)} 〜 ${formatEnd(run.run_end)}`],
          [DETAIL.recipe, DETAIL.recipeText(recipe.temperature, recipe.retention_time, recipe.cooling_method, recipe.cooling_time)],
          ...(run.latest_start ? [[DETAIL.latest, formatInstant(run.latest_start.at)] as const] : []),
          [DETAIL.weight, load(run.load_weight, run.max_weight, kilograms)],
          [DETAIL.volume, load(run.load_volume, run.volume, DETAIL.cubicMetres)],
        ]}
      />
      <Section
        title=""
        columns={Object.values(DETAIL.run_columns)}
        rows={run.members.map((member) => [member.serial_number, member.lot_number, member.product_name, member.pieces, member.weight])}
      />
      <Button component={Link} to={chargeSheetPath(`run=${run.id}`, plan)} variant="outlined" startIcon={<Print />} sx={{ mt: 1 }}>
        {CHARGES.open}
      </Button>
    </Box>
  );
};

const DetailBody = ({ details }: { details: Details }) => (
  <>
    <Section
      title={DETAIL.labor}
      columns={Object.values(DETAIL.labor_columns)}
      rows={details.labor_forces.map((row) => [formatDate(row.date), row.facility_name ?? BOARD.noFacility, row.kind, row.hours])}
    />
    <Section
      title={DETAIL.tools}
      columns={Object.values(DETAIL.tool_columns)}
      rows={details.task_tools.map((row) => [row.tool_code, row.tool_name, row.quantity, row.note])}
    />
    {details.furnace_runs.map((run) => (
      <Run key={run.id} run={run} />
    ))}
  </>
);

function factsOf({ entry, ...bar }: Bar): [string, ReactNode][] {
  const states = statesOf({ entry, ...bar });
  return [
    [DETAIL.order, entry.serial_number],
    ...(entry.lot_number ? [[DETAIL.lot, entry.lot_number] as [string, ReactNode]] : []),
    [DETAIL.product, entry.product_name],
    [DETAIL.task, entry.task_name],
    [DETAIL.facility, placeOf(entry)],
    [DETAIL.start, formatInstant(entry.start_date)],
    [DETAIL.end, formatEnd(entry.end_date)],
    ...actualFacts(entry),
    [DETAIL.quantity, pieces(entry.quantity)],
    [PRIORITY.title, <PriorityChoice key="priority" order={entry.order_id} serial={entry.serial_number} priority={entry.priority} />],
    ...(entry.deadline_date ? [[DETAIL.deadline, formatDate(entry.deadline_date)] as [string, ReactNode]] : []),
    ...(states.length > 0 ? [[DETAIL.state, states.join('、')] as [string, ReactNode]] : []),
  ];
}

interface Props {
  bar: Bar;
  /** Editors find the lock here too. */
  onToggleLock: (() => void) | undefined;
  onClose(): void;
}

/** 工程詳細, read-only. */
export const DetailDialog = ({ bar, onToggleLock, onClose }: Props) => {
  const { data, error, isPending } = useCall('getScheduleDetails', { id: bar.entry.id });
  const { ask, dialog } = useTry();
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="detail-title">
      <DialogTitle id="detail-title">{DETAIL.title}</DialogTitle>
      <DialogContent>
        <NotPublished />
        <Facts facts={factsOf(bar)} />
        <Box sx={{ mt: 1.5 }}>
          <BarLinks entry={bar.entry} />
        </Box>
        {isPending ? <CircularProgress size={22} aria-label={BOARD.loading} sx={{ mt: 2.5 }} /> : null}
        <Refused message={error ? messageOf(error) : undefined} />
        {data ? <DetailBody details={data} /> : null}
      </DialogContent>
      <DialogActions>
        {ask ? (
          <Button onClick={() => ask({ draft: { ...DRAFTS.order, serial: bar.entry.serial_number } })} sx={{ mr: 'auto' }}>
            {TRY.order}
          </Button>
        ) : null}
        {onToggleLock ? <Button onClick={onToggleLock}>{bar.entry.locked ? BOARD.unlock : BOARD.lock}</Button> : null}
        <Button variant="contained" onClick={onClose} autoFocus>
          {DETAIL.close}
        </Button>
      </DialogActions>
      {dialog}
    </Dialog>
  );
};

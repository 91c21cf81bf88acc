import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { plantClock } from '../../server/domain/ground/plant-time.ts';
import { actorName } from '../texts/audit.ts';
import { whyMoved } from '../texts/board/story.ts';
import { FIGURES, LAST_RUN as WORDS } from '../texts/figures.ts';
import { Card, Nothing } from './Card.tsx';
import { Change } from './Change.tsx';
import { differenceOf, type Figures, moment } from './format.ts';

type Run = NonNullable<Figures['last_run']>;
type PlanFigures = Run['before'];

interface Row {
  name: string;
  of: (plan: PlanFigures) => number | null;
  unit: string;
  good: 1 | -1 | 0;
  digits: number;
  differenceUnit?: string;
}

const { units } = WORDS;
const ROWS: readonly Row[] = [
  { name: WORDS.late_orders, of: (plan) => plan.late_orders, unit: units.orders, good: -1, digits: 0 },
  { name: WORDS.late_days, of: (plan) => plan.late_days, unit: units.days, good: -1, digits: 0 },
  { name: WORDS.worst_late_days, of: (plan) => plan.worst_late_days, unit: units.days, good: -1, digits: 0 },
  { name: WORDS.furnace_runs, of: (plan) => plan.furnace_runs, unit: units.runs, good: 0, digits: 0 },
  {
    name: WORDS.furnace_fill,
    of: (plan) => (plan.furnace_fill === null ? null : plan.furnace_fill * 100),
    unit: units.percent,
    good: 1,
    digits: 0,
    differenceUnit: units.points,
  },
  { name: WORDS.flow_days, of: (plan) => plan.flow_days, unit: units.days, good: -1, digits: 1 },
];

const rounded = (value: number | null, digits: number): number | null => (value === null ? null : Number(value.toFixed(digits)));
const text = (value: number | null, { digits, unit }: Row): string => (value === null ? FIGURES.none : `${value.toFixed(digits)}${unit}`);

/** 前回の立案の効果: what the last run made of the plan that stood before it. */
export const LastRun = ({ figures: { last_run: run } }: { figures: Figures }) => {
  if (!run)
    return (
      <Card title={WORDS.title}>
        <Nothing>{WORDS.empty}</Nothing>
        <ToHistory />
      </Card>
    );
  const by = actorName(run.requested_by, run.requested_by_name);
  return (
    <Card title={WORDS.title} hint={WORDS.when(moment(run.started_at), plantClock(run.finished_at), by)}>
      <Box component="table" sx={tableSx}>
        <thead>
          <tr>
            {[WORDS.ahead, WORDS.before, WORDS.after, WORDS.difference].map((word) => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map((row) => (
            <FigureRow key={row.name} row={row} run={run} />
          ))}
          <MovedRow run={run} />
        </tbody>
      </Box>
      {whyMoved(run).map((text) => (
        <Box
          key={text}
          title={text}
          sx={{ pt: 0.5, fontSize: '0.75rem', color: 'text.secondary', whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' }}
        >
          {text}
        </Box>
      ))}
      <ToHistory />
    </Card>
  );
};

/** Of a plan without tasks there is nothing to say. */
const figureOf = (plan: PlanFigures, row: Row): number | null => (plan.entries === 0 ? null : rounded(row.of(plan), row.digits));

const FigureRow = ({ row, run }: { row: Row; run: Run }) => {
  const [old, now] = [figureOf(run.before, row), figureOf(run.after, row)];
  const difference = differenceOf(now, old, row.good, row.digits);
  return (
    <tr>
      <th scope="row">{row.name}</th>
      <Box component="td" sx={{ color: 'text.secondary' }}>
        {text(old, row)}
      </Box>
      <Box component="td" sx={{ fontWeight: 700 }}>
        {text(now, row)}
      </Box>
      <td>
        {difference && difference.by !== 0 ? (
          <Change difference={difference} unit={row.differenceUnit ?? row.unit} digits={row.digits} word={false} />
        ) : (
          FIGURES.none
        )}
      </td>
    </tr>
  );
};

const MovedRow = ({ run }: { run: Run }) => (
  <tr>
    <th scope="row">{WORDS.moved}</th>
    <Box component="td" colSpan={3} sx={{ '&&': { whiteSpace: 'normal' }, '& > span': { display: 'inline-block' } }}>
      <Box component="span" sx={{ fontWeight: 700 }}>
        {run.before.entries === 0 ? FIGURES.none : WORDS.movedOrders(run.moved_orders, run.moved)}
      </Box>{' '}
      {run.moved_far > 0 ? (
        <Box component="span" sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
          {WORDS.movedFar(run.moved_far)}
        </Box>
      ) : null}
    </Box>
  </tr>
);

const ToHistory = () => (
  <Box sx={{ textAlign: 'right', mt: 'auto', pt: 0.5, '@media print': { display: 'none' } }}>
    <Link component={RouterLink} to="/run-history" sx={{ fontWeight: 600, fontSize: '0.85rem' }}>
      {WORDS.history}
    </Link>
  </Box>
);

const tableSx = {
  width: 1,
  borderCollapse: 'collapse',
  fontSize: '0.8rem',
  '& td, & th': { py: 0.3, px: 0.25, borderBottom: 1, borderColor: 'divider', textAlign: 'right', whiteSpace: 'nowrap' },
  '& th': { fontWeight: 400 },
  '& th:first-of-type': { textAlign: 'left' },
  // In the narrowest card the figures keep their line, and names give way.
  '& tbody th': { minWidth: '5em', whiteSpace: 'normal', wordBreak: 'auto-phrase' },
  '& thead th': { color: 'text.secondary', fontSize: '0.75rem' },
} as const;

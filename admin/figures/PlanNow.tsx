import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import { Link as RouterLink } from 'react-router';
import { DEFECTS, STOPS } from '../../server/domain/texts/plan/reasons.ts';
import { LOSSES, PLAN_NOW as WORDS } from '../texts/figures.ts';
import { type Figures, notesOf } from './format.ts';

/** The board with every open order, the latest first. */
const LATEST_FIRST = `/gantt?${new URLSearchParams({ no_search: '1', open_only: '1', ordering: '-late_days' })}`;

const ONE_LINE = { whiteSpace: { lg: 'nowrap' }, overflow: 'hidden', textOverflow: 'ellipsis', minWidth: 0 } as const;

/** いまの計画: how late the plan is as it stands, beside what was done. */
export const PlanNow = ({ figures }: { figures: Figures }) => (
  <Paper
    component="section"
    variant="outlined"
    aria-label={WORDS.title}
    sx={{
      px: 1.75,
      py: 0.5,
      minWidth: 0,
      minHeight: 36,
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: 1.5,
      rowGap: 0.25,
    }}
  >
    {figures.plan ? <Now plan={figures.plan} /> : null}
    <Lost losses={figures.losses} />
    <Box sx={{ flex: '1 1 220px', fontSize: '0.75rem', lineHeight: 1.2, textAlign: { lg: 'right' }, color: 'text.secondary' }}>
      {notesOf(figures)}
    </Box>
  </Paper>
);

/** Hours in which facilities stood and pieces that were no good ones, by reason; nothing where nothing was lost. */
const Lost = ({ losses: { stops, defects } }: Pick<Figures, 'losses'>) => {
  const parts = [
    ...(stops.length > 0 ? [LOSSES.stops(stops.map(({ reason, count, hours }) => LOSSES.hours(STOPS[reason], count, hours)))] : []),
    ...(defects.length > 0
      ? [LOSSES.defects(defects.map(({ reason, pieces }) => LOSSES.pieces(reason === null ? LOSSES.noReason : DEFECTS[reason], pieces)))]
      : []),
  ];
  return parts.length === 0 ? null : (
    <Box title={parts.join('\n')} sx={{ ...ONE_LINE, fontSize: '0.8rem', fontWeight: 600 }}>
      {parts.join('　')}
    </Box>
  );
};

const Now = ({ plan }: { plan: NonNullable<Figures['plan']> }) => {
  const { late_orders, open_orders, late_days, worst_late_days } = plan;
  const late = late_orders > 0;
  return (
    <>
      <Box component="h2" sx={{ typography: 'h3', m: 0, whiteSpace: 'nowrap' }}>
        {WORDS.title}
      </Box>
      <Box component="span" sx={{ fontWeight: 700, whiteSpace: 'nowrap', color: late ? 'error.main' : 'text.primary' }}>
        {WORDS.late} {late ? WORDS.orders(late_orders, open_orders) : WORDS.none}
      </Box>
      {late ? (
        <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
          {WORDS.worst(worst_late_days, late_days)}
        </Box>
      ) : null}
      {late ? (
        <Link component={RouterLink} to={LATEST_FIRST} sx={{ fontWeight: 600, whiteSpace: 'nowrap', '@media print': { display: 'none' } }}>
          {WORDS.board}
        </Link>
      ) : null}
    </>
  );
};

import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import { Link as RouterLink } from 'react-router';
import { PLAN_NOW as WORDS } from '../texts/figures.ts';
import type { Figures } from './format.ts';

/** The board with every open order, the latest first. */
const LATEST_FIRST = `/gantt?${new URLSearchParams({ no_search: '1', open_only: '1', ordering: '-late_days' })}`;

/** いまの計画: how late the plan is as it stands, beside what was done. */
export const PlanNow = ({ plan }: { plan: NonNullable<Figures['plan']> }) => {
  const { late_orders, open_orders, late_days, worst_late_days } = plan;
  const late = late_orders > 0;
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={WORDS.title}
      sx={{ px: 1.75, py: 1, display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5, rowGap: 0.25 }}
    >
      <Box component="h2" sx={{ typography: 'h3', m: 0 }}>
        {WORDS.title}
      </Box>
      <Box component="span" sx={{ fontWeight: 700, color: late ? 'error.main' : 'text.primary' }}>
        {WORDS.late} {late ? WORDS.orders(late_orders, open_orders) : WORDS.none}
      </Box>
      {late ? <span>{WORDS.worst(worst_late_days, late_days)}</span> : null}
      {late ? (
        <Link component={RouterLink} to={LATEST_FIRST} sx={{ fontWeight: 600, '@media print': { display: 'none' } }}>
          {WORDS.board}
        </Link>
      ) : null}
      <Box sx={{ flex: 1 }} />
      <Box sx={{ fontSize: '0.78rem', color: 'text.secondary' }}>{WORDS.below}</Box>
    </Paper>
  );
};

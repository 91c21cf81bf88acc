import Box from '@mui/material/Box';
import { tint } from '../layout/palette.ts';
import { useShownPlan } from '../providers/plan/shown-plan.ts';
import { PLANS } from '../texts/plans.ts';
import { usePlanOf } from './use-plans.ts';

/** The plan that the page shows, where that is not the published one; on paper it is said otherwise. */
export const NotPublished = () => {
  const { data } = usePlanOf(useShownPlan());
  if (!data || data.kind === 'published') return null;
  return (
    <Box sx={{ mb: 1.25, color: tint('plan'), fontWeight: 700, fontSize: '0.85rem', displayPrint: 'none' }}>
      {PLANS.notPublished(data.name)}
    </Box>
  );
};

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { counted } from '../../../server/domain/texts/numbers.ts';
import { Card } from '../../figures/Card.tsx';
import { RoleButton } from '../../parts/RoleButton.tsx';
import { ADOPT, against, COMPARE, kindOf, PLANS } from '../../texts/plans.ts';
import type { Adopting } from '../use-adopt.ts';
import type { Seen } from '../use-seen.ts';
import { ganttPath } from '../ways.ts';
import type { Compared, Comparison } from './load.ts';

/** A figure of a plan; `worse`: more of it is. */
interface Figure {
  name: keyof typeof COMPARE.rows;
  worse: boolean;
  /** It counts from the plan that stood before: of two plans that is not always the same one. */
  ofBase?: true;
}
const FIGURES: readonly Figure[] = [
  { name: 'late_orders', worse: true },
  { name: 'late_days', worse: true },
  { name: 'moved_orders', worse: false, ofBase: true },
  { name: 'furnace_runs', worse: false },
];

const TABLE = {
  width: 1,
  borderCollapse: 'collapse',
  fontSize: '0.9rem',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { borderBottom: 1, borderColor: 'divider', py: 0.5, px: { xs: 0.5, sm: 0.75 }, textAlign: 'right', fontWeight: 400 },
  '& tbody th': { textAlign: 'left', color: 'text.secondary', pl: 0, whiteSpace: 'nowrap' },
  '& thead th': { verticalAlign: 'top' },
} as const;

/** By how much this plan has more, better in green and worse in red. */
const Difference = ({ one, other, worse }: { one: number | null; other: number | null; worse: boolean }) => {
  const by = one === null || other === null ? 0 : one - other;
  const colour = by === 0 || !worse ? 'text.secondary' : by > 0 ? 'error.main' : 'success.main';
  return (
    <Box component="td" sx={{ whiteSpace: 'nowrap', color: colour, '&&': { fontWeight: by === 0 ? 400 : 700 } }}>
      {one === null || other === null ? COMPARE.none : against(one, other, '') || COMPARE.same}
    </Box>
  );
};

/** A name that goes on in a second line at its bracket alone. */
const PlanName = ({ name }: { name: string }) =>
  name.split(/(?<=^[^(]+)(?=\()/).map((part) => (
    <Box key={part} sx={{ whiteSpace: 'nowrap' }}>
      {part}
    </Box>
  ));

/** The name of a plan, and what can be done with it. */
const Head = ({ plan, adopting, seen }: { plan: Compared; adopting: Adopting; seen: Seen }) => {
  const { id, kind, name } = plan;
  return (
    <Box component="th" scope="col">
      <Box sx={{ fontWeight: 700 }}>
        <PlanName name={name} />
      </Box>
      <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>{kindOf(plan)}</Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 0.5, mt: 0.5 }}>
        <Button component={Link} to={ganttPath(plan)} variant="outlined" sx={ACT}>
          {PLANS.look}
        </Button>
        {kind === 'published' ? null : (
          <RoleButton
            operation="adoptPlan"
            variant="contained"
            loading={adopting.busy === id}
            disabled={adopting.busy !== undefined || seen.running}
            onClick={() => void adopting.adopt(plan, seen)}
            sx={ACT}
          >
            {ADOPT.verb(plan)}
          </RoleButton>
        )}
      </Box>
    </Box>
  );
};
const ACT = { minHeight: 28, py: 0, px: 1 } as const;

interface Props {
  comparison: Pick<Comparison, 'plans' | 'moved_orders' | 'moved_entries'>;
  /** Both were made from the same plan. */
  sameBase: boolean;
  adopting: Adopting;
  seen: Seen;
}

/** The figures of both plans with what is between them, and the ways to each. */
export const Figures = ({ comparison: { plans, moved_orders, moved_entries }, sameBase, ...ways }: Props) => {
  const [one, other] = plans;
  if (!one || !other) return null;
  return (
    <Card title={COMPARE.figures}>
      <Box sx={{ mb: 1, fontSize: '0.85rem' }}>{COMPARE.moved(moved_orders, moved_entries)}</Box>
      <Box component="table" aria-label={COMPARE.figures} sx={TABLE}>
        <thead>
          <tr>
            <td />
            <Head plan={one} {...ways} />
            <Head plan={other} {...ways} />
            <Box component="th" scope="col" sx={{ color: 'text.secondary' }}>
              {COMPARE.difference}
            </Box>
          </tr>
        </thead>
        <tbody>
          {FIGURES.filter(({ ofBase }) => sameBase || !ofBase).map(({ name, worse }) => (
            <tr key={name}>
              <th scope="row">{COMPARE.rows[name]}</th>
              {[one, other].map((plan) => (
                <Box component="td" key={plan.id} sx={{ '&&': { fontWeight: 700 } }}>
                  {plan[name] === null ? COMPARE.none : counted(plan[name])}
                </Box>
              ))}
              <Difference one={one[name]} other={other[name]} worse={worse} />
            </tr>
          ))}
        </tbody>
      </Box>
    </Card>
  );
};

import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { Plan } from '../../providers/plan/published.ts';
import { COMPARE, kindOf } from '../../texts/plans.ts';
import { groupsOf } from '../groups.ts';
import { MOST_COMPARED } from '../ways.ts';

interface Props {
  plans: readonly Plan[];
  chosen: readonly number[];
  onChoose(ids: number[]): void;
}

/** Chooses the two or three plans that are compared. */
export const PlanChoice = ({ plans, chosen, onChoose }: Props) => {
  const listed = groupsOf(plans).flatMap((group) => group.plans);
  const known = listed.filter(({ id }) => chosen.includes(id));
  return (
    <TextField
      select
      label={COMPARE.choice}
      value={known.map(({ id }) => id)}
      onChange={({ target }) => {
        const next = target.value as unknown as number[];
        onChoose(listed.map(({ id }) => id).filter((id) => next.includes(id)));
      }}
      sx={{ minWidth: 220, maxWidth: { xs: '100%', sm: 520 } }}
      slotProps={{
        inputLabel: { shrink: true },
        select: {
          multiple: true,
          displayEmpty: true,
          renderValue: () => COMPARE.joined(known.map(({ name }) => name)) || COMPARE.choiceHint,
        },
      }}
    >
      {listed.map((plan) => {
        const isChosen = chosen.includes(plan.id);
        return (
          <MenuItem
            key={plan.id}
            value={plan.id}
            disabled={isChosen ? known.length <= 2 : known.length >= MOST_COMPARED}
            sx={{ pl: 0.5, py: 0 }}
          >
            <Checkbox size="small" checked={isChosen} tabIndex={-1} slotProps={{ input: { 'aria-hidden': true } }} />
            {plan.name}
            <Box sx={{ ml: 1, color: 'text.secondary', fontSize: '0.75rem' }}>{kindOf(plan)}</Box>
          </MenuItem>
        );
      })}
    </TextField>
  );
};

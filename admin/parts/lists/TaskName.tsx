import Chip from '@mui/material/Chip';
import { BY_HAND } from '../../../server/domain/texts/plan/origin.ts';

/** The name of a process, and a mark where it was added by hand. */
export const TaskName = ({ task_name, origin }: { task_name: string; origin: 'file' | 'hand' }) => (
  <>
    {task_name}
    {origin === 'hand' ? (
      <Chip
        size="small"
        variant="outlined"
        label={BY_HAND.mark}
        title={BY_HAND.title}
        sx={{ ml: 0.75, my: '-3px', verticalAlign: 'middle' }}
      />
    ) : null}
  </>
);

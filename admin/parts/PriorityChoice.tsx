import NativeSelect from '@mui/material/NativeSelect';
import { PRIORITIES, type Priority } from '../../server/domain/plant/priority.ts';
import { PRIORITY_WORDS } from '../../server/domain/texts/plan/priority.ts';
import { useShownPlan } from '../providers/plan/shown-plan.ts';
import { useMay } from '../providers/roles.ts';
import { PRIORITY } from '../texts/priority.ts';
import { useSetPriority } from './use-set-priority.ts';

interface Props {
  order: number;
  serial: string;
  priority: Priority;
  /** Told at once what was chosen, where the answer is not read anew. */
  onChosen?(priority: Priority): void;
}

const LOOK = {
  rush: { fontWeight: 700, color: 'var(--rush)' },
  normal: {},
  deferred: { color: 'text.secondary' },
} as const satisfies Record<Priority, object>;

/** The priority of an order: a choice for who may change it, for others its word, and so beside the published plan: it belongs to none. */
export const PriorityChoice = ({ order, serial, priority, onChosen }: Props) => {
  const may = useMay('setOrderPriority');
  const plan = useShownPlan();
  const set = useSetPriority();
  if (!may || plan !== undefined) return <span>{PRIORITY_WORDS[priority]}</span>;
  const choose = (chosen: Priority): void => {
    onChosen?.(chosen);
    void set(order, serial, chosen);
  };
  return (
    <NativeSelect
      value={priority}
      // In a list a press on the row around it opens the row.
      onClick={(event) => event.stopPropagation()}
      onChange={({ target }) => choose(target.value as Priority)}
      inputProps={{ 'aria-label': PRIORITY.of(serial) }}
      disableUnderline
      sx={{ fontSize: 'inherit', '& .MuiNativeSelect-select': { py: 0.25, ...LOOK[priority] } }}
    >
      {PRIORITIES.map((one) => (
        <option key={one} value={one}>
          {PRIORITY_WORDS[one]}
        </option>
      ))}
    </NativeSelect>
  );
};

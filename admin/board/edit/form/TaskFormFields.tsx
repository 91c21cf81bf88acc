import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { FIRST_DATE, LAST_DATE } from '../../../../server/domain/ground/constants.ts';
import { useShownPlan } from '../../../providers/plan/shown-plan.ts';
import { FORM } from '../../../texts/board/board.ts';
import { endHours, startHours, type TaskFields, wrongDates } from './task-fields.ts';

interface Props {
  fields: TaskFields;
  onChange(change: Partial<TaskFields>): void;
  /** The hours of the entry as it is: offered although they are no choice. */
  current: { start: string; end: string };
}

type DateName = 'start_date_date' | 'end_date_date';
type HourName = 'start_date_hour' | 'end_date_hour';

const DATE_PROPS = { inputLabel: { shrink: true }, htmlInput: { min: FIRST_DATE, max: LAST_DATE } } as const;

/** Dates and hours, 工程開始 and 工程終了: what the task form edits, in 工程詳細 as in 工程登録. */
export const TaskFormFields = ({ fields, onChange, current }: Props) => {
  // Rules are judged on input and on blur, not before.
  // What happened belongs to no plan: it is said with the published one.
  const plan = useShownPlan();
  const [touched, setTouched] = useState<ReadonlySet<DateName>>(new Set());
  const wrong = wrongDates(fields);
  // An empty field is told of when it was touched; a date that the plan does not take, at once.
  const shown = (name: DateName) => (touched.has(name) || fields[name] !== '' ? wrong[name] : undefined);
  const touch = (name: DateName) => setTouched(new Set(touched).add(name));
  const date = (name: DateName) => (
    <TextField
      type="date"
      required
      label={FORM[name]}
      value={fields[name]}
      error={shown(name) !== undefined}
      helperText={shown(name)}
      onChange={({ target }) => {
        touch(name);
        onChange({ [name]: target.value });
      }}
      onBlur={() => touch(name)}
      slotProps={DATE_PROPS}
    />
  );
  const hour = (name: HourName, hours: readonly string[]) => (
    <TextField select label={FORM[name]} value={fields[name]} onChange={({ target }) => onChange({ [name]: target.value })}>
      {hours.map((clock) => (
        <MenuItem key={clock} value={clock}>
          {clock}
        </MenuItem>
      ))}
    </TextField>
  );
  const mark = (name: 'locked' | 'received_locked') => (
    <FormControlLabel
      label={FORM[name]}
      disabled={name === 'received_locked' && plan !== undefined}
      control={<Checkbox checked={fields[name]} onChange={(_, checked) => onChange({ [name]: checked })} />}
    />
  );
  return (
    <>
      <Box sx={{ display: 'grid', gridTemplateColumns: '3fr 2fr', gap: 1.5 }}>
        {date('start_date_date')}
        {hour('start_date_hour', startHours(current.start))}
        {date('end_date_date')}
        {hour('end_date_hour', endHours(current.end))}
        <Box sx={{ gridColumn: '1 / -1', mt: -0.75, fontSize: '0.75rem', color: 'text.secondary' }}>{FORM.midnight}</Box>
      </Box>
      <Box sx={{ display: 'flex', gap: 3 }}>
        {mark('locked')}
        {mark('received_locked')}
      </Box>
    </>
  );
};

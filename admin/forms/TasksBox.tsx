import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useInput, ValidationError } from 'react-admin';
import { searchKey } from '../../server/domain/fold.ts';
import { Tick } from '../parts/Tick.tsx';
import { FRAMEWORK_MESSAGES } from '../texts/framework.ts';
import { COMMON } from '../texts/parts.ts';
import type { Choice } from './fields.tsx';

const ACTIONS = FRAMEWORK_MESSAGES.ra.action;

interface TasksBoxProps {
  source: string;
  label: string;
  choices: readonly Choice[];
  disabled?: boolean;
}

/** Several among many, found by typing; blind to width, case and kana. */
export const TasksBox = ({ source, label, choices, disabled = false }: TasksBoxProps) => {
  const { id, field, fieldState } = useInput({
    source,
    format: (value: number[] | null) => value ?? [],
    parse: (value: number[]) => value,
  });
  const chosen = (field.value as number[]).map((one) => choices.find((choice) => choice.id === one) ?? { id: one, name: `#${one}` });
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      id={id}
      options={choices as Choice[]}
      value={chosen}
      disabled={disabled}
      onChange={(_, picked) => field.onChange(picked.map((choice) => choice.id))}
      onBlur={() => field.onBlur()}
      getOptionLabel={(choice) => choice.name}
      getOptionKey={(choice) => choice.id}
      isOptionEqualToValue={(choice, value) => choice.id === value.id}
      filterOptions={(options, { inputValue }) => options.filter(({ name }) => searchKey(name).includes(searchKey(inputValue.trim())))}
      noOptionsText={COMMON.empty}
      clearText={ACTIONS.clear_input_value}
      openText={ACTIONS.open}
      closeText={ACTIONS.close}
      renderOption={({ key, ...item }, choice, { selected }) => (
        <li key={key} {...item}>
          <Tick on={selected} />
          {choice.name}
        </li>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          error={fieldState.error !== undefined}
          helperText={fieldState.error?.message ? <ValidationError error={fieldState.error.message} /> : ' '}
        />
      )}
    />
  );
};

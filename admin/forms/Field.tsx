import { useContext } from 'react';
import { NumberInput, PasswordInput, SelectInput, TextInput, type Validator } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Cell, useLabels } from './Cell.tsx';
import { FormMode, useContractField } from './contract.ts';

export interface Choice {
  id: number | string;
  name: string;
}

export interface FieldProps {
  source: string;
  /** In place of the field's own word, `resources.X.fields.<source>`. */
  label?: string;
  helperText?: string;
  disabled?: boolean;
  /** Columns of the 12 that a section has. */
  span?: number;
  /** Makes it a choice; what the contract lets choose needs none here. */
  choices?: readonly Choice[];
  /** The word for no choice. */
  emptyText?: string;
  password?: boolean;
  /** In a row: its width, and what a new row has (read by the row list). */
  width?: number;
  defaultValue?: unknown;
  onChange?: () => void;
}

/** What was typed, as the form keeps it: a number, null for nothing, the text itself when it is none. Full-width digits and separators are read as meant. */
function readNumber(text: string | number): number | string | null {
  const plain = String(text).normalize('NFKC').replaceAll(',', '').trim();
  if (plain === '') return null;
  const value = Number(plain);
  return Number.isFinite(value) ? value : String(text);
}

const writeNumber = (value: unknown): string => String(value ?? '');
const NUMERIC = { type: 'text', inputMode: 'decimal', style: { textAlign: 'right' } } as const;

interface InputProps extends Pick<FieldProps, 'helperText' | 'emptyText' | 'onChange'> {
  source: string;
  label: string | false;
  validate: Validator[];
  readOnly: boolean;
  fullWidth: true;
}

/** A choice among few. One that is gone from the master data stays shown until another is made. */
const ChoiceInput = ({
  path,
  choices,
  spoken,
  ...input
}: InputProps & { path: string; choices: readonly Choice[]; spoken: string | undefined }) => {
  const value = useWatch({ name: path }) as number | string | null;
  const gone = value && !choices.some(({ id }) => id === value) ? [{ id: value, name: `#${value}` }] : [];
  const select = { displayEmpty: input.emptyText !== undefined, SelectDisplayProps: spoken ? { 'aria-label': spoken } : {} };
  return (
    <SelectInput
      {...input}
      choices={[...choices, ...gone]}
      translateChoice={false}
      margin="none"
      sx={{ minWidth: 0 }}
      slotProps={{ select, ...(input.emptyText === undefined ? {} : { inputLabel: { shrink: true } }) }}
    />
  );
};

/** The input of a field: type, limits and choices are the contract's, the label is the texts'. */
export const Field = ({ source, span, width, label: given, choices, disabled, password, defaultValue: _, ...rest }: FieldProps) => {
  const { field, path, validate } = useContractField(source);
  const { readOnly } = useContext(FormMode);
  const { label, spoken } = useLabels(source, given);
  const named = spoken === undefined ? {} : { 'aria-label': spoken };
  const allowed = choices ?? field.choices?.map((one) => ({ id: one, name: one }));
  // Not `disabled`, which takes the value out of what is judged and sent; both are drawn alike.
  const input: InputProps = {
    ...rest,
    source,
    validate,
    readOnly: readOnly || disabled === true,
    fullWidth: true,
    label: spoken ? false : label,
  };
  const one = () => {
    if (allowed) return <ChoiceInput {...input} path={path} choices={allowed} spoken={spoken} />;
    if (password) return <PasswordInput {...input} autoComplete="new-password" />;
    if (field.type === 'text') return <TextInput {...input} autoComplete="off" slotProps={{ htmlInput: named }} />;
    return <NumberInput {...input} parse={readNumber} format={writeNumber} slotProps={{ htmlInput: { ...NUMERIC, ...named } }} />;
  };
  return (
    <Cell span={span} head={spoken ? label : undefined} width={width}>
      {one()}
    </Cell>
  );
};

import MenuItem from '@mui/material/MenuItem';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useEffect, useState } from 'react';
import { number, required as requiredValue, useInput, ValidationError, type Validator } from 'react-admin';

/** One field of a form, as data. */
export interface FieldSpec {
  source: string;
  label: string;
  required?: boolean;
  helper?: string;
  /** Columns of the 12 that the form's grid has. */
  span?: number;
  type?: 'text' | 'number' | 'password';
  /** Makes it a choice. */
  choices?: readonly Choice[];
  /** The word for no choice; without it a choice must be made. */
  none?: string;
}

export interface Choice {
  id: number | string;
  name: string;
}

export interface FieldProps extends Omit<FieldSpec, 'span'> {
  disabled?: boolean;
  /** In a row of a row list: no visible label, its name for assistive technology. */
  spoken?: string;
  autoComplete?: string;
  onPick?: (value: number | string | null) => void;
}

const isRequired: Validator = requiredValue();
const isNumber: Validator = number();

/** What MUI's text field needs of an input in a form: value, error with its words, label. */
function useField({ source, label, required, helper, disabled, spoken, type }: FieldProps): {
  input: ReturnType<typeof useInput>;
  props: TextFieldProps;
} {
  const validate = [...(required ? [isRequired] : []), ...(type === 'number' ? [isNumber] : [])];
  const input = useInput({ source, validate });
  const message = input.fieldState.error?.message;
  return {
    input,
    props: {
      id: input.id,
      name: source,
      fullWidth: true,
      error: message !== undefined,
      helperText: message === undefined ? (helper ?? (spoken ? undefined : ' ')) : <ValidationError error={message} />,
      disabled: disabled ?? false,
      required: required ?? false,
      ...(spoken ? { hiddenLabel: true } : { label }),
      slotProps: {
        htmlInput: { ...(spoken ? { 'aria-label': spoken } : {}), maxLength: 1000 },
        inputLabel: { required: required ?? false },
      },
    },
  };
}

/** A line of text, masked for a password. */
export const TextBox = (props: FieldProps) => {
  const { input, props: field } = useField(props);
  return (
    <TextField
      {...field}
      type={props.type === 'password' ? 'password' : 'text'}
      autoComplete={props.autoComplete ?? (props.type === 'password' ? 'new-password' : 'off')}
      value={input.field.value}
      onChange={input.field.onChange}
      onBlur={() => input.field.onBlur()}
      inputRef={input.field.ref}
    />
  );
};

/** What was typed, as the form keeps it: a number, null for nothing, the text itself when it is no number. */
function parsed(text: string): number | string | null {
  const plain = text.normalize('NFKC').replaceAll(',', '').trim();
  if (plain === '') return null;
  const value = Number(plain);
  return Number.isFinite(value) ? value : text;
}

/** A number; full-width digits and thousands separators are read as meant. */
export const NumberBox = (props: FieldProps) => {
  const { input, props: field } = useField({ ...props, type: 'number' });
  const value: unknown = input.field.value;
  const [text, setText] = useState(String(value ?? ''));
  useEffect(() => {
    setText((shown) => (parsed(shown) === (value === '' ? null : value) ? shown : String(value ?? '')));
  }, [value]);
  return (
    <TextField
      {...field}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        input.field.onChange(parsed(event.target.value));
      }}
      onBlur={() => input.field.onBlur()}
      inputRef={input.field.ref}
      slotProps={{
        ...field.slotProps,
        htmlInput: { ...(field.slotProps as { htmlInput: object }).htmlInput, inputMode: 'decimal', style: { textAlign: 'right' } },
      }}
    />
  );
};

/** A choice among few. A value that is no longer among them stays shown until another is chosen. */
export const ChoiceBox = (props: FieldProps) => {
  const { input, props: field } = useField(props);
  const choices = props.choices ?? [];
  const value = input.field.value as number | string;
  const gone = value !== '' && !choices.some(({ id }) => id === value);
  return (
    <TextField
      {...field}
      select
      value={value}
      onChange={(event) => {
        const picked = event.target.value === '' ? null : (event.target.value as number | string);
        input.field.onChange(picked);
        props.onPick?.(picked);
      }}
      onBlur={() => input.field.onBlur()}
      inputRef={input.field.ref}
      slotProps={{
        select: { displayEmpty: props.none !== undefined, SelectDisplayProps: props.spoken ? { 'aria-label': props.spoken } : {} },
        inputLabel: { required: props.required ?? false, ...(props.none === undefined ? {} : { shrink: true }) },
      }}
    >
      {props.none === undefined ? null : <MenuItem value="">{props.none}</MenuItem>}
      {gone ? <MenuItem value={value}>{`#${value}`}</MenuItem> : null}
      {choices.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
};

/** The input of a field described as data. */
export const Field = (props: FieldProps) => {
  if (props.choices) return <ChoiceBox {...props} />;
  return props.type === 'number' ? <NumberBox {...props} /> : <TextBox {...props} />;
};

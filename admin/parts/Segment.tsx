import type { SxProps, Theme } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { ReactNode } from 'react';

interface Props<Value extends string> {
  /** What is chosen; not seen. */
  label: string;
  values: readonly Value[];
  value: Value;
  /** How a choice is shown. */
  show(value: Value): ReactNode;
  onChange(value: Value): void;
  sx?: SxProps<Theme>;
}

/** A few choices side by side, of which one holds: the chosen one is bold. */
export function Segment<Value extends string>({ label, values, value, show, onChange, sx }: Props<Value>) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      color="primary"
      value={value}
      aria-label={label}
      onChange={(_, next: Value | null) => next && onChange(next)}
      sx={sx ?? {}}
    >
      {values.map((one) => (
        <ToggleButton
          key={one}
          value={one}
          sx={{ px: 1.25, py: 0, height: 28, fontSize: 13, color: 'text.secondary', fontWeight: one === value ? 700 : 400 }}
        >
          {show(one)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useInput } from 'react-admin';
import { WEEKDAY_CHOICES } from '../texts/parts.ts';

const byWeek = (days: readonly string[]): string[] => WEEKDAY_CHOICES.filter((one) => days.includes(one));

/** Several of the seven weekdays, Monday first. */
export const WeekdayBox = ({ source, spoken, disabled = false }: { source: string; spoken: string; disabled?: boolean }) => {
  const { field } = useInput({ source, format: (value: string[] | null) => value ?? [], parse: (value: string[]) => byWeek(value) });
  return (
    <ToggleButtonGroup
      size="small"
      value={field.value}
      disabled={disabled}
      aria-label={spoken}
      onChange={(_, days: string[]) => field.onChange(days)}
      sx={{ height: 36 }}
    >
      {WEEKDAY_CHOICES.map((one) => (
        <ToggleButton
          key={one}
          value={one}
          sx={{
            width: 28,
            p: 0,
            '&.Mui-selected': { bgcolor: 'primary.main', color: 'primary.contrastText' },
            '&.Mui-selected:hover': { bgcolor: 'primary.dark' },
          }}
        >
          {one}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
};

import FormHelperText from '@mui/material/FormHelperText';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useContext } from 'react';
import { useInput } from 'react-admin';
import { Cell, useLabels } from '../../forms/Cell.tsx';
import { FormMode, useContractField } from '../../forms/contract.ts';
import type { FieldProps } from '../../forms/Field.tsx';
import { PRODUCT_WORDS as WORDS } from '../../texts/master.ts';

/** Several of the seven weekdays, Monday first, in the space of one line; none chosen is every day. */
export const WeekdayInput = ({ source, width }: Pick<FieldProps, 'source' | 'width' | 'defaultValue'>) => {
  const choices = useContractField(source).field.choices ?? [];
  const { readOnly } = useContext(FormMode);
  const { label, spoken } = useLabels(source);
  const { field } = useInput({
    source,
    format: (value: string[] | null) => value ?? [],
    parse: (days: string[]) => choices.filter((one) => days.includes(one)),
  });
  return (
    <Cell head={label} width={width}>
      <ToggleButtonGroup
        size="small"
        value={field.value}
        disabled={readOnly}
        aria-label={spoken}
        onChange={(_, days: string[]) => field.onChange(days)}
        sx={{ height: 36 }}
      >
        {choices.map((one) => (
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
      <FormHelperText error={false}>{field.value.length === 0 ? WORDS.everyDay : ' '}</FormHelperText>
    </Cell>
  );
};

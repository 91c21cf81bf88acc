import { DateInput } from 'react-admin';
import { FIRST_DATE, LAST_DATE } from '../../../server/domain/ground/constants.ts';
import { isReversed, startOfRange } from '../../../server/domain/ground/ranges.ts';
import { DATE_TEXTS } from '../../../server/domain/texts/dates.ts';

type Days = Record<string, string | null | undefined>;

/** A day to search by; the last of a range is not before its first. */
export const SearchDay = ({ source }: { source: string }) => {
  const start = startOfRange(source);
  const validate = start ? (to: string | null, days: Days) => (isReversed(days[start], to) ? DATE_TEXTS.reversed : undefined) : undefined;
  return (
    <DateInput source={source} helperText={false} validate={validate} slotProps={{ htmlInput: { min: FIRST_DATE, max: LAST_DATE } }} />
  );
};

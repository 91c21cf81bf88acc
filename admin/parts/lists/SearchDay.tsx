import { DateInput } from 'react-admin';
import { FIRST_DATE, LAST_DATE } from '../../../server/domain/ground/constants.ts';

/** A day to search by. */
export const SearchDay = ({ source }: { source: string }) => (
  <DateInput source={source} helperText={false} slotProps={{ htmlInput: { min: FIRST_DATE, max: LAST_DATE } }} />
);

import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { LAST_DATE } from '../../server/domain/ground/constants.ts';
import { addDays, formatDate, type PlantDate, plantDate } from '../../server/domain/ground/plant-time.ts';
import { useShownKey } from '../providers/plan/shown-plan.ts';
import { useCalls } from '../providers/queries.ts';
import { CHARGES as WORDS } from '../texts/charges.ts';

interface Props {
  /** Behind this day. */
  after: PlantDate;
  /** Facilities by their ids, with a comma between them; empty: all. */
  facilities: string;
  onDay(day: PlantDate): void;
}

/** The way to the next day on which a charge begins; nothing where there is none. On a day of rest the shop asks for the sheets of the next. */
export const NextCharges = ({ after, facilities, onDay }: Props) => {
  const { call } = useCalls();
  const { data: next } = useQuery({
    queryKey: useShownKey()(['chargeSheets', 'next', after, facilities]),
    queryFn: async ({ signal }): Promise<PlantDate | null> => {
      const query = { from_date: addDays(after, 1), facility_ids: facilities, limit: 1 };
      const { results } = await call('listFurnaceRuns', { query, signal });
      return results[0] ? plantDate(results[0].run_start) : null;
    },
    enabled: after < LAST_DATE,
  });
  return next ? <Button onClick={() => onDay(next)}>{WORDS.next(formatDate(next))}</Button> : null;
};

import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { type PlantDate, plantDate } from '../../../../server/domain/ground/plant-time.ts';
import type { PlannerDataProvider } from '../../../providers/data-provider.ts';
import { useShownKey } from '../../../providers/plan/shown-plan.ts';
import { useCalls } from '../../../providers/queries.ts';
import { BOARD } from '../../../texts/board/board.ts';
import { CHIPS, NO_HITS } from '../../../texts/board/search.ts';
import { defaultFilters, type Filters, scheduleQuery, withoutRange } from '../filters.ts';

interface Props {
  filters: Filters;
  today: PlantDate;
  onSearch(filters: Filters): void;
  /** On the facility calendar: the first day it shows, and how to show another month. */
  month?: { start: PlantDate; onStart(day: PlantDate): void };
}

/** Why a board is empty. */
interface Reason {
  planned: boolean;
  /** The nearest search that finds something: without the range of deliveries, or with what is finished, too. */
  wider: Filters | undefined;
  /** A day of another month on which something is found. */
  day: PlantDate | undefined;
}

type Call = PlannerDataProvider['call'];

/** The nearest day with a matching bar: after the month's start, else before. */
async function nearestDay(call: Call, filters: Filters, today: PlantDate, start: PlantDate, signal: AbortSignal) {
  const query = { ...scheduleQuery(filters, today), limit: 1 };
  const later = await call('listFacilitySchedules', { query: { ...query, from_date: start, ordering: 'start_date' }, signal });
  const [bar] = later.results.length
    ? later.results
    : (await call('listFacilitySchedules', { query: { ...query, ordering: '-start_date' }, signal })).results;
  return bar && plantDate(bar.start_date);
}

const isSame = (one: Filters, other: Filters, today: PlantDate): boolean =>
  JSON.stringify(scheduleQuery(one, today)) === JSON.stringify(scheduleQuery(other, today));

async function reasonOf(call: Call, { filters, today, month }: Omit<Props, 'onSearch'>, signal: AbortSignal): Promise<Reason> {
  const found = async (query: object): Promise<boolean> =>
    (await call('listScheduleOrders', { query: { ...query, limit: 1 }, signal })).count > 0;
  const widerOnes = [withoutRange(filters), { ...withoutRange(filters), open_only: false }].filter(
    (wider) => !isSame(wider, filters, today),
  );
  const [planned, finds, day] = await Promise.all([
    found({}),
    Promise.all(widerOnes.map((wider) => found(scheduleQuery(wider, today)))),
    month && nearestDay(call, filters, today, month.start, signal),
  ]);
  return { planned, wider: widerOnes.find((_, at) => finds[at]), day };
}

/** Words in the place of an empty board: no plan yet, or no hits, with ways out. */
export const NoHits = ({ filters, today, onSearch, month }: Props) => {
  const { call } = useCalls();
  const { data: reason } = useQuery({
    queryKey: useShownKey()(['plan', 'no hits', filters, today, month?.start]),
    queryFn: ({ signal }) => reasonOf(call, { filters, today, ...(month ? { month } : {}) }, signal),
  });
  if (!reason) return null;
  if (!reason.planned) return <p>{BOARD.empty}</p>;
  const { wider, day } = reason;
  return (
    <div role="status">
      <p>{day ? NO_HITS.elsewhere : NO_HITS.title}</p>
      {day && month ? (
        <Button variant="outlined" onClick={() => month.onStart(day)}>
          {NO_HITS.otherMonth}
        </Button>
      ) : null}
      {wider && !day ? (
        <Button variant="outlined" onClick={() => onSearch(wider)}>
          {wider.open_only === filters.open_only ? NO_HITS.withoutRange : NO_HITS.withFinished}
        </Button>
      ) : null}
      <Button sx={{ ml: 1 }} onClick={() => onSearch(defaultFilters(today))}>
        {CHIPS.clear}
      </Button>
    </div>
  );
};

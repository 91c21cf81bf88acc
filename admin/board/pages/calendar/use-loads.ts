import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CALENDAR_SPAN_END_CLOCK, CALENDAR_SPAN_MONTHS, HALF_DAY_MINUTES, MAX_LIMIT } from '../../../../server/domain/ground/constants.ts';
import { addMonths, dayNumber, minutesOfClock, nearestPlanDate, type PlantDate } from '../../../../server/domain/ground/plant-time.ts';
import type { PlannerDataProvider } from '../../../providers/data-provider.ts';
import { keyOfPlan, useShownPlan } from '../../../providers/plan/shown-plan.ts';
import { useCalls } from '../../../providers/queries.ts';
import { BOARD } from '../../../texts/board/board.ts';
import { blockOfDay, type Span } from '../../chart/scene/blocks.ts';
import type { FacilityLoad } from '../../chart/scene/load-strip.ts';
import type { Facility } from '../../edit/form/adding.ts';
import type { View } from '../../search/address.ts';
import { type Filters, scheduleQuery } from '../../search/filters.ts';
import { type ClosedDays, closedDays } from '../closed-days.ts';
import { useHeld } from '../use-held.ts';

/** What a page of the calendar is asked for. */
export interface Asked {
  filters: Filters;
  today: PlantDate;
  from: PlantDate;
  page: number;
  /** Rows of a page. */
  perPage: number;
  order: View['facility_order'];
  rate_days: number | undefined;
}

/** A month of thirty facilities: their load. */
export interface Loads extends ClosedDays {
  /** Which filters, start, order and page this is; another one is another chart. */
  key: string;
  from: PlantDate;
  /** Facilities that match the filters, on all pages. */
  count: number;
  /** The rows would stand otherwise by now. */
  resorted: boolean;
  results: FacilityLoad[];
  timeline: Span;
  /** The plan that is shown, by its id; undefined: the published one. */
  plan: number | undefined;
}

/** Half days that are shown of the last day, to where the specification caps what goes on. */
const LAST_BLOCKS = Math.ceil(minutesOfClock(CALENDAR_SPAN_END_CLOCK) / HALF_DAY_MINUTES);

/** The last day of the month that begins on a day. */
export const lastDay = (from: PlantDate): PlantDate => nearestPlanDate(addMonths(from, CALENDAR_SPAN_MONTHS));
/** The first day of the month before or after. */
export const monthBeside = (from: PlantDate, step: 1 | -1): PlantDate => nearestPlanDate(addMonths(from, step * CALENDAR_SPAN_MONTHS));
/** Days from the first to the last of a month from a day on. */
export const daysFrom = (from: PlantDate): { from_date: PlantDate; to_date: PlantDate } => ({ from_date: from, to_date: lastDay(from) });

type Ids = readonly (number | null)[];

async function readLoads(
  calls: Pick<PlannerDataProvider, 'call' | 'callAll'>,
  asked: Asked,
  held: Ids | undefined,
  signal: AbortSignal,
): Promise<Omit<Loads, 'plan'>> {
  const { filters, today, from, page, perPage, order, rate_days } = asked;
  const days = daysFrom(from);
  const first = (page - 1) * perPage;
  // Rows that stay where they are may be on any page by now.
  const part = held ? { limit: MAX_LIMIT, offset: 0 } : { limit: perPage, offset: first };
  const query = { ...scheduleQuery(filters, today), ...days, ordering: order, rate_days, ...part };
  const [{ results, count }, closed] = await Promise.all([
    calls.call('listScheduleLoads', { query, signal }),
    closedDays(calls, days, signal),
  ]);
  return {
    key: JSON.stringify([filters, from, page, perPage, order, rate_days]),
    from,
    count,
    ...(held ? stayed(results, held, results.slice(first, first + perPage)) : { results, resorted: false }),
    ...closed,
    timeline: { start: blockOfDay(dayNumber(from)), end: blockOfDay(dayNumber(days.to_date)) + LAST_BLOCKS },
  };
}

/** The rows where they stood; `due`: as they would stand now. */
function stayed(all: readonly FacilityLoad[], held: Ids, due: readonly FacilityLoad[]): Pick<Loads, 'results' | 'resorted'> {
  const results = held.flatMap((id) => all.find(({ facility }) => facility === id) ?? []);
  return { results, resorted: due.map(({ facility }) => facility).join() !== held.join() };
}

/** The loads of a page of the calendar; nothing is asked before filters, day and start are known. */
export function useLoads(asked: Asked | undefined) {
  const calls = useCalls();
  const plan = useShownPlan();
  const queryKey = keyOfPlan(['plan', 'loads', asked], plan);
  const held = useHeld<number | null>(JSON.stringify(queryKey));
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      // By code they stand as they stood.
      const loads = await readLoads(calls, asked!, asked!.order === '-load' ? held.of() : undefined, signal);
      held.hold(loads.results.map(({ facility }) => facility));
      return { ...loads, plan };
    },
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
  });
  /** Reads the rows as they stand now. */
  const resort = (): Promise<unknown> => {
    held.letGo();
    return query.refetch();
  };
  return { ...query, resort };
}

/** The name of a facility as its row bears it. */
export const facilityName = (facilities: ReadonlyMap<number, Facility> | undefined, id: number | null): string =>
  id === null ? BOARD.noFacility : (facilities?.get(id)?.facility_name ?? String(id));

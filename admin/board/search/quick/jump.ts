import { HttpError } from 'react-admin';
import type { Success } from '../../../../server/contract/handlers.ts';
import { CALENDAR_SPAN_MONTHS, FACILITY_CALENDAR_PAGE_FACILITIES, MAX_LIMIT } from '../../../../server/domain/ground/constants.ts';
import { addDays, addMonths, nearestPlanDate, type PlantDate, plantDate } from '../../../../server/domain/ground/plant-time.ts';
import type { PlannerDataProvider } from '../../../providers/data-provider.ts';
import { openOf, openText, type View, viewOf, withFilters, withView } from '../address.ts';
import { type Filters, NO_FILTERS, scheduleQuery, withoutRange } from '../filters.ts';

/** A bar to be shown, whatever the filters say. */
export interface Jump {
  entry_id: number;
  order_id: number;
  serial_number: string;
}

/** Which of the two boards: each has a page of its own in the address. */
export type BoardKind = 'gantt' | 'facility-calendar';

type Place = Success<'getSchedulePlace'>;
type Call = PlannerDataProvider['call'];

/** Days of the calendar before a bar that was jumped to. */
const DAYS_BEFORE = 7;

/** What a jump begins with. */
interface Start {
  kind: BoardKind;
  params: URLSearchParams;
  filters: Filters;
  today: PlantDate;
  /** How many orders a page of the Gantt has. */
  orders: number;
}

/**
 * The filters that show the bar: the present ones, or these without their range of deliveries, or none; and where its order then stands.
 * Undefined where the plan has no such bar.
 */
async function placeUnder(call: Call, bar: number, { params, filters, today }: Start, signal: AbortSignal) {
  const { ordering } = viewOf(params);
  for (const wider of [filters, withoutRange(filters), NO_FILTERS]) {
    const place: Place | undefined = await call('getSchedulePlace', {
      id: bar,
      query: { ...scheduleQuery(wider, today), ordering },
      signal,
    }).catch((error: unknown) => {
      if (error instanceof HttpError && error.status === 404) return undefined;
      throw error;
    });
    if (!place) return undefined;
    if (place.position !== null) return { place, position: place.position, wider };
  }
  return undefined;
}

/** The month of the calendar that holds a day: the present one if it does, else one that begins a week before. */
function monthHolding(day: PlantDate, from: PlantDate): PlantDate {
  const to = nearestPlanDate(addMonths(from, CALENDAR_SPAN_MONTHS));
  return from <= day && day <= to ? from : nearestPlanDate(addDays(day, -DAYS_BEFORE));
}

/** Month and page of the facility calendar on which the row of a facility stands, with its bars shown. */
async function calendarPage(
  call: Call,
  { facility, start_date }: Place,
  filters: Filters,
  { params, today }: Start,
  signal: AbortSignal,
): Promise<Partial<View>> {
  const view = viewOf(params);
  const start = monthHolding(plantDate(start_date), view.start ?? today);
  const query = {
    ...scheduleQuery(filters, today),
    from_date: start,
    to_date: nearestPlanDate(addMonths(start, CALENDAR_SPAN_MONTHS)),
    ordering: view.facility_order,
    rate_days: view.rate_days,
    limit: MAX_LIMIT,
  };
  const { results } = await call('listScheduleLoads', { query, signal });
  const row = results.findIndex((one) => one.facility === facility);
  const open = openOf(view.open);
  return {
    start: start === today ? undefined : start,
    facility_page: Math.floor(Math.max(0, row) / FACILITY_CALENDAR_PAGE_FACILITIES) + 1,
    open: open.includes(facility) ? view.open : openText([...open, facility]),
    folded: openText(openOf(view.folded).filter((one) => one !== facility)),
  };
}

/**
 * The address that shows a bar on its board: the filters as they are if they show it, else widened; its page turned to; on the calendar
 * the month that holds its start. The ordering stays. Undefined where the plan has no such bar.
 */
export async function addressOfBar(call: Call, bar: number, from: Start, signal: AbortSignal): Promise<URLSearchParams | undefined> {
  const found = await placeUnder(call, bar, from, signal);
  if (!found) return undefined;
  const { place, position, wider } = found;
  const kept = wider === from.filters ? from.params : withFilters(from.params, wider, from.today);
  if (from.kind === 'gantt') return withView(kept, { page: Math.floor(position / from.orders) + 1, bar, facility: undefined });
  return withView(kept, { ...(await calendarPage(call, place, wider, from, signal)), bar, facility: undefined });
}

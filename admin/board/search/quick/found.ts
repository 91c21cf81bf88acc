import type { Success } from '../../../../server/contract/handlers.ts';
import { CALENDAR_SPAN_MONTHS, FACILITY_CALENDAR_PAGE_FACILITIES, MAX_LIMIT } from '../../../../server/domain/ground/constants.ts';
import { addMonths, nearestPlanDate, plantDate } from '../../../../server/domain/ground/plant-time.ts';
import { now } from '../../../providers/clock.ts';
import type { PlannerDataProvider } from '../../../providers/data-provider.ts';
import { openOf, openText, type View, viewOf, withFilters, withoutFilters, withView } from '../address.ts';
import { defaultFilters, NO_FILTERS, scheduleQuery } from '../filters.ts';

type Found = Success<'findInSchedule'>;

/** Something the quick field leads to. */
export type Hit =
  | ({ kind: 'order' } & Found['orders'][number])
  | ({ kind: 'product' } & Found['products'][number])
  | ({ kind: 'facility' } & Found['facilities'][number]);

/** What was found, as one list: orders, then products, then facilities. */
export const hitsOf = (found: Found): Hit[] => [
  ...found.orders.map((order) => ({ kind: 'order' as const, ...order })),
  ...found.products.map((product) => ({ kind: 'product' as const, ...product })),
  ...found.facilities.map((facility) => ({ kind: 'facility' as const, ...facility })),
];

/** The calendar page of a facility without any search, in the order of the address. */
async function pageOfFacility(
  call: PlannerDataProvider['call'],
  facility: number,
  { start, facility_order, rate_days }: View,
): Promise<number> {
  const today = plantDate(now());
  const from_date = start ?? today;
  const query = {
    ...scheduleQuery(defaultFilters(today), today),
    from_date,
    to_date: nearestPlanDate(addMonths(from_date, CALENDAR_SPAN_MONTHS)),
    ordering: facility_order,
    rate_days,
    limit: MAX_LIMIT,
  };
  const { results } = await call('listScheduleLoads', { query });
  const row = results.findIndex((one) => one.facility === facility);
  return Math.floor(Math.max(0, row) / FACILITY_CALENDAR_PAGE_FACILITIES) + 1;
}

/**
 * Where a hit leads, from a board that bears `search`: an order to its bar on the Gantt, to its page where it is not planned; a product to
 * all of its orders on the Gantt; a facility to its row of the calendar, unfolded, in the order that the calendar had.
 */
export async function pathOf(hit: Hit, search: string, call: PlannerDataProvider['call']): Promise<string> {
  const params = new URLSearchParams(search);
  if (hit.kind === 'order')
    return hit.entry_id === null ? `/orders/${hit.order_id}` : `/gantt?${withView(params, { bar: hit.entry_id, facility: undefined })}`;
  // Without a range of dates the day does not matter.
  if (hit.kind === 'product') return `/gantt?${withFilters(params, { ...NO_FILTERS, products: [String(hit.id)] }, '')}`;
  const view = viewOf(params);
  const facility_page = await pageOfFacility(call, hit.id, view);
  const open = openOf(view.open);
  return `/facility-calendar?${withView(withoutFilters(params), {
    facility_page,
    facility: hit.id,
    open: openText(open.includes(hit.id) ? open : [...open, hit.id]),
  })}`;
}

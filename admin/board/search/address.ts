import type { Query } from '../../../server/contract/handlers.ts';
import { searchKey } from '../../../server/domain/ground/fold.ts';
import { isPlanDate, type PlantDate } from '../../../server/domain/ground/plant-time.ts';
import { idOf } from '../../providers/plan/shown-plan.ts';
import type { ChoiceGroup } from './choices.ts';
import { defaultFilters, effectiveFrom, type Filters, NO_FILTERS, SEPARATOR, taskKey } from './filters.ts';

/** How the orders follow one another. */
export type Ordering = NonNullable<NonNullable<Query<'listScheduleOrders'>>['ordering']>;

/** How the facilities of the calendar follow one another. */
type FacilityOrder = NonNullable<Query<'listScheduleLoads'>['ordering']>;

/** What the rows of the calendar show: their load alone, or their bars. */
export const FACILITY_VIEWS = ['load', 'bars'] as const;
export type FacilityView = (typeof FACILITY_VIEWS)[number];
export const facilityViewOf = (text: string | null | undefined): FacilityView | undefined => FACILITY_VIEWS.find((view) => view === text);

/** What the address says besides the filters; both boards bear the same address. */
export interface View {
  ordering: Ordering;
  /** Page of the Gantt, and of the facility calendar. */
  page: number;
  facility_page: number;
  /** How many orders a page of the Gantt has; as this device has it when absent. */
  orders: number | undefined;
  /** スタックモード. */
  stack: boolean;
  /** 表示開始日 of the facility calendar; today when absent. */
  start: PlantDate | undefined;
  /** How the facilities follow one another: by code, or the fullest first. */
  facility_order: FacilityOrder;
  /** 稼働率 of so many days from the first one on; of all when absent. */
  rate_days: number | undefined;
  /** What each row of the calendar shows at first: its load, or its bars, too; what this device showed last when absent. */
  facility_view: FacilityView | undefined;
  /** The facilities that show their bars where rows show their load, なし as 0; empty for none. */
  open: string;
  /** The facilities that show no bars where rows show their bars. */
  folded: string;
  /** The bar that is shown. */
  bar: number | undefined;
  /** The facility whose row the calendar shows. */
  facility: number | undefined;
  /** The plan that is shown instead of the published one, and the plan whose places stand beside its bars. */
  plan: number | undefined;
  with: number | undefined;
}

/** Parameters that say the filters; `no_search`, names and dates as the specification has them. */
const FILTER_PARAMETERS = [
  'no_search',
  'serial_number_search',
  'product_name_search',
  'product_search',
  'task_search',
  'from_date',
  'to_date',
  'open_only',
] as const;
/** Where a list of ids or a date would stand: nothing ticked, no end. */
const NONE = 'none';

/** Rising ids, neighbours drawn together: `1-4,7`. */
function idsText(ids: readonly string[]): string {
  const spans: [number, number][] = [];
  for (const id of ids.map(Number).sort((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last && id <= last[1] + 1) last[1] = id;
    else spans.push([id, id]);
  }
  return spans.length === 0 ? NONE : spans.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(',');
}

/** Ids that an address may name in all, about as many as a call takes (60,000 letters); a longer span is a slip. */
const MOST_IDS = 10_000;

/** The ids of such a text; what is none is left out. */
function idsOf(text: string): string[] {
  const ids: string[] = [];
  for (const span of text.split(',')) {
    const [, from, to] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(span.trim()) ?? [];
    if (from === undefined) continue;
    const last = Math.min(Number(to ?? from), Number(from) + MOST_IDS - ids.length - 1);
    for (let id = Number(from); id <= last; id += 1) ids.push(String(id));
  }
  return ids;
}

/** Ticked facilities under their tasks, a parameter a task: `焼入~12.13`, なし as `~null`. */
function tasksText(keys: readonly string[]): string[] {
  const facilities = new Map<string, string[]>();
  for (const key of keys) {
    const [task = '', facility = ''] = key.split(SEPARATOR);
    facilities.set(task, [...(facilities.get(task) ?? []), facility]);
  }
  return facilities.size === 0 ? [NONE] : [...facilities].map(([task, ids]) => `${task}~${ids.join('.')}`);
}
const tasksOf = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => {
    const [, task, ids] = /^(.*)~((?:null|\d{1,15})(?:\.(?:null|\d{1,15}))*)$/s.exec(text) ?? [];
    return task === undefined ? [] : (ids ?? '').split('.').map((id) => taskKey(task, id === 'null' ? null : Number(id)));
  });

const dateOf = (text: string | null): string => (text !== null && isPlanDate(text) ? text : '');

/** The ticked products: those whose name holds `product_name_search`, or the ids themselves; null for all. */
function productsOf(params: URLSearchParams, groups: readonly ChoiceGroup[]): string[] | null {
  const name = searchKey((params.get('product_name_search') ?? '').trim());
  if (name !== '')
    return groups.flatMap(({ choices }) => choices.filter((choice) => searchKey(choice.name).includes(name)).map(({ key }) => key));
  const ids = params.get('product_search');
  return ids === null || ids === '' ? null : idsOf(ids);
}

/** Whether the schedules load at once, without the lists of the search panel. */
export const loadsAtOnce = (params: URLSearchParams): boolean => params.has('no_search') && !params.get('product_name_search')?.trim();

/** The filters of an address: the defaults with what it names, or with `no_search` what it names alone. */
export function filtersOf(params: URLSearchParams, today: PlantDate, groups: readonly ChoiceGroup[]): Filters {
  const alone = params.has('no_search');
  const base = alone ? NO_FILTERS : defaultFilters(today);
  const to = params.get('to_date');
  const from = dateOf(params.get('from_date')) || base.from;
  return {
    serial: params.get('serial_number_search') ?? '',
    products: productsOf(params, groups),
    tasks: params.has('task_search') ? tasksOf(params.getAll('task_search')) : null,
    from: effectiveFrom({ from, delivered: alone }, today),
    to: to === NONE ? '' : dateOf(to) || base.to,
    delivered: alone,
    open_only: base.open_only ? params.get('open_only') !== '0' : params.get('open_only') === '1',
  };
}

/** The address with the default filters: on their first page, with nothing to be shown by itself. */
export function withoutFilters(before: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams(before);
  for (const name of [...FILTER_PARAMETERS, 'page', 'facility_page', 'bar', 'facility']) params.delete(name);
  return params;
}

/** The address with other filters. Only what is not the default is said. */
export function withFilters(before: URLSearchParams, filters: Filters, today: PlantDate): URLSearchParams {
  const params = withoutFilters(before);
  const base = filters.delivered ? NO_FILTERS : defaultFilters(today);
  const from = effectiveFrom(filters, today);
  if (filters.delivered) params.set('no_search', '1');
  if (filters.serial !== '') params.set('serial_number_search', filters.serial);
  if (filters.products) params.set('product_search', idsText(filters.products));
  for (const text of filters.tasks ? tasksText(filters.tasks) : []) params.append('task_search', text);
  if (from !== base.from) params.set('from_date', from);
  if (filters.to !== base.to) params.set('to_date', filters.to || NONE);
  if (filters.open_only !== base.open_only) params.set('open_only', String(Number(filters.open_only)));
  return params;
}

/** The address with another order of the pages, from the first one on. By days late the overdue orders are among them: they are the latest. */
export function withOrdering(before: URLSearchParams, ordering: Ordering, filters: Filters, today: PlantDate): URLSearchParams {
  const usual = defaultFilters(today);
  const hidesOverdue = ordering === '-late_days' && !filters.delivered && effectiveFrom(filters, today) === usual.from;
  const wider: Filters = { ...filters, from: '', to: filters.to === usual.to ? '' : filters.to, delivered: true };
  const params = hidesOverdue ? withFilters(before, wider, today) : before;
  return withView(params, { ordering, page: undefined, bar: undefined, facility: undefined });
}

const countFrom = (text: string | null): number | undefined => (text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined);

/** As many days as 稼働率 may speak of. */
const MOST_DAYS = 366;
function daysFrom(text: string | null): number | undefined {
  const days = countFrom(text);
  return days === undefined || days > MOST_DAYS ? undefined : days;
}

/** As many orders as a page may have. */
const MOST_ORDERS = 100;
function ordersOf(text: string | null): number | undefined {
  const orders = countFrom(text);
  return orders === undefined || orders > MOST_ORDERS ? undefined : orders;
}

/** The facilities of an `open`, null being なし. */
export const openOf = (text: string): (number | null)[] =>
  text.split(',').flatMap((id) => (/^\d{1,15}$/.test(id) ? [Number(id) === 0 ? null : Number(id)] : []));
/** Facilities as an `open`. */
export const openText = (ids: readonly (number | null)[]): string => ids.map((id) => id ?? 0).join(',');

/** The view of an address, besides the filters; wrong values count as absent. */
export const viewOf = (params: URLSearchParams): View => ({
  ordering: params.get('ordering') === '-late_days' ? '-late_days' : 'delivery_date',
  page: countFrom(params.get('page')) ?? 1,
  facility_page: countFrom(params.get('facility_page')) ?? 1,
  orders: ordersOf(params.get('orders')),
  stack: params.get('stack') !== '0',
  start: dateOf(params.get('start')) || undefined,
  facility_order: params.get('facility_order') === '-load' ? '-load' : 'facility_code',
  rate_days: daysFrom(params.get('rate_days')),
  facility_view: facilityViewOf(params.get('facility_view')),
  open: openText(openOf(params.get('open') ?? '')),
  folded: openText(openOf(params.get('folded') ?? '')),
  bar: idOf(params.get('bar')),
  facility: idOf(params.get('facility')),
  plan: idOf(params.get('plan')),
  with: idOf(params.get('with')),
});

/** Nothing beside the published plan. */
export const PUBLISHED_ALONE = { plan: undefined, with: undefined } as const satisfies Partial<View>;

const FIRST: View = viewOf(new URLSearchParams());

/** The address with another view; what is as at first is not said. */
export function withView(before: URLSearchParams, change: Partial<View>): URLSearchParams {
  const params = new URLSearchParams(before);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === FIRST[name as keyof View]) params.delete(name);
    else params.set(name, typeof value === 'boolean' ? String(Number(value)) : String(value));
  }
  return params;
}

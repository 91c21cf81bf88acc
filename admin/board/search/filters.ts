import type { Query, Success } from '../../../server/contract/handlers.ts';
import { DEFAULT_FILTER_YEARS } from '../../../server/domain/ground/constants.ts';
import { addMonths, isPlanDate, type PlantDate } from '../../../server/domain/ground/plant-time.ts';
import { isReversed } from '../../../server/domain/ground/ranges.ts';
import { DATE_TEXTS } from '../../../server/domain/texts/dates.ts';
import { SEARCH } from '../../texts/board/board.ts';
import type { ChoiceGroup } from './choices.ts';

/** What the schedule views are searched by. `null`: everything ticked, nothing sent. */
export interface Filters {
  serial: string;
  products: string[] | null;
  /** Ticked facilities under tasks, as keys of `taskGroups`. */
  tasks: string[] | null;
  from: string;
  to: string;
  /** 納期済み: deliveries of the past and delivered orders too. */
  delivered: boolean;
  /** 未完了のみ: only orders with an unfinished task. */
  open_only: boolean;
}

type ScheduleQuery = Pick<
  NonNullable<Query<'listScheduleOrders'>>,
  | 'serial_number_search'
  | 'product_search'
  | 'task_search'
  | 'facility_search'
  | 'from_delivery'
  | 'to_delivery'
  | 'active_only'
  | 'open_only'
>;

/** Today to today plus two years, everything ticked; what is finished is not what a planner comes for. */
export const defaultFilters = (today: PlantDate): Filters => ({
  serial: '',
  products: null,
  tasks: null,
  from: today,
  to: addMonths(today, DEFAULT_FILTER_YEARS * 12),
  delivered: false,
  open_only: true,
});

/** Every order of the plan, whatever its deadline and whether it is delivered. */
export const NO_FILTERS: Filters = { serial: '', products: null, tasks: null, from: '', to: '', delivered: true, open_only: false };

/** The same search without the range of deliveries. */
export const withoutRange = (filters: Filters): Filters => ({ ...filters, from: '', to: '', delivered: true });

/** The delivery-from date as it is used: today if empty or past, unless 納期済み is ticked. */
export const effectiveFrom = (filters: Pick<Filters, 'from' | 'delivered'>, today: PlantDate): string =>
  !filters.delivered && (filters.from === '' || filters.from < today) ? today : filters.from;

/** What is wrong with the dates of a search, by field. */
export function deliveryErrors(filters: Pick<Filters, 'from' | 'to' | 'delivered'>, today: PlantDate): { from?: string; to?: string } {
  const beyond = (date: string): boolean => date !== '' && !isPlanDate(date);
  if (beyond(filters.from)) return { from: DATE_TEXTS.out_of_range };
  if (beyond(filters.to)) return { to: DATE_TEXTS.out_of_range };
  return isReversed(effectiveFrom(filters, today), filters.to) ? { to: DATE_TEXTS.reversed } : {};
}

/** Between task and facility in the key of a ticked leaf. */
export const SEPARATOR = '\t';
const NO_FACILITY = 'null';
/** The key of a facility under a task. */
export const taskKey = (task: string, facility: number | null): string => `${task}${SEPARATOR}${facility ?? NO_FACILITY}`;

/** Customers with their products, as the search panel shows them. */
export const productGroups = (map: Success<'getCustomerProducts'>): ChoiceGroup[] =>
  Object.entries(map).map(([customer, products]) => ({
    name: customer || SEARCH.noCustomer,
    choices: products.map(({ name, value }) => ({ key: String(value), name })),
  }));

/** Tasks with their facilities, a task that no facility does as a leaf by itself, and last なし for what has no facility. */
export const taskGroups = (map: Success<'getTaskFacilities'>): ChoiceGroup[] => [
  ...Object.entries(map).map(([task, facilities]) => ({
    name: task,
    choices:
      facilities.length > 0
        ? facilities.map(({ name, value }) => ({ key: taskKey(task, value), name }))
        : [{ key: taskKey(task, null), name: task }],
  })),
  { name: SEARCH.noFacility, choices: [{ key: taskKey('', null), name: SEARCH.noFacility }] },
];

const distinct = (values: readonly string[]): string[] => [...new Set(values)];

/** An id that no row has: nothing ticked matches nothing. */
const NOBODY = '0';
const idList = (ids: readonly string[]): string => (ids.length > 0 ? ids.join(',') : NOBODY);

/** The parts of 製番 that are searched. */
export const serialsOf = ({ serial }: Filters): string[] => serial.split(/[,\u3001\uff0c\s]+/).filter(Boolean);

/** The filters in the words of the schedule calls. */
export function scheduleQuery(filters: Filters, today: PlantDate): ScheduleQuery {
  const pairs = filters.tasks?.map((key) => key.split(SEPARATOR) as [string, string]);
  const tasks = distinct(pairs?.flatMap(([task]) => (task === '' ? [] : [task])) ?? []);
  const facilities = distinct(pairs?.map(([, facility]) => facility) ?? []);
  const from = effectiveFrom(filters, today);
  const serials = serialsOf(filters);
  // A range of an address that has grown old: nothing is due from today until yesterday.
  const isPast = isReversed(from, filters.to);
  const products = isPast ? [] : filters.products;
  return {
    ...(serials.length > 0 ? { serial_number_search: serials.join(',') } : {}),
    ...(products ? { product_search: idList(products) } : {}),
    ...(tasks.length > 0 ? { task_search: tasks.join(',') } : {}),
    ...(filters.tasks ? { facility_search: idList(facilities) } : {}),
    ...(from ? { from_delivery: from } : {}),
    ...(filters.to && !isPast ? { to_delivery: filters.to } : {}),
    ...(filters.delivered ? {} : { active_only: 1 as const }),
    ...(filters.open_only ? { open_only: 1 as const } : {}),
  };
}

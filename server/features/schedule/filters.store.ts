import type { Knex } from 'knex';
import { bound } from '../../db/bound.ts';
import { applyFilters, type Filter, integers } from '../../db/list.ts';
import type { Plan } from '../../db/plan.ts';
import { addDays, instantAt } from '../../domain/ground/plant-time.ts';

/** The filters of the schedule lists as the query spells them; comma lists match any of their members, an empty one is not given. */
export interface ScheduleFilters {
  serial_number_search?: string;
  product_search?: string;
  task_search?: string;
  facility_search?: string;
  order_ids?: string;
  facility_ids?: string;
  from_delivery?: string;
  to_delivery?: string;
  from_date?: string;
  to_date?: string;
  active_only?: unknown;
  open_only?: unknown;
  locked_only?: unknown;
  /** Bars that the search leaves out, too, where they take a unit of a facility. */
  with_unmatched?: unknown;
}

/** What the filters say of orders `o` in a plan. */
const orderFilters = (plan: Plan): Record<string, Filter> => ({
  serial_number_search: { how: 'parts', column: 'o.serial_number' },
  product_search: { how: 'ids', column: 'o.product_id' },
  order_ids: { how: 'ids', column: 'o.id' },
  from_delivery: { how: 'from', column: 'o.delivery_date' },
  to_delivery: { how: 'to', column: 'o.delivery_date' },
  active_only: { how: 'flag', where: 'not is_delivered(o.delivery_status)' },
  open_only: { how: 'flag', where: `o.id in (select order_id from order_states where layer = ${plan} and open)` },
});

/** What the filters say of entries `e`, besides facilities and days. */
const ENTRY_FILTERS: Record<string, Filter> = { locked_only: { how: 'flag', where: 'e.locked' } };

/** What of the filters says where one looks, whatever is searched there. */
export const boundsOf = ({ facility_ids, order_ids, from_date, to_date }: ScheduleFilters): ScheduleFilters => ({
  facility_ids,
  order_ids,
  from_date,
  to_date,
});

const members = (list: string | undefined): string[] =>
  (list ?? '')
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '');

/** Narrows a query over orders `o` as they stand in a plan. */
export function whereOrder(query: Knex.QueryBuilder, plan: Plan, filters: ScheduleFilters): void {
  applyFilters(query, orderFilters(plan), filters as Record<string, unknown>);
}

/** Narrows a query over tasks `t`: task names as get_task_facilities has them, or ids. */
export function whereTask(query: Knex.QueryBuilder, filters: ScheduleFilters): void {
  const names = members(filters.task_search);
  if (names.length > 0) query.whereRaw('(t.task_name = any(?) or t.id = any(?::bigint[]))', bound([names, integers(filters.task_search)]));
}

/** Facility ids of a comma list, and whether it holds `null`, the bars without a facility. Undefined: not given. */
export function facilityMembers(list: string | undefined): { ids: number[]; none: boolean } | undefined {
  const all = members(list);
  return all.length === 0 ? undefined : { ids: integers(list), none: all.includes('null') };
}

/** Narrows a query over entries `e`: locked ones, facilities, the plant days they touch. */
export function whereEntry(query: Knex.QueryBuilder, filters: ScheduleFilters): void {
  applyFilters(query, ENTRY_FILTERS, filters as Record<string, unknown>);
  for (const list of [filters.facility_search, filters.facility_ids]) {
    const wanted = facilityMembers(list);
    if (wanted) query.whereRaw(`(e.facility_id = any(?::bigint[])${wanted.none ? ' or e.facility_id is null' : ''})`, bound([wanted.ids]));
  }
  if (filters.from_date) query.where('e.end_at', '>', instantAt(filters.from_date, '00:00'));
  if (filters.to_date) query.where('e.start_at', '<', instantAt(addDays(filters.to_date, 1), '00:00'));
}

/** Whether a search of orders or products is on, so that facilities without a task of theirs are left out. */
export const searchesOrders = (filters: ScheduleFilters): boolean => Boolean(filters.serial_number_search || filters.product_search);

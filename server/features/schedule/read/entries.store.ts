import type { Knex } from 'knex';
import type { components } from '../../../contract/types.ts';
import { bound } from '../../../db/bound.ts';
import { countOf, type ListDescription, orderOf } from '../../../db/list.ts';
import type { Plan } from '../../../db/plan.ts';
import { prepared } from '../../../db/prepared.ts';
import { PARTNER_JOIN, PARTNER_NAME } from '../../../db/sql/partner.ts';
import type { Db } from '../../../db/types.ts';
import type { Instant, PlantDate } from '../../../domain/ground/plant-time.ts';
import type { Priority } from '../../../domain/plant/priority.ts';
import type { Defect } from '../../../domain/texts/plan/reasons.ts';
import { boundsOf, facilityMembers, type ScheduleFilters, searchesOrders, whereEntry, whereOrder, whereTask } from '../filters.store.ts';

/** One bar of a plan as the wire has it. */
export interface Entry {
  /** Of its order task. */
  id: number;
  version: number;
  order_task_id: number;
  task_sort: number | null;
  order_id: number;
  order: number;
  serial_number: string;
  unique_order: string;
  lot_number: string;
  product_id: number | null;
  product_name: string;
  task_id: number;
  task: string;
  task_name: string;
  abbreviation: string;
  facility: number | null;
  facility_name: string | null;
  outsourced: boolean;
  /** The partner of an outsourced bar; null in-house, or where nobody says who. */
  outsourcing_name: string | null;
  furnace_run_id: number | null;
  quantity: number;
  locked: boolean;
  received_locked: boolean;
  last_reception_date: PlantDate | null;
  /** Good pieces that the shop floor said, and why the others are none. */
  good_quantity?: number | null;
  defect?: Defect | null;
  start_date: Instant;
  end_date: Instant;
  start_time: string;
  end_time: string;
  work_time_set: boolean;
  deadline_date: PlantDate | null;
  starting_date: PlantDate | null;
  past_deadline: boolean;
  late_days: number;
  lot_late_days: number;
  /** Of its order. */
  priority: Priority;
  /** The search does not find it; said only where such bars were asked for. */
  unmatched?: boolean;
  /** Whether an imported file or somebody's hand made its process. */
  origin: 'file' | 'hand';
  /** What has happened of it. */
  actual: components['schemas']['NullableActual'];
}

/** Order of every schedule list. */
const ORDER = 'o.delivery_date, o.serial_number, o.id, l.lot_number, l.id, e.task_sort nulls last, e.id';
/** The same of whole bars. */
const ORDER_OF_WHOLE = ORDER.replace('l.lot_number, l.id', 'e.lot_number, e.lot_id');
/** The same for bars of some facilities or days: found by these and then sorted, not looked for along the index of all orders. */
const ORDER_OF_FOUND = ORDER.replace('o.delivery_date', 'o.delivery_date + 0');

/** What has happened of a bar `e` with its order task `ot` and its mark `m`. */
const ACTUAL = `case when m.started_at is not null or m.closed_by is not null then jsonb_build_object(
  'started_at', m.started_at, 'finished_at', m.finished_at, 'day', case when m.finished_at is null then m.closed_on end, 'closed_by', m.closed_by,
  'planned_start', m.planned_start, 'planned_end', m.planned_end, 'facility_name', m.facility_name, 'worker', nullif(m.worker, ''), 'good', m.good,
  'defect', m.defect_reason) end`;

/**
 * The whole bar of a plan for the entries in `picked (id)`, which binds the plan three times. Starting date: the end of the lot's previous task, for its first task the casting
 * date. Late days are those of the order, and of the lot.
 */
const WHOLE = `
  , of_orders as (select array(select distinct l.order_id from picked join order_tasks e on e.id = picked.id join lots l on l.id = e.lot_id) as ids)
  select e.id, e.version, e.id as order_task_id, e.origin, e.task_sort, o.id as order_id, o.id as order, o.serial_number, e.unique_order,
    e.lot_number, o.product_id, coalesce(p.product_name, o.product_name) as product_name,
    t.id as task_id, t.task_code as task, t.task_name, t.abbreviation, e.facility_id as facility, f.facility_name, e.outsourced,
    case when e.outsourced then ${PARTNER_NAME} end as outsourcing_name,
    e.furnace_run_id, e.pieces as quantity, e.locked, not e.open as received_locked,
    coalesce(ot.last_reception_date, m.finished_at::date) as last_reception_date, m.good as good_quantity, m.defect_reason as defect,
    e.start_at as start_date, e.end_at as end_date, to_char(e.start_at, 'HH24:MI') as start_time, to_char(e.end_at, 'HH24:MI') as end_time,
    e.work_time_set, e.delivery_date as deadline_date,
    coalesce(previous.last_day, case when e.task_sort is not null then coalesce(c.casting_date, o.casting_date) end) as starting_date,
    e.past_deadline, order_state.late_days, lot_state.late_days as lot_late_days, o.priority,
    ${ACTUAL} as actual
  from picked join bars e on e.id = picked.id and e.layer = ?
    join orders o on o.id = e.order_id join tasks t on t.id = e.task_id
    join (select order_id, late_days from order_states where layer = ? and order_id = any((select ids from of_orders)::bigint[])) order_state
      on order_state.order_id = e.order_id
    join (select lot_id, late_days from lot_states where layer = ? and order_id = any((select ids from of_orders)::bigint[])) lot_state
      on lot_state.lot_id = e.lot_id
    left join products p on p.id = o.product_id left join facilities f on f.id = e.facility_id
    left join order_tasks ot on ot.id = e.id left join castings c on c.lot_id = e.lot_id
    left join actuals m on m.order_task_id = e.id
    ${PARTNER_JOIN}
    left join lateral (select end_day(b.end_at) as last_day from plan_entries b where b.lot_id = e.lot_id and b.layer = e.layer
      and b.task_sort < e.task_sort order by b.task_sort desc, b.id desc limit 1) previous on true`;
const bindingsOf = (plan: Plan): Plan[] => [plan, plan, plan];

/** Entries of the plan that match, with the tables the filters speak of, and those of the order where one is asked for. */
export function matching(db: Db, plan: Plan, filters: ScheduleFilters, order = ''): Knex.QueryBuilder {
  const query = db('plan_entries as e')
    .join('lots as l', 'l.id', 'e.lot_id')
    .join('orders as o', 'o.id', 'l.order_id')
    .whereRaw(`e.layer = ${plan}`);
  if (filters.task_search || order.startsWith('t.')) query.join('tasks as t', 't.id', 'e.task_id');
  whereOrder(query, plan, filters);
  whereTask(query, filters);
  whereEntry(query, filters);
  return query;
}

/** The same with the bars that the search leaves out though they take a unit of a facility: where `found` has no row. */
function withUnmatched(db: Db, plan: Plan, filters: ScheduleFilters, order: string): Knex.QueryBuilder {
  return matching(db, plan, boundsOf(filters), order)
    .leftJoin(matching(db, plan, filters).select('e.id').as('found'), 'found.id', 'e.id')
    .whereRaw(
      `(found.id is not null or (e.facility_id is not null and exists (
         select 1 from bars where bars.layer = ${plan} and bars.id = e.id and bars.holds)))`,
    );
}

/** Fields that `ordering` may name. */
const ORDERING: ListDescription = {
  filters: {},
  order: [ORDER],
  tie: 'e.id',
  sortable: {
    id: 'e.id',
    start_date: 'e.start_at',
    end_date: 'e.end_at',
    deadline_date: 'o.delivery_date',
    serial_number: 'o.serial_number',
    lot_number: 'l.lot_number',
    task_sort: 'e.task_sort',
    task: 't.task_code',
    task_name: 't.task_name',
  },
};

/** One page of matching entries and how many there are. */
export async function listEntries(
  db: Db,
  plan: Plan,
  filters: ScheduleFilters,
  page: { limit: number; offset: number; ordering?: string },
): Promise<{ count: number; rows: Entry[] }> {
  const order = orderOf(ORDERING, page.ordering);
  const found = filters.facility_ids || filters.facility_search || filters.from_date || filters.to_date;
  // The ids first, whatever the filters: the statement for the whole bars is then one and the same, and planned once a session.
  const asked = (by = ''): Knex.QueryBuilder => (filters.with_unmatched ? withUnmatched : matching)(db, plan, filters, by);
  const picked: { id: number; unmatched?: boolean }[] = await asked(order)
    .select('e.id', ...(filters.with_unmatched ? [db.raw('found.id is null as unmatched')] : []))
    .orderByRaw(order === ORDER && found ? ORDER_OF_FOUND : order)
    .limit(page.limit)
    .offset(page.offset);
  const count = await countOf(page, picked.length, async () => (await asked().count('e.id as count'))[0].count);
  const whole = new Map(
    (
      await entriesById(
        db,
        plan,
        picked.map(({ id }) => id),
      )
    ).map((entry) => [entry.id, entry]),
  );
  const rows = picked.flatMap(({ id, ...marked }) => {
    const entry = whole.get(id);
    return entry ? [{ ...entry, ...marked }] : [];
  });
  return { count, rows };
}

/** Every matching bar, in the order of lists. */
export async function everyEntry(db: Db, plan: Plan, filters: ScheduleFilters): Promise<Entry[]> {
  const { rows } = await db.raw(`with picked as (?)${WHOLE} order by ${ORDER_OF_WHOLE}`, [
    matching(db, plan, filters).select('e.id'),
    ...bindingsOf(plan),
  ]);
  return rows;
}

/** How many bars match, by facility. */
export async function countByFacility(db: Db, plan: Plan, filters: ScheduleFilters): Promise<ReadonlyMap<number | null, number>> {
  const rows: { id: number | null; count: number }[] = await matching(db, plan, filters)
    .groupBy('e.facility_id')
    .select('e.facility_id as id', db.raw('count(*)::integer as count'));
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** What some days in a row of one facility, or of the partners, hold. */
export interface WindowRows {
  facility_id: number | null;
  outsourced: boolean;
  /** Which days in a row, from 0. */
  index: number;
  tasks: number;
  runs: number;
}

/** How many matching bars and furnace runs touch each so many days in a row, from the first day searched to the last one, by facility. */
export async function rowsByWindow(
  db: Db,
  plan: Plan,
  filters: ScheduleFilters & { from_date: PlantDate; to_date: PlantDate },
  days: number,
): Promise<WindowRows[]> {
  const at = (side: string): string => `least(greatest((${side}::date - ?::date), 0), ?::date - ?::date) / ?`;
  const bounds = [filters.from_date, filters.to_date, filters.from_date, days];
  return matching(db, plan, filters)
    .joinRaw(`cross join lateral generate_series(${at('e.start_at')}, ${at(`(e.end_at - interval '1 minute')`)}) as w (index)`, [
      ...bounds,
      ...bounds,
    ])
    .joinRaw('left join furnace_run_members as m on m.plan_entry_id = e.id and m.layer = e.layer')
    .groupBy('e.facility_id', 'e.outsourced', 'w.index')
    .select('e.facility_id', 'e.outsourced', 'w.index')
    .select(db.raw('count(*)::integer as tasks, count(distinct m.furnace_run_id)::integer as runs'));
}

/** Whether any bar matches. */
export async function hasEntry(db: Db, plan: Plan, filters: ScheduleFilters): Promise<boolean> {
  return (await matching(db, plan, filters).select('e.id').limit(1)).length > 0;
}

/** The bars of the plan with these ids, in the order of lists. */
export async function entriesById(db: Db, plan: Plan, ids: readonly number[]): Promise<Entry[]> {
  if (ids.length === 0) return [];
  return (
    await prepared<Entry>(db, `with picked as (select unnest(?::bigint[]) as id)${WHOLE} order by ${ORDER_OF_WHOLE}`, [
      ids,
      ...bindingsOf(plan),
    ])
  ).rows;
}

/** Every bar of these orders, in the order of lists. */
export async function entriesOfOrders(db: Db, plan: Plan, orderIds: readonly number[]): Promise<Entry[]> {
  const { rows } = await prepared<Entry>(
    db,
    `with picked as (select e.id from plan_entries e join lots l on l.id = e.lot_id
       where l.order_id = any(?::bigint[]) and e.layer = ?)${WHOLE} order by ${ORDER_OF_WHOLE}`,
    [orderIds, plan, ...bindingsOf(plan)],
  );
  return rows;
}

/** Whether the plan has a bar at all. */
export async function hasPlan(db: Db, plan: Plan): Promise<boolean> {
  const { rows } = await db.raw(`select 1 from plan_entries where layer = ${plan} limit 1`);
  return rows.length > 0;
}

/**
 * Ids of active facilities by code that match the task and facility filters: they can do a task searched, or have a bar of it; last
 * null where a bar without a facility matches. With a search of orders or products only those with a bar of theirs.
 */
export async function listFacilityIds(db: Db, plan: Plan, filters: ScheduleFilters): Promise<(number | null)[]> {
  const wanted = facilityMembers(filters.facility_search);
  const bars = matching(db, plan, { ...filters, facility_search: undefined });
  const query = db('facilities as f').where('f.active', true).orderByRaw('f.facility_code, f.id').select('f.id');
  if (wanted) query.whereRaw('f.id = any(?::bigint[])', bound([wanted.ids]));
  const withBar = bars.clone().whereRaw('e.facility_id = f.id').select(db.raw('1'));
  if (searchesOrders(filters)) query.whereExists(withBar);
  else if (filters.task_search) {
    const able = db('facility_tasks as ft').join('tasks as t', 't.id', 'ft.task_id').whereRaw('ft.facility_id = f.id').select(db.raw('1'));
    whereTask(able, filters);
    query.where((either) => either.whereExists(able).orWhereExists(withBar));
  }
  const ids: (number | null)[] = (await query).map((row: { id: number }) => row.id);
  const none = !wanted || wanted.none ? await bars.clone().whereNull('e.facility_id').select('e.id').limit(1) : [];
  return none.length > 0 ? [...ids, null] : ids;
}

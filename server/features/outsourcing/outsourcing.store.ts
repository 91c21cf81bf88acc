import { bound } from '../../db/bound.ts';
import type { Plan } from '../../db/plan.ts';
import { holdsDay } from '../../db/sql/held.ts';
import { PARTNER_JOIN, PARTNER_NAME } from '../../db/sql/partner.ts';
import type { Db } from '../../db/types.ts';
import type { Instant, PlantDate } from '../../domain/ground/plant-time.ts';
import type { Behind } from '../../domain/plant/outsourcing.ts';

/** Work with a partner in a plan, open or done by the partner's word alone, as far as counting and sorting ask. */
export interface OpenWork {
  id: number;
  order_task_id: number;
  /** The partner's code, else its name; empty where nobody says who. */
  partner: string;
  outsourcing_code: string;
  outsourcing_name: string | null;
  handover_date: PlantDate;
  return_date: PlantDate;
  answered_date: PlantDate | null;
  /** The day on which somebody here handed it over; null: nobody said. */
  handed_on: PlantDate | null;
  asked_date: PlantDate | null;
  asked: boolean;
  /** The day on which the partner said that all is done, while nobody else has; null: open, or finished otherwise. */
  done_on: PlantDate | null;
}

/** A neighbouring process of the lot. */
export interface Neighbour {
  task_name: string;
  /** null: in the house. */
  outsourcing_name: string | null;
  start_date: PlantDate;
  end_date: PlantDate;
}

/** Work with a partner in full. */
export interface WorkDetail extends OpenWork, Behind {
  order_id: number;
  serial_number: string;
  lot_number: string;
  unique_order: string;
  product_name: string;
  material: string;
  task_id: number;
  task_name: string;
  origin: 'file' | 'hand';
  /** The core system's own spelling of the code, which an answer is kept for. */
  file_code: string;
  quantity: number;
  locked: boolean;
  previous: Neighbour | null;
  next: Neighbour | null;
  /** Behind the next. */
  after: Neighbour | null;
  /** When the order ships in the plan; null while an open task of it is not planned. */
  shipping_date: PlantDate | null;
  completed_quantity: number | null;
  note: string;
  answer_version: number;
  answered_at: Instant | null;
  answered_by: string;
}

/** An answer, or a request, counts while its order task is still that process with that partner. */
const SAME = (row: string): string =>
  `${row}.order_task_id = ot.id and (${row}.task_id, ${row}.outsourcing_code) = (ot.task_id, ot.outsourcing_code)`;

const OPEN_COLUMNS = `e.id, e.order_task_id,
  coalesce(partner.outsourcing_code, nullif(ot.outsourcing_code, ''), ot.order_name) as partner,
  coalesce(partner.outsourcing_code, ot.outsourcing_code) as outsourcing_code, ${PARTNER_NAME} as outsourcing_name,
  e.start_at::date as handover_date, e.last_day as return_date, a.answered_date, a.handed_on, r.asked_at::date as asked_date, r.asked_at is not null as asked, done.done_on`;
const OF_PARTNERS = `bars e join order_tasks ot on ot.id = e.order_task_id
  ${PARTNER_JOIN} left join outsourcing_answers a on ${SAME('a')} left join outsourcing_requests r on ${SAME('r')} left join partner_done done on (done.layer, done.entry_id) = (e.layer, e.id)`;

/** All work with partners that is open or done by their word alone. No partner is told of an order that only holds a day. */
export async function openWork(db: Db, plan: Plan): Promise<OpenWork[]> {
  const { rows } = await db.raw(
    `select ${OPEN_COLUMNS} from ${OF_PARTNERS} where e.layer = ${plan} and e.outsourced and (e.open or done.done_on is not null) and not ${holdsDay('e.order_id')}`,
  );
  return rows;
}

const neighbour = (which: 'previous' | 'next' | 'after'): string => {
  const [sign, order] = which === 'previous' ? ['<', 'desc'] : ['>', 'asc'];
  return `left join lateral (
    select jsonb_build_object('task_name', t.task_name, 'outsourcing_name', case when b.outsourced then
        (select ${PARTNER_NAME} from order_tasks ot ${PARTNER_JOIN} where ot.id = b.id) end,
      'start_date', b.start_at::date, 'end_date', end_day(b.end_at)) as row
    from plan_entries b join tasks t on t.id = b.task_id
    where b.lot_id = w.lot_id and b.layer = w.layer and b.task_sort ${sign} w.task_sort order by b.task_sort ${order}, b.id ${order} limit 1${which === 'after' ? ' offset 1' : ''}) ${which} on true`;
};

/** Work in full, by entry; finished work too. */
export async function workDetails(db: Db, plan: Plan, entries: readonly number[]): Promise<WorkDetail[]> {
  const { rows } = await db.raw(
    `with w as (
       select ${OPEN_COLUMNS}, e.lot_id, e.layer, e.task_sort, e.order_id, e.serial_number, e.lot_number, e.unique_order,
         coalesce(p.product_name, o.product_name) as product_name, o.material, e.task_id, t.task_name, ot.outsourcing_code as file_code, e.origin,
         e.pieces as quantity, e.locked, a.completed_quantity, coalesce(a.note, '') as note, coalesce(a.version, 0) as answer_version, a.answered_at,
         coalesce(a.answered_by, '') as answered_by, o.delivery_date as deadline_date
       from ${OF_PARTNERS} join orders o on o.id = e.order_id join tasks t on t.id = e.task_id left join products p on p.id = o.product_id
       where e.layer = ${plan} and e.id = any(?::bigint[]) and e.outsourced)
     select w.*, coalesce(lot.end_date, w.return_date) as lot_end_date, coalesce(state.end_date, w.return_date) as order_end_date, state.shipping_date,
       previous.row as previous, next.row as next, after.row as after, (next.row ->> 'start_date') as next_start_date
     from w join (select lot_id, end_date from lot_states where layer = ${plan} and order_id = any(array(select order_id from w))) lot on lot.lot_id = w.lot_id
       join (select order_id, end_date, shipping_date from order_states where layer = ${plan} and order_id = any(array(select order_id from w))) state on state.order_id = w.order_id
       ${neighbour('previous')} ${neighbour('next')} ${neighbour('after')}`,
    bound([entries]),
  );
  const byId = new Map((rows as WorkDetail[]).map((row) => [row.id, row]));
  return entries.flatMap((id) => byId.get(id) ?? []);
}

/** Entries of a plan by their order tasks. `finished`: by more than the partner's own word, which an answer may take back. */
export async function entriesOfTasks(
  db: Db,
  plan: Plan,
  orderTasks: readonly number[],
): Promise<{ id: number; order_task_id: number; finished: boolean }[]> {
  const { rows } = await db.raw(
    `select id, order_task_id, not open and id not in (select entry_id from partner_done where layer = ${plan}) as finished
     from bars where layer = ${plan} and outsourced and order_task_id = any(?::bigint[])`,
    bound([orderTasks]),
  );
  return rows;
}

/** Of these entries, those of which an earlier process of the lot is open. */
export async function entriesThatWait(db: Db, plan: Plan, entries: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await db.raw(
    `select e.id from plan_entries e where e.layer = ${plan} and e.id = any(?::bigint[])
       and exists (select from bars b where b.layer = ${plan} and b.lot_id = e.lot_id and b.task_sort < e.task_sort and b.open)`,
    bound([entries]),
  );
  return new Set((rows as { id: number }[]).map(({ id }) => id));
}

/** Work that partners gave back within these days. */
export async function returnedBetween(db: Db, plan: Plan, from: PlantDate, to: PlantDate): Promise<number> {
  const { rows } = await db.raw(
    `select count(*)::integer as count from bars where layer = ${plan} and outsourced and finished and ended_on between ? and ?`,
    [from, to],
  );
  return rows[0].count;
}

/** How a partner kept its days. */
export interface Kept {
  partner: string;
  outsourcing_name: string | null;
  count: number;
  on_time: number;
}

/**
 * Work received since a day, by partner, and how much of it came when it was due: on the day answered, else on the day that was asked for, else the lead time after the
 * day its process before was received. What has none of the three is not counted.
 */
export async function keptByPartner(db: Db, from: PlantDate, leadDays: number): Promise<Kept[]> {
  const { rows } = await db.raw(
    `with done as (
       select ot.*, coalesce(a.answered_date, r.wanted_date,
         before.last_reception_date + 1 + case when ot.solution_frame_days > 0 then ot.solution_frame_days else ?::integer end) as due
       from order_tasks ot left join outsourcing_answers a on ${SAME('a')} left join outsourcing_requests r on ${SAME('r')}
         left join lateral (select b.last_reception_date from order_tasks b where b.lot_id = ot.lot_id and b.task_sort < ot.task_sort
           order by b.task_sort desc limit 1) before on true
       where ot.outsourcing_code <> '' and ot.received and ot.last_reception_date >= ?)
     select coalesce(partner.outsourcing_code, ot.outsourcing_code) as partner, ${PARTNER_NAME} as outsourcing_name, count(*)::integer as count,
       (count(*) filter (where ot.last_reception_date <= (
         select min(day)::date from generate_series(ot.due, ot.due + 14, interval '1 day') day
         where day::date not in (select closed_days(ot.due, ot.due + 14)))))::integer as on_time
     from done ot ${PARTNER_JOIN} where ot.due is not null group by 1, 2 order by 3 desc, 1`,
    [leadDays, from],
  );
  return rows;
}

/** Entries of chains: how many open works have a partner before or behind them. Most lots go out once and are never looked at. */
export async function chainCount(db: Db, plan: Plan, entries: readonly number[]): Promise<number> {
  const { rows } = await db.raw(
    `select count(*)::integer as count from plan_entries e where e.layer = ${plan} and e.id = any(?::bigint[])
       and e.lot_id in (select lot_id from plan_entries where layer = ${plan} and outsourced group by lot_id having count(*) > 1) and (
       (select b.outsourced from plan_entries b where b.lot_id = e.lot_id and b.layer = e.layer and b.task_sort < e.task_sort order by b.task_sort desc limit 1)
       or (select b.outsourced from plan_entries b where b.lot_id = e.lot_id and b.layer = e.layer and b.task_sort > e.task_sort order by b.task_sort limit 1))`,
    bound([entries]),
  );
  return rows[0].count;
}

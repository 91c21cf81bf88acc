import type { Knex } from 'knex';

const PUBLISHED = '(select id from plans where published)';
const DEMOLDINGS = 'array(select id from tasks where is_demolding_code(code_key))';

/** Whether an open bar of an order stands where no run put it, or begins before an earlier open one of its lot has ended. */
export const PLACED = `
  select order_id, by_hand or coalesce(before_end > start_at, false) as unsettled
  from (
    select l.order_id, e.start_at, (e.start_at, e.end_at, e.facility_id) is distinct from (e.sound_start, e.sound_end, e.sound_facility_id) as by_hand,
      max(e.end_at) over (partition by l.order_id, e.lot_id order by e.task_sort groups between unbounded preceding and 1 preceding) as before_end
    from plan_entries e join lots l on l.id = e.lot_id join orders o on o.id = l.order_id left join order_task_states ot on ot.id = e.order_task_id
    where e.plan_id = ${PUBLISHED} and not is_delivered(o.delivery_status)
      and not coalesce(e.received_locked, false) and not coalesce(ot.all_received, false)) along`;

/** Whether a process that is not finished comes before one that is; what the demolding of its lot has closed is no such one. */
export const SKIPPED = `
  select order_id, not finished and task_sort < last_finished and task_sort >= coalesce(demolded, task_sort)
  from (
    select order_id, task_sort, finished, max(task_sort) filter (where finished) over lot as last_finished,
      max(task_sort) filter (where finished and task_id = any(${DEMOLDINGS})) over lot as demolded
    from lot_steps window lot as (partition by order_id, lot_id)) steps`;

/** The view of unsettled orders over these parts. */
export const unsettled = (...parts: readonly string[]): string => `
  create or replace view unsettled_orders as
  select order_id, coalesce(bool_or(unsettled), false) as unsettled from (${parts.join(' union all ')}) said group by order_id;
  insert into noted_orders select id from orders;`;

/**
 * undone_steps: the processes of lots that are still to be done, with their bars: neither finished, nor before a casting that has been. And an order is
 * unsettled, too, where one of its processes was finished over an earlier one that is open.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create view undone_steps as
    select l.order_id, s.lot_id, s.task_id, s.task_sort, coalesce(s.entry_id, (select min(e.id) from plan_entries e
      where e.order_task_id = s.order_task_id and e.plan_id = ${PUBLISHED})) as entry_id
    from open_steps s join lots l on l.id = s.lot_id join orders o on o.id = l.order_id left join castings c on c.lot_id = l.id
    where not is_delivered(o.delivery_status) and not exists (
      select 1 from lot_steps d where d.lot_id = s.lot_id and d.task_sort > s.task_sort and d.task_id = any(${DEMOLDINGS})
        and (d.finished or coalesce(c.casting_date, o.casting_date) <= on_clock(now())::date));
    ${unsettled(PLACED, SKIPPED)}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop view undone_steps; ${unsettled(PLACED)}`);
}

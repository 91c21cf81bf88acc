import type { Knex } from 'knex';

/** Stands for a day that nobody said. */
const NOBODY = -1_000_000;

/** What has been done of each lot and when its last process ended. */
const COUNTED = `
  select order_id, lot_id, count(*)::integer as task_count, (count(*) filter (where finished))::integer as finished_count,
    (count(*) filter (where not finished and entry_id is null))::integer as unplanned_count, max(end_date) as latest_day,
    -- The day on which the last process ended, null where nobody said: of pairs of process and day the greatest.
    date '2000-01-01' + nullif((max(array[task_sort, case when finished then coalesce(said_end - date '2000-01-01', ${NOBODY}) else ${NOBODY} end])
      filter (where task_sort is not null))[2], ${NOBODY}) as final_day
  from lot_steps group by order_id, lot_id`;

/**
 * What closes an order closes its lots: of one that is delivered, or of which all has come on a day that nobody said, each lot ended on the day that is remembered
 * of the order, wherever its bars still stand. An order ends with the last of its lots, by construction.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace view lot_states as
    select s.order_id, s.lot_id, s.task_count, s.finished_count, s.unplanned_count, s.dated, s.end_date,
      greatest(0, coalesce(s.end_date - s.delivery_date, 0)) as late_days
    from (
      select c.order_id, c.lot_id, c.task_count, case when is_delivered(o.delivery_status) then c.task_count else c.finished_count end as finished_count,
        c.unplanned_count, c.final_day is not null and c.finished_count = c.task_count as dated, o.delivery_date,
        case when c.finished_count = c.task_count and c.final_day is not null then c.final_day
          when is_delivered(o.delivery_status) or c.order_finished then coalesce(r.completed_on, c.latest_day)
          when c.finished_count = c.task_count then c.latest_day
          -- Unknown while nothing of what is left is planned.
          when c.finished_count + c.unplanned_count < c.task_count then c.latest_day end as end_date
      from (select counted.*, bool_and(finished_count = task_count) over (partition by order_id) as order_finished from (${COUNTED}) counted) c
        join orders o on o.id = c.order_id left join completed_orders r on r.serial_key = o.serial_key) s;

    create or replace view order_states as
    select s.*, s.task_count - s.finished_count as remaining_count,
      case when s.open and s.unplanned_count > 0 then null else s.end_date end as shipping_date,
      greatest(0, coalesce(s.end_date - s.delivery_date, 0)) as late_days
    from (
      select g.order_id, o.delivery_date, g.task_count, g.finished_count, g.unplanned_count, g.finished_count < g.task_count as open, g.dated,
        case when g.finished_count < g.task_count and g.finished_count + g.unplanned_count = g.task_count then null else g.end_date end as end_date
      from (
        select order_id, sum(task_count)::integer as task_count, sum(finished_count)::integer as finished_count,
          sum(unplanned_count)::integer as unplanned_count, max(end_date) as end_date, bool_and(dated) as dated
        from lot_states group by order_id) g
      join orders o on o.id = g.order_id) s;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace view lot_states as
    select s.*, greatest(0, coalesce(s.end_date - o.delivery_date, 0)) as late_days
    from (
      select order_id, lot_id, task_count, finished_count, unplanned_count, final_day is not null as dated,
        case when finished_count = task_count then coalesce(final_day, latest_day)
          when finished_count + unplanned_count < task_count then latest_day end as end_date
      from (${COUNTED}) counted) s
    join orders o on o.id = s.order_id;

    create or replace view order_states as
    select s.*, s.task_count - s.finished_count as remaining_count,
      case when s.open and s.unplanned_count > 0 then null else s.end_date end as shipping_date,
      greatest(0, coalesce(s.end_date - s.delivery_date, 0)) as late_days
    from (
      select g.order_id, o.delivery_date, g.task_count, case when is_delivered(o.delivery_status) then g.task_count else g.finished_count end as finished_count,
        g.unplanned_count, not is_delivered(o.delivery_status) and g.finished_count < g.task_count as open,
        g.dated and g.finished_count = g.task_count as dated,
        case when is_delivered(o.delivery_status) or g.finished_count = g.task_count
          then case when g.dated and g.finished_count = g.task_count then g.end_date else coalesce(r.completed_on, g.end_date) end
          when g.finished_count + g.unplanned_count = g.task_count then null
          else g.end_date end as end_date
      from (
        select order_id, sum(task_count)::integer as task_count, sum(finished_count)::integer as finished_count,
          sum(unplanned_count)::integer as unplanned_count, max(end_date) as end_date, bool_and(dated) as dated
        from lot_states group by order_id) g
      join orders o on o.id = g.order_id left join completed_orders r on r.serial_key = o.serial_key) s;
  `);
}

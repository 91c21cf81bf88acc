import type { Knex } from 'knex';

/** The plan that everybody sees. */
const PUBLISHED = '(select id from plans where published)';

/** The pieces of a lot: an equal share of its order. */
const share = (lot: string): string => `(select ceil(max(o.number)::numeric / count(*))::integer
  from lots own join orders o on o.id = own.order_id join lots s on s.order_id = o.id where own.id = ${lot})`;

/** Hours of an in-house row that says none; a setting of another type is refused where it is kept. */
const DEFAULT_HOURS = `coalesce((select (value ->> 'default_work_hours')::numeric from settings
  where key = 'plan_settings' and jsonb_typeof(value -> 'default_work_hours') = 'number'), 4)`;

/** Bar `e` of order task `ot`, either of which may be missing: its own mark, or everything has come. */
const FINISHED = '(coalesce(e.received_locked, false) or coalesce(ot.all_received, false))';

/** The day on which a finished one ended: by the files, by the shop floor, by whoever marked it; null where nobody said. */
const ENDED_ON = `coalesce(ot.last_reception_date, (select m.finished_at::date from work_marks m where m.plan_entry_id = e.id),
  case when e.received_locked and not coalesce(ot.all_received, false) then end_day(e.end_at) end)`;

/** Stands for a day that nobody said. */
const NOBODY = -1_000_000;

/**
 * What bars, lots and orders of the published plan are: finished, open, their last end, days late, what remains. Every store reads these views and
 * computes none of it; tests/db/plan-states holds them against the rules of domain/.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- An end of 00:00 belongs to the day before.
    create function end_day(ends timestamptz) returns date language sql stable as $$ select (ends - interval '1 minute')::date $$;
    -- Nothing of such an order is planned any more.
    create function is_delivered(status text) returns boolean language sql immutable as $$ select btrim(status, ' 　') in ('納入済', '納品済', '出荷済', '完納') $$;
    create function is_heat_code(code_key text) returns boolean language sql immutable as
      $$ select strpos(code_key, '3123') > 0 or strpos(code_key, '3153') > 0 $$;
    create function is_demolding_code(code_key text) returns boolean language sql immutable as
      $$ select code_key in ('320-3121-060', '340-3151-040') $$;
    create function is_processing_code(code_key text) returns boolean language sql immutable as
      $$ select strpos(code_key, '5131') > 0 and strpos(code_key, '3123') = 0 and strpos(code_key, '3153') = 0 $$;
    create function is_outsourced(arrangement text, outsourcing_code text) returns boolean language sql immutable as
      $$ select btrim(normalize(outsourcing_code, NFKC)) <> '' or btrim(normalize(arrangement, NFKC)) in ('外注', '外作', '外', '購入') $$;
    create function all_received(received boolean, ordered integer, came integer) returns boolean language sql immutable as
      $$ select received or (ordered > 0 and came >= ordered) $$;

    -- A facility that may do a heat treatment, by its own list of tasks or by the rows of a product.
    create view furnaces as
    select f.id from facilities f
    where exists (select 1 from facility_tasks able join tasks t on t.id = able.task_id where able.facility_id = f.id
        and (is_heat_code(t.code_key) or t.id in (select task_id from heat_treatments)))
      or exists (select 1 from heat_treatments named where named.facility_id = f.id)
      or exists (select 1 from product_processings named join tasks t on t.id = named.task_id where named.facility_id = f.id
        and (is_heat_code(t.code_key) or t.id in (select task_id from heat_treatments)));

    -- Order tasks with what follows from their rows. What a partner has completed counts as received, whoever says so first.
    create view order_task_states as
    select ot.id, ot.lot_id, ot.task_id, ot.task_sort, ot.last_reception_date,
      all_received(ot.received, ot.order_quantity, ot.received_quantity)
        or coalesce(a.completed_quantity > ot.received_quantity and is_outsourced(ot.arrangement, ot.outsourcing_code)
          and a.completed_quantity >= case when ot.order_quantity > 0 then ot.order_quantity else ${share('ot.lot_id')} end, false) as all_received,
      case when ot.order_quantity > 0 then ot.order_quantity else ${share('ot.lot_id')} end as pieces,
      coalesce(nullif(ot.setup_hours + ot.work_hours, 0), ${DEFAULT_HOURS}) as whole_hours,
      -- Of a row that was received in part its share of the work, without set-up.
      case when ot.received_quantity > 0 and ot.received_quantity < ot.order_quantity
        then case when ot.setup_hours + ot.work_hours > 0 then ot.work_hours else ${DEFAULT_HOURS} end
          * (ot.order_quantity - ot.received_quantity) / ot.order_quantity
        else coalesce(nullif(ot.setup_hours + ot.work_hours, 0), ${DEFAULT_HOURS}) end as work_hours
    from order_tasks ot left join outsourcing_answers a
      on a.order_task_id = ot.id and (a.task_id, a.outsourcing_code) = (ot.task_id, ot.outsourcing_code);

    -- Bars of the published plan.
    create view bars as
    select b.*, not b.finished and not b.delivered as open,
      coalesce(not b.finished and not b.delivered and b.last_day > b.delivery_date, false) as past_deadline,
      -- Whether it takes a unit of its facility.
      not b.finished and not b.delivered and not b.before_casting as holds
    from (
      select e.id, e.version, e.plan_id, e.order_task_id, e.lot_id, l.order_id, e.task_id, e.task_sort, e.facility_id, e.unit, e.outsourced,
        e.locked, e.created_by_hand, e.start_at, e.end_at, end_day(e.end_at) as last_day, e.work_time_set,
        o.product_id, o.serial_number, l.lot_number, o.serial_number || case when l.lot_number = '' then '' else '-' || l.lot_number end as unique_order,
        o.delivery_date, is_delivered(o.delivery_status) as delivered, ${FINISHED} as finished,
        case when ${FINISHED} then ${ENDED_ON} end as ended_on,
        -- 'run': where a run found no rule broken; 'lock': the same, but no run moves it; 'hand': anywhere else.
        case when (e.start_at, e.end_at, e.facility_id) is distinct from (e.sound_start, e.sound_end, e.sound_facility_id) then 'hand'
          when e.locked or e.created_by_hand then 'lock' else 'run' end as placed_by,
        -- Placed backward from the casting of its lot, without capacity and calendar.
        exists (select 1 from order_tasks d join tasks dt on dt.id = d.task_id
          where d.lot_id = e.lot_id and d.task_sort > e.task_sort and is_demolding_code(dt.code_key)) as before_casting,
        (select min(m.furnace_run_id) from furnace_run_members m where m.plan_entry_id = e.id) as furnace_run_id,
        -- It holds its unit day and night.
        (select min(m.furnace_run_id) from furnace_run_members m where m.plan_entry_id = e.id) is not null
          or exists (select 1 from tasks t where t.id = e.task_id and (is_heat_code(t.code_key)
            or exists (select 1 from heat_treatments h where h.product_id = o.product_id and h.task_id = t.id))) as elapsed,
        coalesce(ot.pieces, ${share('e.lot_id')}) as pieces, ot.whole_hours, ot.work_hours
      from plan_entries e join lots l on l.id = e.lot_id join orders o on o.id = l.order_id left join order_task_states ot on ot.id = e.order_task_id
      where e.plan_id = ${PUBLISHED}) b;

    -- The bars of an order in the order in which one looks at them: of the lot that ends last the first open one that ends after the deadline,
    -- else the first open one, else the last one.
    create view bars_to_show as
    select order_id, lot_id, lot_number, id, open, row_number() over (partition by order_id order by open desc, past_deadline desc,
        case when past_deadline then lot_end end desc nulls last, case when open then start_at end, case when open then task_sort end,
        start_at desc, id) as rank
    from (select b.*, max(b.last_day) over (partition by b.order_id, b.lot_id) as lot_end from bars b) bars_of_lots;

    -- Every process of a lot, planned or not, and what was added by hand. last_day: of its bar.
    create view lot_steps as
    select s.*, case when s.finished then coalesce(s.said_end, s.last_day) else s.last_day end as end_date
    from (
      select l.order_id, ot.lot_id, ot.id as order_task_id, ot.task_id, ot.task_sort, e.id as entry_id, end_day(e.end_at) as last_day,
        ${FINISHED} as finished, ${ENDED_ON} as said_end
      from order_task_states ot join lots l on l.id = ot.lot_id
        left join plan_entries e on e.order_task_id = ot.id and e.plan_id = ${PUBLISHED}
      union all
      select l.order_id, e.lot_id, null, e.task_id, e.task_sort, e.id, end_day(e.end_at), e.received_locked, end_day(e.end_at)
      from plan_entries e join lots l on l.id = e.lot_id where e.order_task_id is null and e.plan_id = ${PUBLISHED}) s;

    create view lot_states as
    select s.*, greatest(0, coalesce(s.end_date - o.delivery_date, 0)) as late_days
    from (
      select order_id, lot_id, task_count, finished_count, unplanned_count, final_day is not null as dated,
        case when finished_count = task_count then coalesce(final_day, latest_day)
          -- Unknown while nothing of what is left is planned.
          when finished_count + unplanned_count < task_count then latest_day end as end_date
      from (
        select order_id, lot_id, count(*)::integer as task_count, (count(*) filter (where finished))::integer as finished_count,
          (count(*) filter (where not finished and entry_id is null))::integer as unplanned_count, max(end_date) as latest_day,
          -- The day on which the last process ended, null where nobody said: of pairs of process and day the greatest.
          date '2000-01-01' + nullif((max(array[task_sort, case when finished then coalesce(said_end - date '2000-01-01', ${NOBODY}) else ${NOBODY} end])
            filter (where task_sort is not null))[2], ${NOBODY}) as final_day
        from lot_steps group by order_id, lot_id) counted) s
    join orders o on o.id = s.order_id;

    -- The one lateness of an order. What ended it counts, not where its bars still stand; a day that nobody said is the one that is remembered.
    create view order_states as
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

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop view order_states, lot_states, lot_steps, bars_to_show, bars, order_task_states, furnaces;
    drop function end_day, is_delivered, is_heat_code, is_demolding_code, is_processing_code, is_outsourced, all_received;
  `);
}

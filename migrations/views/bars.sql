-- A bar: the place of an order task in a plan, under the id of that. Open is what is neither finished nor of a delivered order.
create view bars as
select b.*, not b.finished and not b.delivered as open,
  coalesce(not b.finished and not b.delivered and b.last_day > b.delivery_date, false) as past_deadline,
  -- Whether it takes a unit of its facility.
  not b.finished and not b.delivered and not b.before_casting as holds
from (
  select e.layer, e.id, e.version, e.id as order_task_id, e.lot_id, l.order_id, e.task_id, e.task_sort, e.facility_id, e.unit, e.outsourced,
    e.locked, ot.origin, e.start_at, e.end_at, end_day(e.end_at) as last_day, e.work_time_set, e.moved_by,
    o.product_id, o.serial_number, l.lot_number, o.serial_number || case when l.lot_number = '' then '' else '-' || l.lot_number end as unique_order,
    -- By the premises of its plan, of which there are few, or as the order says.
    case when o.id = any(array(select order_id from premised_dates))
      then (select case when d.order_id is null then o.delivery_date else d.delivery_date end
        from (select 1) one left join premised_dates d on (d.layer, d.order_id) = (e.layer, o.id))
      else o.delivery_date end as delivery_date,
    is_delivered(o.delivery_status) as delivered, ot.finished, ot.closed_by, ot.closed_on as ended_on,
    -- 'run': where a run found no rule broken; 'lock': the same, but no run moves it; 'hand': anywhere else.
    case when (e.start_at, e.end_at, e.facility_id) is distinct from (e.sound_start, e.sound_end, e.sound_facility_id) then 'hand'
      when e.locked or ot.origin = 'hand' then 'lock' else 'run' end as placed_by,
    -- Placed backward from the casting of its lot, without capacity and calendar.
    exists (select 1 from order_tasks d join tasks dt on dt.id = d.task_id
      where d.lot_id = e.lot_id and d.origin = 'file' and d.task_sort > e.task_sort and is_demolding_code(dt.code_key)) as before_casting,
    -- The furnace run that was made first. It and the next are asked of tables that a statement over all bars reads once, not of an index at each bar.
    case when exists (select 1 from furnace_run_members m where (m.layer, m.plan_entry_id) = (e.layer, e.id))
      then (select min(m.furnace_run_id) from furnace_run_members m where (m.layer, m.plan_entry_id) = (e.layer, e.id)) end as furnace_run_id,
    -- It holds its unit day and night.
    e.task_id = any(array(select id from tasks where is_heat_code(code_key)))
      or exists (select 1 from heat_treatments h where h.product_id = o.product_id and h.task_id = e.task_id)
      or exists (select 1 from furnace_run_members m where (m.layer, m.plan_entry_id) = (e.layer, e.id)) as elapsed,
    ot.pieces, ot.whole_hours, ot.work_hours
  from plan_entries e join order_task_states ot on ot.id = e.id join lots l on l.id = e.lot_id join orders o on o.id = l.order_id) b;

import type { Knex } from 'knex';

/** Of the open bars of an order: whether one stands where no run put it, and whether one begins before an earlier one of its lot has ended. */
const along = (found: string): string => `
  select order_id, ${found}
  from (
    select l.order_id, e.start_at, (e.start_at, e.end_at, e.facility_id) is distinct from (e.sound_start, e.sound_end, e.sound_facility_id) as by_hand,
      max(e.end_at) over (partition by l.order_id, e.lot_id order by e.task_sort groups between unbounded preceding and 1 preceding) as before_end
    from plan_entries e join lots l on l.id = e.lot_id join orders o on o.id = l.order_id left join order_task_states ot on ot.id = e.order_task_id
    where e.plan_id = (select id from plans where published) and not is_delivered(o.delivery_status)
      and not coalesce(e.received_locked, false) and not coalesce(ot.all_received, false)) along
  group by order_id`;
const BEFORE = 'coalesce(before_end > start_at, false)';
const UNSETTLED = along(`bool_or(by_hand or ${BEFORE}) as unsettled`);
const UNSETTLED_OR_CROSSED = along(`bool_or(by_hand or ${BEFORE}) as unsettled, bool_or(${BEFORE}) as crossed`);

const SHIPPED = `s.order_id, s.delivery_date, s.task_count, s.finished_count, s.unplanned_count, s.open, s.dated, s.end_date, s.remaining_count,
    case when not coalesce(u.crossed, false) then s.shipping_date end as shipping_date, s.late_days`;
const reckoned = (state: string, where = ''): string => `
  select ${state}, coalesce(u.unsettled, false) as unsettled
  from (select * from reckoned_states ${where}) s left join (select * from unsettled_orders ${where}) u on u.order_id = s.order_id`;

/** What of 0046 holds the state of an order by its own text. */
const states = (state: string): string => `
  create or replace view reckoned_orders as ${reckoned(state)};
  create or replace view order_states as
  select * from kept_orders k where not exists (select 1 from noted_orders n where n.order_id = k.order_id)
  union all
  ${reckoned(state, 'where order_id = any(array(select distinct order_id from noted_orders))')};
  create or replace function reckon_orders(ids bigint[]) returns setof reckoned_orders language plpgsql stable as $$ begin
    if cardinality(ids) > 500 then return query select * from reckoned_orders r where r.order_id in (select unnest(ids));
    else return query ${reckoned(state, 'where order_id = any(ids)')};
    end if;
  end $$;
  insert into noted_orders select id from orders;`;

/**
 * Of a bar that a run moved: its new end, and why it moved. Not known of the runs of earlier versions. And an order whose bars stand in the wrong order has no
 * day on which it ships.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table run_moves add column new_end_at timestamptz,
      add column moved_by text check (moved_by in ('unfit', 'first', 'room', 'plan'));
    create or replace view unsettled_orders as ${UNSETTLED_OR_CROSSED};
    ${states(SHIPPED)}`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table run_moves drop column new_end_at, drop column moved_by;
    drop view late_orders, order_states;
    drop function reckon_orders;
    drop view reckoned_orders, unsettled_orders;
    create view unsettled_orders as ${UNSETTLED};
    ${states('s.*')}
    create view late_orders as
    select s.order_id, o.serial_number, s.delivery_date, s.end_date, s.late_days,
      (row_number() over (order by s.late_days desc, s.delivery_date, o.serial_number, s.order_id))::integer - 1 as place
    from order_states s join orders o on o.id = s.order_id where s.open and s.late_days > 0;`);
}

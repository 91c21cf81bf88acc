import type { Knex } from 'knex';
import { PLACED, SKIPPED, unsettled } from './0052_skipped_steps.ts';

const BEFORE = 'coalesce(before_end > start_at, false)';
/** What 0052 says of an order, and whether one of its open bars begins before an earlier one of its lot has ended. */
const UNSETTLED_OR_CROSSED = `
  select order_id, coalesce(bool_or(unsettled), false) as unsettled, coalesce(bool_or(crossed), false) as crossed
  from (${PLACED.replace(' as unsettled', ` as unsettled, ${BEFORE} as crossed`)} union all select skipped.*, false from (${SKIPPED}) skipped) said
  group by order_id`;

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
    ${unsettled(PLACED, SKIPPED)}
    ${states('s.*')}
    create view late_orders as
    select s.order_id, o.serial_number, s.delivery_date, s.end_date, s.late_days,
      (row_number() over (order by s.late_days desc, s.delivery_date, o.serial_number, s.order_id))::integer - 1 as place
    from order_states s join orders o on o.id = s.order_id where s.open and s.late_days > 0;`);
}

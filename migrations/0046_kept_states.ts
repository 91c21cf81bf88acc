import type { Knex } from 'knex';

/** The one lateness of an order: what ended it counts, not where its bars still stand. */
const STATES = `
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
    join orders o on o.id = g.order_id) s`;

/** Whether an open bar of an order stands where no run put it, or begins before an earlier open one of its lot has ended. */
const UNSETTLED = `
  select order_id, bool_or(by_hand or coalesce(before_end > start_at, false)) as unsettled
  from (
    select l.order_id, e.start_at, (e.start_at, e.end_at, e.facility_id) is distinct from (e.sound_start, e.sound_end, e.sound_facility_id) as by_hand,
      max(e.end_at) over (partition by l.order_id, e.lot_id order by e.task_sort groups between unbounded preceding and 1 preceding) as before_end
    from plan_entries e join lots l on l.id = e.lot_id join orders o on o.id = l.order_id left join order_task_states ot on ot.id = e.order_task_id
    where e.plan_id = (select id from plans where published) and not is_delivered(o.delivery_status)
      and not coalesce(e.received_locked, false) and not coalesce(ot.all_received, false)) along
  group by order_id`;

/** The whole states of orders. The condition stands on both sides: PostgreSQL carries no other than equality over an outer join. */
const reckoned = (where = ''): string => `
  select s.*, coalesce(u.unsettled, false) as unsettled
  from (select * from reckoned_states ${where}) s left join (select * from unsettled_orders ${where}) u on u.order_id = s.order_id`;

/** The orders whose state hangs on changed rows \`c\` of a table. */
const REACHED = {
  orders: (c: string) => `select id from ${c}`,
  lots: (c: string) => `select order_id from ${c}`,
  order_tasks: (c: string) => `select l.order_id from ${c} c join lots l on l.id = c.lot_id`,
  plan_entries: (c: string) => `select l.order_id from ${c} c join lots l on l.id = c.lot_id`,
  work_marks: (c: string) => `select l.order_id from ${c} c join plan_entries e on e.id = c.plan_entry_id join lots l on l.id = e.lot_id`,
  outsourcing_answers: (c: string) =>
    `select l.order_id from ${c} c join order_tasks t on t.id = c.order_task_id join lots l on l.id = t.lot_id`,
  completed_orders: (c: string) => `select o.id from ${c} c join orders o on o.serial_key = c.serial_key`,
};

/** Every change of such a table notes its orders. What goes with the row that it belongs to (on delete cascade) is noted with that row. */
const noting = ([table, reached]: [string, (c: string) => string]): string => `
  create function note_${table}() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then insert into noted_orders select distinct * from (${reached('changed')}) reached;
    elsif tg_op = 'DELETE' then insert into noted_orders select distinct * from (${reached('former')}) reached;
    else insert into noted_orders ${reached('former')} union ${reached('changed')};
    end if;
    return null;
  end $$;
  create trigger note_added after insert on ${table} referencing new table as changed
    for each statement execute function note_${table}();
  create trigger note_altered after update on ${table} referencing old table as former new table as changed
    for each statement execute function note_${table}();
  create trigger note_gone after delete on ${table} referencing old table as former
    for each statement when (pg_trigger_depth() = 0) execute function note_${table}();
  create trigger note_emptied after truncate on ${table} for each statement execute function note_every_order();`;

/**
 * The states of orders are kept as they were reckoned last. Whoever changes what they hang on notes the orders in the same transaction, by adding rows alone, so that
 * no two wait for each other. order_states gives what is kept of the orders that nobody has noted, and reckons the others anew: in one snapshot, so that
 * nobody ever reads an old state. keep_order_states keeps the states of those that were noted up to now.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- From here to the triggers nobody changes anything that would be neither kept nor noted.
    lock table plans, ${Object.keys(REACHED).join(', ')} in share row exclusive mode;
    create view reckoned_states as ${STATES};
    create view unsettled_orders as ${UNSETTLED};
    create view reckoned_orders as ${reckoned()};

    create table kept_orders as select * from reckoned_orders;
    alter table kept_orders add primary key (order_id);
    create table noted_orders (order_id bigint not null);
    create index noted_orders_order on noted_orders (order_id);

    create or replace view order_states as
    select * from kept_orders k where not exists (select 1 from noted_orders n where n.order_id = k.order_id)
    union all
    ${reckoned('where order_id = any(array(select distinct order_id from noted_orders))')};

    -- Many are reckoned as a whole, few by their ids.
    create function reckon_orders(ids bigint[]) returns setof reckoned_orders language plpgsql stable as $$ begin
      if cardinality(ids) > 500 then return query select * from reckoned_orders r where r.order_id in (select unnest(ids));
      else return query ${reckoned('where order_id = any(ids)')};
      end if;
    end $$;

    -- By one at a time, each in a snapshot that begins when the former one has ended.
    create function keep_order_states() returns void language sql as $$
      with seen as (delete from noted_orders returning order_id),
        asked as materialized (select array_agg(distinct order_id) as ids from seen),
        found as materialized (select r.* from asked cross join lateral reckon_orders(asked.ids) r),
        gone as (delete from kept_orders k using asked where k.order_id = any(asked.ids) and k.order_id not in (select order_id from found))
      insert into kept_orders select * from found on conflict (order_id) do update set
        (delivery_date, task_count, finished_count, unplanned_count, open, dated, end_date, remaining_count, shipping_date, late_days, unsettled)
        = (excluded.delivery_date, excluded.task_count, excluded.finished_count, excluded.unplanned_count, excluded.open, excluded.dated,
          excluded.end_date, excluded.remaining_count, excluded.shipping_date, excluded.late_days, excluded.unsettled)
        where kept_orders is distinct from excluded
    $$;

    -- Of thousands of bars the few that no run moves.
    create index plan_entries_kept on plan_entries (id) where locked or created_by_hand;

    create function note_every_order() returns trigger language plpgsql as $$ begin
      insert into noted_orders select id from orders union select order_id from kept_orders;
      return null;
    end $$;
    create trigger note_gone after delete on plans for each row when (old.published) execute function note_every_order();
    create trigger note_published after update of published on plans
      for each row when (old.published is distinct from new.published) execute function note_every_order();
    ${Object.entries(REACHED).map(noting).join('')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  const tables = Object.keys(REACHED);
  await knex.raw(`
    drop index plan_entries_kept;
    ${tables.map((table) => `drop function note_${table} cascade;`).join('\n    ')}
    drop function note_every_order cascade;
    drop function keep_order_states;
    drop function reckon_orders;
    drop view late_orders, order_states;
    drop table kept_orders, noted_orders;
    drop view reckoned_orders, unsettled_orders, reckoned_states;
    create view order_states as ${STATES};
    create view late_orders as
    select s.order_id, o.serial_number, s.delivery_date, s.end_date, s.late_days,
      (row_number() over (order by s.late_days desc, s.delivery_date, o.serial_number, s.order_id))::integer - 1 as place
    from order_states s join orders o on o.id = s.order_id where s.open and s.late_days > 0;
  `);
}

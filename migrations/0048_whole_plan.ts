import type { Knex } from 'knex';

/** Pieces of each lot of an order: the order's, evenly and rounded up. */
const SHARE = `(select ceil(max(o.number)::numeric / count(*))::integer
  from lots own join orders o on o.id = own.order_id join lots s on s.order_id = o.id where own.id = ot.lot_id)`;

/** Hours of a process of which nobody said any. */
const DEFAULT_HOURS = `coalesce((select (value ->> 'default_work_hours')::numeric from settings
  where key = 'plan_settings' and jsonb_typeof(value -> 'default_work_hours') = 'number'), 4)`;

const PUBLISHED = '(select id from plans where published)';
const RECEIVED = 'all_received(ot.received, ot.order_quantity, ot.received_quantity)';
/** What a partner completed counts as received, and is asked of the few answers. */
const DONE_AWAY = 'ot.id in (select order_task_id from completed_away)';
const FINISHED = `(coalesce(e.received_locked, false) or coalesce(${RECEIVED} or ${DONE_AWAY}, false))`;

const STEP_COLUMNS = `ot.lot_id, ot.id as order_task_id, ot.task_id, ot.task_sort, null::bigint as entry_id, ot.arrangement, ot.outsourcing_code,
      is_outsourced(ot.arrangement, ot.outsourcing_code) as outsourced, ot.solution_frame_days`;
const STEPS_BY_HAND = `
    select e.lot_id, null, e.task_id, e.task_sort, e.id, '', '', e.outsourced, null
    from plan_entries e where e.order_task_id is null and not e.received_locked and e.plan_id = ${PUBLISHED}`;

/**
 * Views for who looks at every step or bar of the plant: they read few answers and marks as sets instead of joining them to each row. planned_work: the bars of the
 * published plan with the hours that each needs, as bars says them. And is_outsourced folds only what may be a word of it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Nothing else folds to these two characters, and each of the words has one of them.
    create or replace function is_outsourced(arrangement text, outsourcing_code text) returns boolean language sql immutable as $$
      select (outsourcing_code <> '' and btrim(normalize(outsourcing_code, NFKC)) <> '')
        or ((strpos(arrangement, '外') > 0 or strpos(arrangement, '購') > 0) and btrim(normalize(arrangement, NFKC)) in ('外注', '外作', '外', '購入')) $$;

    create view completed_away as
    select a.order_task_id from outsourcing_answers a
      join order_tasks ot on ot.id = a.order_task_id and (ot.task_id, ot.outsourcing_code) = (a.task_id, a.outsourcing_code)
    where a.completed_quantity > ot.received_quantity and is_outsourced(ot.arrangement, ot.outsourcing_code)
      and a.completed_quantity >= case when ot.order_quantity > 0 then ot.order_quantity else ${SHARE} end;

    create or replace view open_steps as
    select ${STEP_COLUMNS}
    from order_tasks ot
    where not ${RECEIVED} and ot.id not in (select order_task_id from completed_away union all
      select e.order_task_id from plan_entries e where e.received_locked and e.order_task_id is not null and e.plan_id = ${PUBLISHED})
    union all ${STEPS_BY_HAND};

    create view planned_work as
    select e.id, e.lot_id, e.facility_id, e.start_at, e.end_at, end_day(e.end_at) as last_day, ${FINISHED} as finished,
      -- Of a row that was received in part its share of the work, without set-up; few are.
      case when ot.received_quantity > 0 and ot.received_quantity < ot.order_quantity and not ${FINISHED}
        then case when ot.setup_hours + ot.work_hours > 0 then ot.work_hours else ${DEFAULT_HOURS} end
          * (ot.order_quantity - ot.received_quantity) / ot.order_quantity
        when ot.id is not null then coalesce(nullif(ot.setup_hours + ot.work_hours, 0), ${DEFAULT_HOURS}) end as hours
    from plan_entries e left join order_tasks ot on ot.id = e.order_task_id
    where e.plan_id = ${PUBLISHED};
  `);
}

export async function down(knex: Knex): Promise<void> {
  const answered = `coalesce(a.completed_quantity > ot.received_quantity, false) and is_outsourced(ot.arrangement, ot.outsourcing_code)
    and a.completed_quantity >= case when ot.order_quantity > 0 then ot.order_quantity else ${SHARE} end`;
  await knex.raw(`
    drop view planned_work;
    create or replace view open_steps as
    select ${STEP_COLUMNS}
    from order_tasks ot left join outsourcing_answers a on a.order_task_id = ot.id and (a.task_id, a.outsourcing_code) = (ot.task_id, ot.outsourcing_code)
    where not (${RECEIVED} or (${answered}))
      and not exists (select 1 from plan_entries e where e.order_task_id = ot.id and e.received_locked and e.plan_id = ${PUBLISHED})
    union all ${STEPS_BY_HAND};
    drop view completed_away;
    create or replace function is_outsourced(arrangement text, outsourcing_code text) returns boolean language sql immutable as
      $$ select btrim(normalize(outsourcing_code, NFKC)) <> '' or btrim(normalize(arrangement, NFKC)) in ('外注', '外作', '外', '購入') $$;
  `);
}

import type { Knex } from 'knex';

/**
 * Any number of plans. The bars of one that somebody looks at lie in a layer of their own, those of the published one always in the first; the others are packed.
 * What a run offered beside its plan become candidates, and where bars stood before it the plan before.
 */
const PLANS = `
  drop trigger note_gone on plans;
  drop trigger note_published on plans;
  -- Whoever migrates notes every order.
  alter table noted_orders add column layer integer;
  alter table plans add column kind text not null default 'published' check (kind in ('published', 'candidate', 'scenario', 'former')),
    -- Where its bars lie; null: packed.
    add column layer integer,
    add column author text collate "C" not null default '',
    -- The run that made it or left it as it was, by which number it is offered, and the plan that stood before. No references: a plan outlives them.
    add column job_id bigint,
    add column number integer,
    add column base_id bigint,
    -- What its run says of it: messages, late orders, figures.
    add column said jsonb,
    -- How it stood when its place was taken: late orders, ends, figures.
    add column stood jsonb,
    -- Its figures as lists show them.
    add column figures jsonb,
    -- When another plan took its place.
    add column left_at timestamptz,
    -- When it was last looked at beside the published one.
    add column opened_at timestamptz,
    add column version integer not null default 1;
  drop index plans_one_published;
  create unique index plans_published on plans (kind) where kind = 'published';
  create unique index plans_layer on plans (layer);
  create index plans_job on plans (job_id);
  alter table furnace_run_members drop constraint furnace_run_members_plan_id_plan_entry_id_fkey;
  alter table plan_entries drop constraint plan_entries_plan_id_fkey;
  alter table furnace_runs drop constraint furnace_runs_plan_id_fkey;
  -- Lot and task of a bar are those of its order task, which it goes with: asked once, not three times a bar.
  alter table plan_entries drop constraint plan_entries_lot_id_fkey, drop constraint plan_entries_task_id_fkey;
  drop index plan_entries_task, plan_entries_at;
  alter table plan_entries rename column plan_id to layer;
  alter table furnace_runs rename column plan_id to layer;
  alter table furnace_run_members rename column plan_id to layer;
  update plan_entries set layer = 1 where layer <> 1;
  update furnace_runs set layer = 1 where layer <> 1;
  update furnace_run_members set layer = 1 where layer <> 1;
  alter table plan_entries alter column layer type integer,
    -- Why its run put it elsewhere than the plan before had it; null: it did not.
    add column moved_by text check (moved_by in ('unfit', 'first', 'room', 'plan'));
  alter table furnace_runs alter column layer type integer;
  alter table furnace_run_members alter column layer type integer;
  alter table furnace_run_members add foreign key (layer, plan_entry_id) references plan_entries (layer, id) on delete cascade;
  update plans set layer = 1;
  -- Of other plans nobody holds a version past their layer.
  drop trigger next_version on plan_entries;
  create trigger next_version before insert on plan_entries for each row when (new.layer = 1) execute function next_version();
  -- A plan as it is kept while nobody looks at it: bars, furnace runs and their members, by their positions.
  create table plan_contents (
    plan_id bigint primary key references plans on delete cascade,
    entries json not null,
    runs json not null,
    members json not null
  );

  -- States of orders are kept for each plan that lies in a layer; a note without a layer is of all of them.
  drop table kept_orders;
  create table kept_orders (
    layer integer not null,
    order_id bigint not null,
    delivery_date date,
    task_count integer,
    finished_count integer,
    unplanned_count integer,
    open boolean,
    dated boolean,
    end_date date,
    remaining_count integer,
    shipping_date date,
    late_days integer,
    unsettled boolean,
    primary key (layer, order_id)
  );

  delete from schedule_steps where run_job_id is not null;
  alter table schedule_steps drop constraint schedule_steps_plan_id_fkey;
  alter table schedule_steps rename column plan_id to layer;
  update schedule_steps set layer = 1;
  -- Bars as steps and imports keep them.
  update schedule_step_bars set before = regexp_replace(before::text, '"plan_id": [0-9]+', '"layer": 1', 'g')::jsonb,
    after = regexp_replace(after::text, '"plan_id": [0-9]+', '"layer": 1', 'g')::jsonb;
  delete from import_effects where table_name in ('run_moves', 'run_alternative_places');
  update import_effects set old = old - 'plan_id' || '{"layer": 1}' where table_name in ('plan_entries', 'furnace_runs', 'furnace_run_members');
  alter table schedule_steps alter column layer type integer, drop column run_job_id, drop column old_alternative, drop column new_alternative,
    -- The plan that lay there then: of another one nothing is to be taken back.
    add column plan_id bigint,
    -- Putting another plan in the place of the published one is a step without bars of its own: it is taken back by adopting the one before.
    add column old_plan bigint,
    add column new_plan bigint;
  update schedule_steps set plan_id = (select id from plans where layer = 1);
  alter table schedule_steps alter column plan_id set not null;

  alter table schedule_messages add column plan_id bigint references plans on delete cascade;
  create index schedule_messages_plan on schedule_messages (plan_id, position);
  update plans set job_id = (select max(id) from jobs where kind = 'schedule' and status = 'complete');
  update schedule_messages m set plan_id = p.id from plans p where m.job_id = p.job_id;

  update plans p set number = (offered ->> 'id')::integer, figures = offered - array['id', 'published', 'later_orders']
    from jobs j cross join lateral jsonb_array_elements(j.statistics -> 'alternatives') as offered where j.id = p.job_id and (offered ->> 'published')::boolean;
  update plans p set said = jsonb_build_object('messages', '[]'::jsonb, 'late', coalesce(j.statistics -> 'late', '[]'), 'gains', '[]'::jsonb,
      'figures', j.statistics, 'score', coalesce(j.statistics -> 'score', '{}')) from jobs j where j.id = p.job_id;
  update plans p set said = a.said from run_alternatives a where (a.job_id, a.id) = (p.job_id, p.number);
  insert into plans (kind, published, job_id, number, said, figures, input_prints, published_at)
    select 'candidate', false, a.job_id, a.id, a.said, offered - array['id', 'published', 'later_orders'], p.input_prints, p.published_at
    from run_alternatives a join plans p on p.job_id = a.job_id and p.kind = 'published' and p.number <> a.id
      join jobs j on j.id = a.job_id cross join lateral jsonb_array_elements(j.statistics -> 'alternatives') as offered where (offered ->> 'id')::integer = a.id
    order by a.id;
  insert into plan_contents select p.id, a.entries::text::json, a.runs::text::json, a.members::text::json
    from plans p join run_alternatives a on (a.job_id, a.id) = (p.job_id, p.number) where p.kind = 'candidate';
  update jobs j set statistics = jsonb_set(j.statistics, '{alternatives}', (
      select jsonb_agg(offered || jsonb_build_object('plan', (select p.id from plans p where (p.job_id, p.number) = (j.id, (offered ->> 'id')::integer))) order by (offered ->> 'id')::integer)
      from jsonb_array_elements(j.statistics -> 'alternatives') as offered))
    where jsonb_array_length(j.statistics -> 'alternatives') > 0;
  update plan_entries e set moved_by = coalesce(m.moved_by, 'plan') from run_moves m where m.plan_entry_id = e.id;
  with former as (
    insert into plans (kind, published, left_at, published_at, stood)
      select 'former', false, published_at, published_at, (select baseline from run_baselines b where b.job_id = plans.job_id) from plans where kind = 'published' and published_at is not null and (exists (select 1 from run_moves) or job_id in (select job_id from run_baselines)) returning id),
    based as (update plans p set base_id = former.id from former where p.kind in ('published', 'candidate') returning 1)
  insert into plan_contents
    select former.id, (select json_agg(json_build_object('position', b.position, 'order_task_id', b.id, 'entry_id', b.id, 'lot_id', b.lot_id, 'task_id', b.task_id, 'task_sort', b.task_sort,
        'facility_id', b.facility_id, 'unit', b.unit, 'outsourced', b.outsourced, 'finished', false, 'start_at', b.start_at, 'end_at', b.end_at,
        'locked', b.locked, 'work_time_set', b.work_time_set, 'sound_start', b.start_at, 'sound_end', b.end_at, 'sound_facility_id', b.facility_id) order by b.position)
      from (select e.id, e.lot_id, e.task_id, e.task_sort, e.unit, e.outsourced, e.locked, e.work_time_set,
          case when m.plan_entry_id is null then e.facility_id else m.facility_id end as facility_id,
          coalesce(m.start_at, e.start_at) as start_at, coalesce(m.end_at, e.end_at) as end_at, row_number() over (order by e.id) - 1 as position
        from plan_entries e left join run_moves m on m.plan_entry_id = e.id) b), '[]', '[]'
    from former;
  alter table plans drop column published;
  drop table run_moves, run_alternative_places, run_alternatives, run_baselines;`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(PLANS.replaceAll('?', '\\?'));
}

/** There is no way back but the whole one: what the first migration made goes with it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table plan_contents cascade');
}

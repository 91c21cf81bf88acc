import type { Knex } from 'knex';

/** A process added by hand is an order task like any other; a bar is the place of an order task in a plan, and bears its id. */
const IDENTITY = `
  alter table order_tasks add column origin text not null default 'file' check (origin in ('file', 'hand')),
    -- Of its bar, the last that went: one that comes back goes on from there.
    add column last_version integer not null default 0,
    add column bar bigint,
    alter column task_sort drop not null, drop constraint order_tasks_key, add constraint order_tasks_sorted check (origin = 'hand' or task_sort is not null);
  create unique index order_tasks_key on order_tasks (lot_id, task_sort) where origin = 'file';
  create index order_tasks_lot on order_tasks (lot_id);
  insert into order_tasks (lot_id, task_id, task_sort, task_name, origin, bar)
    select e.lot_id, e.task_id, e.task_sort, t.task_name, 'hand', e.id from plan_entries e join tasks t on t.id = e.task_id where e.order_task_id is null order by e.id;
  -- What it notes by has another form by now; whoever migrates notes every order.
  alter table plan_entries disable trigger user;
  update plan_entries e set order_task_id = t.id from order_tasks t where t.bar = e.id;
  alter table plan_entries enable trigger user;
  -- Who closed what by the form, by the ids of then.
  create temporary table closed_by_form on commit drop as select distinct e.order_task_id as id from audit h join plan_entries e on e.id = (h.new ->> 'id')::bigint
    where h.kind = 'plan_entries' and h.new ->> 'received_locked' = 'true';
  create temporary table bars_named on commit drop as select id as former, order_task_id as id from plan_entries;
  alter table order_tasks drop column bar;
  -- An order task had one bar at most; of what people took back nothing goes on over this change, nor do bars come back with imports of before it.
  delete from schedule_steps;
  delete from import_effects where table_name in ('plan_entries', 'furnace_runs', 'furnace_run_members', 'work_marks', 'run_moves', 'run_alternative_places');
  -- An order task that an import took away comes back as one of the files.
  update audit set old = '{"origin": "file", "last_version": 0}' || old, new = '{"origin": "file", "last_version": 0}' || new where kind = 'order_tasks' and part_of is not null;
  create temporary table marked on commit drop as select n.id, m.* from work_marks m join bars_named n on n.former = m.plan_entry_id;
  create temporary table closed on commit drop as select order_task_id as id from plan_entries where received_locked;
  drop table work_marks;
  alter table furnace_run_members add column plan_id bigint, drop constraint furnace_run_members_pkey, drop constraint furnace_run_members_plan_entry_id_fkey;
  alter table run_moves drop constraint run_moves_pkey, drop constraint run_moves_plan_entry_id_fkey;
  alter table run_alternative_places drop constraint run_alternative_places_pkey, drop constraint run_alternative_places_plan_entry_id_fkey;
  update furnace_run_members m set plan_id = r.plan_id, plan_entry_id = n.id from furnace_runs r, bars_named n where r.id = m.furnace_run_id and n.former = m.plan_entry_id;
  update run_moves m set plan_entry_id = n.id from bars_named n where n.former = m.plan_entry_id;
  update run_alternative_places m set plan_entry_id = n.id from bars_named n where n.former = m.plan_entry_id;
  alter table plan_entries drop constraint plan_entries_pkey, drop constraint plan_entries_order_task_key, drop column id, drop column created_by_hand,
    drop column received_locked, alter column order_task_id set not null;
  drop index plan_entries_order_task;
  alter table plan_entries rename column order_task_id to id;
  alter table plan_entries rename constraint plan_entries_order_task_id_fkey to plan_entries_id_fkey;
  alter table plan_entries add primary key (id, plan_id);
  create index plan_entries_kept on plan_entries (id) where locked;
  alter table furnace_run_members alter column plan_id set not null, add primary key (furnace_run_id, plan_entry_id),
    add foreign key (plan_id, plan_entry_id) references plan_entries (plan_id, id) on delete cascade;
  alter table run_moves add primary key (plan_entry_id), add foreign key (plan_entry_id) references order_tasks on delete cascade;
  alter table run_alternative_places add primary key (plan_entry_id, alternative), add foreign key (plan_entry_id) references order_tasks on delete cascade;
  update work_taps w set entry_ids = array(select coalesce(n.id, -t.id) from unnest(w.entry_ids) with ordinality t (id, place) left join bars_named n on n.former = t.id order by place);
  update audit a set old = case when a.old is not null then jsonb_set(a.old, '{id}', to_jsonb(n.id)) end, new = case when a.new is not null then jsonb_set(a.new, '{id}', to_jsonb(n.id)) end
    from bars_named n where a.kind = 'plan_entries' and a.part_of is null and n.former = (coalesce(a.new, a.old) ->> 'id')::bigint
      and a.at >= (select published_at from plans where published);
  create trigger next_version before insert on plan_entries for each row execute function next_version();
  create trigger keep_versions after delete on plan_entries referencing old table as former
    for each statement when (pg_trigger_depth() = 0) execute function keep_versions();`;

/** The bars of then were found by the plan that they were of. */
const OPEN_THEN = `
  alter function open_actuals rename to open_actuals_now;
  create function open_actuals(ids bigint[]) returns void language sql as $$
    insert into actuals (order_task_id, serial_number, serial_key, lot_number, lot_key, task_id, task_sort, task_code, task_name, product_code, product_name,
      facility_id, facility_name, unit, pieces, planned_start, planned_end, planned_hours)
    select ot.id, o.serial_number, o.serial_key, l.lot_number, l.lot_key, ot.task_id, ot.task_sort, t.task_code, t.task_name, o.product_code,
      coalesce(p.product_name, o.product_name), e.facility_id, f.facility_name, e.unit,
      case when ot.order_quantity > 0 then ot.order_quantity else lot_pieces(ot.lot_id) end, e.start_at, e.end_at,
      case when ot.origin = 'file' then hours_left(ot.setup_hours, ot.work_hours, 0, 0, default_hours()) end
    from order_tasks ot join tasks t on t.id = ot.task_id join lots l on l.id = ot.lot_id join orders o on o.id = l.order_id
      left join products p on p.id = o.product_id
      left join plan_entries e on e.id = ot.id and e.plan_id = (select id from plans where published) left join facilities f on f.id = e.facility_id
    where ot.id = any(ids)
    on conflict (order_task_id) do nothing
  $$;`;
const OPEN_NOW = 'drop function open_actuals; alter function open_actuals_now rename to open_actuals;';

/** What happened, beside what was planned then: rows that name what they speak of by its words, too, and stay when it goes. */
const FACTS = `
  create table actuals (
    -- No reference: the row outlives its order.
    order_task_id bigint primary key,
    serial_number text collate "C" not null,
    serial_key text collate "C" not null,
    lot_number text collate "C" not null,
    lot_key text collate "C" not null,
    task_id bigint not null,
    task_sort integer,
    task_code text collate "C" not null,
    task_name text collate "C" not null,
    product_code text collate "C" not null,
    product_name text collate "C" not null,
    -- By the shop floor.
    started_at timestamptz,
    finished_at timestamptz,
    facility_id bigint,
    facility_name text collate "C",
    unit integer,
    -- Of how many pieces it was, and of these the good ones; null: not said. Why the others are none, and who worked.
    pieces integer,
    good integer check (good >= 0),
    defect_reason text,
    worker text not null default '',
    -- 工程終了 by a planner.
    by_hand boolean not null default false,
    -- The day on which it ended, by the shop floor or where its bar stood.
    ended_on date,
    -- That it is done, by the files, by its partner's word, or because its casting has been, and the day that the files say.
    received_by text check (received_by in ('file', 'partner', 'casting')),
    received_on date,
    planned_start timestamptz,
    planned_end timestamptz,
    planned_hours numeric,
    changed_at timestamptz not null default clock_timestamp(),
    -- Finished is what has this: whoever is nearest to the work is named.
    closed_by text generated always as (case when finished_at is not null then 'tap' when by_hand then 'hand' when received_by = 'casting' then 'file' else received_by end) stored,
    -- Whether it is closed in the plant, which a planner may take back: not by what is said of it outside.
    marked boolean not null generated always as (finished_at is not null or by_hand or coalesce(received_by = 'casting', false)) stored,
    -- The day that counts; null: nobody said.
    closed_on date generated always as (case when finished_at is not null or by_hand or received_by is not null then coalesce(received_on, ended_on) end) stored
  );
  create index actuals_order on actuals (serial_key);
  create index actuals_started on actuals (started_at);
  create index actuals_closed_on on actuals (closed_on);
  create index actuals_under_way on actuals (order_task_id) where started_at is not null and finished_at is null;
${OPEN_THEN}
  select open_actuals(array(select id from marked union select id from closed));
  update actuals a set started_at = m.started_at, finished_at = m.finished_at, good = m.quantity, defect_reason = m.defect, worker = m.worker,
      ended_on = m.finished_at::date, planned_start = m.planned_start_at, planned_end = m.planned_end_at, changed_at = m.changed_at,
      pieces = coalesce((select nullif(i.pieces, 0) from furnace_run_members i join furnace_runs r on r.id = i.furnace_run_id
        where i.plan_entry_id = m.id and r.started_at is not null order by r.started_at desc limit 1), a.pieces)
    from marked m where a.order_task_id = m.id;
  update actuals a set by_hand = true, ended_on = end_day(e.end_at) from closed c join plan_entries e on e.id = c.id
    where a.order_task_id = c.id and a.finished_at is null;
  select settle_receptions(array(select id from order_tasks where received or received_quantity > 0 union select order_task_id from outsourcing_answers));
  -- A run had marked what lay before its casting, and what had come by its quantity.
  update actuals a set by_hand = false, received_by = 'casting' from order_tasks t where t.id = a.order_task_id and a.started_at is null and a.received_by is null and a.by_hand
    and t.origin = 'file' and t.id not in (select id from closed_by_form)
    and exists (select 1 from order_tasks d join tasks k on k.id = d.task_id where d.lot_id = t.lot_id and d.origin = 'file' and d.task_sort > t.task_sort and is_demolding_code(k.code_key));
  delete from actuals a using order_tasks t where t.id = a.order_task_id and a.started_at is null and a.received_by = 'file' and a.by_hand and not t.received;
  select settle_receptions(array(select id from order_tasks where not received and received_quantity > 0));
  ${OPEN_NOW}

  update actuals set changed_at = coalesce(planned_end, '2000-01-01') where started_at is null;

  -- Furnace loads that were begun, or done by what became of all in them. A furnace run of a plan is what is intended.
  create table furnace_loads (
    id bigint generated always as identity primary key,
    -- The run of a plan that it was; no reference.
    furnace_run_id bigint unique,
    facility_id bigint not null,
    facility_name text collate "C" not null,
    unit integer not null,
    temperature numeric(8,2),
    retention_time numeric(8,2),
    cooling_method text,
    cooling_time numeric(8,2),
    run_start timestamptz not null,
    run_end timestamptz,
    -- By the shop floor; null: nobody tapped.
    started_at timestamptz,
    finished_at timestamptz,
    -- Share of the furnace that was used; null: the furnace has no limits.
    fill numeric(8,4)
  );
  create index furnace_loads_start on furnace_loads (run_start);
  create table furnace_load_members (
    furnace_load_id bigint not null references furnace_loads on delete cascade,
    order_task_id bigint not null,
    name text collate "C" not null,
    pieces integer not null default 0,
    weight numeric not null default 0,
    volume numeric not null default 0,
    primary key (furnace_load_id, order_task_id)
  );
  create index furnace_load_members_task on furnace_load_members (order_task_id);
  insert into furnace_loads (furnace_run_id, facility_id, facility_name, unit, temperature, retention_time, cooling_method, cooling_time, run_start, run_end, started_at, finished_at, fill)
    select r.id, r.facility_id, f.facility_name, r.unit, r.temperature, r.retention_time, r.cooling_method, r.cooling_time, r.run_start, r.run_end, r.started_at, r.finished_at,
      (select greatest(sum(m.weight) / nullif(f.max_weight, 0), sum(m.volume) / nullif(f.volume, 0)) from furnace_run_members m where m.furnace_run_id = r.id)
    from furnace_runs r join facilities f on f.id = r.facility_id where r.started_at is not null;
  insert into furnace_loads (facility_id, facility_name, unit, run_start, fill)
    select d.facility_id, d.facility_name, d.unit, d.run_start, d.fill from done_furnace_runs d
    where not exists (select 1 from furnace_loads l where (l.facility_id, l.unit, l.run_start) = (d.facility_id, d.unit, d.run_start));
  insert into furnace_load_members (furnace_load_id, order_task_id, name, pieces, weight, volume)
    select d.id, m.plan_entry_id, concat_ws('-', o.serial_number, nullif(l.lot_number, '')), m.pieces, m.weight, m.volume
    from furnace_loads d join furnace_run_members m on m.furnace_run_id = d.furnace_run_id join order_tasks t on t.id = m.plan_entry_id
      join lots l on l.id = t.lot_id join orders o on o.id = l.order_id;
  alter table furnace_runs drop column started_at, drop column finished_at;
  drop table done_furnace_runs;

  -- What is said of an order's shipping is a fact once it has been seen; the day that its processes said then tells a correction from what only went.
  alter table completed_orders add column seen_on date;
  update completed_orders set seen_on = completed_on where dated;

  -- What a partner says changes an order by what happened.
  drop trigger if exists note_added on outsourcing_answers;
  drop trigger if exists note_altered on outsourcing_answers;
  drop trigger if exists note_gone on outsourcing_answers;
  drop trigger if exists note_emptied on outsourcing_answers;
  drop function if exists note_outsourcing_answers, note_work_marks;
  create trigger settled_added after insert on order_tasks referencing new table as changed for each statement execute function settle_order_tasks();
  create trigger settled_altered after update on order_tasks referencing old table as former new table as changed for each statement execute function settle_order_tasks();
  create trigger settled_added after insert on outsourcing_answers referencing new table as changed for each statement execute function settle_outsourcing_answers();
  create trigger settled_altered after update on outsourcing_answers referencing old table as former new table as changed for each statement execute function settle_outsourcing_answers();
  create trigger settled_gone after delete on outsourcing_answers referencing old table as former
    for each statement when (pg_trigger_depth() = 0) execute function settle_outsourcing_answers();
  create trigger settled_altered after update on orders referencing old table as former new table as changed for each statement execute function settle_orders();
  create trigger settled_added after insert on lots referencing new table as changed for each statement execute function settle_lots();
  create trigger settled_gone after delete on lots referencing old table as former for each statement when (pg_trigger_depth() = 0) execute function settle_lots();
  create trigger note_added after insert on actuals referencing new table as changed for each statement execute function note_actuals();
  create trigger note_altered after update on actuals referencing old table as former new table as changed for each statement execute function note_actuals();
  create trigger note_gone after delete on actuals referencing old table as former for each statement when (pg_trigger_depth() = 0) execute function note_actuals();
  create trigger note_emptied after truncate on actuals for each statement execute function note_every_order();`;

/** What runs and nights have kept of themselves names bars. */
const KEPT = [
  ['jobs', 'statistics'],
  ['run_reports', 'report'],
  ['run_baselines', 'baseline'],
  ['run_alternatives', 'entries'],
  ['run_alternatives', 'said'],
  ['nights', 'summary'],
  ['nights', 'baseline'],
] as const;
const NAMES = ['entry_id', 'plan_entry_id'];

/** The same with the ids that bars bear from now on; those of bars that are gone are below zero, where nothing is found. */
function renamed(value: unknown, id: (former: number) => number): unknown {
  if (Array.isArray(value)) return value.map((each) => renamed(each, id));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      if (NAMES.includes(key) && typeof each === 'number') return [key, id(each)];
      return [key, key === 'entry_ids' && Array.isArray(each) ? each.map(id) : renamed(each, id)];
    }),
  );
}

async function renameKept(knex: Knex): Promise<void> {
  const ids = new Map<number, number>((await knex('bars_named').select('former', 'id')).map(({ former, id }) => [former, id]));
  const id = (former: number): number => ids.get(former) ?? -former;
  const change = async (table: string, column: string, of: (kept: unknown) => unknown): Promise<void> => {
    const rows = await knex(table).whereNotNull(column).select(knex.raw('ctid::text as place'), `${column} as kept`);
    for (const { place, kept } of rows) {
      const now = JSON.stringify(of(kept));
      if (now !== JSON.stringify(kept))
        await knex(table)
          .whereRaw('ctid = ?::tid', [place])
          .update({ [column]: now });
    }
  };
  for (const [table, column] of KEPT) await change(table, column, (kept) => renamed(kept, id));
  await change('work_taps', 'before', (kept) => {
    const { bars, ...before } = kept as { bars?: { id: number }[] };
    return bars ? { ...before, bars: bars.map((bar) => ({ ...bar, id: id(bar.id) })) } : before;
  });
}

export async function up(knex: Knex): Promise<void> {
  await knex.raw(IDENTITY.replaceAll('?', '\\?'));
  await renameKept(knex);
  await knex.raw(FACTS.replaceAll('?', '\\?'));
}

/** There is no way back but the whole one: what the first migration made goes with it. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table actuals, furnace_load_members, furnace_loads');
}

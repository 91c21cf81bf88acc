import type { Knex } from 'knex';

/**
 * The tables of 1.0.0. Dates are `date`, instants `timestamptz`, quantities numeric; keys and checks hold the rules that no code may break. Columns stand in the order
 * in which they came to be, so that a database of before is the same to the letter. What a table needs of `functions/` is there before it, `views/` come after it.
 */
const TABLES = `
  -- people -------------------------------------------------------------------------------------
  create table employees (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    active boolean not null default true,
    employee_id text collate "C" not null check (employee_id <> ''),
    name text collate "C" not null,
    name_furigana text collate "C" not null default '',
    password_hash text,
    permission text not null check (permission in ('master_admin','planning_manager','outsourcing_manager','manager')),
    session_number integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    -- The folded form of the id: １００１ is 1001.
    employee_key text collate "C" not null,
    constraint employees_employee_id_key unique (employee_key)
  );
  create trigger sessions_ended after update on employees for each row
    when (old.session_number <> new.session_number or old.active and not new.active) execute function end_sessions();
  create trigger sessions_gone after delete on employees for each row execute function end_sessions();
  create table revoked_tokens (
    jti uuid primary key,
    expires_at timestamptz not null
  );
  create trigger token_ended after insert on revoked_tokens for each row execute function end_token();
  -- The last call of each token: idle for 12 hours ends the session.
  create table token_activity (
    jti uuid primary key,
    employee_id bigint not null references employees on delete cascade,
    last_seen_at timestamptz not null,
    expires_at timestamptz not null
  );
  create index token_activity_employee on token_activity (employee_id);
  -- Wrong passwords and tokens by name until their window ends: what the limits on wrong ones rest on. Unlogged: a flood is counted without waiting for the disk.
  -- A crash of the database empties it, a restart does not.
  create unlogged table attempt_counts (
    name text primary key,
    hits integer not null,
    resets_at timestamptz not null
  );
  -- Where each employee has signed in.
  create table known_places (
    employee_id bigint not null references employees on delete cascade,
    -- An address or a browser, hashed.
    place text not null,
    last_at timestamptz not null,
    primary key (employee_id, place)
  );
  create table password_resets (
    id bigint generated always as identity primary key,
    employee_id bigint not null references employees on delete cascade,
    token_hash text unique,
    requested_at timestamptz not null default now(),
    issued_at timestamptz,
    expires_at timestamptz,
    used_at timestamptz,
    -- Under which it was made: whatever ends the sessions ends the link too.
    session_number integer
  );
  -- Devices of the shop floor. One is paired by a code that is used once; of code and token only hashes are kept.
  create table terminals (
    id bigint generated always as identity primary key,
    name text collate "C" not null,
    name_key text collate "C" not null constraint terminals_name_key unique,
    facility_ids bigint[] not null,
    code_hash text collate "C" constraint terminals_code_key unique,
    code_until timestamptz,
    -- Names the token in the life of sessions; another one with each pairing.
    token_id uuid constraint terminals_token_key unique,
    token_hash text collate "C",
    paired_at timestamptz,
    seen_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null default clock_timestamp(),
    -- The names that may be tapped.
    workers text[] not null default '{}'
  );
  create trigger terminal_ended after update on terminals for each row
    when (old.token_id is distinct from new.token_id) execute function end_terminal();
  create trigger terminal_gone after delete on terminals for each row execute function end_terminal();

  -- master data --------------------------------------------------------------------------------
  create table tasks (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    active boolean not null default true,
    task_code text collate "C" not null check (task_code <> ''),
    code_key text collate "C" not null,
    task_name text collate "C" not null,
    -- Two characters that stand for a task on a bar with no room for its name; empty where the name's own do.
    abbreviation text not null default '',
    constraint tasks_task_code_key unique (code_key)
  );
  create table facilities (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    active boolean not null default true,
    facility_code text collate "C" not null check (facility_code <> ''),
    code_key text collate "C" not null,
    facility_name text collate "C" not null,
    availability integer not null default 1 check (availability >= 0),
    max_weight numeric(12,3) check (max_weight >= 0),
    depth numeric(10,4) check (depth >= 0),
    width numeric(10,4) check (width >= 0),
    height numeric(10,4) check (height >= 0),
    volume numeric(14,6) check (volume >= 0),
    constraint facilities_facility_code_key unique (code_key)
  );
  create unique index facilities_facility_name_key on facilities (facility_name) where active;
  create table facility_tasks (
    facility_id bigint not null references facilities on delete cascade,
    task_id bigint not null references tasks on delete cascade,
    primary key (facility_id, task_id)
  );
  create index facility_tasks_task on facility_tasks (task_id);
  create table facility_availabilities (
    facility_id bigint not null references facilities on delete cascade,
    date date not null,
    units integer not null check (units >= 0),
    primary key (facility_id, date)
  );
  create table outsourcings (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    active boolean not null default true,
    outsourcing_code text collate "C" not null check (outsourcing_code <> ''),
    code_key text collate "C" not null,
    name text collate "C" not null,
    constraint outsourcings_outsourcing_code_key unique (code_key)
  );
  create table products (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    active boolean not null default true,
    product_code text collate "C" not null check (product_code <> ''),
    code_key text collate "C" not null,
    product_name text collate "C" not null,
    customer_name text collate "C" not null default '',
    volume_factor numeric(8,4) check (volume_factor >= 0),
    depth numeric(10,4) check (depth >= 0),
    width numeric(10,4) check (width >= 0),
    height numeric(10,4) check (height >= 0),
    volume numeric(14,6) check (volume >= 0),
    round_up numeric(14,6) check (round_up >= 0),
    constraint products_product_code_key unique (code_key)
  );
  create index products_code on products (product_code, id);
  create table heat_treatments (
    id bigint generated always as identity primary key,
    product_id bigint not null references products on delete cascade,
    task_id bigint not null references tasks,
    facility_id bigint references facilities,
    temperature numeric(8,2) not null default 0,
    retention_time numeric(8,2) not null default 0 check (retention_time >= 0),
    cooling_method text not null default '空冷' check (cooling_method in ('空冷','炉冷','水冷','強制空冷')),
    cooling_time numeric(8,2) not null default 0 check (cooling_time >= 0),
    work_settings text[] not null default '{}' check (work_settings <@ array['日','月','火','水','木','金','土']),
    waiting_days integer not null default 1 check (waiting_days >= 0),
    constraint heat_treatments_key unique nulls not distinct (product_id, task_id, facility_id)
  );
  create table product_processings (
    id bigint generated always as identity primary key,
    product_id bigint not null references products on delete cascade,
    task_id bigint not null references tasks,
    facility_id bigint not null references facilities,
    waiting_days integer not null default 0 check (waiting_days >= 0),
    constraint product_processings_key unique (product_id, task_id, facility_id)
  );
  create table demoldings (
    id bigint generated always as identity primary key,
    product_id bigint not null references products on delete cascade,
    task_id bigint not null references tasks,
    demolding_time numeric(8,2) not null default 0 check (demolding_time >= 0),
    constraint demoldings_key unique (product_id, task_id)
  );
  create index heat_treatments_task on heat_treatments (task_id);
  create index heat_treatments_facility on heat_treatments (facility_id);
  create index product_processings_task on product_processings (task_id);
  create index product_processings_facility on product_processings (facility_id);
  create index demoldings_task on demoldings (task_id);
  create table holidays (
    id bigint generated always as identity primary key,
    date date not null constraint holidays_date_key unique
  );
  create table settings (
    key text primary key,
    value jsonb not null
  );

  -- orders -------------------------------------------------------------------------------------
  create table orders (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    serial_number text collate "C" not null check (serial_number <> ''),
    serial_key text collate "C" not null,
    product_code text collate "C" not null default '',
    product_key text collate "C" not null default '',
    product_name text collate "C" not null default '',
    product_id bigint references products,
    number integer not null default 0 check (number >= 0),
    weight numeric(12,3) check (weight >= 0),
    delivery_status text not null default '',
    material text not null default '',
    delivery_date date,
    casting_date date,
    -- How much its lateness weighs: 特急, 通常, 後回し. People say so, or a file with a column for it; what the core system sends without one keeps it.
    priority text not null default 'normal' constraint orders_priority_known check (priority in ('rush', 'normal', 'deferred')),
    constraint orders_serial_number_key unique (serial_key)
  );
  create index orders_delivery on orders (delivery_date, serial_number, id);
  create index orders_serial on orders (serial_number, id);
  create index orders_product on orders (product_id);
  create index orders_product_key on orders (product_key);
  create index orders_with_priority on orders (priority) where priority <> 'normal';
  -- Parts of a serial number are found by an index where the server has pg_trgm and lets us create it, else by reading the orders.
  do $$ begin
    create extension if not exists pg_trgm;
    create index orders_serial_search on orders using gin (search_fold(serial_number) gin_trgm_ops);
  exception when others then
    raise notice 'pg_trgm is not there: %', sqlerrm;
  end $$;
  create table lots (
    id bigint generated always as identity primary key,
    order_id bigint not null references orders on delete cascade,
    lot_number text collate "C" not null default '',
    lot_key text collate "C" not null default '',
    constraint lots_key unique (order_id, lot_key)
  );
  create table castings (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    lot_id bigint not null references lots on delete cascade,
    casting_date date not null,
    constraint castings_key unique (lot_id)
  );
  create index castings_date on castings (casting_date);
  create table order_tasks (
    id bigint generated always as identity primary key,
    lot_id bigint not null references lots on delete cascade,
    task_id bigint not null references tasks,
    arrangement text not null default '',
    task_sort integer not null,
    task_name text collate "C" not null default '',
    outsourcing_code text collate "C" not null default '',
    order_name text not null default '',
    setup_hours numeric(8,2) not null default 0 check (setup_hours >= 0),
    work_hours numeric(8,2) not null default 0 check (work_hours >= 0),
    solution_frame_days integer not null default 0 check (solution_frame_days >= 0),
    received boolean not null default false,
    last_reception_date date,
    order_quantity integer not null default 0 check (order_quantity >= 0),
    received_quantity integer not null default 0 check (received_quantity >= 0),
    constraint order_tasks_key unique (lot_id, task_sort)
  );
  create index order_tasks_task on order_tasks (task_id);
  -- What partners were asked and what they answered, beside the order task: it stays when 工程情報 is imported again, and counts only while the order task is still
  -- that process with that partner.
  create table outsourcing_answers (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    order_task_id bigint not null references order_tasks on delete cascade,
    task_id bigint not null,
    outsourcing_code text collate "C" not null default '',
    answered_date date,
    completed_quantity integer check (completed_quantity >= 0),
    note text not null default '',
    -- The handover the answer was given for.
    handover_date date,
    answered_at timestamptz not null default now(),
    answered_by text not null default '',
    file_name text not null default '',
    -- That it was handed over, and when, as somebody in the plant said; without it a request sheet and the planned day say so.
    handed_on date,
    constraint outsourcing_answers_order_task_key unique (order_task_id)
  );
  create table outsourcing_requests (
    order_task_id bigint primary key references order_tasks on delete cascade,
    task_id bigint not null,
    outsourcing_code text collate "C" not null default '',
    asked_at timestamptz not null,
    -- The return that the sheet asked for.
    wanted_date date
  );

  -- plans --------------------------------------------------------------------------------------
  create table plans (
    id bigint generated always as identity primary key,
    name text collate "C" not null default '',
    published boolean not null default false,
    edited_at timestamptz,
    published_at timestamptz,
    fingerprint text,
    created_at timestamptz not null default now(),
    -- What its newest run planned it from.
    input_prints jsonb,
    -- When the shop floor has last said something of it, beside when it was last changed by hand: a run tells the one from the other.
    marked_at timestamptz
  );
  create unique index plans_one_published on plans (published) where published;
  insert into plans (name, published) values ('', true);
  create table furnace_runs (
    id bigint generated always as identity primary key,
    plan_id bigint not null references plans on delete cascade,
    facility_id bigint not null references facilities,
    unit integer not null default 0,
    temperature numeric(8,2) not null default 0,
    retention_time numeric(8,2) not null default 0,
    cooling_method text not null default '',
    cooling_time numeric(8,2) not null default 0,
    run_start timestamptz not null,
    run_end timestamptz not null,
    -- Marked as a whole, for a lot may be in several.
    started_at timestamptz,
    finished_at timestamptz,
    check (run_end > run_start)
  );
  create index furnace_runs_plan on furnace_runs (plan_id, facility_id, run_start);
  create index furnace_runs_facility on furnace_runs (facility_id);
  create table plan_entries (
    id bigint generated always as identity primary key,
    version integer not null default 1,
    plan_id bigint not null references plans on delete cascade,
    order_task_id bigint references order_tasks on delete cascade,
    lot_id bigint not null references lots on delete cascade,
    task_id bigint not null references tasks,
    task_sort integer,
    facility_id bigint references facilities,
    unit integer,
    outsourced boolean not null default false,
    locked boolean not null default false,
    received_locked boolean not null default false,
    start_at timestamptz not null,
    end_at timestamptz not null,
    work_time_set boolean not null default false,
    created_by_hand boolean not null default false,
    -- Where a run has found it to break no rule: only a bar that stands elsewhere is held against the rules again.
    sound_start timestamptz,
    sound_end timestamptz,
    sound_facility_id bigint,
    check (end_at > start_at),
    constraint plan_entries_order_task_key unique (plan_id, order_task_id)
  );
  create index plan_entries_lot on plan_entries (lot_id, plan_id);
  create index plan_entries_facility on plan_entries (plan_id, facility_id, start_at);
  create index plan_entries_order_task on plan_entries (order_task_id);
  -- A row of a master that goes asks who still refers to it.
  create index plan_entries_task on plan_entries (task_id);
  create index plan_entries_at on plan_entries (facility_id);
  -- Of thousands of bars the few that no run moves, and the few that are marked.
  create index plan_entries_kept on plan_entries (id) where locked or created_by_hand;
  create index plan_entries_received on plan_entries (order_task_id) where received_locked;
  -- What goes into a furnace together. Its loads are sums, of any size.
  create table furnace_run_members (
    furnace_run_id bigint not null references furnace_runs on delete cascade,
    plan_entry_id bigint not null references plan_entries on delete cascade,
    pieces integer not null default 0,
    weight numeric not null default 0,
    volume numeric not null default 0,
    primary key (furnace_run_id, plan_entry_id)
  );
  create index furnace_run_members_entry on furnace_run_members (plan_entry_id);
  -- What planners did to the plan, for taking it back: a step is one schedule write, with every bar that it changed as it stood before and after (null: there was none).
  -- A bar's state is its row, its mark, its places in furnace runs and these runs.
  create table schedule_steps (
    id bigint generated always as identity primary key,
    plan_id bigint not null references plans on delete cascade,
    employee_id text collate "C" not null,
    -- What was done, and to what: 移動, 026X0420-01 仕上加工, and how many more.
    kind text not null,
    name text not null,
    more integer not null default 0,
    bars integer not null,
    at timestamptz not null default clock_timestamp(),
    undone boolean not null default false,
    -- Taking another plan of a run over is a step without bars of its own: it is taken back by taking over the former.
    run_job_id bigint,
    old_alternative integer,
    new_alternative integer,
    -- Passed over while what stood in its way does.
    refused boolean not null default false
  );
  create index schedule_steps_employee on schedule_steps (employee_id, id desc);
  create table schedule_step_bars (
    -- Its bars are noted before a step is known to be one.
    step_id bigint not null references schedule_steps on delete cascade deferrable initially deferred,
    entry_id bigint not null,
    position integer,
    name text not null default '',
    before jsonb,
    after jsonb,
    primary key (step_id, entry_id)
  );
  create index schedule_step_bars_entry on schedule_step_bars (entry_id);

  -- the shop floor -----------------------------------------------------------------------------
  -- What the shop floor says (今日の作業): what stands of its taps beside the planned times.
  create table work_marks (
    plan_entry_id bigint primary key references plan_entries on delete cascade,
    started_at timestamptz not null,
    finished_at timestamptz,
    -- Good pieces; null: not said.
    quantity integer check (quantity >= 0),
    -- Where the plan had the bar before it was started.
    planned_start_at timestamptz not null,
    planned_end_at timestamptz not null,
    changed_at timestamptz not null default clock_timestamp(),
    -- Why pieces were lost, from the short lists of server/domain/texts/plan/reasons.ts, and who worked.
    defect text,
    worker text not null default ''
  );
  -- Every tap as it came.
  create table work_taps (
    id bigint generated always as identity primary key,
    -- Given by the device, so that what is sent twice counts once.
    client_id uuid not null constraint work_taps_client_key unique,
    kind text not null check (kind in ('start','finish','quantity','stop','resume','undo')),
    -- By the device's clock.
    tapped_at timestamptz not null,
    received_at timestamptz not null default clock_timestamp(),
    employee_id text collate "C" not null,
    employee_name text collate "C" not null default '',
    facility_id bigint not null references facilities on delete cascade,
    unit integer,
    furnace_run_id bigint,
    entry_ids bigint[] not null,
    quantities integer[] not null,
    undone boolean not null default false,
    -- What stood before, for taking it back.
    before jsonb not null default '{}',
    reason text,
    worker text not null default ''
  );
  create index work_taps_facility on work_taps (facility_id, id desc);
  create index work_taps_entries on work_taps using gin (entry_ids);
  -- What each tap was told, refusals too: sent again, it is told the same.
  create table work_tap_answers (
    client_id uuid primary key,
    result text not null check (result in ('accepted','already','refused')),
    reason text,
    answered_at timestamptz not null default clock_timestamp()
  );
  create index work_tap_answers_at on work_tap_answers (answered_at);
  -- Why a facility stands. A stop may say on which day it is expected to be over: until then the facility, or one unit of it, is closed.
  create table facility_stops (
    id bigint generated always as identity primary key,
    facility_id bigint not null references facilities on delete cascade,
    -- null: the facility as a whole.
    unit integer,
    reason text not null,
    stopped_at timestamptz not null,
    resumed_at timestamptz check (resumed_at >= stopped_at),
    resumes_on date check (resumes_on > stopped_at::date)
  );
  create unique index facility_stops_open on facility_stops (facility_id, coalesce(unit, -1)) where resumed_at is null;
  create index facility_stops_time on facility_stops (stopped_at);

  -- what the figures remember (docs/figures.md): orders and their bars go when the core system closes them; these rows stay ---------------------------------------------
  create table completed_orders (
    serial_key text collate "C" primary key,
    serial_number text collate "C" not null,
    delivery_date date,
    casting_date date,
    -- Null: deleted while open, and no file of orders has come since that could bring it back.
    completed_on date,
    -- False: the day on which it was first seen, because the files name none.
    dated boolean not null default false,
    gone_on date,
    late_days integer generated always as (greatest(0, completed_on - delivery_date)) stored,
    check (completed_on is not null or gone_on is not null)
  );
  create index completed_orders_day on completed_orders (completed_on);
  create table done_furnace_runs (
    facility_id bigint not null,
    unit integer not null,
    run_start timestamptz not null,
    facility_name text collate "C" not null,
    -- Share of the furnace that was used; null: the furnace has no limits.
    fill numeric(8,4),
    -- The bars that stood in it: a run whose bars stand elsewhere now was planned again, not done.
    entry_ids bigint[] not null default '{}',
    primary key (facility_id, unit, run_start)
  );
  create index done_furnace_runs_start on done_furnace_runs (run_start);
  -- Lots in the works by day.
  create table works_days (
    date date not null,
    place text not null,
    lots integer not null check (lots >= 0),
    primary key (date, place)
  );

  -- the states of orders (docs/adr/0011-kept-states.md) ----------------------------------------
  -- As they were reckoned last, in the columns of the view reckoned_orders.
  create table kept_orders (
    order_id bigint primary key,
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
    unsettled boolean
  );
  -- Orders whose state has changed since. By adding rows alone, so that no two who write wait for each other.
  create table noted_orders (order_id bigint not null);
  create index noted_orders_order on noted_orders (order_id);

  -- jobs, runs, exports ------------------------------------------------------------------------
  create table jobs (
    id bigint generated always as identity primary key,
    kind text not null check (kind in ('schedule','export','nightly')),
    status text not null default 'queued' check (status in ('queued','running','complete','error','cancelled')),
    payload jsonb not null default '{}',
    progress double precision not null default 0,
    phase text not null default '',
    cancel_requested boolean not null default false,
    attempt integer not null default 0,
    worker text,
    heartbeat_at timestamptz,
    requested_by text not null default '',
    created_at timestamptz not null default now(),
    started_at timestamptz,
    finished_at timestamptz,
    statistics jsonb,
    error text
  );
  -- A run whose end was asked for makes room for the next one while it winds down.
  create unique index jobs_one_schedule on jobs (kind) where kind = 'schedule' and status in ('queued','running') and not cancel_requested;
  create unique index jobs_one_nightly on jobs (kind) where kind = 'nightly' and status in ('queued','running') and not cancel_requested;
  create index jobs_claimable on jobs (kind, id) where status in ('queued','running');
  create index jobs_newest on jobs (kind, id desc);
  create index jobs_status on jobs (kind, status, id desc);
  create table workers (
    name text primary key,
    heartbeat_at timestamptz not null
  );
  -- What a run says; its orders in the order of the sentence, and what makes them late.
  create table schedule_messages (
    id bigint generated always as identity primary key,
    job_id bigint not null references jobs on delete cascade,
    position integer not null,
    level text not null check (level in ('error','warning','info')),
    code text not null,
    message text not null,
    order_id bigint,
    task_id bigint,
    facility_id bigint,
    order_task_ids bigint[] not null default '{}',
    order_ids bigint[] not null default '{}',
    cause text
  );
  create index schedule_messages_job on schedule_messages (job_id, position);
  create table failed_problems (
    id bigint generated always as identity primary key,
    job_id bigint not null references jobs on delete cascade,
    problem jsonb not null,
    violations jsonb not null,
    created_at timestamptz not null default now()
  );
  -- The plan before and after each run.
  create table run_figures (
    job_id bigint primary key references jobs on delete cascade,
    before jsonb not null,
    after jsonb not null
  );
  -- The plan as it stood before the work that a run is part of: a night's run changes what stood in the evening, whatever its imports said since.
  create table run_baselines (
    job_id bigint primary key references jobs on delete cascade,
    baseline jsonb not null
  );
  create table run_reports (
    job_id bigint primary key references jobs on delete cascade,
    report jsonb not null
  );
  create table run_report_closings (
    job_id bigint not null references run_reports on delete cascade,
    employee_id bigint not null references employees on delete cascade,
    at timestamptz not null default now(),
    primary key (job_id, employee_id)
  );
  create index run_report_closings_employee on run_report_closings (employee_id);
  -- Of the newest run only: where the bars that it moved stood before, where it put them (moved by hand afterwards, they stand elsewhere), and why.
  create table run_moves (
    plan_entry_id bigint primary key references plan_entries on delete cascade,
    start_at timestamptz not null,
    end_at timestamptz not null,
    facility_id bigint,
    new_start_at timestamptz,
    new_facility_id bigint,
    new_end_at timestamptz,
    moved_by text check (moved_by in ('unfit', 'first', 'room', 'plan'))
  );
  -- The complete plans that the newest run offers, the published one among them: what publishing writes, and what is said of each. Of bars that not all of them have at
  -- one place, where each has them.
  create table run_alternatives (
    job_id bigint not null references jobs on delete cascade,
    id integer not null,
    entries jsonb not null,
    runs jsonb not null,
    members jsonb not null,
    -- What a run says of it: messages, late orders, figures.
    said jsonb not null,
    primary key (job_id, id)
  );
  create table run_alternative_places (
    job_id bigint not null,
    alternative integer not null,
    plan_entry_id bigint not null references plan_entries on delete cascade,
    facility_id bigint,
    start_at timestamptz not null,
    end_at timestamptz not null,
    primary key (plan_entry_id, alternative),
    foreign key (job_id, alternative) references run_alternatives on update cascade on delete cascade
  );
  create index run_alternative_places_alternative on run_alternative_places (job_id, alternative);
  -- The file is there, or its job tells how it stands.
  create table excel_files (
    id bigint generated always as identity primary key,
    job_id bigint references jobs on delete set null,
    date timestamptz not null default now(),
    file_type text not null check (file_type in ('schedules','outsourcing','charges')),
    file_name text not null default '',
    content bytea
  );
  -- Workbooks are packed already.
  alter table excel_files alter column content set storage external;
  create unique index excel_files_job on excel_files (job_id);
  create index excel_files_newest on excel_files (date desc, id desc);

  -- traces -------------------------------------------------------------------------------------
  -- Read by people: records that an import wrote belong to the import's own row, what is searched for is kept folded. The many records of imports pay for none of it.
  create table audit (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    actor text not null,
    operation text not null,
    kind text not null,
    key text not null,
    old jsonb,
    new jsonb,
    part_of bigint references audit on delete cascade,
    subject_key text collate "C"
      generated always as (case when part_of is null then search_fold(audit_subject(kind, key, old, new)) end) stored
  );
  create index audit_kind_key on audit (kind, key, id desc);
  create index audit_part_of on audit (part_of, id desc) where part_of is not null;
  create index audit_top on audit (id desc) where part_of is null;
  create index audit_kind on audit (kind, id desc) where part_of is null;
  create index audit_actor on audit (actor, id desc) where part_of is null;
  create index audit_at on audit (at desc, id desc) where part_of is null;
  create index audit_gone on audit (kind, (old ->> 'id')) where new is null;
  -- The changes of the plant since the newest run.
  create table input_changes (
    audit_id bigint primary key references audit on delete cascade,
    part text not null
  );
  -- The history of imports: what came of each, what was said, and the rows that were left out, as they stood in the file.
  create table import_log (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    actor text not null,
    kind text not null,
    file_name text not null default '',
    content_hash text not null,
    row_count integer not null,
    refused boolean not null default false,
    -- Null where it was refused.
    new_count integer,
    changed_count integer,
    unchanged_count integer,
    error_count integer not null default 0,
    warning_count integer not null default 0,
    left_out_count integer not null default 0,
    errors jsonb not null default '[]',
    warnings jsonb not null default '[]',
    headers jsonb not null default '[]',
    deleted_count integer,
    -- Null where nothing was written.
    audit_id bigint references audit on delete set null,
    -- The import that this entry took back.
    undoes bigint constraint import_log_undoes_key unique references import_log on delete set null
  );
  create index import_log_hash on import_log (kind, content_hash);
  create index import_log_audit on import_log (audit_id) where audit_id is not null;
  create table import_left_out (
    import_id bigint not null references import_log on delete cascade,
    row_number integer not null,
    cells jsonb not null,
    reason text not null,
    primary key (import_id, row_number)
  );
  -- What an import did besides its records (lots it made, orders it gave their product, bars that went with their process, passwords it replaced, completions), for as
  -- long as it can be taken back.
  create table import_effects (
    id bigint generated always as identity primary key,
    audit_id bigint not null references audit on delete cascade,
    table_name text not null,
    -- Null where there was no such row, or is none any more; of a row that changed only its key and what changed.
    old jsonb,
    new jsonb
  );
  create index import_effects_audit on import_effects (audit_id);
  -- Answers under keys are kept with the work that they tell of, word for word.
  create table idempotency_keys (
    actor text not null,
    key text not null,
    operation text not null,
    body_hash text not null,
    status integer not null,
    answer json,
    created_at timestamptz not null default now(),
    primary key (actor, key)
  );

  -- nights -------------------------------------------------------------------------------------
  -- One under way at a time and one for each firing of the timetable, what became of each file, the workbooks, and who has seen it.
  create table nights (
    id bigint generated always as identity primary key,
    job_id bigint not null unique references jobs on delete cascade,
    -- The instant of the timetable; null where a person asked for it.
    firing timestamptz unique,
    -- The plant's day: the name of its folders.
    day date not null,
    started_at timestamptz not null default now(),
    finished_at timestamptz,
    status text not null default 'running' check (status in ('running','complete','partial','error')),
    -- Whether the inbox has been read; its files then stand in night_files.
    listed boolean not null default false,
    run_job_id bigint references jobs on delete set null,
    -- Whether that run had not yet begun when it was asked for, so that it sees the imports.
    run_settled boolean not null default false,
    problems jsonb not null default '[]',
    summary jsonb,
    baseline jsonb
  );
  create table night_files (
    id bigint generated always as identity primary key,
    night_id bigint not null references nights on delete cascade,
    position integer not null,
    name text not null,
    kind text,
    content_hash text,
    -- found in the inbox, judged (imported or refused), settled (moved, or left where it is).
    stage text not null default 'found' check (stage in ('found','judged','settled')),
    outcome text check (outcome in ('done','failed','left')),
    sentence text,
    import_id bigint references import_log on delete set null,
    -- Where it is moved to, under the inbox.
    target text,
    unique (night_id, name)
  );
  create index night_files_unsettled on night_files (night_id) where stage <> 'settled';
  create index night_files_import on night_files (import_id);
  create table night_workbooks (
    night_id bigint not null references nights on delete cascade,
    file_type text not null,
    excel_id bigint references excel_files on delete set null,
    job_id bigint references jobs on delete set null,
    file_name text not null default '',
    written boolean not null default false,
    sentence text,
    primary key (night_id, file_type)
  );
  create table night_acknowledgements (
    night_id bigint not null references nights on delete cascade,
    employee_id bigint not null references employees on delete cascade,
    at timestamptz not null default now(),
    primary key (night_id, employee_id)
  );
  create index nights_run on nights (run_job_id);
  create index night_workbooks_excel on night_workbooks (excel_id);
  create index night_workbooks_job on night_workbooks (job_id);
  create index night_acknowledgements_employee on night_acknowledgements (employee_id);
`;

/** The tables that the state of an order hangs on, beside plans. */
const NOTED = ['orders', 'lots', 'order_tasks', 'plan_entries', 'completed_orders'];

/** Every change of such a table notes its orders, in the same transaction. What goes with the row that it belongs to (on delete cascade) is noted with that row. */
const noting = (table: string): string => `
  create trigger note_added after insert on ${table} referencing new table as changed
    for each statement execute function note_${table}();
  create trigger note_altered after update on ${table} referencing old table as former new table as changed
    for each statement execute function note_${table}();
  create trigger note_gone after delete on ${table} referencing old table as former
    for each statement when (pg_trigger_depth() = 0) execute function note_${table}();
  create trigger note_emptied after truncate on ${table} for each statement execute function note_every_order();`;

const NOTING_PLANS = `
  create trigger note_gone after delete on plans for each row when (old.published) execute function note_every_order();
  create trigger note_published after update of published on plans
    for each row when (old.published is distinct from new.published) execute function note_every_order();`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(TABLES);
  await knex.raw(NOTING_PLANS + NOTED.map(noting).join(''));
}

/** Removes every table that later migrations left; the extension stays where something else uses it. */
export async function down(knex: Knex): Promise<void> {
  const tables = [...TABLES.matchAll(/create (?:unlogged )?table (\w+)/g)].map(([, table]) => table);
  await knex.raw(`
    drop table if exists ${tables.join(', ')};
    do $$ begin
      drop extension if exists pg_trgm;
    exception when others then
      raise notice 'pg_trgm stays: %', sqlerrm;
    end $$;`);
}

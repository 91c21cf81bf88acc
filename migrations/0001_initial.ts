import type { Knex } from 'knex';
import { COOLING_METHODS, WEEKDAYS } from '../server/domain/ground/constants.ts';

const letters = (first: number, last: number): string =>
  String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
const HIRAGANA = letters(0x3041, 0x3096);
const KATAKANA = letters(0x30a1, 0x30f6);

const list = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(',');

/** Creates every table of the product. Dates are `date`, instants `timestamptz`, quantities numeric; keys and checks hold the rules that no code may break. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What *_search compares: NFKC, lower case, hiragana as katakana (domain/fold searchKey says the same for the term).
    create function search_fold(content text) returns text language sql immutable strict parallel safe as
      $$ select translate(lower(normalize(content, NFKC) collate "default"), '${HIRAGANA}', '${KATAKANA}') $$;

    -- people -----------------------------------------------------------------------------------
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
      constraint employees_employee_id_key unique (employee_id)
    );
    create table revoked_tokens (
      jti uuid primary key,
      expires_at timestamptz not null
    );
    -- The last call of each token: idle for 12 hours ends the session.
    create table token_activity (
      jti uuid primary key,
      employee_id bigint not null references employees on delete cascade,
      last_seen_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index token_activity_employee on token_activity (employee_id);
    create table login_failures (
      subject text primary key,
      failures integer not null,
      last_failed_at timestamptz not null
    );
    create table password_resets (
      id bigint generated always as identity primary key,
      employee_id bigint not null references employees on delete cascade,
      token_hash text unique,
      requested_at timestamptz not null default now(),
      issued_at timestamptz,
      expires_at timestamptz,
      used_at timestamptz
    );

    -- master data ------------------------------------------------------------------------------
    create table tasks (
      id bigint generated always as identity primary key,
      version integer not null default 1,
      active boolean not null default true,
      task_code text collate "C" not null check (task_code <> ''),
      code_key text collate "C" not null,
      task_name text collate "C" not null,
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
    create table heat_treatments (
      id bigint generated always as identity primary key,
      product_id bigint not null references products on delete cascade,
      task_id bigint not null references tasks,
      facility_id bigint references facilities,
      temperature numeric(8,2) not null default 0,
      retention_time numeric(8,2) not null default 0 check (retention_time >= 0),
      cooling_method text not null default '${COOLING_METHODS[0]}' check (cooling_method in (${list(COOLING_METHODS)})),
      cooling_time numeric(8,2) not null default 0 check (cooling_time >= 0),
      work_settings text[] not null default '{}' check (work_settings <@ array[${list(WEEKDAYS)}]),
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

    -- orders -----------------------------------------------------------------------------------
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
      constraint orders_serial_number_key unique (serial_key)
    );
    create index orders_delivery on orders (delivery_date, serial_number, id);
    create index orders_product on orders (product_id);
    create index orders_product_key on orders (product_key);
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

    -- plans ------------------------------------------------------------------------------------
    create table plans (
      id bigint generated always as identity primary key,
      name text collate "C" not null default '',
      published boolean not null default false,
      edited_at timestamptz,
      published_at timestamptz,
      fingerprint text,
      created_at timestamptz not null default now()
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
      check (run_end > run_start)
    );
    create index furnace_runs_plan on furnace_runs (plan_id, facility_id, run_start);
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
      check (end_at > start_at),
      constraint plan_entries_order_task_key unique (plan_id, order_task_id)
    );
    create index plan_entries_lot on plan_entries (lot_id, plan_id);
    create index plan_entries_facility on plan_entries (plan_id, facility_id, start_at);
    create index plan_entries_order_task on plan_entries (order_task_id);
    create table furnace_run_members (
      furnace_run_id bigint not null references furnace_runs on delete cascade,
      plan_entry_id bigint not null references plan_entries on delete cascade,
      pieces integer not null default 0,
      weight numeric(14,3) not null default 0,
      volume numeric(14,6) not null default 0,
      primary key (furnace_run_id, plan_entry_id)
    );
    create index furnace_run_members_entry on furnace_run_members (plan_entry_id);

    -- jobs, messages, exports --------------------------------------------------------------------
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
    create unique index jobs_one_schedule on jobs (kind) where kind = 'schedule' and status in ('queued','running');
    create index jobs_claimable on jobs (kind, id) where status in ('queued','running');
    create index jobs_newest on jobs (kind, id desc);
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
      order_task_ids bigint[] not null default '{}'
    );
    create index schedule_messages_job on schedule_messages (job_id, position);
    create table failed_problems (
      id bigint generated always as identity primary key,
      job_id bigint not null references jobs on delete cascade,
      problem jsonb not null,
      violations jsonb not null,
      created_at timestamptz not null default now()
    );
    create table excel_files (
      id bigint generated always as identity primary key,
      job_id bigint references jobs on delete set null,
      date timestamptz not null default now(),
      file_type text not null check (file_type in ('schedules','outsourcing')),
      status text not null default 'in_progress' check (status in ('in_progress','complete','error')),
      file_name text not null default '',
      content bytea
    );

    -- traces -----------------------------------------------------------------------------------
    create table audit (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      actor text not null,
      operation text not null,
      kind text not null,
      key text not null,
      old jsonb,
      new jsonb
    );
    create index audit_kind_key on audit (kind, key, id desc);
    create table import_log (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      actor text not null,
      kind text not null,
      file_name text not null default '',
      content_hash text not null,
      row_count integer not null
    );
    create index import_log_hash on import_log (kind, content_hash);
    create table idempotency_keys (
      actor text not null,
      key text not null,
      operation text not null,
      body_hash text not null,
      status integer not null,
      answer jsonb,
      created_at timestamptz not null default now(),
      primary key (actor, key)
    );
    create table workers (
      name text primary key,
      heartbeat_at timestamptz not null
    );
    create table settings (
      key text primary key,
      value jsonb not null
    );
  `);
}

/** Removes every table of the product. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table settings, workers, idempotency_keys, import_log, audit, excel_files, failed_problems, schedule_messages, jobs,
      furnace_run_members, plan_entries, furnace_runs, plans, order_tasks, castings, lots, orders, holidays,
      demoldings, product_processings, heat_treatments, products, outsourcings, facility_availabilities, facility_tasks,
      facilities, tasks, password_resets, login_failures, token_activity, revoked_tokens, employees cascade;
    drop function search_fold(text);
  `);
}

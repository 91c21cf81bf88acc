import type { Knex } from 'knex';

/** The tables that plans are read from. */
const READ = [
  ...['orders', 'lots', 'castings', 'order_tasks', 'tasks', 'products', 'heat_treatments', 'product_processings', 'demoldings'],
  ...['facilities', 'facility_tasks', 'facility_availabilities', 'facility_stops', 'holidays', 'outsourcings', 'outsourcing_answers'],
  ...['outsourcing_requests', 'actuals', 'plan_entries', 'furnace_runs', 'furnace_run_members', 'settings', 'kept_promises'],
];

/**
 * What is read for planning is kept in memory, and read again where it has changed: a row for each statement that changes one of its tables, in the transaction of
 * the change, so that who sees the one sees the other. Beside it the questions of when something could ship, with their answers.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table table_changes (id bigint generated always as identity primary key, table_name text not null);
    create table promises (
      id bigint generated always as identity primary key,
      title text not null,
      asked_by text not null,
      asked_at timestamptz not null default now(),
      lines jsonb not null,
      answers jsonb not null,
      refined_at timestamptz,
      -- That somebody who may not hold days wants those of these lines to be held.
      wanted_at timestamptz,
      wanted_by text,
      wanted_lines integer[] not null default '{}'
    );
    create index promises_newest on promises (asked_at desc, id desc);
    -- Days that are held: each by a provisional order, until it expires, is released, or a real order takes its place. Without its order a day is held no longer.
    create table kept_promises (
      id bigint generated always as identity primary key,
      promise_id bigint not null references promises on delete cascade,
      line integer not null,
      order_id bigint references orders on delete set null,
      serial_number text not null,
      product_id bigint not null,
      promised_on date not null,
      kept_by text not null,
      kept_at timestamptz not null default now(),
      expires_at timestamptz not null,
      state text not null default 'kept' check (state in ('kept', 'fulfilled', 'released', 'expired')),
      settled_at timestamptz,
      -- Whether the processes of its order are those that were made for it: the order's own are not known yet.
      provisional boolean not null default true,
      -- The number of the order that will take its place, and is not there yet.
      awaits text
    );
    create unique index kept_promises_line on kept_promises (promise_id, line) where state = 'kept' and order_id is not null;
    create index kept_promises_order on kept_promises (order_id);
    ${READ.map((table) => `create trigger changed after insert or update or delete or truncate on ${table} for each statement execute function note_change();`).join('\n')}`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    `${READ.map((table) => `drop trigger changed on ${table};`).join('\n')} drop table kept_promises; drop table promises; drop table table_changes;`,
  );
}

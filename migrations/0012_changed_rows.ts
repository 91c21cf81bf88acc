import type { Knex } from 'knex';

/** Tables whose changes are told row by row, and by which of their columns. */
const KEYS = {
  plan_entries: 'lot_id',
  order_tasks: 'lot_id',
  actuals: 'order_task_id',
  furnace_runs: 'id',
  furnace_run_members: 'furnace_run_id',
  furnace_loads: 'furnace_run_id',
};
const TOLD_BEFORE = Object.keys(KEYS).filter((table) => table !== 'furnace_loads');

const each = (tables: readonly string[], statement: (table: string) => string): string => tables.map(statement).join('\n');
const changed = (table: string, events: string): string =>
  `create trigger changed after ${events} on ${table} for each statement execute function note_change();`;

/** A change of few bars is told by their lots and furnace runs, so that who keeps a plan reads these alone again. A trigger with its rows is of one kind of statement. */
export async function up(knex: Knex): Promise<void> {
  const told = (table: string, event: string, rows: string): string =>
    `create trigger changed_by_${event} after ${event} on ${table} ${rows} for each statement execute function note_changed_rows('${KEYS[table as keyof typeof KEYS]}');`;
  await knex.raw(`
    -- Null: too many, or nobody knows which.
    alter table table_changes add column keys bigint[];
    ${each(TOLD_BEFORE, (table) => `drop trigger changed on ${table};`)}
    ${each(Object.keys(KEYS), (table) =>
      [
        changed(table, 'truncate'),
        told(table, 'insert', 'referencing new table as changed_rows'),
        told(table, 'delete', 'referencing old table as changed_rows'),
        told(table, 'update', 'referencing old table as former_rows new table as changed_rows'),
      ].join('\n'),
    )}`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${each(Object.keys(KEYS), (table) => ['changed', 'changed_by_insert', 'changed_by_delete', 'changed_by_update'].map((name) => `drop trigger ${name} on ${table};`).join('\n'))}
    ${each(TOLD_BEFORE, (table) => changed(table, 'insert or update or delete or truncate'))}
    alter table table_changes drop column keys`);
}

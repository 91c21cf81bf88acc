import type { Knex } from 'knex';

/**
 * An import can be taken back. Its records stand in the history, by the row of the import there; what it did besides (lots it made, orders it gave
 * their product, bars that went with their process, passwords it replaced, completions) is kept beside it for as long as it can be taken back.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table import_log
      -- Null where nothing was written, or it was imported before it could be taken back.
      add column audit_id bigint references audit on delete set null,
      -- The import that this entry took back.
      add column undoes bigint constraint import_log_undoes_key unique references import_log on delete set null;
    create table import_effects (
      id bigint generated always as identity primary key,
      audit_id bigint not null references audit on delete cascade,
      table_name text not null,
      -- Null where there was no such row, or is none any more; of a row that changed only its key and what changed.
      old jsonb,
      new jsonb
    );
    create index import_effects_audit on import_effects (audit_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table import_effects;
    alter table import_log drop column undoes, drop column audit_id;
  `);
}

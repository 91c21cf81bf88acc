import type { Knex } from 'knex';

/** Keeps what stands in every table; gives what brings it back with its ids, versions and moments, past triggers and references. Who keeps what was read is told that all has changed. */
export async function keptRows(db: Knex): Promise<() => Promise<void>> {
  const { rows } = await db.raw(
    `select quote_ident(table_name) as name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' and table_name not like 'knex%' and table_name <> 'table_changes' group by 1`,
  );
  const tables = rows as { name: string; columns: string }[];
  const each = (statement: (table: { name: string; columns: string }) => string): string => tables.map(statement).join(';');
  await db.raw(`create schema kept; ${each(({ name, columns }) => `create table kept.${name} as select ${columns} from ${name}`)}`);
  const bringBack = each(
    ({ name, columns }) => `insert into ${name} (${columns}) overriding system value select ${columns} from kept.${name}`,
  );
  return async () =>
    db.transaction(async (trx) => {
      await trx.raw(`set local session_replication_role = replica; truncate ${tables.map(({ name }) => name).join(', ')}; ${bringBack};
        insert into table_changes (table_name) values ${tables.map(({ name }) => `('${name}')`).join(', ')}`);
    });
}

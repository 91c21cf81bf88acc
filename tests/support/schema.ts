import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';

/** The names of all migrations, in their order. */
export const MIGRATIONS = readdirSync(fileURLToPath(new URL('../../migrations', import.meta.url)))
  .flatMap((file) => /^(\d{4}_\w+)\.ts$/.exec(file)?.[1] ?? [])
  .sort();

const FORMER = readFileSync(new URL('../db/fixtures/schema-0048.sql', import.meta.url), 'utf8');
const PLANT = readFileSync(new URL('../db/fixtures/plant-0048.sql', import.meta.url), 'utf8');
/** The migrations of before 1.0.0. */
export const FORMER_MIGRATIONS = [...FORMER.matchAll(/\(\d+, '(\d{4}_\w+)'/g)].map(([, name]) => name!);

/** All that is said of the schema but by pg_dump, a line each; columns in their order. */
const LINES = `
  with own as (select c.* from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relname not like 'knex\\_migrations%')
  select format('%s %s kind %s, persistence %s, options %s: %s', 'relation', relname, relkind, relpersistence, reloptions, obj_description(oid, 'pg_class')) as line
    from own where relkind in ('r', 'v', 'm', 'S', 'p', 'f')
  union all
  select format('column %s.%s %s: %s %s, default %s, generated %s, identity %s, collation %s, storage %s', o.relname,
      row_number() over (partition by o.oid order by a.attnum), a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
      pg_get_expr(d.adbin, d.adrelid), a.attgenerated, a.attidentity, a.attcollation::regcollation, a.attstorage)
    from own o join pg_attribute a on a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped left join pg_attrdef d on d.adrelid = o.oid and d.adnum = a.attnum
    where o.relkind in ('r', 'v')
  union all
  select format('constraint %s.%s: %s', o.relname, n.conname, pg_get_constraintdef(n.oid)) from own o join pg_constraint n on n.conrelid = o.oid
  union all
  select format('index %s: %s', o.relname, pg_get_indexdef(i.indexrelid)) from own o join pg_index i on i.indrelid = o.oid
  union all
  select format('view %s: %s', relname, pg_get_viewdef(oid)) from own where relkind = 'v'
  union all
  select format('trigger %s, enabled %s: %s', o.relname, t.tgenabled, pg_get_triggerdef(t.oid)) from own o join pg_trigger t on t.tgrelid = o.oid and not t.tgisinternal
  union all
  select format('sequence %s of %s.%s: %s', o.relname, d.refobjid::regclass, d.refobjsubid, s.seqincrement) from own o join pg_sequence s on s.seqrelid = o.oid
    left join pg_depend d on d.objid = o.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
  union all
  select format('function %s: %s', obj_description(p.oid, 'pg_proc'), pg_get_functiondef(p.oid)) from pg_proc p where p.pronamespace = current_schema()::regnamespace
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  union all
  select format('extension %s', extname) from pg_extension`;

/** The whole schema, to the letter, in the order of its lines. */
export const schemaOf = async (db: Knex): Promise<string[]> => {
  const { rows } = await db.raw(`select line from (${LINES}) said order by line collate "C"`);
  return (rows as { line: string }[]).map(({ line }) => line);
};

/** Makes the database one of 0048_whole_plan, or of fewer migrations by name, as its own program left it, with a plant in it. */
export async function makeFormer(db: Knex, names: readonly string[] = FORMER_MIGRATIONS): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw('drop schema public cascade; create schema public');
    await trx.raw(FORMER.replaceAll('?', '\\?'));
    await trx.raw(PLANT);
    await trx('knex_migrations').delete();
    await trx('knex_migrations').insert(names.map((name) => ({ name, batch: 1, migration_time: new Date() })));
  });
}

/** The views and functions stand by texts that nobody knows. */
export async function forgetDefinitions(db: Knex): Promise<void> {
  await db.raw(`do $$ declare one record; begin
    for one in select case c.relkind when 'v' then 'view' end as kind, c.relname as name from pg_class c join pg_description d on d.objoid = c.oid
        where c.relkind = 'v' and d.description like 'planner definition %' union all
      select 'function', p.proname from pg_proc p join pg_description d on d.objoid = p.oid where d.description like 'planner definition %'
    loop execute format('comment on %s %I is null', one.kind, one.name); end loop;
  end $$`);
}

/** What stands in every table of rows, columns without a value apart, but in what notes that something must be reckoned. */
export async function rowsOf(db: Knex): Promise<Record<string, { rows: number; hash: string | null }>> {
  const tables: string[] = await db('information_schema.tables')
    .where({ table_schema: 'public', table_type: 'BASE TABLE' })
    .whereNot('table_name', 'like', 'knex%')
    .whereNot('table_name', 'noted_orders')
    .orderBy('table_name')
    .pluck('table_name');
  const found: Record<string, { rows: number; hash: string | null }> = {};
  for (const table of tables) {
    const { rows } = await db.raw(
      `select count(*)::int as rows, md5(string_agg(hash, '' order by hash)) as hash
       from (select md5(jsonb_strip_nulls(to_jsonb(t))::text) as hash from "${table}" t) hashed`,
    );
    found[table] = rows[0];
  }
  return found;
}

import type { Knex } from 'knex';

/** One foreign key: columns of the one side, and those of the other that they meet. */
interface Link {
  table: string;
  columns: string[];
  own: string[];
}

/** What the database itself says of a table. */
export interface Described {
  /** The columns of its primary key. */
  key: string[];
  /** Its columns but for computed ones. */
  columns: string[];
  /** The rows it points at, and those that point at it. */
  parents: Link[];
  children: Link[];
}

const names = (table: string, numbers: string): string =>
  `(select json_agg(a.attname order by n.at) from unnest(${numbers}) with ordinality n(attnum, at) join pg_attribute a on a.attrelid = ${table} and a.attnum = n.attnum)`;

/** Key, columns and links of a table. */
export async function describeTable(trx: Knex.Transaction, table: string): Promise<Described> {
  const { rows } = await trx.raw(
    `select
       (select ${names('c.conrelid', 'c.conkey')} from pg_constraint c where c.conrelid = t.oid and c.contype = 'p') as key,
       (select json_agg(attname order by attnum) from pg_attribute where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
       coalesce((select json_agg(json_build_object('table', c.confrelid::regclass::text, 'columns', ${names('c.confrelid', 'c.confkey')}, 'own', ${names('c.conrelid', 'c.conkey')}))
         from pg_constraint c where c.conrelid = t.oid and c.contype = 'f'), '[]') as parents,
       coalesce((select json_agg(json_build_object('table', c.conrelid::regclass::text, 'columns', ${names('c.conrelid', 'c.conkey')}, 'own', ${names('c.confrelid', 'c.confkey')}))
         from pg_constraint c where c.confrelid = t.oid and c.contype = 'f'), '[]') as children
     from pg_class t where t.oid = ?::regclass`,
    [table],
  );
  return rows[0] as Described;
}

import type { Knex } from 'knex';
import { bound } from '../../db/bound.ts';
import { IMPORT_KINDS, type ImportColumn, type ImportKind, type Reference } from '../../domain/files/imports.ts';
import type { Brought } from '../../domain/files/waiting.ts';
import { MAX_IMPORT_MESSAGES } from '../../domain/ground/constants.ts';
import { markBad, ROWS } from './staging.store.ts';

/** Where the codes of each kind of reference stand. */
const HOMES: Readonly<Record<Reference['to'], { table: string; key: string; code: string; name: string; active: boolean }>> = {
  tasks: { table: 'tasks', key: 'code_key', code: 'task_code', name: 'task_name', active: false },
  facilities: { table: 'facilities', key: 'code_key', code: 'facility_code', name: 'facility_name', active: true },
  products: { table: 'products', key: 'code_key', code: 'product_code', name: 'product_name', active: true },
  orders: { table: 'orders', key: 'serial_key', code: 'serial_number', name: 'product_name', active: false },
  outsourcings: { table: 'outsourcings', key: 'code_key', code: 'outsourcing_code', name: 'name', active: true },
};

/** A code that the database does not know. */
export interface Unknown {
  row: number;
  value: string;
  /** The one known code that is it with zeros in front (hazard H10). */
  padded: string | null;
  /** The codes that carry it as their name, where several do. */
  codes: string[] | null;
}

/** An unknown code: how many rows have it, and their numbers; where it is an error, of those that are not bad already. */
export interface UnknownValue {
  value: string;
  rows: number;
  numbers: number[];
}

/** A code whose zeros the database knows. */
export interface Shortened {
  row: number;
  value: string;
  padded: string;
}

/** Puts the code in place of a name that only one row of the reference has; of several, the one that is in use. */
export async function resolveNames(trx: Knex.Transaction, column: ImportColumn, reference: Reference): Promise<void> {
  const home = HOMES[reference.to];
  await trx.raw(
    `update ${ROWS} r set "${column.field}" = named.code, "${column.field}_key" = named.key
     from (select code_fold(${home.name}) as name, min(${home.code}) as code, min(${home.key}) as key
           from ${home.table} where active group by 1 having count(*) = 1) named
     where named.name = r."${column.field}_key" and not exists (select 1 from ${home.table} t where t.${home.key} = r."${column.field}_key")`,
  );
}

/** Known codes take the spelling of their master: another width is no second spelling. */
export async function spellReferences(trx: Knex.Transaction, column: ImportColumn, reference: Reference): Promise<void> {
  const home = HOMES[reference.to];
  await trx.raw(
    `update ${ROWS} r set "${column.field}" = t.${home.code} from ${home.table} t
     where t.${home.key} = r."${column.field}_key" and t.${home.code} <> r."${column.field}"`,
  );
}

/** The condition on `r` that its code is unknown. Orders may point at a product that sleeps: they were planned with it. */
function unknownCondition(column: ImportColumn, reference: Reference): string {
  const home = HOMES[reference.to];
  const awake = home.active && reference.unknown === 'error' ? ' and t.active' : '';
  return `r."${column.field}_key" <> '' and not exists (select 1 from ${home.table} t where t.${home.key} = r."${column.field}_key"${awake})`;
}

/** Marks the rows as bad that name by a name what several rows have; gives these names, folded, with the codes that carry them. */
export async function refuseSharedNames(trx: Knex.Transaction, column: ImportColumn, reference: Reference): Promise<Map<string, string[]>> {
  const named = await sharedNames(trx, HOMES[reference.to]);
  if (named.size > 0)
    await markBad(trx, `r."${column.field}_key" = any (?) and ${unknownCondition(column, reference)}`, [[...named.keys()]]);
  return named;
}

/**
 * Rows whose code is unknown, the first of them with how many there are, all whose code is known with zeros in front, and the codes but for the names `named`, in the
 * order of the file. Queries a reference column, never a row.
 */
export async function findUnknown(
  trx: Knex.Transaction,
  column: ImportColumn,
  reference: Reference,
  named: ReadonlyMap<string, string[]>,
): Promise<{ rows: Unknown[]; count: number; shortened: Shortened[]; values: UnknownValue[] }> {
  const condition = unknownCondition(column, reference);
  const { rows } = await trx.raw(
    `select r.row_number as row, r."${column.field}" as value, r."${column.field}_key" as key, count(*) over ()::int as count
     from ${ROWS} r where ${condition} order by r.row_number limit ${MAX_IMPORT_MESSAGES + 1}`,
  );
  if (rows.length === 0) return { rows: [], count: 0, shortened: [], values: [] };
  const shortened = await paddedRows(trx, column, reference);
  const padded = new Map(shortened.map((one) => [one.row, one.padded]));
  return {
    rows: rows.map(({ row, value, key }: Unknown & { key: string }) => ({
      row,
      value,
      padded: padded.get(row) ?? null,
      codes: named.get(key) ?? null,
    })),
    count: rows[0].count,
    shortened,
    values: await unknownValues(trx, column, reference, [...named.keys()]),
  };
}

/** Marks the rows as bad whose code is unknown. */
export const refuseUnknown = (trx: Knex.Transaction, column: ImportColumn, reference: Reference): Promise<number> =>
  markBad(trx, unknownCondition(column, reference));

/** The unknown codes but for these keys. */
async function unknownValues(
  trx: Knex.Transaction,
  column: ImportColumn,
  reference: Reference,
  except: readonly string[],
): Promise<UnknownValue[]> {
  const { rows } = await trx.raw(
    `select (array_agg(r."${column.field}" order by r.row_number))[1] as value, count(*)::int as rows,
       coalesce(array_agg(r.row_number order by r.row_number)${reference.unknown === 'error' ? ' filter (where not r.bad)' : ''}, '{}') as numbers
     from ${ROWS} r where ${unknownCondition(column, reference)} and r."${column.field}_key" <> all (?::text[])
     group by r."${column.field}_key" order by min(r.row_number)`,
    bound([except]),
  );
  return rows as UnknownValue[];
}

/** The names that several rows in use share, folded, with their codes. */
async function sharedNames(trx: Knex.Transaction, home: { table: string; code: string; name: string }): Promise<Map<string, string[]>> {
  const { rows } = await trx.raw(
    `select code_fold(${home.name}) as name, array_agg(${home.code} order by ${home.code}) as codes
     from ${home.table} where active group by 1 having count(*) > 1`,
  );
  return new Map(rows.map(({ name, codes }: { name: string; codes: string[] }) => [name, codes]));
}

/** Rows whose unknown code equals one known code but for zeros in front. */
async function paddedRows(trx: Knex.Transaction, column: ImportColumn, reference: Reference): Promise<Shortened[]> {
  const home = HOMES[reference.to];
  const key = `r."${column.field}_key"`;
  const awake = home.active && reference.unknown === 'error' ? ' and t.active' : '';
  const { rows } = await trx.raw(
    `with unknown as (select distinct ${key} as key from ${ROWS} r
       where ${key} ~ '^[1-9][0-9]*$' and ${unknownCondition(column, reference)}),
     known as (select u.key, min(t.${home.code}) as code from unknown u join ${home.table} t on ltrim(t.${home.key}, '0') = u.key${awake}
       group by u.key having count(*) = 1)
     select r.row_number as row, r."${column.field}" as value, known.code as padded
     from ${ROWS} r join known on known.key = ${key} order by r.row_number`,
  );
  return rows as Shortened[];
}

/** A key that an import would make although one is there, or longer in the file, that is the same but for zeros in front; `longer`: the other is. */
export interface DoubleKey extends Shortened {
  longer: boolean;
}

/** Keys that an import would make twice. */
export async function findDoubleKeys(trx: Knex.Transaction, kind: ImportKind): Promise<{ field: string; rows: DoubleKey[] }> {
  const column = kind.columns.find(({ field, zeros, refers }) => field === kind.key[0] && zeros && !refers);
  const home = column && CREATED[kind.name];
  if (!column || !home) return { field: '', rows: [] };
  const own = `r."${column.field}_key"`;
  const { rows } = await trx.raw(
    `with fresh as (select distinct ${own} as key, ltrim(${own}, '0') as number from ${ROWS} r where not r.bad and ${own} ~ '^[0-9]*[1-9][0-9]*$'
         and not exists (select 1 from ${home.table} known where known.${home.key} = ${own})),
       known as (select ${home.key} as key, ${home.code} as code, ltrim(${home.key}, '0') as number, true as stands from ${home.table} where ${home.key} ~ '^[0-9]+$'
         union all select key, key, number, false from fresh),
       twins as (select fresh.key, min(k.code) as padded, min(length(k.key)) > length(fresh.key) as longer
         from fresh join known k on k.number = fresh.number and k.key <> fresh.key and (k.stands or length(k.key) > length(fresh.key))
         group by fresh.key having count(distinct k.key) = 1)
     select r.row_number as row, r."${column.field}" as value, twins.padded, twins.longer
     from ${ROWS} r join twins on twins.key = ${own} where not r.bad order by r.row_number`,
  );
  return { field: column.field, rows };
}

/** The kinds that files name by a name as well as by a code. */
const NAMED = new Set(IMPORT_KINDS.flatMap(({ columns }) => columns.flatMap(({ refers }) => (refers?.by_name ? [refers.to] : []))));

/** The codes that the plant would know once the file is taken in and does not know yet, and names that only one of them would have. */
export async function findBrought(trx: Knex.Transaction, kind: ImportKind): Promise<Brought[]> {
  const to = (Object.keys(HOMES) as Reference['to'][]).find((name) => name === kind.name);
  if (to === undefined) return [];
  const { table, key, code, name, active } = HOMES[to];
  const own = `r."${code}_key"`;
  const folded = (column: string): string => `upper(normalize(${column}, nfkc))`;
  const fresh = `select r.row_number as row, ${own} as key, r."${code}" as code${NAMED.has(to) ? `, ${folded(`r."${name}"`)} as name` : ''} from ${ROWS} r
    where ${own} <> '' and not exists (select 1 from ${table} t where t.${key} = ${own}${active ? ' and t.active' : ''})`;
  const names = `union all select min(name), array_agg(row order by row) from fresh where name <> ''
      and not exists (select 1 from ${table} t where t.active and ${folded(`t.${name}`)} = fresh.name)
      group by name having count(distinct key) = 1`;
  const { rows } = await trx.raw(
    `with fresh as (${fresh}) select min(code) as code, array_agg(row order by row) as rows from fresh group by key ${NAMED.has(to) ? names : ''}`,
  );
  return rows as Brought[];
}

/** The tables whose keys an import makes. */
export const CREATED: Readonly<Record<string, { table: string; key: string; code: string }>> = {
  tasks: HOMES.tasks,
  facilities: HOMES.facilities,
  products: HOMES.products,
  outsourcings: HOMES.outsourcings,
  orders: HOMES.orders,
  employees: { table: 'employees', key: 'employee_key', code: 'employee_id' },
};

import type { Page } from '../../db/list.ts';
import type { Db } from '../../db/types.ts';
import { auditPage, NAMED_TABLES, type NamedTable, namesOf, type StoredAudit } from './audit.store.ts';

/** Fields that hold ids, in rows and in the rows inside them. */
const FIELDS: Record<NamedTable, ReadonlySet<string>> = {
  products: new Set(['product_id']),
  tasks: new Set(['task', 'task_id', 'task_ids']),
  facilities: new Set(['facility', 'facility_id']),
};

/** The ids of a table that stand in a value, wherever. */
function idsIn(value: unknown, fields: ReadonlySet<string>): number[] {
  if (Array.isArray(value)) return value.flatMap((member) => idsIn(member, fields));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) =>
    fields.has(field) ? [inner].flat().filter((id): id is number => typeof id === 'number') : idsIn(inner, fields),
  );
}

const idsOf = (row: StoredAudit, table: NamedTable): Set<number> => new Set(idsIn([row.old, row.new], FIELDS[table]));

/** A page of the history, each row with the names of what its ids mean; one query a table for the whole page. */
export async function namedAuditPage<Wire>(db: Db, path: string, parameters: object): Promise<Page<Wire>> {
  const page = await auditPage(db, path, parameters as Record<string, unknown>);
  const known = await Promise.all(
    NAMED_TABLES.map(async (table) => {
      const ids = new Set(page.results.flatMap((row) => [...idsOf(row, table)]));
      return { table, names: await namesOf(db, table, [...ids]) };
    }),
  );
  const namesFor = (row: StoredAudit) =>
    known.flatMap(({ table, names }) =>
      [...idsOf(row, table)].flatMap((id) => {
        const name = names.get(id);
        return name === undefined ? [] : [{ table, id, name }];
      }),
    );
  // The columns of the query are the contract's.
  return { ...page, results: page.results.map((row) => ({ ...row, names: namesFor(row) })) as Wire[] };
}

import type { Page } from '../../db/list.ts';
import type { Db } from '../../db/types.ts';
import { auditPage, NAMED_TABLES, type Named, type NamedTable, namesOf, type StoredAudit } from './audit.store.ts';

/** Fields that hold ids of a table, in rows and in the rows inside them. */
const FIELDS: ReadonlyMap<string, NamedTable> = new Map([
  ['product_id', 'products'],
  ['task', 'tasks'],
  ['task_id', 'tasks'],
  ['task_ids', 'tasks'],
  ['facility', 'facilities'],
  ['facility_id', 'facilities'],
]);

/** Adds the ids that stand in a value, wherever. */
function addIds(value: unknown, named: Named<Set<number>>): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const member of value) addIds(member, named);
    return;
  }
  for (const field in value) {
    const inner = (value as Record<string, unknown>)[field];
    const table = FIELDS.get(field);
    if (table === undefined) addIds(inner, named);
    else for (const id of Array.isArray(inner) ? inner : [inner]) if (typeof id === 'number') named[table].add(id);
  }
}

function namedBy(row: StoredAudit): Named<Set<number>> {
  const named = { products: new Set<number>(), tasks: new Set<number>(), facilities: new Set<number>() };
  addIds(row.old, named);
  addIds(row.new, named);
  return named;
}

/** A page of the history, each row with the names of what its ids mean; asked in one go for the whole page. */
export async function namedAuditPage<Wire>(db: Db, path: string, parameters: object): Promise<Page<Wire>> {
  const page = await auditPage(db, path, parameters as Record<string, unknown>);
  const named = page.results.map(namedBy);
  const all = (table: NamedTable): number[] => [...new Set(named.flatMap((ids) => [...ids[table]]))];
  const names = await namesOf(db, { products: all('products'), tasks: all('tasks'), facilities: all('facilities') });
  const namesFor = (ids: Named<Set<number>>) =>
    NAMED_TABLES.flatMap((table) =>
      [...ids[table]].flatMap((id) => {
        const name = names[table].get(id);
        return name === undefined ? [] : [{ table, id, name }];
      }),
    );
  // The columns of the query are the contract's.
  return { ...page, results: page.results.map((row, at) => ({ ...row, names: namesFor(named[at]!) })) as Wire[] };
}

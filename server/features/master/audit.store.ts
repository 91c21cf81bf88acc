import { auditRows } from '../../db/audit.ts';
import { type ListDescription, listPage, type Page } from '../../db/list.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/types.ts';

/** A row of the history as it is stored, with the name of who did it. */
export interface StoredAudit {
  id: number;
  kind: string;
  old: unknown;
  new: unknown;
}

/** What the history last said of an employee who is gone. */
const lastSeen = (actor: string, fields: readonly string[]): string =>
  `(select ${fields.map((field) => `(gone.old ->> '${field}')`).join(` || ' ' || `)} from audit gone
    where gone.kind = 'employees' and gone.key = ${actor} and gone.new is null order by gone.id desc limit 1)`;

/** Not joined: who did it must not be looked up to count what was done. */
const PRESENT = '(select employees.name from employees where employees.employee_id = audit.actor limit 1)';

const AUDIT: ListDescription = {
  filters: {
    // The many records of imports are found by their codes, which need no folding.
    key_search: { how: 'fold_where', where: 'strpos(coalesce(audit.subject_key, lower(audit.key)), ?) > 0' },
    actor_search: {
      how: 'fold_where',
      // The few who ever did anything, one step of the index each.
      where: `audit.actor in (with recursive actors as (select min(actor) as actor from audit where part_of is null
          union all select (select min(audit.actor) from audit where part_of is null and audit.actor > actors.actor) from actors where actors.actor is not null)
        select actors.actor from actors left join employees on employees.employee_id = actors.actor
        where strpos(search_fold(concat_ws(' ', actors.actor, employees.name, employees.name_furigana, ${lastSeen('actors.actor', ['name', 'name_furigana'])})), ?) > 0)`,
    },
    part_of: { how: 'exact', column: 'audit.part_of' },
    from_date: { how: 'from_day', column: 'audit.at' },
    to_date: { how: 'to_day', column: 'audit.at' },
  },
  order: ['audit.id desc'],
  sortable: { id: 'audit.id', at: 'audit.at', actor: 'audit.actor', kind: 'audit.kind', key: 'audit.key', operation: 'audit.operation' },
  tie: 'audit.id desc',
};

/** Tables whose rows belong to the rows of another. */
const BELONGING: Record<string, readonly string[]> = {
  products: ['products', 'heat_treatments', 'product_processings', 'demoldings'],
  facilities: ['facilities', 'facility_tasks'],
};

/** A page of the history of changes, newest first. The records of imports are in it where one is asked for, or a thing. */
export function auditPage(db: Db, path: string, parameters: Record<string, unknown>): Promise<Page<StoredAudit>> {
  const query = auditRows(db).select(
    'audit.id',
    'actor',
    'operation',
    'kind',
    'key',
    'part_of',
    'old',
    'new',
    db.raw('on_clock(at) as at'),
    db.raw('(select i.id from import_log i where i.audit_id = coalesce(audit.part_of, audit.id) limit 1) as import_id'),
    db.raw(`coalesce(${PRESENT}, ${lastSeen('audit.actor', ['name'])}) as actor_name`),
  );
  const { kind, part_of, key_search } = parameters as Record<string, string | undefined>;
  if (kind) query.whereIn('audit.kind', BELONGING[kind] ?? [kind]);
  if (!part_of && !key_search) query.whereNull('audit.part_of');
  return listPage<StoredAudit>(query, path, parameters, AUDIT);
}

/** Tables whose ids the history keeps, and what their rows are called. */
const NAMED = {
  products: { name: `product_code || ' ' || product_name`, gone: `old ->> 'product_code' || ' ' || (old ->> 'product_name')` },
  tasks: { name: 'task_name', gone: `old ->> 'task_name'` },
  facilities: { name: 'facility_name', gone: `old ->> 'facility_name'` },
} as const;
export type NamedTable = keyof typeof NAMED;
export const NAMED_TABLES = Object.keys(NAMED) as NamedTable[];

/** Ids of the named tables. */
export type Named<Ids> = Record<NamedTable, Ids>;

const KNOWN = NAMED_TABLES.map(
  (table) => `select '${table}' as named, id, ${NAMED[table].name} as name from ${table} where id = any(?::bigint[])`,
).join(' union all ');

/** What rows are called, by table and id; a row that is gone as the history last called it. */
export async function namesOf(db: Db, ids: Named<readonly number[]>): Promise<Named<Map<number, string>>> {
  const names = { products: new Map<number, string>(), tasks: new Map<number, string>(), facilities: new Map<number, string>() };
  if (NAMED_TABLES.every((table) => ids[table].length === 0)) return names;
  const known = await prepared<{ named: NamedTable; id: number; name: string }>(
    db,
    KNOWN,
    NAMED_TABLES.map((table) => ids[table]),
  );
  for (const { named, id, name } of known.rows) names[named].set(id, name);
  for (const table of NAMED_TABLES) {
    const lost = ids[table].filter((id) => !names[table].has(id));
    if (lost.length > 0) for (const { id, name } of await goneRows(db, table, lost)) names[table].set(Number(id), name);
  }
  return names;
}

const goneRows = (db: Db, table: NamedTable, ids: readonly number[]): Promise<{ id: string; name: string }[]> =>
  auditRows(db)
    .where('kind', table)
    .whereNull('new')
    .whereRaw(`old ->> 'id' = any (?::text[])`, [ids.map(String)])
    .orderBy('id')
    .select(db.raw(`old ->> 'id' as id`), db.raw(`${NAMED[table].gone} as name`));

import { type ListDescription, listPage, type Page } from '../../db/list.ts';
import type { Db } from '../../db/types.ts';
import type { ImportKindName } from '../../domain/files/imports.ts';
import { beginningOf } from '../../domain/ground/cut.ts';

/** When the same bytes were imported last and not taken back, as an instant; undefined when never. */
export async function lastImportOf(db: Db, kind: string, contentHash: string): Promise<string | undefined> {
  const row = await db('import_log as i')
    .where({ kind, content_hash: contentHash, refused: false })
    .whereNotExists(db('import_log as u').whereRaw('u.undoes = i.id'))
    .orderBy('id', 'desc')
    .first(db.raw('on_clock(at) as at'));
  return row?.at as string | undefined;
}

/** What became of one import. */
export interface LogEntry {
  actor: string;
  kind: ImportKindName;
  file_name: string;
  content_hash: string;
  refused: boolean;
  row_count: number;
  counts?: { new: number; changed_count: number; unchanged: number; deleted: number };
  errors: readonly string[];
  warnings: readonly string[];
  error_count: number;
  warning_count: number;
  /** Its row in the history of changes, where it wrote anything. */
  audit_id?: number;
  /** The import that it took back. */
  undoes?: number;
}

/** A row that an import left out, as it stood in the file. */
export interface LeftOutRow {
  row: number;
  cells: string[];
  reason: string;
}

/** Notes an import, in its transaction where it was written. Gives its number. */
export async function logImport(trx: Db, entry: LogEntry, leftOut: { headers: string[]; rows: readonly LeftOutRow[] }): Promise<number> {
  const { counts, errors, warnings, file_name, ...plain } = entry;
  const [logged] = await trx('import_log')
    .insert({
      ...plain,
      file_name: beginningOf(file_name, 255),
      new_count: counts?.new,
      changed_count: counts?.changed_count,
      unchanged_count: counts?.unchanged,
      deleted_count: counts?.deleted,
      errors: JSON.stringify(errors),
      warnings: JSON.stringify(warnings),
      left_out_count: leftOut.rows.length,
      headers: JSON.stringify(leftOut.headers),
    })
    .returning('id');
  const id = (logged as { id: number }).id;
  for (let from = 0; from < leftOut.rows.length; from += LEFT_OUT_PIECE) {
    await trx.raw(
      `insert into import_left_out (import_id, row_number, cells, reason)
       select ?, "row", cells, reason from jsonb_to_recordset(?::jsonb) as r ("row" integer, cells jsonb, reason text)`,
      [id, JSON.stringify(leftOut.rows.slice(from, from + LEFT_OUT_PIECE))],
    );
  }
  return id;
}
const LEFT_OUT_PIECE = 2_000;

const HISTORY: ListDescription = {
  filters: {
    kind: { how: 'exact', column: 'i.kind' },
    file_name_search: { how: 'part', column: 'i.file_name' },
    actor_search: { how: 'part', column: `i.actor || ' ' || coalesce(e.name, '')` },
    from_date: { how: 'from_day', column: 'i.at' },
    to_date: { how: 'to_day', column: 'i.at' },
    refused: { how: 'flag', where: 'i.refused' },
    left_out: { how: 'flag', where: 'i.left_out_count > 0' },
  },
  order: ['i.id desc'],
  sortable: { id: 'i.id', at: 'i.at', actor: 'i.actor', kind: 'i.kind', file_name: 'i.file_name', row_count: 'i.row_count' },
  tie: 'i.id desc',
};

const COLUMNS = ['id', 'actor', 'kind', 'file_name', 'refused', 'row_count', 'new_count', 'changed_count', 'unchanged_count'];
const COUNTS = ['deleted_count', 'error_count', 'warning_count', 'left_out_count', 'undoes', 'audit_id'];
const history = (db: Db) =>
  db('import_log as i')
    .leftJoin('employees as e', 'e.employee_id', 'i.actor')
    .leftJoin('import_log as u', 'u.undoes', 'i.id')
    .select([...COLUMNS, ...COUNTS].map((column) => `i.${column}`))
    .select(db.raw('on_clock(i.at) as at, e.name as actor_name, u.id as undone_by'));

/** A page of the imports, newest first. */
export function historyPage<Wire>(db: Db, path: string, parameters: object): Promise<Page<Wire>> {
  return listPage<Wire>(history(db), path, parameters as Record<string, unknown>, HISTORY);
}

/** One import with its sentences; undefined when there is none. */
export const historyEntry = <Wire>(db: Db, id: number): Promise<Wire | undefined> =>
  history(db).select('i.errors', 'i.warnings').where('i.id', id).first() as unknown as Promise<Wire | undefined>;

/** The rows an import left out, with the layout of their file; undefined: no such import. */
export async function leftOutOf(
  db: Db,
  id: number,
): Promise<{ kind: ImportKindName; at: string; headers: string[]; rows: LeftOutRow[] } | undefined> {
  const found = await db('import_log').where({ id }).first('kind', 'headers', db.raw('on_clock(at) as at'));
  if (!found) return undefined;
  const rows = await db('import_left_out').where({ import_id: id }).orderBy('row_number').select('row_number as row', 'cells', 'reason');
  return { ...found, rows };
}

import { formatDate, isPlantDate } from '../ground/plant-time.ts';
import { CHANGE_TEXTS as TEXTS } from '../texts/files/imports.ts';
import { valueInWords } from './cells/cell-words.ts';
import type { ImportKind } from './imports.ts';

/** One cell that an import changes, as a dry run answers it. */
export interface RawChange {
  key: string;
  field: string;
  old?: unknown;
  new?: unknown;
}

/** The same for people. */
export interface ChangeWords {
  key: string;
  name: string;
  old: string;
  new: string;
}

/** How many things a file speaks of, by what becomes of them. */
export const thingsOf = (
  kind: Pick<ImportKind, 'removes'> | undefined,
  counts: { new?: number | null; changed_count?: number | null; unchanged?: number | null; deleted?: number | null },
): number => (counts.new ?? 0) + (counts.changed_count ?? 0) + (counts.unchanged ?? 0) + (kind?.removes ? (counts.deleted ?? 0) : 0);

/** The same of an import as the history keeps it, with its rows, in words; `label` names the things. */
export function takenInWords(
  kind: ImportKind | undefined,
  { row_count, new_count, unchanged_count, deleted_count, changed_count, undoes }: KeptCounts,
  label = '',
): string {
  // What takes an import back counts what it took back, gone or not.
  if (typeof undoes === 'number') return TEXTS.rows(row_count ?? 0, row_count ?? 0);
  const things = thingsOf(kind, { new: new_count, changed_count, unchanged: unchanged_count, deleted: deleted_count });
  // A summary of an earlier version does not know what was equal.
  return TEXTS.rows(row_count ?? 0, typeof unchanged_count === 'number' ? things : (row_count ?? 0), label);
}

/** What the history and a night keep of an import. */
export interface KeptCounts {
  /** The import that it takes back, if it is one that does. */
  undoes?: number | null;
  row_count?: number | null;
  new_count?: number | null;
  changed_count?: number | null;
  unchanged_count?: number | null;
  deleted_count?: number | null;
}

/** What a record is called, as the screens write days. */
export const keyInWords = (key: string): string => (isPlantDate(key) ? formatDate(key) : key);

/** Names and values of a change as the screens call them; a record that comes or goes by what it is. */
export function changeInWords(kind: ImportKind, change: RawChange): ChangeWords {
  const key = keyInWords(change.key);
  const record = TEXTS.records[change.field];
  if (record !== undefined) {
    const comes = (change.old ?? null) === null;
    return { key, name: record, old: comes ? TEXTS.absent : TEXTS.present, new: comes ? TEXTS.added : TEXTS.removed };
  }
  if (change.field === 'active') return { key, name: TEXTS.state, old: TEXTS.asleep, new: TEXTS.awake };
  const column = kind.columns.find(({ field }) => field === change.field);
  const words = (value: unknown) => valueInWords(column, value, TEXTS.empty);
  return { key, name: column?.header ?? TEXTS.other, old: words(change.old), new: words(change.new) };
}

/** The same as one sentence. */
export function changeSentence(kind: ImportKind, change: RawChange): string {
  const { key, name, old, new: now } = changeInWords(kind, change);
  return TEXTS.changed(key, name, old, now);
}

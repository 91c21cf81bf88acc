import { formatDate, isPlantDate } from '../ground/plant-time.ts';
import { CHANGE_TEXTS as TEXTS } from '../texts/files/imports.ts';
import { valueInWords } from './cell-words.ts';
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

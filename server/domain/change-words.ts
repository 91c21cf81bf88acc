import type { ImportColumn, ImportKind } from './imports.ts';
import { formatDate, isPlantDate } from './plant-time.ts';
import { PERMISSION_WORDS } from './texts/import-words.ts';
import { CHANGE_TEXTS as TEXTS } from './texts/imports.ts';

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

/** Names and values of a change as the screens call them; a record that comes or goes by what it is. */
export function changeInWords(kind: ImportKind, change: RawChange): ChangeWords {
  const key = isPlantDate(change.key) ? formatDate(change.key) : change.key;
  const record = TEXTS.records[change.field];
  if (record !== undefined) {
    const comes = (change.old ?? null) === null;
    return { key, name: record, old: comes ? TEXTS.absent : TEXTS.present, new: comes ? TEXTS.added : TEXTS.removed };
  }
  if (change.field === 'active') return { key, name: TEXTS.state, old: TEXTS.asleep, new: TEXTS.awake };
  const column = kind.columns.find(({ field }) => field === change.field);
  return { key, name: column?.header ?? TEXTS.other, old: valueInWords(column, change.old), new: valueInWords(column, change.new) };
}

/** The same as one sentence. */
export function changeSentence(kind: ImportKind, change: RawChange): string {
  const { key, name, old, new: now } = changeInWords(kind, change);
  return TEXTS.changed(key, name, old, now);
}

function valueInWords(column: ImportColumn | undefined, value: unknown): string {
  if (column?.type === 'weekdays' && Array.isArray(value)) return value.length === 0 ? TEXTS.everyDay : value.join('・');
  if (value === null || value === undefined || value === '') return TEXTS.empty;
  if (typeof value === 'boolean') return value ? TEXTS.done : TEXTS.open;
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 6 });
  const text = String(value);
  if (column?.type === 'date' && isPlantDate(text)) return formatDate(text);
  if (column?.type === 'permission') return permissionWord(text) ?? text;
  return text;
}

const permissionWord = (permission: string): string | undefined =>
  Object.entries(PERMISSION_WORDS).find(([word, meant]) => meant === permission && word.toLowerCase() !== permission)?.[0];

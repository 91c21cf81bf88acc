import { formatDate, isPlantDate } from '../../ground/plant-time.ts';
import { BOOLEAN_LABELS, CLOSED_DAY_LABELS, PERMISSION_LABELS } from '../../texts/files/import-words.ts';
import { IMPORT_TEXTS as TEXTS } from '../../texts/files/imports.ts';
import { PRIORITY_WORDS } from '../../texts/plan/priority.ts';
import type { ImportColumn } from '../imports.ts';
import type { Line } from '../issues.ts';
import type { TypedValue } from './cell-context.ts';

/** Whether two cells of a column say the same. */
export const same = (one: TypedValue | undefined, other: TypedValue | undefined): boolean =>
  one === other || (Array.isArray(one) && Array.isArray(other) && one.join() === other.join());

/** A value of a column in the words that people use for it; `nothing` names an empty one. */
export function valueInWords(column: ImportColumn | undefined, value: unknown, nothing: string): string {
  if (Array.isArray(value)) return TEXTS.weekdays(value);
  if (value === null || value === undefined || value === '') return nothing;
  if (typeof value === 'boolean') return (column?.type === 'closed_day' ? CLOSED_DAY_LABELS : BOOLEAN_LABELS)[value ? 'yes' : 'no'];
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 6 });
  const text = String(value);
  if (column?.type === 'date' && isPlantDate(text)) return formatDate(text);
  if (column?.type === 'permission') return Object.entries(PERMISSION_LABELS).find(([name]) => name === text)?.[1] ?? text;
  if (column?.type === 'priority') return Object.entries(PRIORITY_WORDS).find(([name]) => name === text)?.[1] ?? text;
  return text;
}

/** The cell of a file in words; an empty one is named too. */
export const inWords = (column: ImportColumn, value: TypedValue | undefined): string => valueInWords(column, value, TEXTS.blank);

/** What two rows say differently, column by column; a secret is named and not shown. Cells that could not be read are left out. */
export function differencesOf(columns: readonly ImportColumn[], one: Line, other: Line): string[] {
  const differing = columns.filter(
    ({ field }) => !one.wrong?.has(field) && !other.wrong?.has(field) && !same(one.values[field], other.values[field]),
  );
  return differing.map((column) =>
    column.type === 'secret'
      ? column.header
      : TEXTS.difference(column.header, inWords(column, one.values[column.field]), inWords(column, other.values[column.field])),
  );
}

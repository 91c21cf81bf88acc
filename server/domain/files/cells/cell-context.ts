import { headerKey } from '../../ground/fold.ts';
import { EMPTY_WORDS } from '../../texts/files/import-words.ts';
import { IMPORT_TEXTS as TEXTS } from '../../texts/files/imports.ts';
import type { Cell, CellValue } from '../grid.ts';
import type { ImportColumn } from '../imports.ts';
import type { DateContext, DateReading } from './dates.ts';

/** What every conversion of a cell shares. */

/** The value of a converted cell as the database takes it. */
export type TypedValue = string | number | boolean | null | readonly string[];

/** What a number format shows of a value, and what was made of it: its zeros can be given back, its text was taken, or the value in spite of it. */
export interface SeenFormat {
  format: string;
  value: string;
  shown: string;
  taken: 'value_without_zeros' | 'shown' | 'value';
}

/** Where a conversion reports; `error` makes the row bad, the others never stop an import. */
export interface CellContext extends DateContext {
  report(level: 'error' | 'warning', text: string): void;
  /** Days of this file that were read already. */
  days?: Map<number | string, DateReading>;
  /** Hears of each value that its format shows otherwise. */
  seen?(format: SeenFormat): void;
  /** Hears of each day that was read. */
  day?(cell: number | string, date: string): void;
}

export type Convert = (cell: Cell, column: ImportColumn, context: CellContext) => TypedValue;

const NO_DAYS: readonly string[] = [];
/** What an empty cell of a column means. */
export const emptyValue = (column: ImportColumn): TypedValue => column.empty ?? (column.type === 'weekdays' ? NO_DAYS : null);

/** The value of an empty cell; reported where the column must be filled. */
export function nothing(column: ImportColumn, context: CellContext): TypedValue {
  if (column.filled) context.report('error', TEXTS.required);
  return emptyValue(column);
}

/** Reports an error; the cell counts as empty. */
export function fail(context: CellContext, text: string, column: ImportColumn): TypedValue {
  context.report('error', text);
  return emptyValue(column);
}

/** A cell as a reader sees it, for messages. */
export const spelled = (value: CellValue): string =>
  value === true ? 'TRUE' : value === false ? 'FALSE' : value === null ? '' : String(value);

/** The comparable form of a word, without the apostrophe that marks a text. */
export const word = (value: CellValue): string => headerKey(spelled(value)).replace(/^'/, '');
/** Words by their comparable form. */
export const folded = (words: readonly string[]): ReadonlySet<string> => new Set(words.map(word));
/** Words that say "nothing". */
export const EMPTY = folded(EMPTY_WORDS);

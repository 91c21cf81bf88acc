import { alike, trimmed } from '../../ground/fold.ts';
import { NEGATIVE_MARK } from '../../texts/files/import-words.ts';
import { IMPORT_TEXTS as TEXTS } from '../../texts/files/imports.ts';
import { type Cell, cellValue, markOf } from '../grid.ts';
import type { ImportColumn } from '../imports.ts';
import { type CellContext, type Convert, EMPTY, emptyValue, fail, nothing, spelled, word } from './cell-context.ts';

/** Figures that a double holds for certain: the rest is noise of binary fractions, and no spreadsheet shows it. */
const CERTAIN = 15;
/** A sum that should be nothing leaves less than this. */
const RESIDUE = 1e-9;

/** A number as a spreadsheet shows it, without the noise of binary fractions: 101.00000000000001 is 101, -2.8E-17 is 0. */
export function settled(value: number): number {
  if (Number.isInteger(value)) return value + 0;
  return Math.abs(value) < RESIDUE ? 0 : Number(value.toPrecision(CERTAIN));
}

/** A number as people write it: thousands commas, the column's own unit, ▲ or brackets for negative (hazard H09). NaN if it is none. */
function parseNumber(raw: string, column: ImportColumn): number {
  let text = alike(trimmed(raw)).replace(/\s+/g, '').replace(/^'/, '');
  const bracketed = /^\((.+)\)$/.exec(text);
  const negative = bracketed !== null || NEGATIVE_MARK.test(text);
  if (negative) text = bracketed ? String(bracketed[1]) : text.slice(1);
  for (const unit of column.units ?? []) {
    const plain = unit.normalize('NFKC').toUpperCase();
    if (text.toUpperCase().endsWith(plain)) {
      text = text.slice(0, -plain.length);
      break;
    }
  }
  if (/^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)) text = text.replaceAll(',', '');
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d{1,3})?$/i.test(text)) return Number.NaN;
  return negative ? -Number(text) : Number(text);
}

/** The unit to be named: where each of several counts pieces, none. */
const unitOf = ({ units = [], scale }: ImportColumn): string | undefined =>
  scale !== undefined || units.length === 1 ? units[0] : undefined;

/** The number of a cell, or undefined where it is empty or none (then reported). */
function readNumber(cell: Cell, column: ImportColumn, context: CellContext, wrong: (text: string) => string): number | undefined {
  const value = cellValue(cell);
  if (typeof value === 'string' && EMPTY.has(word(value))) return void nothing(column, context);
  if (markOf(cell) === 'date') return void context.report('error', TEXTS.dateNotNumber(spelled(value)));
  const number = typeof value === 'number' ? value : typeof value === 'string' ? parseNumber(value, column) : Number.NaN;
  if (!Number.isFinite(number)) return void context.report('error', wrong(spelled(value)));
  return settled(number);
}

/** A whole number within the range of its column. */
export const toInteger: Convert = (cell, column, context) => {
  const wrong = (text: string): string => TEXTS.notInteger(text, column.min ?? 0, unitOf(column));
  const number = readNumber(cell, column, context, wrong);
  if (number === undefined) return emptyValue(column);
  const whole = settled(Math.round(number));
  const text = spelled(cellValue(cell));
  if (Math.abs(whole - number) > RESIDUE || whole < (column.min ?? 0)) return fail(context, wrong(text), column);
  if (column.max !== undefined && whole > column.max) return fail(context, TEXTS.outOfRange(text, column.min ?? 0, column.max), column);
  return whole;
};

/** A number within the range of its column, with as many decimals as are kept. */
export const toNumber: Convert = (cell, column, context) => {
  const number = readNumber(cell, column, context, (text) => TEXTS.notNumber(text, unitOf(column)));
  if (number === undefined) return emptyValue(column);
  const [min, max, scale] = [column.min ?? 0, column.max ?? 1e9, column.scale ?? 6];
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  const text = spelled(cellValue(cell));
  const kept = settled(Number(number.toFixed(scale)));
  const isNoise = Math.abs(kept - number) <= RESIDUE * Math.max(1, Math.abs(number));
  const meant = isNoise ? kept : number;
  if (meant < min || meant > max) return fail(context, TEXTS.outOfRange(text, min, max), column);
  if (!isNoise) context.report('warning', TEXTS.rounded(text, String(kept)));
  return kept;
};

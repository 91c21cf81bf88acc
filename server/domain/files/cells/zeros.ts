import { IMPORT_TEXTS as TEXTS } from '../../texts/files/imports.ts';
import type { ImportColumn, ImportKind } from '../imports.ts';
import { cellOf, type JoinedRow, type Line, type Repair, type ReportLine } from '../issues.ts';
import type { TypedValue } from './cell-context.ts';

/** Leading zeros that a spreadsheet ate (hazard H10): noticed, named, given back when a person says so. */

const DIGITS = /^\d+$/;
const SHORTENED = /^[1-9]\d*$/;
const isDigits = (value: TypedValue | undefined): value is string => typeof value === 'string' && DIGITS.test(value);

/** Codes of digits alone that are shorter than their sisters, that stand in the file with their zeros as well, or are shown with them. Warns once a code and proposes; nothing is changed. `kept`: cells that stand as they are. */
export function lostZeros(column: ImportColumn, rows: readonly Line[], kept: ReadonlySet<string>, report: ReportLine): Repair[] {
  const { field } = column;
  const usual = usualLength(rows.map((line) => textOf(column, line)));
  const longest = longestSpellings(column, rows);
  const said = new Set<string>();
  const repairs: Repair[] = [];
  for (const line of rows) {
    const from = line.values[field];
    if (!isDigits(from)) continue;
    const known = longest.get(twinKey(column, line, from)) ?? 0;
    const certain = Math.max(known, line.shown?.[field]?.length ?? 0);
    const length = certain > from.length ? certain : SHORTENED.test(from) ? usual : 0;
    if (from.length >= length || kept.has(cellOf({ row: line.row, field }))) continue;
    const to = from.padStart(length, '0');
    repairs.push({ row: line.row, field, from, to });
    const once = `${ownerOf(column, line)} ${from}`;
    if (!said.has(once)) report(line, 'warning', field, TEXTS.zerosLost(from, to));
    said.add(once);
  }
  return repairs;
}

/** The code as a reader of the file sees it. */
const textOf = ({ field }: ImportColumn, { shown, values }: Line): TypedValue | undefined => shown?.[field] ?? values[field];
const ownerOf = (column: ImportColumn, line: Line): string => (column.within === undefined ? '' : String(line.values[column.within] ?? ''));
const twinKey = (column: ImportColumn, line: Line, value: string): string => `${ownerOf(column, line)} ${value.replace(/^0+/, '')}`;

/** For each number of an owner its longest spelling: 1 and 01 of one order are one lot. */
function longestSpellings(column: ImportColumn, rows: readonly Line[]): Map<string, number> {
  const longest = new Map<string, number>();
  for (const line of rows) {
    const value = textOf(column, line);
    if (!isDigits(value)) continue;
    const key = twinKey(column, line, value);
    if ((longest.get(key) ?? 0) < value.length) longest.set(key, value.length);
  }
  return longest;
}

/** The most common length among codes that begin with 0, where there are any; else among codes of digits alone. */
function usualLength(values: readonly (TypedValue | undefined)[]): number {
  const texts = values.filter((value): value is string => typeof value === 'string');
  const zeros = texts.filter((text) => text.startsWith('0'));
  const counts = new Map<number, number>();
  for (const text of zeros.length > 0 ? zeros : texts.filter((one) => DIGITS.test(one))) {
    counts.set(text.length, (counts.get(text.length) ?? 0) + 1);
  }
  return [...counts].reduce((best, [length, count]) => (count > best[1] ? [length, count] : best), [0, 0])[0] ?? 0;
}

/** The repairs, for rows that were joined with a repaired one as well: else they would stand apart after the repair. A later repair of a cell counts. */
export function alsoJoined(repairs: readonly Repair[], joined: readonly JoinedRow[]): Repair[] {
  const copies = new Map<number, number[]>();
  for (const { row, same_as } of joined) {
    const own = copies.get(same_as);
    if (own) own.push(row);
    else copies.set(same_as, [row]);
  }
  const all = repairs.flatMap((repair) => [repair, ...(copies.get(repair.row) ?? []).map((row) => ({ ...repair, row }))]);
  return [...new Map(all.map((repair) => [cellOf(repair), repair])).values()];
}

/** What a person decided of every row in which the same stands. */
export type RepairOfRows = Omit<Repair, 'row'> & { rows: readonly number[] };

/** Repairs as they are sent: of thousands of rows in which the same stands, as one. */
export function ofRows(repairs: readonly Repair[]): RepairOfRows[] {
  const alike = new Map<string, RepairOfRows & { rows: number[] }>();
  for (const { row, field, from, to } of repairs) {
    const key = JSON.stringify([field, from, to]);
    const known = alike.get(key);
    if (known) known.rows.push(row);
    else alike.set(key, { rows: [row], field, from, to });
  }
  return [...alike.values()];
}

/** Whether it is a person's word that nothing was lost. */
export const isKept = ({ from, to }: Repair): boolean => from === to;

/** The cells of which a person says that nothing was lost. */
export const keptAsIs = (repairs: readonly Repair[]): ReadonlySet<string> => new Set(repairs.filter(isKept).map(cellOf));

/** Whether a repair gives back zeros in front and does nothing else. */
export const givesZeros = (from: string, to: string): boolean =>
  to.endsWith(from) && /^0+$/.test(to.slice(0, Math.max(0, to.length - from.length)));

/** Repairs in words, column by column, with their number and one example: `製番 12件(802 → 00000802 など)`. */
export function repairsInWords(kind: ImportKind, repairs: readonly Repair[]): string {
  const groups = kind.columns.flatMap(({ field, header }) => {
    const own = repairs.filter((repair) => repair.field === field);
    return own[0] === undefined ? [] : [TEXTS.zerosOf(header, own.length, own[0].from, own[0].to)];
  });
  return groups.join('、');
}

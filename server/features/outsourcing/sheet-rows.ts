import { readDateNumber, readDateText } from '../../domain/files/cells/dates.ts';
import { type Cell, cellValue, type GridRow, isBlank, markOf } from '../../domain/files/grid.ts';
import { LAST_DATE, MAX_IMPORT_ROWS } from '../../domain/ground/constants.ts';
import { headerKey, trimmed } from '../../domain/ground/fold.ts';
import type { PlantDate } from '../../domain/ground/plant-time.ts';
import { IMPORT_TEXTS } from '../../domain/texts/files/imports.ts';
import { REQUEST_SHEET, SHEET_TEXTS as TEXTS } from '../../domain/texts/outsourcing.ts';
import type { SheetRows } from '../../files/grid.ts';
import type { Identity, Mark } from './sheet-mark.service.ts';
import { readMark } from './sheet-mark.service.ts';

/** A row of a sheet that came back, before it is held against what is known. */
export interface SheetRow {
  sheet: string;
  row: number;
  mark: Mark;
  identity: Identity;
  /** undefined: left empty. */
  answered_date: PlantDate | undefined;
  completed_quantity: number | undefined;
  note: string;
  errors: string[];
  warnings: string[];
}

/** A row, or with null a whole sheet, that cannot be taken, and why. */
export interface Refused {
  sheet: string;
  row: number | null;
  /** What the row is about, as it stands there; empty where nobody can tell. */
  unique_order: string;
  task_name: string;
  message: string;
}

/** What the sheets of a file say. */
export interface SheetsRead {
  rows: SheetRow[];
  refused: Refused[];
  warnings: string[];
}

type Field = keyof typeof REQUEST_SHEET.headers;
const FIELDS = Object.entries(REQUEST_SHEET.headers) as [Field, string][];
const NEEDED: readonly Field[] = [
  'serial_number',
  'lot_number',
  'product_name',
  'quantity',
  'task_name',
  'answered_date',
  'completed_quantity',
  'note',
];
const HEAD_ROWS = 20;

/** Reads the request sheets of a file; what else it holds is passed over where no sheet of it is one of ours. */
export function readRequestSheets(sheets: readonly SheetRows[], today: PlantDate): SheetsRead {
  const read: SheetsRead = { rows: [], refused: [], warnings: [] };
  let found = 0;
  for (const sheet of sheets) if (readSheet(sheet, today, read)) found += 1;
  if (found === 0) read.refused.push({ sheet: '', row: null, ...NOTHING, message: TEXTS.noSheet });
  return read;
}

/** The row of headers and where each column stands. */
function headOf(rows: readonly GridRow[]): { index: number; columns: Map<Field, number>; extra: string[] } | undefined {
  const names = new Map(FIELDS.map(([field, header]) => [headerKey(header), field]));
  for (const [index, { cells }] of rows.slice(0, HEAD_ROWS).entries()) {
    const columns = new Map<Field, number>();
    const extra: string[] = [];
    cells.forEach((cell, column) => {
      if (isBlank(cell)) return;
      const text = String(cellValue(cell));
      const field = names.get(headerKey(text));
      if (field && !columns.has(field)) columns.set(field, column);
      else extra.push(trimmed(text));
    });
    if (columns.has('answered_date') && columns.has('serial_number')) return { index, columns, extra };
  }
  return undefined;
}

function readSheet({ name, rows, date1904 }: SheetRows, today: PlantDate, read: SheetsRead): boolean {
  const head = headOf(rows);
  if (!head) return false;
  const { columns } = head;
  const missing = NEEDED.filter((field) => !columns.has(field));
  const missed = missing.map((field) => TEXTS.noColumn(name, REQUEST_SHEET.headers[field]));
  if (!columns.has('mark')) missed.push(TEXTS.noMark(name));
  if (missed.length > 0) {
    read.refused.push(...missed.map((message) => ({ sheet: name, row: null, ...NOTHING, message })));
    return true;
  }
  read.warnings.push(...head.extra.map((column) => TEXTS.extraColumn(name, column)));
  const numbers = new Set<number>();
  for (const { row, cells } of rows.slice(head.index + 1)) {
    if (isEnd(cells)) break;
    numbers.add(Number(cellValue(cells[columns.get('no') ?? -1])));
    const at = (field: Field): Cell | undefined => cells[columns.get(field) ?? -1];
    const mark = isBlank(at('mark')) ? undefined : readMark(String(cellValue(at('mark'))));
    if (mark) read.rows.push(rowOf({ sheet: name, row, mark, at, date1904, today }));
    else if (!isBlank(at('mark'))) read.refused.push({ sheet: name, row, ...subjectOf(identityAt(at)), message: TEXTS.wrongMark });
    else if (NEEDED.some((field) => !isBlank(at(field))))
      read.refused.push({ sheet: name, row, ...subjectOf(identityAt(at)), message: TEXTS.extraRow });
  }
  if (columns.has('no')) {
    const sent = sentRows(rows.slice(0, head.index)) ?? Math.max(0, ...[...numbers].filter(Number.isInteger));
    const removed = Array.from({ length: sent }, (_, index) => index + 1).filter((number) => !numbers.has(number));
    if (removed.length > 0) read.warnings.push(TEXTS.removedRows(name, removed));
  }
  return true;
}

/** How many rows the sheet had when it was sent out, as its head says. */
function sentRows(head: readonly GridRow[]): number | undefined {
  for (const { cells } of head)
    for (const cell of cells) {
      const [, count] = isBlank(cell) ? [] : (REQUEST_SHEET.countsPattern.exec(String(cellValue(cell))) ?? []);
      if (count !== undefined) return Math.min(Number(count.replaceAll(',', '')), MAX_IMPORT_ROWS);
    }
  return undefined;
}

/** The list ends where the explanation of its colours, or the chains, begin. */
function isEnd(cells: readonly Cell[]): boolean {
  const first = cells.find((cell) => !isBlank(cell));
  const text = first === undefined ? '' : String(cellValue(first));
  return text.startsWith(REQUEST_SHEET.legend[0]) || text.startsWith(REQUEST_SHEET.chains(0).slice(0, 5));
}

interface Reading {
  sheet: string;
  row: number;
  mark: Mark;
  at(field: Field): Cell | undefined;
  date1904: boolean;
  today: PlantDate;
}

const textOf = (cell: Cell | undefined): string => (isBlank(cell) ? '' : trimmed(String(cellValue(cell))).replace(/\r\n?/g, '\n'));

const identityAt = (at: Reading['at']): Identity => ({
  serial_number: textOf(at('serial_number')),
  lot_number: textOf(at('lot_number')),
  product_name: textOf(at('product_name')),
  quantity: textOf(at('quantity')),
  task_name: textOf(at('task_name')),
});

/** What a row is about, as people call it. */
export const subjectOf = ({ serial_number, lot_number, task_name }: Identity): Pick<Refused, 'unique_order' | 'task_name'> => ({
  unique_order: [serial_number, lot_number].filter((text) => text !== '').join('-'),
  task_name,
});

const NOTHING = { unique_order: '', task_name: '' };

function rowOf(reading: Reading): SheetRow {
  const { sheet, row, mark, at } = reading;
  const errors: string[] = [];
  const warnings: string[] = [];
  for (const field of ['answered_date', 'completed_quantity', 'note'] as const)
    if (markOf(at(field)) === 'error' || markOf(at(field)) === 'no_value') errors.push(TEXTS.formula(REQUEST_SHEET.headers[field]));
  const identity = identityAt(at);
  const answered_date = errors.length > 0 ? undefined : dateOf(reading, errors, warnings);
  const completed_quantity = errors.length > 0 ? undefined : quantityOf(at('completed_quantity'), errors);
  return { sheet, row, mark, identity, answered_date, completed_quantity, note: textOf(at('note')), errors, warnings };
}

/** A day as people write it, as the imports read it. A year that is left out is the one that brings the day next to today. */
function dateOf({ at, date1904, today }: Reading, errors: string[], warnings: string[]): PlantDate | undefined {
  const cell = at('answered_date');
  if (isBlank(cell)) return undefined;
  const value = cellValue(cell);
  const text = String(value);
  if (typeof value === 'boolean') return void errors.push(IMPORT_TEXTS.notDate(text));
  const context = { date1904, today };
  const reading = typeof value === 'number' ? readDateNumber(value, context) : readDateText(trimmed(text), context);
  if (reading.date === undefined) {
    const said = { unreadable: IMPORT_TEXTS.notDate, ambiguous: IMPORT_TEXTS.ambiguousDate, out_of_range: IMPORT_TEXTS.dateOutOfRange };
    return void errors.push(said[reading.note](text));
  }
  if (reading.date === null || reading.date > LAST_DATE) return void errors.push(IMPORT_TEXTS.notDate(text));
  if (reading.note === 'two_digit_year') warnings.push(IMPORT_TEXTS.twoDigitYear(text, reading.date));
  if (reading.note === 'nearest_year') warnings.push(IMPORT_TEXTS.nearestYear(text, reading.date));
  return reading.date;
}

const PIECES = /^(\d{1,7})(?:\p{Script=Han}|\p{L}){0,2}$/u;

function quantityOf(cell: Cell | undefined, errors: string[]): number | undefined {
  if (isBlank(cell)) return undefined;
  const text = String(cellValue(cell));
  const match = PIECES.exec(trimmed(text).normalize('NFKC').replace(/[\s,]/g, ''));
  if (!match || markOf(cell) === 'date') return void errors.push(TEXTS.notQuantity(text));
  return Number(match[1]);
}

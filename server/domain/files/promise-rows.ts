import { headerKey } from '../ground/fold.ts';
import type { PlantDate } from '../ground/plant-time.ts';
import { IMPORT_TEXTS } from '../texts/files/imports.ts';
import { QUESTION_COLUMNS, QUESTION_TEXTS as TEXTS } from '../texts/files/promises.ts';
import { type Cell, cellValue, type Grid, isBlank, plainCell } from './grid.ts';
import type { ImportColumn, ImportKind } from './imports.ts';
import { byRow, noIssues, reporter, sentences } from './issues.ts';
import { HEADER_ROWS, type Layout, namesOf } from './layout.ts';
import { readLines } from './lines.ts';

/** From a grid to the lines of a question of 納期回答: one reading for the page, what is pasted into it, and the command line. */

export const MOST_LINES = 50;
const MOST_PIECES = 100_000;

/** A line of a question, by the code of its product. */
export interface QuestionLine {
  /** Its number in the file. */
  row: number;
  product_code: string;
  pieces: number;
  /** null: it is there today. */
  ready_date: PlantDate | null;
  wished_date: PlantDate | null;
}

/** The lines that were read; where there are errors none of them is to be asked. Sentences name row, column and value. */
export interface ReadQuestions {
  lines: QuestionLine[];
  errors: string[];
  warnings: string[];
}

const NEEDED = { required: true, filled: true };
const COLUMNS: readonly ImportColumn[] = [
  { field: 'product_code', type: 'code', ...NEEDED, max_length: 200, empty: '', ...QUESTION_COLUMNS.product_code },
  { field: 'pieces', type: 'integer', ...NEEDED, min: 1, max: MOST_PIECES, ...QUESTION_COLUMNS.pieces },
  { field: 'ready_date', type: 'date', required: false, ...QUESTION_COLUMNS.ready_date },
  { field: 'wished_date', type: 'date', required: false, ...QUESTION_COLUMNS.wished_date },
];

/** As the rows of an import are described, for the same reader; it asks for no name, and nothing imports it. */
const QUESTIONS = {
  label: TEXTS.label,
  sheet: TEXTS.label,
  columns: COLUMNS,
  key: ['product_code'],
} as unknown as ImportKind;

/** Of a list without the columns of the days. */
const NO_DAYS = { ready_date: null, wished_date: null };

const keysIn = (cells: readonly Cell[]): string[] => cells.map((cell) => headerKey(String(cellValue(plainCell(cell)) ?? '')));

/** Where a column stands among headers: under its own name, else under another one for it. */
function placesOf(column: ImportColumn, keys: readonly string[]): number[] {
  const under = (names: ReadonlySet<string>): number[] => keys.flatMap((key, at) => (key !== '' && names.has(key) ? [at] : []));
  const own = under(new Set([headerKey(column.header)]));
  return own.length > 0 ? own : under(namesOf(column));
}

/** How many of the columns that must be there a row of headers has. */
const foundIn = (keys: readonly string[]): number =>
  COLUMNS.filter((column) => column.required && placesOf(column, keys).length > 0).length;

/** The columns as their headers say, of the first upper row that has most of those that must be there. */
function headedLayout({ rows }: Grid): Layout {
  const upper = rows.filter(({ row }, index) => index === 0 || row <= HEADER_ROWS).map(({ cells }) => keysIn(cells));
  const header = upper.reduce((best, keys, index) => (foundIn(keys) > foundIn(upper[best] ?? []) ? index : best), 0);
  const keys = upper[header] ?? [];
  const placed = COLUMNS.map((column) => ({ column, places: placesOf(column, keys) }));
  return {
    header,
    columns: placed.flatMap(({ column, places: [at] }) => (at === undefined ? [] : [{ column, at }])),
    width: Number.POSITIVE_INFINITY,
    errors: placed.flatMap(({ column, places }) => {
      if (places.length > 1) return [IMPORT_TEXTS.columnTwice(column.header)];
      return places.length === 0 && column.required ? [IMPORT_TEXTS.columnMissing(column.header)] : [];
    }),
  };
}

/** The columns in the order in which the form has them, where nothing heads them. */
const bareLayout = (): Layout => ({
  header: -1,
  columns: COLUMNS.map((column, at) => ({ column, at })),
  width: Number.POSITIVE_INFINITY,
  errors: [],
});

/** Whether these upper rows of a sheet are headed as a question is. */
export const holdsQuestions = (rows: Grid['rows']): boolean => headedLayout(gridOf(rows)).errors.length === 0;

/** What is wrong with a row that was read well, as it is said of every other: by row, column and value. */
export const wrongRow = ({ row }: Pick<QuestionLine, 'row'>, field: string, text: string): string =>
  IMPORT_TEXTS.at(row, COLUMNS.find((column) => column.field === field)?.header ?? QUESTION_COLUMNS.product_code.header, text);

/** The lines of a question in a grid. `today`: for years that are left out. Never throws. */
export function questionRows(grid: Grid, today: PlantDate): ReadQuestions {
  return readRows(grid, headedLayout(grid), today);
}

/** The lines of a question as they were copied from a spreadsheet, with their headers or in the form's own order. Never throws. */
export function pastedRows(text: string, today: PlantDate): ReadQuestions {
  const rows = text.split(/\r\n?|\n/).map((line) => line.split('\t').map((cell) => unquoted(cell)));
  const filled = rows.filter((cells) => !cells.every(isBlank));
  const isHeaded = foundIn(keysIn(filled[0] ?? [])) > 0;
  // As the form will number them, which shows neither the headers nor empty lines.
  const grid = gridOf(filled.map((cells, index) => ({ row: isHeaded ? index : index + 1, cells })));
  return readRows(grid, isHeaded ? headedLayout(grid) : bareLayout(), today);
}

const gridOf = (rows: Grid['rows']): Grid => ({ format: 'xlsx', sheet: '', candidates: [], date1904: false, merges: [], rows });
/** A spreadsheet quotes a cell that holds a quote. */
const unquoted = (cell: string): string => (/^".*"$/s.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell);

function readRows(grid: Grid, layout: Layout, today: PlantDate): ReadQuestions {
  if (layout.errors.length > 0) return { lines: [], errors: layout.errors, warnings: [] };
  const found = noIssues();
  // A row of a text file need not be as long as its header: nothing is lost by it.
  const lenient: Grid = { ...grid, format: 'xlsx' };
  const report = reporter(QUESTIONS, found);
  const { lines } = readLines({ kind: QUESTIONS, grid: lenient, layout, options: { today }, report, found });
  if (lines.length === 0) found.add('error', null, null, TEXTS.none);
  if (lines.length > MOST_LINES) found.add('error', null, null, TEXTS.tooMany(lines.length, MOST_LINES));
  return {
    lines: lines.filter(({ bad }) => !bad).map(({ row, values }) => ({ row, ...NO_DAYS, ...values }) as unknown as QuestionLine),
    errors: sentences(found.errors.sort(byRow), found.error_count),
    warnings: sentences(found.warnings.sort(byRow), found.warning_count),
  };
}

import { headerKey } from '../ground/fold.ts';
import {
  COUNT_LABELS,
  COUNT_PREFIXES,
  COUNT_UNITS,
  LINE_BEGINNINGS,
  LINE_WORDS,
  MEASURE_UNITS,
  NOTE_LABELS,
  OTHER_TOTAL_WORDS,
  PAGE_WORDS,
  TOTAL_PREFIXES,
  TOTAL_SUFFIXES,
  TOTAL_WORDS,
} from '../texts/files/import-words.ts';
import { type Cell, cellValue, type Grid, isBlank } from './grid.ts';
import type { ImportKind } from './imports.ts';
import { holdsRequired, type Layout, namesOf } from './layout.ts';

/** What a row is that is no record: the header once more, one of another order of columns, a sum, or a line that a program or a person wrote around the rows. */
export type NoRecord = 'header' | 'other_header' | 'total' | 'line';

const LONGEST_LINE = 60;
const LONGEST_TOTAL = 32;

const textOf = (cell: Cell | undefined): string => {
  const value = cellValue(cell);
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
};
const oneOf = (...words: readonly (readonly string[])[]): string => `(?:${words.flat().map(headerKey).join('|')})`;

const TOTALS: ReadonlySet<string> = new Set(TOTAL_WORDS.map(headerKey));
const COUNT = `\\d[\\d,]*${oneOf(COUNT_UNITS)}`;
const UNITS = oneOf(COUNT_UNITS, MEASURE_UNITS);
/** A total that says of what: a month before the word, whether with tax behind it. */
const TOTAL = new RegExp(
  `^(?:[\\d/.\\u5e74\\u6708\\u65e5~-]|${oneOf(TOTAL_PREFIXES, TOTAL_SUFFIXES)}){0,12}${oneOf(TOTAL_WORDS, OTHER_TOTAL_WORDS)}${oneOf(TOTAL_SUFFIXES)}?(?:\\([^()]{0,20}\\)?)?$`,
);
const AMOUNT = `[-+\u25b3\u25b2]?[\u00a5\\\\$]?\\d[\\d,]*(?:\\.\\d+)?`;
/** What stands beside the word: in a key column with its unit, as a bare number is a code there. */
const AMOUNT_WITH_UNIT = new RegExp(`^\\(?${AMOUNT}${UNITS}\\)?$`);
const ANY_AMOUNT = new RegExp(`^\\(?${AMOUNT}${UNITS}?\\)?$`);
const NOTE = new RegExp(`^\u203b\\d*${oneOf(NOTE_LABELS)}\\d*:?$`);
const PAGE = oneOf(PAGE_WORDS);
/** Single cells that are no record, without the signs around them. */
const LINES: readonly RegExp[] = [
  new RegExp(`^${oneOf(LINE_WORDS)}$`),
  new RegExp(`^${oneOf(LINE_BEGINNINGS)}.`),
  new RegExp(`^${oneOf(COUNT_LABELS, COUNT_PREFIXES)}[:=\\u3001]?\\d[\\d,]*${oneOf(COUNT_UNITS)}?.{0,6}$`),
  new RegExp(`^${COUNT}.{0,20}$`),
  new RegExp(`^(?:p\\.|${PAGE}[.:]?)\\d+(?:(?:/|of)\\d+)?$|^\\d+(?:/\\d+)?${PAGE}\\u76ee?$|^\\d+/\\d+$`),
];
/** Before anything else in a second cell. */
const MADE_LABEL = new RegExp(`^${oneOf(LINE_BEGINNINGS)}\\u6642?:?$`);
const JAPANESE = /[\u3041-\u9fff]{2}/;
const END_MARK = '\u001a';
const PAGE_NUMBER = /^-+\d+-+$/;
/** A line drawn with signs. */
const RULING = /^[-=_*~+.\u30fb\u2026]{2,}$/;
const COUNT_LABEL = new RegExp(`^${oneOf(COUNT_LABELS, PAGE_WORDS)}:?$`);
const COUNT_VALUE = new RegExp(`^\\d[\\d,]*(?:${oneOf(COUNT_UNITS)}|/\\d+)?$`);

const keyOf = (cell: Cell | undefined): string => headerKey(textOf(cell));
const isTotalWord = (cell: Cell | undefined, key = keyOf(cell)): boolean =>
  typeof cellValue(cell) === 'string' && TOTALS.has(key.replaceAll(':', ''));

/** Signs that frame a line, brackets, dots, stars and other figures among them. */
const FRAME = '[-=_*~<>[\\](){}:.#|\u30fb\u3001-\u3003\u3008-\u3011\u3014-\u301b\u226a\u226b\u00ab\u00bb\u25a0-\u27bf\u203b]+';
const FRAMES = new RegExp(`^${FRAME}|${FRAME}$`, 'g');
/** What a line says without the signs that frame it. */
const unframed = (line: string): string => line.replace(FRAMES, '');
const isTotalLabel = (cell: Cell | undefined, key = keyOf(cell)): boolean =>
  typeof cellValue(cell) === 'string' && key.length <= LONGEST_TOTAL && TOTAL.test(unframed(key));

const isLine = (text: string): boolean =>
  text.startsWith(END_MARK) || PAGE_NUMBER.test(text) || LINES.some((line) => line.test(unframed(text)) || line.test(text));

/** A title of Japanese words without its numbers, as the next page has others; none where a code stands first. */
const titleOf = (cells: readonly Cell[], first: string): string | undefined =>
  JAPANESE.test(first) ? cells.map(keyOf).join(' ').trim().replace(/\d+/g, '0') : undefined;

/** Tells of each row below the header whether it is no record, and what then. A row of a record names two things at least, so that one with a single cell is judged by its words. */
export function noRecords(kind: ImportKind, grid: Grid, layout: Layout): (cells: readonly Cell[]) => NoRecord | undefined {
  const keys = layout.columns.filter(({ column }) => kind.key.includes(column.field)).map(({ at }) => at);
  const head = grid.rows.slice(Math.max(0, layout.header - (layout.rows ?? 1) + 1), layout.header + 1);
  const columns = layout.columns
    .filter(({ at }) => at >= 0)
    .map(({ column, at }) => ({ at, names: new Set([...namesOf(column), ...head.map(({ cells }) => keyOf(cells[at]))]) }));
  const names = new Set([...kind.columns.flatMap((column) => [...namesOf(column)]), ...columns.flatMap((column) => [...column.names])]);
  const above = grid.format === 'rows' ? [] : grid.rows.slice(0, Math.max(0, layout.header));
  const titles = new Set(above.map(({ cells }) => titleOf(cells, keyOf(filledOf(cells, 1)[0]))));

  const headerOf = (cells: readonly Cell[], key: string): NoRecord | undefined => {
    if (!names.has(key)) return undefined;
    const own = columns.filter(({ at }) => !isBlank(cells[at]));
    const same = own.filter(({ at, names: mine }) => mine.has(keyOf(cells[at])));
    if (same.length === own.length && same.length >= (layout.rows ? 1 : 2)) return 'header';
    return holdsRequired(kind, cells.map(textOf)) ? 'other_header' : undefined;
  };
  /** A sum under the table: the word stands first or in a key column, and the key is otherwise empty or a count (hazard H15). A word that names what is summed, or stands in a frame, has counts alone beside it. */
  const isTotal = (cells: readonly Cell[], first: Cell | undefined, key: string): boolean => {
    const isKeyless = (is: typeof isTotalWord): boolean =>
      (is(first, key) || keys.some((at) => is(cells[at]))) &&
      keys.every((at) => isBlank(cells[at]) || is(cells[at]) || AMOUNT_WITH_UNIT.test(keyOf(cells[at])));
    if (isKeyless(isTotalWord)) return true;
    const isBeside = (cell: Cell, at: number): boolean =>
      isBlank(cell) || keys.includes(at) || isTotalLabel(cell) || ANY_AMOUNT.test(keyOf(cell));
    return isKeyless(isTotalLabel) && cells.every(isBeside);
  };

  return (cells) => {
    const [first, second, third] = filledOf(cells, 3);
    const key = keyOf(first);
    const header = headerOf(cells, key);
    if (header) return header;
    if (isTotal(cells, first, key)) return 'total';
    if (second === undefined && key.length <= LONGEST_LINE && isLine(key)) return 'line';
    if (third === undefined && ((COUNT_LABEL.test(key) && COUNT_VALUE.test(keyOf(second))) || MADE_LABEL.test(key) || NOTE.test(key)))
      return 'line';
    if (titles.size > 0 && JAPANESE.test(key) && titles.has(titleOf(cells, key))) return 'line';
    return RULING.test(key) && cells.every((cell) => isBlank(cell) || RULING.test(keyOf(cell))) ? 'line' : undefined;
  };
}

/** The cells that are not blank, so many at most. */
function filledOf(cells: readonly Cell[], most: number): Cell[] {
  const filled: Cell[] = [];
  for (const cell of cells) {
    if (!isBlank(cell)) filled.push(cell);
    if (filled.length === most) break;
  }
  return filled;
}

import { COOLING_METHODS, LIMITS } from '../ground/constants.ts';
import { alike, headerKey, storable, trimmed } from '../ground/fold.ts';
import { PRIORITIES } from '../plant/priority.ts';
import {
  CLOSED_WORDS,
  EMPTY_WORDS,
  EVERY_DAY_WORDS,
  FALSE_WORDS,
  NEGATIVE_MARK,
  OPEN_WORDS,
  PERMISSION_LABELS,
  PERMISSION_WORDS,
  TRUE_WORDS,
  WEEK_LETTERS,
  WEEKDAY_RANGE,
  WEEKDAY_SEPARATORS,
  WEEKDAY_SUFFIX,
  WORKING_DAY_WORDS,
} from '../texts/files/import-words.ts';
import { IMPORT_TEXTS as TEXTS } from '../texts/files/imports.ts';
import { PRIORITY_SPELLINGS, PRIORITY_WORDS } from '../texts/plan/priority.ts';
import { type DateContext, type DateReading, readDateNumber, readDateText } from './dates.ts';
import { type Cell, type CellValue, cellValue, isBlank, markOf } from './grid.ts';
import type { CellType, ImportColumn } from './imports.ts';

/** The value of a converted cell as the database takes it. */
export type TypedValue = string | number | boolean | null | readonly string[];

/** Where a conversion reports; `error` makes the row bad, the others never stop an import. */
export interface CellContext extends DateContext {
  report(level: 'error' | 'warning', text: string): void;
  /** Days of this file that were read already. */
  days?: Map<number | string, DateReading>;
}

type Convert = (cell: Cell, column: ImportColumn, context: CellContext) => TypedValue;

/** Converts a cell by its column's declared type, never by its number format; a format may only reject (hazard H11). Reports what is wrong or assumed. */
export function convertCell(cell: Cell | undefined, column: ImportColumn, context: CellContext): TypedValue {
  if (isBlank(cell)) return nothing(column, context);
  const mark = markOf(cell);
  if (mark === 'error') return fail(context, TEXTS.formulaError(String(cellValue(cell))), column);
  if (mark === 'no_value') return fail(context, TEXTS.formulaEmpty, column);
  return CONVERT[column.type](cell as Cell, column, context);
}

const NO_DAYS: readonly string[] = [];
/** What an empty cell of a column means. */
export const emptyValue = (column: ImportColumn): TypedValue => column.empty ?? (column.type === 'weekdays' ? NO_DAYS : null);

function nothing(column: ImportColumn, context: CellContext): TypedValue {
  if (column.filled) context.report('error', TEXTS.required);
  return emptyValue(column);
}

function fail(context: CellContext, text: string, column: ImportColumn): TypedValue {
  context.report('error', text);
  return emptyValue(column);
}

/** A cell as a reader sees it, for messages. */
export const spelled = (value: CellValue): string =>
  value === true ? 'TRUE' : value === false ? 'FALSE' : value === null ? '' : String(value);

/** The comparable form of a word, without the apostrophe that marks a text. */
const word = (value: CellValue): string => headerKey(spelled(value)).replace(/^'/, '');
const folded = (words: readonly string[]): ReadonlySet<string> => new Set(words.map(word));
const EMPTY = folded(EMPTY_WORDS);
const TRUE = folded(TRUE_WORDS);
const FALSE = folded(FALSE_WORDS);
const CLOSED = folded(CLOSED_WORDS);
const OPEN = folded(OPEN_WORDS);
const PRIORITY_BY_WORD = new Map([
  ...PRIORITIES.map((priority) => [word(PRIORITY_WORDS[priority]), priority] as const),
  ...Object.entries(PRIORITY_SPELLINGS).map(([text, priority]) => [word(text), priority] as const),
]);
const PERMISSIONS = new Map(Object.entries(PERMISSION_WORDS).map(([text, permission]) => [word(text), permission]));

const SPREADSHEET_ERROR = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)$/;
const SCIENTIFIC = /^\d(?:\.\d+)?E\+\d+$/i;
const DATE_IN_CODE = /^(?:\d{1,2}\u6708\d{1,2}\u65e5|\d{1,2}-(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec))$/i;
const PRIVATE = /\p{Co}/u;
const PLAIN_ASCII = /^[!-~](?:[ -~]*[!-~])?$/;

/** Length in characters, as the contract counts it: 𠮷 is one. */
const longer = (text: string, limit: number): boolean => text.length > limit && [...text].length > limit;

/** The text of a cell, spelling kept: outer spaces, invisible characters and a leading apostrophe before a formula sign go (hazards H23, H27). */
function cleanText(raw: string, column: ImportColumn, context: CellContext): string | undefined {
  const text = PLAIN_ASCII.test(raw) ? raw : trimmed(raw);
  if (SPREADSHEET_ERROR.test(text)) return void context.report('error', TEXTS.formulaError(text));
  if (!PLAIN_ASCII.test(text)) {
    if (!storable(text) || (column.type === 'code' && text.includes('\ufffd'))) return void context.report('error', TEXTS.brokenText);
    if (text.includes('\ufffd')) context.report('warning', TEXTS.brokenText);
    if (PRIVATE.test(text)) context.report('warning', TEXTS.privateCharacter(text));
  }
  if (column.max_length !== undefined && longer(text, column.max_length)) {
    return void context.report('error', TEXTS.tooLong(column.max_length));
  }
  return text;
}

/** As a spreadsheet marks a text: before a formula sign, and before digits. */
const APOSTROPHE = /^(?:'(?=[=+\-@])|['’](?=\d[\d.,/:-]*$))/;

const toText: Convert = (cell, column, context) => {
  if (markOf(cell) === 'date') return fail(context, TEXTS.dateInCode(spelled(cellValue(cell))), column);
  const text = cleanText(spelled(cellValue(cell)), column, context);
  return text === undefined ? emptyValue(column) : filledOr(text.replace(APOSTROPHE, '').replace(/\r\n?/g, '\n'), column, context);
};

const toCode: Convert = (cell, column, context) => {
  const value = cellValue(cell);
  if (markOf(cell) === 'date') return fail(context, TEXTS.dateInCode(spelled(value)), column);
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return fail(context, numberInCode(value), column);
  if (typeof value === 'number' && Math.abs(value) >= 1e15) return fail(context, TEXTS.scientific(spelled(value)), column);
  const text = cleanText(spelled(value), column, context)
    ?.replace(/^['’](.*?)'?$/s, '$1')
    .replace(/\s*[\r\n]+\s*/g, ' ');
  if (text === undefined) return emptyValue(column);
  if (SCIENTIFIC.test(text)) return fail(context, TEXTS.scientific(text), column);
  if (DATE_IN_CODE.test(text)) return fail(context, TEXTS.dateInCode(text), column);
  if (!column.filled && EMPTY.has(word(text))) return emptyValue(column);
  return filledOr(text, column, context);
};

const numberInCode = (value: number): string =>
  Number.isInteger(value) ? TEXTS.scientific(String(value)) : TEXTS.numberInCode(String(value));

const filledOr = (text: string, column: ImportColumn, context: CellContext): TypedValue => (text === '' ? nothing(column, context) : text);

/** A file repeats its days: each is read once. */
function readingOf(value: number | string, context: CellContext): DateReading {
  const known = context.days?.get(value);
  if (known !== undefined) return known;
  const reading = typeof value === 'number' ? readDateNumber(value, context) : readDateText(trimmed(value).replace(/^'/, ''), context);
  context.days?.set(value, reading);
  return reading;
}

/** The sentence for a text that gives no day. */
const UNTAKEN = {
  unreadable: TEXTS.notDate,
  ambiguous: TEXTS.ambiguousDate,
  out_of_range: TEXTS.dateOutOfRange,
} as const;

const toDate: Convert = (cell, column, context) => {
  const value = cellValue(cell);
  const text = spelled(value);
  if (value === null || (typeof value === 'string' && EMPTY.has(word(value)))) return nothing(column, context);
  if (typeof value === 'boolean') return fail(context, TEXTS.notDate(text), column);
  const reading = readingOf(value, context);
  if (reading.date === undefined) {
    return fail(context, UNTAKEN[reading.note](text), column);
  }
  if (reading.note === 'undecided') context.report('warning', TEXTS.undecidedDate(text));
  if (reading.date === null) return nothing(column, context);
  if (reading.note === 'far') context.report('warning', TEXTS.farDate(typeof value === 'number' ? reading.date : text));
  if (reading.note === 'two_digit_year') context.report('warning', TEXTS.twoDigitYear(text, reading.date));
  if (reading.note === 'nearest_year') context.report('warning', TEXTS.nearestYear(text, reading.date));
  return reading.date;
};

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
  return number;
}

const toInteger: Convert = (cell, column, context) => {
  const wrong = (text: string): string => TEXTS.notInteger(text, column.min ?? 0, unitOf(column));
  const number = readNumber(cell, column, context, wrong);
  if (number === undefined) return emptyValue(column);
  const whole = Math.round(number);
  const text = spelled(cellValue(cell));
  if (Math.abs(whole - number) > 1e-9 || whole < (column.min ?? 0)) return fail(context, wrong(text), column);
  if (column.max !== undefined && whole > column.max) return fail(context, TEXTS.outOfRange(text, column.min ?? 0, column.max), column);
  return whole;
};

const toNumber: Convert = (cell, column, context) => {
  const number = readNumber(cell, column, context, (text) => TEXTS.notNumber(text, unitOf(column)));
  if (number === undefined) return emptyValue(column);
  const [min, max, scale] = [column.min ?? 0, column.max ?? 1e9, column.scale ?? 6];
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  const text = spelled(cellValue(cell));
  if (number < min || number > max) return fail(context, TEXTS.outOfRange(text, min, max), column);
  const kept = Number(number.toFixed(scale));
  if (Math.abs(kept - number) > 1e-9 * Math.max(1, Math.abs(number))) context.report('warning', TEXTS.rounded(text, String(kept)));
  return kept;
};

const fromWords =
  (yes: ReadonlySet<string>, no: ReadonlySet<string>, wrong: (text: string) => string): Convert =>
  (cell, column, context) => {
    const text = word(cellValue(cell));
    if (yes.has(text)) return true;
    if (no.has(text)) return false;
    return fail(context, wrong(spelled(cellValue(cell))), column);
  };

const toCoolingMethod: Convert = (cell, column, context) => {
  const text = word(cellValue(cell));
  if (EMPTY.has(text)) return nothing(column, context);
  const method = COOLING_METHODS.find((one) => word(one) === text);
  return method ?? fail(context, TEXTS.notCooling(spelled(cellValue(cell))), column);
};

/** Weekdays in their order from Monday: `月水金`, `月・水`, `月〜金`, `平日`, `毎日`. */
const toWeekdays: Convert = (cell, column, context) => {
  const text = word(cellValue(cell)).replace(WEEKDAY_SUFFIX, '');
  if (text === '' || EMPTY.has(text)) return [];
  const wrong = (): TypedValue => fail(context, TEXTS.notWeekdays(spelled(cellValue(cell))), column) ?? [];
  if (EVERY_DAY_WORDS.includes(word(cellValue(cell)))) return [...WEEK_LETTERS];
  if (WORKING_DAY_WORDS.includes(word(cellValue(cell)))) return [...WEEK_LETTERS.slice(0, 5)];
  const range = WEEKDAY_RANGE.exec(text);
  if (range) {
    const [first, last] = [WEEK_LETTERS.indexOf(String(range[1])), WEEK_LETTERS.indexOf(String(range[2]))];
    return first <= last ? [...WEEK_LETTERS.slice(first, last + 1)] : wrong();
  }
  const letters = [...text.replace(WEEKDAY_SEPARATORS, '')];
  if (!letters.every((letter) => WEEK_LETTERS.includes(letter))) return wrong();
  return [...WEEK_LETTERS].filter((letter) => letters.includes(letter));
};

const toPermission: Convert = (cell, column, context) =>
  PERMISSIONS.get(word(cellValue(cell))) ??
  fail(context, TEXTS.notOneOf(spelled(cellValue(cell)), Object.values(PERMISSION_LABELS)), column);

/** 特急, 通常, 後回し, and other words for them; an empty cell says nothing. */
const toPriority: Convert = (cell, column, context) => {
  const text = word(cellValue(cell));
  if (EMPTY.has(text)) return nothing(column, context);
  return PRIORITY_BY_WORD.get(text) ?? fail(context, TEXTS.notOneOf(spelled(cellValue(cell)), Object.values(PRIORITY_WORDS)), column);
};

/** A password is taken as it stands; its value stands in no message. */
const toSecret: Convert = (cell, column, context) => {
  const text = spelled(cellValue(cell));
  if (!storable(text)) return fail(context, TEXTS.brokenText, column);
  const limit = column.max_length ?? LIMITS.password_length;
  if (longer(text, limit)) return fail(context, TEXTS.tooLong(limit), column);
  return text;
};

const CONVERT: Readonly<Record<CellType, Convert>> = {
  text: toText,
  code: toCode,
  date: toDate,
  integer: toInteger,
  number: toNumber,
  boolean: fromWords(TRUE, FALSE, TEXTS.notBoolean),
  closed_day: fromWords(CLOSED, OPEN, TEXTS.notClosedDay),
  cooling_method: toCoolingMethod,
  weekdays: toWeekdays,
  permission: toPermission,
  priority: toPriority,
  secret: toSecret,
};

import { COOLING_METHODS, LIMITS } from '../../ground/constants.ts';
import { storable, trimmed } from '../../ground/fold.ts';
import { PRIORITIES } from '../../plant/priority.ts';
import {
  CLOSED_WORDS,
  EVERY_DAY_WORDS,
  FALSE_WORDS,
  OPEN_WORDS,
  PERMISSION_LABELS,
  PERMISSION_WORDS,
  TRUE_WORDS,
  WEEK_LETTERS,
  WEEKDAY_RANGE,
  WEEKDAY_SEPARATORS,
  WEEKDAY_SUFFIX,
  WORKING_DAY_WORDS,
} from '../../texts/files/import-words.ts';
import { IMPORT_TEXTS as TEXTS } from '../../texts/files/imports.ts';
import { PRIORITY_SPELLINGS, PRIORITY_WORDS } from '../../texts/plan/priority.ts';
import { type Cell, cellValue, type FormattedCell, isBlank, markOf } from '../grid.ts';
import type { CellType, ImportColumn } from '../imports.ts';
import {
  type CellContext,
  type Convert,
  EMPTY,
  emptyValue,
  fail,
  folded,
  nothing,
  spelled,
  type TypedValue,
  word,
} from './cell-context.ts';
import { settled, toInteger, toNumber } from './cell-numbers.ts';
import { type DateReading, readDateNumber, readDateText } from './dates.ts';
import { armed } from './formulas.ts';
import { givesZeros } from './zeros.ts';

/** Converts a cell by its column's declared type, never by its number format; a format may only reject (hazard H11). Reports what is wrong or assumed. */
export function convertCell(cell: Cell | undefined, column: ImportColumn, context: CellContext): TypedValue {
  if (isBlank(cell)) return nothing(column, context);
  const mark = markOf(cell);
  if (mark === 'error') return fail(context, TEXTS.formulaError(String(cellValue(cell))), column);
  if (mark === 'no_value') return fail(context, TEXTS.formulaEmpty, column);
  return CONVERT[column.type](cell as Cell, column, context);
}

const TRUE = folded(TRUE_WORDS);
const FALSE = folded(FALSE_WORDS);
const CLOSED = folded(CLOSED_WORDS);
const OPEN = folded(OPEN_WORDS);
const PRIORITY_BY_WORD = new Map([
  // What a cell was read as is read again where rows come from the browser.
  ...PRIORITIES.flatMap((priority) => [priority, PRIORITY_WORDS[priority]].map((text) => [word(text), priority] as const)),
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

/** What a password may not show in a message. */
const inMessage = ({ type }: ImportColumn, text: string): string => (type === 'secret' ? TEXTS.masked : text);

/** The text that a cell holds, before it is cleaned; undefined where it has none, which is reported. */
function textOf(cell: Cell, column: ImportColumn, context: CellContext): string | undefined {
  const value = cellValue(cell);
  if (markOf(cell) === 'date') return void context.report('error', TEXTS.dateInCode(inMessage(column, spelled(value))));
  const text = spelled(typeof value === 'number' ? settled(value) : value);
  return cell !== null && typeof cell === 'object' && cell.mark === 'format' ? throughFormat(cell, text, column, context) : text;
}

/** A text is what its number format shows: taken where that is certain, said in any case. Zeros in front are given back by a person. */
function throughFormat({ value, format }: FormattedCell, text: string, column: ImportColumn, context: CellContext): string | undefined {
  const shown = format.shows(value);
  const seen = { format: format.code, value: text, shown: shown?.text ?? '' };
  if (typeof value === 'string') {
    // Words that a format adds to a name (様, 御中) are no part of it.
    if (column.type !== 'code' || seen.shown === '' || seen.shown === text.trim()) return text;
    context.seen?.({ ...seen, taken: 'shown' });
    return seen.shown;
  }
  if (shown?.text === text || (shown?.text === '' && value === 0)) return shown.text;
  const isTold = shown !== undefined && (shown.dressed ? isDressed(shown.text, settled(value)) : Number.isInteger(settled(value)));
  if (!isTold || shown.text === '' || column.type === 'secret') {
    return void context.report('error', TEXTS.otherwiseShown(inMessage(column, text), format.code));
  }
  if (shown.dressed) {
    context.seen?.({ ...seen, taken: 'value' });
    return text;
  }
  const isRepaired = column.zeros && !column.refers && givesZeros(text, shown.text);
  context.seen?.({ ...seen, taken: isRepaired ? 'value_without_zeros' : 'shown' });
  return isRepaired ? text : shown.text;
}

/** Whether a text is the number with commas, decimals or a currency, and no other. */
const isDressed = (text: string, value: number): boolean => Number(text.replace(/[,\s\\\u00a5\uffe5$\u20ac\u00a3]/g, '')) === value;

/** As a spreadsheet marks digits that are a text. */
const MARKED_DIGITS = /^['’](?=\d[\d.,/:-]*$)/;

const toText: Convert = (cell, column, context) => {
  const raw = textOf(cell, column, context);
  const text = raw === undefined ? undefined : cleanText(raw, column, context);
  return text === undefined
    ? emptyValue(column)
    : filledOr(armed(text).replace(MARKED_DIGITS, '').replace(/\r\n?/g, '\n'), column, context);
};

const toCode: Convert = (cell, column, context) => {
  const value = cellValue(cell);
  const number = typeof value === 'number' && markOf(cell) !== 'date' ? settled(value) : 0;
  if (!Number.isSafeInteger(number)) return fail(context, numberInCode(number), column);
  if (Math.abs(number) >= 1e15) return fail(context, TEXTS.scientific(spelled(number)), column);
  const raw = textOf(cell, column, context);
  const text = (raw === undefined ? undefined : cleanText(raw, column, context))
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
  context.day?.(value, reading.date);
  return reading.date;
};

const fromWords =
  (yes: ReadonlySet<string>, no: ReadonlySet<string>, wrong: (text: string) => string): Convert =>
  (cell, column, context) => {
    const value = cellValue(cell);
    const text = word(typeof value === 'number' ? settled(value) : value);
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
  const text = textOf(cell, column, context);
  if (text === undefined) return emptyValue(column);
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

import { MAX_LIMIT } from '../../domain/ground/constants.ts';
import { type DomainError, type FieldErrors, invalid, notFound, refused } from '../../domain/ground/errors.ts';
import { DATE_TEXTS } from '../../domain/texts/dates.ts';
import { FIELD_ERRORS, HTTP } from '../../domain/texts/program/http.ts';

/** One complaint of express-openapi-validator: where (a JSON pointer from query, params, headers or body), what, and which keyword. */
export interface ValidationItem {
  path: string;
  message?: string;
  errorCode?: string;
}

/** The parts of a request that were judged. */
export interface Judged {
  body: unknown;
  query: unknown;
  /** The path of the request, without query. */
  path: string;
}

/** What belongs to no field. */
const GENERAL = 'non_field_errors';
const empty = (value: unknown): boolean => value === null || value === undefined || value === '';
const isMap = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const at = (value: unknown, key: string): unknown =>
  Array.isArray(value) ? value[Number(key)] : isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** `type: [string, "null"]` complains as `must be string,null`. */
const TYPES: Record<string, string> = {
  integer: FIELD_ERRORS.integer,
  number: FIELD_ERRORS.number,
  string: FIELD_ERRORS.text,
  boolean: FIELD_ERRORS.flag,
  array: FIELD_ERRORS.list,
  object: FIELD_ERRORS.map,
};

/** The sentence for a complaint about a value that is there. */
function sentence(item: ValidationItem): string {
  const message = item.message ?? '';
  const limit = /(-?\d[\d.]*)/.exec(message)?.[1] ?? '';
  if (item.path === '/query/limit') return FIELD_ERRORS.between(1, MAX_LIMIT);
  switch (item.errorCode?.split('.', 1)[0]) {
    case 'type':
      return TYPES[/must be (\w+)/.exec(message)?.[1] ?? ''] ?? FIELD_ERRORS.wrong;
    case 'format':
      return /date-time|instant/.test(message)
        ? FIELD_ERRORS.instant
        : message.includes('"date"')
          ? FIELD_ERRORS.date
          : FIELD_ERRORS.pattern;
    case 'enum':
      return FIELD_ERRORS.choice;
    case 'pattern':
      // Of a day that is one the pattern says only whether the plan takes its year.
      return message.includes('2100-') ? DATE_TEXTS.out_of_range : FIELD_ERRORS.pattern;
    case 'minimum':
      return FIELD_ERRORS.minimum(limit);
    case 'maximum':
      return FIELD_ERRORS.maximum(limit);
    case 'maxLength':
      return FIELD_ERRORS.longest(limit);
    case 'minLength':
      return FIELD_ERRORS.shortest(limit);
    case 'maxItems':
      return FIELD_ERRORS.mostRows(limit);
    case 'minItems':
      return FIELD_ERRORS.fewestRows(limit);
    default:
      return FIELD_ERRORS.wrong;
  }
}

/** Puts a message where the form has its field: rows of a list become `[{}, {field: [message]}]`, anything deeper stands under its field. */
function place(map: FieldErrors, keys: readonly string[], value: unknown, message: string): void {
  const [field = GENERAL, index, ...rest] = keys;
  const inner = at(value, field);
  const row = index === undefined ? undefined : at(inner, index);
  if (Array.isArray(inner) && isMap(row) && rest.length > 0) {
    map[field] ??= [];
    const rows = map[field] as FieldErrors[];
    if (typeof rows[0] === 'string') return;
    while (rows.length <= Number(index)) rows.push(Object.create(null));
    place(rows[Number(index)] as FieldErrors, rest, row, message);
    return;
  }
  map[field] ??= [];
  const messages = map[field] as (string | FieldErrors)[];
  if (messages.every((known) => typeof known === 'string') && !messages.includes(message)) messages.push(message);
}

const keysOf = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The value that a complaint speaks of. */
const valueAt = (judged: Judged, keys: readonly string[]): unknown => keys.reduce<unknown>(at, judged);

/** The refusal for the complaints of the validator: 404 for a path parameter, else a field map of everything that is wrong. */
export function refusalOf(items: readonly ValidationItem[], judged: Judged): DomainError {
  if (items.some((item) => item.path.startsWith('/params/'))) return notFound(HTTP.notFound);
  const map: FieldErrors = Object.create(null);
  const unread = new Set(items.filter(({ errorCode }) => errorCode?.startsWith('format.')).map(({ path }) => path));
  for (const item of items) {
    // What is no date is not too early as well.
    if (item.errorCode?.startsWith('formatM') && unread.has(item.path)) continue;
    if (!/^\/(body|query|headers)(\/|$)/.test(item.path)) continue;
    const keys = keysOf(item.path);
    const [part, ...rest] = keys;
    const value = valueAt(judged, keys);
    // A blank name (pattern \S) is an empty one.
    const missing = empty(value) || (typeof value === 'string' && value.trim() === '' && item.message?.includes('\\S'));
    // Headers are not at hand here: what is there is complained about by another keyword.
    const absent = part === 'headers' ? item.errorCode?.startsWith('required') : missing;
    const message = rest.length > 0 && absent ? FIELD_ERRORS.required : sentence(item);
    place(map, rest, part === 'body' ? judged.body : judged.query, message);
  }
  const fields = Object.keys(map);
  const general = map[GENERAL]?.[0];
  if (fields.length === 0) return refused(HTTP.unreadableBody);
  if (fields.length === 1 && typeof general === 'string' && judged.path.startsWith('/api/schedules/')) return refused(general);
  return invalid(map);
}

import type { Knex } from 'knex';
import { DEFAULT_LIMIT } from '../domain/ground/constants.ts';
import { invalid } from '../domain/ground/errors.ts';
import { searchKey, trimmed } from '../domain/ground/fold.ts';
import { databaseTexts } from '../domain/texts/program/database.ts';
import { bound } from './bound.ts';
import { prepared } from './prepared.ts';

/** How one query parameter narrows a list. `column` is SQL, never text of the caller. */
export type Filter =
  /** Part of the text, blind to case, width and kana. */
  | { how: 'part'; column: string }
  /** Any of the comma-separated parts. */
  | { how: 'parts'; column: string }
  | { how: 'exact'; column: string }
  | { how: 'from' | 'to'; column: string }
  /** From the beginning, or to the end, of a day of the program's clock; the column bears the machine's time. */
  | { how: 'from_day' | 'to_day'; column: string }
  /** Any of the comma-separated integers. */
  | { how: 'ids'; column: string }
  /** A condition of its own on the folded term, `?` standing for it. */
  | { how: 'fold_where'; where: string }
  /** A condition that holds when the flag (1, true) is set. */
  | { how: 'flag'; where: string };

/** What may be asked of a list. */
export interface ListDescription {
  filters: Record<string, Filter>;
  /** Default order, a total one: SQL terms, the id last. */
  order: readonly string[];
  /** Fields that `ordering` may name, with their SQL. */
  sortable: Record<string, string>;
  /** The unique last term of every order. */
  tie: string;
  /**
   * A table whose count is the list's count unless other filters than these are given: the joins of the list neither add nor drop rows.
   */
  counted?: { table: string; filters: readonly string[] };
}

/** A page of a list as the wire carries it. */
export interface Page<Row> {
  count: number;
  next: string | null;
  previous: string | null;
  results: Row[];
}

type Given = Record<string, unknown>;

const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
const members = (value: unknown): string[] =>
  String(value)
    .normalize('NFKC')
    .split(',')
    .map((member) => trimmed(member))
    .filter((member) => member !== '');

/** Narrows the query by the parameters that are given; an empty value is a parameter not given. */
export function applyFilters(query: Knex.QueryBuilder, filters: Record<string, Filter>, parameters: Given): Knex.QueryBuilder {
  for (const [name, filter] of Object.entries(filters)) {
    const value = parameters[name];
    if (isPresent(value)) applyFilter(query, filter, value);
  }
  return query;
}

/** A term as `like` reads it literally: `%`, `_` and `\\` are plain characters. */
export const literal = (term: string): string => term.replace(/[\\%_]/g, '\\$&');

/** Patterns of texts that hold one of the terms. */
const partsOf = (terms: readonly string[]): string[] => [...new Set(terms)].map((term) => `%${literal(term)}%`);

function applyFilter(query: Knex.QueryBuilder, filter: Filter, value: unknown): void {
  switch (filter.how) {
    case 'part':
    case 'parts': {
      const terms = (filter.how === 'parts' ? members(value) : [String(value)]).map((term) => searchKey(trimmed(term)));
      // One parameter, however many terms; folded once a row, or found by the index of trigrams where there is one.
      if (terms.length > 0) query.whereRaw(`search_fold(${filter.column}) like any(?::text[])`, bound([partsOf(terms)]));
      return;
    }
    case 'exact':
      query.whereRaw(`${filter.column} = ?`, [value as Knex.Value]);
      return;
    case 'from':
      query.whereRaw(`${filter.column} >= ?`, [value as Knex.Value]);
      return;
    case 'to':
      query.whereRaw(`${filter.column} <= ?`, [value as Knex.Value]);
      return;
    case 'from_day':
      query.whereRaw(`${filter.column} >= off_clock(?::date)`, [value as Knex.Value]);
      return;
    case 'to_day':
      query.whereRaw(`${filter.column} < off_clock(?::date + 1)`, [value as Knex.Value]);
      return;
    case 'ids':
      query.whereRaw(`${filter.column} = any(?::bigint[])`, [integers(value)]);
      return;
    case 'fold_where':
      query.whereRaw(filter.where, [searchKey(trimmed(String(value)))]);
      return;
    case 'flag':
      if (value === true || value === 1 || value === '1' || value === 'true') query.whereRaw(filter.where);
  }
}

/** The integers of a comma list; what is none is left out. */
export const integers = (value: unknown): number[] =>
  (Array.isArray(value) ? value.map(String) : members(value)).map(Number).filter((id) => Number.isSafeInteger(id));

/** The order as SQL: what `ordering` asks for, then the tie-breaker. Throws a field error for a field that cannot be sorted by. */
export function orderOf(description: ListDescription, ordering: unknown): string {
  if (!isPresent(ordering)) return description.order.join(', ');
  const descending = String(ordering).startsWith('-');
  const field = String(ordering).replace(/^-/, '');
  const column = Object.hasOwn(description.sortable, field) ? description.sortable[field] : undefined;
  if (!column) throw invalid({ ordering: [databaseTexts.notSortable] });
  return `${column} ${descending ? 'desc nulls last' : 'asc nulls last'}, ${description.tie}`;
}

/** Path of the neighbouring page with the same conditions. */
function pagePath(path: string, parameters: Given, limit: number, offset: number): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (isPresent(value) && name !== 'limit' && name !== 'offset') for (const one of [value].flat()) query.append(name, String(one));
  }
  query.set('limit', String(limit));
  query.set('offset', String(offset));
  return `${path}?${query}`;
}

/** Frames results that were cut elsewhere as a page. */
export function pageOf<Row>(path: string, parameters: Given, count: number, results: Row[]): Page<Row> {
  const { limit, offset } = pageBounds(parameters);
  return {
    count,
    next: offset + limit < count ? pagePath(path, parameters, limit, offset + limit) : null,
    previous: offset > 0 ? pagePath(path, parameters, limit, Math.max(0, offset - limit)) : null,
    results,
  };
}

/** Which rows of a list a page has. */
export interface PageBounds {
  limit: number;
  offset: number;
}

/** Limit (100 without) and offset (0) of a call; the contract has bounded them. */
export function pageBounds(parameters: Given): PageBounds {
  return {
    limit: isPresent(parameters.limit) ? Number(parameters.limit) : DEFAULT_LIMIT,
    offset: isPresent(parameters.offset) ? Number(parameters.offset) : 0,
  };
}

/**
 * Counts the rows once a page of `seen` of them has been read. The last page gives the number; any other, or one beyond the end, asks
 * `counted`.
 */
export async function countOf(page: PageBounds, seen: number, counted: () => Promise<number>): Promise<number> {
  return seen < page.limit && (seen > 0 || page.offset === 0) ? page.offset + seen : counted();
}

/** The statements of whole lists, by path and order. */
const WHOLE = new Map<string, string>();

/** What tells the whole of one list from others; undefined where anything narrows it. */
function wholeOf(path: string, parameters: Given): string | undefined {
  const narrows = Object.keys(parameters).some((name) => !/^(limit|offset|ordering)$/.test(name) && isPresent(parameters[name]));
  return narrows ? undefined : `${path} ${parameters.ordering ?? ''}`;
}

type Listed<Row> = Row & { list_count: number };

/**
 * A page of `query` (which has its columns): filtered, counted, in a total order, cut to limit and offset, in one question.
 * `path` is the operation's path, for next and previous.
 */
export async function listPage<Row>(
  query: Knex.QueryBuilder,
  path: string,
  parameters: Given,
  description: ListDescription,
): Promise<Page<Row>> {
  const page = pageBounds(parameters);
  const whole = wholeOf(path, parameters);
  const known = whole === undefined ? undefined : WHOLE.get(whole);
  const count = (): Knex.QueryBuilder => counting(query, description, parameters).count({ count: '*' });
  const rows = known
    ? (await prepared<Listed<Row>>(query, known, [page.limit, page.offset])).rows
    : await narrowedRows<Row>(query, parameters, description, { page, whole, count });
  // A page beyond the end has no row that could tell.
  const [{ list_count } = { list_count: page.offset > 0 ? ((await count().first()) as { count: number }).count : 0 }] = rows;
  const results = rows.map(({ list_count: _, ...row }) => row as Row);
  return pageOf(path, parameters, list_count, results);
}

/**
 * The rows of a page with their count. The statement of a whole list asks for nothing but where the page is, and is kept: the library takes as long to write it as
 * the database to answer.
 */
async function narrowedRows<Row>(
  query: Knex.QueryBuilder,
  parameters: Given,
  description: ListDescription,
  { page, whole, count }: { page: PageBounds; whole: string | undefined; count: () => Knex.QueryBuilder },
): Promise<Listed<Row>[]> {
  const order = orderOf(description, parameters.ordering);
  // The page is cut before its columns are made: what is skipped costs no more than its place in the order.
  const key = description.tie.replace(/ desc$/, '');
  const places = applyFilters(query.clone(), description.filters, parameters).clearSelect().select(key).orderByRaw(order);
  const statement = query
    .clone()
    .select(query.client.raw('? as list_count', [count()]))
    .whereRaw(`${key} = any(array(? limit ? offset ?))`, [places, page.limit, page.offset])
    .orderByRaw(order);
  if (whole !== undefined) {
    const { sql, bindings } = statement.toSQL();
    if (bindings.length === 2) WHOLE.set(whole, sql);
  }
  return statement;
}

/** The query to count: the narrowed list, or the table whose count is the list's. */
function counting(query: Knex.QueryBuilder, { counted, filters }: ListDescription, parameters: Given): Knex.QueryBuilder {
  const narrows = Object.keys(filters).filter((name) => isPresent(parameters[name]));
  const own = !counted || narrows.some((name) => !counted.filters.includes(name));
  return applyFilters(own ? query.clone().clearSelect() : query.client.queryBuilder().from(counted.table), filters, parameters);
}

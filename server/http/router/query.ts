import type { RequestHandler } from 'express';
import { invalid } from '../../domain/ground/errors.ts';
import { isReversed, startOfRange } from '../../domain/ground/ranges.ts';
import { DATE_TEXTS } from '../../domain/texts/dates.ts';
import { FIELD_ERRORS } from '../../domain/texts/program/http.ts';
import { routed } from './context.ts';
import type { ContractDocument } from './document.ts';

/** What the contract says of the query of one operation. */
export interface QueryForm {
  /** Every parameter that it declares. */
  names: ReadonlySet<string>;
  /** The whole numbers among them. */
  integers: readonly string[];
  /** The ranges of days, by the parameters of their first and last day. */
  ranges: readonly { from: string; to: string }[];
}

interface Node {
  $ref?: string;
  name?: string;
  in?: string;
  type?: unknown;
  schema?: Node;
}

/** The query of every operation, by its id. */
export function queryForms(document: ContractDocument): ReadonlyMap<string, QueryForm> {
  const resolved = (node: Node | undefined): Node => {
    if (node?.$ref === undefined) return node ?? {};
    const parts = node.$ref.replace('#/', '').split('/');
    return resolved(parts.reduce<unknown>((inner, part) => (inner as Record<string, unknown> | undefined)?.[part], document) as Node);
  };
  const formOf = (parameters: unknown): QueryForm => {
    const known = ((parameters ?? []) as Node[]).map(resolved).filter((parameter) => parameter.in === 'query');
    const integers = known.filter(({ schema }) => resolved(schema).type === 'integer');
    const names = new Set(known.map(({ name }) => name ?? ''));
    const ranges = [...names].flatMap((to) => {
      const from = startOfRange(to);
      return from !== undefined && names.has(from) ? [{ from, to }] : [];
    });
    return { names, integers: integers.map(({ name }) => name ?? ''), ranges };
  };
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  return new Map(operations.map(({ operationId, parameters }) => [operationId ?? '', formOf(parameters)]));
}

/** Refuses whole numbers in a query that are not written as such (`0x1`, `1e3`, ` 1`, `1.0`): the validator reads them as numbers are read. */
export const plainIntegers =
  (forms: ReadonlyMap<string, QueryForm>): RequestHandler =>
  (request, _response, next) => {
    const query = request.query as Record<string, unknown>;
    const odd = (forms.get(routed(request).operationId)?.integers ?? []).filter((name) => {
      const value = query[name];
      return typeof value === 'string' && !/^-?\d+$/.test(value) && Number.isInteger(Number(value));
    });
    if (odd.length > 0) throw invalid(Object.fromEntries(odd.map((name) => [name, [FIELD_ERRORS.integer]])));
    next();
  };

/** Refuses ranges that end before they begin; stands behind the check of their days. */
export const orderedRanges =
  (forms: ReadonlyMap<string, QueryForm>): RequestHandler =>
  (request, _response, next) => {
    const query = request.query as Record<string, string | undefined>;
    const reversed = (forms.get(routed(request).operationId)?.ranges ?? []).filter(({ from, to }) => isReversed(query[from], query[to]));
    if (reversed.length > 0) throw invalid(Object.fromEntries(reversed.map(({ to }) => [to, [DATE_TEXTS.reversed]])));
    next();
  };

/** A query without what the operation does not declare: nobody has held that against the contract. */
export const declared = (query: Record<string, unknown>, form: QueryForm | undefined): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).filter(([name]) => form?.names.has(name)));

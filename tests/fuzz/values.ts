import fc, { type Arbitrary } from 'fast-check';
import type { ContractDocument } from '../../server/http/router/document.ts';

/** A schema of the contract, as far as requests use it. */
export interface Schema {
  $ref?: string;
  allOf?: Schema[];
  oneOf?: Schema[];
  type?: string | string[];
  enum?: unknown[];
  example?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
}

/** Texts and numbers that have broken programs before. */
export const ODD: readonly unknown[] = [
  ...['\u0000', '\ud800', '\r\nX-Bad: 1', ''],
  ..." |　|𠮷|%|' or 1=1 --|<script>alert(1)</script>|__proto__|constructor|=1+1".split('|'),
  ...'-0|1e999|NaN|null|2026-02-30|2026-13-01|0000-00-00|99999-01-01|2026-04-01T25:00:00+09:00|０２６|../../|,,'.split('|'),
  ...['a'.repeat(5_000), '9'.repeat(400)],
  ...[0, -1, 1.5, -0, 2 ** 31, 2 ** 53, 1e300, Number.MIN_VALUE, null, true, false],
  ...[[], {}, [[]], [null], { a: { b: {} } }, Array.from({ length: 2_000 }, (_, n) => n)],
];

const DAYS = Array.from({ length: 120 }, (_, n) => new Date(Date.UTC(2026, 2, 1 + n)).toISOString().slice(0, 10));
const day = fc.constantFrom(...DAYS);
const clock = fc.constantFrom('00:00', '08:00', '08:30', '12:00', '16:59', '17:00', '23:59');
const instant = fc.tuple(day, clock).map(([date, time]) => `${date}T${time}:00+09:00`);
/** Ids that are there as a rule, and some that are not. */
export const id = fc.oneof({ arbitrary: fc.integer({ min: 1, max: 60 }), weight: 8 }, fc.integer({ min: 1, max: 2_000_000 }));

/** A part of the contract, or the one that it refers to. */
export function resolvedIn<Part extends { $ref?: string }>(document: ContractDocument, part: Part): Part {
  if (part.$ref === undefined) return part;
  const found = part.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((inner, word) => (inner as Record<string, unknown>)[word], document);
  return resolvedIn(document, found as Part);
}

/** Values as the contract wants them; `names`: words that the plant knows, for texts. */
export function valuesOf(
  document: ContractDocument,
  names: readonly string[],
): (schema: Schema | undefined, field?: string) => Arbitrary<unknown> {
  const word = fc.oneof({ arbitrary: fc.constantFrom(...names), weight: 4 }, fc.string({ unit: 'grapheme', maxLength: 12 }));
  const looked = (schema: Schema): Schema => resolvedIn(document, schema);
  const textOf = ({ format, pattern, minLength = 0, maxLength = 40 }: Schema): Arbitrary<string> => {
    if (format === 'date') return day;
    if (format === 'date-time' || format === 'instant') return instant;
    if (format === 'uuid') return fc.uuid();
    if (pattern !== undefined && pattern !== '\\S') return fc.stringMatching(new RegExp(pattern));
    return fc.oneof(word, day, clock).map((text) => text.padEnd(minLength, 'x').slice(0, maxLength));
  };
  const ofType = (type: string, schema: Schema, field: string): Arbitrary<unknown> => {
    if (type === 'null') return fc.constant(null);
    if (type === 'boolean') return fc.boolean();
    if (type === 'string') return textOf(schema);
    const { minimum = 0, maximum = minimum + 200 } = schema;
    if (type === 'integer') return /(^|_)ids?$/.test(field) ? id : fc.integer({ min: minimum, max: Math.min(maximum, minimum + 400) });
    if (type === 'number') return fc.oneof(fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) }), fc.constant(minimum + 0.5));
    if (type === 'array') {
      const { items, minItems = 0, maxItems = 4, uniqueItems } = schema;
      const bounds = { minLength: minItems, maxLength: Math.max(minItems, Math.min(4, maxItems)) };
      return uniqueItems ? fc.uniqueArray(made(items, field), bounds) : fc.array(made(items, field), bounds);
    }
    const { properties = {}, required = [], additionalProperties } = schema;
    const fixed = Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, made(inner, name)]));
    const requiredKeys = required.filter((name) => name in fixed);
    const record = fc.record(fixed, { requiredKeys });
    if (typeof additionalProperties !== 'object') return record;
    return fc.dictionary(fc.oneof(word, day), made(additionalProperties, field), { maxKeys: 3 });
  };
  const made = (given: Schema | undefined, field = ''): Arbitrary<unknown> => {
    const schema = looked(given ?? {});
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (schema.oneOf) return fc.oneof(...schema.oneOf.map((one) => made(one, field)));
    if (schema.allOf) {
      const parts = schema.allOf.map(looked);
      const properties = Object.assign({}, ...parts.map((part) => part.properties), schema.properties);
      return made(
        { ...parts[0], ...schema, allOf: undefined, properties, required: parts.flatMap(({ required = [] }) => required) } as Schema,
        field,
      );
    }
    const types = [schema.type ?? (schema.properties ? 'object' : 'string')].flat();
    return fc.oneof(...types.map((type) => ofType(type, schema, field)));
  };
  return made;
}

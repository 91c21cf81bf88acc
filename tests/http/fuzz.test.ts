import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATIONS, type Operation } from '../../server/contract/operations.ts';
import { send, startHttp } from './harness.ts';

const defects: string[] = [];
let server: Awaited<ReturnType<typeof startHttp>>;
beforeAll(async () => {
  server = await startHttp({
    validateResponses: false,
    log: {
      debug: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: (context, message) => void defects.push(`${message} ${JSON.stringify(context)}`),
    },
  });
});
afterAll(() => server.close());

const operations = Object.values(OPERATIONS) as Operation[];
/** Texts that have broken parsers before. */
const odd = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  '\ud800',
  '𠮷',
  '%',
  '%zz',
  "' or 1=1 --",
  '__proto__',
  'constructor',
  '-0',
  '1e999',
  'null',
  '2026-02-30',
  '/../',
  ',,',
  '~1',
  'a'.repeat(300),
);
const text = fc.oneof(odd, fc.string({ unit: 'binary', maxLength: 20 }));
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 4 }),
    tie('map'),
  ),
  map: fc.dictionary(
    fc.oneof(
      fc.constantFrom(
        'employee_id',
        'password',
        'product_code',
        'product_name',
        'heat_treatments',
        'task',
        'rows',
        'orders',
        'version',
        'date',
        'schedule_ids',
        'start_date_date',
        '__proto__',
        '0',
      ),
      text,
    ),
    tie('any'),
    { maxKeys: 6 },
  ),
})).any;

test('whatever is sent, nothing breaks and every refusal speaks Japanese', async () => {
  const call = fc.record({
    operation: fc.constantFrom(...operations),
    id: fc.oneof(fc.constantFrom('1', '0', '-1', 'abc', '9'.repeat(30), '%00', '%zz', '1.0', '1e3', ' 1'), text.map(encode)),
    query: fc.dictionary(
      fc.constantFrom('limit', 'offset', 'ordering', 'order_ids', 'from_date', 'active_only', 'dry_run', 'x', '__proto__'),
      text,
      { maxKeys: 4 },
    ),
    body: fc.option(value, { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(call, async ({ operation, id, query, body }) => {
      const path = operation.path.replace('{id}', id || '1').replace('{kind}', id || 'orders');
      const search = Object.entries(query).map(([name, given]) => `${name}=${encode(given)}`);
      const sent = operation.method === 'get' || body === undefined ? {} : { body: JSON.stringify(body) };
      const answered = await send(`${server.url}${path}?${search.join('&')}`, operation.method.toUpperCase(), {
        role: 'master_admin',
        ...sent,
      });
      // Answered sheets come as files alone; these bodies are JSON.
      expect([
        204,
        400,
        404,
        405,
        429,
        ...(operation.roles.length === 0 ? [403] : []),
        ...(operation.path.endsWith('/answered_sheets/') ? [415] : []),
      ]).toContain(answered.status);
      if (answered.status >= 400) expect(JSON.stringify(answered.body)).not.toMatch(/must|should|ajv|openapi|Unexpected|Error/);
    }),
    { numRuns: 600, seed: 1 },
  );
  expect(defects).toEqual([]);
});

/** Half surrogates cannot be encoded at all. */
function encode(given: string): string {
  return encodeURIComponent(given.replace(/\p{Surrogate}/gu, '%'));
}

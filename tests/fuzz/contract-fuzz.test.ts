import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATIONS } from '../../server/contract/operations.ts';
import { readDocument } from '../../server/http/router/document.ts';
import { QUICK_RUN } from '../support/quick-run.ts';
import { type TestServer, testServer } from '../support/server.ts';
import { id, ODD, resolvedIn, type Schema, valuesOf } from './values.ts';

/** So many calls in the proof of a change, and among the long tests. */
const CALLS = process.env.LONG_TESTS ? 100_000 : 300;
/** So many are under way at a time. */
const LINES = 6;
const SEED = process.env.LONG_TESTS ? Date.now() : 20_260_401;

/** What would take the plant, the session or the callers away from the calls after it: tried after all others. */
const LAST = new Set(['deleteAllOrders', 'deleteAllOrderTasks', 'deleteAllCastings']);
/** Whoever signs out or gets another password can call no more; a stream has no end. */
const LEFT_OUT = new Set([
  'logout',
  'changeOwnPassword',
  'deleteEmployee',
  'updateEmployee',
  'importEmployees',
  'confirmPasswordReset',
  'getEvents',
]);
/** They begin threads: asked a tenth as often as the others. */
const COSTLY = /^(import|takeAnswered|download|runSchedule|getAdvice|getMasterCheck|getFigures|login)/;

interface Call {
  operation: string;
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  as: string | null;
  /** Sent twice at the same moment. */
  twice: boolean;
}
interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

let server: TestServer;
const tokens = new Map<string | null, string>();
beforeAll(async () => {
  // Nobody works on jobs: what is asked for waits, and can be cancelled.
  server = await testServer({ demo: { orders: 30 }, config: { role: 'api' } });
  await server.services.runs.runAndWait(QUICK_RUN, '1002');
  for (const as of ['1001', '1002', '1003', '1004']) tokens.set(as, await server.token(as));
});
afterAll(() => server.close());

const document = readDocument();
/** What may be sent to one operation: as the contract wants it, with one thing wrong, or in disorder. */
function callsOf(operation: string, made: ReturnType<typeof valuesOf>): Arbitrary<Call> {
  const { path: template, method } = OPERATIONS[operation as keyof typeof OPERATIONS];
  const declared = document.paths[template]?.[method] as {
    parameters?: Parameter[];
    requestBody?: { $ref?: string; content?: Record<string, { schema: Schema }> };
  };
  const parameters = (declared.parameters ?? []).map((parameter) => resolvedIn(document, parameter));
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const body = resolvedIn(document, declared.requestBody ?? {}).content?.['application/json']?.schema;
  const odd = fc.constantFrom(...ODD);
  const path = fc
    .record(Object.fromEntries(inPath.map(({ name, schema }) => [name, name === 'id' ? id : made(schema, name)])))
    .map((given) => template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given[name]))));
  const query = fc.record(Object.fromEntries(inQuery.map(({ name, schema }) => [name, made(schema, name)])), {
    requiredKeys: inQuery.filter(({ required }) => required).map(({ name }) => name) as never[],
  });
  const parts = fc.record({
    path,
    query,
    body: body ? made(body) : fc.constant(undefined),
    as: fc.oneof({ arbitrary: fc.constant('1001'), weight: 8 }, fc.constantFrom('1002', '1003', '1004', null)),
    twice: fc.nat(19).map((n) => n === 0),
    disorder: fc.nat(9),
    odd,
    at: fc.nat(),
  });
  return parts.map(({ disorder, odd: wrong, at, ...call }) => {
    const texts = Object.fromEntries(Object.entries(call.query).map(([name, value]) => [name, [value].flat().join(',')]));
    const sent = { operation, method, path: call.path, query: texts, body: call.body, as: call.as, twice: call.twice };
    if (disorder < 6) return sent;
    if (disorder === 9)
      return { ...sent, body: body ? wrong : undefined, path: at % 3 === 0 ? template.replace('{id}', encode(wrong)) : sent.path };
    return at % 2 === 0 && body
      ? { ...sent, body: broken(call.body, wrong, at) }
      : { ...sent, query: broken(texts, encode(wrong), at) as Record<string, string> };
  });
}

const encode = (value: unknown): string => String(value).replace(/\p{Surrogate}/gu, '%');

/** The same with one field of it changed, at any depth. */
function broken(value: unknown, wrong: unknown, at: number): unknown {
  if (typeof value !== 'object' || value === null) return wrong;
  const keys = Object.keys(value);
  const key = keys[at % Math.max(1, keys.length)];
  if (key === undefined) return Array.isArray(value) ? [wrong] : { x: wrong };
  const inner = (value as Record<string, unknown>)[key];
  const changed = at % 3 === 0 ? broken(inner, wrong, Math.floor(at / 3)) : wrong;
  return Array.isArray(value) ? value.map((one, n) => (String(n) === key ? changed : one)) : { ...value, [key]: changed };
}

/** A defect of the answer, in words; undefined: none. */
async function faultOf({ method, path, query, body, as }: Call): Promise<string | undefined> {
  const token = tokens.get(as);
  const search = new URLSearchParams(query).toString();
  const answer = await fetch(`${server.url}${path}${search && `?${search}`}`, {
    method: method.toUpperCase(),
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(method === 'get' || body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = /json|text/.test(answer.headers.get('content-type') ?? '')
    ? await answer.text()
    : String((await answer.arrayBuffer()).byteLength);
  // The line of writes is bounded, and so are the places of uploads: that is said, and is no defect.
  if (answer.status >= 500 && !(answer.status === 503 && answer.headers.has('retry-after')))
    return `${answer.status} ${text.slice(0, 300)}`;
  if (answer.status < 400) return undefined;
  if (
    /\bat \/|node:|node_modules|\bselect\b|\binsert into\b|violates|syntax error|must (be|have|NOT)|Unexpected token|undefined/.test(text)
  )
    return `${answer.status} speaks of its inside: ${text.slice(0, 300)}`;
  return /[ぁ-んァ-ヶ一-龠]/.test(text) ? undefined : `${answer.status} says nothing in Japanese: ${text.slice(0, 300)}`;
}

test('whatever is called, nothing breaks, and what is refused is refused in Japanese', async () => {
  const { rows } = await server.db.raw(
    'select product_code as name from products union select task_code from tasks union select facility_code from facilities union select serial_number from orders',
  );
  const made = valuesOf(document, rows.map(({ name }: { name: string }) => name).sort());
  const operations = Object.keys(OPERATIONS).filter((operation) => !LAST.has(operation) && !LEFT_OUT.has(operation));
  const calls = fc.oneof(
    ...operations.map((operation) => ({ arbitrary: callsOf(operation, made), weight: COSTLY.test(operation) ? 1 : 10 })),
  );
  const faults: string[] = [];
  const waiting = fc.sample(calls, { numRuns: CALLS, seed: SEED });
  const line = async (): Promise<void> => {
    for (let call = waiting.pop(); call && faults.length < 20; call = waiting.pop()) {
      const found = await Promise.all([faultOf(call), ...(call.twice ? [faultOf(call)] : [])]);
      for (const fault of found)
        if (fault)
          faults.push(
            `${call.operation} as ${call.as} ${call.path} ${JSON.stringify(call.query)} ${JSON.stringify(call.body)?.slice(0, 500)}: ${fault}`,
          );
    }
  };
  await Promise.all(Array.from({ length: LINES }, line));
  for (const operation of LAST)
    for (const call of fc.sample(callsOf(operation, made), { numRuns: 3, seed: SEED }))
      faults.push(...[await faultOf(call)].flatMap((fault) => fault ?? []));
  expect(faults).toEqual([]);
}, 1_800_000);

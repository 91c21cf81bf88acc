import fc, { type Arbitrary } from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { OPERATIONS, type Operation } from '../../server/contract/operations.ts';
import { mayCall } from '../../server/domain/ground/permissions.ts';
import { readDocument } from '../../server/http/router/document.ts';
import { tell } from '../support/figures.ts';
import { serverHere } from '../support/here.ts';
import { id, ODD, resolvedIn, type Schema, valuesOf } from './values.ts';

/** So many calls in the proof of a change, and among the long tests. */
const CALLS = process.env.LONG_TESTS ? 100_000 : 3_000;
/** So many are under way at a time. */
const LINES = 12;
const SEED = process.env.LONG_TESTS ? Date.now() : 20_260_401;

/** What would take the plant, the session or the callers away from the calls after it: tried after all others. */
const LAST = new Set(['deleteAllOrders', 'deleteAllOrderTasks', 'deleteAllCastings']);
/** Whoever signs out or gets another password can call no more; a stream has no end. */
const LEFT_OUT = new Set(
  'logout changeOwnPassword deleteEmployee updateEmployee importEmployees confirmPasswordReset getEvents'.split(' '),
);
/** They begin threads, or read the whole plan: asked a tenth as often as the others. */
const COSTLY =
  /^(import|takeAnswered|download|runSchedule|getAdvice|getMasterCheck|getFigures|login|getScheduleOverview|listMisfits|getOutsourcingSummary|listOutsourcingWork|listScheduleConflicts|listLateOrders|getLateness|getRunReport)/;
/** What an error may be; the contract documents them all as `default`. */
const ERRORS: readonly number[] = [400, 401, 403, 404, 409, 413, 415, 429, 503];
/** Stacks, statements and sentences of libraries. */
const INSIDE = /\bat \/|node:|node_modules|\bselect\b|\binsert into\b|violates|syntax error|must (be|have|NOT)|Unexpected token|undefined/;
const ROLES = { 1001: 'master_admin', 1002: 'planning_manager', 1003: 'outsourcing_manager', 1004: 'manager' } as const;
type Caller = `${keyof typeof ROLES}` | null;

interface Call {
  operation: string;
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  as: Caller;
  /** Sent twice at the same moment. */
  twice: boolean;
  /** A draw; a call that follows takes its row, with its version, from an earlier answer. */
  follows: number | undefined;
}
type Parameter = { $ref?: string; name: string; in: string; required?: boolean; schema: Schema };

// Nobody works on jobs: what is asked for waits, and can be cancelled.
const server = serverHere({ demo: { orders: 30 }, planned: true, config: { role: 'api', logLevel: 'error' } });
const tokens = new Map<string, string>();
beforeAll(async () => {
  for (const as of Object.keys(ROLES)) tokens.set(as, await server.token(as));
});

const document = readDocument();
const responsesOf = new Map(
  Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .map(({ operationId, responses }: { operationId?: string; responses?: object }) => [operationId, responses]),
);
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
    requiredKeys: inQuery.filter(({ required }) => required).map(({ name }) => name),
  });
  const parts = fc.record({
    ...{ path, query, body: body ? made(body) : fc.constant(undefined) },
    as: fc.oneof({ arbitrary: fc.constant<Caller>('1001'), weight: 2 }, fc.constantFrom<Caller>('1002', '1003', '1004', null)),
    ...{ twice: fc.nat(19).map((n) => n === 0), disorder: fc.nat(9), follows: fc.option(fc.nat(), { nil: undefined }), odd },
    at: fc.nat(),
  });
  return parts.map(({ disorder, odd: wrong, at, ...call }) => {
    const texts = Object.fromEntries(Object.entries(call.query).map(([name, value]) => [name, [value].flat().join(',')]));
    const sent = {
      ...{ operation, method, path: call.path, query: texts, body: call.body, as: call.as, twice: call.twice, follows: call.follows },
    };
    if (disorder < 4) return sent;
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

/** A row of an earlier answer. */
type Row = { id: number; version?: number };
/** Rows of earlier answers, the newest last, by the path of their resource. */
const seen = new Map<string, Row[]>();
const REMEMBERED = 50;
const resourceOf = (operation: string): string => OPERATIONS[operation as keyof typeof OPERATIONS].path.split('/').slice(0, 3).join('/');

/** Keeps the rows of an answer for the calls after it. */
function remember({ operation }: Call, text: string): void {
  const { results, ...row } = JSON.parse(text) as { results?: Row[] } & Partial<Row>;
  const found = [results ?? [], row].flat().filter((one): one is Row => typeof one?.id === 'number');
  const resource = resourceOf(operation);
  seen.set(resource, [...(seen.get(resource) ?? []), ...found.slice(0, 5)].slice(-REMEMBERED));
}

/** The call, on a row of an earlier answer where it follows one. */
function following(call: Call): Call {
  const rows = seen.get(resourceOf(call.operation)) ?? [];
  const row = call.follows === undefined ? undefined : rows[call.follows % Math.max(1, rows.length)];
  const { path: template } = OPERATIONS[call.operation as keyof typeof OPERATIONS];
  if (!row || !template.includes('{id}')) return call;
  const versioned = typeof call.body === 'object' && call.body !== null && 'version' in call.body && row.version !== undefined;
  const body = versioned ? { ...(call.body as object), version: row.version } : call.body;
  return { ...call, path: template.replace('{id}', String(row.id)), body };
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** What the calls came to. */
const tally = { calls: 0, succeeded: 0, slowest: { ms: 0, operation: '' }, statuses: new Map<number, number>() };

/** A defect of the answer, in words; undefined: none. That its body is as the contract says is judged by the server itself, which answers 500 where it is not. */
async function defectOf({ operation, method, path, query, body, as }: Call): Promise<string | undefined> {
  const token = as === null ? undefined : tokens.get(as);
  const search = new URLSearchParams(query).toString();
  const began = performance.now();
  const answer = await fetch(`${server.url}${path}${search && `?${search}`}`, {
    method: method.toUpperCase(),
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(method === 'get' || body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = /json|text/.test(answer.headers.get('content-type') ?? '')
    ? await answer.text()
    : String((await answer.arrayBuffer()).byteLength);
  const { status } = answer;
  const ms = performance.now() - began;
  if (ms > tally.slowest.ms) tally.slowest = { ms, operation };
  tally.calls += 1;
  tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
  const said = `${status} ${text.slice(0, 300)}`;
  // A path that was broken leads to another operation or none; one that cannot be decoded to none.
  const { path: template, roles } = OPERATIONS[operation as keyof typeof OPERATIONS] as Operation;
  const straight = isDecodable(path) && new RegExp(`^${template.replace(/\{\w+\}/, '[^/]+')}$`).test(path);
  if (straight) {
    const role = as === null ? undefined : ROLES[as];
    const wanted = roles !== 'public' && role === undefined ? 401 : mayCall(role, roles) ? undefined : 403;
    if (wanted !== undefined ? status !== wanted : status === 401 || status === 403) return `${wanted ?? 'let in'} was wanted: ${said}`;
    if (status < 400 && !(String(status) in (responsesOf.get(operation) ?? {}))) return `not documented: ${said}`;
  }
  if (status < 400) {
    tally.succeeded += 1;
    if (/json/.test(answer.headers.get('content-type') ?? '')) remember({ operation } as Call, text);
    return undefined;
  }
  if (!ERRORS.includes(status) && !(status === 405 && !straight)) return said;
  // The line of writes is bounded, and so are the places of uploads: that is said with a time, and is no defect.
  if (status === 503 && !answer.headers.has('retry-after')) return said;
  if (INSIDE.test(text)) return `speaks of its inside: ${said}`;
  return /[ぁ-んァ-ヶ一-龠]/.test(text) ? undefined : `says nothing in Japanese: ${said}`;
}

test('whatever is called, nothing breaks, and what is refused is refused in Japanese', async ({ task }) => {
  const { rows } = await server.db.raw(
    'select product_code as name from products union select task_code from tasks union select facility_code from facilities union select serial_number from orders',
  );
  const made = valuesOf(document, rows.map(({ name }: { name: string }) => name).sort());
  const operations = Object.keys(OPERATIONS).filter((operation) => !LAST.has(operation) && !LEFT_OUT.has(operation));
  const calls = fc.oneof(
    ...operations.map((operation) => ({ arbitrary: callsOf(operation, made), weight: COSTLY.test(operation) ? 1 : 10 })),
  );
  const defects: string[] = [];
  const waiting = fc.sample(calls, { numRuns: CALLS, seed: SEED });
  const line = async (): Promise<void> => {
    for (let drawn = waiting.pop(); drawn && defects.length < 20; drawn = waiting.pop()) {
      const call = following(drawn);
      const found = await Promise.all([defectOf(call), ...(call.twice ? [defectOf(call)] : [])]);
      for (const defect of found)
        if (defect)
          defects.push(
            `${call.operation} as ${call.as} ${call.path} ${JSON.stringify(call.query)} ${JSON.stringify(call.body)?.slice(0, 500)}: ${defect}`,
          );
    }
  };
  await Promise.all(Array.from({ length: LINES }, line));
  for (const operation of LAST)
    for (const call of fc.sample(callsOf(operation, made), { numRuns: 3, seed: SEED }))
      defects.push(...[await defectOf(call)].flatMap((defect) => defect ?? []));
  const part = 'bad input';
  const counted = [...tally.statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status} × ${count}`);
  tell(task, { part, what: `answers to ${tally.calls} fuzzed calls`, found: counted.join(', '), wanted: 'no 500, nothing undocumented' });
  const { ms, operation } = tally.slowest;
  tell(task, { part, what: 'slowest fuzzed call', found: `${operation} ${(ms / 1000).toFixed(1)} s`, wanted: '≤ 2 s on a quiet machine' });
  expect(defects).toEqual([]);
  // Calls that are all refused try nothing.
  expect(tally.succeeded).toBeGreaterThan(CALLS / 20);
}, 7_200_000);

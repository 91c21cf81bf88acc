import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OperationId } from '../../server/contract/handlers.ts';
import { OPERATIONS, type Operation } from '../../server/contract/operations.ts';
import { serverHere } from '../support/here.ts';
import { plantBuilder } from '../support/plant.ts';
import { eventually } from '../support/wait.ts';
import { handlersWith, SILENT, send, startHttp, userOfRole } from './harness.ts';

const UNSAFE = (Object.entries(OPERATIONS) as [OperationId, Operation][]).filter(([, { method }]) => method !== 'get');

/** A body with what stands before it, as it goes over the wire. */
type Sent = readonly [type: string, rest: string];
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'multipart/form-data; boundary=b';
const measured = (text: string): string => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
const json = (body: object): Sent => [JSON_TYPE, measured(JSON.stringify(body))];
const file = (text: string): Sent => [
  FORM_TYPE,
  measured(`--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${text}\r\n--b--\r\n`),
];
const half = ([type, rest]: Sent): Sent => [type, rest.slice(0, -10)];
const inPieces = (body: object): Sent => [JSON_TYPE, `Transfer-Encoding: chunked\r\n\r\n${chunkOf(JSON.stringify(body))}`];
const chunkOf = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

/** Opens a connection and writes a call to it; who called closes it. */
function written(url: string, method: string, path: string, token: string, [type, rest]: Sent) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
  socket.write(`${method.toUpperCase()} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\n${rest}`);
  return socket;
}

describe('a call that breaks off before its body is read', () => {
  let server: Awaited<ReturnType<typeof startHttp>>;
  afterEach(() => server.close());

  /** The server with sessions that are looked up until `go`: what breaks off meanwhile, breaks off before its body is read. */
  async function slowSessions() {
    const begun: OperationId[] = [];
    const defects: string[] = [];
    const waiting: (() => void)[] = [];
    server = await startHttp({
      resolveUser: async (token) => {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return userOfRole(token);
      },
      handlers: handlersWith(Object.fromEntries(UNSAFE.map(([id]) => [id, async () => void begun.push(id)]))),
      log: { ...SILENT, error: (context) => void defects.push(JSON.stringify(context)) },
    });
    const go = (): void => {
      for (const each of waiting.splice(0)) each();
    };
    return { begun, defects, waiting, go };
  }

  it.each(
    Object.entries({
      whole: json({ rows: [] }),
      half: half(json({ rows: [] })),
      'in pieces': inPieces({ rows: [] }),
      'whole file': file('a,b'),
      'half file': half(file('a,b')),
    }),
  )('begins no work, whatever it asks, and is no defect: %s', async (_, body) => {
    const { begun, defects, waiting, go } = await slowSessions();
    const guarded = UNSAFE.filter(([, { roles }]) => roles !== 'public');
    for (const [at, [, { method, path }]] of guarded.entries()) {
      const socket = written(server.url, method, path.replace('{id}', '1'), 'master_admin', body);
      await expect.poll(() => waiting.length, { interval: 1 }).toBe(at + 1);
      socket.destroy();
    }
    // The server hears of the broken calls before it hears of a new one.
    expect((await send(`${server.url}/api/health/`, 'GET')).status).toBe(204);
    go();
    expect((await send(`${server.url}/api/health/`, 'GET')).status).toBe(204);
    expect(begun).toEqual([]);
    expect(defects).toEqual([]);
  });
});

/** How often each operation is broken off. */
const TIMES = process.env.LONG_TESTS ? 1_000 : 3;
const AT_ONCE = 16;
const LONGEST_MS = 8;

describe('calls that break off at any moment', () => {
  const server = serverHere({ demo: false, config: { role: 'api' } });
  const rows: Record<string, number> = {};
  beforeAll(async () => {
    await fillPlant();
  });

  /** A row of each kind that a path can name; steps of the caller's that can be taken back and done again. */
  async function fillPlant(): Promise<void> {
    const make = plantBuilder(server.db);
    const insert = async (table: string, row: object): Promise<number> => (await server.db(table).insert(row).returning('id'))[0].id;
    const [task, product, holiday] = [await make.task(), await make.product(), await make.holiday('2026-04-29')];
    const [facility, order] = [await make.facility({ tasks: [task] }), await make.order({ product_id: product })];
    const lot = await make.lot(order);
    const bars = await Promise.all(
      ['06', '07', '08'].map((day) => make.entry(lot, task, [`2026-04-${day} 08:00`, `2026-04-${day} 12:00`], { facility_id: facility })),
    );
    for (const bar of bars.slice(1)) await server.ask('POST', `/api/schedules/${bar}/switch_lock_status/`, {});
    await server.ask('POST', '/api/schedules/undo/', {});
    const job = await insert('jobs', { kind: 'nightly', status: 'complete' });
    Object.assign(rows, { tasks: task, products: product, facilities: facility, 'holiday-calendars': holiday, schedules: bars[0] });
    rows.employees = await make.employee({ employee_id: '1700' });
    rows.outsourcings = await insert('outsourcings', { outsourcing_code: 'G1', code_key: 'G1', name: '協力会社' });
    rows.nights = await insert('nights', { job_id: job, day: '2026-04-01', status: 'complete' });
    rows['schedule-queues'] = await insert('jobs', { kind: 'schedule', status: 'complete' });
  }

  /** What each operation refuses when it is whole, and carries out when it is not; undefined: it takes no body, or one that says nothing. */
  const WRONG = { version: 999 };
  const REFUSED: Partial<Record<OperationId, object | undefined>> = {
    ...{ undoSchedule: { step: 999_999 }, redoSchedule: { step: 999_999 }, runSchedule: { time_limit_seconds: 0 } },
    ...{ logout: undefined, closeRunReport: undefined, cancelScheduleQueue: undefined, createResetLink: undefined },
    ...{ deleteAllOrders: undefined, deleteAllOrderTasks: undefined, deleteAllCastings: undefined, deleteHoliday: undefined },
    acknowledgeNight: undefined,
  };
  const refusedBody = (id: OperationId, { raw }: Operation): object | undefined =>
    id in REFUSED ? REFUSED[id] : raw ? { rows: [{}] } : WRONG;
  const pathOf = ({ path }: Operation): string => path.replace('{id}', String(rows[path.split('/')[2] ?? '']));

  /** Everything in the database that a call could have changed; refused imports are kept in the history, and the states of orders by whoever reads them. */
  async function contents(): Promise<Record<string, string>> {
    const { rows: tables } = await server.db.raw(`select tablename from pg_tables where schemaname = 'public'`);
    const found: Record<string, string> = {};
    for (const { tablename } of tables as { tablename: string }[]) {
      const apart: Record<string, string> = { import_log: 'where not refused' };
      for (const name of ['token_activity', 'kept_orders', 'noted_orders']) apart[name] = 'where false';
      const where = apart[tablename] ?? '';
      const { rows: said } = await server.db.raw(
        `select md5(string_agg(t::text, ',' order by t::text)) as hash from ${tablename} t ${where}`,
      );
      found[tablename] = said[0].hash;
    }
    return found;
  }

  async function brokenOff([id, operation]: [OperationId, Operation], round: number): Promise<void> {
    const refused = refusedBody(id, operation);
    const kinds = [half(json(WRONG)), ...(refused ? [json(refused), inPieces(refused), json(refused)] : [])];
    if (operation.raw) kinds.push(file('x'), half(file('x')));
    const socket = written(server.url, operation.method, pathOf(operation), server.own, kinds[round % kinds.length]!);
    await once(socket, 'connect');
    await pause(Math.random() * LONGEST_MS);
    const way = Math.random();
    if (way < 0.3) socket.end();
    else if (way < 0.6) socket.resetAndDestroy();
    else socket.destroy();
    socket.resume();
    if (!socket.closed) await once(socket, 'close');
  }

  /** Waits until nobody asks the database for anything any more. */
  async function stillness(): Promise<void> {
    const { pool } = server.db.client as { pool: { numUsed(): number; numPendingAcquires(): number } };
    let still = 0;
    await eventually(() => (still = pool.numUsed() + pool.numPendingAcquires() === 0 ? still + 1 : 0), 20).toBe(10);
  }

  it('change nothing: what is refused when it is whole is never carried out with less', async () => {
    for (const [id, operation] of UNSAFE) {
      const body = refusedBody(id, operation);
      if (!body) continue;
      const { status, body: said } = await server.ask(operation.method, pathOf(operation), body);
      if (status === 200) expect([id, (said as { errors: unknown[] }).errors]).not.toEqual([id, []]);
      else expect([400, 404, 409, 415], id).toContain(status);
    }
    const before = await contents();
    const calls = Array.from({ length: TIMES * UNSAFE.length }, (_, n) => n);
    const take = async (): Promise<void> => {
      for (let n = calls.pop(); n !== undefined; n = calls.pop())
        await brokenOff(UNSAFE[n % UNSAFE.length]!, Math.floor(n / UNSAFE.length));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, take));
    await stillness();
    expect(await contents()).toEqual(before);
    const figures = await (await fetch(`${server.url}/metrics`)).text();
    expect(figures).toContain('planner_http_requests_total{operation="undoSchedule"');
    expect(figures).not.toMatch(/requests_total\{.*status="500"/);
    expect((await server.ask('GET', '/api/me/')).status).toBe(200);
  }, 3_600_000);
});

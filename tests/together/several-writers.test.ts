import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DEMO_PASSWORD } from '../../seeds/demo/index.ts';
import { withServices } from '../../server/services.ts';
import { ownDatabase } from '../support/database.ts';
import { TODAY, testConfig, testDemo } from '../support/demos.ts';
import { tell } from '../support/figures.ts';
import { ownFolder } from '../support/here.ts';
import { type ServerProcess, startServerProcess } from '../support/process.ts';
import { QUICK_RUN } from '../support/quick-run.ts';
import { eventually } from '../support/wait.ts';

const LONG = Boolean(process.env.LONG_TESTS);
/** Two edits of one version, so often. */
const PAIRS = LONG ? 10_000 : 40;
/** Presses of 立案実行 at one moment, and how often that is done. */
const PRESSES = 50;
const ROUNDS = LONG ? 100 : 2;
/** Writers of every kind, and how often each of them writes. */
const WRITERS = 8;
const WRITES = LONG ? 400 : 12;
/** Boards that hear of a run. */
const BOARDS = LONG ? 200 : 24;
const BOARDS_OF_USER = 20;
/** A board shows the plan so soon after it was published. */
const HEARD_WITHIN_MS = 5_000;

vi.setConfig({ testTimeout: LONG ? 3_600_000 : 120_000 });

const database = ownDatabase();
let servers: ServerProcess[] = [];
let worker: ServerProcess | undefined;
const folder = ownFolder();
const db = () => database.knex;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  await withServices(testConfig(database.url), async ({ loadDemo, addEmployee, runs }) => {
    await loadDemo(testDemo({ orders: 30, products: 20 }));
    for (let more = 0; more < BOARDS / BOARDS_OF_USER; more += 1)
      await addEmployee({ employee_id: `20${more}`, name: `閲覧 ${more}`, permission: 'manager', password: DEMO_PASSWORD });
    await runs.runAndWait(QUICK_RUN, '1002');
  });
  servers = await Promise.all(['left', 'right'].map(() => startServerProcess(database.url, { ROLE: 'api', DATA_DIR: folder })));
  for (const { employee_id } of await db()('employees').select('employee_id')) tokens[employee_id] = await signIn(employee_id);
});
afterAll(async () => {
  for (const server of [...servers, ...(worker ? [worker] : [])]) await server.kill9();
});

async function signIn(employee_id: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ employee_id, password: DEMO_PASSWORD });
  const answer = await fetch(`${servers[0]?.url}/api/login/`, { method: 'POST', headers, body });
  return ((await answer.json()) as { token: string }).token;
}

type Answer = { status: number; body: Record<string, unknown> };

/** A call of a user at one of the servers, asked again where the line of writes was full. */
async function call(server: number, method: string, path: string, body?: object, as = '1001'): Promise<Answer> {
  const answer = await fetch(`${servers[server % servers.length]?.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${tokens[as]}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status !== 503) return { status: answer.status, body: text === '' ? {} : JSON.parse(text) };
  expect(answer.headers.get('retry-after')).not.toBeNull();
  await pause(100);
  return call(server, method, path, body, as);
}

/** A fixed sequence of whole numbers for each seed, each below what is asked for (a linear congruential generator, Knuth's). */
function numbers(seed: number): (below: number) => number {
  let state = BigInt(seed) + 1n;
  return (below) => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    return Number((state >> 33n) % BigInt(below));
  };
}

const idsOf = async (table: string): Promise<number[]> => (await db()(table).orderBy('id').select('id')).map(({ id }) => id);

test('of two edits of one version one is saved, and the other is told what stands', async ({ task }) => {
  const things = [
    ...(await idsOf('products')).slice(0, 4).map((id) => ({ path: `/api/products/${id}/`, table: 'products', id, method: 'PATCH' })),
    ...(await idsOf('facilities')).slice(0, 4).map((id) => ({ path: `/api/facilities/${id}/`, table: 'facilities', id, method: 'PATCH' })),
    ...(await db()('bars').where({ finished: false }).orderBy('id').limit(4).select('id')).map(({ id }) => {
      return { path: `/api/schedules/${id}/switch_lock_status/`, table: 'plan_entries', id, method: 'POST' };
    }),
  ];
  const odd: string[] = [];
  const pairs = Array.from({ length: PAIRS }, (_, pair) => pair);
  // One line a thing: two pairs of one thing at a time would be four edits of it.
  await Promise.all(
    things.map(async ({ path, table, id, method }, line) => {
      for (const pair of pairs.filter((one) => one % things.length === line)) {
        const { version } = await db()(table).where({ id }).first('version');
        const named = { products: { customer_name: `客先 ${pair}` }, facilities: { max_weight: 500 + pair } }[table] ?? {};
        const answers = await Promise.all([0, 1].map((server) => call(server, method, path, { ...named, version })));
        const statuses = answers.map(({ status }) => status).sort();
        const { version: after } = await db()(table).where({ id }).first('version');
        const shown = answers.find(({ status }) => status === 409)?.body.current as { version: number } | undefined;
        if (String(statuses) !== '200,409' || after !== version + 1 || shown?.version !== after)
          odd.push(`${table} ${id}: ${statuses}, ${version} became ${after}, shown ${shown?.version}`);
      }
    }),
  );
  tell(task, {
    part: 'together',
    what: `${PAIRS} pairs of edits of one version`,
    found: `${odd.length} without one 200 and one 409`,
    wanted: '0',
  });
  expect(odd).toEqual([]);
});

test('however many press 立案実行 at one moment on two servers, there is one run', async ({ task }) => {
  let more = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const presses = Array.from({ length: PRESSES }, (_, press) =>
      call(press, 'POST', '/api/schedules/', { time_limit_seconds: 1 }, '1002'),
    );
    const answers = await Promise.all(presses);
    const jobs = await db()('jobs').where({ kind: 'schedule' }).whereIn('status', ['queued', 'running']).select('id');
    expect(new Set(answers.map(({ body }) => body.id))).toEqual(new Set(jobs.map(({ id }) => id)));
    if (jobs.length !== 1) more += 1;
    expect((await call(round, 'POST', `/api/schedule-queues/${jobs[0].id}/cancel/`, {}, '1002')).status).toBeLessThan(300);
  }
  const what = `${PRESSES} presses of 立案実行 at once, ${ROUNDS} times, on two servers`;
  tell(task, { part: 'together', what, found: `${more} times more than one run`, wanted: '0' });
  expect(more).toBe(0);
});

const DAYS = ['2026-04-06', '2026-04-07', '2026-04-14', '2026-05-12'];

/** What people do at one time, each with one of these numbers: the call, and who makes it. */
async function doings() {
  const [products, facilities, orders] = [await idsOf('products'), await idsOf('facilities'), await idsOf('orders')];
  const codes = (await db()('products').orderBy('id').select('product_code')).map(({ product_code }) => product_code);
  const { results } = (await call(0, 'GET', '/api/outsourcing-work/')).body as { results: { order_task_id: number }[] };
  const outsourced = results.map(({ order_task_id }) => order_task_id);
  const bar = async (below: (n: number) => number): Promise<{ id: number; facility_id: number | null }> => {
    const bars = await db()('bars').where({ finished: false }).orderBy('id').select('id', 'facility_id');
    return bars[below(Math.max(1, bars.length))] ?? { id: 1, facility_id: null };
  };
  const one = <Item>(items: readonly Item[], below: (n: number) => number): Item => items[below(items.length)] as Item;
  type Doing = (below: (n: number) => number, server: number) => Promise<Answer>;
  const schedules = (name: string, body: object, server: number) => call(server, 'POST', `/api/schedules/${name}/`, body, '1002');
  const all: Record<string, Doing> = {
    product: (below, server) => call(server, 'PATCH', `/api/products/${one(products, below)}/`, { volume_factor: 1 + below(9) / 10 }),
    facility: (below, server) => call(server, 'PATCH', `/api/facilities/${one(facilities, below)}/`, { availability: 1 + below(3) }),
    lock: async (below, server) => schedules(`${(await bar(below)).id}/switch_lock_status`, {}, server),
    move: async (below, server) => {
      const [{ id, facility_id }, day] = [await bar(below), one(DAYS, below)];
      const times = { start_date_date: day, start_date_hour: '08:00', end_date_date: day, end_date_hour: '12:00' };
      return schedules(`${id}/modify_schedule`, { ...times, facility: facility_id }, server);
    },
    lockOrders: (below, server) => schedules(below(2) ? 'lock_order' : 'unlock_order', { orders: orders.slice(below(9), 20) }, server),
    undo: (below, server) => schedules(below(3) ? 'undo' : 'redo', {}, server),
    priority: (below, server) =>
      call(server, 'POST', '/api/orders/set_priority/', { orders: [one(orders, below)], priority: below(2) ? 'rush' : 'normal' }, '1002'),
    holiday: (below, server) => {
      const rows = [{ date: `2027-01-${String(1 + below(20)).padStart(2, '0')}`, is_holiday: below(2) === 0 }];
      return call(server, 'POST', '/api/holiday-calendars/upload_csv/', { rows });
    },
    products: (below, server) => {
      const rows = codes.slice(below(9)).map((product_code) => ({ product_code, customer_name: `取込 ${below(5)}` }));
      return call(server, 'POST', '/api/products/upload_csv/', { rows });
    },
    takeBack: async (below, server) => {
      const last = await db()('import_log').orderBy('id', 'desc').offset(below(3)).first('id');
      return call(server, 'POST', `/api/import-history/${last?.id ?? 1}/undo/`, {});
    },
    mark: async (below, server) => {
      const { id, facility_id } = await bar(below);
      const entries = [{ entry_id: id }];
      const at = `${TODAY}T09:${10 + below(40)}:00+09:00`;
      return call(
        server,
        'POST',
        '/api/marks/',
        { client_id: randomUUID(), kind: 'start', at, facility: facility_id ?? facilities[0], entries },
        '1002',
      );
    },
    partner: (below, server) => {
      const answer = { order_task_id: one(outsourced, below) ?? 1, answered_date: one(DAYS, below), note: `回答 ${below(9)}` };
      return call(server, 'POST', '/api/outsourcing-work/answer/', answer, '1003');
    },
    adopt: async (below, server) => {
      const { results } = (await call(server, 'GET', '/api/plans/')).body as { results: { id: number; kind: string }[] };
      const from = results.find(({ kind }) => kind === 'published')?.id;
      return call(server, 'POST', `/api/plans/${one(results, below).id}/adopt/`, { from, anyway: true }, '1002');
    },
    run: (_, server) => call(server, 'POST', '/api/schedules/', { time_limit_seconds: 1 }, '1002'),
  };
  return all;
}

/** Rows whose history does not lead from one to the next, or does not end in what stands, in words. */
async function unexplained(table: string, since: number): Promise<string[]> {
  const changes = db()('audit').whereIn('kind', [table, 'plans']).where('id', '>', since).orderBy('id');
  const history = await changes.select('id', 'operation', 'kind', 'key', 'old', 'new');
  const present = new Map(
    (await db().raw('select to_jsonb(t) as row from ?? t', [table === 'plan_entries' ? 'bars' : table])).rows.map(
      ({ row }: { row: Row }) => [row.id, row],
    ),
  );
  const known = new Map<unknown, Row>();
  const found: string[] = [];
  for (const { id, operation, kind, key, old, new: now } of history) {
    const row = (now ?? old)?.id ?? key;
    // A run moves bars as it likes, and is one line of history. So is the lock of a whole order.
    if (kind === 'plans' && table === 'plan_entries') known.clear();
    if (table === 'plan_entries' && row === key) for (const bar of known.values()) delete bar.locked;
    if (kind === 'plans' || (table === 'plan_entries' && row === key)) continue;
    const before = known.get(row) ?? {};
    for (const [field, was] of Object.entries((old ?? {}) as Row))
      if (field in before && !same(before[field], was))
        found.push(
          `${table} ${key}, change ${id} (${operation}): ${field} was ${JSON.stringify(before[field])}, said to be ${JSON.stringify(was)}`,
        );
    known.set(row, { ...before, ...now });
    if (now === null) known.delete(row);
  }
  for (const [row, fields] of known) {
    if (typeof row !== 'number') continue;
    for (const [field, value] of Object.entries(fields)) {
      const stands = present.get(row) as Row | undefined;
      // What is shown as finished is what any of the three who may report it says.
      if (stands && table === 'plan_entries') stands.received_locked = stands.finished;
      if (!stands) found.push(`${table} ${row} is gone, and no history says so`);
      else if (field in stands && !same(value, stands[field]))
        found.push(`${table} ${row}: ${field} is ${JSON.stringify(stands[field])}, the history ends in ${JSON.stringify(value)}`);
    }
  }
  return found;
}
type Row = Record<string, unknown>;

/** Whether two values are one, however a moment is written. */
const same = (a: unknown, b: unknown): boolean => plain(a) === plain(b);
const plain = (value: unknown): string => {
  const moment = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(moment) ? JSON.stringify(value ?? null) : String(moment);
};

test('edits, runs, imports and what takes them back, bulk locks, marks and partners together: every history explains the end', async ({
  task,
}) => {
  worker = await startServerProcess(database.url, { ROLE: 'worker', DATA_DIR: folder });
  const all = await doings();
  const names = Object.keys(all);
  const since = Number((await db()('audit').max('id as id').first())?.id ?? 0);
  const counts = new Map<number, number>();
  const odd: string[] = [];
  const writer = async (seed: number): Promise<void> => {
    const below = numbers(seed);
    for (let write = 0; write < WRITES; write += 1) {
      // A run refuses every edit while it is pending: asked for by one writer alone, now and then.
      const name = seed === 0 && write % 10 === 0 ? 'run' : (names[below(names.length - 1)] as string);
      const { status, body } = await (all[name] as (typeof all)[string])(below, below(2));
      counts.set(status, (counts.get(status) ?? 0) + 1);
      if (![200, 201, 202, 204, 400, 404, 409].includes(status)) odd.push(`${name}: ${status} ${JSON.stringify(body)}`);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, seed) => writer(seed)));
  await eventually(
    async () => await db()('jobs').where({ kind: 'schedule' }).whereIn('status', ['queued', 'running']).select('id'),
  ).toEqual([]);
  expect(odd).toEqual([]);
  const tables = ['products', 'facilities', 'holidays', 'plan_entries', 'outsourcing_answers', 'orders'];
  const unclear = (await Promise.all(tables.map((table) => unexplained(table, since)))).flat();
  const answers = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
  const what = `${WRITERS * WRITES} writes of ${names.length} kinds on two servers and a worker (${answers.join(', ')})`;
  tell(task, { part: 'together', what, found: `${unclear.length} changes that the history does not explain`, wanted: '0' });
  expect(unclear).toEqual([]);
});

test('an import and a deletion during a run: the plan is one of the orders as they were read, and says what changed since', async ({
  task,
}) => {
  await db()('plans').update({ fingerprint: null });
  const { body } = await call(0, 'POST', '/api/schedules/', { time_limit_seconds: 3 }, '1002');
  const job = () => db()('jobs').where({ id: body.id }).first('status', 'phase');
  await eventually(async () => (await job()).phase, 20).toBe('solve');
  // It stands still while the orders change under it.
  worker?.signal('SIGSTOP');
  const { results } = (await call(1, 'GET', '/api/orders/?limit=5')).body as { results: { id: number; serial_number: string }[] };
  const [gone, ...changed] = results;
  const rows = await db()('orders')
    .join('products', 'products.id', 'product_id')
    .whereIn(
      'orders.id',
      changed.map(({ id }) => id),
    )
    .select('serial_number', 'products.product_code', 'orders.number', 'orders.weight', 'delivery_status', 'material', 'casting_date');
  const imported = await call(1, 'POST', '/api/orders/upload_csv/', { rows: rows.map((row) => ({ ...row, delivery_date: '2026-12-25' })) });
  expect(imported).toMatchObject({ status: 200, body: { imported: rows.length, errors: [] } });
  expect((await call(0, 'DELETE', `/api/orders/${gone?.id}/`)).status).toBe(204);
  expect((await job()).status).toBe('running');
  worker?.signal('SIGCONT');
  await eventually(async () => (await job()).status).toBe('complete');

  // Which parts were changed since the run read them, as the boards say.
  const since = await db()('input_changes').join('audit', 'audit.id', 'audit_id').select('part', 'operation');
  expect(new Set(since.map(({ operation }) => operation))).toEqual(new Set(['importOrders', 'deleteOrder']));
  const ofGone = await db()('plan_entries').join('lots', 'lots.id', 'lot_id').where({ order_id: gone?.id });
  const twice = await db()('plan_entries').groupBy('id').havingRaw('count(*) > 1').select('id');
  const found = `${ofGone.length} bars of what is gone, ${twice.length} tasks placed twice, ${since.length} changes told`;
  tell(task, { part: 'together', what: 'an import and a deletion in the middle of a run', found, wanted: '0, 0, some' });
  expect([ofGone, twice]).toEqual([[], []]);
});

test('every open board hears of the plan that a run publishes', async ({ task }) => {
  const stop = new AbortController();
  const heard: number[] = [];
  const people = Object.keys(tokens).filter((id) => id.startsWith('20'));
  const boards = Array.from({ length: BOARDS }, async (_, board) => {
    const answer = await fetch(`${servers[board % 2]?.url}/api/events/`, {
      headers: { authorization: `Bearer ${tokens[people[Math.floor(board / BOARDS_OF_USER)] as string]}` },
      signal: stop.signal,
    });
    expect(answer.status).toBe(200);
    const parser = createParser({
      onEvent: ({ event, data }) => {
        if (event === 'run' && (JSON.parse(data) as { status: string }).status === 'complete') heard[board] = Date.now();
      },
    });
    void (async () => {
      const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) parser.feed(part.value);
    })().catch(() => undefined);
  });
  await Promise.all(boards);
  await db()('plans').update({ fingerprint: null });
  const { body } = await call(0, 'POST', '/api/schedules/', { time_limit_seconds: 1 }, '1002');
  await eventually(async () => (await db()('jobs').where({ id: body.id }).first('status')).status).toBe('complete');
  const published = Date.parse((await db()('jobs').where({ id: body.id }).first('finished_at')).finished_at);
  await eventually(() => Object.keys(heard).length).toBe(BOARDS);
  stop.abort();
  const latest = Math.max(...heard) - published;
  tell(task, {
    part: 'together',
    what: `${BOARDS} open boards while a run publishes, the last one that heard`,
    found: `${latest} ms after`,
    wanted: `${HEARD_WITHIN_MS} ms`,
  });
  if (LONG) expect(latest).toBeLessThan(HEARD_WITHIN_MS);
});

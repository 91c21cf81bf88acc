import { beforeAll, describe, expect, it } from 'vitest';
import { fillPlant } from '../../bench/api/plant.ts';
import { serverHere, span } from '../support/here.ts';

const TODAY = '2026-04-01';
/** Tables that grow with the orders. */
const LARGE = new Set('orders lots castings order_tasks plan_entries furnace_runs furnace_run_members schedule_messages audit'.split(' '));

type Statement = { sql: string; bindings: unknown[] };
/** A step of a plan, as `explain (format json)` has it. */
interface Step {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  Plans?: Step[];
}

const server = serverHere();
let orders: number[];
let bar: { id: number; day: string };
const heard: Statement[] = [];

beforeAll(async () => {
  await fillPlant(server.db, { today: TODAY, orders: 2_000 });
  orders = await server.db('orders').where('delivery_status', '素材').orderBy('id').limit(5).pluck('id');
  [bar] = (
    await server.db.raw(
      `select id, start_at::date as day from plan_entries where not locked and facility_id is not null order by id limit 1`,
    )
  ).rows;
  server.db.on('query', ({ sql, bindings }: { sql: string; bindings?: unknown[] }) => heard.push({ sql, bindings: bindings ?? [] }));
});

/** What a call asks of the database. */
async function statementsOf(method: string, path: string, body?: unknown): Promise<Statement[]> {
  heard.length = 0;
  const answer = await server.ask(method, path, body);
  expect(answer.status).toBe(200);
  return heard.filter(({ sql }) => /^\s*(select|with|update|delete)/i.test(sql));
}

/** Whether a condition finds some rows of many: that a bar is of the plan that is shown says nothing of it. */
const narrows = (condition = ''): boolean =>
  [...condition.matchAll(/\b([a-z_]+)\)?(?:::\w+)? (?:=|<|>|~)/g)].some(([, column]) => column !== 'layer');

/** Steps that read a large table from end to end: without an index, or along one without a condition and without a limit above. */
function endless(step: Step, limited = false): string[] {
  const table = step['Relation Name'];
  const found = narrows(step['Index Cond'] ?? step['Recheck Cond']);
  const whole = step['Node Type'] === 'Seq Scan' || (/^(Index|Bitmap Heap)/.test(step['Node Type']) && !found && !limited);
  const own = table && LARGE.has(table) && whole ? [`${step['Node Type']} of ${table}`] : [];
  const inside = (step.Plans ?? []).filter((inner) => !isCount(inner));
  return [...own, ...inside.flatMap((inner) => endless(inner, limited || step['Node Type'] === 'Limit'))];
}

/** The count that stands beside the rows of a page. */
const isCount = (step: Step): boolean => step['Parent Relationship'] === 'InitPlan' && step['Node Type'] === 'Aggregate';

/** As in a plant so large that reading tables as a whole is out of the question: joins step by step, every step by an index if there is one. */
const AS_IF_LARGE =
  'set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off; set local cpu_tuple_cost = 10';

async function wholeReads(statements: readonly Statement[]): Promise<string[]> {
  const session = await server.db.client.acquireConnection();
  try {
    const found: string[] = [];
    for (const { sql, bindings } of statements) {
      await session.query(`begin; ${AS_IF_LARGE}`);
      const { rows } = await session.query({ text: `explain (format json) ${sql}`, values: bindings });
      await session.query('rollback');
      found.push(...endless(rows[0]['QUERY PLAN'][0].Plan).map((step) => `${step}: ${sql.replace(/\s+/g, ' ').slice(0, 90)}`));
    }
    return found;
  } finally {
    await server.db.client.releaseConnection(session);
  }
}

describe('busy calls on a large plant', () => {
  it.each([
    ['who am I', () => '/api/me/'],
    ['a pending run', () => '/api/schedule-queues/has_pending_schedule/'],
    ['a page of the Gantt', () => `/api/schedules/?active_only=1&limit=1000&order_ids=${orders}`],
    ['its orders', () => `/api/schedules/get_schedules_order_info/?order_ids=${orders}`],
    ['its castings', () => `/api/orders/get_castings/?order_ids=${orders}`],
    ['its order tasks', () => `/api/orders/get_tasks/?order_ids=${orders}`],
    [
      'a page of the facility calendar',
      () => '/api/schedules/get_facility_schedules/?facility_ids=1,2&from_date=2026-04-01&to_date=2026-05-01&limit=20',
    ],
    ['a bar', () => `/api/schedules/${bar.id}/schedule_details/`],
    ['an order', () => `/api/orders/${orders[0]}/`],
    ['the messages of the last run', () => '/api/schedule-errors/?limit=25'],
    ['the history of a day', () => '/api/audit/?from_date=2026-04-01&to_date=2026-04-02'],
    ['units of facilities', () => '/api/facilities/get_availability/?from_date=2026-04-01&to_date=2026-04-07'],
  ])('%s: no large table is read as a whole', async (_name, path) => {
    expect(await wholeReads(await statementsOf('GET', path()))).toEqual([]);
  });

  it.each([
    ['orders', '/api/orders/?limit=100'],
    ['orders far behind', '/api/orders/?limit=100&offset=1900'],
    ['order tasks', '/api/orders/get_tasks/?limit=100'],
    ['castings', '/api/orders/get_castings/?limit=100'],
    ['orders of the Gantt', '/api/schedule-orders/?active_only=1&limit=5'],
    ['the history', '/api/audit/?limit=25'],
  ])('a page of %s is cut along an index; only its count reads on', async (_name, path) => {
    expect(await wholeReads((await statementsOf('GET', path)).filter(({ sql }) => !/^select count\(/.test(sql)))).toEqual([]);
  });

  it.each(['orders/', 'orders/get_tasks/', 'orders/get_castings/', 'audit/'])(
    'a count of %s asks no table that neither adds nor drops a row',
    async (list) => {
      const counts = (await statementsOf('GET', `/api/${list}?limit=10`)).flatMap(
        ({ sql }) => /\(select count\(\*\) as "count".*\) as list_count/s.exec(sql) ?? [],
      );
      expect(counts).toHaveLength(1);
      expect(counts[0]).not.toMatch(/\bfrom .* join (?!products)/);
    },
  );

  it('a part of a serial number is found by trigrams, where the server has them', async () => {
    const { rows } = await server.db.raw(`select 1 from pg_extension where extname = 'pg_trgm'`);
    const statements = await statementsOf('GET', '/api/orders/?serial_number_search=02600123,2600456');
    expect((await wholeReads(statements)).length > 0).toBe(rows.length === 0);
  });

  it.each<[string, () => object]>([
    ['schedules/:bar/modify_schedule/', () => span(`${bar.day} 08:00`, `${bar.day} 13:00`)],
    ['schedules/set_work_time/', () => ({ schedule_ids: [bar.id], start_time: '09:00', end_time: '11:00' })],
    // Last: a locked bar is not written any more.
    ['schedules/:bar/switch_lock_status/', () => ({})],
  ])('%s reads no large table as a whole', async (path, body) => {
    const statements = await statementsOf('POST', `/api/${path.replace(':bar', String(bar.id))}`, body());
    expect(await wholeReads(statements)).toEqual([]);
  });
});

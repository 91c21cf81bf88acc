import { DEMO_PASSWORD } from '../../seeds/demo/index.ts';
import { openDatabase } from '../../server/db/connect.ts';
import { type Asked, benchCalls } from './calls.ts';
import { ourServer } from './processes.ts';

const TIMES = 7;
const WARM = 2;
const get = (path: string): Asked => ({ method: 'GET', path });

/** Every list of the contract with the filters that its page sets, and what the boards ask. */
const LISTS: readonly Asked[] = [
  '/api/schedule-orders/?active_only=1&limit=5',
  '/api/schedule-orders/?active_only=1&limit=5&from_delivery=2026-04-01&to_delivery=2026-04-30',
  '/api/schedule-orders/?limit=5&serial_number_search=026001',
  '/api/schedule-orders/?limit=5&facility_search=3',
  '/api/schedules/?limit=1000&order_ids=1,2,3,4,6',
  '/api/schedules/get_schedules_order_info/?order_ids=1,2,3,4,6',
  '/api/schedules/get_facility_schedules/?facility_ids=1,2,3,4,5&from_date=2026-04-01&to_date=2026-05-01&limit=100',
  '/api/schedules/overview/',
  '/api/schedules/late/?limit=100&offset=500',
  '/api/schedules/find/?q=026001',
  '/api/schedule-loads/?limit=30&from_date=2026-04-01&to_date=2026-04-30',
  '/api/today/?facility=3',
  '/api/figures/',
  '/api/master-check/',
  '/api/schedule-facilities/?limit=30',
  '/api/schedule-facilities/?limit=30&product_search=5',
  '/api/schedule-errors/?limit=25',
  '/api/schedule-queues/?limit=25',
  '/api/orders/?limit=100',
  '/api/orders/?limit=100&offset=900',
  '/api/orders/?ordering=-delivery_date',
  '/api/orders/?serial_number_search=026001',
  '/api/orders/?product_name_search=%E3%81%B9%E3%82%93',
  '/api/orders/get_tasks/?order_ids=1,2,3,4,6',
  '/api/orders/get_tasks/?limit=100',
  '/api/orders/get_castings/?limit=100',
  '/api/orders/get_castings/?serial_number_search=026001',
  '/api/orders/get_castings/?casting_date_gte_search=2026-04-01&casting_date_lte_search=2026-04-07',
  '/api/products/?limit=25',
  '/api/products/?product_name_search=%E5%BC%81%E7%AE%B1',
  '/api/audit/?limit=25',
  '/api/audit/?limit=25&key_search=026001',
  '/api/audit/?limit=25&from_date=2026-04-01&to_date=2026-04-07',
].map(get);

/** The overview as it is asked after each change of the plan. */
const AFTER_A_MOVE = { ...get('/api/schedules/overview/'), name: 'the same after a bar was moved' };

/** How long a call took, milliseconds: the middle one of all times, and the least, which says most where the machine has other work. */
interface Took {
  median: number;
  least: number;
}

/**
 * What each list of the built program costs on plants of these sizes, after two calls to warm, and the overview after a move. The last column
 * is the growth of cost over size between the first and the last plant: 0 is none, 1 is linear.
 */
export async function benchGrowth(
  { sizes, today }: { sizes: readonly number[]; today: string },
  withPlant: (orders: number, work: (url: string, folder: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const took = new Map<string, Took[]>([...LISTS.map(({ path }) => path), AFTER_A_MOVE.name].map((name) => [name, []]));
  for (const orders of sizes) {
    await withPlant(orders, async (url, folder) => {
      const moves = await movesOf(url, folder, today);
      const server = await ourServer(url, folder);
      try {
        const ask = await caller(server.port);
        for (const asked of LISTS) took.get(asked.path)?.push(await timesOf(() => ask(asked)));
        took.get(AFTER_A_MOVE.name)?.push(
          await timesOf(
            () => ask(AFTER_A_MOVE),
            (n) => ask(moves[n % moves.length]!),
          ),
        );
      } finally {
        await server.stop();
      }
    });
  }
  console.log(`${'call'.padEnd(112)}${sizes.map((size) => `${size} orders`.padStart(18)).join('')}   growth`);
  for (const [name, times] of took) {
    const growth = Math.log((times.at(-1)?.least ?? 1) / (times[0]?.least ?? 1)) / Math.log((sizes.at(-1) ?? 1) / (sizes[0] ?? 1));
    const cells = times.map(({ median, least }) => `${median.toFixed(0)} (${least.toFixed(0)}) ms`.padStart(18));
    console.log(`${name.padEnd(112)}${cells.join('')}${growth.toFixed(2).padStart(9)}`);
  }
}

async function movesOf(url: string, folder: string, today: string): Promise<readonly Asked[]> {
  const { knex, close } = await openDatabase({ databaseUrl: url, dataDir: folder });
  try {
    return (await benchCalls(knex, today)).find(({ name }) => name === 'modify_schedule')?.variants ?? [];
  } finally {
    await close();
  }
}

/** Signs in, and calls from then on; throws what is refused. */
async function caller(port: number): Promise<(asked: Asked) => Promise<unknown>> {
  const send = async ({ method, path, body }: Asked, headers: Record<string, string>): Promise<unknown> => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...init,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
  const login = { method: 'POST', path: '/api/login/', body: { employee_id: '1001', password: DEMO_PASSWORD } } as const;
  const { token } = (await send(login, {})) as { token: string };
  return (asked) => send(asked, { authorization: `Bearer ${token}` });
}

async function timesOf(work: () => Promise<unknown>, before?: (n: number) => Promise<unknown>): Promise<Took> {
  const took: number[] = [];
  for (let n = 0; n < TIMES + WARM; n++) {
    await before?.(n);
    const began = performance.now();
    await work();
    if (n >= WARM) took.push(performance.now() - began);
  }
  took.sort((a, b) => a - b);
  return { median: took[Math.floor(TIMES / 2)] ?? 0, least: took[0] ?? 0 };
}

import { createApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import type { Asked } from './calls.ts';
import { recorder } from './record.ts';

const TIMES = 7;
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

/**
 * What each list costs on plants of these sizes: the median of some calls after two to warm, in this process, without the network. The last column
 * is the growth of cost over size between the first and the last plant: 0 is none, 1 is linear.
 */
export async function benchGrowth(
  sizes: readonly number[],
  withPlant: (orders: number, work: (url: string, folder: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const took = new Map<string, number[]>(LISTS.map(({ path }) => [path, []]));
  for (const orders of sizes) {
    await withPlant(orders, async (url, folder) => {
      const app = await createApp({
        ...readConfig({ DATABASE_URL: url, LOG_LEVEL: 'error', NODE_ENV: 'production' }),
        dataDir: folder,
        role: 'api',
      });
      const listening = await recorder(app);
      for (const asked of LISTS) took.get(asked.path)?.push(await medianTime(() => listening.statementsOf(asked)));
      await listening.stop();
      await app.close();
    });
  }
  console.log(`${'call'.padEnd(112)}${sizes.map((size) => `${size} orders`.padStart(15)).join('')}   growth`);
  for (const [path, times] of took) {
    const growth = Math.log((times.at(-1) ?? 1) / (times[0] ?? 1)) / Math.log((sizes.at(-1) ?? 1) / (sizes[0] ?? 1));
    console.log(`${path.padEnd(112)}${times.map((ms) => `${ms.toFixed(1)} ms`.padStart(15)).join('')}${growth.toFixed(2).padStart(9)}`);
  }
}

async function medianTime(work: () => Promise<unknown>): Promise<number> {
  await work();
  await work();
  const took: number[] = [];
  for (let n = 0; n < TIMES; n++) {
    const began = performance.now();
    await work();
    took.push(performance.now() - began);
  }
  return took.sort((a, b) => a - b)[Math.floor(TIMES / 2)] ?? 0;
}

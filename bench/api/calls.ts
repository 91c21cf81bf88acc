import type { Knex } from 'knex';

/** One request of a call. */
export interface Asked {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  body?: unknown;
}

/** A call of the bench with its variants, which take turns so that no row is asked for alone. */
export interface BenchCall {
  name: string;
  variants: Asked[];
}

const VARIANTS = 8;
const DAY_MS = 86_400_000;
const GANTT_ORDERS = 5;

const numbers = Array.from({ length: VARIANTS }, (_, n) => n);
const get = (path: (n: number) => string): Asked[] => numbers.map((n) => ({ method: 'GET', path: path(n) }));
const post = (path: (n: number) => string, body: (n: number) => unknown): Asked[] =>
  numbers.map((n) => ({ method: 'POST', path: path(n), body: body(n) }));
const dayAfter = (day: string, days: number): string => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

interface Places {
  /** Orders with bars, in the order of the Gantt. */
  orders: number[];
  /** Bars that nobody has locked, with their day. */
  bars: { id: number; day: string }[];
  facilities: { id: number; facility_name: string }[];
  products: number[];
}

async function placesOf(db: Knex): Promise<Places> {
  const { rows: orders } = await db.raw(
    `select o.id from orders o where exists (select from lots l join plan_entries e on e.lot_id = l.id
    where l.order_id = o.id) order by delivery_date, serial_number, id limit ?`,
    [VARIANTS * GANTT_ORDERS],
  );
  const { rows: bars } = await db.raw(
    `select min(e.id) as id, min(e.start_at::date) as day
    from plan_entries e join order_tasks ot on ot.id = e.id join lots l on l.id = e.lot_id
    where not e.locked and not ot.received and e.facility_id is not null group by l.order_id order by 1 limit ?`,
    [2 * VARIANTS],
  );
  const facilities = await db('facilities').where('active', true).orderBy('id').limit(VARIANTS).select('id', 'facility_name');
  const products = await db('products').where('active', true).orderBy('id').limit(VARIANTS).pluck('id');
  return { orders: orders.map(({ id }: { id: number }) => id), bars, facilities, products };
}

/** The ten busiest reads and some more, then the five writes, over the plant that is in the database. */
export async function benchCalls(db: Knex, today: string): Promise<BenchCall[]> {
  const { orders, bars, facilities, products } = await placesOf(db);
  const page = (n: number): string => orders.slice(n * GANTT_ORDERS, (n + 1) * GANTT_ORDERS).join(',');
  const bar = (n: number) => bars[n % bars.length]!;
  // Each variant comes round changed: a write that writes nothing would be none.
  let round = 0;
  const other = (): boolean => round++ % (2 * VARIANTS) < VARIANTS;
  const twice = (make: () => Asked[]): Asked[] => [...make(), ...make()];
  return [
    { name: 'me', variants: get(() => '/api/me/') },
    { name: 'has_pending', variants: get(() => '/api/schedule-queues/has_pending_schedule/') },
    {
      name: 'schedule-orders',
      variants: get((n) => `/api/schedule-orders/?active_only=1&limit=${GANTT_ORDERS}&offset=${n * GANTT_ORDERS}`),
    },
    { name: 'schedules of 5', variants: get((n) => `/api/schedules/?active_only=1&limit=1000&order_ids=${page(n)}`) },
    { name: 'order info', variants: get((n) => `/api/schedules/get_schedules_order_info/?order_ids=${page(n)}`) },
    {
      name: 'facility page',
      variants: get((n) => {
        const some = facilities.slice(0, 5).map(({ id }) => id);
        const from = dayAfter(today, n * 7);
        return `/api/schedules/get_facility_schedules/?facility_ids=${some}&from_date=${from}&to_date=${dayAfter(from, 30)}&limit=100`;
      }),
    },
    { name: 'orders 100', variants: get((n) => `/api/orders/?limit=100&offset=${n * 100}`) },
    { name: 'order tasks', variants: get((n) => `/api/orders/get_tasks/?order_ids=${page(n)}`) },
    { name: 'products', variants: get((n) => `/api/products/?limit=25&offset=${n * 25}`) },
    { name: 'schedule-errors', variants: get((n) => `/api/schedule-errors/?limit=25&offset=${n * 25}`) },
    {
      name: 'availability',
      variants: get((n) => `/api/facilities/get_availability/?from_date=${dayAfter(today, n)}&to_date=${dayAfter(today, n + 6)}`),
    },
    { name: 'audit', variants: get((n) => `/api/audit/?limit=25&offset=${n * 25}`) },
    {
      name: 'modify_schedule',
      variants: twice(() =>
        post(
          (n) => `/api/schedules/${bar(n).id}/modify_schedule/`,
          (n) => {
            const day = dayAfter(bar(n).day, other() ? 1 : 0);
            return {
              start_date_date: day,
              start_date_hour: '08:00',
              end_date_date: day,
              end_date_hour: '12:00',
            };
          },
        ),
      ),
    },
    {
      name: 'switch_lock',
      variants: post(
        // Of bars that the other writes leave alone: they would find them locked.
        (n) => `/api/schedules/${bar(n + VARIANTS).id}/switch_lock_status/`,
        () => ({}),
      ),
    },
    {
      name: 'set_work_time',
      variants: twice(() =>
        post(
          () => '/api/schedules/set_work_time/',
          (n) => ({ schedule_ids: [bar(n).id], start_time: other() ? '09:00' : '08:30', end_time: '11:00' }),
        ),
      ),
    },
    {
      name: 'set_availability',
      variants: twice(() =>
        post(
          () => '/api/facilities/set_availability/',
          (n) => ({ [facilities[n]!.facility_name]: { [dayAfter(today, n)]: other() ? 5 : 6 } }),
        ),
      ),
    },
    {
      name: 'PATCH product',
      variants: twice(() =>
        numbers.map((n) => ({ method: 'PATCH', path: `/api/products/${products[n]}/`, body: { round_up: other() ? 1 : 2 } })),
      ),
    },
  ];
}

import type { Knex } from 'knex';
import { claim, enqueue, finish } from '../../server/db/jobs/jobs.ts';
import { PUBLISHED, rowOf } from '../../server/db/plan.ts';
import { plantMinutes } from '../../server/domain/ground/plant-time.ts';
import { publishPlans, type RunPlan } from '../../server/features/runs/publish/publish.service.ts';
import { baselineNow } from '../../server/features/runs/story/report.service.ts';
import { saveReport } from '../../server/features/runs/story/report.store.ts';
import type { PlannedEntry } from '../../server/scheduling/index.ts';
import { plantBuilder } from './plant.ts';

/** Wednesday; both orders are due on Friday. */
const NOW = Date.parse('2026-04-01T07:00:00+09:00');
const DUE = '2026-04-03';
const minutes = (text: string): number => plantMinutes(`${text.replace(' ', 'T')}:00+09:00`);

/** Two orders of one lot each: a furnace task, of both together where they start together, then a bench. */
export async function foundry(db: Knex) {
  const make = plantBuilder(db);
  const [heat, inspect] = [await make.task({ task_name: '焼ならし' }), await make.task({ task_name: '検査' })];
  const furnace = await make.facility({ facility_name: `炉${heat}`, tasks: [heat], availability: 1 });
  const bench = await make.facility({ facility_name: `検査場${heat}`, tasks: [inspect], availability: 2 });
  const product = await make.product({ depth: 0.5, width: 0.5, height: 0.5, volume: 0.125 });
  await make.heat(product, heat);
  const orders: { order: number; lot: number; tasks: number[] }[] = [];
  for (const serial_number of ['A', 'B']) {
    const order = await make.order({
      serial_number: `${serial_number}${heat}`,
      delivery_date: DUE,
      casting_date: '2026-03-20',
      product_id: product,
    });
    const lot = await make.lot(order);
    const tasks = [await make.orderTask(lot, heat, { task_sort: 10 }), await make.orderTask(lot, inspect, { task_sort: 20 })];
    orders.push({ order, lot, tasks });
  }
  return { heat, inspect, furnace, bench, orders };
}
export type Foundry = Awaited<ReturnType<typeof foundry>>;

/** Days of the furnace and of the bench for the first order, then for the second. */
export type Days = readonly [number, number, number, number];
export const dayOf = (day: number): string => `2026-04-${String(day).padStart(2, '0')}`;

/** A plan of these days; what ends after Friday is late. */
export function planOf(made: Foundry, days: Days, published = false): RunPlan {
  const entries = made.orders.flatMap(({ lot, tasks }, o) =>
    tasks.map((order_task_id, t): PlannedEntry => {
      const day = dayOf(days[o * 2 + t]!);
      return {
        ...{ order_task_id, entry_id: null, lot_id: lot, task_id: t === 0 ? made.heat : made.inspect, task_sort: (t + 1) * 10, unit: 0 },
        ...{ facility_id: t === 0 ? made.furnace : made.bench, outsourced: false, finished: false, run: null, moved_by: null },
        ...{ start_minutes: minutes(`${day} 08:00`), end_minutes: minutes(`${day} 16:00`) },
      };
    }),
  );
  const together = days[0] === days[2] ? [[0, 2]] : [[0], [2]];
  const runs = together.map((members) => ({
    ...{ facility_id: made.furnace, unit: 0, temperature: 900, retention_time: 4, cooling_method: '空冷', cooling_time: 2 },
    ...{ start_minutes: entries[members[0]!]!.start_minutes, end_minutes: entries[members[0]!]!.end_minutes + 60 * (members.length - 1) },
    members: members.map((entry) => ({ entry, pieces: 2, weight: 200, volume: 0.5 })),
  }));
  const lateness = [days[1], days[3]].map((day) => Math.max(0, day - 3));
  const figures = {
    ...{ orders: 2, tasks: 4, unplaced: 0, runs: runs.length, load: [], moved: 0, unavoidable: [], gap_percent: 0 },
    ...{ late_orders: lateness.filter((day) => day > 0).length, late_days: lateness.reduce((sum, day) => sum + day, 0) },
    bound: { total: 0, tardiness: 0, work_in_progress: 0, slack: 0, unavoidable_orders: 0, unavoidable_days: 0 },
  };
  const outcome = { entries, runs, messages: [], late: [], figures };
  const said = { messages: [], late: [], figures, score: { total: figures.late_days }, gains: [] };
  return { outcome, said, moves: { entries: 1, orders: 1, later_orders: 1 }, published };
}

/** The order that those runs placed first. */
export const FIRST = [{ order_id: 1, serial_number: 'A' }];

/** What a run leaves that offers these plans. */
export async function offer(db: Knex, plans: RunPlan[], first = false): Promise<number> {
  await enqueue(db, { kind: 'schedule', requested_by: '1002', payload: { settings: { frozen_days: 0 } } });
  const job = (await claim(db, { kinds: ['schedule'], worker: 'test' }))!;
  await db.transaction(async (trx) => {
    const before = first ? null : await baselineNow(trx, PUBLISHED, NOW);
    const read = await rowOf(trx, PUBLISHED);
    const { told, alternatives } = await publishPlans(trx, { job: job.id, author: '1002', read, lastTap: 0, plans, before });
    const report = { unchanged: false, seconds: 1, frozen_days: 0, first_orders: FIRST, reasons: [] };
    await saveReport(trx, job.id, { ...told.report, ...report });
    await finish(trx, job, { status: 'complete', statistics: { ...told.statistics, alternatives } });
  });
  return job.id;
}

/** The days on which the bars of a plan stand, in the order of their ids. */
export const daysOf = async (db: Knex, layer: number = PUBLISHED): Promise<number[]> => {
  const rows = await db('plan_entries').where('layer', layer).orderBy('id').select('start_at');
  return rows.map(({ start_at }) => Number(start_at.slice(8, 10)));
};
/** Everything a plan is, but versions. */
export const wholePlan = async (db: Knex, layer: number = PUBLISHED) => ({
  bars: (await db('plan_entries').where({ layer }).orderBy('id')).map(({ version: _, layer: __, ...bar }) => bar),
  runs: await db('furnace_runs').where({ layer }).orderBy('run_start').select('facility_id', 'run_start', 'run_end'),
  members: await db('furnace_run_members as m')
    .join('furnace_runs as r', 'r.id', 'm.furnace_run_id')
    .where('r.layer', layer)
    .orderBy('m.plan_entry_id')
    .select('m.plan_entry_id', 'r.run_start', 'm.pieces'),
});

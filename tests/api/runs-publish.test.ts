import { beforeEach, describe, expect, it } from 'vitest';
import { plantMinutes } from '../../server/domain/ground/plant-time.ts';
import { loadSnapshot } from '../../server/features/runs/work/load-rows.ts';
import type { Outcome, PlannedEntry } from '../../server/scheduling/index.ts';
import { ownDatabase } from '../support/database.ts';
import { plantBuilder } from '../support/plant.ts';
import { publishOutcome } from '../support/publish.ts';

const database = ownDatabase();
const db = () => database.knex;
const minutes = (text: string): number => plantMinutes(`${text.replace(' ', 'T')}:00+09:00`);

/** One lot of three order tasks, one furnace; a delivered order with an old bar. */
async function foundry() {
  const make = plantBuilder(db());
  const task = await make.task();
  const furnace = await make.facility({ tasks: [task] });
  const order = await make.order();
  const lot = await make.lot(order);
  const tasks = [await make.orderTask(lot, task), await make.orderTask(lot, task), await make.orderTask(lot, task)];
  const delivered = await make.lot(await make.order({ delivery_status: '完納' }));
  const oldTask = await make.orderTask(delivered, task);
  const old = await make.entry(delivered, task, ['2026-03-02 08:00', '2026-03-02 12:00'], { order_task_id: oldTask });
  return { make, task, furnace, order, lot, tasks, delivered, old };
}
let made: Awaited<ReturnType<typeof foundry>>;

const planned = (index: number, [start, end]: [string, string], more: Partial<PlannedEntry> = {}): PlannedEntry => ({
  ...{ order_task_id: made.tasks[index]!, entry_id: null, lot_id: made.lot, task_id: made.task, task_sort: 10 * index },
  ...{ facility_id: made.furnace, unit: 0, outsourced: false, finished: false, run: null, moved_by: null },
  ...{ start_minutes: minutes(start), end_minutes: minutes(end), ...more },
});
const bound = { total: 0, tardiness: 0, work_in_progress: 0, slack: 0, unavoidable_orders: 0, unavoidable_days: 0 };
const figures = { orders: 1, late_orders: 0, late_days: 0, unplaced: 0, load: [], moved: 0, bound, unavoidable: [], gap_percent: 0 };
const outcome = (entries: PlannedEntry[], runs: Outcome['runs'] = []): Outcome => ({
  ...{ entries, runs, messages: [], late: [] },
  figures: { ...figures, tasks: entries.length, runs: runs.length },
});
const run = (at: [string, string], members: number[]): Outcome['runs'][number] => ({
  ...{ facility_id: made.furnace, unit: 0, temperature: 900, retention_time: 4, cooling_method: '空冷', cooling_time: 2 },
  ...{ start_minutes: minutes(at[0]), end_minutes: minutes(at[1]) },
  members: members.map((entry) => ({ entry, pieces: 2, weight: 200, volume: 0.5 })),
});
const publish = (result: Outcome) => db().transaction((trx) => publishOutcome(trx, result));
const bars = () => db()('bars').where('lot_id', made.lot).orderBy('id').select('id', 'version', 'start_at', 'closed_by', 'work_time_set');

beforeEach(async () => {
  await db().raw('truncate actuals, furnace_loads, orders, furnace_runs cascade');
  made = await foundry();
});

const MORNING: [string, string] = ['2026-04-06 08:00', '2026-04-06 12:00'];
const AFTERNOON: [string, string] = ['2026-04-06 12:00', '2026-04-06 16:00'];

describe('publishing', () => {
  it('updates bars in place: ids stay, the version rises only where the bar changed', async () => {
    expect(await publish(outcome([planned(0, MORNING), planned(1, AFTERNOON)]))).toEqual({
      ...{ added: 2, changed: 0, removed: 0, vanished: 0 },
      moved: { count: 0, orders: 0, far_count: 0, by: { unfit: 0, first: 0, room: 0, plan: 0 }, entries: [] },
    });
    const before = await bars();
    expect(
      await publish(
        outcome([planned(0, MORNING, { unit: 3 }), planned(1, ['2026-04-07 08:00', '2026-04-07 12:00']), planned(2, AFTERNOON)]),
      ),
    ).toMatchObject({
      added: 1,
      removed: 0,
      moved: {
        count: 1,
        entries: [{ entry_id: before[1]!.id, old_start: '2026-04-06T12:00:00+09:00', new_start: '2026-04-07T08:00:00+09:00' }],
      },
    });
    const after = await bars();
    expect(after.map((bar) => bar.version)).toEqual([1, 2, 1]);
    expect(after.slice(0, 2).map((bar) => bar.id)).toEqual(before.map((bar) => bar.id));
    expect(after[1]?.start_at).toBe('2026-04-07T08:00:00+09:00');
  });

  it('removes bars that the outcome lacks, but not those of delivered orders, locked, finished or made by hand', async () => {
    await publish(outcome([planned(0, MORNING), planned(1, AFTERNOON), planned(2, AFTERNOON)]));
    await db()('plan_entries').where('id', made.tasks[0]!).update({ locked: true });
    const byHand = await made.make.entry(made.lot, made.task, MORNING);
    expect(await publish(outcome([planned(1, AFTERNOON)]))).toMatchObject({ added: 0, removed: 1 });
    expect((await bars()).map((bar) => bar.id)).toEqual([made.tasks[0], made.tasks[1], byHand]);
    expect(await db()('plan_entries').whereIn('id', [made.old, byHand])).toHaveLength(2);
  });

  it('leaves out what an import deleted while the run worked', async () => {
    await db()('order_tasks').where('id', made.tasks[1]!).delete();
    const result = outcome([planned(0, MORNING), planned(1, AFTERNOON)], [run(MORNING, [0, 1])]);
    expect(await publish(result)).toMatchObject({ added: 1, vanished: 1 });
    expect(await db()('furnace_run_members')).toHaveLength(1);
  });

  it('closes what lies before a casting that has been, for good; what the file says it leaves to the file', async () => {
    const closings = async () => (await db()('actuals').orderBy('order_task_id')).map((a) => [a.closed_by, a.marked, a.closed_on]);
    await db()('order_tasks').where('id', made.tasks[0]!).update({ received: true });
    await publish(outcome([planned(0, MORNING, { finished: true }), planned(1, MORNING, { finished: true })]));
    const said = [
      ['file', false, null],
      ['file', true, '2026-04-06'],
    ];
    expect(await closings()).toEqual(said);
    await publish(outcome([planned(0, MORNING), planned(1, MORNING)]));
    expect(await closings()).toEqual(said);
    await db()('order_tasks').where('id', made.tasks[0]!).update({ received: false });
    expect(await closings()).toEqual([[null, false, null], said[1]]);
  });

  it('clears a fixed work time where the dates change', async () => {
    await publish(outcome([planned(0, MORNING), planned(1, MORNING)]));
    await db()('plan_entries').update({ work_time_set: true });
    await publish(outcome([planned(0, MORNING), planned(1, AFTERNOON)]));
    expect((await bars()).map((bar) => bar.work_time_set)).toEqual([true, false]);
  });

  it('keeps the id of a furnace run that starts as it did, and the run of a finished bar', async () => {
    await publish(outcome([planned(0, MORNING), planned(1, MORNING), planned(2, AFTERNOON)], [run(MORNING, [0, 1]), run(AFTERNOON, [2])]));
    const before = await db()('furnace_runs').orderBy('run_start').pluck('id');
    expect(before).toHaveLength(2);
    const later: [string, string] = ['2026-04-07 08:00', '2026-04-07 20:00'];
    await publish(
      outcome([planned(0, MORNING, { finished: true }), planned(1, later), planned(2, AFTERNOON)], [run(AFTERNOON, [2]), run(later, [1])]),
    );
    const runs = await db()('furnace_runs').orderBy('run_start').pluck('id');
    expect(runs.slice(0, 2)).toEqual(before);
    const members = await db()('furnace_run_members as m')
      .join('plan_entries as e', 'e.id', 'm.plan_entry_id')
      .orderBy('e.id')
      .pluck('m.furnace_run_id');
    expect(members).toEqual([runs[0], runs[2], runs[1]]);
  });
});

describe('the snapshot of a run', () => {
  it('reads every table as the engine wants it', async () => {
    await publish(outcome([planned(0, MORNING)], [run(MORNING, [0])]));
    const { rows, plan } = await loadSnapshot(db());
    expect(plan).toMatchObject({ fingerprint: null, edited_at: null, marked_at: null });
    expect(rows.plan_entries.find((entry) => entry.lot_id === made.lot)).toEqual({
      ...{ id: expect.any(Number), asked: false, order_task_id: made.tasks[0], lot_id: made.lot, task_id: made.task, task_sort: 0 },
      ...{ facility_id: made.furnace, unit: 0, outsourced: false, locked: false, received_locked: false, work_time_set: false },
      ...{ start_at: '2026-04-06T08:00:00+09:00', end_at: '2026-04-06T12:00:00+09:00', created_by_hand: false },
      ...{ started_at: null, finished_at: null },
    });
    expect(rows.furnace_runs).toMatchObject([{ temperature: 900, run_start: '2026-04-06T08:00:00+09:00' }]);
    expect(rows.furnace_run_members).toMatchObject([{ pieces: 2, weight: 200, volume: 0.5 }]);
    expect(rows.facilities.find((facility) => facility.id === made.furnace)?.task_ids).toEqual([made.task]);
    expect(rows.orders.map((order) => typeof order.weight)).toEqual(['number', 'number']);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EventFeed, eventFeed, type FeedEvent } from '../../server/db/events.ts';
import { enqueue } from '../../server/db/jobs/jobs.ts';
import { PUBLISHED } from '../../server/db/plan.ts';
import { SCHEDULE_TEXTS } from '../../server/domain/texts/plan/schedule.ts';
import { scenariosHandlers } from '../../server/features/scenarios/scenarios.handlers.ts';
import { marksHandlers } from '../../server/features/schedule/shop-floor/marks.handlers.ts';
import { createLog } from '../../server/log.ts';
import { caller } from '../support/call.ts';
import { ownDatabase } from '../support/database.ts';
import { calling, span } from '../support/here.ts';
import { plannedBar } from '../support/planned-bar.ts';
import { plantBuilder } from '../support/plant.ts';
import { schedulesOf } from '../support/schedules.ts';

const NOW = '2026-04-06T09:00:00+09:00';
const clock = () => Date.parse(NOW);
const author = { employee_id: '1002', name: '計画 花子' };

const database = ownDatabase();
let feed: EventFeed;
const heard: FeedEvent[] = [];
const db = () => database.knex;
const call = calling(() => schedulesOf(db(), clock), author);

/** A lot of two processes, the first in a furnace run with one that was added by hand; and a process that is not planned. */
async function foundry() {
  const make = plantBuilder(db());
  const [heat, inspect] = [await make.task({ task_name: '焼ならし' }), await make.task({ task_name: '検査' })];
  const furnace = await make.facility({ tasks: [heat] });
  const bench = await make.facility({ tasks: [inspect] });
  const order = await make.order();
  const lot = await make.lot(order, '01');
  const bar = plannedBar(make);
  const at = ['2026-04-06 08:00', '2026-04-07 08:00'] as const;
  const heated = await bar(lot, heat, at, { task_sort: 10, facility_id: furnace });
  const inspected = await bar(lot, inspect, ['2026-04-08 08:00', '2026-04-08 16:00'], { task_sort: 20, facility_id: bench });
  const unplanned = await make.orderTask(lot, inspect, { task_sort: 30 });
  const byHand = await make.entry(await make.lot(order, '02'), heat, at, { facility_id: furnace });
  await make.furnaceRun(furnace, at, [byHand]);
  await make.furnaceRun(furnace, at, [heated]);
  return { plan: await planBeside(), heat, bench, order, heated, inspected, byHand, unplanned };
}
let made: Awaited<ReturnType<typeof foundry>>;

/** A plan beside the published one that is like it, laid out by a look at it; gives its id. */
async function planBeside(): Promise<number> {
  const { id } = await caller(scenariosHandlers({ db: db(), clock }), author)('createScenario', { body: { name: 'シナリオ' } });
  await call('listSchedules', { query: { plan: id } });
  return id;
}

const days = (day: string) => span(`${day} 08:00`, `${day} 16:00`);
/** Where the bar stands in the published plan and in the one beside it. */
const places = async (id: number): Promise<string[]> =>
  (await db()('plan_entries').where({ id }).orderBy('layer').select('start_at')).map(({ start_at }) => start_at.slice(5, 10));
const refused = (work: Promise<unknown>) =>
  expect(work).rejects.toMatchObject({ kind: 'conflict', message: SCHEDULE_TEXTS.published_only });
/** What has happened, and which processes there are. */
const facts = async () => [await db()('actuals').orderBy('order_task_id'), await db()('order_tasks').orderBy('id').pluck('id')];
const tap = (kind: 'start' | 'finish') =>
  caller(marksHandlers({ db: db(), clock }), author)('postMark', {
    body: { client_id: randomUUID(), kind, at: NOW, facility: made.bench, entries: [{ entry_id: made.inspected }] },
  });

beforeAll(async () => {
  feed = eventFeed(database.session, createLog('silent'));
  feed.hear((event) => heard.push(event));
  await plantBuilder(db()).employee();
});
beforeEach(async () => {
  for (const table of ['orders', 'furnace_runs', 'schedule_steps', 'jobs', 'actuals', 'work_taps']) await db()(table).delete();
  await db()('plans').whereNot('kind', 'published').delete();
  await db()('plans').update({ edited_at: null, published_at: NOW });
  made = await foundry();
  heard.length = 0;
});
afterAll(() => feed.close());

describe('a write to a plan beside the published one', () => {
  it('changes that plan alone, is told as one of it, stands in the history with it, and has steps of its own', async () => {
    const { plan, heated } = made;
    const query = { plan };
    const { results } = await call('modifySchedule', { query, params: { id: heated }, body: days('2026-04-13') });
    expect(results[0]).toMatchObject({ id: heated, start_date: '2026-04-13T08:00:00+09:00', furnace_run_id: null });
    expect(await places(heated)).toEqual(['04-06', '04-13']);
    expect(await db()('furnace_run_members').where('plan_entry_id', heated).pluck('layer')).toEqual([PUBLISHED]);
    const [line] = await db()('audit').orderBy('id', 'desc').limit(1);
    const of = { id: heated, plan, plan_name: 'シナリオ' };
    expect(line).toMatchObject({ operation: 'modifySchedule', old: of, new: of });
    await expect.poll(() => heard).toContainEqual(expect.objectContaining({ kind: 'schedule', plan, entries: [heated] }));
    const edited = await db()('plans').whereNotNull('edited_at').pluck('id');
    expect(edited).toEqual([plan]);
    expect((await call('getScheduleHistory')).undo).toBeNull();
    expect((await call('getScheduleHistory', { query })).undo).toMatchObject({
      ...{ kind: 'move', label: expect.stringMatching(/^【シナリオ】移動: /) },
    });
    await call('undoSchedule', { query });
    expect(await places(heated)).toEqual(['04-06', '04-06']);
    expect((await db()('furnace_run_members').where('plan_entry_id', heated).pluck('layer')).sort()).toEqual([PUBLISHED, PUBLISHED + plan]);
    await call('redoSchedule', { query });
    expect(await places(heated)).toEqual(['04-06', '04-13']);
  });

  it('of the published plan leaves the others as they are, and says no plan in the history', async () => {
    const { heated } = made;
    await call('modifySchedule', { params: { id: heated }, body: days('2026-04-14') });
    expect(await places(heated)).toEqual(['04-14', '04-06']);
    const [line] = await db()('audit').orderBy('id', 'desc').limit(1);
    expect(line.new).not.toHaveProperty('plan');
    const { id, edited_at } = await db()('plans').where('kind', 'published').first('id', 'edited_at');
    expect(edited_at).not.toBeNull();
    await expect.poll(() => heard).toContainEqual(expect.objectContaining({ kind: 'schedule', plan: id }));
  });

  it('waits neither for one to the published plan nor for a run', async () => {
    const { plan, heated, inspected } = made;
    const other = await db().transaction();
    await other('plans').where('kind', 'published').forUpdate().select('id');
    await call('modifySchedule', { query: { plan }, params: { id: heated }, body: days('2026-04-13') });
    await other.rollback();
    await enqueue(db(), { kind: 'schedule', requested_by: '1002', payload: {} });
    await call('modifySchedule', { query: { plan }, params: { id: inspected }, body: days('2026-04-15') });
    await expect(call('modifySchedule', { params: { id: inspected }, body: days('2026-04-15') })).rejects.toMatchObject({
      message: SCHEDULE_TEXTS.pending,
    });
  });

  it('says nothing of what happened, and neither adds nor deletes a process', async () => {
    const { plan, order, heat, heated, inspected, byHand, unplanned } = made;
    const query = { plan };
    const before = await facts();
    await refused(call('modifySchedule', { query, params: { id: heated }, body: { ...days('2026-04-13'), received_locked: true } }));
    await refused(call('addSchedule', { query, body: { order_task: unplanned, ...days('2026-04-20'), received_locked: true } }));
    await refused(call('addSchedule', { query, body: { order, task_id: heat, lot_number: '02', task_sort: 70, ...days('2026-04-20') } }));
    await refused(call('deleteSchedules', { query, body: { entries: [{ id: heated }, { id: byHand }] } }));
    expect(await places(heated)).toEqual(['04-06', '04-06']);
    // What is an order task is placed and taken away.
    await call('addSchedule', { query, body: { order_task: unplanned, ...days('2026-04-20') } });
    await call('deleteSchedule', { query, params: { id: inspected } });
    expect(await places(unplanned)).toEqual(['04-20']);
    expect(await places(inspected)).toEqual(['04-08']);
    for (const _ of [1, 2]) await call('undoSchedule', { query });
    expect([await places(unplanned), await places(inspected)]).toEqual([[], ['04-08', '04-08']]);
    expect(await facts()).toEqual(before);
  });

  it('is taken back whatever the shop floor has said meanwhile, which stays said; in the published plan that stands in the way', async () => {
    const { plan, inspected } = made;
    const query = { plan };
    await call('modifySchedule', { query, params: { id: inspected }, body: days('2026-04-10') });
    await call('modifySchedule', { params: { id: inspected }, body: days('2026-04-09') });
    expect([(await tap('start')).result, (await tap('finish')).result]).toEqual(['accepted', 'accepted']);
    const before = await facts();
    await call('undoSchedule', { query });
    expect(await places(inspected)).toEqual(['04-06', '04-08']);
    expect(await facts()).toEqual(before);
    await expect(call('undoSchedule')).rejects.toMatchObject({ kind: 'conflict', message: expect.stringContaining('今日の作業で記録') });
  });
});

describe('a process that was added by hand', () => {
  it('goes from every plan when it goes from the published one, with the furnace runs that it was alone in', async () => {
    const { plan, byHand, heated } = made;
    await call('deleteSchedule', { params: { id: byHand } });
    expect(await places(byHand)).toEqual([]);
    expect((await db()('furnace_run_members').pluck('plan_entry_id')).sort()).toEqual([heated, heated]);
    expect(await db()('furnace_runs').orderBy('layer').pluck('layer')).toEqual([PUBLISHED, PUBLISHED + plan]);
    await call('undoSchedule');
    expect(await places(byHand)).toEqual(['04-06']);
    await call('redoSchedule');
    expect(await db()('order_tasks').where('id', byHand)).toEqual([]);
  });
});

it('a plan that is not there cannot be written to', async () => {
  const work = call('modifySchedule', { query: { plan: 999_999 }, params: { id: made.heated }, body: days('2026-04-13') });
  await expect(work).rejects.toMatchObject({ kind: 'not_found' });
});

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { PUBLISHED } from '../../server/db/plan.ts';
import { instantAt, instantOfMinutes, plantMinutes } from '../../server/domain/ground/plant-time.ts';
import { conflictingBars } from '../../server/features/schedule/overview/conflicts.service.ts';
import { marksHandlers } from '../../server/features/schedule/shop-floor/marks.handlers.ts';
import { caller } from '../support/call.ts';
import { ownDatabase } from '../support/database.ts';
import { keptRows } from '../support/kept-rows.ts';
import { plannedBar } from '../support/planned-bar.ts';
import { plantBuilder } from '../support/plant.ts';
import { draws } from '../support/properties.ts';
import { judgeOf } from '../support/schedules.ts';

const DAY = '2026-04-01';
const MIDNIGHT = plantMinutes(instantAt(DAY, '00:00'));
const database = ownDatabase();
let bars: number[];
let lathe: number;
const db = () => database.knex;

/** A lot of three processes of an hour each at one machine, planned on the days behind; nothing may follow the first one on its own day. */
async function plan(): Promise<void> {
  const make = plantBuilder(db());
  const tasks: number[] = [];
  for (const task_name of ['解枠', '押湯切断', '外観検査']) tasks.push(await make.task({ task_name }));
  lathe = await make.facility({ tasks, facility_name: '切断場' });
  const product = await make.product();
  await db()('product_processings').insert({ product_id: product, task_id: tasks[0], facility_id: lathe, waiting_days: 1 });
  const lot = await make.lot(await make.order({ product_id: product, casting_date: '2026-03-20' }));
  bars = [];
  for (const [index, task] of tasks.entries()) {
    const date = `2026-04-0${6 + index}`;
    const place = { facility_id: lathe, unit: 0, task_sort: 10 + 10 * index, hours: [0, 1] } as const;
    bars.push(await plannedBar(make)(lot, task, [`${date} 08:00`, `${date} 09:00`], place));
  }
  await db().raw('update plan_entries set sound_start = start_at, sound_end = end_at, sound_facility_id = facility_id');
}
let bringBack: () => Promise<void>;
beforeAll(async () => {
  await plantBuilder(db()).employee();
  await plan();
  bringBack = await keptRows(db());
});
beforeEach(() => bringBack());

const clock = (): number => Date.parse('2026-04-02T00:00:00+09:00');
const minute = (minutes: number): string => instantOfMinutes(MIDNIGHT + minutes);
const tap = async (kind: 'start' | 'finish', index: number, minutes: number): Promise<void> => {
  const body = { client_id: randomUUID(), at: minute(minutes), facility: lathe, unit: null, furnace_run: null, kind };
  const call = caller(marksHandlers({ db: db(), clock }), { employee_id: '1002', name: '計画 花子' });
  expect(await call('postMark', { body: { ...body, entries: [{ entry_id: bars[index]!, quantity: null }] } })).toMatchObject({
    result: 'accepted',
  });
};
/** What stands above the boards, by bar, and what a save of each bar would say. */
const told = async (): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {};
  for (const { entry_id, kinds } of await conflictingBars(db(), judgeOf(db()), PUBLISHED, Date.parse(instantAt(DAY, '12:00'))))
    found[`above ${bars.indexOf(entry_id)}`] = [...kinds];
  const judged = await db().transaction((trx) => judgeOf(db()).inWrite(trx, PUBLISHED, bars, DAY));
  for (const [id, { conflicts }] of judged)
    if (conflicts.length > 0) found[`saved ${bars.indexOf(id)}`] = conflicts.map(({ kind }) => kind);
  return found;
};

test('whatever the minutes of a day, taps in their order contradict nothing, neither above the boards nor at a save', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 1439 }), { minLength: 6, maxLength: 6 }), async (drawn) => {
      await bringBack();
      const minutes = [...drawn].sort((a, b) => a - b);
      for (const [at, when] of minutes.entries()) {
        await tap(at % 2 === 0 ? 'start' : 'finish', Math.floor(at / 2), when);
        expect(await told(), `after tap ${at}`).toEqual({});
      }
    }),
    draws(100),
  );
});

test('what began before the process ahead had ended stays in conflict to the minute; so does an open process behind which one was finished', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat({ max: 1439 }), { minLength: 4, maxLength: 4 }), async (drawn) => {
      await bringBack();
      const [first, second, third, fourth] = [...drawn].sort((a, b) => a - b) as [number, number, number, number];
      await tap('start', 0, first);
      await tap('start', 1, second);
      await tap('finish', 0, third);
      expect(await told()).toMatchObject({ 'above 1': ['before_previous'], 'saved 1': ['before_previous'], 'saved 0': ['after_next'] });
      await tap('start', 2, fourth);
      await tap('finish', 2, fourth);
      expect(await told()).toMatchObject({ 'above 1': expect.arrayContaining(['later_finished', 'before_previous']) });
    }),
    draws(100),
  );
});

test('begun where the run had put it, before the process ahead had ended: nothing moved, and it is found', async () => {
  const place = { start_at: minute(10 * 60), end_at: minute(11 * 60) };
  await db()('plan_entries')
    .where('id', bars[1])
    .update({ ...place, sound_start: place.start_at, sound_end: place.end_at });
  await tap('start', 0, 9 * 60);
  await tap('start', 1, 10 * 60);
  await tap('finish', 0, 10 * 60 + 1);
  expect(await db()('bars').where('id', bars[1]).first('placed_by', 'start_at', 'end_at')).toEqual({ ...place, placed_by: 'lock' });
  expect(await told()).toMatchObject({ 'above 1': ['before_previous'] });
});

test('on a holiday: what was begun and finished is no mistake of a plan', async () => {
  await db()('holidays').insert([{ date: DAY }, { date: '2026-04-29' }]);
  await tap('start', 0, 7 * 60);
  expect(await told()).toEqual({});
  await tap('finish', 0, 7 * 60 + 20);
  expect(await told()).toEqual({});
});

test('a bar that was moved since it began is judged by its place', async () => {
  await tap('start', 0, 17 * 60);
  await db()('plan_entries').where('id', bars[0]).update({ start_at: '2026-04-05T08:00+09', end_at: '2026-04-05T08:30+09' });
  await db()('holidays').insert({ date: '2026-04-05' });
  expect(await told()).toMatchObject({ 'above 0': ['closed_day'] });
});

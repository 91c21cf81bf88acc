import { beforeEach, describe, expect, it } from 'vitest';
import { PUBLISHED } from '../../server/db/plan.ts';
import { asStarted } from '../../server/domain/bars/marks.ts';
import { addDays, weekday } from '../../server/domain/ground/plant-time.ts';
import { closeByHand, writeLoad } from '../../server/features/work/work.service.ts';
import { ownDatabase } from '../support/database.ts';
import { calling, once } from '../support/here.ts';
import { plannedBar } from '../support/planned-bar.ts';
import { plantBuilder } from '../support/plant.ts';
import { schedulesOf } from '../support/schedules.ts';

const database = ownDatabase();
const call = calling(() => schedulesOf(database.knex));
const at = (day: string, clock: string): string => `2026-04-${day}T${clock}:00+09:00`;

/** A tempering furnace of two units and one beside it with the same last part of its code; April has its weekends. */
async function foundry() {
  const make = plantBuilder(database.knex);
  const heat = await make.task({ task_code: '320-3123-040', task_name: '焼戻し' });
  const rough = await make.task({ task_name: '荒加工' });
  const plating = await make.task({ task_name: 'めっき' });
  const furnace = await make.facility({
    ...{ facility_code: '320-05-05', facility_name: '5号焼戻し炉', tasks: [heat], availability: 2 },
    ...{ max_weight: 5000, volume: 6.05, depth: 2.4, width: 1.8, height: 1.4 },
  });
  const twin = await make.facility({ facility_code: '340-05-01', facility_name: '7号焼鈍炉', tasks: [heat] });
  await make.facility({ facility_code: '320-05-01', facility_name: '1号焼鈍炉', tasks: [heat] });
  const shop = await make.facility({ facility_code: '320-07-01', facility_name: '荒加工職場', tasks: [rough] });
  await database.knex('outsourcings').insert({ outsourcing_code: 'G001', code_key: 'G001', name: '大葉機械' });
  for (let date = '2026-04-01'; date < '2026-05-10'; date = addDays(date, 1)) if ([0, 6].includes(weekday(date))) await make.holiday(date);
  return { make, heat, rough, plating, furnace, twin, shop };
}
const made = once(foundry);

/** A lot in the run of 2026-04-01 08:00-16:00, with one process behind it (`next`) or none. */
async function lotInFurnace(order: object, next?: [string, string], heat: object = {}) {
  const { make } = made;
  const product = await make.product({ product_name: '弁箱', depth: 720, width: 480, height: 410 });
  await make.heat(product, made.heat, { temperature: 620, waiting_days: 0, ...heat });
  const id = await make.order({ product_id: product, delivery_date: '2026-04-10', ...order });
  const lot = await make.lot(id, '01');
  const at = ['2026-04-01 08:00', '2026-04-01 16:00'] as const;
  const bar = await plannedBar(make)(lot, made.heat, at, { task_sort: 10, facility_id: made.furnace, row: { setup_hours: 4 } });
  if (next) await make.entry(lot, made.rough, next, { task_sort: 20, facility_id: made.shop });
  return { id, lot, bar };
}
const run = (members: number[], values: object = {}) =>
  made.make.furnaceRun(made.furnace, ['2026-04-01 08:00', '2026-04-01 16:00'], members, { temperature: 620, unit: 1, ...values });
const shown = (id: number) => call('getFurnaceRun', { params: { id } });

beforeEach(async () => {
  await database.knex('furnace_runs').delete();
  await database.knex('plan_entries').delete();
});

describe('a furnace run as people know it', () => {
  it('has a charge number, its times, its fill and its members with what comes next, the heaviest piece first', async () => {
    const light = await lotInFurnace({ serial_number: '026X0231', weight: 65, material: 'SCMn2', delivery_date: '2026-04-05' });
    const heavy = await lotInFurnace({ serial_number: '026X0302', weight: 415 }, ['2026-04-02 08:00', '2026-04-02 12:00']);
    const away = { task_sort: 30, outsourced: true, row: { arrangement: '外注', outsourcing_code: 'G001' } };
    await plannedBar(made.make)(light.lot, made.plating, ['2026-04-03 08:00', '2026-04-09 08:30'], away);
    await made.make.furnaceRun(made.furnace, ['2026-04-01 08:00', '2026-04-01 16:00'], [], { unit: 0 });
    const found = await shown(await run([light.bar, heavy.bar], { cooling_time: 4 }));
    expect(found).toMatchObject({
      ...{ charge_number: '05-20260401-2', facility_name: '5号焼戻し炉', unit: 1, units: 2, task_names: ['焼戻し'], pieces: 4 },
      ...{ run_start: at('01', '08:00'), retention_from: at('01', '12:00'), retention_to: at('01', '16:00'), run_end: at('01', '16:00') },
      ...{ released_at: at('01', '20:00'), load_weight: 400, weight_share: 8, load_volume: 0.2, volume_share: 3.3 },
    });
    expect(found.members).toMatchObject([
      {
        ...{ unique_order: '026X0302-01', late_days: 0, unit_weight: 415, depth: 0.72, width: 0.48, height: 0.41 },
        next: { task_name: '荒加工', facility_name: '荒加工職場', partner_name: null, start_date: at('02', '08:00') },
      },
      // Its lot ends on 2026-04-09, four days late.
      {
        unique_order: '026X0231-01',
        material: 'SCMn2',
        late_days: 4,
        next: { task_name: 'めっき', facility_name: null, partner_name: '大葉機械' },
      },
    ]);
  });

  it('bears as much of its furnace code as tells it from the others, and has no fill without limits', async () => {
    const { bar } = await lotInFurnace({});
    const id = await made.make.furnaceRun(made.twin, ['2026-04-01 08:00', '2026-04-01 16:00'], [bar]);
    expect(await shown(id)).toMatchObject({ charge_number: '340-05-01-20260401-1', weight_share: null, volume_share: null });
  });

  it('cools in the furnace with 炉冷, and never holds longer than it lasts', async () => {
    const { bar } = await lotInFurnace({});
    const cooled = await shown(await run([bar], { cooling_method: '炉冷', cooling_time: 2, retention_time: 3 }));
    expect(cooled).toMatchObject({ retention_from: at('01', '11:00'), retention_to: at('01', '14:00'), released_at: at('01', '16:00') });
    const long = await shown(await run([bar], { unit: 0, retention_time: 20 }));
    expect(long).toMatchObject({ retention_from: at('01', '08:00'), retention_to: at('01', '16:00') });
  });

  it('that was started reckons from its real start, wherever it is drawn: as on the tablet, so on its sheet', async () => {
    const { bar } = await lotInFurnace({});
    const early = await run([bar], { run_start: at('01', '00:00'), run_end: at('01', '17:30'), retention_time: 8, cooling_time: 4 });
    expect(await shown(early)).toMatchObject({ started_at: null, retention_from: at('01', '04:00'), retention_to: at('01', '12:00') });
    await database.knex.transaction((trx) => writeLoad(trx, early, { started_at: at('01', '07:09'), finished_at: null }));
    const found = await shown(early);
    const reckoned = { retention_from: at('01', '11:09'), retention_to: at('01', '19:09'), released_at: at('01', '23:09') };
    expect(found).toMatchObject({ ...reckoned, started_at: at('01', '07:09'), run_start: at('01', '00:00'), run_end: at('01', '17:30') });
    expect(asStarted(found)).toMatchObject({ ...reckoned, run_start: at('01', '07:09'), run_end: at('01', '19:09') });
  });

  it('is listed by furnace and the days on which it starts', async () => {
    const { bar } = await lotInFurnace({});
    const [first, second] = [await run([bar]), await made.make.furnaceRun(made.furnace, ['2026-04-02 08:00', '2026-04-03 00:00'], [bar])];
    const ids = async (query: object) => (await call('listFurnaceRuns', { query })).results.map(({ id }) => id);
    expect(await ids({})).toEqual([first, second]);
    expect(await ids({ from_date: '2026-04-01', to_date: '2026-04-01' })).toEqual([first]);
    expect(await ids({ from_date: '2026-04-02' })).toEqual([second]);
    expect(await ids({ facility_ids: `${made.twin}` })).toEqual([]);
    expect(await call('listFurnaceRuns', { query: { limit: 1, offset: 1 } })).toMatchObject({ count: 2, next: null });
    await expect(shown(second + 1)).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('the latest start of a furnace run', () => {
  it('is as many working days later as its tightest order has, and names that order', async () => {
    const tight = await lotInFurnace({ serial_number: 'TIGHT', delivery_date: '2026-04-06' }, ['2026-04-02 08:00', '2026-04-02 12:00']);
    const loose = await lotInFurnace({ delivery_date: '2026-04-30' }, ['2026-04-02 08:00', '2026-04-02 12:00']);
    const { latest_start } = await shown(await run([loose.bar, tight.bar]));
    // Friday 3 and Monday 6 are left: the next process may begin on the 6th at 08:00; after a start on the 3rd at 15:30 the run ends at 24:00.
    expect(latest_start).toEqual({ at: at('03', '15:30'), order_id: tight.id, serial_number: 'TIGHT', late_already: false });
  });

  it('ends the run on the due day where nothing follows', async () => {
    const { bar } = await lotInFurnace({ delivery_date: '2026-04-02' });
    expect((await shown(await run([bar]))).latest_start).toMatchObject({ at: at('02', '15:30') });
  });

  it('counts cooling and waiting days before the next process', async () => {
    const order = { delivery_date: '2026-04-03' };
    const next: [string, string] = ['2026-04-02 12:00', '2026-04-03 12:00'];
    const cooled = await lotInFurnace(order, next);
    expect((await shown(await run([cooled.bar], { cooling_time: 16 }))).latest_start).toMatchObject({ at: at('01', '08:00') });
    const waiting = await lotInFurnace(order, next, { waiting_days: 1 });
    expect((await shown(await run([waiting.bar], { unit: 0 }))).latest_start).toMatchObject({ at: at('01', '15:30') });
  });

  it('keeps a late order as late as it is, and starts only on weekdays that the treatment allows', async () => {
    const late = await lotInFurnace({ delivery_date: '2026-04-01' }, ['2026-04-07 08:00', '2026-04-07 12:00']);
    const id = await run([late.bar]);
    expect((await shown(id)).latest_start).toMatchObject({ at: at('06', '15:30'), late_already: true });
    await database.knex('heat_treatments').update({ work_settings: ['水', '木'] });
    expect((await shown(id)).latest_start).toMatchObject({ at: at('02', '15:30') });
    await database.knex('heat_treatments').update({ work_settings: [] });
  });

  it('is not there without a due date, nor for members that are finished', async () => {
    const free = await lotInFurnace({ delivery_date: null });
    const done = await lotInFurnace({ delivery_date: '2026-04-02' });
    await database.knex.transaction((trx) => closeByHand(trx, PUBLISHED, [done.bar]));
    expect((await shown(await run([free.bar, done.bar]))).latest_start).toBeNull();
  });
});

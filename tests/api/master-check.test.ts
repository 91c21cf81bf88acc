import { describe, expect, it } from 'vitest';
import { DEMO_SEED, type Demo, generateDemo, type PlantedDefect, plantedDefects } from '../../seeds/demo/index.ts';
import { loadDemo } from '../../seeds/demo/load.ts';
import { instantAt } from '../../server/domain/ground/plant-time.ts';
import { masterHandlers } from '../../server/features/master/master.handlers.ts';
import { caller } from '../support/call.ts';
import { ownDatabase } from '../support/database.ts';
import { plantBuilder } from '../support/plant.ts';

const TODAY = '2026-04-01';
const clock = (): number => Date.parse(instantAt(TODAY, '07:00'));

/** Findings that name what was planted. */
const CODES: Record<Exclude<PlantedDefect['code'], 'order_tasks_missing' | 'casting_missing'>, string> = {
  ...{ product_unknown: 'M101', heat_treatment_missing: 'M102', demolding_missing: 'M105', dimensions_missing: 'M107' },
  ...{ dimensions_unit: 'M108', volume_mismatch: 'M109', piece_too_large: 'M110', task_without_facility: 'M201' },
  ...{ facility_weight_unit: 'M301', calendar_gap: 'M401' },
};

const database = ownDatabase({ each: true });

describe('two that are one but for zeros', () => {
  it('lots and products are listed, and made one by one press; what came later says what is done', async () => {
    const { knex } = database;
    const make = plantBuilder(knex);
    const call = caller(masterHandlers({ db: knex, clock }));
    const [cut, drill] = [await make.task({ task_code: 'T1' }), await make.task({ task_code: 'T2' })];
    const [short, long] = [await make.product({ product_code: '802' }), await make.product({ product_code: '00000802' })];
    await make.heat(short, cut);
    const order = await make.order({ serial_number: '02640001', product_code: '802', product_key: '802', product_id: short });
    const [lot, double] = [await make.lot(order, '01'), await make.lot(order, '1')];
    const first = await make.orderTask(lot, cut, { task_sort: 10 });
    const bar = await make.entry(lot, cut, ['2026-04-06 08:00', '2026-04-06 16:00'], { order_task_id: first });
    const later = await make.orderTask(double, cut, { task_sort: 10, work_hours: 7 });
    await make.orderTask(double, drill, { task_sort: 20 });
    await make.casting(double, '2026-04-20');
    const stray = await make.entry(double, cut, ['2026-04-07 08:00', '2026-04-07 16:00'], { order_task_id: later, locked: true });
    const found = (await call('getMasterCheck', { query: { limit: 1000 } })).results.filter(({ join }) => join);
    expect(found.map(({ code, message, join }) => [code, message, join])).toEqual([
      ['M111', '先頭の0だけが違う製品「00000802」と「802」があります。', { kind: 'products', keep: long, drop: short }],
      ['M501', '製番 02640001 に、先頭の0だけが違う追番「01」と「1」があります。', { kind: 'lots', keep: lot, drop: double }],
    ]);
    // Which of two orders goes, a person has to say.
    const twin = await make.order({ serial_number: '2640001' });
    const told = (await call('getMasterCheck', { query: { limit: 1000 } })).results.filter(({ code }) => code === 'M502');
    expect(told).toMatchObject([
      { level: 'warning', resource: 'orders', id: twin, message: expect.stringContaining('製番「02640001」と「2640001」') },
    ]);
    expect(told[0]?.join).toBeUndefined();
    await knex('orders').where({ id: twin }).delete();
    const [products, lots] = found.map(({ join }) => join as { kind: 'lots'; keep: number; drop: number });
    await expect(call('joinDoubles', { body: lots })).rejects.toThrow('ロックまたは終了した工程があります');
    await knex('plan_entries').where({ id: stray }).update({ locked: false });
    for (const body of [products, lots]) await call('joinDoubles', { body });
    expect(await knex('lots').pluck('lot_number')).toEqual(['01']);
    expect(await knex('order_tasks').orderBy('task_sort').select('id', 'lot_id', 'work_hours')).toEqual([
      { id: first, lot_id: lot, work_hours: 7 },
      expect.objectContaining({ lot_id: lot }),
    ]);
    expect(await knex('plan_entries').pluck('id')).toEqual([bar]);
    expect(await knex('castings').select('lot_id')).toEqual([{ lot_id: lot }]);
    expect(await knex('orders').first('product_id', 'product_code', 'product_key')).toEqual({
      product_id: long,
      product_code: '00000802',
      product_key: '00000802',
    });
    expect(await knex('heat_treatments').pluck('product_id')).toEqual([long]);
    await expect(call('joinDoubles', { body: lots })).rejects.toThrow('すでに1つになっています');
  });
});

describe('the check of the masters', () => {
  const check = async (demo: Demo) => {
    await loadDemo(database.knex, demo, { clock });
    const call = caller(masterHandlers({ db: database.knex, clock }));
    return (await call('getMasterCheck', { query: { limit: 1000 } })).results;
  };

  it.each([DEMO_SEED, 1])('finds nothing on a clean plant (seed %i)', async (seed) => {
    expect(await check(generateDemo({ today: TODAY, seed }))).toEqual([]);
  });

  it.each([DEMO_SEED, 1])(
    'finds every planted defect and nothing else, by pages that lead to where it is mended (seed %i)',
    async (seed) => {
      const demo = generateDemo({ today: TODAY, seed, dirty: 1 });
      const defects = plantedDefects(demo).filter((defect) => defect.found_by === 'master_check');
      const found = await check(demo);
      const keyOf = (defect: PlantedDefect): string => (defect.code === 'calendar_gap' ? defect.key.replace('-', '年') : defect.key);
      const names = (defect: PlantedDefect, { code, message }: (typeof found)[number]): boolean =>
        code === CODES[defect.code as keyof typeof CODES] && message.includes(keyOf(defect));
      expect(defects.filter((defect) => !found.some((finding) => names(defect, finding)))).toEqual([]);
      expect(found.filter((finding) => !defects.some((defect) => names(defect, finding)))).toEqual([]);
      const call = caller(masterHandlers({ db: database.knex, clock }));
      const page = await call('getMasterCheck', { query: { limit: 3, offset: 3 } });
      expect(page).toMatchObject({ count: found.length, previous: '/api/master-check/?limit=3&offset=0', results: found.slice(3, 6) });
      for (const finding of found.filter(({ code }) => code === 'M102')) {
        const product = await database.knex('products').where({ id: finding.id }).first();
        expect(finding.message).toContain(product.product_code);
        expect(finding.order_count).toBeGreaterThan(0);
      }
    },
  );
});

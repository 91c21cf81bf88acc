import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEMO_SEED, type Demo, generateDemo, type PlantedDefect, plantedDefects } from '../../seeds/demo/index.ts';
import { loadDemo } from '../../seeds/demo/load.ts';
import type { Database } from '../../server/db/connect.ts';
import { instantAt } from '../../server/domain/ground/plant-time.ts';
import { masterHandlers } from '../../server/features/master/master.handlers.ts';
import { caller } from '../support/call.ts';
import { testDatabase } from '../support/database.ts';

const TODAY = '2026-04-01';
const clock = (): number => Date.parse(instantAt(TODAY, '07:00'));

/** Findings that name what was planted. */
const CODES: Record<Exclude<PlantedDefect['code'], 'order_tasks_missing' | 'casting_missing'>, string> = {
  product_unknown: 'M101',
  heat_treatment_missing: 'M102',
  demolding_missing: 'M105',
  dimensions_missing: 'M107',
  dimensions_unit: 'M108',
  volume_mismatch: 'M109',
  piece_too_large: 'M110',
  task_without_facility: 'M201',
  facility_weight_unit: 'M301',
  calendar_gap: 'M401',
};

describe('the check of the masters', () => {
  let database: Database;
  beforeEach(async () => {
    database = await testDatabase();
  });
  afterEach(() => database.close());

  const check = async (demo: Demo) => {
    await loadDemo(database.knex, demo, { clock });
    const call = caller(masterHandlers({ db: database.knex, clock }));
    return (await call('getMasterCheck', { query: { limit: 1000 } })).results;
  };

  for (const seed of [DEMO_SEED, 1, 2]) {
    it(`finds nothing on a clean plant (seed ${seed})`, async () => {
      expect(await check(generateDemo({ today: TODAY, seed }))).toEqual([]);
    });
  }

  for (const seed of [DEMO_SEED, 1]) {
    it(`finds every planted defect and nothing else (seed ${seed})`, async () => {
      const demo = generateDemo({ today: TODAY, seed, dirty: 1 });
      const defects = plantedDefects(demo).filter((defect) => defect.found_by === 'master_check');
      const found = await check(demo);
      const keyOf = (defect: PlantedDefect): string => (defect.code === 'calendar_gap' ? defect.key.replace('-', '年') : defect.key);
      const missed = defects.filter(
        (defect) =>
          !found.some((finding) => finding.code === CODES[defect.code as keyof typeof CODES] && finding.message.includes(keyOf(defect))),
      );
      expect(missed).toEqual([]);
      const surplus = found.filter(
        (finding) =>
          !defects.some((defect) => CODES[defect.code as keyof typeof CODES] === finding.code && finding.message.includes(keyOf(defect))),
      );
      expect(surplus).toEqual([]);
    });
  }

  it('comes in pages and leads to the place to mend it', async () => {
    const demo = generateDemo({ today: TODAY, dirty: 1 });
    const all = await check(demo);
    const call = caller(masterHandlers({ db: database.knex, clock }));
    const page = await call('getMasterCheck', { query: { limit: 3, offset: 3 } });
    expect(page).toMatchObject({ count: all.length, previous: '/api/master-check/?limit=3&offset=0', results: all.slice(3, 6) });
    for (const finding of all.filter(({ code }) => code === 'M102')) {
      const product = await database.knex('products').where({ id: finding.id }).first();
      expect(finding.message).toContain(product.product_code);
      expect(finding.order_count).toBeGreaterThan(0);
    }
  });
});

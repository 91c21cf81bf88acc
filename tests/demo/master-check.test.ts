import { afterEach, expect, test } from 'vitest';
import { type DemoOptions, generateDemo, plantedDefects } from '../../seeds/demo/index.ts';
import { loadDemo } from '../../seeds/demo/load.ts';
import type { DefectCode } from '../../seeds/demo/types.ts';
import type { Database } from '../../server/db/connect.ts';
import { epochMs } from '../../server/domain/plant-time.ts';
import { masterCheck } from '../../server/features/master-check/master-check.service.ts';
import { testDatabase } from '../support/database.ts';

const TODAY = '2026-11-20';
const clock = (): number => epochMs(`${TODAY}T07:30:00+09:00`);
let database: Database;
afterEach(() => database.close());

async function findingsOf(options: Partial<DemoOptions>) {
  const demo = generateDemo({ today: TODAY, ...options });
  database = await testDatabase();
  await loadDemo(database.knex, demo, { clock });
  const page = await masterCheck(database.knex, TODAY, '/api/master-check/', { limit: 1000 });
  return { demo, findings: page.results };
}

/** The finding that must name each defect. */
const FOUND_AS: { readonly [code in DefectCode]?: string } = {
  product_unknown: 'M101',
  heat_treatment_missing: 'M102',
  demolding_missing: 'M105',
  dimensions_missing: 'M107',
  dimensions_unit: 'M108',
  volume_mismatch: 'M109',
  piece_too_large: 'M110',
  task_without_facility: 'M201',
  facility_weight_unit: 'M301',
  calendar_gap: 'M4',
};

test('マスタ点検 finds nothing on the clean demo', async () => {
  expect((await findingsOf({})).findings).toEqual([]);
});

test.each([1, 0.2])('マスタ点検 finds every planted defect of a demo %d dirty, and nothing else', async (dirty) => {
  const { demo, findings } = await findingsOf({ dirty });
  const planted = plantedDefects(demo).filter((defect) => defect.found_by === 'master_check');
  const order = new Map(demo.orders.map((row) => [row.serial_number, row]));
  const month = (key: string): string => `${Number(key.slice(5, 7))}月`;
  for (const { code, key } of planted) {
    const names = [key, order.get(key)?.product_code ?? key, key.replace('-', '/'), month(key)];
    const found = findings.find(
      (finding) => finding.code.startsWith(FOUND_AS[code]!) && names.some((name) => finding.message.includes(name)),
    );
    expect(found, `${code} ${key}\n${findings.map((finding) => `${finding.code} ${finding.message}`).join('\n')}`).toBeDefined();
  }
  expect(findings.length).toBeLessThanOrEqual(planted.length);
});

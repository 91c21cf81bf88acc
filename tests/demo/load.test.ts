import { beforeAll, expect, test } from 'vitest';
import { generateDemo } from '../../seeds/demo/index.ts';
import { loadDemo } from '../../seeds/demo/load.ts';
import { planningRows } from '../../seeds/demo/planning-rows.ts';
import { handedOver } from '../../seeds/demo/plant/partners.ts';
import { epochMs } from '../../server/domain/ground/plant-time.ts';
import { loadSnapshot } from '../../server/features/runs/work/load-rows.ts';
import { ownDatabase } from '../support/database.ts';

const clock = (): number => epochMs('2026-11-20T07:30:00+09:00');
const demo = generateDemo({ today: '2026-11-20' });
const database = ownDatabase();
beforeAll(async () => {
  await loadDemo(database.knex, demo, { clock, partners: true });
});

const count = async (table: string): Promise<number> => Number((await database.knex(table).count('* as n'))[0]?.n);

test('some work is with partners already: late, answered, unanswered, and one in a chain of partners', async () => {
  for (const today of ['2026-11-22', '2027-01-05']) {
    const rows = handedOver(generateDemo({ today }));
    const late = rows.filter((row) => row.return_date < today);
    expect([late.length > 0, late.length < rows.length / 2, rows.every((row) => row.handover_date < today)], today).toEqual([
      true,
      true,
      true,
    ]);
    expect(rows.some((row) => row.answered_date === null) && rows.some((row) => row.completed_quantity !== null)).toBe(true);
    expect(rows.every((row) => row.answered_date === null || row.answered_date >= row.return_date)).toBe(true);
  }
  const rows = handedOver(demo);
  expect(await count('plan_entries')).toBe(rows.length);
  expect(await count('outsourcing_requests')).toBe(rows.length);
  expect(await count('outsourcing_answers')).toBe(rows.filter((row) => row.answered_date !== null).length);
  expect(await database.knex('plan_entries').where({ outsourced: true, locked: true }).whereNull('facility_id')).toHaveLength(rows.length);
});

test('a filled database is refused and stays as it is', async () => {
  await expect(loadDemo(database.knex, demo, { clock })).rejects.toMatchObject({ kind: 'refused' });
  expect(await count('orders')).toBe(1000);
});

test('the rows for the engine made without a database are those a run reads from it', async () => {
  const { rows } = await loadSnapshot(database.knex);
  const made = planningRows(demo);
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
  for (const table of ['tasks', 'holidays', 'outsourcings', 'facilities', 'orders', 'lots', 'order_tasks'] as const) {
    expect(plain(rows[table]), table).toEqual(plain([...made[table]].sort((a, b) => ('id' in a && 'id' in b ? a.id - b.id : 0))));
  }
  const ordered = new Set(made.orders.map((row) => row.product_id));
  for (const table of ['heat_treatments', 'product_processings', 'demoldings'] as const) {
    expect(plain(rows[table]), table).toEqual(plain(made[table].filter((row) => ordered.has(row.product_id))));
  }
  expect(rows.facility_availabilities).toHaveLength(made.facility_availabilities.length);
});

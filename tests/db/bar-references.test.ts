import { beforeAll, expect, test } from 'vitest';
import { codeOf, FOREIGN_KEY_VIOLATION } from '../../server/db/errors.ts';
import { ownDatabase } from '../support/database.ts';
import { plantBuilder } from '../support/plant.ts';
import { eventually } from '../support/wait.ts';

// What foreign keys would hold, and triggers do: bars stand at facilities and belong to order tasks that are there, whoever comes or goes at the same moment.

const database = ownDatabase();
const db = () => database.knex;
const AT = ['2026-04-06 08:00', '2026-04-06 12:00'] as const;
const NOBODY = 999_999;

/** An order task without a bar, and a facility. */
let made: { lot_id: number; task_id: number; id: number; facility_id: number };
beforeAll(async () => {
  const make = plantBuilder(db());
  const task_id = await make.task();
  const lot_id = await make.lot(await make.order());
  made = { lot_id, task_id, id: await make.orderTask(lot_id, task_id), facility_id: await make.facility() };
});

const bar = (more: object = {}) => ({ ...made, layer: 1, start_at: AT[0], end_at: AT[1], ...more });
const refusedAs = (work: PromiseLike<unknown>): Promise<string | undefined> => Promise.resolve(work).then(() => 'written', codeOf);
const waiting = async (table: string): Promise<number> =>
  (await db().raw(`select count(*)::integer as n from pg_stat_activity where wait_event_type = 'Lock' and query ilike ?`, [`%${table}%`]))
    .rows[0].n;

test('a bar of no order task or at no facility is refused, and a facility stays while one stands at it', async () => {
  for (const more of [{ id: NOBODY }, { facility_id: NOBODY }])
    expect(await refusedAs(db()('plan_entries').insert([bar({ layer: 2 }), bar({ layer: 3, ...more })]))).toBe(FOREIGN_KEY_VIOLATION);
  expect(await db()('plan_entries')).toEqual([]);
  await db()('plan_entries').insert([bar(), bar({ layer: 2 }), bar({ layer: 3, facility_id: null })]);
  expect(await refusedAs(db()('plan_entries').where('layer', 3).update({ facility_id: NOBODY }))).toBe(FOREIGN_KEY_VIOLATION);
  expect(await refusedAs(db()('facilities').where('id', made.facility_id).delete())).toBe(FOREIGN_KEY_VIOLATION);
  await db()('plan_entries').update({ facility_id: null });
  await db()('facilities').where('id', made.facility_id).delete();
  made.facility_id = await plantBuilder(db()).facility();
});

test.each([
  ['order_tasks', 'id'],
  ['facilities', 'facility_id'],
] as const)('whoever deletes of %s waits for a bar that is being written, and the other way round', async (table, column) => {
  await db()('plan_entries').delete();
  const gone = () => db()(table).where('id', made[column]);
  const writer = await db().transaction();
  await writer('plan_entries').insert([bar(), bar({ layer: 2 })]);
  const deleted = refusedAs(gone().delete());
  await eventually(() => waiting(table)).toBe(1);
  await writer.commit();
  // Bars go with their order task, in every plan; at a facility they hold it.
  expect(await deleted).toBe(table === 'order_tasks' ? 'written' : FOREIGN_KEY_VIOLATION);
  expect(await db()('plan_entries')).toHaveLength(table === 'order_tasks' ? 0 : 2);
  await db()('plan_entries').delete();
  if (table === 'order_tasks') made.id = await plantBuilder(db()).orderTask(made.lot_id, made.task_id);
  const deleter = await db().transaction();
  await deleter(table).where('id', made[column]).delete();
  const written = refusedAs(db()('plan_entries').insert(bar()));
  await eventually(() => waiting('plan_entries')).toBe(1);
  await deleter.commit();
  expect(await written).toBe(FOREIGN_KEY_VIOLATION);
  if (table === 'order_tasks') made.id = await plantBuilder(db()).orderTask(made.lot_id, made.task_id);
});

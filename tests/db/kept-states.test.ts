import fc from 'fast-check';
import type { Knex } from 'knex';
import { expect, test } from 'vitest';
import { prepared } from '../../server/db/prepared.ts';
import { migrate } from '../../server/db/schema/migrate.ts';
import { keepOrderStates, keepOrderStatesIfPossible } from '../../server/db/sql/states.ts';
import { ownDatabase } from '../support/database.ts';
import { draws } from '../support/properties.ts';
import { forgetDefinitions } from '../support/schema.ts';

const SESSIONS = 3;
const ORDERS = 5;
const database = ownDatabase();

/** The plans whose states are kept: the published one and one beside it, whose bars stand two days later. */
const [PLAN, BESIDE] = [1, 2];

/** Orders of two lots of three processes with bars in two plans, and what hangs on them. */
const plant = (): Promise<unknown> =>
  database.knex.raw(`
    truncate actuals, furnace_loads, orders, tasks, completed_orders restart identity cascade;
    delete from plans where layer = ${BESIDE};
    insert into plans (kind, layer) values ('scenario', ${BESIDE});
    insert into tasks (task_code, code_key, task_name) select n, n, n from generate_series(1, 3) n;
    insert into orders (serial_number, serial_key, product_code, product_key, product_name, number, delivery_status, material, delivery_date)
      select n, n, '', '', '', 4, case n when 1 then '完納' else '素材' end, '', '2026-04-08' from generate_series(1, ${ORDERS}) n;
    insert into lots (order_id, lot_number, lot_key) select id, lot, lot from orders, generate_series(1, 2) lot;
    insert into order_tasks (lot_id, task_id, task_sort, outsourcing_code, order_quantity)
      select lots.id, tasks.id, 10 * tasks.id, case tasks.id when 2 then 'G01' else '' end, 4 from lots, tasks;
    insert into plan_entries (layer, lot_id, task_id, id, task_sort, start_at, end_at)
      select layer, lot_id, task_id, t.id, task_sort, date '2026-04-02' + 2 * layer + task_id::integer, date '2026-04-03' + 2 * layer + task_id::integer
      from order_tasks t, plans where layer is not null;
    select open_actuals(array(select id from order_tasks where task_id = 1 or lot_id = 1));
    update actuals a set by_hand = true, ended_on = end_day(e.end_at), started_at = case e.task_id when 1 then e.start_at end from plan_entries e where e.layer = ${PLAN} and e.id = a.order_task_id;
    insert into outsourcing_answers (order_task_id, task_id, outsourcing_code, completed_quantity)
      select id, task_id, outsourcing_code, 0 from order_tasks where outsourcing_code <> '';`);

/** One row of a table by a number, none that somebody else is changing. */
const one = (table: string): string => `(select ctid from ${table} order by md5(ctid::text || :n) limit 1 for update skip locked)`;
const DAY = "date '2026-04-01' + (:n % 14)::integer";

/** Everything that is written of orders, their processes, their bars and what is said of them; \`:n\` is drawn. */
const WRITES: readonly string[] = [
  `update orders set delivery_date = case when :n % 5 = 0 then null else ${DAY} end where ctid = ${one('orders')}`,
  `update orders set delivery_status = case when :n % 2 = 0 then '完納' else '素材' end, number = 1 + :n % 8 where ctid = ${one('orders')}`,
  `delete from orders where ctid = ${one('orders')}`,
  `insert into orders (serial_number, serial_key, product_code, product_key, product_name, number, delivery_status, material, delivery_date)
   values ('N' || :n, 'N' || :n, '', '', '', 4, '素材', '', ${DAY}) on conflict do nothing`,
  `insert into lots (order_id, lot_number, lot_key) select id, 'x' || :n, 'x' || :n from orders where ctid = ${one('orders')} on conflict do nothing`,
  `delete from lots where ctid = ${one('lots')}`,
  `insert into order_tasks (lot_id, task_id, task_sort, setup_hours, work_hours) select id, (select min(id) from tasks), 100 + :n, 1, 1 from lots where ctid = ${one('lots')}`,
  `update order_tasks set received = not received, last_reception_date = ${DAY} where ctid = ${one('order_tasks')}`,
  `update order_tasks set received_quantity = :n % 5, task_sort = task_sort + 1000 * :n where ctid = ${one('order_tasks')}`,
  `update order_tasks set setup_hours = :n % 2, work_hours = :n % 3, arrangement = (array['内作', ' 外注', '購入', '外径'])[1 + :n % 4] where ctid = ${one('order_tasks')}`,
  `delete from order_tasks where ctid = ${one('order_tasks')}`,
  `update outsourcing_answers set completed_quantity = :n % 6 where ctid = ${one('outsourcing_answers')}`,
  `delete from outsourcing_answers where ctid = ${one('outsourcing_answers')}`,
  `update plan_entries set start_at = start_at + (:n % 9 - 4) * interval '12 hours', end_at = end_at + (:n % 9 - 4) * interval '12 hours' where ctid = ${one('plan_entries')}`,
  `update actuals set by_hand = not by_hand, ended_on = ${DAY} where ctid = ${one('actuals')}`,
  `insert into actuals (order_task_id, serial_number, serial_key, lot_number, lot_key, task_id, task_code, task_name, product_code, product_name, by_hand)
   select id, '', '', '', '', task_id, '', '', '', '', true from order_tasks where ctid = ${one('order_tasks')} on conflict do nothing`,
  'update plan_entries set sound_start = start_at, sound_end = end_at, sound_facility_id = facility_id where id % 3 = :n % 3',
  `delete from plan_entries where ctid = ${one('plan_entries')}`,
  `with added as (insert into order_tasks (lot_id, task_id, origin) select id, (select min(id) from tasks), 'hand' from lots where ctid = ${one('lots')} returning id, lot_id, task_id)
   insert into plan_entries (layer, lot_id, task_id, id, start_at, end_at) select 1 + :n % 2, lot_id, task_id, id, ${DAY}, ${DAY} + 1 from added`,
  `update actuals set finished_at = ${DAY}, ended_on = ${DAY} where ctid = ${one('actuals')}`,
  `delete from actuals where ctid = ${one('actuals')}`,
  `insert into completed_orders (serial_key, serial_number, completed_on) select serial_key, serial_number, ${DAY} from orders where ctid = ${one('orders')}
   on conflict (serial_key) do update set completed_on = excluded.completed_on`,
  `update tasks set code_key = case when :n % 2 = 0 then '320-3121-060' else 'x' || :n end where ctid = ${one('tasks')}`,
  `delete from completed_orders where ctid = ${one('completed_orders')}`,
];

const STEP = fc.record({
  session: fc.nat({ max: SESSIONS - 1 }),
  does: fc.oneof(
    { weight: 12, arbitrary: fc.record({ write: fc.nat({ max: WRITES.length - 1 }), n: fc.nat({ max: 99 }) }) },
    { weight: 3, arbitrary: fc.constant('keep' as const) },
    { weight: 2, arbitrary: fc.constant('commit' as const) },
    { weight: 1, arbitrary: fc.constant('rollback' as const) },
  ),
});

const OPEN = 'lot_id, order_task_id, task_id, task_sort';
const BAR = 'layer, id, lot_id, facility_id, start_at, end_at, last_day, finished';
const unlike = (one: string, other: string): string => `(${one} except all ${other}) union all (${other} except all ${one})`;

/** What is kept and what is reckoned differ in these, what is left and what the bars need differs in those for who looks at all of them, read in one snapshot. */
const differences = async (db: Knex): Promise<unknown[]> =>
  (
    await prepared(
      db,
      `select to_jsonb(state) as found from (${unlike('select * from order_states', 'select * from reckoned_orders')}) state
       union all
       select to_jsonb(step) from (${unlike(`select ${OPEN} from open_steps`, `select ${OPEN} from lot_steps where layer = ${PLAN} and not finished`)}) step
       union all
       select to_jsonb(bar) from (${unlike(`select ${BAR}, hours from planned_work`, `select ${BAR}, case when finished then whole_hours else work_hours end from bars`)}) bar`,
      [],
    )
  ).rows;

test('whoever was writing when the views were made anew is neither kept as before nor forgotten', async () => {
  await plant();
  await keepOrderStates(database.knex);
  await database.knex('kept_orders').where({ layer: PLAN, order_id: 3 }).update({ late_days: 99 });
  const writer = await database.knex.transaction();
  await writer('orders').where({ id: 2 }).update({ delivery_date: '2026-03-28' });
  await forgetDefinitions(database.knex);
  await migrate(database.knex);
  await writer.commit();
  expect(await differences(database.knex)).toEqual([]);
  await keepOrderStates(database.knex);
  const kept = await database.knex('kept_orders').where('layer', PLAN).whereIn('order_id', [2, 3]).orderBy('order_id').pluck('late_days');
  expect(kept).toEqual([10, 0]);
});

test('each of these writes notes what it changes', async () => {
  await plant();
  const changing = new Set<string>();
  const trx = await database.knex.transaction();
  try {
    await keepOrderStates(trx);
    for (const write of WRITES)
      for (let n = 1; n < 12; n++) {
        const savepoint = await trx.transaction();
        await savepoint.raw(write, { n });
        expect(await differences(savepoint), write).toEqual([]);
        const { rows } = await savepoint.raw('select * from reckoned_orders except select * from kept_orders');
        const [, table = ''] = /^(?:update|insert into|delete from) (\w+)/.exec(write) ?? [];
        if (rows.length > 0) changing.add(table);
        await savepoint.rollback();
      }
  } finally {
    await trx.rollback();
  }
  const tables = 'actuals completed_orders lots order_tasks orders outsourcing_answers plan_entries';
  expect([...changing].filter(Boolean).sort()).toEqual(tables.split(' '));
});

test('whoever writes what, commits it or not, and whenever somebody keeps them: the states of orders are those that are reckoned from nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 10, maxLength: 22 }), async (steps) => {
      await plant();
      await keepOrderStates(database.knex);
      const open = new Map<number, Knex.Transaction>();
      const close = async (session: number, how: 'commit' | 'rollback'): Promise<void> => {
        await open.get(session)?.[how]();
        open.delete(session);
      };
      try {
        for (const { session, does } of steps) {
          const trx = open.get(session) ?? (await database.knex.transaction());
          open.set(session, trx);
          if (does === 'commit' || does === 'rollback') await close(session, does);
          else if (does === 'keep') await keepOrderStates(trx);
          else
            await trx
              .transaction(async (savepoint) => {
                // Who waits for the row of another session would wait for ever here; and what is there already is not added again.
                await savepoint.raw("set local lock_timeout = '1ms'");
                await savepoint.raw(WRITES[does.write]!, { n: does.n });
              })
              .catch((error: { code?: string }) => {
                if (!['55P03', '23505'].includes(error.code ?? '')) throw error;
              });
          for (const db of [open.get(session) ?? database.knex, database.knex]) expect(await differences(db)).toEqual([]);
        }
      } finally {
        for (const session of [...open.keys()]) await close(session, 'commit');
      }
      await keepOrderStates(database.knex);
      expect(await differences(database.knex)).toEqual([]);
      expect(await database.knex('noted_orders')).toEqual([]);
    }),
    draws(50),
  );
});

test('nobody waits for somebody who keeps them, and reads the same meanwhile', async () => {
  await plant();
  const { knex } = database;
  await keepOrderStates(knex);
  await knex('orders').update({ delivery_date: '2026-04-02' });
  const keeper = await knex.transaction();
  await keepOrderStates(keeper);
  expect(await keeper('noted_orders')).toEqual([]);
  await keepOrderStates(knex);
  expect((await knex('noted_orders').distinct('order_id')).length).toBe(ORDERS);
  expect(await differences(knex)).toEqual([]);
  await keeper.rollback();
  await keepOrderStates(knex);
  expect(await knex('noted_orders')).toEqual([]);
  expect(await knex('kept_orders').distinct('layer', 'late_days').orderBy('layer')).toEqual([
    { layer: PLAN, late_days: 5 },
    { layer: BESIDE, late_days: 7 },
  ]);
});

test('a change of whatever the state of an order hangs on is noted', async () => {
  const { knex } = database;
  const { rows } = await knex.raw(`
    with recursive read (name) as (
      values ('reckoned_orders'::information_schema.sql_identifier)
      union select u.table_name from read join information_schema.view_table_usage u on u.view_name = read.name)
    select name from read where name not in (select table_name from information_schema.views where table_schema = 'public') order by 1`);
  const noting = await knex('information_schema.triggers').where('trigger_name', 'note_altered').pluck('event_object_table');
  // Whoever lays a plan out keeps the states of its orders.
  expect(rows.map(({ name }: { name: string }) => name)).toEqual([...noting, 'plans'].sort());
});

test('of a task whose code becomes that of the demolding its orders are noted; of one whose name changes none is', async () => {
  const { knex } = database;
  await plant();
  await knex.raw(`update plan_entries set sound_start = start_at, sound_end = end_at;
    delete from actuals;
    select open_actuals(array(select id from order_tasks where task_id = 3));
    update actuals set by_hand = true, ended_on = planned_end::date;
    delete from plan_entries where lot_id in (select id from lots where order_id = 1);
    delete from order_tasks where lot_id in (select id from lots where order_id = 1)`);
  await keepOrderStates(knex);
  const unsettled = (): Promise<number[]> =>
    knex('order_states').where({ layer: PLAN, unsettled: true }).orderBy('order_id').pluck('order_id');
  expect(await unsettled()).toEqual([2, 3, 4, 5]);
  await knex('tasks').where({ id: 3 }).update({ task_name: '解枠' });
  expect(await knex('noted_orders')).toEqual([]);
  await knex('tasks').where({ id: 3 }).update({ task_code: '320-3121-060', code_key: '320-3121-060' });
  expect((await knex('noted_orders').orderBy('order_id').distinct('order_id')).map(({ order_id }) => order_id)).toEqual([2, 3, 4, 5]);
  expect(await unsettled()).toEqual([]);
  expect(await differences(knex)).toEqual([]);
  await keepOrderStates(knex);
  expect(await unsettled()).toEqual([]);
});

test('what is done to the bars of a plan is noted of that plan alone, and what has happened counts in all', async () => {
  const { knex } = database;
  await plant();
  const trx = await knex.transaction();
  await keepOrderStates(trx);
  await trx('plan_entries').where('layer', BESIDE).delete();
  expect(await trx('noted_orders').distinct('layer').pluck('layer')).toEqual([BESIDE]);
  expect(await differences(trx)).toEqual([]);
  await keepOrderStates(trx);
  const unplanned = (layer: number): Promise<number[]> =>
    trx('kept_orders').where({ layer }).distinct('unplanned_count').orderBy('unplanned_count').pluck('unplanned_count');
  expect(await unplanned(PLAN)).toEqual([0]);
  expect(await unplanned(BESIDE)).toEqual([2, 4]);
  await trx('actuals').where('task_id', 1).update({ by_hand: false, started_at: null });
  expect(await trx('noted_orders').distinct('layer').pluck('layer')).toEqual([null]);
  expect(await differences(trx)).toEqual([]);
  await trx.rollback();
});

test('where nothing can be kept, what has changed stays noted and reads as it is', async () => {
  const { knex } = database;
  await plant();
  await knex.raw(`
    create function full_disk() returns trigger language plpgsql as $$ begin raise exception 'no space' using errcode = '53100'; end $$;
    create trigger full_disk before insert or update or delete on kept_orders for each statement execute function full_disk()`);
  await knex('orders').where({ id: 2 }).update({ delivery_date: '2026-03-28' });
  await expect(keepOrderStates(knex)).rejects.toThrow('no space');
  await keepOrderStatesIfPossible(knex);
  expect(await knex('noted_orders').where({ order_id: 2 })).not.toEqual([]);
  expect(await differences(knex)).toEqual([]);
  await knex.raw('drop function full_disk cascade');
  await keepOrderStates(knex);
  expect(await knex('noted_orders')).toEqual([]);
});

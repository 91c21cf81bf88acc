import fc from 'fast-check';
import type { Knex } from 'knex';
import { describe, expect, it } from 'vitest';
import { clearPassed } from '../../server/db/jobs/retention.ts';
import { PUBLISHED } from '../../server/db/plan.ts';
import { deskOf } from '../../server/features/runs/desk/desk.service.ts';
import { createReading } from '../../server/features/runs/desk/reading.ts';
import { READ_OF } from '../../server/features/runs/desk/touched.store.ts';
import { PLACED } from '../../server/features/runs/judge/lots.store.ts';
import { QUERIES } from '../../server/features/runs/tables.store.ts';
import { inSnapshot } from '../../server/features/runs/work/load-rows.ts';
import { TODAY } from '../support/demos.ts';
import { serverHere } from '../support/here.ts';
import { draws } from '../support/properties.ts';

const server = serverHere({ demo: { orders: 25, products: 20 }, planned: true });
const db = (): Knex => server.db;

/** A change of each table that a plan is read from, and how it goes on being another one when it is made again. */
const CHANGES: readonly string[] = [
  `update orders set priority = case priority when 'rush' then 'normal' else 'rush' end where id = (select min(id) from orders)`,
  `update orders set delivery_date = delivery_date + 1 where id % 7 = 0`,
  `delete from orders where id = (select max(id) from orders)`,
  `update lots set lot_number = lot_number || 'x' where id = (select min(id) from lots)`,
  `update castings set casting_date = casting_date + 1 where lot_id = (select min(lot_id) from castings)`,
  `delete from castings where lot_id = (select max(lot_id) from castings)`,
  `update order_tasks set work_hours = work_hours + 1 where id = (select min(id) from order_tasks)`,
  `update order_tasks set received_quantity = received_quantity + 1 where id % 11 = 0 and order_quantity > received_quantity`,
  `update tasks set task_name = task_name || '改' where id = (select min(id) from tasks)`,
  `update products set round_up = coalesce(round_up, 0) + 1 where id % 3 = 0`,
  `update products set active = not active where id = (select min(product_id) from orders)`,
  `update heat_treatments set retention_time = retention_time + 1`,
  `update product_processings set waiting_days = waiting_days + 1`,
  `update demoldings set demolding_time = demolding_time + 1`,
  `update facilities set availability = availability + 1 where id % 2 = 0`,
  `delete from facility_tasks where (facility_id, task_id) = (select facility_id, task_id from facility_tasks order by 1, 2 limit 1)`,
  `insert into facility_availabilities (facility_id, date, units) select min(id), date '2030-01-01' + (random() * 3000)::integer, 1 from facilities on conflict do nothing`,
  `insert into facility_stops (facility_id, reason, stopped_at, resumes_on) select min(id), '設備故障', timestamptz '${TODAY} 08:00+09', date '${TODAY}' + 5 from facilities on conflict do nothing`,
  `update facility_stops set resumed_at = now() where resumed_at is null`,
  `insert into holidays (date) select date '2031-01-01' + (random() * 3000)::integer on conflict do nothing`,
  `delete from holidays where date = (select max(date) from holidays)`,
  `update outsourcings set active = not active where id = (select min(id) from outsourcings)`,
  `insert into outsourcing_answers (order_task_id, task_id, outsourcing_code, answered_date) select id, task_id, outsourcing_code, date '${TODAY}' + 9 from order_tasks where outsourcing_code <> '' order by random() limit 1 on conflict do nothing`,
  `delete from outsourcing_answers where order_task_id = (select min(order_task_id) from outsourcing_answers)`,
  `select open_actuals(array(select id from plan_entries where layer = ${PUBLISHED} order by random() limit 2))`,
  `update actuals set started_at = timestamptz '${TODAY} 08:00+09' where started_at is null`,
  `update actuals set by_hand = not by_hand where order_task_id = (select min(order_task_id) from actuals)`,
  `update plan_entries set locked = not locked where layer = ${PUBLISHED} and id % 5 = 0`,
  `update plan_entries set start_at = start_at + interval '1 day', end_at = end_at + interval '1 day' where layer = ${PUBLISHED} and id % 13 = 0`,
  `update furnace_runs set run_end = run_end + interval '12 hours' where layer = ${PUBLISHED}`,
  `insert into furnace_loads (furnace_run_id, facility_id, facility_name, unit, run_start, run_end) select id, facility_id, '', unit, run_start, run_end from furnace_runs r where layer = ${PUBLISHED}
     and not exists (select 1 from furnace_loads d where d.furnace_run_id = r.id) limit 1`,
  `update furnace_loads set started_at = run_start where furnace_run_id = (select min(furnace_run_id) from furnace_loads)`,
  `delete from furnace_run_members where layer = ${PUBLISHED} and plan_entry_id = (select max(plan_entry_id) from furnace_run_members where layer = ${PUBLISHED})`,
  `insert into outsourcing_requests (order_task_id, task_id, outsourcing_code, asked_at) select id, task_id, outsourcing_code, timestamptz '${TODAY} 08:00+09' from order_tasks where outsourcing_code <> '' order by random() limit 1 on conflict do nothing`,
  `with p as (insert into promises (asked_by, title, lines, answers) values ('1004', '', '[]', '[]') returning id)
   insert into kept_promises (promise_id, line, order_id, serial_number, product_id, promised_on, kept_by, expires_at)
   select p.id, 1, o.id, o.serial_number, o.product_id, date '${TODAY}', '1002', timestamptz '${TODAY} 08:00+09' from p, (select * from orders where product_id is not null order by random() limit 1) o`,
  `update kept_promises set state = 'released' where state = 'kept'`,
  `insert into settings (key, value) values ('plan_settings', '{"near_working_days": 6}') on conflict (key) do update set value = '{"near_working_days": 7}'`,
];

describe('a reading that stays', () => {
  it('is held against a change of every table that it is made of', () => {
    const isChanged = (table: string): boolean => CHANGES.some((text) => new RegExp(`(update|into|delete from) ${table}\\b`).test(text));
    expect([...new Set(Object.values(READ_OF).flat())].filter((table) => !isChanged(table))).toEqual([]);
  });

  it('says what a fresh one says, whatever has changed, was taken back, or was under way while it was read', async () => {
    const warm = createReading();
    const isFresh = (): Promise<void> =>
      inSnapshot(db(), async (trx) => {
        const [{ rows, lots, settings }, fresh] = [await warm(trx, PUBLISHED), await createReading()(trx, PUBLISHED)];
        expect(rows).toEqual(fresh.rows);
        expect(lots.tables).toEqual(fresh.lots.tables);
        expect(settings).toEqual(fresh.settings);
      });
    const change = fc.record({
      made: fc.array(fc.nat(CHANGES.length - 1), { minLength: 1, maxLength: 3 }),
      ends: fc.constantFrom('at once', 'later', 'not'),
    });
    await isFresh();
    for (const [at] of CHANGES.entries()) {
      await db().raw(CHANGES[at]!);
      await isFresh();
    }
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 3 }), async (changes) => {
        for (const { made, ends } of changes) {
          const trx = await db().transaction();
          try {
            for (const at of made) await trx.raw(CHANGES[at]!);
            if (ends !== 'at once') await isFresh();
            await (ends === 'not' ? trx.rollback() : trx.commit());
          } catch (error) {
            await trx.rollback();
            throw error;
          }
          await isFresh();
        }
      }),
      draws(12),
    );
  });

  it('reads nothing again where nothing has changed', async () => {
    const warm = createReading();
    const read = () => inSnapshot(db(), (trx) => warm(trx, PUBLISHED));
    const { version } = await read();
    expect((await read()).version).toBe(version);
    await db().raw(CHANGES[0]!);
    const { rows, version: next } = await read();
    expect(next).toBe(version + 1);
    expect((await read()).rows).toBe(rows);
  });

  it('is told of which rows they were until the changes are many', async () => {
    const told = async (): Promise<number> => Number((await db()('table_changes').count('* as n'))[0]!.n);
    const before = await told();
    await clearPassed(db());
    expect(await told()).toBe(before);
    await db().raw(`insert into table_changes (table_name, keys) select 'order_tasks', array[n] from generate_series(1, 5001) n`);
    await clearPassed(db());
    expect(await told()).toBe((await db()('table_changes').distinct('table_name')).length);
  });

  it('knows of every table that each of its queries reads, and each of these tells of its changes', async () => {
    const { rows } = await db().raw(`select c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'changed'`);
    const telling = new Set(rows.map(({ relname }: { relname: string }) => relname));
    for (const [table, query] of Object.entries({ ...QUERIES, placed: PLACED })) {
      const { rows: plan } = await db().raw(`explain (format json) ${query}`, { plan: PUBLISHED });
      const read = [...JSON.stringify(plan).matchAll(/"Relation Name":"(\w+)"/g)].map(([, name]) => name!);
      expect([table, read.filter((name) => !READ_OF[table as keyof typeof READ_OF].includes(name))]).toEqual([table, []]);
      expect([table, READ_OF[table as keyof typeof READ_OF].filter((name) => !telling.has(name))]).toEqual([table, []]);
    }
    expect(telling).toContain('settings');
  });
});

describe('the desk', () => {
  it('answers after its thread was killed, and tells who waited for it', async () => {
    const desk = deskOf(db());
    const question = { plan: PUBLISHED, today: TODAY };
    const first = await desk.ask('misfits', question);
    expect(desk.heap()).toBeGreaterThan(0);
    const told = expect(desk.ask('misfits', question)).rejects.toThrow();
    await desk.close();
    await told;
    expect(desk.heap()).toBe(0);
    expect(await desk.ask('misfits', question)).toEqual(first);
    await desk.close();
  });

  it('answers who saves a bar before who looks at the whole plan, whoever asked first', async () => {
    const desk = deskOf(db());
    const [plan, today] = [PUBLISHED, TODAY];
    const answered: string[] = [];
    const note = (kind: string) => (): void => void answered.push(kind);
    // While the first is read the others arrive.
    await Promise.all([
      desk.ask('routings', { product_id: 0 }).then(note('routings')),
      desk.ask('misfits', { plan, today }).then(note('misfits')),
      desk.ask('conflicts', { plan, today, now: `${TODAY}T08:00:00+09:00` }).then(note('conflicts')),
      desk.ask('judge', { plan, today, ids: [], change: null }).then(note('judge')),
    ]);
    await desk.close();
    expect(answered).toEqual(['routings', 'judge', 'conflicts', 'misfits']);
  });

  it('leaves a search of the whole plan for who saves a bar, and ends it behind him', async () => {
    const desk = deskOf(db());
    const [plan, today] = [PUBLISHED, TODAY];
    const answered: string[] = [];
    const ids = (await db()('bars').where('open', true).limit(3).pluck('id')).map(Number);
    const [found] = await Promise.all([
      desk.ask('misfits', { plan, today }).finally(() => answered.push('misfits')),
      desk.ask('judge', { plan, today, ids, change: null }).finally(() => answered.push('judge')),
    ]);
    expect(answered).toEqual(['judge', 'misfits']);
    expect(found).toEqual(await deskOf(db(), 0).ask('misfits', { plan, today }));
    await desk.close();
  });

  it('lets five who save pass who looks at the whole plan, and no more', async () => {
    const desk = deskOf(db());
    const [plan, today] = [PUBLISHED, TODAY];
    const answered: string[] = [];
    const save = () => desk.ask('judge', { plan, today, ids: [], change: null }).then(() => answered.push('judge'));
    await Promise.all([
      desk.ask('conflicts', { plan, today, now: `${TODAY}T08:00:00+09:00` }).then(() => answered.push('conflicts')),
      ...Array.from({ length: 9 }, save),
    ]);
    await desk.close();
    expect(answered).toEqual([...Array(5).fill('judge'), 'conflicts', ...Array(4).fill('judge')]);
  });

  it('says what went wrong with one question, and answers the next', async () => {
    const desk = deskOf(db());
    await db().raw('alter table demoldings rename to hidden');
    await expect(desk.ask('misfits', { plan: PUBLISHED, today: TODAY })).rejects.toThrow(/demoldings/);
    await db().raw('alter table hidden rename to demoldings');
    expect(await desk.ask('misfits', { plan: PUBLISHED, today: TODAY })).toEqual(
      await deskOf(db(), 0).ask('misfits', { plan: PUBLISHED, today: TODAY }),
    );
    await desk.close();
  });
});

import type { Knex } from 'knex';
import { loadDemo } from '../../seeds/demo/load.ts';
import { demoOfTasks } from '../../seeds/demo/plant/sizes.ts';
import { PUBLISHED } from '../../server/db/plan.ts';

/** Tasks of a furnace that go in together. */
const IN_A_RUN = 4;

/** A foundry whose open tasks stand on bars over so many days, made without a run: its figures mean nothing, its size does. */
export async function planOfTasks(db: Knex, { tasks, days, today }: { tasks: number; days: number; today: string }): Promise<number> {
  await loadDemo(db, demoOfTasks({ tasks, today }), { clock: () => Date.parse(`${today}T07:00:00+09:00`) });
  await db.raw(
    `insert into plan_entries (layer, id, lot_id, task_id, task_sort, facility_id, outsourced, start_at, end_at)
     select ${PUBLISHED}, ot.id, ot.lot_id, ot.task_id, ot.task_sort, f.id, f.id is null, at.start_at,
       at.start_at + case when f.furnace then interval '27 hours' else interval '8 hours' end
     from (select *, row_number() over (order by id) as n, count(*) over () as all_tasks from order_tasks) ot
     left join lateral (
       select fa.id, fa.facility_code like '%-05-%' as furnace from facilities fa join facility_tasks ft on ft.facility_id = fa.id
       where ft.task_id = ot.task_id order by hashint8(ot.id / ${IN_A_RUN} + fa.id) limit 1) f on true,
     lateral (select ?::timestamptz + (ot.n * ?::int / (ot.all_tasks + 1)) * interval '1 day' as start_at) at
     order by ot.n limit ?`,
    [`${today}T08:00:00+09:00`, days, tasks],
  );
  await db.raw(
    `with members as (
       select e.id, e.facility_id, e.start_at, e.end_at, (row_number() over (partition by e.facility_id, e.start_at order by e.id) - 1) / ${IN_A_RUN} as part
       from plan_entries e join facilities f on f.id = e.facility_id where f.facility_code like '%-05-%'),
     runs as (
       insert into furnace_runs (layer, facility_id, unit, temperature, retention_time, cooling_method, run_start, run_end)
       select distinct ${PUBLISHED}, facility_id, part::integer, 900, 8, '炉冷', start_at, end_at from members
       returning id, facility_id, unit, run_start)
     insert into furnace_run_members (layer, furnace_run_id, plan_entry_id, pieces, weight, volume)
     select ${PUBLISHED}, r.id, m.id, 2, 400, 0.1 from members m join runs r on r.facility_id = m.facility_id and r.unit = m.part and r.run_start = m.start_at`,
  );
  await db.raw('analyze');
  const [{ count }] = (await db('plan_entries').count('id as count')) as unknown as [{ count: number }];
  return Number(count);
}

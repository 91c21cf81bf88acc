import type { Knex } from 'knex';
import type { Plan } from '../../../db/plan.ts';
import type { Instant } from '../../../domain/ground/plant-time.ts';

/** What a new bar has in a furnace run: one that stands already, by a bar that is in it, or a new one that bars of the same `run` share. */
export interface NewShare {
  run: number;
  with_entry: number | null;
  facility_id: number;
  temperature: number;
  retention_time: number;
  cooling_method: string;
  cooling_time: number;
  run_start: Instant;
  run_end: Instant;
  pieces: number;
  weight: number;
  volume: number;
}

/** A bar of an order task that has none. */
export interface NewBar {
  id: number;
  facility_id: number | null;
  outsourced: boolean;
  start_at: Instant;
  end_at: Instant;
  shares: readonly NewShare[];
}

/** Adds bars to a plan. */
export async function insertBars(trx: Knex.Transaction, plan: Plan, bars: readonly NewBar[]): Promise<void> {
  await trx.raw(
    `insert into plan_entries (layer, id, lot_id, task_id, task_sort, facility_id, outsourced, start_at, end_at, sound_start, sound_end, sound_facility_id)
     select ${plan}, t.id, t.lot_id, t.task_id, t.task_sort, b.facility_id, b.outsourced, b.start_at, b.end_at, b.start_at, b.end_at, b.facility_id
     from jsonb_to_recordset(?::jsonb) as b (id bigint, facility_id bigint, outsourced boolean, start_at timestamptz, end_at timestamptz)
       join order_tasks t on t.id = b.id`,
    [JSON.stringify(bars)],
  );
}

/** The furnace run of a plan that begins then and has this bar in it; undefined: there is none. */
export async function runWith(
  trx: Knex.Transaction,
  plan: Plan,
  { with_entry, facility_id, run_start }: NewShare,
): Promise<number | undefined> {
  const { rows } = await trx.raw(
    `select r.id from furnace_runs r join furnace_run_members m on m.furnace_run_id = r.id
     where r.layer = ${plan} and m.plan_entry_id = ? and r.facility_id = ? and r.run_start = ?`,
    [with_entry, facility_id, run_start],
  );
  return rows[0]?.id;
}

/** Adds a furnace run to a plan, in the first unit that is free of other runs then; gives its id. */
export async function insertRun(trx: Knex.Transaction, plan: Plan, run: NewShare): Promise<number> {
  const { rows } = await trx.raw(
    `insert into furnace_runs (layer, facility_id, unit, temperature, retention_time, cooling_method, cooling_time, run_start, run_end)
     select ${plan}, f.id, coalesce((select min(u) from generate_series(0, f.availability - 1) as u where not exists (
         select 1 from furnace_runs o where o.layer = ${plan} and o.facility_id = f.id and o.unit = u and o.run_start < :run_end and o.run_end > :run_start)), 0),
       :temperature, :retention_time, :cooling_method, :cooling_time, :run_start, :run_end
     from facilities f where f.id = :facility_id returning id`,
    { ...run },
  );
  return rows[0].id;
}

/** Puts bars of a plan into furnace runs. */
export async function joinRuns(
  trx: Knex.Transaction,
  plan: Plan,
  shares: readonly (Pick<NewShare, 'pieces' | 'weight' | 'volume'> & { furnace_run_id: number; plan_entry_id: number })[],
): Promise<void> {
  if (shares.length === 0) return;
  const rows = shares.map(({ furnace_run_id, plan_entry_id, pieces, weight, volume }) => ({
    layer: plan,
    furnace_run_id,
    plan_entry_id,
    pieces,
    weight,
    volume,
  }));
  await trx('furnace_run_members').insert(rows);
}

/** Puts bars where those of other processes stand, in their furnace runs, as far as they have no place yet; gives their ids. */
export async function takeOverBars(trx: Knex.Transaction, plan: Plan, pairs: readonly { from: number; to: number }[]): Promise<number[]> {
  const { rows } = await trx.raw(
    `insert into plan_entries (layer, id, lot_id, task_id, task_sort, facility_id, unit, outsourced, start_at, end_at, work_time_set, sound_start, sound_end, sound_facility_id)
     select e.layer, t.id, t.lot_id, t.task_id, t.task_sort, e.facility_id, e.unit, is_outsourced(t.arrangement, t.outsourcing_code), e.start_at, e.end_at, e.work_time_set,
       e.sound_start, e.sound_end, e.sound_facility_id
     from jsonb_to_recordset(?::jsonb) as p ("from" bigint, "to" bigint) join plan_entries e on e.id = p."from" and e.layer = ${plan} join order_tasks t on t.id = p."to"
     on conflict do nothing returning id`,
    [JSON.stringify(pairs)],
  );
  const ids = rows.map(({ id }: { id: number }) => id);
  await trx.raw(
    `insert into furnace_run_members (layer, furnace_run_id, plan_entry_id, pieces, weight, volume)
     select m.layer, m.furnace_run_id, p."to", m.pieces, m.weight, m.volume
     from jsonb_to_recordset(?::jsonb) as p ("from" bigint, "to" bigint) join furnace_run_members m on m.plan_entry_id = p."from" and m.layer = ${plan}`,
    [JSON.stringify(pairs.filter(({ to }) => ids.includes(to)))],
  );
  return ids;
}

/** Gives an order the lots of another, but for those of whose number it has one itself; gives their bars. */
export async function takeOverLots(trx: Knex.Transaction, plan: Plan, { from, to }: { from: number; to: number }): Promise<number[]> {
  const { rows } = await trx.raw(
    `update lots l set order_id = :to where l.order_id = :from and not exists (select 1 from lots own where own.order_id = :to and own.lot_key = l.lot_key) returning id`,
    { from, to },
  );
  return trx('plan_entries')
    .where('layer', plan)
    .whereIn(
      'lot_id',
      rows.map(({ id }: { id: number }) => id),
    )
    .pluck('id');
}

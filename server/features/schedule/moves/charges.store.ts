import type { Knex } from 'knex';
import { bound } from '../../../db/bound.ts';
import type { Plan } from '../../../db/plan.ts';
import type { RunLoad } from '../../../domain/bars/rules.ts';
import type { Instant } from '../../../domain/ground/plant-time.ts';

/** A bar's share of a furnace run. */
export interface Membership {
  furnace_run_id: number;
  plan_entry_id: number;
  pieces: number;
  weight: number;
  volume: number;
}

/** A furnace run as a move asks for it: where and when it is, its treatment in one word, what is in it and what its furnace holds. */
export interface ChargeRow extends RunLoad {
  id: number;
  facility_id: number;
  recipe: string;
  run_start: Instant;
  run_end: Instant;
  started: boolean;
}

/** The places of these bars in furnace runs of the plan. */
export async function membershipsOf(trx: Knex.Transaction, plan: Plan, entryIds: readonly number[]): Promise<Membership[]> {
  const { rows } = await trx.raw(
    `select furnace_run_id, plan_entry_id, pieces, weight, volume from furnace_run_members where layer = ${plan} and plan_entry_id = any(?::bigint[])`,
    bound([entryIds]),
  );
  return rows;
}

/** These furnace runs of the plan. */
export async function chargesById(trx: Knex.Transaction, plan: Plan, ids: readonly number[]): Promise<ChargeRow[]> {
  const { rows } = await trx.raw(
    `select r.id, r.facility_id, f.facility_name, r.run_start, r.run_end, exists (select 1 from furnace_loads d where d.furnace_run_id = r.id and d.started_at is not null) as started,
       concat_ws('/', r.temperature, r.retention_time, r.cooling_method, r.cooling_time) as recipe, f.max_weight, f.volume as max_volume,
       coalesce(sum(m.weight), 0) as weight, coalesce(sum(m.volume), 0) as volume
     from furnace_runs r join facilities f on f.id = r.facility_id left join furnace_run_members m on m.furnace_run_id = r.id
     where r.layer = ${plan} and r.id = any(?::bigint[]) group by r.id, f.id`,
    bound([ids]),
  );
  return rows;
}

/** Adds a furnace run to the plan with the treatment of another, at another place, in the first unit that is free of other runs then; gives its id. */
export async function insertChargeLike(
  trx: Knex.Transaction,
  plan: Plan,
  id: number,
  { facility, start, end }: { facility: number; start: Instant; end: Instant },
): Promise<number> {
  const { rows } = await trx.raw(
    `insert into furnace_runs (layer, facility_id, unit, temperature, retention_time, cooling_method, cooling_time, run_start, run_end)
     select r.layer, f.id, coalesce((select min(u) from generate_series(0, f.availability - 1) as u where not exists (
         select 1 from furnace_runs o where o.layer = r.layer and o.facility_id = f.id and o.unit = u and o.id <> r.id
           and o.run_start < :end and o.run_end > :start)), 0),
       r.temperature, r.retention_time, r.cooling_method, r.cooling_time, :start, :end
     from furnace_runs r, facilities f where r.layer = ${plan} and r.id = :id and f.id = :facility returning id`,
    { id, facility, start, end },
  );
  return rows[0].id;
}

/** Puts bars of the plan into a furnace run, with the shares they had. */
export async function joinCharge(trx: Knex.Transaction, plan: Plan, furnace_run_id: number, members: readonly Membership[]): Promise<void> {
  await trx('furnace_run_members').insert(members.map((member) => ({ ...member, layer: plan, furnace_run_id })));
}

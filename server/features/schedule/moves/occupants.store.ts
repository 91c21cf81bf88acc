import { bound } from '../../../db/bound.ts';
import type { Plan } from '../../../db/plan.ts';
import { PIECE, PIECES } from '../../../db/sql/pieces.ts';
import type { Db } from '../../../db/types.ts';
import type { PlacedBar } from '../../../domain/bars/judge.ts';
import { addDays, instantAt, type PlantDate } from '../../../domain/ground/plant-time.ts';

/** A bar of another lot, or without a place in this one, as far as it takes a unit; where it stands in several furnace runs, a piece for each. */
export interface PlacedOccupant extends PlacedBar {
  facility: number;
  order_id: number;
  serial_number: string;
  unique_order: string;
  task_name: string;
}

/** The open pieces of the plan on these facilities that touch the days, inclusive. */
export async function occupantsOf(
  db: Db,
  plan: Plan,
  facilities: readonly number[],
  days: readonly [PlantDate, PlantDate],
): Promise<PlacedOccupant[]> {
  const [from, to] = [instantAt(days[0], '00:00'), instantAt(addDays(days[1], 1), '00:00')];
  const { rows } = await db.raw(
    `with near as materialized (
       select id from plan_entries where layer = ${plan} and facility_id = any(:facilities::bigint[]) and start_at < :to and end_at > :from
       union
       select m.plan_entry_id from furnace_runs f join furnace_run_members m on m.furnace_run_id = f.id
       where f.layer = ${plan} and f.facility_id = any(:facilities::bigint[]) and f.run_start < :to and f.run_end > :from)
     select * from (
       select ${PIECE}, e.order_id, e.serial_number, t.task_name, e.unique_order
       from ${PIECES} join tasks t on t.id = e.task_id where e.layer = ${plan} and e.id = any(array(select id from near)) and e.holds) piece
     where facility_id = any(:facilities::bigint[]) and start_at < :to and end_at > :from`,
    bound({ facilities, from, to }),
  );
  return (rows as (PlacedOccupant & { facility_id: number })[]).map(({ facility_id, ...piece }) => ({ ...piece, facility: facility_id }));
}

import { standing } from '../../seeds/demo/standing-rows.ts';
import type { Problem } from '../../server/scheduling/index.ts';
import { type foundry, plan, read } from './plant.ts';
import { randomPlant } from './random-plant.ts';

export type Rows = ReturnType<typeof foundry>;

/** The plant with an outcome as its plan, its bars changed on the way. */
export const withPlan = (rows: Rows, ...[outcome, change]: Parameters<typeof standing>): Rows =>
  ({ ...rows, ...standing(outcome, change) }) as Rows;

/** A plant with its plan of so many rounds standing. */
export function standingPlant(seed: number, orders: number, rounds: number): Rows {
  const rows = randomPlant(seed, orders);
  return withPlan(rows, plan(rows, {}, { rounds }).outcome);
}

/** The plant with a facility closed for its first days. */
export function closed(rows: Rows, facility_id: number): Rows {
  const dates = ['2026-04-02', '2026-04-03', '2026-04-06'];
  const others = rows.facility_availabilities.filter((row) => row.facility_id !== facility_id || !dates.includes(row.date));
  return { ...rows, facility_availabilities: [...others, ...dates.map((date) => ({ facility_id, date, units: 0 }))] };
}

/** A plant whose plan stands, on a morning on which a facility has closed. */
export const morning = (seed: number): Problem => read(closed(standingPlant(seed, 10, 300), 11 + (seed % 4))).problem;

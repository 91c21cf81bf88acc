import { standing } from '../../seeds/demo/standing-rows.ts';
import { plan } from './plant.ts';
import { randomPlant } from './random-plant.ts';

export type Rows = ReturnType<typeof randomPlant>;

/** A plant with its plan of so many rounds standing. */
export function standingPlant(seed: number, orders: number, rounds: number): Rows {
  const rows = randomPlant(seed, orders);
  return { ...rows, ...standing(plan(rows, {}, { rounds }).outcome) } as Rows;
}

/** The plant with a facility closed for its first days. */
export function closed(rows: Rows, facility_id: number): Rows {
  const dates = ['2026-04-02', '2026-04-03', '2026-04-06'];
  const others = rows.facility_availabilities.filter((row) => row.facility_id !== facility_id || !dates.includes(row.date));
  return { ...rows, facility_availabilities: [...others, ...dates.map((date) => ({ facility_id, date, units: 0 }))] };
}

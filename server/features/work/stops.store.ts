import type { Knex } from 'knex';
import type { Db } from '../../db/types.ts';
import type { Instant, PlantDate } from '../../domain/ground/plant-time.ts';
import type { StopReason } from '../../domain/texts/plan/reasons.ts';

/** A facility, or one unit of it, that stands out of order. */
export interface StopRow {
  id: number;
  facility_id: number;
  unit: number | null;
  reason: StopReason;
  stopped_at: Instant;
  resumed_at: Instant | null;
  /** The first day on which it is expected to work again; null: nobody said. */
  resumes_on: PlantDate | null;
}

const COLUMNS = ['id', 'facility_id', 'unit', 'reason', 'stopped_at', 'resumed_at', 'resumes_on'];

/** The stop that lasts of a unit, or of the facility as a whole. */
export const openStop = async (db: Db, facility_id: number, unit: number | null): Promise<StopRow | undefined> =>
  db('facility_stops').where({ facility_id, unit }).whereNull('resumed_at').first(COLUMNS);

/** The stops of these facilities that last, the latest first. */
export const openStops = (db: Db, facilities: readonly number[]): Promise<StopRow[]> =>
  db('facility_stops').whereIn('facility_id', facilities).whereNull('resumed_at').orderBy('stopped_at', 'desc').select(COLUMNS);

/** The stop with this id. */
export const stopOf = async (db: Db, id: number): Promise<StopRow | undefined> => db('facility_stops').where({ id }).first(COLUMNS);

/** Begins a stop. */
export async function beginStop(trx: Knex.Transaction, stop: Omit<StopRow, 'id' | 'resumed_at'>): Promise<StopRow> {
  return (await trx('facility_stops').insert(stop).returning(COLUMNS))[0];
}

/** Ends a stop, lets it last again (null), or says otherwise of it. */
export async function changeStop(
  trx: Knex.Transaction,
  id: number,
  change: Partial<Pick<StopRow, 'resumed_at' | 'reason' | 'resumes_on'>>,
): Promise<StopRow> {
  return (await trx('facility_stops').where({ id }).update(change).returning(COLUMNS))[0];
}

/** Forgets a stop. */
export const dropStop = async (trx: Knex.Transaction, id: number): Promise<void> => {
  await trx('facility_stops').where({ id }).delete();
};

/** What a facility is called. */
export const facilityName = async (db: Db, id: number): Promise<string> =>
  (await db('facilities').where({ id }).first('facility_name'))?.facility_name ?? '';

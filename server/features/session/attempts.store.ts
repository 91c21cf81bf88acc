import type { Knex } from 'knex';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/types.ts';

/** Counts attempts by name until their window ends, for every process. */
export const attemptCounts = (db: Knex, size: { points: number; duration: number }): RateLimiterPostgres =>
  new RateLimiterPostgres({
    ...size,
    storeClient: db,
    storeType: 'knex',
    tableName: 'attempt_counts',
    tableCreated: true,
    keyPrefix: '',
    clearExpiredByTimeout: false,
  });

/** Of the given places those at which employees of these folded ids have signed in before, by id. */
export async function knownPlaces(
  db: Db,
  given: readonly { id: string; place: string }[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const sql = `select given.id, array_agg(given.place) as places from unnest(?::text[], ?::text[]) as given (id, place)
    join employees e on e.employee_key = given.id join known_places k on k.employee_id = e.id and k.place = given.place group by 1`;
  const { rows } = await prepared<{ id: string; places: string[] }>(db, sql, [given.map(({ id }) => id), given.map(({ place }) => place)]);
  return new Map(rows.map(({ id, places }) => [id, new Set(places)]));
}

/** Remembers that the employee has signed in at these places. */
export async function rememberPlaces(db: Db, employee_id: number, places: readonly string[]): Promise<void> {
  const rows = places.map((place) => ({ employee_id, place, last_at: db.fn.now() }));
  await db('known_places').insert(rows).onConflict(['employee_id', 'place']).merge();
}

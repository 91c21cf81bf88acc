import type { Store } from 'express-rate-limit';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/types.ts';

/** Whether a window is open; one that ends a minute later than any that begins now was begun before the clock was set back. */
const isOpen = (known: string, given: string): string =>
  `${known}.resets_at > now() and ${known}.resets_at <= ${given}.resets_at + interval '1 minute'`;

/** Counts hits by name until their window ends, for every process. Beyond `most` nothing is written: the rest of a flood waits for no row. */
export function attemptCounts(db: Db, { most, windowMs }: { most: number; windowMs: number }): Store {
  const counted = (name: string) => db('attempt_counts').where({ name });
  const increment = `
    with given as (select ?::text as name, ?::integer as most, now() + ? * interval '1 ms' as resets_at),
    counted as (
      insert into attempt_counts as known (name, hits, resets_at) select name, 1, resets_at from given
      where not exists (select from attempt_counts c where c.name = given.name and c.hits > given.most and ${isOpen('c', 'given')})
      on conflict (name) do update set
        hits = case when ${isOpen('known', 'excluded')} then known.hits + 1 else 1 end,
        resets_at = case when ${isOpen('known', 'excluded')} then known.resets_at else excluded.resets_at end
      returning name, hits, resets_at
    )
    select hits, (1000 * extract(epoch from resets_at - now()))::float8 as left_ms
    from (table counted union all select c.* from attempt_counts c join given using (name) where not exists (table counted)) known`;
  return {
    async increment(name) {
      const { rows } = await prepared<{ hits: number; left_ms: number }>(db, increment, [name, most, windowMs]);
      const { hits, left_ms } = rows[0] ?? { hits: 1, left_ms: windowMs };
      return { totalHits: hits, resetTime: new Date(Date.now() + left_ms) };
    },
    decrement: async (name) => void (await counted(name).where('hits', '>', 0).decrement('hits')),
    resetKey: async (name) => void (await counted(name).delete()),
  };
}

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

import { PLACED_BY } from '../../db/bar.ts';
import type { Db } from '../../db/types.ts';

/** The id of the published plan. */
export const publishedId = async (db: Db): Promise<number> => (await db('plans').where('published', true).first('id')).id;

/** How many of these bars a run put where they stand and moves again, and begin after an instant. */
export async function countPlacedByRun(db: Db, ids: readonly number[], after: string): Promise<number> {
  const { rows } = await db.raw(
    `select count(*)::integer as count from plan_entries e where e.id = any(?::bigint[]) and e.start_at > ? and ${PLACED_BY} = 'run'`,
    [ids, after] as never,
  );
  return rows[0].count;
}

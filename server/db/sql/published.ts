import type { Instant } from '../../domain/ground/plant-time.ts';
import type { Db } from '../types.ts';

/** SQL: the id of the published plan, one at any time. */
export const PUBLISHED = '(select id from plans where published)';

/** When the published plan was made, by the program's clock; null: never. */
export async function plannedAt(db: Db): Promise<Instant | null> {
  return (await db('plans').where('published', true).first(db.raw('on_clock(published_at) as at')))?.at ?? null;
}

/** Whether nobody has changed the published plan, nor the shop floor said anything of it, since its run wrote it. */
export const UNTOUCHED = 'exists (select 1 from plans where published and edited_at is null and marked_at is null)';

import type { Db } from '../../../db/types.ts';
import { PLAN_PARTS, type PlanPart } from '../../../domain/plant/plan-inputs.ts';
import { changedSince, inputPrints, type Since } from '../work/inputs.store.ts';

/** What was found out about a part: the changes it was judged by, and what came of it. */
interface Judged {
  by: string;
  stale: boolean;
}

/**
 * Tells what the published plan is stale of: the parts of what it was made from that are otherwise now. Bars moved by hand are no such part, and a
 * change that was taken back is none. Empty while there is no plan. `by`: which prints and changes that was found from; as long as it is the
 * same, so is what the plan was made from, but not where its bars stand.
 */
export type Staleness = () => Promise<{ parts: PlanPart[]; by: string }>;

/** What the published plan of a database is stale of, for whoever asks; a part is printed again only when there is another change of it. */
export function stalenessOf(db: Db): Staleness {
  const known = new Map<PlanPart, Judged>();
  return async () => {
    const since = await changedSince(db);
    if (!since) return { parts: [], by: '' };
    const stale = new Set<PlanPart>();
    for (const change of since.changed) if (await isStale(db, since, change, known)) stale.add(change.part);
    return { parts: PLAN_PARTS.filter((part) => stale.has(part)), by: JSON.stringify(since) };
  };
}

async function isStale(
  db: Db,
  { prints }: Since,
  { part, newest, count }: Since['changed'][number],
  known: Map<PlanPart, Judged>,
): Promise<boolean> {
  const print = prints?.[part];
  // A plan of a version that printed nothing.
  if (print === undefined) return true;
  const by = `${print} ${newest} ${count}`;
  const before = known.get(part);
  if (before?.by === by) return before.stale;
  const stale = (await inputPrints(db, [part]))[part] !== print;
  known.set(part, { by, stale });
  return stale;
}

import { PUBLISHED } from '../../../db/plan.ts';
import type { Db } from '../../../db/types.ts';
import { PLAN_PARTS, type PlanPart } from '../../../domain/plant/plan-inputs.ts';
import { changedSince, type InputPrints, inputPrints, printsOf, type Since } from '../work/inputs.store.ts';

/** What was found out about a part: the changes it was judged by, and what came of it. */
interface Judged {
  by: string;
  stale: boolean;
}

/**
 * Tells what the published plan is stale of: the parts of what it was made from that are otherwise now. Bars moved by hand are no such part, and a
 * change that was taken back is none. Empty while there is no plan. `by`: which prints and changes that was found from; as long as it is the
 * same, so is what the plan was made from, but not where its bars stand. `prints`: what it was made from.
 */
export type Staleness = () => Promise<{ parts: PlanPart[]; by: string; prints: InputPrints | null }>;

/** What the published plan of a database is stale of, for whoever asks; a part is printed again only when there is another change of it. */
export function stalenessOf(db: Db): Staleness {
  const known = new Map<PlanPart, Judged>();
  return async () => {
    const since = await changedSince(db, PUBLISHED);
    if (!since) return { parts: [], by: '', prints: null };
    const stale = new Set<PlanPart>();
    for (const change of since.changed) if (await isStale(db, since, change, known)) stale.add(change.part);
    return { parts: PLAN_PARTS.filter((part) => stale.has(part)), by: JSON.stringify(since), prints: since.prints };
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

/** Tells what plans that are not the published one are stale of; tables are printed once for all of them, and only where the published plan does not say it. */
export function otherStaleness(db: Db, staleness: Staleness): (prints: InputPrints | null) => Promise<PlanPart[]> {
  const printed = new Map<PlanPart, Promise<InputPrints>>();
  const now = async (part: PlanPart): Promise<string | undefined> => {
    const print = printed.get(part) ?? inputPrints(db, [part]);
    printed.set(part, print);
    return (await print)[part];
  };
  const published = staleness();
  return async (prints) => {
    const { parts, prints: own } = await published;
    const stale: PlanPart[] = [];
    for (const part of PLAN_PARTS) {
      const isAlike = prints?.[part] === own?.[part];
      if (isAlike ? parts.includes(part) : !parts.includes(part) || (await now(part)) !== prints?.[part]) stale.push(part);
    }
    return stale;
  };
}

/** What the kept plan with this id is stale of. */
export async function staleOf(db: Db, staleness: Staleness, id: number): Promise<PlanPart[]> {
  return otherStaleness(db, staleness)((await printsOf(db, id)) ?? null);
}

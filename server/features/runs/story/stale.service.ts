import type { Knex } from 'knex';
import { isPublished, type Plan, PUBLISHED, rowOf } from '../../../db/plan.ts';
import type { Db } from '../../../db/types.ts';
import { PLAN_PARTS, type PlanPart } from '../../../domain/plant/plan-inputs.ts';

export { type InputPrints, keepPrints, printsOf };

import { changedSince, type InputPrints, inputPrints, keepPrints, printsOf, type Since } from '../work/inputs.store.ts';

/**
 * The parts of what a plan was made from that are otherwise now. `by`: which prints and changes that was found from; as long as it is the same, so is what the plan was
 * made from, but not where its bars stand.
 */
export interface Stale {
  parts: PlanPart[];
  by: string;
}

/** What plans are stale of. Bars moved by hand are no such part, and a change that was taken back is none. */
export interface Staleness {
  /** Of the published plan; empty while there is none. */
  (): Promise<Stale>;
  /** Of a plan that was made from what has these prints. */
  of(prints: InputPrints | null): Promise<Stale>;
}

/** What the plans of a database are stale of, for whoever asks; a part is printed again only when there is another change of it. */
export function stalenessOf(db: Db): Staleness {
  const printed = new Map<PlanPart, { by: string; print: string | undefined }>();
  const printNow = async ({ run, changed }: Since, part: PlanPart): Promise<string | undefined> => {
    const change = changed.find((one) => one.part === part);
    const by = `${run} ${change?.newest ?? 0} ${change?.count ?? 0}`;
    const before = printed.get(part);
    if (before?.by === by) return before.print;
    const print = (await inputPrints(db, [part]))[part];
    printed.set(part, { by, print });
    return print;
  };
  const ofPublished = async (since: Since): Promise<Set<PlanPart>> => {
    const stale = new Set<PlanPart>();
    for (const { part } of since.changed) {
      const print = since.prints?.[part];
      // A plan of a version that printed nothing is otherwise now.
      if (print === undefined || (await printNow(since, part)) !== print) stale.add(part);
    }
    return stale;
  };
  const staleness = async () => {
    const since = await changedSince(db, PUBLISHED);
    if (!since) return { parts: [], by: '' };
    const stale = await ofPublished(since);
    return { parts: PLAN_PARTS.filter((part) => stale.has(part)), by: JSON.stringify([since.prints, since.changed]) };
  };
  const of = async (prints: InputPrints | null): Promise<Stale> => {
    const since = await changedSince(db, PUBLISHED);
    if (!since) return { parts: [], by: '' };
    const published = await ofPublished(since);
    const parts: PlanPart[] = [];
    for (const part of PLAN_PARTS) {
      // Where the published plan says it, nothing is printed: it was made from the same, or from what is there.
      const own = since.prints?.[part];
      const isNow = own !== undefined && !published.has(part);
      if (prints?.[part] === own ? published.has(part) : isNow || (await printNow(since, part)) !== prints?.[part]) parts.push(part);
    }
    return { parts, by: JSON.stringify([prints, since.prints, since.changed]) };
  };
  return Object.assign(staleness, { of });
}

/** What the kept plan with this id is stale of. */
export const staleOf = async (db: Db, staleness: Staleness, id: number): Promise<PlanPart[]> =>
  (await staleness.of((await printsOf(db, id)) ?? null)).parts;

/**
 * Makes a change of what plans are made from that the published plan knows already: of these parts it is not stale afterwards, where it was not before. Call it in the
 * transaction that has locked the plan.
 */
export async function knownToPlan<Result>(
  trx: Knex.Transaction,
  parts: readonly PlanPart[],
  change: () => Promise<Result>,
): Promise<Result> {
  const { id } = await rowOf(trx, PUBLISHED);
  const prints = (await printsOf(trx, id)) ?? null;
  const before = await inputPrints(trx, parts);
  const result = await change();
  const known = parts.filter((part) => prints?.[part] === before[part]);
  if (known.length > 0) await keepPrints(trx, id, { ...prints, ...(await inputPrints(trx, known)) });
  return result;
}

/** What a plan that is laid out is stale of. */
export async function staleOfPlan(db: Db, staleness: Staleness, plan: Plan): Promise<Stale> {
  if (isPublished(plan)) return staleness();
  const { id } = await rowOf(db, plan);
  const { parts, by } = await staleness.of((await printsOf(db, id)) ?? null);
  return { parts, by: `${id} ${by}` };
}

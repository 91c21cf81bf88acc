import type { Random } from '../../../server/scheduling/random.ts';
import { type Edits, edit, newEdits } from './edits.ts';
import { compose, NOWHERE, type OvenPlan } from './ovens.ts';
import { newPool, type Pool } from './pool.ts';

/** Draws moves: each call writes one into `edits`, to be judged and kept or dropped. */
export interface Mover {
  readonly edits: Edits;
  /** Batch that is left empty when the move is kept, NOWHERE: none. */
  emptied: number;
  readonly pool: Pool;
  /** Per machine the place from which on its batches start when `foreseen` says. */
  readonly changedFrom: Int32Array;
  readonly foreseen: Int32Array;
  readonly plan: OvenPlan;
  readonly random: Random;
  /** Jobs of a recipe [from[r], from[r + 1]) by due and by release, and where a job stands there. */
  readonly from: Int32Array;
  readonly byDue: Int32Array;
  readonly byRelease: Int32Array;
  readonly rankDue: Int32Array;
  readonly rankRelease: Int32Array;
}

/** Prepares what moves need to know of the jobs. */
export function createMover(plan: OvenPlan, random: Random): Mover {
  const { ovens } = plan;
  const { jobs, recipe, due, release } = ovens;
  const from = new Int32Array(ovens.recipes + 1);
  for (let job = 0; job < jobs; job++) from[recipe[job]! + 1]!++;
  for (let at = 0; at < ovens.recipes; at++) from[at + 1]! += from[at]!;
  const sorted = (first: Int32Array, second: Int32Array): Int32Array =>
    Int32Array.from({ length: jobs }, (_, job) => job).sort(
      (a, b) => recipe[a]! - recipe[b]! || first[a]! - first[b]! || second[a]! - second[b]! || a - b,
    );
  const ranked = (order: Int32Array): Int32Array => {
    const rank = new Int32Array(jobs);
    order.forEach((job, at) => {
      rank[job] = at;
    });
    return rank;
  };
  const byDue = sorted(due, release);
  const byRelease = sorted(release, due);
  return {
    plan,
    random,
    edits: newEdits(plan),
    emptied: NOWHERE,
    pool: newPool(plan),
    changedFrom: new Int32Array(ovens.machines),
    foreseen: new Int32Array(plan.slots),
    from,
    byDue,
    byRelease,
    rankDue: ranked(byDue),
    rankRelease: ranked(byRelease),
  };
}

/** Whole number 1 … size, small ones much more often. */
export function reach(random: Random, size: number): number {
  const drawn = random.next();
  return 1 + Math.floor(size * drawn * drawn * drawn);
}

/** Another job of the same recipe, mostly one due or released about the same time. */
export function mateOf(mover: Mover, job: number): number {
  const { plan, random, from } = mover;
  const recipe = plan.ovens.recipe[job]!;
  const [low, high] = [from[recipe]!, from[recipe + 1]! - 1];
  if (high === low) return job;
  const due = random.next() < 0.5;
  const step = reach(random, high - low);
  let at = (due ? mover.rankDue : mover.rankRelease)[job]! + (random.next() < 0.5 ? step : -step);
  if (at > high) at = high - ((at - high) % (high - low + 1));
  else if (at < low) at = low + ((low - at) % (high - low + 1));
  return (due ? mover.byDue : mover.byRelease)[at]!;
}

/** Place in a machine's sequence of what would start at `time`. */
export function placeAt(plan: OvenPlan, machine: number, time: number): number {
  const row = machine * plan.slots;
  let low = 0;
  let high = plan.length[machine]!;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (plan.end[plan.sequence[row + middle]!]! <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function placeNear(mover: Mover, machine: number, time: number): number {
  const { plan, random } = mover;
  const length = plan.length[machine]!;
  const step = reach(random, length + 1) - 1;
  const at = placeAt(plan, machine, time) + (random.next() < 0.5 ? step : -step);
  return at < 0 ? 0 : at > length ? length : at;
}

export const startOf = (plan: OvenPlan, batch: number): number => plan.end[batch]! - plan.duration[batch]!;

/** Takes the next draft, to become `batch` (NOWHERE: a new one). */
export function draft(mover: Mover, becomes: number): number {
  mover.edits.becomes[mover.edits.drafts] = becomes;
  return mover.plan.slots + mover.edits.drafts++;
}

/** Puts the draft, or nothing, where the batch is. */
export function replace(mover: Mover, batch: number, id: number): void {
  const { plan } = mover;
  const at = plan.position[batch]!;
  edit(mover.edits, plan.machine[batch]!, at, at + 1, id);
}

/** The batch without one job: a draft in its place, or nothing. */
export function without(mover: Mover, batch: number, job: number): void {
  if (mover.plan.members[batch] === 1) {
    mover.emptied = batch;
    replace(mover, batch, NOWHERE);
    return;
  }
  const rest = draft(mover, batch);
  compose(mover.plan, rest, batch, job, NOWHERE);
  replace(mover, batch, rest);
}

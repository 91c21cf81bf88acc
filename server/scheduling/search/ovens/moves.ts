import type { Random } from '../../random.ts';
import { begin, type Edits, edit, newEdits } from './edits.ts';
import { compose, composeMore, fits, NOWHERE, type OvenPlan, SLACK, summarize } from './ovens.ts';

export const NEIGHBOURHOODS = [
  'job to batch',
  'job to new batch',
  'swap jobs',
  'trade jobs',
  'push jobs on',
  'move batch',
  'swap batches',
  'merge batches',
  'split batch',
  'swap tails',
] as const;

/** Draws moves: each call writes one into `edits`, to be judged and kept or dropped. */
export interface Mover {
  readonly edits: Edits;
  /** Batch that is left empty when the move is kept, NOWHERE: none. */
  emptied: number;
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
    ...{ plan, random, edits: newEdits(plan), emptied: NOWHERE, from, byDue, byRelease },
    ...{ rankDue: ranked(byDue), rankRelease: ranked(byRelease) },
  };
}

/** Whole number 1 … size, small ones much more often. */
function reach(random: Random, size: number): number {
  const drawn = random.next();
  return 1 + Math.floor(size * drawn * drawn * drawn);
}

/** Another job of the same recipe, mostly one due or released about the same time. */
function mateOf(mover: Mover, job: number): number {
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
function placeAt(plan: OvenPlan, machine: number, time: number): number {
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

function placeNear(mover: Mover, machine: number, time: number): number {
  const { plan, random } = mover;
  const length = plan.length[machine]!;
  const step = reach(random, length + 1) - 1;
  const at = placeAt(plan, machine, time) + (random.next() < 0.5 ? step : -step);
  return at < 0 ? 0 : at > length ? length : at;
}

const startOf = (plan: OvenPlan, batch: number): number => plan.end[batch]! - plan.duration[batch]!;

/** Takes the next draft, to become `batch` (NOWHERE: a new one). */
function draft(mover: Mover, becomes: number): number {
  mover.edits.becomes[mover.edits.drafts] = becomes;
  return mover.plan.slots + mover.edits.drafts++;
}

/** Puts the draft, or nothing, where the batch is. */
function replace(mover: Mover, batch: number, id: number): void {
  const { plan } = mover;
  const at = plan.position[batch]!;
  edit(plan, mover.edits, plan.machine[batch]!, at, at + 1, id);
}

/** The batch without one job: a draft in its place, or nothing. */
function without(mover: Mover, batch: number, job: number): void {
  if (mover.plan.members[batch] === 1) {
    mover.emptied = batch;
    replace(mover, batch, NOWHERE);
    return;
  }
  const rest = draft(mover, batch);
  compose(mover.plan, rest, batch, job, NOWHERE);
  replace(mover, batch, rest);
}

function jobToBatch(mover: Mover): boolean {
  const { plan, random } = mover;
  const job = random.below(plan.ovens.jobs);
  const from = plan.batchOf[job]!;
  const to = plan.batchOf[mateOf(mover, job)]!;
  if (from === to || plan.load[to]! + plan.ovens.size[job]! > plan.ovens.capacity[plan.machine[to]!]! + SLACK) return false;
  const grown = draft(mover, to);
  compose(plan, grown, to, NOWHERE, job);
  if (!fits(plan, grown, plan.machine[to]!)) return false;
  without(mover, from, job);
  replace(mover, to, grown);
  return true;
}

function jobToNewBatch(mover: Mover): boolean {
  const { plan, random } = mover;
  const { ovens } = plan;
  const job = random.below(ovens.jobs);
  const from = plan.batchOf[job]!;
  const machine = random.below(ovens.machines);
  if (plan.members[from] === 1) return false;
  const alone = draft(mover, NOWHERE);
  compose(plan, alone, NOWHERE, NOWHERE, job);
  if (!fits(plan, alone, machine)) return false;
  const wish = random.next();
  const time = wish < 0.5 ? startOf(plan, from) : wish < 0.75 ? ovens.release[job]! : ovens.due[job]! - ovens.shortest[job]!;
  return insertBeside(mover, from, job, alone, machine, placeNear(mover, machine, time));
}

/** Takes `job` out of `from` and puts the draft into a place that counts with `from` still there. */
function insertBeside(mover: Mover, from: number, job: number, id: number, machine: number, at: number): boolean {
  without(mover, from, job);
  edit(mover.plan, mover.edits, machine, at, at, id);
  return true;
}

function swapJobs(mover: Mover): boolean {
  const { plan, random } = mover;
  const { size, capacity } = plan.ovens;
  const a = random.below(plan.ovens.jobs);
  const b = mateOf(mover, a);
  const first = plan.batchOf[a]!;
  const second = plan.batchOf[b]!;
  if (first === second) return false;
  if (plan.load[first]! - size[a]! + size[b]! > capacity[plan.machine[first]!]! + SLACK) return false;
  if (plan.load[second]! - size[b]! + size[a]! > capacity[plan.machine[second]!]! + SLACK) return false;
  const [one, other] = [draft(mover, first), draft(mover, second)];
  compose(plan, one, first, a, b);
  if (!fits(plan, one, plan.machine[first]!)) return false;
  compose(plan, other, second, b, a);
  if (!fits(plan, other, plan.machine[second]!)) return false;
  replace(mover, first, one);
  replace(mover, second, other);
  return true;
}

/** A job into a batch that is too full for it; so many others as must go come back for it. */
function tradeJobs(mover: Mover): boolean {
  const { plan, random } = mover;
  const { size, capacity, jobs } = plan.ovens;
  const a = random.below(jobs);
  const from = plan.batchOf[a]!;
  const to = plan.batchOf[mateOf(mover, a)]!;
  if (from === to || plan.members[to]! < 2) return false;
  const [left, grown] = [draft(mover, from), draft(mover, to)];
  compose(plan, left, from, a, NOWHERE);
  compose(plan, grown, to, NOWHERE, a);
  const room = capacity[plan.machine[to]!]! + SLACK;
  const base = (grown - plan.slots) * jobs;
  const back = (left - plan.slots) * jobs;
  let load = plan.load[grown]!;
  for (let times = 0; times < 4 && (load > room || times === 0); times++) {
    const count = plan.members[grown]! - 1;
    if (count === 0) return false;
    const at = base + random.below(count);
    const out = plan.draft[at]!;
    plan.draft[at] = plan.draft[base + count - 1]!;
    plan.draft[base + count - 1] = a;
    plan.draft[back + plan.members[left]!++] = out;
    plan.members[grown] = count;
    load -= size[out]!;
  }
  if (load > room) return false;
  summarize(plan, left);
  summarize(plan, grown);
  if (!fits(plan, grown, plan.machine[to]!) || !fits(plan, left, plan.machine[from]!)) return false;
  replace(mover, from, left);
  replace(mover, to, grown);
  return true;
}

/** A job into a full batch, one of that batch into a third. */
function pushJobsOn(mover: Mover): boolean {
  const { plan, random } = mover;
  const { size, capacity } = plan.ovens;
  const a = random.below(plan.ovens.jobs);
  const b = mateOf(mover, a);
  const [from, to, third] = [plan.batchOf[a]!, plan.batchOf[b]!, plan.batchOf[mateOf(mover, b)]!];
  if (from === to || to === third || from === third) return false;
  if (plan.load[to]! - size[b]! + size[a]! > capacity[plan.machine[to]!]! + SLACK) return false;
  if (plan.load[third]! + size[b]! > capacity[plan.machine[third]!]! + SLACK) return false;
  const [changed, grown] = [draft(mover, to), draft(mover, third)];
  compose(plan, changed, to, b, a);
  if (!fits(plan, changed, plan.machine[to]!)) return false;
  compose(plan, grown, third, NOWHERE, b);
  if (!fits(plan, grown, plan.machine[third]!)) return false;
  without(mover, from, a);
  replace(mover, to, changed);
  replace(mover, third, grown);
  return true;
}

function moveBatch(mover: Mover): boolean {
  const { plan, random } = mover;
  const batch = plan.batchOf[random.below(plan.ovens.jobs)]!;
  const [machine, at] = [plan.machine[batch]!, plan.position[batch]!];
  const to = random.next() < 0.5 ? machine : random.below(plan.ovens.machines);
  if (to !== machine) {
    if (!fits(plan, batch, to)) return false;
    replace(mover, batch, NOWHERE);
    const place = placeNear(mover, to, startOf(plan, batch));
    edit(plan, mover.edits, to, place, place, batch);
    return true;
  }
  const step = reach(random, plan.length[machine]!);
  const place = random.next() < 0.5 ? at - step : at + 1 + step;
  if (place < 0 || place > plan.length[machine]!) return false;
  replace(mover, batch, NOWHERE);
  edit(plan, mover.edits, machine, place, place, batch);
  return true;
}

function swapBatches(mover: Mover): boolean {
  const { plan, random } = mover;
  const a = plan.batchOf[random.below(plan.ovens.jobs)]!;
  const machine = plan.machine[a]!;
  const other = random.below(plan.ovens.machines);
  let place: number;
  if (other === machine) {
    const step = reach(random, plan.length[machine]!);
    place = plan.position[a]! + (random.next() < 0.5 ? step : -step);
  } else place = placeNear(mover, other, startOf(plan, a));
  if (place < 0 || place >= plan.length[other]!) return false;
  const b = plan.sequence[other * plan.slots + place]!;
  if (a === b || (other !== machine && (!fits(plan, a, other) || !fits(plan, b, machine)))) return false;
  replace(mover, a, b);
  replace(mover, b, a);
  return true;
}

function mergeBatches(mover: Mover): boolean {
  const { plan, random } = mover;
  const job = random.below(plan.ovens.jobs);
  const from = plan.batchOf[job]!;
  const to = plan.batchOf[mateOf(mover, job)]!;
  if (from === to || plan.load[from]! + plan.load[to]! > plan.ovens.capacity[plan.machine[to]!]! + SLACK) return false;
  const both = draft(mover, to);
  compose(plan, both, to, NOWHERE, NOWHERE);
  composeMore(plan, both, from);
  if (!fits(plan, both, plan.machine[to]!)) return false;
  mover.emptied = from;
  replace(mover, from, NOWHERE);
  replace(mover, to, both);
  return true;
}

function splitBatch(mover: Mover): boolean {
  const { plan, random } = mover;
  const { jobs } = plan.ovens;
  const batch = plan.batchOf[random.below(jobs)]!;
  const size = plan.members[batch]!;
  if (size < 3) return false;
  const machine = random.below(plan.ovens.machines);
  const [stay, go] = [draft(mover, batch), draft(mover, NOWHERE)];
  let [staying, going] = [(stay - plan.slots) * jobs, (go - plan.slots) * jobs];
  for (let job = plan.first[batch]!; job !== NOWHERE; job = plan.next[job]!) {
    if (random.next() < 0.5) plan.draft[staying++] = job;
    else plan.draft[going++] = job;
  }
  plan.members[stay] = staying - (stay - plan.slots) * jobs;
  plan.members[go] = going - (go - plan.slots) * jobs;
  if (plan.members[stay] === 0 || plan.members[go] === 0) return false;
  summarize(plan, stay);
  summarize(plan, go);
  if (!fits(plan, go, machine)) return false;
  replace(mover, batch, stay);
  const place = placeNear(mover, machine, startOf(plan, batch));
  edit(plan, mover.edits, machine, place, place, go);
  return true;
}

/** Exchanges what two machines do from about one time on. */
function swapTails(mover: Mover): boolean {
  const { plan, random, edits } = mover;
  const { machines, jobs } = plan.ovens;
  const batch = plan.batchOf[random.below(jobs)]!;
  const [a, b] = [plan.machine[batch]!, random.below(machines)];
  if (a === b) return false;
  const [fromA, fromB] = [plan.position[batch]!, placeNear(mover, b, startOf(plan, batch))];
  const [tailA, tailB] = [plan.length[a]! - fromA, plan.length[b]! - fromB];
  for (let at = 0; at < tailA; at++) if (!fits(plan, plan.sequence[a * plan.slots + fromA + at]!, b)) return false;
  for (let at = 0; at < tailB; at++) if (!fits(plan, plan.sequence[b * plan.slots + fromB + at]!, a)) return false;
  edit(plan, edits, a, fromA, plan.length[a]!, NOWHERE);
  edit(plan, edits, b, fromB, plan.length[b]!, NOWHERE);
  const [first, second] = [edits.edits[0]!, edits.edits[1]!];
  for (let at = 0; at < tailB; at++) first.ids[first.count++] = plan.sequence[b * plan.slots + fromB + at]!;
  for (let at = 0; at < tailA; at++) second.ids[second.count++] = plan.sequence[a * plan.slots + fromA + at]!;
  return true;
}

const DRAW: readonly ((mover: Mover) => boolean)[] = [
  jobToBatch,
  jobToNewBatch,
  swapJobs,
  tradeJobs,
  pushJobsOn,
  moveBatch,
  swapBatches,
  mergeBatches,
  splitBatch,
  swapTails,
];

/** Draws a move of a neighbourhood; false where the draw led to none. */
export function draw(mover: Mover, neighbourhood: number): boolean {
  begin(mover.edits);
  mover.emptied = NOWHERE;
  return DRAW[neighbourhood]!(mover);
}

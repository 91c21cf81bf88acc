import { begin, edit } from './edits.ts';
import { draft, type Mover, mateOf, placeNear, reach, replace, startOf, without } from './mover.ts';
import { compose, composeMore, fits, NOWHERE, SLACK, summarize } from './ovens.ts';
import { moveAndRefill, swapAndRefill } from './refill.ts';
import { repack } from './repack.ts';
import { swapStretches, swapTails } from './stretches.ts';

/** The neighbourhoods by name. */
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
  'swap stretches',
  'move and refill',
  'swap and refill',
  'repack',
] as const;

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
  const job = random.below(plan.ovens.jobs);
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
  edit(mover.edits, machine, at, at, id);
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
  const a = random.below(plan.ovens.jobs);
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
    edit(mover.edits, to, place, place, batch);
    return true;
  }
  const step = reach(random, plan.length[machine]!);
  const place = random.next() < 0.5 ? at - step : at + 1 + step;
  if (place < 0 || place > plan.length[machine]!) return false;
  replace(mover, batch, NOWHERE);
  edit(mover.edits, machine, place, place, batch);
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
  const batch = plan.batchOf[random.below(plan.ovens.jobs)]!;
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
  edit(mover.edits, machine, place, place, go);
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
  swapStretches,
  moveAndRefill,
  swapAndRefill,
  repack,
];

/** Draws a move of a neighbourhood; false where the draw led to none. */
export function draw(mover: Mover, neighbourhood: number): boolean {
  begin(mover.edits);
  mover.emptied = NOWHERE;
  return DRAW[neighbourhood]!(mover);
}

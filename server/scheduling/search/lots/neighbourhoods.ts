import { readyOf } from '../../place/occupancy.ts';
import { PLAIN_TASTE } from '../../place/placement.ts';
import { NONE, type Problem } from '../../problem.ts';
import { anyMode, firstFree, lastChain, pick, pickHeat, pickLate, pickWaiting, startingBetween } from './choose.ts';
import { merge, moveRun, recipe, swapLots } from './furnace-moves.ts';
import { type Move, type Neighbourhood, rebuildAll, tasteOf } from './move.ts';
import { isPlain, placeAgain, placePresent, rebuildBackward, rebuildForward } from './rebuild.ts';
import { liftStep, ruin, type Workspace } from './workspace.ts';

/** Reused by the moves below. */
const found: number[] = [];

/** A late lot goes first, then the lots that stood before it where it waited longest. */
const lateOrder: Move = (work, choices) => {
  const job = pickLate(work, choices);
  if (job === NONE) return false;
  const chain = lastChain(work, job);
  const waiting = pickWaiting(work, chain);
  if (waiting === NONE) return false;
  const { draft, problem, random } = work;
  const mode = random.next() < 0.7 ? draft.mode[waiting]! : anyMode(work, waiting);
  const ready = readyOf(draft, waiting);
  startingBetween(draft, problem.modes.machine[mode]!, ready - draft.stretchTicks, draft.start[waiting]!, found);
  ruin(work, waiting);
  const blockers = Math.min(found.length, 1 + random.below(4));
  for (let i = 0; i < blockers; i += 1) {
    const blocker = found[random.below(found.length)]!;
    if (draft.start[blocker] === NONE) continue;
    // A furnace is free only when the whole run goes.
    const mates = draft.furnaceRun[blocker] && random.next() < 0.7 ? [...(draft.furnaceRun[blocker]?.members ?? [])] : [blocker];
    for (const mate of mates) if (problem.activities.chain[mate] !== chain && draft.start[mate] !== NONE) liftStep(work, mate);
  }
  rebuildAll(work, [chain], true);
  return true;
};

/** Most tasks of a facility that are put in another order at once. */
const MOST_IN_SEQUENCE = 40;

/**
 * Puts the queue of a facility around a waiting task into another order, so that it closes up: the task goes ahead of some others, or the queue is sorted by
 * due starts with some noise. Later steps of those lots stay if they can.
 */
const resequence: Move = (work, choices) => {
  const { draft, problem, random } = work;
  const chain = random.next() < 0.7 && choices.late.length > 0 ? lastChain(work, pickLate(work, choices)) : pick(work, choices.open);
  const waiting = chain === NONE ? NONE : pickWaiting(work, chain);
  if (waiting === NONE || draft.furnaceRun[waiting]) return false;
  const ready = readyOf(draft, waiting);
  const start = draft.start[waiting]!;
  const machine = problem.modes.machine[draft.mode[waiting]!]!;
  startingBetween(draft, machine, ready - draft.stretchTicks, start + draft.stretchTicks * (1 + random.below(3)), found);
  const queue = found.filter((a) => !draft.furnaceRun[a]).sort((a, b) => draft.start[a]! - draft.start[b]! || a - b);
  if (queue.length < 2) return false;
  const at = queue.indexOf(waiting);
  const ahead = Math.max(0, at - MOST_IN_SEQUENCE / 2);
  const near = queue.slice(ahead, ahead + MOST_IN_SEQUENCE);
  for (const a of near) if (draft.start[a] !== NONE) liftStep(work, a);
  for (const a of reordered(work, near, at - ahead)) if (draft.start[a] === NONE) placeAgain(work, a, EARLIEST);
  rebuildKeeping(work);
  return true;
};

const EARLIEST = { taste: PLAIN_TASTE, keep: 0 };
const KEEPING = { taste: PLAIN_TASTE, keep: 1 };

/** The queue with its waiting member further ahead, or sorted anew. */
function reordered(work: Workspace, queue: readonly number[], at: number): number[] {
  const { random, dueStart, draft } = work;
  if (at > 0 && random.next() < 0.6) {
    const to = random.below(at);
    return [...queue.slice(0, to), queue[at]!, ...queue.slice(to, at), ...queue.slice(at + 1)];
  }
  const noise = draft.stretchTicks * (random.next() < 0.5 ? 1 : 5);
  const keys = new Map(queue.map((a) => [a, dueStart[a]! + noise * random.next()]));
  return [...queue].sort((a, b) => (keys.get(a) as number) - (keys.get(b) as number) || a - b);
}

/** Places the rest of the lifted lots in their old order, each at its old place if that is still free. */
function rebuildKeeping(work: Workspace): void {
  const left = work.lifted.filter((a) => work.draft.start[a] === NONE);
  left.sort((a, b) => work.oldStart[a]! - work.oldStart[b]! || a - b);
  for (const a of left) placeAgain(work, a, work.random.next() < 0.5 ? KEEPING : EARLIEST);
  if (work.partial) for (const chain of work.chains) rebuildForward(work, chain, work.random.next() < 0.5 ? KEEPING : EARLIEST);
}

/** A late order with all its lots goes before whole orders that stand in its way; these follow one after the other. */
const exchangeOrders: Move = (work, choices) => {
  const job = pickLate(work, choices);
  if (job === NONE) return false;
  const { draft, problem, random } = work;
  const waiting = pickWaiting(work, lastChain(work, job));
  if (waiting === NONE) return false;
  const machine = problem.modes.machine[draft.mode[waiting]!]!;
  startingBetween(draft, machine, readyOf(draft, waiting) - draft.stretchTicks, draft.start[waiting]!, found);
  const jobs = [job];
  for (let count = 1 + random.below(3); count > 0 && found.length > 0; count -= 1) {
    const other = problem.chains.job[problem.activities.chain[found[random.below(found.length)]!]!]!;
    if (!jobs.includes(other)) jobs.push(other);
  }
  if (lotsOf(problem, jobs) > MOST_LOTS) return false;
  for (const each of jobs) ruinOrder(work, each);
  for (const each of jobs) {
    const taste = tasteOf(work);
    const keep = each === job ? 0 : random.below(2);
    for (let c = problem.jobs.chainFrom[each]!; c < problem.jobs.chainFrom[each + 1]!; c += 1) {
      if (work.chainFrom[c] !== NONE) rebuildForward(work, c, { taste, keep });
    }
  }
  return work.lifted.length > 0;
};

/** Lots that one move lifts at most. */
const MOST_LOTS = 16;
const lotsOf = ({ jobs }: Problem, some: readonly number[]): number =>
  some.reduce((sum, job) => sum + jobs.chainFrom[job + 1]! - jobs.chainFrom[job]!, 0);

function ruinOrder(work: Workspace, job: number): void {
  const { jobs } = work.problem;
  for (let c = jobs.chainFrom[job]!; c < jobs.chainFrom[job + 1]!; c += 1) {
    const first = firstFree(work, c);
    if (first !== NONE && work.draft.start[first] !== NONE) ruin(work, first);
  }
}

/**
 * Lots that leave one furnace run together follow one another in another order, through every process behind it: one goes elsewhere in the line, or two change
 * places. Lots that only swap on one facility would wait for each other on the next.
 */
const reorderBehindRun: Move = (work, choices) => {
  const { draft, problem, random } = work;
  const heat = pickHeat(work, choices);
  const run = heat === NONE ? null : draft.furnaceRun[heat];
  if (!run) return false;
  const line = run.members.map((a) => a + 1).filter((a) => isFreeStep(problem, a) && draft.start[a] !== NONE);
  if (line.length < 2) return false;
  line.sort((a, b) => draft.start[a]! - draft.start[b]! || a - b);
  const near = line.slice(random.below(Math.max(1, line.length - MOST_LOTS + 1))).slice(0, MOST_LOTS);
  const [from, to] = [random.below(near.length), random.below(near.length)];
  if (from === to) return false;
  for (const a of near) ruin(work, a);
  const moved = near[from]!;
  if (random.next() < 0.5) {
    near[from] = near[to]!;
    near[to] = moved;
  } else {
    near.splice(from, 1);
    near.splice(to, 0, moved);
  }
  for (const a of near) rebuildForward(work, problem.activities.chain[a]!, EARLIEST);
  return true;
};

/** Whether the activity is free and not the first of its lot. */
const isFreeStep = ({ activities, chains }: Problem, a: number): boolean =>
  a < activities.count && activities.fixedStart[a] === NONE && chains.activityFrom[activities.chain[a]!] !== a;

/** A few days of one facility in another order. */
const window: Move = (work, choices) => {
  const chain = pick(work, choices.open);
  if (chain === NONE) return false;
  const centre = pickWaiting(work, chain);
  if (centre === NONE) return false;
  const { draft, problem, random } = work;
  const machine = problem.modes.machine[draft.mode[centre]!]!;
  const half = draft.stretchTicks * (1 + random.below(4));
  startingBetween(draft, machine, draft.start[centre]! - half, draft.start[centre]! + half, found);
  for (let count = 2 + random.below(7); count > 0 && found.length > 0; count -= 1) {
    const at = random.below(found.length);
    const a = found[at]!;
    found[at] = found[found.length - 1]!;
    found.pop();
    if (draft.start[a] !== NONE) liftStep(work, a);
  }
  rebuildAll(work, [], true);
  return work.lifted.length > 0;
};

/** A lot that has time is placed from its end: it starts late and is short in work. */
const justInTime: Move = (work, choices) => {
  const chain = pick(work, choices.open);
  if (chain === NONE) return false;
  const { problem, draft, ledger, random } = work;
  const first = random.next() < 0.7 ? firstFree(work, chain) : pickWaiting(work, chain);
  if (first === NONE) return false;
  const end = ledger.chainEnd[chain]!;
  const free = Math.min(endForFree(work, problem.chains.job[chain]!), problem.horizon);
  ruin(work, first);
  const room = Math.min(free - end, draft.stretchTicks * 10);
  const limit =
    room <= 0 || random.next() < 0.4 ? end : random.next() < 0.3 ? Math.min(free, end + draft.stretchTicks) : end + 1 + random.below(room);
  if (!isPlain(work, chain) || !rebuildBackward(work, chain, limit)) rebuildAll(work, [], false);
  return true;
};

/** Latest end of a job that costs nothing more: its due, or 24:00 of the day on which it ends anyway. */
function endForFree(work: Workspace, job: number): number {
  const { jobs, day } = work.problem;
  let end = jobs.floor[job]!;
  for (let c = jobs.chainFrom[job]!; c < jobs.chainFrom[job + 1]!; c += 1) end = Math.max(end, work.ledger.chainEnd[c]!);
  const midnight = day ? Math.ceil(end / day.ticks) * day.ticks : end;
  return Math.max(jobs.due[job]!, midnight);
}

/** A moved bar goes back to its place in the standing plan, and the bars there make way. */
const presentPlan: Move = (work, choices) => {
  const { problem, draft, random } = work;
  const a = pick(work, choices.moved);
  if (a === NONE || !problem.present || draft.start[a] === NONE) return false;
  const start = problem.present.start[a]!;
  const machine = problem.present.machine[a]!;
  ruin(work, a);
  if (random.next() < 0.5) {
    startingBetween(draft, machine, start - draft.stretchTicks, start + draft.stretchTicks, found);
    for (const other of [...found].slice(0, 3))
      if (draft.start[other] !== NONE && problem.present.start[other] !== draft.start[other]) ruin(work, other);
  }
  placePresent(work, a);
  rebuildAll(work, [], true);
  return true;
};

/** The neighbourhoods of the plant's problem. */
export const NEIGHBOURHOODS: readonly Neighbourhood[] = [
  { name: 'late_order', move: lateOrder },
  { name: 'exchange_orders', move: exchangeOrders },
  { name: 'behind_run', move: reorderBehindRun },
  { name: 'window', move: window },
  { name: 'resequence', move: resequence },
  { name: 'recipe', move: recipe },
  { name: 'merge_runs', move: merge },
  { name: 'swap_lots', move: swapLots },
  { name: 'move_run', move: moveRun },
  { name: 'just_in_time', move: justInTime },
  { name: 'present_plan', move: presentPlan },
];

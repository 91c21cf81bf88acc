import { FURNACE, NONE, type Problem } from '../../problem.ts';
import type { Random } from '../../random.ts';
import { type Costs, countTouched, createCosts, totalOf } from './costs.ts';
import { createFamilies, type Families } from './families.ts';
import { keepChanges, takeBack } from './journal.ts';
import { isHeat } from './members.ts';
import { AMONG_QUEUES, type Choice, IN_QUEUE, IN_RUNS, pick } from './moves.ts';
import type { Queues } from './queues.ts';
import { forgetWaiting, timeOn } from './timing.ts';
import { changeBlock, changeNeighbours, type Way, walkBack } from './way.ts';

/** Queues under change: their costs, and the jobs that cost something. */
export interface Annealer {
  readonly queues: Queues;
  readonly costs: Costs;
  readonly families: Families;
  readonly way: Way;
  readonly isShop: boolean;
  readonly dear: number[];
  readonly dearAt: Int32Array;
  /** How much the guide weighs beside the objective. */
  readonly guide: number;
  /** With the guide, and without. */
  guided: number;
  cost: number;
  /** Neighbourhood of the move at hand. */
  made: string | null;
}

/** How often a move looks for a way that ends late, where there is one. */
const BY_WAY = 0.7;

/** Whether queues say all there is to decide: no days, no furnace runs. */
export const isShop = ({ day, modes }: Problem): boolean => !day && !modes.kind.includes(FURNACE);

export function createAnnealer(queues: Queues): Annealer {
  const costs = createCosts(queues.problem);
  const annealer: Annealer = {
    queues,
    costs,
    families: createFamilies(queues),
    way: { queued: [], heated: [] },
    isShop: isShop(queues.problem),
    dear: [],
    dearAt: new Int32Array(queues.problem.jobs.count).fill(NONE),
    guide: queues.problem.objective.kind === 'plant' ? 1 : 0,
    guided: 0,
    cost: 0,
    made: null,
  };
  countTouched(queues, costs);
  accept(annealer);
  return annealer;
}

function accept(annealer: Annealer): void {
  const { queues, costs } = annealer;
  const { chains } = queues.problem;
  keepChanges(queues.journal);
  keepChanges(costs.journal);
  for (let i = 0; i < queues.touchedCount; i += 1) noteDear(annealer, chains.job[queues.touched[i]!]!);
  queues.touchedCount = queues.counted = 0;
  annealer.cost = totalOf(queues, costs, 0);
  annealer.guided = totalOf(queues, costs, annealer.guide);
}

function noteDear({ costs, dear, dearAt }: Annealer, job: number): void {
  const isDear = costs.jobCost[job]! + costs.jobSlack[job]! > 0;
  const at = dearAt[job]!;
  if (isDear === (at !== NONE)) return;
  dearAt[job] = isDear ? dear.length : NONE;
  if (isDear) {
    dear.push(job);
    return;
  }
  const last = dear.pop()!;
  if (last === job) return;
  dear[at] = last;
  dearAt[last] = at;
}

/** Draws a move, makes it, and keeps it or takes it back. Gives the neighbourhood; null: nothing could be drawn. */
export function step(annealer: Annealer, random: Random, temperature: number): string | null {
  const { queues, costs } = annealer;
  const { furnace, overflows } = queues;
  const { jobs, guide } = costs;
  annealer.made = null;
  // No worse always is below this: the number drawn is below one.
  if (make(annealer, random) && costsAtMost(annealer, annealer.guided - temperature * Math.log(random.next()))) {
    accept(annealer);
    return annealer.made;
  }
  forgetWaiting(queues);
  for (let i = queues.counted; i < queues.touchedCount; i += 1) queues.isTouched[queues.touched[i]!] = 0;
  queues.touchedCount = queues.counted = 0;
  takeBack(queues.journal);
  takeBack(costs.journal);
  queues.furnace = furnace;
  queues.overflows = overflows;
  costs.jobs = jobs;
  costs.guide = guide;
  return annealer.made;
}

/** What sums of costs may be off by, in another order. */
const ROUNDING = 1e-6;

/** Times what a move has changed and says whether everything then costs so much at most; stops timing as soon as it cannot. */
function costsAtMost({ queues, costs, guide }: Annealer, most: number): boolean {
  for (;;) {
    const goesOn = timeOn(queues);
    countTouched(queues, costs);
    const total = totalOf(queues, costs, guide);
    if (!goesOn) return total <= most;
    if (total > most + ROUNDING) return false;
  }
}

/** Makes a move: on the way to a dear end, or around any activity. */
function make(annealer: Annealer, random: Random): boolean {
  const { queues, dear, way } = annealer;
  if (dear.length === 0 || random.next() >= BY_WAY) {
    const a = random.below(queues.count);
    if (!queues.isFree[a]) return false;
    return isHeat(queues, a) && random.next() < 0.5 ? moveMember(annealer, random, a) : moveTurn(annealer, random, queues.turn[a]!);
  }
  const last = lastOf(annealer, pickDear(annealer, random));
  if (last === NONE) return false;
  walkBack(queues, random, last, way);
  const nth = random.below(way.queued.length + way.heated.length);
  const member = way.heated[nth - way.queued.length];
  if (nth >= way.queued.length) return member !== undefined && moveMember(annealer, random, member);
  const turn = way.queued[nth]!;
  if (hasChoice(queues, turn) && random.next() < AMONG) return run(annealer, AMONG_QUEUES, random, turn, NONE);
  if (annealer.isShop) {
    annealer.made = 'queue_neighbours';
    return changeNeighbours(queues, turn);
  }
  annealer.made = 'queue_block';
  return changeBlock(queues, random, way, nth);
}

/** How often a turn on a way changes its queue, where it could. */
const AMONG = 0.7;

function moveMember(annealer: Annealer, random: Random, a: number): boolean {
  return run(annealer, IN_RUNS, random, annealer.queues.turn[a]!, a);
}

function moveTurn(annealer: Annealer, random: Random, turn: number): boolean {
  const { queues } = annealer;
  if (queues.unit[turn] === NONE) return false;
  return run(annealer, hasChoice(queues, turn) ? AMONG_QUEUES : IN_QUEUE, random, turn, NONE);
}

function run(annealer: Annealer, choice: Choice, random: Random, turn: number, member: number): boolean {
  const { name, move } = pick(choice, random);
  annealer.made = name;
  return move(annealer.queues, random, turn, member, annealer.families);
}

/** Whether more than one unit could do what a turn does. */
function hasChoice({ problem, unitFrom, firstMember }: Queues, turn: number): boolean {
  const { modeFrom } = problem.activities;
  const head = firstMember[turn]!;
  const from = modeFrom[head]!;
  if (modeFrom[head + 1]! - from > 1) return true;
  const machine = problem.modes.machine[from]!;
  return unitFrom[machine + 1]! - unitFrom[machine]! > 1;
}

/** A job that costs something, the dearer of two every other time. */
function pickDear({ dear, costs }: Annealer, random: Random): number {
  const [job, other] = [dear[random.below(dear.length)]!, dear[random.below(dear.length)]!];
  return costs.jobCost[other]! > costs.jobCost[job]! && random.next() < 0.5 ? other : job;
}

/** The activity of a job that ends last; NONE where it has none. */
function lastOf({ queues, costs }: Annealer, job: number): number {
  const { jobs, chains, activities } = queues.problem;
  let last = jobs.chainFrom[job]!;
  for (let c = last + 1; c < jobs.chainFrom[job + 1]!; c += 1) if (costs.chainEnd[c]! > costs.chainEnd[last]!) last = c;
  const to = chains.activityFrom[last + 1]!;
  if (to === chains.activityFrom[last]) return NONE;
  let found = to - 1;
  for (let a = activities.lead[to - 1]!; a < to; a += 1) if (queues.end[queues.turn[a]!]! > queues.end[queues.turn[found]!]!) found = a;
  return found;
}

/** Queues as they stood once. */
export interface Snapshot {
  readonly whole: Int32Array;
  readonly fractional: Float64Array;
  readonly ends: Int32Array;
  readonly amounts: Float64Array;
  readonly sums: Float64Array;
}

/** Room for a snapshot, taken at once. */
export function createSnapshot(annealer: Annealer): Snapshot {
  const { queues, costs } = annealer;
  const snapshot = {
    whole: new Int32Array(queues.journal.whole.length),
    fractional: new Float64Array(queues.journal.fractional.length),
    ends: new Int32Array(costs.journal.whole.length),
    amounts: new Float64Array(costs.journal.fractional.length),
    sums: new Float64Array(4),
  };
  takeSnapshot(annealer, snapshot);
  return snapshot;
}

/** Keeps the queues as they stand. */
export function takeSnapshot({ queues, costs }: Annealer, { whole, fractional, ends, amounts, sums }: Snapshot): void {
  whole.set(queues.journal.whole);
  fractional.set(queues.journal.fractional);
  ends.set(costs.journal.whole);
  amounts.set(costs.journal.fractional);
  sums.set([queues.furnace, queues.overflows, costs.jobs, costs.guide]);
}

/** Goes back to a snapshot. */
export function goBackTo(annealer: Annealer, { whole, fractional, ends, amounts, sums }: Snapshot): void {
  const { queues, costs } = annealer;
  queues.journal.whole.set(whole);
  queues.journal.fractional.set(fractional);
  costs.journal.whole.set(ends);
  costs.journal.fractional.set(amounts);
  [queues.furnace, queues.overflows, costs.jobs, costs.guide] = [sums[0]!, sums[1]!, sums[2]!, sums[3]!];
  accept(annealer);
  for (let job = 0; job < queues.problem.jobs.count; job += 1) noteDear(annealer, job);
}

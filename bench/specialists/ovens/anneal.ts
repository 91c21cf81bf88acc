import type { Random } from '../../../server/scheduling/random.ts';
import type { Control } from '../../../server/scheduling/search/kernel.ts';
import type { MoveCount } from '../../../server/scheduling/solution.ts';
import { construct } from './construct.ts';
import { type Cooling, evenCooling, learn, newThermometer, stepAt } from './cooling.ts';
import { judge, keep, retire } from './edits.ts';
import { createMover, type Mover } from './mover.ts';
import { draw, NEIGHBOURHOODS } from './moves.ts';
import { NOWHERE, type OvenMemory, type OvenPlan, type Ovens, recall, remember } from './ovens.ts';

export interface SearchOptions {
  readonly control: Control;
  /** No plan costs less: reached, the search ends. */
  readonly bound: number;
  /** Told, when the control wants a plan, that the memory holds a better one. */
  readonly onBetter: () => void;
}

/** Moves between two looks at the clock, and between two readings of the cost. */
const LOOK = 512;
const BLOCK = 256;
/** Moves per job of the first, coarse run and of the first full one; every further run is twice as long. */
const PILOT_MOVES = 3_000;
const FIRST_MOVES = 20_000;
/** The coarse run takes no more than this share of the budget. */
const PILOT_SHARE = 0.1;
/** The rest of the budget makes one run, where it is less than this many of the next. */
const LAST_RUN = 2.5;
const EPSILON = 1e-6;
/** How often each neighbourhood is drawn where lateness costs by time, and where late jobs are only counted: there refilling gains less. */
const WEIGHTS = [18, 7, 19, 5, 5, 13, 11, 2, 3, 4, 13, 10, 10, 0];
const COUNTING_WEIGHTS = [18, 7, 19, 5, 5, 13, 11, 2, 3, 4, 13, 5, 2, 10];
const REPACK = NEIGHBOURHOODS.indexOf('repack');
/** Repacking is for running times: drawn half as often where a late job costs this share of its running time. */
const LATE_MATTERS = 0.1;

/** How often each neighbourhood is drawn for these ovens. */
function weightsOf({ jobs, lateness, running, shortest }: Ovens, gradual: boolean): readonly number[] {
  if (gradual) return WEIGHTS;
  let [late, run] = [0, 0];
  for (let job = 0; job < jobs; job++) {
    late += lateness[job]!;
    run += running * shortest[job]!;
  }
  const share = (LATE_MATTERS * run) / Math.max(LATE_MATTERS * run + late, 1e-12);
  return COUNTING_WEIGHTS.map((weight, kind) => (kind === REPACK ? weight * share : weight));
}

/** Of weights: the sum up to each, as a share of all. */
function sharesOf(weights: readonly number[]): Float64Array {
  const all = weights.reduce((total, weight) => total + weight, 0);
  let sum = 0;
  return Float64Array.from(weights, (weight) => {
    sum += weight;
    return sum === all ? 1 : sum / all;
  });
}

function pickKind(random: Random, shares: Float64Array): number {
  const drawn = random.next();
  let kind = 0;
  while (drawn >= shares[kind]!) kind++;
  return kind;
}

interface Course {
  readonly plan: OvenPlan;
  readonly mover: Mover;
  /** The best plan, unless it is the present one and `unsaved`. */
  readonly memory: OvenMemory;
  readonly options: SearchOptions;
  readonly counts: readonly MoveCount[];
  readonly shares: Float64Array;
  /** Whether lateness costs by time. */
  readonly gradual: boolean;
  best: number;
  unsaved: boolean;
  reported: number;
  moves: number;
}

/**
 * Simulated annealing on batches and their sequences (moves after Lackner et al. 2023 and Da Ros et al. 2025, among them the swap of two jobs of one
 * recipe), in runs of growing length. A coarse run finds where the cost falls, later runs spend their time there. `memory` holds the best plan known
 * and in the end the best found. Where rounds are limited the runs do not depend on their number: a longer search begins like a shorter one.
 */
export function search(plan: OvenPlan, memory: OvenMemory, options: SearchOptions): void {
  const { control } = options;
  const mover = createMover(plan, control.random);
  construct(plan, mover.edits);
  if (plan.total < memory.total) remember(plan, memory);
  else recall(plan, memory);
  const counts = NEIGHBOURHOODS.map((name) => control.tally(name));
  const gradual = plan.ovens.tardiness.some((weight) => weight > 0);
  const course: Course = {
    plan,
    mover,
    memory,
    options,
    counts,
    gradual,
    shares: sharesOf(weightsOf(plan.ovens, gradual)),
    best: memory.total,
    unsaved: false,
    reported: memory.total,
    moves: 0,
  };
  const cooling = evenCooling(...rangeOf(plan, mover, course.shares));
  const { jobs } = plan.ovens;
  let going = run(course, cooling, PILOT_MOVES * jobs, control.share + PILOT_SHARE);
  for (let length = FIRST_MOVES * jobs; going; length *= 2) {
    if (control.byRounds) {
      going = run(course, cooling, length, Number.POSITIVE_INFINITY);
      continue;
    }
    const whole = course.moves / Math.max(control.share, 1e-9);
    const last = whole - course.moves < LAST_RUN * length;
    going = run(course, cooling, last ? Number.POSITIVE_INFINITY : length, last ? 1 : control.share + length / whole);
  }
  if (course.unsaved) remember(plan, memory);
}

/** One annealing run, until `moves` are made or the budget's share is `until`, whichever is first. False: the search is over. */
function run(course: Course, cooling: Cooling, moves: number, until: number): boolean {
  const { plan, options } = course;
  const { control } = options;
  const from = control.share;
  const began = course.moves;
  const thermometer = newThermometer();
  let going = true;
  for (let [step, progress] = [0, 0]; going && progress < 1; ) {
    step = stepAt(cooling, progress, step);
    thermometer.taken[step]! += anneal(course, cooling.temperature[step]!);
    course.moves += BLOCK;
    thermometer.sum[step]! += plan.total;
    thermometer.seen[step]!++;
    if (course.moves % LOOK === 0) going = look(course);
    const byShare = control.byRounds ? 0 : (control.share - from) / (until - from);
    progress = Math.max(byShare, (course.moves - began) / moves);
  }
  learn(cooling, thermometer, course.best, course.gradual);
  return going;
}

/** Spends what was made since the last look and shows the best plan where it is wanted. */
function look(course: Course): boolean {
  const { options, memory, plan } = course;
  if (course.best <= options.bound * (1 + 1e-12) + EPSILON) options.control.close();
  const going = options.control.spend(LOOK);
  if (options.control.wantsPlan && course.best < course.reported) {
    if (course.unsaved) remember(plan, memory);
    course.unsaved = false;
    course.reported = course.best;
    options.onBetter();
  }
  return going;
}

/** A block of moves at one temperature; gives the share of them that were taken and changed the cost. */
function anneal(course: Course, temperature: number): number {
  let taken = 0;
  const { plan, mover, counts, shares } = course;
  const { random } = mover;
  for (let move = 0; move < BLOCK; move++) {
    const kind = pickKind(random, shares);
    const count = counts[kind]!;
    count.tried++;
    if (!draw(mover, kind)) continue;
    // The threshold is drawn first, so that a move is given up as soon as it is known to fail.
    const bound = -temperature * Math.log(random.next() + 1e-300);
    const delta = judge(plan, mover.edits, bound);
    if (delta > bound) continue;
    count.accepted++;
    if (delta !== 0) taken++;
    if (delta > EPSILON && course.unsaved) {
      remember(plan, course.memory);
      course.unsaved = false;
    }
    keep(plan, mover.edits, delta);
    if (mover.emptied !== NOWHERE) retire(plan, mover.emptied);
    if (plan.total >= course.best - EPSILON) continue;
    count.better++;
    course.best = plan.total;
    course.unsaved = true;
  }
  return taken / BLOCK;
}

/** The hottest and the coldest temperature worth a look, from the rises of random moves. */
function rangeOf(plan: OvenPlan, mover: Mover, shares: Float64Array): [hot: number, cold: number] {
  const rises: number[] = [];
  for (let at = 0; at < 4000 && rises.length < 1000; at++) {
    if (!draw(mover, pickKind(mover.random, shares))) continue;
    const delta = judge(plan, mover.edits, Number.POSITIVE_INFINITY);
    if (delta > 1e-9 && delta < plan.ovens.outside / 10) rises.push(delta);
  }
  rises.sort((a, b) => a - b);
  const quantile = (share: number): number => rises[Math.floor(rises.length * share)] ?? 1;
  return [quantile(0.7), Math.min(quantile(0.02) / 8, quantile(0.7) / 100)];
}

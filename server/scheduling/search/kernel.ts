import type { Moving } from '../../domain/plant/run-options.ts';
import type { Clockwork } from '../place/clockwork.ts';
import type { Problem } from '../problem.ts';
import type { Random } from '../random.ts';
import type { MoveCount, Score, Solution, SolveOptions, Statistics } from '../solution.ts';
import type { Exchange } from './team/team.ts';

/** A way to improve plans. */
export interface Kernel {
  /** Improves `start` until `control` says stop; gives the best plan found, never a worse one. */
  improve(problem: Problem, start: Solution, control: Control, clockwork: Clockwork): Solution;
  /** Takes equal places as early as possible, as `improve` does at its end; asked for where there is nothing to spend. */
  settle?(problem: Problem, start: Solution, control: Control, clockwork: Clockwork): Solution;
}

/** The budget as a kernel sees it: it spends rounds, asks whether to go on, and reports better plans. */
export interface Control {
  readonly random: Random;
  /** Share of the search's budget used, 0..1: by rounds where they are limited, else by seconds, as the thread that leads counts them. */
  readonly share: number;
  /** Whether a little work after the search may go on: in the thread that leads, not cancelled, within the budget of seconds. */
  mayTidy(): boolean;
  /** What may move, where a plan stands. */
  readonly moving: Moving;
  /** Counts evaluated moves. False: stop now, the budget is spent or the run cancelled. */
  spend(rounds: number): boolean;
  /** Counts a move of a neighbourhood. */
  count(neighbourhood: string, accepted: boolean, better: boolean): void;
  /** Whether a better plan would be passed on now: at most once a second. */
  readonly wantsPlan: boolean;
  report(solution: Solution, score: Score): void;
  /** Leaves a complete plan to choose from, beside the one at the end. */
  offer(solution: Solution): void;
  /** The other threads that improve the same plan, null where there are none. */
  readonly exchange: Exchange | null;
}

/** Clock and cancellation are asked about once in so many seconds: after as many rounds as were made in that time lately, never after more than the last. */
const SECONDS_PER_LOOK = 0.004;
const FIRST_LOOK = 32;
const LATEST_LOOK = 1024;
const TIDIES_PER_LOOK = 16;
/** Share of the seconds at which the search ends; the rest is for tidying its plan. */
const SEARCHED = 0.95;
const PROGRESS_SECONDS = 0.2;
const PLAN_SECONDS = 1;

/** Input and counters of one solve call; `began` as `options.elapsed` counts. */
interface Course {
  readonly options: SolveOptions;
  readonly statistics: Statistics;
  readonly began: number;
  readonly exchange: Exchange | null;
  /** A score that no plan is below: at it the search ends. */
  readonly bound?: number;
  readonly onOffer?: (solution: Solution) => void;
}

/** The clock of one solve call, and what follows from it. */
interface Watch {
  /** As of the last look. */
  readonly now: number;
  readonly cancelled: boolean;
  stopped: boolean;
  /** Score of the best plan that was passed on. */
  best: Score;
  share(): number;
  look(): void;
  /** Looks where it is time to. */
  glance(): void;
}

function createWatch({ options, statistics, began, exchange, bound = Number.NEGATIVE_INFINITY }: Course, first: Score): Watch {
  const { rounds = Number.POSITIVE_INFINITY } = options.budget;
  const seconds = (options.budget.seconds ?? Number.POSITIVE_INFINITY) * SEARCHED;
  const elapsed = options.elapsed ?? (() => 0);
  const now = elapsed();
  let looked = 0;
  let roundsPerLook = FIRST_LOOK;
  let nextProgress = now + PROGRESS_SECONDS;
  const watch = {
    now,
    cancelled: false,
    stopped: false,
    best: first,
    share() {
      if (Number.isFinite(rounds)) return Math.min(1, statistics.rounds / rounds);
      if (exchange && isFollower(exchange)) return exchange.share;
      return seconds > 0 ? Math.min(1, (watch.now - began) / seconds) : 1;
    },
    look() {
      const before = watch.now;
      watch.now = elapsed();
      const spent = watch.now - before;
      const fitting = spent > 0 ? ((statistics.rounds - looked) * SECONDS_PER_LOOK) / spent : FIRST_LOOK;
      roundsPerLook = Math.max(1, Math.min(LATEST_LOOK, 2 * roundsPerLook, Math.floor(fitting)));
      looked = statistics.rounds;
      if (exchange && !isFollower(exchange)) exchange.share = watch.share();
      if (options.cancelled?.()) watch.cancelled = true;
      if (watch.cancelled || isProved(watch.best, bound) || watch.now - began >= seconds) watch.stopped = true;
      if (watch.now < nextProgress) return;
      nextProgress = watch.now + PROGRESS_SECONDS;
      options.onProgress?.(watch.share(), watch.best);
    },
    glance() {
      if (statistics.rounds >= rounds) watch.stopped = true;
      else if (statistics.rounds - looked >= roundsPerLook) watch.look();
    },
  };
  return watch;
}

const PROVED = 1e-9;
/** Whether no plan can be better than one of this score. */
export const isProved = ({ total }: Score, bound: number): boolean => total <= bound + PROVED;

const isFollower = ({ member }: Exchange): boolean => member > 0;

function tallyOf({ moves }: Statistics, neighbourhood: string): MoveCount {
  let counted = moves[neighbourhood];
  if (!counted) {
    counted = { tried: 0, accepted: 0, better: 0 };
    moves[neighbourhood] = counted;
  }
  return counted;
}

/** The control of one solve call; `first`: what the plan it begins with scores. */
export function createControl(course: Course, random: Random, first: Score): Control {
  const { options, statistics, began, exchange } = course;
  const { seconds = Number.POSITIVE_INFINITY } = options.budget;
  const watch = createWatch(course, first);
  let tidied = 0;
  let nextPlan = watch.now + PLAN_SECONDS;
  return {
    random,
    exchange,
    moving: options.moving ?? 'standard',
    get share() {
      return watch.share();
    },
    mayTidy() {
      if (exchange && isFollower(exchange)) return false;
      tidied += 1;
      if (tidied % TIDIES_PER_LOOK === 0) watch.look();
      return !watch.cancelled && watch.now - began < seconds;
    },
    spend(count) {
      statistics.rounds += count;
      watch.glance();
      return !watch.stopped;
    },
    count(neighbourhood, accepted, better) {
      const moves = tallyOf(statistics, neighbourhood);
      moves.tried += 1;
      if (accepted) moves.accepted += 1;
      if (better) moves.better += 1;
    },
    get wantsPlan() {
      return watch.now >= nextPlan;
    },
    report(solution, score) {
      if (score.total < watch.best.total) watch.best = score;
      nextPlan = watch.now + PLAN_SECONDS;
      options.onPlan?.(solution, score);
    },
    offer(solution) {
      course.onOffer?.(solution);
    },
  };
}

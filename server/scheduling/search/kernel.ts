import type { Clockwork } from '../place/clockwork.ts';
import type { Problem } from '../problem.ts';
import type { Random } from '../random.ts';
import type { MoveCount, Score, Solution, SolveOptions, Statistics } from '../solution.ts';
import type { Exchange } from './team/team.ts';

/** A way to improve plans of one kind of problem. `solve` takes the first kernel that suits. */
export interface Kernel {
  readonly name: string;
  /** Decided by features of the problem alone. */
  suits(problem: Problem): boolean;
  /** Improves `start` until `control` says stop; gives the best plan found, never a worse one. */
  improve(problem: Problem, start: Solution, control: Control, clockwork: Clockwork): Solution;
  /** Takes equal places as early as possible, as `improve` does at its end; asked for where there is nothing to spend. */
  settle?(problem: Problem, start: Solution, control: Control, clockwork: Clockwork): Solution;
  /** A value no plan of the problem can go below; absent: 0. */
  bound?(problem: Problem): number;
}

/** The budget as a kernel sees it: it spends rounds, asks whether to go on, and reports better plans. */
export interface Control {
  readonly random: Random;
  /** Share of the budget used, 0..1: by rounds where they are limited, else by seconds, as the thread that leads counts them. */
  readonly share: number;
  /** Whether rounds are limited: then the plan depends on seed and rounds alone. */
  readonly byRounds: boolean;
  /** Told to stop at once, as of the last look. */
  readonly cancelled: boolean;
  /** Whether a little work after the search may go on: in the thread that leads, not cancelled, the budget of seconds not overdrawn by more than a tenth. */
  mayTidy(): boolean;
  /** Counts evaluated moves. False: stop now (budget, cancelled, or the bound is reached). */
  spend(rounds: number): boolean;
  /** Counts a move of a neighbourhood. */
  count(neighbourhood: string, accepted: boolean, better: boolean): void;
  /** The counts of a neighbourhood, to be raised by kernels whose moves are too quick for a call each. */
  tally(neighbourhood: string): MoveCount;
  /** Whether a better plan would be passed on now: at most once a second. */
  readonly wantsPlan: boolean;
  report(solution: Solution, score: Score): void;
  /** The other threads that improve the same plan, null where there are none. */
  readonly exchange: Exchange | null;
  /** Ends the search: the plan cannot be bettered. */
  close(): void;
}

/** Clock and cancellation are asked about once in so many seconds: after as many rounds as were made in that time lately, never after more than the last. */
const SECONDS_PER_LOOK = 0.004;
const FIRST_LOOK = 32;
const LATEST_LOOK = 1024;
const TIDIES_PER_LOOK = 16;
const OVERDRAFT = 1.1;
const OVERDRAFT_SECONDS = 0.1;
const PROGRESS_SECONDS = 0.2;
const PLAN_SECONDS = 1;

/** The control of one solve call. `began` as `options.elapsed` counts. */
export function createControl(
  options: SolveOptions,
  random: Random,
  statistics: Statistics,
  began: number,
  first: Score,
  exchange: Exchange | null = null,
): Control {
  const { rounds = Number.POSITIVE_INFINITY, seconds = Number.POSITIVE_INFINITY } = options.budget;
  const elapsed = options.elapsed ?? (() => 0);
  let now = elapsed();
  let stopped = false;
  let cancelled = false;
  let tidied = 0;
  let looked = 0;
  let roundsPerLook = FIRST_LOOK;
  let best = first;
  let [nextProgress, nextPlan] = [now + PROGRESS_SECONDS, now + PLAN_SECONDS];
  const byRounds = Number.isFinite(rounds);
  const isFollower = exchange !== null && exchange.member > 0;
  const share = (): number => {
    if (byRounds) return Math.min(1, statistics.rounds / rounds);
    if (isFollower) return exchange.share;
    return seconds > 0 ? Math.min(1, (now - began) / seconds) : 1;
  };
  const tally = (neighbourhood: string): MoveCount => {
    let moves = statistics.moves[neighbourhood];
    if (!moves) {
      moves = { tried: 0, accepted: 0, better: 0 };
      statistics.moves[neighbourhood] = moves;
    }
    return moves;
  };
  const look = (): void => {
    const before = now;
    now = elapsed();
    const fitting = now > before ? ((statistics.rounds - looked) * SECONDS_PER_LOOK) / (now - before) : FIRST_LOOK;
    roundsPerLook = Math.max(1, Math.min(LATEST_LOOK, 2 * roundsPerLook, Math.floor(fitting)));
    looked = statistics.rounds;
    if (exchange && !isFollower) exchange.share = share();
    if (options.cancelled?.()) cancelled = true;
    if (cancelled || now - began >= seconds) stopped = true;
    if (now < nextProgress) return;
    nextProgress = now + PROGRESS_SECONDS;
    options.onProgress?.(share(), best);
  };
  return {
    random,
    get share() {
      return share();
    },
    get cancelled() {
      return cancelled;
    },
    exchange,
    mayTidy() {
      if (isFollower) return false;
      tidied += 1;
      if (tidied % TIDIES_PER_LOOK === 0) look();
      return !cancelled && now - began <= seconds * OVERDRAFT + OVERDRAFT_SECONDS;
    },
    spend(count) {
      statistics.rounds += count;
      if (statistics.rounds >= rounds) stopped = true;
      else if (statistics.rounds - looked >= roundsPerLook) look();
      return !stopped;
    },
    byRounds,
    tally,
    count(neighbourhood, accepted, better) {
      const moves = tally(neighbourhood);
      moves.tried += 1;
      if (accepted) moves.accepted += 1;
      if (better) moves.better += 1;
    },
    get wantsPlan() {
      return now >= nextPlan;
    },
    report(solution, score) {
      best = score;
      nextPlan = now + PLAN_SECONDS;
      options.onPlan?.(solution, score);
    },
    close() {
      stopped = true;
    },
  };
}

import type { Clockwork } from '../clockwork.ts';
import type { Problem } from '../problem.ts';
import type { Random } from '../random.ts';
import type { Score, Solution, SolveOptions, Statistics } from '../solution.ts';

/** A way to improve plans of one kind of problem. `solve` takes the first kernel that suits. */
export interface Kernel {
  readonly name: string;
  /** Decided by features of the problem alone. */
  suits(problem: Problem): boolean;
  /** Improves `start` until `control` says stop; gives the best plan found, never a worse one. */
  improve(problem: Problem, start: Solution, control: Control, clockwork: Clockwork): Solution;
  /** A value no plan of the problem can go below; absent: 0. */
  bound?(problem: Problem): number;
}

/** The budget as a kernel sees it: it spends rounds, asks whether to go on, and reports better plans. */
export interface Control {
  readonly random: Random;
  /** Share of the budget used, 0..1: by rounds where they are limited, else by seconds. */
  readonly share: number;
  /** Told to stop at once, as of the last look. */
  readonly cancelled: boolean;
  /** Counts evaluated moves. False: stop now (budget, cancelled, or the bound is reached). */
  spend(rounds: number): boolean;
  /** Counts a move of a neighbourhood. */
  count(neighbourhood: string, accepted: boolean, better: boolean): void;
  /** Whether a better plan would be passed on now: at most once a second. */
  readonly wantsPlan: boolean;
  report(solution: Solution, score: Score): void;
  /** Ends the search: the plan cannot be bettered. */
  close(): void;
}

/** Clock and cancellation are asked once in so many rounds; a round takes well under a millisecond. */
const ROUNDS_PER_LOOK = 32;
const PROGRESS_SECONDS = 0.2;
const PLAN_SECONDS = 1;

/** The control of one solve call. `began` as `options.elapsed` counts. */
export function createControl(options: SolveOptions, random: Random, statistics: Statistics, began: number, first: Score): Control {
  const { rounds = Number.POSITIVE_INFINITY, seconds = Number.POSITIVE_INFINITY } = options.budget;
  const elapsed = options.elapsed ?? (() => 0);
  let now = elapsed();
  let stopped = false;
  let cancelled = false;
  let looked = 0;
  let best = first;
  let [nextProgress, nextPlan] = [now + PROGRESS_SECONDS, now + PLAN_SECONDS];
  const byRounds = Number.isFinite(rounds);
  const share = (): number => Math.min(1, byRounds ? statistics.rounds / rounds : seconds > 0 ? (now - began) / seconds : 1);
  const look = (): void => {
    looked = statistics.rounds;
    now = elapsed();
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
    spend(count) {
      statistics.rounds += count;
      if (statistics.rounds >= rounds) stopped = true;
      else if (statistics.rounds - looked >= ROUNDS_PER_LOOK) look();
      return !stopped;
    },
    count(neighbourhood, accepted, better) {
      let moves = statistics.moves[neighbourhood];
      if (!moves) {
        moves = { tried: 0, accepted: 0, better: 0 };
        statistics.moves[neighbourhood] = moves;
      }
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

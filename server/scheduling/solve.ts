import { placeAll, presentRule, type Replay } from './construct.ts';
import { type Board, createBoard, createClockwork, solutionOf } from './decode.ts';
import { isBetter, scoreOf } from './objective.ts';
import { priorityRules, type Rule } from './priorities.ts';
import type { Problem } from './problem.ts';
import type { Score, Solution, SolveOptions, SolveResult, Statistics } from './solution.ts';

/** Plans: several first plans, the best of them improved until the budget ends. The first complete plan is handed to `onPlan` before anything else. */
export function solve(problem: Problem, options: SolveOptions): SolveResult {
  const began = options.elapsed?.() ?? 0;
  const statistics: Statistics = { rounds: 0, seconds: 0, moves: {}, first: [] };
  const clockwork = createClockwork(problem);
  let best: { solution: Solution; score: Score } | null = null;
  const keep = (board: Board, rule: string): void => {
    const solution = solutionOf(board);
    const score = scoreOf(problem, solution);
    statistics.first.push({ rule, total: score.total });
    if (best && !isBetter(problem, score, best.score)) return;
    best = { solution, score };
    options.onPlan?.(solution, score);
  };
  const rules = priorityRules(problem);
  for (const rule of firstRules(problem, rules)) {
    const board = createBoard(problem, clockwork);
    const replay: Replay | null = rule.name === 'present_plan' ? new Map(board.fixedRuns.map((run, index) => [index, run])) : null;
    placeAll(board, rule, replay);
    keep(board, rule.name);
    if (options.cancelled?.()) break;
  }
  const { solution, score } = best!;
  statistics.seconds = (options.elapsed?.() ?? 0) - began;
  return { solution, status: problem.activities.count === 0 ? 'empty' : 'feasible', score, bound: 0, statistics };
}

function firstRules(problem: Problem, rules: readonly Rule[]): Rule[] {
  return problem.present ? [presentRule(problem, rules[0]!), ...rules] : [...rules];
}

import type { Clockwork } from './clockwork.ts';
import { addMember, type Board, joinRun, occupy, openRun, placeUnit, type Run, reviveRun, setPlace } from './decode.ts';
import { BATCH, NONE, type Problem } from './problem.ts';
import type { Batch, Solution } from './solution.ts';

const MOST_STRETCHES = 2000;

/** An empty board: only fixed entries and fixed runs stand on it. */
export function createBoard(problem: Problem, clockwork: Clockwork): Board {
  const { count } = problem.activities;
  const stretchTicks = problem.day?.ticks ?? Math.max(1, Math.ceil(problem.horizon / MOST_STRETCHES));
  const board: Board = {
    problem,
    clockwork,
    profiles: problem.machines.map(({ unlimited }, m) => (unlimited ? null : clockwork.emptyProfile(m))),
    start: new Int32Array(count).fill(NONE),
    end: new Int32Array(count).fill(NONE),
    mode: new Int32Array(count).fill(NONE),
    after: new Int32Array(count).fill(NONE),
    run: new Array<Run | null>(count).fill(null),
    runs: new Map(),
    machineRuns: problem.machines.map(() => []),
    fixedRuns: [],
    stretches: [],
    stretchTicks,
    stretchCount: Math.ceil(problem.horizon / stretchTicks) + 1,
    nextRun: 0,
    touched: [],
    isTouched: new Uint8Array(problem.chains.count),
    furnace: 0,
  };
  for (const block of problem.blocks) occupy(board, block.machine, block.from, block.to);
  for (const fixed of problem.fixedBatches) {
    const run = openRun(board, fixed.machine, fixed.recipe, fixed.start, fixed.end, { fixed: true, joinable: fixed.joinable });
    run.weight = fixed.weight;
    run.volume = fixed.volume;
    board.fixedRuns.push(run);
  }
  placeFixed(board);
  return board;
}

function placeFixed(board: Board): void {
  const { activities } = board.problem;
  for (let a = 0; a < activities.count; a += 1) {
    const start = activities.fixedStart[a] as number;
    if (start === NONE) continue;
    const mode = activities.modeFrom[a] as number;
    const batch = activities.fixedBatch[a] as number;
    setPlace(board, a, mode, start, activities.fixedEnd[a] as number);
    if (batch !== NONE) addMember(board, board.fixedRuns[batch]!, a);
  }
}

/** Puts a solution on an empty board, exactly as it is. */
export function boardOf(problem: Problem, clockwork: Clockwork, solution: Solution): Board {
  const board = createBoard(problem, clockwork);
  const runs = new Map<number, Run>(board.fixedRuns.map((run, index) => [index, run]));
  for (let a = 0; a < problem.activities.count; a += 1) {
    if (solution.start[a] === NONE || problem.activities.fixedStart[a] !== NONE) continue;
    const batch = solution.batch[a] as number;
    const mode = solution.mode[a] as number;
    if (problem.modes.kind[mode] !== BATCH) {
      placeUnit(board, a, mode, solution.start[a] as number, solution.end[a] as number);
      continue;
    }
    let run = runs.get(batch);
    if (!run) {
      const { machine, recipe, start } = solution.batches[batch]!;
      run = openAt(board, machine, recipe, start);
      runs.set(batch, run);
    }
    joinRun(board, a, mode, run);
  }
  return board;
}

function openAt(board: Board, machine: number, recipe: number, start: number): Run {
  const run: Run = {
    id: board.nextRun,
    machine,
    recipe,
    start,
    end: start,
    weight: 0,
    volume: 0,
    members: [],
    fixed: false,
    joinable: true,
    alive: false,
    cost: 0,
  };
  board.nextRun += 1;
  reviveRun(board, run);
  return run;
}

/** The board as a solution: fixed batches first, the others by machine and start. */
export function solutionOf(board: Board): Solution {
  const batches: Batch[] = [];
  const index = new Map<Run, number>();
  const add = (run: Run): void => {
    index.set(run, batches.length);
    batches.push({
      machine: run.machine,
      recipe: run.recipe,
      start: run.start,
      end: run.end,
      members: [...run.members].sort((a, b) => a - b),
    });
  };
  for (const run of board.fixedRuns) add(run);
  for (const runs of board.machineRuns) for (const run of runs) if (!run.fixed) add(run);
  const batch = Int32Array.from(board.run, (run) => (run ? (index.get(run) as number) : NONE));
  return { start: board.start.slice(), end: board.end.slice(), mode: board.mode.slice(), batch, batches };
}

import { boardOf, solutionOf } from '../../board.ts';
import type { Clockwork } from '../../clockwork.ts';
import { type Board, joinRun, lift, placeUnit, type Run, reviveRun } from '../../decode.ts';
import { createLedger, type Ledger, settle } from '../../ledger.ts';
import { createPlace, type Place } from '../../placement.ts';
import { dueStarts, estimateTails } from '../../priorities.ts';
import { NONE, type PlantObjective, type Problem } from '../../problem.ts';
import type { Random } from '../../random.ts';
import type { Solution } from '../../solution.ts';

/** A board with what a search needs around it: its cost, and what the move at hand has lifted, so that it can be put back. */
export interface Workspace {
  readonly problem: Problem;
  readonly objective: PlantObjective;
  readonly board: Board;
  readonly ledger: Ledger;
  readonly random: Random;
  readonly place: Place;
  /** Activities lifted by the move at hand, in that order. */
  readonly lifted: number[];
  /** Where they were; valid for lifted activities. */
  readonly oldStart: Int32Array;
  readonly oldEnd: Int32Array;
  readonly oldMode: Int32Array;
  readonly oldRun: (Run | null)[];
  readonly isLifted: Uint8Array;
  /** Chains of the lifted activities, each once, in the order they were lifted. */
  readonly chains: number[];
  readonly chainFrom: Int32Array;
  /** Last tick at which each activity should start, by its due date and what is still to do. */
  readonly dueStart: Float64Array;
  cost: number;
}

/** A workspace that stands at a solution. */
export function createWorkspace(
  problem: Problem,
  objective: PlantObjective,
  clockwork: Clockwork,
  random: Random,
  start: Solution,
): Workspace {
  const { count } = problem.activities;
  const board = boardOf(problem, clockwork, start);
  const ledger = createLedger(problem);
  for (let chain = 0; chain < problem.chains.count; chain += 1) if (!board.isTouched[chain]) board.touched.push(chain);
  const cost = settle(board, ledger, objective);
  return {
    ...{ problem, objective, board, ledger, random, place: createPlace(), lifted: [], chains: [], cost },
    oldStart: new Int32Array(count),
    oldEnd: new Int32Array(count),
    oldMode: new Int32Array(count),
    oldRun: new Array<Run | null>(count).fill(null),
    isLifted: new Uint8Array(count),
    chainFrom: new Int32Array(problem.chains.count).fill(NONE),
    dueStart: dueStarts(problem, estimateTails(problem)),
  };
}

/** Lifts the free activities of a chain from `activity` (or the first of its step) to the end. Those lifted before stay lifted. */
export function ruin(work: Workspace, activity: number): void {
  const { board, problem } = work;
  const { activities, chains } = problem;
  const chain = activities.chain[activity] as number;
  const from = activities.lead[activity] as number;
  const known = work.chainFrom[chain] as number;
  if (known !== NONE && known <= from) return;
  const to = known === NONE ? (chains.activityFrom[chain + 1] as number) : known;
  if (known === NONE) work.chains.push(chain);
  work.chainFrom[chain] = from;
  for (let a = to - 1; a >= from; a -= 1) {
    if (activities.fixedStart[a] !== NONE || board.start[a] === NONE) continue;
    work.oldStart[a] = board.start[a] as number;
    work.oldEnd[a] = board.end[a] as number;
    work.oldMode[a] = board.mode[a] as number;
    work.oldRun[a] = board.run[a] ?? null;
    work.isLifted[a] = 1;
    work.lifted.push(a);
    lift(board, a);
  }
}

/** Ends the move: keeps it, or puts everything back where it was. Gives the cost that stands now. */
export function conclude(work: Workspace, keep: boolean, cost: number): void {
  if (keep) work.cost = cost;
  else putBack(work);
  for (const a of work.lifted) work.isLifted[a] = 0;
  for (const chain of work.chains) work.chainFrom[chain] = NONE;
  work.lifted.length = 0;
  work.chains.length = 0;
}

function putBack(work: Workspace): void {
  const { board, lifted } = work;
  for (const a of lifted) if (board.start[a] !== NONE) lift(board, a);
  for (let i = lifted.length - 1; i >= 0; i -= 1) {
    const a = lifted[i] as number;
    const run = work.oldRun[a];
    const mode = work.oldMode[a] as number;
    if (run) {
      if (!run.alive) reviveRun(board, run);
      joinRun(board, a, mode, run);
    } else placeUnit(board, a, mode, work.oldStart[a] as number, work.oldEnd[a] as number);
  }
  settle(board, work.ledger, work.objective);
}

/** Cost of the board as it stands now. */
export const currentCost = (work: Workspace): number => settle(work.board, work.ledger, work.objective);

/** A plan kept by its places alone, cheap to take often. */
export interface Memory {
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly mode: Int32Array;
  readonly run: Int32Array;
}

export const createMemory = (count: number): Memory => ({
  start: new Int32Array(count),
  end: new Int32Array(count),
  mode: new Int32Array(count),
  run: new Int32Array(count),
});

/** Remembers where everything stands. */
export function remember(memory: Memory, board: Board): void {
  memory.start.set(board.start);
  memory.end.set(board.end);
  memory.mode.set(board.mode);
  for (let a = 0; a < memory.run.length; a += 1) memory.run[a] = board.run[a]?.id ?? NONE;
}

/** The solution that was remembered. */
export function recall(problem: Problem, clockwork: Clockwork, memory: Memory): Solution {
  const { fixedBatch } = problem.activities;
  const batches = problem.fixedBatches.map(({ machine, recipe, start, end }) => ({ machine, recipe, start, end, members: [] as number[] }));
  const index = new Map<number, number>(batches.map((_, fixed) => [fixed, fixed]));
  const batch = memory.run.map((id, a) => {
    if (id === NONE) return NONE;
    if (fixedBatch[a] !== NONE) return fixedBatch[a] as number;
    const known = index.get(id);
    if (known !== undefined) return known;
    const mode = memory.mode[a] as number;
    const made = { machine: problem.modes.machine[mode] as number, recipe: problem.modes.recipe[mode] as number };
    batches.push({ ...made, start: memory.start[a] as number, end: memory.end[a] as number, members: [] });
    index.set(id, batches.length - 1);
    return batches.length - 1;
  });
  return solutionOf(boardOf(problem, clockwork, { start: memory.start, end: memory.end, mode: memory.mode, batch, batches }));
}

import { dueStarts, estimateTails } from '../../first/priorities.ts';
import type { Clockwork } from '../../place/clockwork.ts';
import { draftOf, solutionOf } from '../../place/draft.ts';
import { type Draft, type DraftRun, lift, putBack } from '../../place/occupancy.ts';
import { createPlace, type Place } from '../../place/placement.ts';
import { NONE, type Problem } from '../../problem.ts';
import type { Random } from '../../random.ts';
import type { Solution } from '../../solution.ts';
import { createLedger, type Ledger, type Price, settle, USUAL_PRICE } from './ledger.ts';

/** A draft, its cost, and a record of the lifted activities, so that a move can be undone. */
export interface Workspace {
  readonly problem: Problem;
  readonly draft: Draft;
  readonly ledger: Ledger;
  readonly random: Random;
  readonly place: Place;
  /** Activities lifted by the move at hand, in that order. */
  readonly lifted: number[];
  /** Former places of lifted activities. */
  readonly oldStart: Int32Array;
  readonly oldEnd: Int32Array;
  readonly oldMode: Int32Array;
  readonly oldRun: (DraftRun | null)[];
  readonly isLifted: Uint8Array;
  /** Chains of the lifted activities, each once, in the order they were lifted. */
  readonly chains: number[];
  readonly chainFrom: Int32Array;
  /** Last tick at which each activity should start, by its due date and what is still to do. */
  readonly dueStart: Float64Array;
  cost: number;
  /** Whether the move at hand is partial: it lifts single steps and leaves the later steps of the lot as far as they may stay. */
  partial: boolean;
}

/** A workspace that stands at a solution, with what moving a bar costs in it. */
export function createWorkspace(problem: Problem, clockwork: Clockwork, random: Random, start: Solution, price = USUAL_PRICE): Workspace {
  const { count } = problem.activities;
  const draft = draftOf(problem, clockwork, start);
  const ledger = createLedger(problem, price);
  for (let chain = 0; chain < problem.chains.count; chain += 1) if (!draft.isTouched[chain]) draft.touched.push(chain);
  const cost = settle(draft, ledger);
  return {
    problem,
    draft,
    ledger,
    random,
    place: createPlace(),
    lifted: [],
    chains: [],
    cost,
    partial: false,
    oldStart: new Int32Array(count),
    oldEnd: new Int32Array(count),
    oldMode: new Int32Array(count),
    oldRun: new Array<DraftRun | null>(count).fill(null),
    isLifted: new Uint8Array(count),
    chainFrom: new Int32Array(problem.chains.count).fill(NONE),
    dueStart: dueStarts(problem, estimateTails(problem)),
  };
}

/** Lifts the free activities of a chain from `activity` (or the first of its step) to the end. Those lifted before stay lifted. */
export function ruin(work: Workspace, activity: number): void {
  const { draft, problem } = work;
  const { activities, chains } = problem;
  const chain = activities.chain[activity]!;
  const from = activities.lead[activity]!;
  const known = work.chainFrom[chain]!;
  if (known !== NONE && known <= from) return;
  const to = known === NONE ? chains.activityFrom[chain + 1]! : known;
  if (known === NONE) work.chains.push(chain);
  work.chainFrom[chain] = from;
  for (let a = to - 1; a >= from; a -= 1) {
    if (activities.fixedStart[a] === NONE && draft.start[a] !== NONE) liftAlone(work, a);
  }
}

/** Lifts a step: alone in a partial move, else with the rest of its lot. Later steps that cannot stay are lifted when the lot is placed again. */
export function liftStep(work: Workspace, activity: number): void {
  if (!work.partial) {
    ruin(work, activity);
    return;
  }
  const { draft, problem } = work;
  const chain = problem.activities.chain[activity]!;
  const from = problem.activities.lead[activity]!;
  const known = work.chainFrom[chain]!;
  if (known === NONE) work.chains.push(chain);
  if (known === NONE || from < known) work.chainFrom[chain] = from;
  for (let a = from; a < from + draft.parts.size[from]!; a += 1) {
    if (problem.activities.fixedStart[a] === NONE && draft.start[a] !== NONE) liftAlone(work, a);
  }
}

/** Lifts one placed activity and leaves its successors. */
export function liftAlone(work: Workspace, a: number): void {
  const { draft } = work;
  if (work.isLifted[a]) {
    lift(draft, a);
    return;
  }
  work.oldStart[a] = draft.start[a]!;
  work.oldEnd[a] = draft.end[a]!;
  work.oldMode[a] = draft.mode[a]!;
  work.oldRun[a] = draft.furnaceRun[a] ?? null;
  work.isLifted[a] = 1;
  work.lifted.push(a);
  lift(draft, a);
}

/** Ends the move: keeps it, or puts everything back. */
export function conclude(work: Workspace, keep: boolean, cost: number): void {
  if (keep) work.cost = cost;
  else undo(work);
  for (const a of work.lifted) work.isLifted[a] = 0;
  for (const chain of work.chains) work.chainFrom[chain] = NONE;
  work.partial = false;
  work.lifted.length = 0;
  work.chains.length = 0;
}

function undo(work: Workspace): void {
  const { draft, lifted } = work;
  for (const a of lifted) if (draft.start[a] !== NONE) lift(draft, a);
  for (let i = lifted.length - 1; i >= 0; i -= 1) {
    const a = lifted[i]!;
    putBack(draft, a, { mode: work.oldMode[a]!, start: work.oldStart[a]!, end: work.oldEnd[a]!, run: work.oldRun[a]! });
  }
  settle(draft, work.ledger);
}

/** Cost of the draft as it stands now. */
export const currentCost = (work: Workspace): number => settle(work.draft, work.ledger);

/** Lets moving a bar cost otherwise. */
export function reprice(work: Workspace, price: Price): void {
  work.ledger.price = price;
  work.cost = currentCost(work);
}

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
export function remember(memory: Memory, draft: Draft): void {
  memory.start.set(draft.start);
  memory.end.set(draft.end);
  memory.mode.set(draft.mode);
  for (let a = 0; a < memory.run.length; a += 1) memory.run[a] = draft.furnaceRun[a]?.id ?? NONE;
}

/** A solution, remembered. */
export const memoryOf = ({ start, end, mode, furnaceRun }: Solution): Memory => ({ start, end, mode, run: furnaceRun });

/** The solution that was remembered. */
export function recall(problem: Problem, clockwork: Clockwork, memory: Memory): Solution {
  const { fixedFurnaceRun } = problem.activities;
  const furnaceRuns = problem.fixedFurnaceRuns.map(({ machine, recipe, start, end }) => ({
    machine,
    recipe,
    start,
    end,
    members: [] as number[],
  }));
  const index = new Map<number, number>(furnaceRuns.map((_, fixed) => [fixed, fixed]));
  const furnaceRun = memory.run.map((id, a) => {
    if (id === NONE) return NONE;
    if (fixedFurnaceRun[a] !== NONE) return fixedFurnaceRun[a]!;
    const known = index.get(id);
    if (known !== undefined) return known;
    const mode = memory.mode[a]!;
    furnaceRuns.push({
      machine: problem.modes.machine[mode]!,
      recipe: problem.modes.recipe[mode]!,
      start: memory.start[a]!,
      end: memory.end[a]!,
      members: [],
    });
    index.set(id, furnaceRuns.length - 1);
    return furnaceRuns.length - 1;
  });
  return solutionOf(draftOf(problem, clockwork, { start: memory.start, end: memory.end, mode: memory.mode, furnaceRun, furnaceRuns }));
}

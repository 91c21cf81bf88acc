import { type FixedFurnaceRun, FURNACE, NONE, type Problem } from '../problem.ts';
import type { FurnaceRun, Solution } from '../solution.ts';
import type { Clockwork } from './clockwork.ts';
import { createFound } from './found.ts';
import { addMember, type Draft, type DraftRun, joinRun, occupy, openRun, placeUnit, reviveRun, setPlace } from './occupancy.ts';
import { createParts } from './parts.ts';

const MOST_STRETCHES = 2000;

/** A stretch of time to look for neighbours in: a day; where there are no days, as long as an activity lasts on average. */
function stretchOf({ day, horizon, activities, modes }: Problem): number {
  if (day) return day.ticks;
  let total = 0;
  for (let a = 0; a < activities.count; a += 1) total += modes.duration[activities.modeFrom[a]!]!;
  return Math.max(1, Math.ceil(horizon / MOST_STRETCHES), Math.round(total / Math.max(1, activities.count)));
}

/** An empty draft: only fixed entries and fixed runs stand on it. */
export function createDraft(problem: Problem, clockwork: Clockwork): Draft {
  const { count } = problem.activities;
  const stretchTicks = stretchOf(problem);
  const stretchCount = Math.ceil(problem.horizon / stretchTicks) + 1;
  const start = new Int32Array(count).fill(NONE);
  const end = new Int32Array(count).fill(NONE);
  const after = new Int32Array(count).fill(NONE);
  const draft: Draft = {
    problem,
    clockwork,
    profiles: problem.machines.map(({ unlimited }, m) => (unlimited ? null : clockwork.emptyProfile(m))),
    start,
    end,
    mode: new Int32Array(count).fill(NONE),
    after,
    parts: createParts(problem, { start, end, after }),
    found: createFound(),
    span: { start: NONE, end: NONE },
    furnaceRun: new Array<DraftRun | null>(count).fill(null),
    familyRuns: new Map(),
    machineRuns: problem.machines.map(() => []),
    fixedRuns: [],
    // As long as it gets: one that grows from the middle would be a table of keys.
    stretches: new Array<number[] | undefined>(problem.machines.length * stretchCount),
    stretchTicks,
    stretchCount,
    nextRun: 0,
    touched: [],
    isTouched: new Uint8Array(problem.chains.count),
    furnace: 0,
  };
  for (const block of problem.blocks) occupy(draft, block.machine, block.from, block.to);
  for (const fixed of problem.fixedFurnaceRuns) draft.fixedRuns.push(openFixed(draft, fixed));
  placeFixed(draft);
  return draft;
}

/** The same draft, read by another problem of the same activities and machines: what stands is one for both, last places found are not. Its keys stand as above. */
export const draftFor = (problem: Problem, draft: Draft): Draft => ({
  problem,
  clockwork: draft.clockwork,
  profiles: draft.profiles,
  start: draft.start,
  end: draft.end,
  mode: draft.mode,
  after: draft.after,
  parts: draft.parts,
  found: createFound(),
  span: draft.span,
  furnaceRun: draft.furnaceRun,
  familyRuns: draft.familyRuns,
  machineRuns: draft.machineRuns,
  fixedRuns: draft.fixedRuns,
  stretches: draft.stretches,
  stretchTicks: draft.stretchTicks,
  stretchCount: draft.stretchCount,
  nextRun: draft.nextRun,
  touched: draft.touched,
  isTouched: draft.isTouched,
  furnace: draft.furnace,
});

function placeFixed(draft: Draft): void {
  const { activities } = draft.problem;
  for (let a = 0; a < activities.count; a += 1) {
    const start = activities.fixedStart[a]!;
    if (start === NONE) continue;
    const mode = activities.modeFrom[a]!;
    const furnaceRun = activities.fixedFurnaceRun[a]!;
    setPlace(draft, a, mode, start, activities.fixedEnd[a]!);
    if (furnaceRun !== NONE) addMember(draft, draft.fixedRuns[furnaceRun]!, a);
  }
}

/** Puts a solution on an empty draft, exactly as it is. */
export function draftOf(problem: Problem, clockwork: Clockwork, solution: Solution): Draft {
  const draft = createDraft(problem, clockwork);
  const runs = new Map<number, DraftRun>(draft.fixedRuns.map((run, index) => [index, run]));
  for (let a = 0; a < problem.activities.count; a += 1)
    if (solution.start[a] !== NONE && problem.activities.fixedStart[a] === NONE) putAsIn(draft, solution, a, runs);
  return draft;
}

/** Puts a free activity where a solution has it. `runs`: those of the solution that are on the draft, by index; the first member opens one. */
export function putAsIn(draft: Draft, solution: Solution, activity: number, runs: Map<number, DraftRun>): void {
  const mode = solution.mode[activity]!;
  if (draft.problem.modes.kind[mode] !== FURNACE) {
    placeUnit(draft, activity, mode, solution.start[activity]!, solution.end[activity]!);
    return;
  }
  const index = solution.furnaceRun[activity]!;
  let run = runs.get(index);
  if (!run) {
    const { machine, recipe, start } = solution.furnaceRuns[index]!;
    run = openAt(draft, machine, recipe, start);
    runs.set(index, run);
  }
  joinRun(draft, activity, mode, run);
}

/** Opens a run that stands fixed, with what lies in it that is no activity. */
export function openFixed(draft: Draft, { machine, recipe, start, end, joinable, weight, volume }: FixedFurnaceRun): DraftRun {
  const run = openRun(draft, { machine, recipe, start, end, fixed: true, joinable });
  run.weight = weight;
  run.volume = volume;
  return run;
}

function openAt(draft: Draft, machine: number, recipe: number, start: number): DraftRun {
  const run: DraftRun = {
    id: draft.nextRun,
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
  draft.nextRun += 1;
  reviveRun(draft, run);
  return run;
}

/** The draft as a solution: fixed furnace runs first, the others by machine and start. */
export function solutionOf(draft: Draft): Solution {
  const furnaceRuns: FurnaceRun[] = [];
  const index = new Map<DraftRun, number>();
  const add = (run: DraftRun): void => {
    index.set(run, furnaceRuns.length);
    furnaceRuns.push({
      machine: run.machine,
      recipe: run.recipe,
      start: run.start,
      end: run.end,
      members: [...run.members].sort((a, b) => a - b),
    });
  };
  for (const run of draft.fixedRuns) add(run);
  for (const runs of draft.machineRuns) for (const run of runs) if (!run.fixed) add(run);
  const furnaceRun = Int32Array.from(draft.furnaceRun, (run) => (run ? index.get(run)! : NONE));
  return { start: draft.start.slice(), end: draft.end.slice(), mode: draft.mode.slice(), furnaceRun, furnaceRuns };
}

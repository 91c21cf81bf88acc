import { FURNACE, NONE, type Problem } from '../problem.ts';
import type { Solution } from '../solution.ts';

/** Which unit of its facility everything uses, from 0. Units are alike: this only keeps bars of one unit apart. */
export interface Units {
  readonly ofActivity: Int32Array;
  readonly ofFurnaceRun: Int32Array;
}

/** Gives each use, in order of its start, the lowest unit that is free again. Fixed entries beyond capacity get units beyond the count. */
export function assignUnits(problem: Problem, solution: Solution): Units {
  const { activities, modes, machines } = problem;
  const ofActivity = new Int32Array(activities.count).fill(NONE);
  const ofFurnaceRun = new Int32Array(solution.furnaceRuns.length).fill(NONE);
  const uses: { start: number; end: number; activity: number; furnaceRun: number }[][] = machines.map(() => []);
  for (let a = 0; a < activities.count; a += 1) {
    if (solution.start[a] === NONE || modes.kind[solution.mode[a]!] === FURNACE) continue;
    uses[modes.machine[solution.mode[a]!]!]!.push({ start: solution.start[a]!, end: solution.end[a]!, activity: a, furnaceRun: NONE });
  }
  solution.furnaceRuns.forEach((furnaceRun, b) => {
    uses[furnaceRun.machine]!.push({ start: furnaceRun.start, end: furnaceRun.end, activity: NONE, furnaceRun: b });
  });
  machines.forEach((machine, m) => {
    if (machine.unlimited) return;
    const freeAt: number[] = [];
    for (const use of uses[m]!.sort((a, b) => a.start - b.start || a.end - b.end || a.activity - b.activity)) {
      let unit = freeAt.findIndex((tick) => tick <= use.start);
      if (unit < 0) unit = freeAt.length;
      freeAt[unit] = use.end;
      if (use.furnaceRun === NONE) ofActivity[use.activity] = unit;
      else ofFurnaceRun[use.furnaceRun] = unit;
    }
  });
  solution.furnaceRuns.forEach((furnaceRun, b) => {
    for (const a of furnaceRun.members) ofActivity[a] = ofFurnaceRun[b]!;
  });
  return { ofActivity, ofFurnaceRun };
}

import { BATCH, NONE, type Problem } from './problem.ts';
import type { Solution } from './solution.ts';

/** Which unit of its facility everything uses, from 0. Units are alike: this only keeps bars of one unit apart. */
export interface Units {
  readonly ofActivity: Int32Array;
  readonly ofBatch: Int32Array;
}

/** Gives each use, in order of its start, the lowest unit that is free again. Fixed entries beyond capacity get units beyond the count. */
export function assignUnits(problem: Problem, solution: Solution): Units {
  const { activities, modes, machines } = problem;
  const ofActivity = new Int32Array(activities.count).fill(NONE);
  const ofBatch = new Int32Array(solution.batches.length).fill(NONE);
  const uses: { start: number; end: number; activity: number; batch: number }[][] = machines.map(() => []);
  for (let a = 0; a < activities.count; a += 1) {
    if (solution.start[a] === NONE || modes.kind[solution.mode[a]!] === BATCH) continue;
    uses[modes.machine[solution.mode[a]!]!]!.push({ start: solution.start[a]!, end: solution.end[a]!, activity: a, batch: NONE });
  }
  solution.batches.forEach((batch, b) => {
    uses[batch.machine]!.push({ start: batch.start, end: batch.end, activity: NONE, batch: b });
  });
  machines.forEach((machine, m) => {
    if (machine.unlimited) return;
    const freeAt: number[] = [];
    for (const use of uses[m]!.sort((a, b) => a.start - b.start || a.end - b.end || a.activity - b.activity)) {
      let unit = freeAt.findIndex((tick) => tick <= use.start);
      if (unit < 0) unit = freeAt.length;
      freeAt[unit] = use.end;
      if (use.batch === NONE) ofActivity[use.activity] = unit;
      else ofBatch[use.batch] = unit;
    }
  });
  solution.batches.forEach((batch, b) => {
    for (const a of batch.members) ofActivity[a] = ofBatch[b]!;
  });
  return { ofActivity, ofBatch };
}

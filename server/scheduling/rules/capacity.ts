import { FURNACE, type Machine, NONE, type Problem } from '../problem.ts';
import type { Solution, Violation } from '../solution.ts';
import type { Rule } from './rule.ts';

/** Use of a machine: [from, to), fixed or free, and if free by which activities. */
interface Use {
  from: number;
  to: number;
  fixed: boolean;
  activities: readonly number[];
}

/** No facility ever has more in hand than it has units. Fixed entries may overload it; then nothing else is there. */
export const capacity: Rule = (problem, solution) => {
  const uses = collectUses(problem, solution);
  return problem.machines.flatMap((machine, m) => (machine.unlimited ? [] : overloads(machine, uses[m]!)));
};

function collectUses(problem: Problem, solution: Solution): Use[][] {
  const { activities, modes } = problem;
  const uses: Use[][] = problem.machines.map(() => []);
  for (const { machine, from, to } of problem.blocks) uses[machine]!.push({ from, to, fixed: true, activities: [] });
  for (let a = 0; a < activities.count; a += 1) {
    const m = solution.mode[a]!;
    if (solution.start[a] === NONE || activities.fixedStart[a] !== NONE || modes.kind[m] === FURNACE) continue;
    uses[modes.machine[m]!]!.push({ from: solution.start[a]!, to: solution.end[a]!, fixed: false, activities: [a] });
  }
  solution.furnaceRuns.forEach((furnaceRun, b) => {
    uses[furnaceRun.machine]!.push({
      from: furnaceRun.start,
      to: furnaceRun.end,
      fixed: b < problem.fixedFurnaceRuns.length,
      activities: furnaceRun.members,
    });
  });
  return uses;
}

/** Sweeps the uses over the intervals of equal units; a unit machine pauses where it is closed, a furnace may not. */
function overloads(machine: Machine, uses: readonly Use[]): Violation[] {
  const steps = new Map<number, { fixed: number; free: number }>();
  const add = (tick: number, use: Use, sign: number): void => {
    const step = steps.get(tick) ?? { fixed: 0, free: 0 };
    if (use.fixed) step.fixed += sign;
    else step.free += sign;
    steps.set(tick, step);
  };
  for (const use of uses) {
    add(use.from, use, 1);
    add(use.to, use, -1);
  }
  const units = unitSteps(machine);
  const ticks = [...new Set([...steps.keys(), ...units.keys()])].sort((a, b) => a - b);
  const found: Violation[] = [];
  let [fixed, open, has] = [0, 0, 0];
  for (const tick of ticks) {
    fixed += steps.get(tick)?.fixed ?? 0;
    open += steps.get(tick)?.free ?? 0;
    has = units.get(tick) ?? has;
    const pausing = machine.kind === 'unit' && has === 0;
    if (open === 0 || pausing || fixed + open <= has) continue;
    const there = uses.filter((use) => use.from <= tick && use.to > tick && !use.fixed).flatMap((use) => use.activities);
    found.push({ rule: 'capacity', activities: there, detail: `${fixed + open} in hand at ${tick}, ${has} units` });
  }
  return found;
}

/** Units from each tick at which they change; what touches the interval before takes the place of its end. */
function unitSteps({ open }: Machine): Map<number, number> {
  const units = new Map<number, number>();
  for (let i = 0; i < open.length; i += 3) units.set(open[i]!, open[i + 2]!).set(open[i + 1]!, 0);
  return units;
}

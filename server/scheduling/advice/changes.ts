import { changed, machineOf } from '../changed.ts';
import { backNextMorning } from '../explain/relief.ts';
import type { Problem } from '../problem.ts';

/** The problem in which a machine has a unit more whenever it is open. */
export function withOneMoreUnit(problem: Problem, machine: number): Problem {
  const machines = problem.machines.map((one, m) => {
    if (m !== machine) return one;
    return machineOf(one, { open: one.open.map((value, at) => (at % 3 === 2 && value > 0 ? value + 1 : value)) });
  });
  return changed(problem, { machines });
}

/** The problem in which partners give back the next working morning what is of this job. */
export const withPartnerFaster = (problem: Problem, job: number): Problem =>
  backNextMorning(problem, (a) => problem.chains.job[problem.activities.chain[a]!] === job);

import { FURNACE, NONE, type Problem } from '../problem.ts';
import type { FurnaceRun, Solution, Violation } from '../solution.ts';
import { intervalAt, type Rule } from './rule.ts';

const TOLERANCE = 1e-6;

/** Violations of a rule that can be asked run by run; fixed runs without a free member are as they are. */
function asks(
  rule: string,
  problem: Problem,
  solution: Solution,
  ask: (furnaceRun: FurnaceRun, index: number) => string | null,
): Violation[] {
  return solution.furnaceRuns.flatMap((furnaceRun, index) => {
    if (index < problem.fixedFurnaceRuns.length && furnaceRun.members.every((a) => problem.activities.fixedStart[a] !== NONE)) return [];
    const detail = ask(furnaceRun, index);
    return detail === null ? [] : [{ rule, activities: furnaceRun.members, detail }];
  });
}

/** Every member names its run, runs on its facility, and has its start and end. */
export const membership: Rule = (problem, solution) => {
  const counted = new Int32Array(problem.activities.count);
  const found = asks('run_members', problem, solution, (furnaceRun, index) => {
    const wrong = furnaceRun.members.find((a) => {
      const mode = solution.mode[a]!;
      counted[a]! += 1;
      const alike = solution.furnaceRun[a] === index && solution.start[a] === furnaceRun.start && solution.end[a] === furnaceRun.end;
      return !alike || problem.modes.kind[mode] !== FURNACE || problem.modes.machine[mode] !== furnaceRun.machine;
    });
    if (furnaceRun.members.length === 0) return 'a run without members';
    return wrong === undefined ? null : `member ${wrong} is elsewhere`;
  });
  for (let a = 0; a < counted.length; a += 1) {
    const fixed = problem.activities.fixedStart[a] !== NONE;
    if (!fixed && solution.furnaceRun[a] !== NONE && counted[a] !== 1)
      found.push({ rule: 'run_members', activities: [a], detail: `in ${counted[a]} runs` });
  }
  return found;
};

/** Only one family of recipes in a run, retention times within its tolerance. */
export const recipes: Rule = (problem, solution) =>
  asks('run_recipe', problem, solution, (furnaceRun) => {
    const { modes, recipes: known, activities } = problem;
    const durations: number[] = [];
    for (const a of furnaceRun.members) {
      const recipe = modes.recipe[solution.mode[a]!]!;
      if (known.family[recipe] !== known.family[furnaceRun.recipe]) return `member ${a} has another recipe`;
      if (activities.fixedStart[a] === NONE) durations.push(modes.duration[solution.mode[a]!]!);
    }
    const spread = Math.max(...durations) - Math.min(...durations);
    return spread > known.tolerance[furnaceRun.recipe]! ? `retention differs by ${spread} ticks` : null;
  });

/** Weight and volume of a run stay within the furnace. */
export const loads: Rule = (problem, solution) =>
  asks('run_load', problem, solution, (furnaceRun, index) => {
    const machine = problem.machines[furnaceRun.machine]!;
    const fixed = problem.fixedFurnaceRuns[index];
    let [weight, volume] = [fixed?.weight ?? 0, fixed?.volume ?? 0];
    for (const a of furnaceRun.members) {
      weight += problem.activities.weight[a]!;
      volume += problem.activities.volume[a]!;
    }
    if (weight > machine.maxWeight + TOLERANCE) return `weight ${weight} of ${machine.maxWeight}`;
    return volume > machine.maxVolume + TOLERANCE ? `volume ${volume} of ${machine.maxVolume}` : null;
  });

/** A run starts in starting time of its furnace, on a weekday that every member allows. */
export const starts: Rule = (problem, solution) =>
  asks('run_start', problem, solution, (furnaceRun, index) => {
    const { day, machines, modes } = problem;
    const machine = machines[furnaceRun.machine]!;
    if (index >= problem.fixedFurnaceRuns.length && machine.starts && intervalAt(machine.starts, 2, furnaceRun.start) < 0)
      return 'starts outside starting time';
    if (!day) return null;
    const weekday = (day.weekday + Math.floor(furnaceRun.start / day.ticks)) % 7;
    const wrong = furnaceRun.members.find(
      (a) => problem.activities.fixedStart[a] === NONE && !(modes.weekdays[solution.mode[a]!]! & (1 << weekday)),
    );
    return wrong === undefined ? null : `member ${wrong} does not start on weekday ${weekday}`;
  });

/** A run lasts as long as its longest set-up, its longest retention and its cooling in the furnace, rounded to the plant's day. */
export const lengths: Rule = (problem, solution) =>
  asks('run_length', problem, solution, (furnaceRun, index) => {
    const { modes, recipes: known, day } = problem;
    const own = furnaceRun.members.map((a) => solution.mode[a]!);
    const setup = Math.max(...own.map((mode) => modes.setup[mode]!));
    const duration = Math.max(...own.map((mode) => modes.duration[mode]!));
    let end = furnaceRun.start + setup + duration + known.hold[furnaceRun.recipe]!;
    if (day) {
      const inDay = end % day.ticks;
      if (inDay > 0 && inDay < day.firstEnd) end += day.firstEnd - inDay;
      if (inDay > day.workTo) end += day.ticks - inDay;
    }
    if (index < problem.fixedFurnaceRuns.length)
      return own.every((mode, i) => fixedOrShort(problem, furnaceRun, furnaceRun.members[i]!, mode))
        ? null
        : 'a member needs longer than the fixed run';
    return end === furnaceRun.end ? null : `ends at ${furnaceRun.end} instead of ${end}`;
  });

function fixedOrShort(problem: Problem, furnaceRun: FurnaceRun, activity: number, mode: number): boolean {
  if (problem.activities.fixedStart[activity] !== NONE) return true;
  const { modes, recipes: known } = problem;
  return furnaceRun.start + modes.setup[mode]! + modes.duration[mode]! + known.hold[furnaceRun.recipe]! <= furnaceRun.end;
}

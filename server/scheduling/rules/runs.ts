import { BATCH, NONE, type Problem } from '../problem.ts';
import type { Batch, Solution, Violation } from '../solution.ts';
import { intervalAt, type Rule } from './rule.ts';

const TOLERANCE = 1e-6;

/** Violations of a rule that can be asked run by run; fixed runs without a free member are as they are. */
function asks(rule: string, problem: Problem, solution: Solution, ask: (batch: Batch, index: number) => string | null): Violation[] {
  return solution.batches.flatMap((batch, index) => {
    if (index < problem.fixedBatches.length && batch.members.every((a) => problem.activities.fixedStart[a] !== NONE)) return [];
    const detail = ask(batch, index);
    return detail === null ? [] : [{ rule, activities: batch.members, detail }];
  });
}

/** Every member names its run, runs on its facility, and has its start and end. */
export const membership: Rule = (problem, solution) => {
  const counted = new Int32Array(problem.activities.count);
  const found = asks('run_members', problem, solution, (batch, index) => {
    const wrong = batch.members.find((a) => {
      const mode = solution.mode[a]!;
      counted[a]! += 1;
      const alike = solution.batch[a] === index && solution.start[a] === batch.start && solution.end[a] === batch.end;
      return !alike || problem.modes.kind[mode] !== BATCH || problem.modes.machine[mode] !== batch.machine;
    });
    if (batch.members.length === 0 && index >= problem.fixedBatches.length) return 'a run without members';
    return wrong === undefined ? null : `member ${wrong} is elsewhere`;
  });
  for (let a = 0; a < counted.length; a += 1) {
    const fixed = problem.activities.fixedStart[a] !== NONE;
    if (!fixed && solution.batch[a] !== NONE && counted[a] !== 1)
      found.push({ rule: 'run_members', activities: [a], detail: `in ${counted[a]} runs` });
  }
  return found;
};

/** Only one family of recipes in a run, retention times within its tolerance. */
export const recipes: Rule = (problem, solution) =>
  asks('run_recipe', problem, solution, (batch) => {
    const { modes, recipes: known, activities } = problem;
    const durations: number[] = [];
    for (const a of batch.members) {
      const recipe = modes.recipe[solution.mode[a]!]!;
      if (known.family[recipe] !== known.family[batch.recipe]) return `member ${a} has another recipe`;
      if (activities.fixedStart[a] === NONE) durations.push(modes.duration[solution.mode[a]!]!);
    }
    const spread = Math.max(...durations) - Math.min(...durations);
    return spread > known.tolerance[batch.recipe]! ? `retention differs by ${spread} ticks` : null;
  });

/** Weight and volume of a run stay within the furnace. */
export const loads: Rule = (problem, solution) =>
  asks('run_load', problem, solution, (batch, index) => {
    const machine = problem.machines[batch.machine]!;
    const fixed = problem.fixedBatches[index];
    let [weight, volume] = [fixed?.weight ?? 0, fixed?.volume ?? 0];
    for (const a of batch.members) {
      weight += problem.activities.weight[a]!;
      volume += problem.activities.volume[a]!;
    }
    if (weight > machine.maxWeight + TOLERANCE) return `weight ${weight} of ${machine.maxWeight}`;
    return volume > machine.maxVolume + TOLERANCE ? `volume ${volume} of ${machine.maxVolume}` : null;
  });

/** A run starts in starting time of its furnace, on a weekday that every member allows. */
export const starts: Rule = (problem, solution) =>
  asks('run_start', problem, solution, (batch, index) => {
    const { day, machines, modes } = problem;
    const machine = machines[batch.machine]!;
    if (index >= problem.fixedBatches.length && machine.starts && intervalAt(machine.starts, 2, batch.start) < 0)
      return 'starts outside starting time';
    if (!day) return null;
    const weekday = (day.weekday + Math.floor(batch.start / day.ticks)) % 7;
    const wrong = batch.members.find(
      (a) => problem.activities.fixedStart[a] === NONE && !(modes.weekdays[solution.mode[a]!]! & (1 << weekday)),
    );
    return wrong === undefined ? null : `member ${wrong} does not start on weekday ${weekday}`;
  });

/** A run lasts as long as its longest set-up, its longest retention and its cooling in the furnace, rounded to the plant's day, and no longer than a member bears. */
export const lengths: Rule = (problem, solution) =>
  asks('run_length', problem, solution, (batch, index) => {
    const { modes, recipes: known, day } = problem;
    const own = batch.members.map((a) => solution.mode[a]!);
    const setup = Math.max(...own.map((mode) => modes.setup[mode]!));
    const duration = Math.max(...own.map((mode) => modes.duration[mode]!));
    let end = batch.start + setup + duration + known.hold[batch.recipe]!;
    if (day) {
      const inDay = end % day.ticks;
      if (inDay > 0 && inDay < day.firstEnd) end += day.firstEnd - inDay;
      if (inDay > day.workTo) end += day.ticks - inDay;
    }
    if (own.some((mode) => end - batch.start > modes.maxDuration[mode]!)) return 'longer than a member bears';
    if (index < problem.fixedBatches.length)
      return own.every((mode, i) => fixedOrShort(problem, batch, batch.members[i]!, mode))
        ? null
        : 'a member needs longer than the fixed run';
    return end === batch.end ? null : `ends at ${batch.end} instead of ${end}`;
  });

function fixedOrShort(problem: Problem, batch: Batch, activity: number, mode: number): boolean {
  if (problem.activities.fixedStart[activity] !== NONE) return true;
  const { modes, recipes: known } = problem;
  return batch.start + modes.setup[mode]! + modes.duration[mode]! + known.hold[batch.recipe]! <= batch.end;
}

/** Set-ups between consecutive runs of a machine have their time; with its set-up a run lies inside one open interval where the machine asks for it. */
export const setups: Rule = (problem, solution) => {
  const found: Violation[] = [];
  problem.machines.forEach((machine, m) => {
    if (!machine.setups && !machine.insideOne) return;
    const own = solution.batches.filter((batch) => batch.machine === m).sort((a, b) => a.start - b.start);
    let [state, end] = [machine.setups?.initial ?? NONE, 0];
    for (const batch of own) {
      const time = machine.setups && state !== NONE ? machine.setups.time[state * problem.recipes.count + batch.recipe]! : 0;
      if (batch.start < end + time) found.push({ rule: 'run_setup', activities: batch.members, detail: `no time for a set-up of ${time}` });
      const at = intervalAt(machine.open, 3, batch.start - time);
      const outside = at < 0 || machine.open[at + 1]! < batch.end;
      if (machine.insideOne && outside)
        found.push({ rule: 'run_setup', activities: batch.members, detail: 'not inside one open interval' });
      state = batch.recipe;
      end = batch.end;
    }
  });
  return found;
};

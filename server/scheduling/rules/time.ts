import { AWAY, type DayShape, FURNACE, NONE, type Problem, WORK } from '../problem.ts';
import type { Solution } from '../solution.ts';
import { openTicks, type Rule, says, unitsAt } from './rule.ts';

const free = (problem: Problem, activity: number): boolean => problem.activities.fixedStart[activity] === NONE;

/** A successor starts no earlier than every predecessor's end, its cooling lag, and its waiting days after the end's date. Fixed entries may not be moved for it. */
export const precedence: Rule = (problem, solution) => {
  const { activities, day } = problem;
  const { start } = solution;
  let before = latestOf(problem, solution, NONE);
  return says('precedence', problem, (a) => {
    if (!free(problem, a) || start[a] === NONE) return null;
    // The parts of a step wait for the same: thousands of them are not held against thousands each.
    if (before.lead !== activities.lead[a]) before = latestOf(problem, solution, activities.lead[a]!);
    if (before.missing !== NONE) return `predecessor ${before.missing} is not placed`;
    if (start[a]! < before.tick) return `starts at ${start[a]}, predecessor ${before.holder} releases it at ${before.tick}`;
    return day && Math.floor(start[a]! / day.ticks) < before.day ? `starts before ${before.wait} waiting days have passed` : null;
  });
};

/** The latest predecessor of a step: one without a place, or the tick and the day before which no part of the step may start. */
function latestOf({ activities, modes, day }: Problem, { start, end, mode }: Solution, lead: number) {
  const found = { lead, missing: NONE, tick: Number.NEGATIVE_INFINITY, holder: NONE, day: Number.NEGATIVE_INFINITY, wait: 0 };
  if (lead === NONE) return found;
  for (let p = activities.predFrom[lead]!; p < activities.predTo[lead]!; p += 1) {
    if (start[p] === NONE) return { ...found, missing: p };
    const m = mode[p]!;
    const tick = end[p]! + modes.lag[m]!;
    if (tick > found.tick) Object.assign(found, { tick, holder: p });
    const wait = modes.waitDays[m]!;
    const first = day && wait > 0 ? lastDay(day, end[p]!) + wait : Number.NEGATIVE_INFINITY;
    if (first > found.day) Object.assign(found, { day: first, wait });
  }
  return found;
}

/** The day on which an end lies: 24:00 of a day belongs to it. */
const lastDay = (day: DayShape, end: number): number => Math.ceil(end / day.ticks) - 1;

/** Nothing starts before its casting and demolding allow, nor before the planning start. */
export const release: Rule = (problem, { start }) =>
  says('release', problem, (a) => {
    if (!free(problem, a) || start[a] === NONE) return null;
    const earliest = Math.max(problem.activities.release[a]!, problem.planningStart);
    return start[a]! < earliest ? `starts at ${start[a]}, released at ${earliest}` : null;
  });

/** Working time lies in open time of its facility, begins and ends in it, and lasts exactly as long as it needs. */
export const workingTime: Rule = (problem, { start, end, mode }) =>
  says('working_time', problem, (a) => {
    const m = mode[a]!;
    if (!free(problem, a) || start[a] === NONE || problem.modes.kind[m] !== WORK) return null;
    const machine = problem.machines[problem.modes.machine[m]!]!;
    const needed = problem.modes.duration[m]!;
    if (needed === 0) return start[a] === end[a] ? null : 'lasts although it needs no time';
    if (unitsAt(machine, start[a]!) === 0 || unitsAt(machine, end[a]! - 1) === 0) return 'begins or ends while the facility is closed';
    const worked = openTicks(machine, start[a]!, end[a]!);
    return worked === needed ? null : `works ${worked} ticks instead of ${needed}`;
  });

/** An outsourced task leaves in working hours of a working day and comes back on the first working morning after its lead time; where its partner answered, when it said, and if handed over later than was said not before. */
export const partners: Rule = (problem, { start, end, mode }) =>
  says('partners', problem, (a) => {
    const m = mode[a]!;
    const { day } = problem;
    if (!day || !free(problem, a) || start[a] === NONE || problem.modes.kind[m] !== AWAY) return null;
    const leaves = Math.floor(start[a]! / day.ticks);
    const inDay = start[a]! - leaves * day.ticks;
    if (!day.working[leaves] || inDay < day.workFrom || inDay >= day.workTo) return 'leaves outside working hours';
    let back = leaves + problem.modes.duration[m]!;
    while (!day.working[back] || back * day.ticks + day.firstEnd <= start[a]!) back += 1;
    const usual = back * day.ticks + day.firstEnd;
    const answered = problem.modes.back[m]!;
    const due = answered === NONE ? usual : start[a]! < problem.modes.backBy[m]! ? answered : Math.max(usual, answered);
    return end[a] === due ? null : `comes back at ${end[a]} instead of ${due}`;
  });

/** Starts lie on 00:00 or 08:00-15:30, ends on 00:00 or 08:30-16:00. */
export const grid: Rule = (problem, { start, end }) => {
  const { day } = problem;
  if (!day) return [];
  return says('grid', problem, (a) => {
    if (!free(problem, a) || start[a] === NONE) return null;
    const [from, to] = [start[a]! % day.ticks, end[a]! % day.ticks];
    if (from !== 0 && (from < day.workFrom || from >= day.workTo)) return `starts at tick ${from} of the day`;
    if (to !== 0 && (to <= day.workFrom || to > day.workTo)) return `ends at tick ${to} of the day`;
    return end[a]! <= problem.horizon ? null : 'ends beyond the horizon';
  });
};

/** Fixed entries stand exactly where they are, on their facility, in their run. */
export const fixedEntries: Rule = (problem, { start, end, mode, furnaceRun }: Solution) => {
  const { activities } = problem;
  return says('fixed_entries', problem, (a) => {
    if (free(problem, a)) return null;
    if (start[a] !== activities.fixedStart[a] || end[a] !== activities.fixedEnd[a])
      return `moved from ${activities.fixedStart[a]} to ${start[a]}`;
    if (mode[a] !== activities.modeFrom[a]) return 'another facility';
    return furnaceRun[a] === activities.fixedFurnaceRun[a] ? null : 'another run';
  });
};

/** Every activity is done in one of its modes; the parts of one lot on one facility. */
export const eligibility: Rule = (problem, { start, mode, furnaceRun }) => {
  const { activities, modes } = problem;
  return says('eligibility', problem, (a) => {
    if (start[a] === NONE) return null;
    const m = mode[a]!;
    if (m < activities.modeFrom[a]! || m >= activities.modeFrom[a + 1]!) return 'a mode of another activity';
    if ((modes.kind[m] === FURNACE) !== (furnaceRun[a] !== NONE)) return 'in a run without need, or without one';
    const lead = activities.lead[a]!;
    return start[lead] === NONE || modes.machine[mode[lead]!] === modes.machine[m] ? null : 'parts of one lot on two facilities';
  });
};

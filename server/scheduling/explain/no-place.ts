import { nextWorkingDays } from '../calendar.ts';
import { backFromPartner } from '../place/partner.ts';
import { freshEnd, mayStartOn } from '../place/placement.ts';
import { AWAY, type DayShape, FURNACE, NONE, type Problem } from '../problem.ts';

/** Why nothing can ever stand in a mode, whatever else is planned. */
type Never = 'no_units' | 'closed' | 'weekday' | 'window' | 'horizon';

/** The last tick at which a mode may begin with nothing else in the plant, or why there is none; and the ticks it needs without a pause. */
export interface Reach {
  readonly never: Never | null;
  readonly latest: number;
  readonly need: number;
  /** Furnaces: the longest stretch that a run may have; others: all that is open. */
  readonly longest: number;
}

const reach = (never: Never | null, latest: number, need: number, longest = 0): Reach => ({ never, latest, need, longest });

/** The reach of a mode from the planning start to the horizon's end. The problem must have days. */
export function reachOf(problem: Problem, mode: number): Reach {
  const kind = problem.modes.kind[mode]!;
  if (kind === AWAY) return awayReach(problem, problem.day!, mode);
  return kind === FURNACE ? furnaceReach(problem, mode) : workReach(problem, mode);
}

/** A machine that never opens: the plant's own calendar, else its units. */
function neverOpen({ day, planningStart }: Problem): Never {
  return day!.working.indexOf(1, Math.floor(planningStart / day!.ticks)) < 0 ? 'closed' : 'no_units';
}

function workReach(problem: Problem, mode: number): Reach {
  const { open } = problem.machines[problem.modes.machine[mode]!]!;
  const need = problem.modes.duration[mode]!;
  let [left, all] = [need, 0];
  for (let i = open.length - 3; i >= 0; i -= 3) {
    const from = Math.max(open[i]!, problem.planningStart);
    const length = open[i + 2]! > 0 ? Math.min(open[i + 1]!, problem.horizon) - from : 0;
    if (length <= 0) continue;
    all += length;
    if (left <= length) return reach(null, from + length - left, need);
    left -= length;
  }
  return reach(left === need ? neverOpen(problem) : 'horizon', NONE, need, all);
}

function awayReach(problem: Problem, day: DayShape, mode: number): Reach {
  const next = nextWorkingDays(day);
  const need = problem.modes.duration[mode]! * day.ticks;
  let works = false;
  for (let d = day.working.length - 1; d >= 0; d -= 1) {
    const start = d * day.ticks + day.workTo - 1;
    if (!day.working[d] || start < problem.planningStart) continue;
    works = true;
    if (backFromPartner(problem, next, mode, start) !== NONE) return reach(null, start, need);
  }
  return reach(works ? 'horizon' : 'closed', NONE, need);
}

function furnaceReach(problem: Problem, mode: number): Reach {
  const { modes, recipes, horizon } = problem;
  const need = modes.setup[mode]! + modes.duration[mode]! + recipes.hold[modes.recipe[mode]!]!;
  const { open } = problem.machines[modes.machine[mode]!]!;
  const starts = startTicks(problem, mode);
  if (starts.every.length === 0) return reach(neverOpen(problem), NONE, need);
  if (starts.allowed.length === 0) return reach('weekday', NONE, need);
  let [longest, inHorizon] = [0, false];
  for (const start of starts.allowed.reverse()) {
    const until = openUntil(open, start);
    const end = freshEnd(problem, mode, start);
    longest = Math.max(longest, Math.min(until, horizon) - start);
    inHorizon ||= end <= horizon;
    if (end <= Math.min(until, horizon)) return reach(null, start, need, longest);
  }
  return reach(inHorizon ? 'window' : 'horizon', NONE, need, longest);
}

/** Ticks at which a run may start, on any weekday and on those of the mode, ascending. */
function startTicks(problem: Problem, mode: number): { every: number[]; allowed: number[] } {
  const { machines, modes, planningStart } = problem;
  const starts = machines[modes.machine[mode]!]!.starts ?? new Int32Array(0);
  const every: number[] = [];
  for (let i = 0; i < starts.length; i += 2)
    for (let tick = Math.max(starts[i]!, planningStart); tick < starts[i + 1]!; tick += 1) every.push(tick);
  return { every, allowed: every.filter((tick) => mayStartOn(problem, mode, tick)) };
}

/** First tick from `start` on at which no unit can hold a run; intervals that touch are one. */
function openUntil(open: Int32Array, start: number): number {
  let until = start;
  for (let i = 0; i < open.length && open[i]! <= until; i += 3) if (open[i + 2]! > 0 && open[i + 1]! > until) until = open[i + 1]!;
  return until;
}

import type { Rest } from '../../domain/bars/rules.ts';
import { TICK_MINUTES } from '../../domain/ground/constants.ts';
import { type Instant, instantOfMinutes } from '../../domain/ground/plant-time.ts';
import { dayOfEnd, hoursOf } from '../calendar.ts';
import { fixedBarOf } from '../fixed-bars.ts';
import type { FixedBar, FixedConflict } from '../plant.ts';
import { NONE, type Problem } from '../problem.ts';
import type { Solution } from '../solution.ts';

/** End and mode of every activity. */
type Ends = Pick<Solution, 'end' | 'mode'>;

/** Every rule that fixed bars break among themselves, before anything is planned around them. Needs a problem that was read from rows. */
export const fixedConflicts = (problem: Problem): FixedConflict[] => [
  ...orderConflicts(problem, fixedEnds(problem)),
  ...(problem.plant?.conflicts ?? []),
];

/** Rules of their own tasks that fixed bars break, of a problem that was read `alone`. Whether the step before has ended is judged together with all others. */
export const ownConflicts = (problem: Problem): FixedConflict[] => [
  ...barsBehind(problem, fixedEnds(problem)).flatMap((behind) => tooWarm(problem, behind)),
  ...(problem.plant?.conflicts ?? []),
];

/** Fixed bars that begin before the step before them has ended, or is ready to go on: one conflict each, on the later bar. */
export const orderConflicts = (problem: Problem, ends: Ends): FixedConflict[] =>
  barsBehind(problem, ends).flatMap((behind) => [...tooEarly(problem, behind), ...tooWarm(problem, behind)]);

const fixedEnds = ({ activities }: Problem): Ends => ({ end: activities.fixedEnd, mode: activities.modeFrom });

/** A fixed bar behind another step of its lot; the step has ended, and lets it begin, at these ticks. */
interface Behind {
  readonly bar: FixedBar;
  readonly activity: number;
  readonly step: number;
  readonly ended: number;
  readonly ready: number;
}

function barsBehind(problem: Problem, ends: Ends): Behind[] {
  const { activities, plant } = problem;
  const found: Behind[] = [];
  for (let activity = 0; plant && activity < activities.count; activity += 1) {
    const bar = fixedBarOf(problem, plant, activity);
    // What is merely under way is a fact; who locked it wants to know what is in its way.
    if (!bar || bar.kept === 'under_way' || activities.lead[activity] !== activity || isFirst(problem, activity)) continue;
    const step = activities.lead[activity - 1]!;
    found.push({ bar, activity, step, ...stepOver(problem, ends, step, activity) });
  }
  return found;
}

function tooEarly(problem: Problem, behind: Behind): FixedConflict[] {
  const { activity, ended } = behind;
  if (ended <= problem.activities.fixedStart[activity]!) return [];
  return [between(problem, behind, { kind: 'before_previous', end_at: instantOfMinutes(minutesAt(problem, ended)) })];
}

/** The step has ended and must still cool or wait. What has begun before that cannot be helped any more. */
function tooWarm(problem: Problem, behind: Behind): FixedConflict[] {
  const { bar, activity, ended, ready } = behind;
  const start = problem.activities.fixedStart[activity]!;
  if (ended > start || ready <= start || bar.kept === 'begun') return [];
  return [between(problem, behind, { kind: 'before_ready', limit: minutesAt(problem, ready) })];
}

type Unnamed = { kind: 'before_previous'; end_at: Instant } | { kind: 'before_ready'; limit: number };

/** A conflict of a bar with the step before it, both with their names. */
function between({ activities, modes, plant }: Problem, { bar, activity, step }: Behind, conflict: Unnamed): FixedConflict {
  const { order_task_id, task_id, entry_id } = plant!.tasks[step]!;
  const { facility_id } = plant!.machines[modes.machine[activities.modeFrom[activity]!]!]!;
  const task_name = plant!.taskNames.get(task_id) ?? '';
  return {
    conflict: { ...conflict, task_name },
    facility_id,
    bars: [bar],
    others: [{ ...bar, order_task_id, task_id, entry_id: entry_id ?? NONE }],
  };
}

/** When the cooling and the waiting days of the process before a fixed bar are over, plant minutes; null where none before it is still to be done. */
export function readyBefore(problem: Problem, entry_id: number): { task_name: string; minutes: number } | null {
  const { activities, plant } = problem;
  const a = plant?.tasks.findIndex((task) => task.entry_id === entry_id) ?? NONE;
  if (!plant || a === NONE || isFirst(problem, a)) return null;
  const first = activities.lead[a - 1]!;
  const { ready } = stepOver(problem, fixedEnds(problem), first, a);
  return ready > 0 ? { task_name: plant.taskNames.get(plant.tasks[first]!.task_id) ?? '', minutes: minutesAt(problem, ready) } : null;
}

/** Rest that must pass after each fixed bar, by its entry. */
export function restsOf({ activities, modes, plant }: Problem): Map<number, Rest> {
  const rests = new Map<number, Rest>();
  plant?.tasks.forEach(({ entry_id, kept }, a) => {
    if (entry_id === null || !kept) return;
    const mode = activities.modeFrom[a]!;
    rests.set(entry_id, { cooling_hours: hoursOf(modes.lag[mode]!), waiting_days: modes.waitDays[mode]! });
  });
  return rests;
}

const isFirst = ({ activities, chains }: Problem, a: number): boolean => a === chains.activityFrom[activities.chain[a]!];

/** When the step of these activities has ended, and from when the next may start for its cooling and waiting days; NONE where it has no place. */
function stepOver(
  { modes, day }: Problem,
  { end, mode }: Pick<Solution, 'end' | 'mode'>,
  from: number,
  to: number,
): { ended: number; ready: number } {
  let [ended, ready] = [NONE, NONE];
  for (let p = from; p < to; p += 1) {
    if (end[p] === NONE) continue;
    const m = mode[p]!;
    const waits = modes.waitDays[m]!;
    ended = Math.max(ended, end[p]!);
    ready = Math.max(ready, end[p]! + modes.lag[m]!, waits > 0 ? (dayOfEnd(day!, end[p]!) + waits) * day!.ticks : 0);
  }
  return { ended, ready };
}

const minutesAt = ({ day }: Problem, tick: number): number => (day!.origin * day!.ticks + tick) * TICK_MINUTES;

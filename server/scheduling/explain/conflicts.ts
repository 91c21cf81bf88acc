import type { Rest } from '../../domain/bar-rules.ts';
import { type Conflict, ruleOf, spreadOf } from '../../domain/conflicts.ts';
import { DAY_MINUTES, HALF_DAY_MINUTES, TICK_MINUTES } from '../../domain/constants.ts';
import { dateOfDay, instantOfMinutes, type PlantDate } from '../../domain/plant-time.ts';
import { dayOfEnd, hoursOf } from '../calendar.ts';
import { fixedBarOf } from '../fixed-bars.ts';
import type { FixedBar, FixedConflict, Plant } from '../plant.ts';
import { NONE, type Problem } from '../problem.ts';
import type { PlanMessage, Solution } from '../solution.ts';

type TooMany = Extract<Conflict, { kind: 'over_capacity' }>;

/** How many names a grouped message lists; the rest is a count. */
const NAMES_LISTED = 10;

/** W206, one message a cause: every rule that fixed bars break, by themselves, together, or against the step before them in the plan. */
export function conflictMessages(problem: Problem, plant: Plant, solution: Solution): PlanMessage[] {
  const groups = new Map<string, FixedConflict[]>();
  for (const conflict of [...orderConflicts(problem, plant, solution), ...plant.conflicts]) {
    const key = causeOf(conflict);
    const group = groups.get(key);
    if (group) group.push(conflict);
    else groups.set(key, [conflict]);
  }
  return [...groups.values()].map((conflicts) => messageOf(plant, conflicts));
}

/** Every rule that fixed bars break among themselves, before anything is planned around them. Needs a problem that was read from rows. */
export function fixedConflicts(problem: Problem): readonly FixedConflict[] {
  const { activities, plant } = problem;
  return plant ? [...orderConflicts(problem, plant, { end: activities.fixedEnd, mode: activities.modeFrom }), ...plant.conflicts] : [];
}

/** When the cooling and the waiting days of the process before a fixed bar are over, plant minutes; null where none before it is still to be done. */
export function readyBefore(problem: Problem, entry_id: number): { task_name: string; minutes: number } | null {
  const { activities, plant } = problem;
  const a = plant?.tasks.findIndex((task) => task.entry_id === entry_id) ?? NONE;
  if (!plant || a === NONE || isFirst(problem, a)) return null;
  const first = activities.lead[a - 1]!;
  const { ready } = stepOver(problem, { end: activities.fixedEnd, mode: activities.modeFrom }, first, a);
  return ready > 0 ? { task_name: plant.taskNames.get(plant.tasks[first]!.task_id) ?? '', minutes: minutesAt(problem, ready) } : null;
}

/** What must pass after each fixed bar, by its entry. */
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

/** What conflicts of one message share: the rule and its limit, where, and why the bars stay where they are. */
function causeOf({ conflict, facility_id, bars }: FixedConflict): string {
  const [first] = bars;
  switch (conflict.kind) {
    case 'over_capacity':
      return `${ruleOf(conflict)}/${facility_id}/${dayOf(conflict)}`;
    case 'other_recipe':
      return `${ruleOf(conflict)}/${facility_id}`;
    case 'casting':
    case 'demolding':
    case 'finished_task':
      return `${ruleOf(conflict)}/${first?.kept}`;
    case 'before_previous':
    case 'before_ready':
      return `${ruleOf(conflict)}/${first?.kept}/${first?.task_id}`;
    default:
      return `${ruleOf(conflict)}/${first?.kept}/${facility_id}`;
  }
}

/** The day on which a facility is first too full for a bar. */
const dayOf = ({ breaches }: TooMany): PlantDate => dateOfDay(Math.floor((breaches[0]!.block * HALF_DAY_MINUTES) / DAY_MINUTES));

/** One conflict for all of a rule, with what they say apart from each other; bars and the other party are named beside it. */
function messageOf(plant: Plant, conflicts: readonly FixedConflict[]): PlanMessage {
  const { conflict, facility_id } = conflicts[0]!;
  // Whoever is there at once is a party to it.
  const bars = conflicts.flatMap((one) => (one.conflict.kind === 'over_capacity' ? [...one.bars, ...one.others] : one.bars));
  const others = conflicts.flatMap((one) => one.others);
  const labels = [...new Set(bars.map((bar) => bar.label))];
  const otherNames = namesOf(plant, others);
  const [first] = bars;
  return {
    level: 'warning',
    code: 'W206',
    params: {
      ...valuesOf(conflicts.map((one) => one.conflict)),
      lots: labels.slice(0, NAMES_LISTED),
      count: labels.length,
      bars: new Set(bars.map((bar) => bar.entry_id)).size,
      entry_ids: [...new Set(bars.map((bar) => bar.entry_id))],
      bar_tasks: [...new Set(bars.map((bar) => plant.taskNames.get(bar.task_id) ?? ''))],
      bar_start: first ? instantOfMinutes(first.start_minutes) : null,
      facilities: [...new Set(conflicts.flatMap((one) => facilityName(plant, one.facility_id)))],
      kept: first?.kept ?? 'locked',
      named: namesOf(plant, conflict.kind === 'over_capacity' ? bars : []).slice(0, NAMES_LISTED),
      others: otherNames.slice(0, NAMES_LISTED),
      other_count: otherNames.length,
    },
    order_id: common(bars.map((bar) => bar.order_id)),
    task_id: common(bars.map((bar) => bar.task_id)),
    facility_id: common(conflicts.map((one) => one.facility_id)) ?? facility_id,
    order_task_ids: [...new Set([...others, ...bars].flatMap((bar) => bar.order_task_id ?? []))],
    order_ids: [...new Set([...bars, ...others].map((bar) => bar.order_id))],
  };
}

/** What conflicts of one message say, as plain values: of a crowded facility the day, how many there are at most, and its units. */
function valuesOf(conflicts: readonly Conflict[]): PlanMessage['params'] {
  const { breaches: _, ...spread } = spreadOf(conflicts);
  const [first] = conflicts;
  if (first?.kind !== 'over_capacity') return { ...first, ...spread };
  const breaches = conflicts.flatMap((one) => (one.kind === 'over_capacity' ? one.breaches[0]! : []));
  const [values, limits] = [breaches.map(({ taken }) => taken), breaches.map(({ units }) => units)];
  return { kind: first.kind, facility_name: first.facility_name, ...spread, dates: [dayOf(first)], values, limits };
}

/** None for a bar without a facility. */
const facilityName = ({ machines }: Plant, facility: number | null): string[] =>
  machines.flatMap(({ facility_id, facility_name }) => (facility !== null && facility_id === facility ? [facility_name] : []));

/** Bars by lot and process, each once. */
const namesOf = ({ taskNames }: Plant, bars: readonly FixedBar[]): string[] => [
  ...new Set(bars.map(({ label, task_id }) => `${label} ${taskNames.get(task_id) ?? ''}`.trim())),
];

function common(values: readonly (number | null)[]): number | null {
  const [first] = values;
  return first !== undefined && values.every((value) => value === first) ? first : null;
}

/**
 * Fixed bars that begin before the step before them has ended, or is ready to go on: one contradiction each, on the later bar.
 * `plan` holds where everything ends, by which mode.
 */
function orderConflicts(problem: Problem, plant: Plant, plan: Pick<Solution, 'end' | 'mode'>): FixedConflict[] {
  const { activities, modes } = problem;
  const found: FixedConflict[] = [];
  for (let a = 0; a < activities.count; a += 1) {
    const bar = fixedBarOf(problem, plant, a);
    // What is merely under way is a fact; who locked it wants to know what is in its way.
    if (!bar || bar.kept === 'under_way' || activities.lead[a] !== a || isFirst(problem, a)) continue;
    const first = activities.lead[a - 1]!;
    const start = activities.fixedStart[a]!;
    const { ended, ready } = stepOver(problem, plan, first, a);
    // What has begun before its lot had cooled cannot be helped any more.
    if (ended <= start && (ready <= start || bar.kept === 'begun')) continue;
    const { order_task_id, task_id, entry_id } = plant.tasks[first]!;
    const task_name = plant.taskNames.get(task_id) ?? '';
    const conflict: Conflict =
      ended > start
        ? { kind: 'before_previous', task_name, end_at: instantOfMinutes(minutesAt(problem, ended)) }
        : { kind: 'before_ready', task_name, limit: minutesAt(problem, ready) };
    const { facility_id } = plant.machines[modes.machine[activities.modeFrom[a]!]!]!;
    found.push({ conflict, facility_id, bars: [bar], others: [{ ...bar, order_task_id, task_id, entry_id: entry_id ?? NONE }] });
  }
  return found;
}

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

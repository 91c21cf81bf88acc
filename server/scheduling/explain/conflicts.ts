import { type Conflict, ruleOf, spreadOf } from '../../domain/bars/conflicts.ts';
import { DAY_MINUTES, HALF_DAY_MINUTES } from '../../domain/ground/constants.ts';
import { dateOfDay, instantOfMinutes, type PlantDate } from '../../domain/ground/plant-time.ts';
import type { FixedBar, FixedConflict, Plant } from '../plant.ts';
import type { Problem } from '../problem.ts';
import type { PlanMessage, Solution } from '../solution.ts';
import { orderConflicts } from './order.ts';

type TooMany = Extract<Conflict, { kind: 'over_capacity' }>;

/** How many names a grouped message lists; the rest is a count. */
const NAMES_LISTED = 10;

/** W206, one message a cause: every rule that fixed bars break, by themselves, together, or against the step before them in the plan. */
export function conflictMessages(problem: Problem, plant: Plant, solution: Solution): PlanMessage[] {
  const groups = new Map<string, FixedConflict[]>();
  for (const conflict of [...orderConflicts(problem, solution), ...plant.conflicts]) {
    const key = causeOf(conflict);
    const group = groups.get(key);
    if (group) group.push(conflict);
    else groups.set(key, [conflict]);
  }
  return [...groups.values()].map((conflicts) => messageOf(plant, conflicts));
}

/** The key of one message: the rule and its limit, the place, and why the bars stay there. */
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
const dayOf = ({ crowded }: TooMany): PlantDate => dateOfDay(Math.floor((crowded[0]!.block * HALF_DAY_MINUTES) / DAY_MINUTES));

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

/** Plain values of one message: of a crowded facility the day, the most bars at once, and its units. */
function valuesOf(conflicts: readonly Conflict[]): PlanMessage['params'] {
  const { crowded: _, ...spread } = spreadOf(conflicts);
  const [first] = conflicts;
  if (first?.kind !== 'over_capacity') return { ...first, ...spread };
  const crowded = conflicts.flatMap((one) => (one.kind === 'over_capacity' ? one.crowded[0]! : []));
  const [values, limits] = [crowded.map(({ taken }) => taken), crowded.map(({ units }) => units)];
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

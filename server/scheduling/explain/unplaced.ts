import { dateOfDay } from '../../domain/plant-time.ts';
import { hoursOf } from '../calendar.ts';
import { availableAfter } from '../place/occupancy.ts';
import type { Plant } from '../plant.ts';
import { NONE, type Problem } from '../problem.ts';
import type { PlanMessage, Solution } from '../solution.ts';
import { type Reach, reachOf } from './no-place.ts';

/** Why a step found no place. `late`: it may begin only when it no longer fits; `full`: everything else stands there. The first that any of its facilities gives is named. */
const CAUSES = ['full', 'late', 'window', 'weekday', 'horizon', 'no_units', 'closed'] as const;
type Cause = (typeof CAUSES)[number];

const LISTED = 10;

/** The first step of a lot that found no place, and what waits behind it. */
interface Blocked {
  readonly activity: number;
  readonly ready: number;
  readonly cause: Cause;
  readonly machines: readonly number[];
  /** At each of them. */
  readonly reaches: readonly Reach[];
  readonly weekdays: number;
  /** Every step without a place, the first included. */
  readonly steps: readonly number[];
}

/** W208 for the lots that did not fit into the horizon: one message a cause and facility, with the first step of each lot. */
export function unplacedMessages(problem: Problem, plant: Plant, solution: Solution): PlanMessage[] {
  const groups = new Map<string, Blocked[]>();
  const reaches = new Map<string, Reach>();
  for (let chain = 0; chain < problem.chains.count; chain += 1) {
    const blocked = blockedStep(problem, solution, chain, reaches);
    if (!blocked) continue;
    const key = `${blocked.cause}/${blocked.machines}/${blocked.weekdays}`;
    groups.set(key, [...(groups.get(key) ?? []), blocked]);
  }
  return [...groups.values()].map((group) => messageOf(problem, plant, group));
}

function blockedStep(problem: Problem, { start, end, mode }: Solution, chain: number, reaches: Map<string, Reach>): Blocked | null {
  const { activities, chains, modes } = problem;
  const steps: number[] = [];
  let activity = NONE;
  for (let a = chains.activityFrom[chain]!; a < chains.activityFrom[chain + 1]!; a += 1) {
    if (start[a] !== NONE) continue;
    if (activity === NONE) activity = a;
    if (steps.at(-1) !== activities.lead[a]) steps.push(activities.lead[a]!);
  }
  if (activity === NONE) return null;
  let ready = Math.max(activities.release[activity]!, problem.planningStart);
  for (let p = activities.predFrom[activity]!; p < activities.predTo[activity]!; p += 1)
    ready = Math.max(ready, availableAfter(problem, mode[p]!, end[p]!));
  const ways: { cause: Cause; machine: number; reach: Reach; weekdays: number }[] = [];
  for (let m = activities.modeFrom[activity]!; m < activities.modeFrom[activity + 1]!; m += 1) {
    const reach = remembered(problem, m, reaches);
    const cause = reach.never ?? (ready > reach.latest ? 'late' : 'full');
    ways.push({ cause, machine: modes.machine[m]!, reach, weekdays: cause === 'weekday' ? modes.weekdays[m]! : 0 });
  }
  const cause = CAUSES.find((each) => ways.some((way) => way.cause === each))!;
  const own = ways.filter((way) => way.cause === cause);
  const { weekdays } = own[0]!;
  return { activity, ready, steps, cause, weekdays, machines: own.map(({ machine }) => machine), reaches: own.map(({ reach }) => reach) };
}

/** Many lots have equal modes on one facility. */
function remembered(problem: Problem, mode: number, known: Map<string, Reach>): Reach {
  const { machine, kind, duration, setup, recipe, weekdays, back, backBy } = problem.modes;
  const hold = recipe[mode] === NONE ? 0 : problem.recipes.hold[recipe[mode]!]!;
  const key = [machine, kind, duration, setup, weekdays, back, backBy].map((column) => column[mode]).join('/');
  const reach = known.get(`${key}/${hold}`) ?? reachOf(problem, mode);
  known.set(`${key}/${hold}`, reach);
  return reach;
}

function messageOf(problem: Problem, plant: Plant, group: readonly Blocked[]): PlanMessage {
  const [{ activity, cause, machines, weekdays }] = group as [Blocked];
  const reaches = group.flatMap((blocked) => blocked.reaches);
  const { chain } = problem.activities;
  const day = problem.day!;
  const dateOf = (tick: number): string => dateOfDay(day.origin + Math.floor(tick / day.ticks));
  const facilities = machines.map((machine) => plant.machines[machine]!);
  const steps = group.flatMap((blocked) => blocked.steps);
  const tasks = new Set(group.map((blocked) => plant.tasks[blocked.activity]!.task_id));
  const nameOf = (a: number): string => `${plant.lots[chain[a]!]!.label} ${plant.taskNames.get(plant.tasks[a]!.task_id) ?? ''}`.trim();
  return {
    level: 'warning',
    code: 'W208',
    params: {
      lots: group.slice(0, LISTED).map((blocked) => nameOf(blocked.activity)),
      count: group.length,
      why: cause,
      facilities: facilities.flatMap(({ facility_name }) => facility_name || []),
      partner: plant.tasks[activity]!.outsourced ? 1 : 0,
      weekdays: Array.from({ length: 7 }, (_, weekday) => weekday).filter((weekday) => weekdays & (1 << weekday)),
      // Of lots of one message each its own: the least and the most.
      need_hours: leastAndMost(reaches.map(({ need }) => need)),
      longest_hours: leastAndMost(reaches.map(({ longest }) => longest)),
      ready: dateOf(Math.min(...group.map(({ ready }) => ready))),
      until: dateOf(problem.horizon - 1),
      behind: steps.length - group.length,
    },
    order_id: null,
    task_id: tasks.size === 1 ? plant.tasks[activity]!.task_id : null,
    facility_id: facilities.length === 1 ? facilities[0]!.facility_id : null,
    order_task_ids: steps.flatMap((a) => plant.tasks[a]!.order_task_id ?? []),
    order_ids: [...new Set(group.map((blocked) => plant.lots[chain[blocked.activity]!]!.order_id))],
  };
}

/** Hours of ticks; one number where all are the same. */
const leastAndMost = (ticks: readonly number[]): number[] => [...new Set([Math.min(...ticks), Math.max(...ticks)])].map(hoursOf);

/** The steps, by their first part, of which a part has no place: such a step has no bar. */
export const stepsWithoutPlace = ({ activities: { lead } }: Problem, { start }: Solution): ReadonlySet<number> =>
  new Set(lead.filter((_, a) => start[a] === NONE));

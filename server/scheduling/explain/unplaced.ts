import { ANY_WEEKDAY, dateOfDay } from '../../domain/ground/plant-time.ts';
import { hoursOf } from '../calendar.ts';
import { availableAfter } from '../place/occupancy.ts';
import type { Plant } from '../plant.ts';
import { NONE, type Problem } from '../problem.ts';
import type { PlanMessage, Solution } from '../solution.ts';
import { MEND_SETS, MENDS, type Mend, mended } from './mends.ts';
import { type Reach, reachOf } from './no-place.ts';

/**
 * Why a step found no place. `late`: it may begin only when it no longer fits; `full`: other bars take all the room. The first facility with the fewest mends
 * is named.
 */
const CAUSES = ['full', 'late', 'window', 'weekday', 'horizon', 'no_units', 'closed'] as const;
type Cause = (typeof CAUSES)[number];

const LISTED = 10;

/** Why a step has no place at one facility: all its causes, in the order in which they show, and the mends. */
interface Way {
  readonly machine: number;
  readonly weekdays: number;
  readonly causes: readonly Cause[];
  /** At each cause. */
  readonly reaches: readonly Reach[];
  /** Mends that help together where there are several causes, else each by itself. None where everything is full. */
  readonly mends: readonly Mend[];
  readonly together: boolean;
}

/** The first step of a lot without a place, and the steps behind it. */
interface Blocked {
  readonly activity: number;
  readonly ready: number;
  /** At each facility that needs the same. */
  readonly ways: readonly Way[];
  /** Every step without a place, the first included. */
  readonly steps: readonly number[];
}

/** How far a mode reaches, by what is mended; remembered, for many lots have equal modes on one facility. */
type Reaches = (mode: number, mends: readonly Mend[]) => Reach;

/** W208 for the lots that did not fit into the horizon: one message for equal causes at one facility, with the first step of each lot. */
export function unplacedMessages(problem: Problem, plant: Plant, solution: Solution): PlanMessage[] {
  const groups = new Map<string, Blocked[]>();
  const reaches = createReaches(problem);
  for (let chain = 0; chain < problem.chains.count; chain += 1) {
    const blocked = blockedStep(problem, solution, chain, reaches);
    if (!blocked) continue;
    const key = blocked.ways.map(({ machine, weekdays, causes, mends }) => [machine, weekdays, causes, mends].join('/')).join();
    groups.set(key, [...(groups.get(key) ?? []), blocked]);
  }
  return [...groups.values()].map((group) => messageOf(problem, plant, group));
}

function blockedStep(problem: Problem, { start, end, mode }: Solution, chain: number, reaches: Reaches): Blocked | null {
  const { activities, chains } = problem;
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
  const ways: Way[] = [];
  for (let m = activities.modeFrom[activity]!; m < activities.modeFrom[activity + 1]!; m += 1) ways.push(wayOf(problem, m, ready, reaches));
  const fewest = Math.min(...ways.map(({ causes }) => causes.length));
  const cause = CAUSES.find((each) => ways.some(({ causes }) => causes.length === fewest && causes[0] === each))!;
  const [first, ...rest] = ways.filter(({ causes }) => causes.length === fewest && causes[0] === cause) as [Way, ...Way[]];
  const alike = rest.filter(({ causes, mends }) => `${causes}/${mends}` === `${first.causes}/${first.mends}`);
  return { activity, ready, steps, ways: [first, ...alike] };
}

/** Why a step that is ready at a tick cannot stand in the mode, with nothing else in the plant, and the fewest mends that let it. */
function wayOf(problem: Problem, mode: number, ready: number, reaches: Reaches): Way {
  const { modes } = problem;
  const causeAt = (mends: readonly Mend[]): Cause | null => {
    const { never, latest } = reaches(mode, mends);
    return never ?? (!mends.includes('begin') && ready > latest ? 'late' : null);
  };
  const mends = MEND_SETS.find((set) => causeAt(set) === null) ?? [];
  const [causes, met]: [Cause[], Reach[]] = [[], []];
  let done: readonly Mend[] = [];
  for (let left = mends; left.length > 0; ) {
    const cause = causeAt(done)!;
    if (!causes.includes(cause)) {
      causes.push(cause);
      met.push(reaches(mode, done));
    }
    const next = MENDED_BY[cause].find((mend) => left.includes(mend)) ?? left[0]!;
    done = [...done, next];
    left = left.filter((mend) => mend !== next);
  }
  const place = { machine: modes.machine[mode]!, weekdays: modes.weekdays[mode]! };
  if (causes.length === 0) return { ...place, causes: ['full'], reaches: [reaches(mode, [])], mends: [], together: false };
  return mends.length === 1
    ? { ...place, causes, reaches: met, mends: MENDS.filter((mend) => causeAt([mend]) === null), together: false }
    : { ...place, causes, reaches: met, mends: done, together: true };
}

/** Mends of a cause, the nearest first. */
const MENDED_BY: Readonly<Record<Cause, readonly Mend[]>> = {
  full: [],
  late: ['begin'],
  window: ['hours', 'units'],
  weekday: ['weekdays', 'holidays', 'units'],
  horizon: ['hours', 'units'],
  no_units: ['units'],
  closed: ['holidays'],
};

function createReaches(problem: Problem): Reaches {
  const problems = new Map<string, Problem>();
  const known = new Map<string, Reach>();
  const { machine, kind, duration, setup, recipe, weekdays, back, backBy } = problem.modes;
  return (mode, mends) => {
    const without = mends.filter((mend) => mend !== 'begin').join();
    const hold = recipe[mode] === NONE ? 0 : problem.recipes.hold[recipe[mode]!]!;
    const key = [machine, kind, duration, setup, weekdays, back, backBy].map((column) => column[mode]).join('/');
    const own = `${key}/${hold}/${without}`;
    const changed = problems.get(without) ?? mended(problem, mends);
    problems.set(without, changed);
    const reach = known.get(own) ?? reachOf(changed, mode);
    known.set(own, reach);
    return reach;
  };
}

function messageOf(problem: Problem, plant: Plant, group: readonly Blocked[]): PlanMessage {
  const [{ activity, ways }] = group as [Blocked];
  const [{ causes, mends, together, weekdays }] = ways as readonly [Way];
  const machines = ways.map(({ machine }) => machine);
  // Only where the time it takes was the cause: behind a mend of hours next to nothing is needed.
  const measured = group
    .flatMap((blocked) => blocked.ways.flatMap((way) => way.reaches))
    .filter(({ never }) => never === 'window' || never === 'horizon');
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
      why: causes,
      mends,
      together: together ? 1 : 0,
      facilities: facilities.flatMap(({ facility_name }) => facility_name || []),
      kind: plant.tasks[activity]!.outsourced
        ? 'partner'
        : problem.modes.recipe[problem.activities.modeFrom[activity]!] === NONE
          ? 'work'
          : 'furnace',
      weekdays:
        weekdays === ANY_WEEKDAY ? [] : Array.from({ length: 7 }, (_, weekday) => weekday).filter((weekday) => weekdays & (1 << weekday)),
      // Of lots of one message each its own: the least and the most.
      need_hours: leastAndMost(measured.map(({ need }) => need)),
      longest_hours: leastAndMost(measured.map(({ longest }) => longest)),
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
const leastAndMost = (ticks: readonly number[]): number[] =>
  ticks.length === 0 ? [] : [...new Set([Math.min(...ticks), Math.max(...ticks)])].map(hoursOf);

/** The steps, by their first part, of which a part has no place: such a step has no bar. */
export const stepsWithoutPlace = ({ activities: { lead } }: Problem, { start }: Solution): ReadonlySet<number> =>
  new Set(lead.filter((_, a) => start[a] === NONE));

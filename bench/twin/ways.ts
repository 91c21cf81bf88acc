import type { Plan, PlannedBar } from '../../seeds/twin/plan.ts';
import type { Charge } from '../../seeds/twin/world.ts';
import { completeSettings, DEFAULT_PLAN_SETTINGS, type PlanSettings, type PlantSettings } from '../../server/domain/plant/plan-settings.ts';
import { changed } from '../../server/scheduling/changed.ts';
import { describeEntries } from '../../server/scheduling/explain/entries.ts';
import { check, NONE, type PlanningRows, type Problem, readForRun, type Solution, solve, WORK } from '../../server/scheduling/index.ts';
import { dispatch } from '../engine/dispatcher/index.ts';
import { onePass } from '../engine/dispatcher/pass.ts';
import { policiesFor } from '../engine/dispatcher/rules.ts';
import type { Known } from './morning.ts';

/** How a plant is planned each morning. */
export interface Way {
  readonly name: string;
  /** On which mornings it is handed the plan that stands; it is never seen on the others. */
  readonly standing: 'always' | 'never' | 'but on the first day of the week';
  make(problem: Problem, budget: { rounds: number }): Solution;
}

/** The engine with so many moves for each open process, never with a plan that breaks a rule. */
const engine =
  (moving: PlanSettings['moving']): Way['make'] =>
  (problem, { rounds }) => {
    const { solution } = solve(problem, { budget: { rounds: rounds * problem.activities.count }, seed: 1, moving });
    const broken = check(problem, solution);
    if (broken.length > 0) throw new Error(`INFEASIBLE: ${broken[0]!.rule} ${broken[0]!.detail}`);
    return solution;
  };

/** The ways, by what they are called in tables: the engine as the product is set, the same without a plan that stands, and two dispatchers … */
export const FOUR_WAYS: readonly Way[] = [
  { name: 'ours', standing: 'always', make: engine('standard') },
  { name: 'anew', standing: 'never', make: engine('standard') },
  { name: 'portfolio', standing: 'never', make: (problem) => dispatch(fromNothing(problem)).solution },
  { name: 'edd', standing: 'never', make: (problem) => onePass(fromNothing(problem), EDD) },
];

/** … and two more of the engine: 納期優先 every morning, and from scratch once a week. */
export const WAYS: readonly Way[] = [
  ...FOUR_WAYS,
  { name: 'punctual', standing: 'always', make: engine('punctual') },
  { name: 'weekly', standing: 'but on the first day of the week', make: engine('standard') },
];

const EDD = policiesFor(true).find(({ name }) => name === 'EDD, no wait')!;

/** A problem that the dispatcher takes: charges under way are capacity that is gone, no charges. */
function fromNothing(problem: Problem): Problem {
  const { activities, modes, blocks, fixedFurnaceRuns } = problem;
  const kind = modes.kind.slice();
  activities.fixedFurnaceRun.forEach((run, a) => {
    if (run !== NONE) kind[activities.modeFrom[a]!] = WORK;
  });
  const gone = fixedFurnaceRuns.map(({ machine, start, end }) => ({ machine, from: start, to: end, activity: NONE }));
  return changed(problem, { present: null, modes: { kind }, blocks: [...blocks, ...gone], fixedFurnaceRuns: [] });
}

/** Settings of the engine in the twin: those of the product, but for what an experiment changes. */
export function twinSettings(movingPrice: number): PlanSettings {
  const { moved_bar, moved_half_day, moved_facility } = DEFAULT_PLAN_SETTINGS.weights;
  const said: PlantSettings = {
    weights: {
      moved_bar: moved_bar * movingPrice,
      moved_half_day: moved_half_day * movingPrice,
      moved_facility: moved_facility * movingPrice,
    },
  };
  return completeSettings(said);
}

/** The plan of a morning by a way, in rows' own words: what is open, nothing of the engine's numbers. */
export function planBy(way: Way, { rows, now }: Known, settings: PlanSettings, rounds: number): Plan {
  const { problem } = readForRun(rows, settings, now);
  return planOf(rows, problem, way.make(problem, { rounds }));
}

function planOf(rows: PlanningRows, problem: Problem, solution: Solution): Plan {
  const { entries, runs } = describeEntries(problem, problem.plant!, solution);
  // Moulding and casting come by their date: they are told, not planned.
  const planned = new Set(problem.plant!.tasks.map(({ order_task_id }) => order_task_id));
  const isFact = new Set(rows.plan_entries.filter((row) => row.locked || row.received_locked).map(({ id }) => id));
  const charges: Charge[] = [];
  const numberOf = new Map<number, number>();
  runs.forEach(({ facility_id, unit, start_minutes, end_minutes, members, ...recipe }, index) => {
    const tasks = members.map(({ entry, ...load }) => ({ task: entries[entry]!.order_task_id!, ...load }));
    if (tasks.some(({ task }) => isFact.has(task))) return;
    const { temperature, retention_time, cooling_method, cooling_time } = recipe;
    numberOf.set(index, charges.length);
    charges.push({
      facility: facility_id,
      unit,
      start: start_minutes,
      end: end_minutes,
      members: tasks,
      recipe: { temperature, retention_time, cooling_method, cooling_time },
    });
  });
  const bars = entries.flatMap((entry): [number, PlannedBar][] => {
    const { order_task_id: task, facility_id: facility, unit, finished } = entry;
    if (task === null || finished || isFact.has(task) || !planned.has(task)) return [];
    const charge = entry.run === null ? null : (numberOf.get(entry.run) ?? null);
    return [[task, { task, facility, unit, start: entry.start_minutes, end: entry.end_minutes, charge }]];
  });
  return { bars: new Map(bars), charges };
}

import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { standing } from '../../seeds/demo/standing-rows.ts';
import { daysBetween } from '../../server/domain/ground/plant-time.ts';
import { atOnce } from '../../server/domain/ground/steps.ts';
import { DEFAULT_PLAN_SETTINGS } from '../../server/domain/plant/plan-settings.ts';
import {
  type AskedOrder,
  check,
  dateOf,
  explain,
  type PlanningRows,
  promise,
  type Routing,
  readForRun,
  routingsOf,
  solve,
  standingPlan,
} from '../../server/scheduling/index.ts';
import { dayDone } from '../../server/scheduling/promise/gaps.ts';
import { textTable } from '../text-table.ts';
import { foundryOf, NOW, TODAY } from './shapes.ts';

const elapsed = (): number => performance.now() / 1000;

/** The questions asked of one plant: ms each, days later than a search finds with all else kept, and what the independent check says. */
interface Measure {
  tasks: number;
  questions: number;
  cold: number;
  median: number;
  p99: number;
  later: number[];
  violations: number;
  moved: number;
}

const at = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/**
 * When something could ship: milliseconds of a question on a warm reading and of the first one, beside a search of the same order with all else kept.
 * `[--tasks 1000,10000,50000] [--questions 1000] [--searched 10] [--seconds 5]`.
 */
export async function benchPromises(args: string[]): Promise<Measure[]> {
  const { values } = parseArgs({
    args,
    options: {
      tasks: { type: 'string', default: '1000,10000,50000' },
      questions: { type: 'string', default: '1000' },
      searched: { type: 'string', default: '10' },
      seconds: { type: 'string', default: '5' },
    },
  });
  const { questions, searched, seconds } = {
    questions: Number(values.questions),
    searched: Number(values.searched),
    seconds: Number(values.seconds),
  };
  const measures = values.tasks.split(',').map((tasks) => measure(Number(tasks), { questions, searched, seconds }));
  const head = ['tasks', 'questions', 'first ms', 'median ms', 'p99 ms', 'days later, median', 'most', 'of', 'violations', 'moved'];
  const lines = measures.map(({ tasks, questions, cold, median, p99, later, violations, moved }) =>
    [
      tasks,
      questions,
      Math.round(cold),
      Math.round(median),
      Math.round(p99),
      at(later, 0.5),
      Math.max(0, ...later),
      later.length,
      violations,
      moved,
    ].map(String),
  );
  process.stdout.write(textTable([head, ...lines]));
  return measures;
}

/** A plant with a plan of a few seconds. */
function plannedRows(tasks: number): PlanningRows {
  const rows = foundryOf({ tasks });
  const { problem } = readForRun(rows, DEFAULT_PLAN_SETTINGS, NOW);
  const result = solve(problem, { budget: { rounds: 5_000 }, seed: 1 });
  return { ...rows, ...standing(explain(problem, result)) };
}

const orderOf = ({ order_id, pieces }: Routing): AskedOrder => ({
  kind: 'order_added',
  order_id: -1,
  pieces,
  delivery_date: null,
  ready_date: TODAY,
  routing_order_id: order_id,
});

function measure(tasks: number, { questions, searched, seconds }: { questions: number; searched: number; seconds: number }): Measure {
  const rows = plannedRows(tasks);
  const routings = [...routingsOf(rows).values()].map(([first]) => first!);
  const began = performance.now();
  const known = atOnce(standingPlan(rows, DEFAULT_PLAN_SETTINGS, NOW));
  const asked = (question: number) =>
    atOnce(promise(rows, DEFAULT_PLAN_SETTINGS, NOW, { asked: [orderOf(routings[question % routings.length]!)], known }));
  asked(0);
  const cold = performance.now() - began;
  const took: number[] = [];
  const later: number[] = [];
  let [violations, moved] = [0, 0];
  for (let question = 0; question < questions; question += 1) {
    const from = performance.now();
    const { problem, solution, standing: stood, days } = asked(question);
    took.push(performance.now() - from);
    violations += check(problem, solution).length;
    moved += stood.start.filter((start, a) => solution.start[a] !== start || solution.end[a] !== stood.end[a]).length;
    if (question >= searched) continue;
    const found = searchedDay(rows, orderOf(routings[question % routings.length]!), seconds);
    if (days[0]!.date && found) later.push(daysBetween(found, days[0]!.date));
  }
  return { tasks, questions, cold, median: at(took, 0.5), p99: at(took, 0.99), later, violations, moved };
}

/** The day that a search of so many seconds finds for an order where every bar of the plan stays. */
function searchedDay(rows: PlanningRows, order: AskedOrder, seconds: number): string | null {
  const kept = { ...rows, plan_entries: rows.plan_entries.map((entry) => ({ ...entry, locked: true })) };
  const due = { ...order, delivery_date: TODAY };
  const { problem, jobs } = atOnce(promise(kept, DEFAULT_PLAN_SETTINGS, NOW, { asked: [due] }));
  const { solution } = solve(problem, { budget: { seconds }, seed: 1, elapsed, first: jobs });
  const day = dayDone(problem, solution, jobs[0]!);
  return day === null ? null : dateOf(problem, day);
}

import { describe, expect, test } from 'vitest';
import { shopProblem, shopSolution } from '../../bench/engine/adapters.ts';
import { checkShop } from '../../bench/engine/checker.ts';
import { solveCpSat } from '../../bench/engine/cp-sat/index.ts';
import { type PeerModel, plantModel } from '../../bench/engine/cp-sat/plant.ts';
import { createModel, type Message, type Proto, textOf, valueIn, weightedSum } from '../../bench/engine/cp-sat/proto.ts';
import { shopModel } from '../../bench/engine/cp-sat/shop.ts';
import { missingCpSat } from '../../bench/engine/cp-sat/solvers.ts';
import { dispatch } from '../../bench/engine/dispatcher/index.ts';
import { dueDates, type ShopInstance } from '../../bench/engine/instances.ts';
import { queueKernel } from '../../bench/engine/queues/index.ts';
import { planningRows } from '../../seeds/demo/planning-rows.ts';
import { demoOfTasks } from '../../seeds/demo/plant/sizes.ts';
import { dayNumber } from '../../server/domain/ground/plant-time.ts';
import { DEFAULT_PLAN_SETTINGS } from '../../server/domain/plant/plan-settings.ts';
import { check, type Problem, readProblem, solve } from '../../server/scheduling/index.ts';
import { scoreOf } from '../../server/scheduling/objective.ts';
import { createRandom } from '../../server/scheduling/random.ts';

function randomShop(seed: number, jobs: number, machines: number): ShopInstance {
  const { below } = createRandom(seed);
  const operation = () => ({ machine: below(machines), duration: 1 + below(9) });
  const routes = Array.from({ length: jobs }, () => Array.from({ length: machines }, operation));
  return { machines, jobs: routes, due: dueDates(routes, 1.1) };
}

const TODAY = '2026-04-01';

const foundry = (tasks: number): Problem =>
  readProblem(planningRows(demoOfTasks({ tasks, today: TODAY })), DEFAULT_PLAN_SETTINGS, dayNumber(TODAY) * 24 * 60 + 7 * 60).problem;

const numbers = (message: Message, field: string): readonly number[] => (message[field] ?? []) as readonly number[];

/** Kinds of constraints that values break, each once. */
function broken({ variables, constraints }: Proto, values: readonly number[]): string[] {
  const valueBy = (expression: Message | undefined): number =>
    numbers(expression ?? {}, 'vars').reduce(
      (total, variable, at) => total + numbers(expression!, 'coeffs')[at]! * values[variable]!,
      (expression?.offset as number | undefined) ?? 0,
    );
  const within = (value: number, [least, most]: readonly number[]): boolean => value >= least! && value <= most!;
  const spanOf = (at: number): { from: number; to: number } | null => {
    const { interval, enforcementLiteral = [] } = constraints[at]! as { interval: Record<string, Message>; enforcementLiteral?: number[] };
    if (enforcementLiteral.some((literal) => values[literal] === 0)) return null;
    return { from: valueBy(interval.start), to: valueBy(interval.end) };
  };
  const tests: Record<string, (body: Message) => boolean> = {
    linear: (body) => within(valueBy(body), numbers(body, 'domain')),
    exactlyOne: (body) => numbers(body, 'literals').filter((literal) => values[literal] === 1).length === 1,
    table: (body) => {
      const row = (body.exprs as Message[]).map(valueBy).join();
      const all = numbers(body, 'values');
      const width = (body.exprs as Message[]).length;
      return all.some((_, at) => at % width === 0 && all.slice(at, at + width).join() === row);
    },
    interval: (body) => valueBy(body.start as Message) + valueBy(body.size as Message) === valueBy(body.end as Message),
    noOverlap: (body) => {
      const spans = numbers(body, 'intervals').flatMap((at) => spanOf(at) ?? []);
      return spans.every((one, at) => spans.every((other, to) => at === to || one.to <= other.from || other.to <= one.from));
    },
    cumulative: (body) => {
      const capacity = valueBy(body.capacity as Message);
      const uses = numbers(body, 'intervals').flatMap((at, each) => {
        const span = spanOf(at);
        return span ? [{ ...span, demand: valueBy((body.demands as Message[])[each]) }] : [];
      });
      return uses.every(({ from }) => uses.reduce((sum, use) => sum + (use.from <= from && from < use.to ? use.demand : 0), 0) <= capacity);
    },
  };
  const violations = constraints.flatMap(({ enforcementLiteral = [], ...constraint }) => {
    const [[kind, body]] = Object.entries(constraint) as [[string, Message]];
    const isOff = (enforcementLiteral as number[]).some((literal) => values[literal] === 0);
    return isOff || tests[kind]!(body) ? [] : [kind];
  });
  if (variables.some((variable, at) => !within(values[at]!, numbers(variable, 'domain')))) violations.push('domain');
  return [...new Set(violations)];
}

const objectiveOf = ({ objective }: Proto, values: readonly number[]): number =>
  numbers(objective, 'vars').reduce((sum, variable, at) => sum + numbers(objective, 'coeffs')[at]! * values[variable]!, 0) +
  (objective.offset as number);

describe('models of CP-SAT', () => {
  test.each([
    ['a shop', shopProblem(randomShop(1, 8, 4)), shopModel],
    ['a foundry', foundry(100), plantModel],
  ] as [string, Problem, (problem: Problem, known: ReturnType<typeof dispatch>) => PeerModel][])(
    'the dispatcher’s plan of %s is a solution of the model and costs there what it costs here',
    (_, problem, modelOf) => {
      const known = dispatch(problem);
      const { model, scale, solutionOf } = modelOf(problem, known);
      const proto = model.proto();
      const values = numbers(proto.solutionHint, 'values');
      expect(values).toHaveLength(proto.variables.length);
      expect(broken(proto, values)).toEqual([]);
      expect(objectiveOf(proto, values) / scale).toBeCloseTo(known.total, 6);
      const plan = solutionOf((of) => valueIn(values, of));
      expect(check(problem, plan)).toEqual([]);
      expect(scoreOf(problem, plan).total).toBeCloseTo(known.total, 9);
    },
  );

  test('what begins a tick sooner than its predecessor allows, or than its machine is free, is no solution', () => {
    const problem = shopProblem(randomShop(1, 8, 4));
    const { model } = shopModel(problem, dispatch(problem));
    const proto = model.proto();
    const values = numbers(proto.solutionHint, 'values');
    const kinds = values.flatMap((value, at) => broken(proto, values.with(at, value - 1)));
    expect(new Set(kinds)).toEqual(new Set(['domain', 'linear', 'noOverlap']));
  });

  test('a model is written as the solver reads it', () => {
    const model = createModel();
    const [x, on] = [model.newIntVar(-2, 9, 4), model.newBoolVar(true)];
    model.add(x.times(2).plus(on).plus(x).eq(7)).onlyEnforceIf(on);
    model.addNoOverlap([model.newOptionalFixedSizeIntervalVar(x, 3, on), model.newFixedSizeIntervalVar(5, 2)]);
    model.minimize(weightedSum([x, on], [3, 1]));
    expect([...textOf(model.proto())].join('').split('\n')).toEqual([
      'variables { domain: [-2,9] }',
      'variables { domain: [0,1] }',
      'constraints { linear { vars: [0,1] coeffs: [3,1] domain: [7,7] } enforcement_literal: [1] }',
      'constraints { enforcement_literal: [1] interval { start { vars: [0] coeffs: [1] offset: 0 } size { offset: 3 } end { vars: [0] coeffs: [1] offset: 3 } } }',
      'constraints { interval { start { offset: 5 } size { offset: 2 } end { offset: 7 } } }',
      'constraints { no_overlap { intervals: [1,2] } }',
      'objective { vars: [0,1] coeffs: [3,1] offset: 0 }',
      'solution_hint { vars: [0,1] values: [4,1] }',
      '',
    ]);
  });
});

/** A Python with OR-Tools, where there is one; else the package is looked for. */
const python = process.env.CP_SAT_PYTHON ?? null;

describe.skipIf(missingCpSat(python) !== null)('CP-SAT itself', () => {
  test('proves the plans of small shops optimal', async () => {
    const shop = randomShop(2, 4, 3);
    const problem = shopProblem(shop);
    const { result, solution } = await solveCpSat(problem, 20, { python, workers: 2 });
    expect(result).toMatchObject({ status: 'OPTIMAL', violations: 0 });
    expect(result.bound).toBeCloseTo(result.score!, 6);
    expect(checkShop(shop, shopSolution(problem, solution!))).toEqual({ violations: [], objective: result.score });
    expect(solve(problem, { budget: { rounds: 4000 }, seed: 1 }, queueKernel).score.total).toBeCloseTo(result.score!, 6);
  });
});

import { describe, expect, test } from 'vitest';
import { type PlantedLateness, plantedLateness } from '../../seeds/demo/causes.ts';
import { planningRows } from '../../seeds/demo/planning-rows.ts';
import type { Demo } from '../../seeds/demo/types.ts';
import { instantAt, plantMinutes } from '../../server/domain/plant-time.ts';
import { createInquiry, explainOrder, type LateOrder } from '../../server/scheduling/explain/reasons.ts';
import { DEFAULT_PLAN_SETTINGS, readProblem, type SolveResult, solve } from '../../server/scheduling/index.ts';
import { completionOf, lateDays } from '../../server/scheduling/objective.ts';

const ROUNDS = 150;

function planned(demo: Demo) {
  const now = plantMinutes(instantAt(demo.options.today, '07:30'));
  const { problem } = readProblem(planningRows(demo), DEFAULT_PLAN_SETTINGS, now);
  return { problem, result: solve(problem, { budget: { rounds: ROUNDS }, seed: 1 }) };
}

function lateOf({ problem, result: { solution } }: { problem: ReturnType<typeof planned>['problem']; result: SolveResult }): LateOrder[] {
  const inquiry = createInquiry(problem, solution);
  const late: LateOrder[] = [];
  for (let job = 0; job < problem.jobs.count; job += 1) {
    const days = lateDays(problem, problem.jobs.due[job]!, completionOf(problem, solution.end, job));
    if (days > 0) late.push(explainOrder(inquiry, job, days));
  }
  return late;
}

test('try', () => {
  for (const one of plantedLateness({ today: '2026-11-20', sizes: 5 })) {
    const plan = planned(one.planted);
    const t0 = performance.now();
    const late = lateOf(plan);
    const t1 = performance.now();
    const gone = planned(one.removed).result.score.late_orders;
    const worst = late.toSorted((a, b) => b.days - a.days)[0];
    const ok = late.every((l) => one.accepts.includes(l.reasons[0]!.cause as never)) && late.length > 0 && gone === 0;
    console.log(
      ok ? 'ok  ' : 'FAIL',
      one.name,
      one.cause,
      late.length,
      'gone',
      gone,
      worst?.days,
      worst?.unavoidable,
      worst?.reasons.map((r) => `${r.cause}:${r.gain}@${plan.problem.plant!.machines[r.machine]?.facility_code ?? ''}`).join(' '),
      (t1 - t0).toFixed(0),
      ok
        ? ''
        : JSON.stringify(worst?.segments.map((s) => `${s.kind}:${s.activity}:${s.from}-${s.to}`)) +
            late.map((l) => l.reasons[0]!.cause).join(),
    );
  }
}, 120000);

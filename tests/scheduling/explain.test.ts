import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plantedLateness } from '../../seeds/demo/causes.ts';
import { planningRows } from '../../seeds/demo/planning-rows.ts';
import type { Demo } from '../../seeds/demo/types.ts';
import { daysBetween, instantAt, plantMinutes } from '../../server/domain/ground/plant-time.ts';
import { RUN_MESSAGES } from '../../server/domain/texts/plan/runs.ts';
import { dayOfEnd } from '../../server/scheduling/calendar.ts';
import { daysOf } from '../../server/scheduling/explain/late.ts';
import { createInquiry, explainOrder, type LateOrder } from '../../server/scheduling/explain/reasons.ts';
import { DEFAULT_PLAN_SETTINGS, explain, type Problem, readProblem, type Solution, solve } from '../../server/scheduling/index.ts';
import { completionOf, lateDays } from '../../server/scheduling/objective.ts';
import { draws } from '../support/properties.ts';
import { addEntry, addOrder, foundry, HEAT, MACHINING, plan, read, SHAKE_OUT, TEMPERING, treatment } from './plant.ts';
import { randomPlant } from './random-plant.ts';

const seeds = fc.integer({ min: 0, max: 1e9 });

function planned(demo: Demo, seed: number) {
  const now = plantMinutes(instantAt(demo.options.today, '07:30'));
  const { problem } = readProblem(planningRows(demo), DEFAULT_PLAN_SETTINGS, now);
  return { problem, result: solve(problem, { budget: { rounds: 100 }, seed }) };
}

/** Every late order of a plan, explained. */
function lateOrders(problem: Problem, solution: Solution): LateOrder[] {
  const inquiry = createInquiry(problem, solution);
  return Array.from({ length: problem.jobs.count }, (_, job) => job).flatMap((job) => {
    const days = lateDays(problem, problem.jobs.due[job]!, completionOf(problem, solution.end, job));
    return days > 0 ? [explainOrder(inquiry, job, days)] : [];
  });
}

describe('planted causes', () => {
  test('the named cause is the planted one, and removing it removes the lateness', () => {
    const [named, missed, kept]: [number[], string[], string[]] = [[], [], []];
    plantedLateness({ today: '2026-11-20', sizes: 5 }).forEach((one, index) => {
      const { problem, result } = planned(one.planted, index);
      const late = lateOrders(problem, result.solution);
      expect(late.length, one.name).toBeGreaterThan(0);
      for (const { job, reasons } of late) {
        expect(one.late_orders).toContain(problem.plant!.orders[job]!.serial_number);
        if (one.accepts.some((cause) => cause === reasons[0]!.cause)) named.push(job);
        else missed.push(`${one.name}: ${reasons[0]!.cause}`);
      }
      if (planned(one.removed, index).result.score.late_orders > 0) kept.push(one.name);
    });
    expect(named.length / (named.length + missed.length), missed.join('\n')).toBeGreaterThanOrEqual(0.95);
    expect(kept).toEqual([]);
  });

  test('many orders that wait for one facility are one message, a single one is named and can be jumped to', () => {
    const cases = plantedLateness({ today: '2026-11-20', sizes: 1 });
    const messagesOf = (name: string) => {
      const { problem, result } = planned(cases.find((one) => one.name.startsWith(name))!.planted, 1);
      return explain(problem, result).messages;
    };
    const queue = messagesOf('one machine for many orders');
    expect(queue).toHaveLength(1);
    expect(queue[0]).toMatchObject({ code: 'W213', order_id: null, params: { cause: 'facility_capacity', count: 4, late_days: 9 } });
    expect(queue[0]!.order_task_ids).toHaveLength(4);
    const [single] = messagesOf('treated on Mondays only');
    expect(single).toMatchObject({
      code: 'W201',
      order_id: 1,
      params: { cause: 'weekday', gain_days: 3, facility_name: expect.any(String) },
    });
    expect(single!.order_task_ids).toHaveLength(1);
  });
});

describe('the chain of a late order', () => {
  test('its stretches follow each other without a gap and their days add up to the lot’s end', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 10 }), (seed, orders) => {
        const { problem } = read(randomPlant(seed, orders));
        const { solution } = solve(problem, { budget: { rounds: 60 }, seed });
        for (const { job, days, unavoidable, segments, reasons } of lateOrders(problem, solution)) {
          const end = completionOf(problem, solution.end, job);
          for (let i = 1; i < segments.length; i += 1) expect(segments[i]!.from).toBe(segments[i - 1]!.to);
          expect(segments[0]!.from).toBeLessThanOrEqual(problem.planningStart);
          if (end > (problem.jobs.floor[job] as number)) expect(segments.at(-1)!.to).toBe(end);
          const sum = segments.reduce((total, segment) => total + daysOf(problem, segment), 0);
          expect(sum).toBe(dayOfEnd(problem.day!, segments.at(-1)!.to) - dayOfEnd(problem.day!, segments[0]!.from));
          expect(reasons.length).toBeGreaterThan(0);
          for (const { gain } of reasons) expect(gain).toBeLessThanOrEqual(days);
          expect(unavoidable).toBeLessThanOrEqual(days);
        }
      }),
      draws(60),
    );
  });

  test('explaining leaves the plan as it was: asked twice it says the same', () => {
    const { problem } = read(randomPlant(5, 12));
    const { solution } = solve(problem, { budget: { rounds: 60 }, seed: 5 });
    const inquiry = createInquiry(problem, solution);
    const ask = () => lateOrders(problem, solution).map(({ job, days }) => explainOrder(inquiry, job, days));
    const first = ask();
    expect(first.length).toBeGreaterThan(0);
    expect(ask()).toEqual(first);
  });

  test('it is kept with the outcome, the latest first', () => {
    const rows = foundry();
    for (let i = 0; i < 5; i += 1)
      addOrder(rows, { order: { delivery_date: '2026-04-03' }, tasks: [{ task_id: MACHINING, work_hours: 8 }] });
    const { problem } = read(rows);
    const { late } = explain(problem, solve(problem, { budget: { rounds: 100 }, seed: 1 }));
    expect(late.map((note) => note.late_days)).toEqual([5, 4, 3]);
    const [worst] = late;
    expect(worst).toMatchObject({ unavoidable_days: 0, reasons: [{ cause: 'facility_capacity', facility_id: 14, gain_days: 5 }] });
    expect(worst!.chain.map((stretch) => stretch.kind)).toEqual(['capacity', 'task']);
    const days = worst!.chain.reduce((sum, stretch) => sum + stretch.days, 0);
    expect(days).toBe(daysBetween('2026-04-01', worst!.chain.at(-1)!.to));
  });
});

describe('what can no longer be helped', () => {
  /** The reasons of the first order's lateness, and the sentence of its message. Today is Wednesday, 2026-04-01. */
  const told = (rows: ReturnType<typeof foundry>) => {
    const { outcome } = plan(rows, {}, { rounds: 20 });
    const [note] = outcome.late;
    const message = outcome.messages.find(({ code }) => code === 'W201')!;
    const days = note!.chain.reduce((sum, stretch) => sum + stretch.days, 0);
    expect(days - note!.days_left).toBe(note!.late_days);
    return {
      reasons: note!.reasons.map(({ cause, gain_days }) => [cause, gain_days]),
      sentence: RUN_MESSAGES.W201!(message.params as never),
    };
  };
  const away = (days: number) => ({ task_id: MACHINING, outsourcing_code: 'G001', solution_frame_days: days });

  test('a lot that two partners have longer than it has time was not begun too late, also where the first has it already', () => {
    const rows = foundry();
    const [first] = addOrder(rows, { casting_date: '2026-03-27', order: { delivery_date: '2026-03-31' }, tasks: [away(14), away(7)] });
    addEntry(rows, first!, '03-30 08:00', '04-13 08:30', { facility_id: null, outsourced: true });
    const { reasons, sentence } = told(rows);
    expect(reasons[0]).toEqual(['outsourcing_lead', 17]);
    expect(sentence).toContain('外注先から翌日に戻れば17日早まります');
  });

  test('nor was one whose partner needs more days than there were from the day on which it could be begun', () => {
    const rows = foundry();
    addOrder(rows, { casting_date: '2026-03-16', order: { delivery_date: '2026-03-20' }, tasks: [away(13)] });
    const { reasons } = told(rows);
    expect(reasons.map(([cause]) => cause)).toEqual(['outsourcing_lead', 'late_start']);
  });

  test('begun on the day on which it could be begun, it would be in time: that it was not is the cause', () => {
    const rows = foundry();
    addOrder(rows, { casting_date: '2026-03-16', order: { delivery_date: '2026-03-27' }, tasks: [MACHINING] });
    const { reasons, sentence } = told(rows);
    expect(reasons).toEqual([['late_start', 5]]);
    expect(sentence).toContain('2026/03/16(月)から着手でき、すぐに始めていれば最大5日早まりました');
  });

  describe('the day from which it could be begun is one on which it could', () => {
    /** A lot whose heat (or machining) could begin from 2026-03-18, a Wednesday, 17:00 on: cooled for 25 hours behind what ended on Tuesday at 16:00. */
    const cooled = (open: number) => {
      const rows = foundry();
      rows.heat_treatments.push(treatment({ cooling_time: 25 }));
      const done = { task_id: HEAT, received: true, last_reception_date: '2026-03-17' };
      addOrder(rows, { casting_date: '2026-03-10', order: { delivery_date: '2026-03-24' }, tasks: [done, open] });
      return rows;
    };

    test('not the evening of a working day', () => {
      expect(told(cooled(MACHINING)).sentence).toContain('2026/03/19(木)から着手でき、すぐに始めていれば');
    });

    test('nor a holiday, nor a day without a unit of its facility, however long ago', () => {
      const rows = cooled(MACHINING);
      rows.holidays.push({ date: '2026-03-19' });
      rows.facility_availabilities.push({ facility_id: 14, date: '2026-03-20', units: 0 });
      expect(told(rows).sentence).toContain('2026/03/23(月)から着手でき、すぐに始めていれば');
      rows.facility_availabilities.push({ facility_id: 14, date: '2026-03-22', units: 1 });
      expect(told(rows).sentence).toContain('2026/03/22(日)から着手でき、すぐに始めていれば');
    });

    test('nor a weekday on which its treatment may not start, also where its bar stands fixed', () => {
      const rows = cooled(TEMPERING);
      rows.heat_treatments.push(treatment({ task_id: TEMPERING, work_settings: ['金'] }));
      expect(told(rows).sentence).toContain('2026/03/20(金)から着手でき、すぐに始めていれば');
      addEntry(rows, rows.order_tasks[1]!.id, '04-03 08:00', '04-03 12:00', { facility_id: 13, locked: true });
      expect(plan(rows).problem.plant!.lots[0]!.startable).toBe(-12 * 48 + 16);
    });
  });

  test('what could be begun only when it was overdue is late by what was before it', () => {
    const rows = foundry();
    const done = { task_id: SHAKE_OUT, received: true, last_reception_date: '2026-03-30' };
    addOrder(rows, { casting_date: '2026-03-16', order: { delivery_date: '2026-03-20' }, tasks: [done, MACHINING] });
    const { reasons, sentence } = told(rows);
    expect(reasons).toEqual([
      ['late_before', 11],
      ['late_start', 1],
    ]);
    expect(sentence).toContain('鋳込・前工程の遅れ。着手できるようになった時点で、納期を11日過ぎていました');
  });

  test('work that takes longer than there is time is that', () => {
    const rows = foundry();
    addOrder(rows, { casting_date: '2026-04-01', order: { delivery_date: '2026-04-03' }, tasks: [{ task_id: MACHINING, work_hours: 40 }] });
    const { reasons, sentence } = told(rows);
    expect(reasons).toEqual([['own_time', 5]]);
    expect(sentence).toContain('残りの工程そのものにかかる日数のために5日遅れます');
  });
});

test('a lot that the plan keeps waiting although there is room is put down to the arrangement, not to a facility', () => {
  const rows = foundry();
  addOrder(rows, { order: { delivery_date: '2026-04-03' }, tasks: [MACHINING] });
  const { problem } = read(rows);
  const { solution } = solve(problem, { budget: { rounds: 0 }, seed: 1 });
  const week = 7 * problem.day!.ticks;
  const late = { ...solution, start: solution.start.map((tick) => tick + week), end: solution.end.map((tick) => tick + week) };
  const [order] = lateOrders(problem, late);
  expect(order!.reasons[0]).toMatchObject({ cause: 'arrangement', machine: -1, gain: order!.days });
});

test('a facility that is closed by itself is named although the plant was closed, too, while the lot was elsewhere', () => {
  const rows = foundry();
  rows.holidays.push({ date: '2026-04-02' });
  for (const date of ['2026-04-03', '2026-04-06']) rows.facility_availabilities.push({ facility_id: 14, date, units: 0 });
  addOrder(rows, { order: { delivery_date: '2026-04-06' }, tasks: [{ task_id: SHAKE_OUT, work_hours: 6 }, MACHINING] });
  const { outcome } = plan(rows);
  const late = outcome.messages.find(({ code }) => code === 'W201');
  expect(late?.params).toMatchObject({ cause: 'closed_calendar', facility_name: '設備14', from: '2026-04-02', to: '2026-04-06' });
});

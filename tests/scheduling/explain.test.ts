import { describe, expect, test } from 'vitest';
import { plantedLateness } from '../../seeds/demo/causes.ts';
import { planningRows } from '../../seeds/demo/planning-rows.ts';
import type { Demo } from '../../seeds/demo/types.ts';
import { instantAt, plantMinutes } from '../../server/domain/ground/plant-time.ts';
import { DEFAULT_PLAN_SETTINGS } from '../../server/domain/plant/plan-settings.ts';
import { RUN_MESSAGES } from '../../server/domain/texts/plan/runs.ts';
import { explainLate } from '../../server/scheduling/explain/causes.ts';
import type { Wait } from '../../server/scheduling/explain/wait.ts';
import { explain, readProblem, type Stands, solve } from '../../server/scheduling/index.ts';
import { seeds } from '../support/properties.ts';
import { addEntry, addOrder, at, facility, foundry, HEAT, MACHINING, machined, plan, SHAKE_OUT, TEMPERING, treatment } from './plant.ts';
import { type Rows, standingPlant } from './standing.ts';

function planned(demo: Demo, seed: number) {
  const now = plantMinutes(instantAt(demo.options.today, '07:30'));
  const { problem } = readProblem(planningRows(demo), DEFAULT_PLAN_SETTINGS, now);
  return { problem, result: solve(problem, { budget: { rounds: 100 }, seed }) };
}

describe('planted causes', () => {
  test('the named cause is the planted one, and removing it removes the lateness', () => {
    const [named, missed, kept]: [number[], string[], string[]] = [[], [], []];
    plantedLateness({ today: '2026-11-20', sizes: seeds(5).length }).forEach((one, index) => {
      const { problem, result } = planned(one.planted, index);
      const late = explainLate({ problem, ...result });
      expect(late.length, one.name).toBeGreaterThan(0);
      for (const { job, main } of late) {
        expect(one.late_orders).toContain(problem.plant!.orders[job]!.serial_number);
        if (one.accepts.some((cause) => cause === main.cause)) named.push(job);
        else missed.push(`${one.name}: ${main.cause}`);
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
    expect(queue[0]).toMatchObject({ code: 'W213', order_id: null, params: { cause: 'earlier_due', count: 4, days: [9, 7, 5, 1] } });
    expect(queue[0]!.order_task_ids).toHaveLength(4);
    const [single] = messagesOf('treated on Mondays only');
    expect(single).toMatchObject({
      code: 'W201',
      order_id: 1,
      params: { cause: 'weekday', gain_days: 3, parts: ['weekday'], part_days: [3], facility_name: expect.any(String) },
    });
    expect(single!.order_task_ids).toHaveLength(1);
  });
});

describe('what can no longer be helped', () => {
  /** The reasons of the first order's lateness, and the sentence of its message. Today is Wednesday, 2026-04-01. */
  const told = (rows: Rows) => {
    const { outcome } = plan(rows, {}, { rounds: 20 });
    const [note] = outcome.late;
    const message = outcome.messages.find(({ code }) => code === 'W201')!;
    expect(note!.parts.reduce((sum, { days }) => sum + days, 0)).toBe(note!.late_days);
    return {
      cause: note!.cause,
      parts: note!.parts.map(({ part, days }) => [part, days]),
      sentence: RUN_MESSAGES.W201!(message.params),
    };
  };
  const away = (days: number) => ({ task_id: MACHINING, outsourcing_code: 'G001', solution_frame_days: days });

  test('a lot that two partners have longer than it has time was not begun too late, also where the first has it already', () => {
    const rows = foundry();
    const [first] = addOrder(rows, { casting_date: '2026-03-27', order: { delivery_date: '2026-03-31' }, tasks: [away(14), away(7)] });
    addEntry(rows, first!, '03-30 08:00', '04-13 08:30', { facility_id: null, outsourced: true });
    const { cause, parts, sentence } = told(rows);
    expect([cause, parts.at(-1)]).toEqual(['outsourcing_lead', ['outsourcing_lead', 17]]);
    expect(sentence).toContain('外注先から翌日に戻れば最大17日早まります');
  });

  test('nor was one whose partner needs more days than there were from the day on which it could be begun', () => {
    const rows = foundry();
    addOrder(rows, { casting_date: '2026-03-16', order: { delivery_date: '2026-03-20' }, tasks: [away(13)] });
    const { cause, parts } = told(rows);
    expect(cause).toBe('outsourcing_lead');
    expect(parts.map(([part]) => part)).toEqual(['late_start', 'outsourcing_lead']);
  });

  test('begun on the day on which it could be begun, it would be in time: that it was not is the cause', () => {
    const rows = foundry();
    addOrder(rows, { casting_date: '2026-03-16', order: { delivery_date: '2026-03-27' }, tasks: [MACHINING] });
    const { parts, sentence } = told(rows);
    expect(parts).toEqual([['late_start', 5]]);
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
      expect(told(rows).parts).toEqual([
        ['late_start', 8],
        ['weekday', 2],
      ]);
      addEntry(rows, rows.order_tasks[1]!.id, '04-03 08:00', '04-03 12:00', { facility_id: 13, locked: true });
      expect(plan(rows).problem.plant!.lots[0]!.startable).toBe(-12 * 48 + 16);
    });
  });

  test('what could be begun only when it was overdue is late by what was before it', () => {
    const rows = foundry();
    const done = { task_id: SHAKE_OUT, received: true, last_reception_date: '2026-03-30' };
    addOrder(rows, { casting_date: '2026-03-16', order: { delivery_date: '2026-03-20' }, tasks: [done, MACHINING] });
    const { parts, sentence } = told(rows);
    expect(parts).toEqual([
      ['late_start', 1],
      ['late_before', 11],
    ]);
    expect(sentence).toContain('着手前の遅れ。次の工程に進めるようになる前に、納期を11日過ぎています');
  });

  test('work that takes longer than there is time is that', () => {
    const rows = foundry();
    addOrder(rows, { casting_date: '2026-04-01', order: { delivery_date: '2026-04-03' }, tasks: [{ task_id: MACHINING, work_hours: 40 }] });
    const { parts, sentence } = told(rows);
    expect(parts).toEqual([['own_time', 5]]);
    expect(sentence).toContain('残りの工程そのものにかかる日数のために5日遅れます');
  });
});

test('an hour of own work behind an overdue partner is not what makes an order late', () => {
  const rows = foundry();
  const tasks = [
    { task_id: SHAKE_OUT, outsourcing_code: 'G001', solution_frame_days: 5 },
    { task_id: MACHINING, work_hours: 1 },
  ];
  const [away] = addOrder(rows, { casting_date: '2026-03-10', order: { delivery_date: '2026-03-24' }, tasks });
  addEntry(rows, away!, '03-11 08:00', '03-30 08:30', { facility_id: null, outsourced: true });
  const [note] = plan(rows).outcome.late;
  expect(note!.parts.map(({ part }) => part)).not.toContain('own_time');
  expect(note!.late_days).toBeGreaterThan(5);
});

const daysOf = (part: string, days: number) => ({ part, days });

describe('who is in the way', () => {
  /** One furnace, Tuesdays and Thursdays: an urgent order that is ready, and as many later ones as there are dates before it. */
  const furnaceBehind = (later: readonly string[], locked = false) => {
    const rows = foundry();
    rows.heat_treatments.push(treatment({ retention_time: 20, cooling_time: 0, work_settings: ['火', '木'] }));
    rows.products.push({ ...rows.products[0]!, id: 2, product_code: 'P-2' });
    rows.heat_treatments.push(
      treatment({ product_id: 2, temperature: 700, retention_time: 20, cooling_time: 0, work_settings: ['火', '木'] }),
    );
    const [urgent] = addOrder(rows, { order: { delivery_date: '2026-04-03' }, tasks: [HEAT] });
    const stand = (id: number, day: string) => {
      addEntry(rows, id, `${day} 08:00`, `04-${String(Number(day.slice(3)) + 1).padStart(2, '0')} 08:30`, {
        facility_id: 13,
        locked: locked && id !== urgent,
      });
    };
    for (const day of later) stand(addOrder(rows, { order: { product_id: 2, delivery_date: '2026-06-30' }, tasks: [HEAT] })[0]!, day);
    stand(urgent!, '04-14');
    return rows;
  };

  test('later-due charges are counted on the furnace, behind the weekdays that it could not begin on', () => {
    const rows = furnaceBehind(['04-02', '04-07', '04-09']);
    const { late, messages } = plan(rows, { frozen_days: 365 }).outcome;
    expect(late[0]).toMatchObject({
      ...{ late_days: 12, cause: 'weekday', facility_id: 13, parts: [daysOf('weekday', 10), daysOf('later_due', 2)] },
      wait: {
        ...{ from: '2026-04-01', to: '2026-04-14', furnace: true, later_in_time: 3, later_late: 0, earlier: 0, locked: 0 },
        weekdays: [2, 4],
      },
    });
    const sentence = RUN_MESSAGES.W201!(messages[0]!.params);
    expect(sentence).toContain(
      '12日の内訳: 曜日 10 · 後の納期 2。設備13で4/1→4/14待ち: 後の納期の3チャージが先(うち納期内3)、火・木のみ、空き0%',
    );
  });

  test('locked bars of others are later-due work, and said to be locked; no lock of its own', () => {
    const [note] = plan(furnaceBehind(['04-02', '04-07', '04-09'], true)).outcome.late;
    expect(note).toMatchObject({ parts: [daysOf('weekday', 10), daysOf('later_due', 2)], wait: { locked: 3, held: false } });
  });

  test('its own lock is one, however long the lot waited for its casting before', () => {
    const rows = foundry();
    const [own] = addOrder(rows, { casting_date: '2026-04-03', order: { delivery_date: '2026-04-08' }, tasks: [MACHINING] });
    addEntry(rows, own!, '04-14 08:00', '04-14 10:00', { facility_id: 14, locked: true });
    expect(plan(rows).outcome.late[0]).toMatchObject({ cause: 'lock', wait: { held: true }, parts: [{ part: 'lock', days: 6 }] });
    const waits = foundry();
    addOrder(waits, { casting_date: '2026-04-10', order: { delivery_date: '2026-04-08' }, tasks: [MACHINING] });
    expect(plan(waits).outcome.late[0]).toMatchObject({ cause: 'late_casting', wait: null });
  });

  test('orders of one date wait for each other as for urgent work', () => {
    const rows = foundry();
    for (let i = 0; i < 5; i += 1) machined(rows, 8, { delivery_date: '2026-04-03' });
    const { late } = plan(rows, {}, { rounds: 100 }).outcome;
    expect(late.map((note) => note.late_days)).toEqual([5, 4, 3]);
    for (const { cause, facility_id, wait } of late) expect([cause, facility_id, wait!.later_in_time]).toEqual(['earlier_due', 14, 0]);
  });
});

describe('a furnace that is closed for a week is told before the work of others', () => {
  /** Furnace 13 is closed from today to Tuesday. An order that is due on Thursday is ready now; charges of a whole day stand before its own. */
  const behindClosure = (own: string, others: readonly string[], { work_settings = [] as string[], due = '2026-04-02' } = {}) => {
    const rows = foundry();
    rows.heat_treatments.push(treatment({ retention_time: 4, cooling_time: 0, work_settings }));
    rows.products.push({ ...rows.products[0]!, id: 2, product_code: 'P-2' });
    rows.heat_treatments.push(treatment({ product_id: 2, temperature: 700, retention_time: 12, cooling_time: 0 }));
    for (const date of ['2026-04-01', '2026-04-02', '2026-04-03', '2026-04-06', '2026-04-07'])
      rows.facility_availabilities.push({ facility_id: 13, date, units: 0 });
    const [urgent] = addOrder(rows, { order: { delivery_date: due }, tasks: [HEAT] });
    addEntry(rows, urgent!, `${own} 08:00`, `${own} 12:00`, { facility_id: 13 });
    for (const day of others) {
      const [later] = addOrder(rows, { order: { product_id: 2, delivery_date: '2026-06-30' }, tasks: [HEAT] });
      addEntry(rows, later!, `${day} 08:00`, `04-${String(Number(day.slice(3)) + 1).padStart(2, '0')} 00:00`, { facility_id: 13 });
    }
    return rows;
  };

  // Thursday to Tuesday are six days with their weekend.
  test.each([
    ['alone', behindClosure('04-08', []), [daysOf('closed_calendar', 6)]],
    ['one stands behind it', behindClosure('04-09', ['04-08']), [daysOf('closed_calendar', 6), daysOf('later_due', 1)]],
    [
      'three do, over a weekend',
      behindClosure('04-13', ['04-08', '04-09', '04-10']),
      [daysOf('closed_calendar', 6), daysOf('later_due', 5)],
    ],
    [
      'and it had time for the closure itself',
      behindClosure('04-16', ['04-08', '04-09', '04-10', '04-13', '04-14', '04-15'], { due: '2026-04-08' }),
      [daysOf('closed_calendar', 6), daysOf('later_due', 2)],
    ],
    [
      'Tuesdays and Thursdays only',
      behindClosure('04-16', ['04-09', '04-14'], { work_settings: ['火', '木'] }),
      [daysOf('closed_calendar', 7), daysOf('weekday', 6), daysOf('later_due', 1)],
    ],
  ])('%s', (_, rows, parts) => {
    const { late } = plan(rows, { frozen_days: 365 }).outcome;
    expect(late[0]!.parts).toEqual(parts);
    // One thing, one number: of the wait the same days are said.
    expect(late[0]).toMatchObject({ cause: 'closed_calendar', facility_id: 13, wait: { closed_days: parts[0]!.days, stopped_days: 0 } });
  });

  test('and what a stop has of it is told as one', () => {
    const { stands } = plan(behindClosure('04-09', ['04-08']), { frozen_days: 365 });
    const plant = stands.problem.plant!;
    const stops = [{ from: 0, to: 3 * 48, reason: 'breakdown' }];
    const machines = plant.machines.map((one) => (one.facility_id === 13 ? { ...one, stops } : one));
    const [late] = explainLate({ ...stands, problem: { ...stands.problem, plant: { ...plant, machines } } });
    const parts = { closed_calendar: 2, stopped: 4, later_due: 1 };
    expect(late!.parts).toEqual(Object.entries(parts).map(([cause, days]) => ({ cause, days })));
    expect(late).toMatchObject({ main: { cause: 'stopped' }, wait: { closedDays: 2, stoppedDays: 4 } });
  });
});

describe('a stop is named where the order went to another furnace', () => {
  const DAYS = ['04-01', '04-02', '04-03', '04-06', '04-07', '04-08', '04-09'] as const;
  const until = (day: string) => `04-${String(Number(day.slice(3)) + 1).padStart(2, '0')} 00:00`;

  interface Given {
    /** Where its charge stands on 23. */
    own?: string;
    /** On so many of the days 13 is stopped, or closed by itself. */
    stops?: number;
    stop?: string | null;
    work_settings?: string[];
    /** So many days of 23 are held by charges of orders due later, and these of 13; so many of 13 by locked ones. */
    on23?: number;
    on13?: string[];
    locked?: number;
  }
  /** Furnaces 13 and 23 do the same. An order due on Thursday is ready now. */
  const wentTo = ({ own = '04-08', stops = 5, stop = 'breakdown', work_settings = [], on23 = 0, on13 = [], locked = 0 }: Given): Rows => {
    const rows = foundry();
    rows.facilities.push(facility(23, [HEAT], { max_weight: 1000 }));
    rows.heat_treatments.push(treatment({ retention_time: 4, cooling_time: 0, work_settings }));
    rows.products.push({ ...rows.products[0]!, id: 2, product_code: 'P-2' });
    rows.heat_treatments.push(treatment({ product_id: 2, temperature: 700, retention_time: 12, cooling_time: 0 }));
    for (const day of DAYS.slice(0, stops)) rows.facility_availabilities.push({ facility_id: 13, date: `2026-${day}`, units: 0, stop });
    const [urgent] = addOrder(rows, { order: { delivery_date: '2026-04-02' }, tasks: [HEAT] });
    addEntry(rows, urgent!, `${own} 08:00`, `${own} 12:00`, { facility_id: 23 });
    const stands = (facility_id: number, day: string, isLocked = false): void => {
      const [later] = addOrder(rows, { order: { product_id: 2, delivery_date: '2026-06-30' }, tasks: [HEAT] });
      addEntry(rows, later!, `${day} ${day === '04-01' ? '12:00' : '08:00'}`, until(day), { facility_id, locked: isLocked });
    };
    for (const day of DAYS.slice(0, on23)) stands(23, day);
    for (const day of on13) stands(13, day);
    for (const day of DAYS.slice(0, locked)) stands(13, day, true);
    return rows;
  };
  const late = (rows: Rows) => plan(rows, { frozen_days: 365 }).outcome.late[0]!;

  test('before the work of others that holds the open one', () => {
    const { parts, cause, facility_id, wait } = late(wentTo({ on23: 5, on13: ['04-08'] }));
    expect(parts).toEqual([daysOf('stopped', 6)]);
    expect({ cause, facility_id }).toEqual({ cause: 'stopped', facility_id: 13 });
    expect(wait).toMatchObject({ facility_id: 23, shut_facility_id: 13, stopped_days: 6, later_in_time: 5 });
  });

  test.each<[what: string, given: Given, parts: Record<string, number>]>([
    ['and so are days on which it was closed by itself', { stop: null, on23: 5 }, { closed_calendar: 6 }],
    ['no longer than it lasts', { own: '04-10', on23: 7, on13: ['04-08', '04-09', '04-10'] }, { stopped: 7, later_due: 1 }],
    ['never on days on which the stopped furnace would have been full', { on23: 5, locked: 5 }, { later_due: 6 }],
    [
      'nor on a weekday on which its treatment could not have begun there either',
      { stops: 2, work_settings: ['水'], on23: 1, on13: ['04-08'] },
      { stopped: 1, weekday: 5 },
    ],
  ])('%s', (_, given, parts) => {
    expect(late(wentTo(given)).parts).toEqual(Object.entries(parts).map(([part, days]) => daysOf(part, days)));
  });

  test('nor while the open furnace has room, where it waits for who shares its charge', () => {
    const rows = wentTo({});
    const run = { id: 1, facility_id: 23, unit: 1, temperature: 900, retention_time: 4, cooling_method: '空冷', cooling_time: 0 };
    rows.furnace_runs.push({ ...run, run_start: at('04-08 08:00'), run_end: at('04-08 12:00') });
    expect(late(rows).parts.map(({ part }) => part)).not.toContain('stopped');
  });

  test('the longest wait is explained, not a day behind it', () => {
    const rows = wentTo({ on23: 5, on13: ['04-08'] });
    const grinding = { ...rows.order_tasks[0]!, id: 1900, task_id: MACHINING, task_sort: 20 };
    rows.order_tasks.push(grinding);
    addEntry(rows, 1900, '04-10 08:00', '04-10 10:00', { facility_id: 14 });
    addEntry(rows, machined(rows, 16, { delivery_date: '2026-06-30' }), '04-08 08:00', '04-09 16:00', { facility_id: 14, locked: true });
    expect(late(rows)).toMatchObject({ cause: 'stopped', wait: { facility_id: 23, from: '2026-04-01', to: '2026-04-08' } });
  });
});

test('what is idle is a share of the hours in which it could have begun: a slow count over random plants says the same', () => {
  let [counted, limited] = [0, 0];
  for (const seed of seeds(36)) {
    const { stands } = plan(standingPlant(seed, 14, 40), { frozen_days: seed % 2 ? 365 : 0 }, { rounds: 0 });
    for (const { wait } of explainLate(stands)) {
      if (!wait) continue;
      counted += 1;
      limited += wait.weekdays.length > 0 ? 1 : 0;
      expect(wait.idle).toBe(idleSlowly(stands, wait));
    }
  }
  expect(counted).toBeGreaterThan(20);
  expect(limited).toBeGreaterThan(2);
});

/** Half hour by half hour: may something begin then, how many units are there, and how many bars and runs. */
function idleSlowly({ problem, solution }: Stands, { machine, from, to, weekdays }: Wait): number | null {
  const { open, starts } = problem.machines[machine]!;
  const day = problem.day!;
  const isIn = (tick: number, [first, end]: readonly [number, number]) => first <= tick && tick < end;
  const spans = [
    ...solution.furnaceRuns.filter((run) => run.machine === machine).map((run) => [run.start, run.end] as const),
    ...Array.from(solution.start.keys())
      .filter((a) => solution.start[a]! >= 0 && solution.furnaceRun[a] === -1 && problem.modes.machine[solution.mode[a]!] === machine)
      .map((a) => [solution.start[a]!, solution.end[a]!] as const),
    ...problem.blocks.filter((block) => block.machine === machine && block.activity === -1).map((block) => [block.from, block.to] as const),
  ];
  let [all, free] = [0, 0];
  for (let tick = from; tick < to; tick += 1) {
    const cell = Array.from({ length: open.length / 3 }, (_, i) => i * 3).find((i) => isIn(tick, [open[i]!, open[i + 1]!]));
    const mayBegin = starts
      ? Array.from({ length: starts.length / 2 }, (_, i) => i * 2).some((i) => isIn(tick, [starts[i]!, starts[i + 1]!]))
      : true;
    if (cell === undefined || !mayBegin) continue;
    if (weekdays.length > 0 && !weekdays.includes((day.weekday + Math.floor(tick / day.ticks)) % 7)) continue;
    all += open[cell + 2]!;
    free += Math.max(0, open[cell + 2]! - spans.filter((span) => isIn(tick, span)).length);
  }
  return all === 0 ? null : Math.round((100 * free) / all);
}

test('many orders of one cause keep each its own days and date', () => {
  const rows = foundry();
  const due = ['2026-04-02', '2026-04-03', '2026-04-06', '2026-04-07'];
  for (const delivery_date of due)
    addOrder(rows, { casting_date: '2026-04-17', order: { delivery_date }, tasks: [{ task_id: MACHINING, work_hours: 1 }] });
  const message = plan(rows).outcome.messages.find(({ code }) => code === 'W202')!;
  expect(RUN_MESSAGES.W202!(message.params)).toMatch(
    /^鋳込遅れで4製番が遅れます: S1 1\d日\(納期4\/2\)、S2 1\d日\(納期4\/3\)、S3 1\d日\(納期4\/6\) ほか1件。/,
  );
});

test('a facility that is closed by itself is named although the plant was closed, too, while the lot was elsewhere', () => {
  const rows = foundry();
  rows.holidays.push({ date: '2026-04-02' });
  for (const date of ['2026-04-03', '2026-04-06']) rows.facility_availabilities.push({ facility_id: 14, date, units: 0 });
  addOrder(rows, { order: { delivery_date: '2026-04-06' }, tasks: [{ task_id: SHAKE_OUT, work_hours: 6 }, MACHINING] });
  const late = plan(rows).outcome.messages.find(({ code }) => code === 'W201');
  expect(late?.params).toMatchObject({ cause: 'closed_calendar', facility_name: '設備14' });
});

test('parts of a lot wait for each other in one furnace: its own time', () => {
  const rows = foundry();
  rows.facilities = [13, 23].map((id) => facility(id, [HEAT], { max_weight: 1000 }));
  rows.heat_treatments.push(treatment({ retention_time: 20, cooling_time: 0 }));
  addOrder(rows, { casting_date: '2026-04-01', order: { number: 15, weight: 100, delivery_date: '2026-04-02' }, tasks: [HEAT] });
  expect(plan(rows, {}, { rounds: 200 }).outcome.late[0]).toMatchObject({ late_days: 1, parts: [{ part: 'own_time', days: 1 }] });
});

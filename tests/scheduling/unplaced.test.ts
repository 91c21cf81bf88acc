import { describe, expect, test } from 'vitest';
import { addDays } from '../../server/domain/ground/plant-time.ts';
import { RUN_MESSAGES, type RunMessageParams } from '../../server/domain/texts/plan/runs.ts';
import { check } from '../../server/scheduling/index.ts';
import { addEntry, addOrder, facility, foundry, HEAT, MACHINING, plan, SHAKE_OUT, TEMPERING, TODAY, treatment } from './plant.ts';

type Rows = ReturnType<typeof foundry>;

/** W208 of a plan, as they are said, and what the plan breaks. */
function unplaced(rows: Rows) {
  const { outcome, problem, result } = plan(rows, {}, { rounds: 20 });
  expect(check(problem, result.solution)).toEqual([]);
  const found = outcome.messages.filter(({ code }) => code === 'W208');
  return { found, sentences: found.map(({ params }) => RUN_MESSAGES.W208!(params as RunMessageParams)), entries: outcome.entries };
}

/** A lot that is heated and then machined. */
function heated(parts: Parameters<typeof treatment>[0] = {}) {
  const rows = foundry();
  rows.heat_treatments.push(treatment(parts));
  const [heat, machining] = addOrder(rows, { tasks: [{ task_id: HEAT, work_hours: 0, setup_hours: 1 }, MACHINING] });
  return { rows, heat: heat!, machining: machining! };
}
const furnace = (rows: Rows) => rows.facilities.find(({ id }) => id === 13)!;

/** The fault gives this one message; the advice followed, none. */
function cured(rows: Rows, why: string, follow: (rows: Rows) => void): { sentence: string; found: ReturnType<typeof unplaced>['found'] } {
  const { found, sentences } = unplaced(rows);
  expect(found.map(({ params }) => params.why)).toEqual([[why]]);
  follow(rows);
  expect(unplaced(rows).found).toEqual([]);
  return { sentence: sentences[0]!, found };
}

describe('what finds no place in the horizon (W208)', () => {
  test('a facility without units: the first step, its facility, and what waits behind it', () => {
    const { rows, heat, machining } = heated();
    furnace(rows).availability = 0;
    const { sentence, found } = cured(rows, 'no_units', () => {
      furnace(rows).availability = 1;
    });
    expect(sentence).toBe(
      '製番 S1-01 焼なまし: 設備13に使える台数がないため、計画期間内に割り付けできません(後の工程1件も同じです)。設備一覧の設備数と設備稼働を確認してください。',
    );
    expect(found[0]).toMatchObject({ facility_id: 13, task_id: HEAT, order_ids: [1], order_task_ids: [heat, machining] });
  });

  test('is not counted as planned, nor its order as late by years', () => {
    const { rows } = heated();
    furnace(rows).availability = 0;
    addOrder(rows, { order: { delivery_date: '2026-03-31' }, tasks: [MACHINING] });
    const { outcome } = plan(rows, {}, { rounds: 20 });
    expect(outcome.figures).toMatchObject({ tasks: 1, unplaced: 2, late_orders: 1 });
    expect(outcome.figures.late_days).toBeLessThan(10);
  });

  test('nor is a lot of which some parts have a place, and the others none', () => {
    const { rows } = heated({ retention_time: 999 });
    furnace(rows).max_weight = 100;
    Object.assign(rows.orders[0]!, { weight: 100, number: 30, delivery_date: '2026-03-31' });
    const { outcome, result } = plan(rows);
    expect([result.score.unplaced, result.score.late_orders]).toEqual([expect.toSatisfy((parts: number) => parts > 2 && parts < 30), 1]);
    expect([outcome.entries, outcome.runs]).toEqual([[], []]);
    expect(outcome.figures).toMatchObject({ tasks: 0, unplaced: 2, late_orders: 0, late_days: 0 });
  });

  test('a machine without units on any day', () => {
    const rows = foundry();
    rows.facilities.find(({ id }) => id === 14)!.availability = 0;
    addOrder(rows, { tasks: [SHAKE_OUT, MACHINING] });
    const { sentence } = cured(rows, 'no_units', () => {
      rows.facility_availabilities.push({ facility_id: 14, date: '2026-04-10', units: 1 });
    });
    expect(sentence).toContain('製番 S1-01 荒加工: 設備14に使える台数がない');
  });

  test('a weekday on which the furnace never opens', () => {
    const { rows } = heated({ work_settings: ['土', '日'] });
    const { sentence } = cured(rows, 'weekday', () => {
      rows.heat_treatments[0]!.work_settings = ['金'];
    });
    expect(sentence).toContain('設備13が基本実施曜日(日・土)に稼働しないため');
  });

  test('a treatment that is longer than any stretch in which the furnace is open', () => {
    const { rows } = heated({ retention_time: 100 });
    // Every Wednesday no unit: a run has six days at most, less the morning.
    for (let day = 0; day < 800; day += 7) rows.facility_availabilities.push({ facility_id: 13, date: addDays(TODAY, day), units: 0 });
    rows.heat_treatments[0]!.retention_time = 200;
    const { sentence } = cured(rows, 'window', () => {
      rows.heat_treatments[0]!.retention_time = 100;
    });
    expect(sentence).toContain('続けて201時間かかりますが、設備13は開始できる日から最長でも136時間しか続けて使えないため');
  });

  test('work that is longer than the horizon', () => {
    const rows = foundry();
    addOrder(rows, { tasks: [{ task_id: MACHINING, work_hours: 20_000 }] });
    const { sentence } = cured(rows, 'horizon', () => {
      rows.order_tasks[0]!.work_hours = 20;
    });
    expect(sentence).toContain('20,000時間かかり計画期間(');
  });

  test('a partner who gives nothing back inside the horizon', () => {
    const rows = foundry();
    addOrder(rows, { tasks: [{ task_id: MACHINING, outsourcing_code: 'G001', solution_frame_days: 3000 }] });
    const { sentence } = cured(rows, 'horizon', () => {
      rows.order_tasks[0]!.solution_frame_days = 30;
    });
    expect(sentence).toContain('外注先から計画期間(');
  });

  test('no working day at all', () => {
    const rows = foundry();
    rows.holidays = Array.from({ length: 1200 }, (_, day) => ({ date: addDays(TODAY, day) }));
    addOrder(rows, { tasks: [MACHINING] });
    const { sentence } = cured(rows, 'closed', () => {
      rows.holidays.splice(20, 1);
    });
    expect(sentence).toContain('稼働日がないため');
  });

  test('a process that may begin only behind the horizon', () => {
    const { rows } = heated({ waiting_days: 1500 });
    const { sentence } = cured(rows, 'late', () => {
      rows.heat_treatments[0]!.waiting_days = 2;
    });
    expect(sentence).toContain('製番 S1-01 荒加工: 早くても2030/05/10(金)からしか始められず');
  });

  test('a facility that others hold all the time', () => {
    const rows = foundry();
    addOrder(rows, { tasks: [SHAKE_OUT] });
    addOrder(rows, { tasks: [MACHINING] });
    addEntry(rows, null, '04-01 08:00', '12-31 16:00', { facility_id: 14, end_at: '2028-12-29T16:00:00+09:00', work_time_set: true });
    const { sentence } = cured(rows, 'full', () => {
      rows.facilities.find(({ id }) => id === 14)!.availability = 2;
    });
    expect(sentence).toContain('設備14がほかの工程で埋まっているため');
  });

  test('lots of one cause and facility are one message; others have their own', () => {
    const rows = foundry();
    rows.heat_treatments.push(treatment());
    furnace(rows).availability = 0;
    rows.facilities.find(({ id }) => id === 14)!.availability = 0;
    for (let i = 0; i < 7; i += 1) addOrder(rows, { tasks: [{ task_id: HEAT, work_hours: 0 }, MACHINING] });
    addOrder(rows, { tasks: [MACHINING] });
    const { found, sentences } = unplaced(rows);
    expect(found.map(({ facility_id, params }) => [facility_id, params.count, params.behind])).toEqual([
      [13, 7, 7],
      [14, 1, 0],
    ]);
    expect(sentences[0]).toContain('S5-01 焼なまし ほか2件: ');
  });

  test('which is true of each of them', () => {
    const { rows } = heated({ retention_time: 200 });
    addOrder(rows, { tasks: [{ task_id: HEAT, work_hours: 0, setup_hours: 3 }] });
    for (let day = 0; day < 800; day += 7) rows.facility_availabilities.push({ facility_id: 13, date: addDays(TODAY, day), units: 0 });
    const { sentence } = cured(rows, 'window', () => {
      rows.heat_treatments[0]!.retention_time = 100;
    });
    expect(sentence).toContain('製番 S1-01 焼なまし、S2-01 焼なまし: 続けて201〜203時間かかりますが');
  });

  test('of several facilities the one that is nearest to having room is named', () => {
    const rows = foundry();
    rows.facilities.push(facility(16, [HEAT]));
    rows.heat_treatments.push(treatment({ work_settings: ['土'] }));
    furnace(rows).availability = 0;
    addOrder(rows, { tasks: [{ task_id: HEAT, work_hours: 0 }] });
    const { sentence } = cured(rows, 'weekday', () => {
      rows.heat_treatments[0]!.work_settings = [];
    });
    expect(sentence).toContain('設備16が基本実施曜日(土)');
  });
});

type Follow = (rows: Rows) => void;
const causes = (rows: Rows) => unplaced(rows).found.map(({ params }) => params.why);

/** Both causes are one message; either advice followed alone leaves the other, both leave none. */
function bothCured(make: () => Rows, why: readonly [string, string], follow: readonly [Follow, Follow]): string {
  const [one, other] = follow;
  for (const [mend, left] of [
    [one, why[1]],
    [other, why[0]],
  ] as const) {
    const rows = make();
    mend(rows);
    expect(causes(rows)).toEqual([[left]]);
  }
  const rows = make();
  const { found, sentences } = unplaced(rows);
  expect(found.map(({ params }) => [params.why, params.together])).toEqual([[why, 1]]);
  one(rows);
  other(rows);
  expect(causes(rows)).toEqual([]);
  return sentences[0]!;
}

/** One cause that several mends remove, each by itself. */
function eitherCures(make: () => Rows, why: string, mends: Readonly<Record<string, Follow>>): string {
  const { found, sentences } = unplaced(make());
  expect(found.map(({ params }) => [params.why, params.mends])).toEqual([[[why], Object.keys(mends)]]);
  for (const follow of Object.values(mends)) {
    const rows = make();
    follow(rows);
    expect(causes(rows)).toEqual([]);
  }
  return sentences[0]!;
}

const machine = (rows: Rows) => rows.facilities.find(({ id }) => id === 14)!;
/** Every Wednesday no unit in the furnace: a run has six days at most, less the morning. */
function closeWednesdays(rows: Rows): void {
  for (let day = 0; day < 800; day += 7) rows.facility_availabilities.push({ facility_id: 13, date: addDays(TODAY, day), units: 0 });
}
const openWednesdays: Follow = (rows) => {
  rows.facility_availabilities = [];
};
const onlyOn =
  (...work_settings: string[]): Follow =>
  (rows) => {
    rows.heat_treatments[0]!.work_settings = work_settings;
  };
const keptFor =
  (retention_time: number): Follow =>
  (rows) => {
    rows.heat_treatments[0]!.retention_time = retention_time;
  };
const restAllDays: Follow = (rows) => {
  rows.holidays = Array.from({ length: 1200 }, (_, day) => ({ date: addDays(TODAY, day) }));
};
const restOnWeekends: Follow = (rows) => {
  rows.holidays = foundry().holidays;
};

describe('two causes together (W208)', () => {
  test('no units, and a weekday on which the plant rests', () => {
    const make = () => {
      const { rows } = heated({ work_settings: ['日'] });
      furnace(rows).availability = 0;
      return rows;
    };
    const units: Follow = (rows) => {
      furnace(rows).availability = 1;
    };
    expect(bothCured(make, ['no_units', 'weekday'], [units, onlyOn('金')])).toBe(
      '製番 S1-01 焼なまし: 設備13に使える台数がないため、計画期間内に割り付けできません(後の工程1件も同じです)。そこを直しても、設備13が基本実施曜日(日)に稼働しないため、割り付けできません。「設備一覧の設備数と設備稼働」と「製品の熱処理の基本実施曜日」を、両方とも直してください。',
    );
  });

  test('no units, and work that is longer than the horizon', () => {
    const make = () => {
      const rows = foundry();
      machine(rows).availability = 0;
      addOrder(rows, { tasks: [{ task_id: MACHINING, work_hours: 20_000 }] });
      return rows;
    };
    const units: Follow = (rows) => {
      machine(rows).availability = 1;
    };
    const hours: Follow = (rows) => {
      rows.order_tasks[0]!.work_hours = 20;
    };
    expect(bothCured(make, ['no_units', 'horizon'], [units, hours])).toContain('そこを直しても、20,000時間かかり計画期間(');
  });

  test('no units, and no working day', () => {
    const make = () => {
      const rows = foundry();
      machine(rows).availability = 0;
      restAllDays(rows);
      addOrder(rows, { tasks: [MACHINING] });
      return rows;
    };
    const units: Follow = (rows) => {
      machine(rows).availability = 1;
    };
    bothCured(make, ['closed', 'no_units'], [restOnWeekends, units]);
  });

  test('no units, and a process that may begin only behind the horizon', () => {
    const make = () => {
      const { rows } = heated({ waiting_days: 1500 });
      machine(rows).availability = 0;
      return rows;
    };
    const units: Follow = (rows) => {
      machine(rows).availability = 1;
    };
    const begin: Follow = (rows) => {
      rows.heat_treatments[0]!.waiting_days = 2;
    };
    bothCured(make, ['no_units', 'late'], [units, begin]);
  });

  test('a weekday on which the furnace never opens, and windows too short on every other', () => {
    const make = () => {
      const { rows } = heated({ work_settings: ['土'], retention_time: 200 });
      closeWednesdays(rows);
      return rows;
    };
    expect(bothCured(make, ['weekday', 'window'], [onlyOn(), keptFor(100)])).toContain('最長でも136時間しか続けて使えない');
  });

  test('a weekday on which the furnace never opens, and a treatment longer than the horizon', () => {
    const make = () => heated({ work_settings: ['土'], retention_time: 60_000 }).rows;
    bothCured(make, ['weekday', 'horizon'], [onlyOn(), keptFor(10)]);
  });

  test('work that is longer than the horizon and may begin only behind it', () => {
    const make = () => {
      const { rows } = heated({ waiting_days: 1500 });
      rows.order_tasks[1]!.work_hours = 20_000;
      return rows;
    };
    const hours: Follow = (rows) => {
      rows.order_tasks[1]!.work_hours = 20;
    };
    const begin: Follow = (rows) => {
      rows.heat_treatments[0]!.waiting_days = 2;
    };
    expect(bothCured(make, ['horizon', 'late'], [hours, begin])).toMatch(
      /^製番 S1-01 荒加工: 20,000時間かかり計画期間\(.*まで\)より長いため、計画期間内に割り付けできません。そこを直しても、早くても2030/,
    );
  });

  test('windows that are too short, and a treatment that may begin only behind the horizon', () => {
    const make = () => {
      const rows = foundry();
      rows.heat_treatments.push(treatment({ waiting_days: 1500 }), treatment({ task_id: TEMPERING, retention_time: 200 }));
      closeWednesdays(rows);
      addOrder(rows, { tasks: [HEAT, TEMPERING].map((task_id) => ({ task_id, work_hours: 0 })) });
      return rows;
    };
    const begin: Follow = (rows) => {
      rows.heat_treatments[0]!.waiting_days = 2;
    };
    const sentence = bothCured(make, ['window', 'late'], [openWednesdays, begin]);
    expect(sentence).toContain('続けて200時間かかりますが、設備13は開始できる日から最長でも136時間しか続けて使えないため');
    expect(sentence).toContain(
      '「設備一覧の設備数と設備稼働」と「鋳込日と、前の工程の日程・待ち日数・解枠LT」を、両方とも直してください。',
    );
  });

  test('a partner: no working day, and a lead time longer than the horizon', () => {
    const make = () => {
      const rows = foundry();
      restAllDays(rows);
      addOrder(rows, { tasks: [{ task_id: MACHINING, outsourcing_code: 'G001', solution_frame_days: 3000 }] });
      return rows;
    };
    const lead: Follow = (rows) => {
      rows.order_tasks[0]!.solution_frame_days = 30;
    };
    bothCured(make, ['closed', 'horizon'], [restOnWeekends, lead]);
  });

  test('windows that are too short only on the weekdays of the treatment', () => {
    const make = () => {
      const { rows } = heated({ work_settings: ['火'], retention_time: 100 });
      closeWednesdays(rows);
      return rows;
    };
    const sentence = eitherCures(make, 'window', { weekdays: onlyOn(), units: openWednesdays, hours: keptFor(10) });
    expect(sentence).toContain(
      '「製品の熱処理の基本実施曜日」「設備一覧の設備数と設備稼働」「段取時間・保持時間・冷却時間」のどれかを見直してください。',
    );
  });

  test('a facility with too few days for the work is not called a horizon that is too short', () => {
    const make = () => {
      const rows = foundry();
      machine(rows).availability = 0;
      rows.facility_availabilities.push({ facility_id: 14, date: '2026-04-10', units: 1 });
      addOrder(rows, { tasks: [{ task_id: MACHINING, work_hours: 20 }] });
      return rows;
    };
    const units: Follow = (rows) => {
      machine(rows).availability = 1;
    };
    const hours: Follow = (rows) => {
      rows.order_tasks[0]!.work_hours = 8;
    };
    const sentence = eitherCures(make, 'horizon', { units, hours });
    expect(sentence).toMatch(/20時間かかりますが、設備14を計画期間\(.*まで\)に使えるのは8時間しかないため/);
  });

  test('a facility that closes before the process may begin', () => {
    const make = () => {
      const { rows } = heated({ waiting_days: 60 });
      machine(rows).availability = 0;
      rows.facility_availabilities.push({ facility_id: 14, date: '2026-04-10', units: 1 });
      return rows;
    };
    const units: Follow = (rows) => {
      machine(rows).availability = 1;
    };
    const begin: Follow = (rows) => {
      rows.heat_treatments[0]!.waiting_days = 0;
    };
    const sentence = eitherCures(make, 'late', { units, begin });
    expect(sentence).not.toContain('horizon_years');
  });

  test('others hold the furnace on the weekdays of the treatment', () => {
    const rows = foundry();
    rows.heat_treatments.push(treatment({ work_settings: ['月'] }));
    addOrder(rows, { tasks: [SHAKE_OUT] });
    addOrder(rows, { tasks: [{ task_id: HEAT, work_hours: 0 }] });
    for (let day = 5; day < 1000; day += 7) {
      const on = (clock: string) => `${addDays(TODAY, day)}T${clock}:00+09:00`;
      addEntry(rows, null, '04-06 08:00', '04-06 16:00', {
        facility_id: 13,
        start_at: on('08:00'),
        end_at: on('16:00'),
        work_time_set: true,
      });
    }
    const { sentence } = cured(rows, 'full', () => {
      furnace(rows).availability = 2;
    });
    expect(sentence).toContain('設備稼働の台数・基本実施曜日(月)の稼働日を増やしてください');
  });
});

import { describe, expect, test } from 'vitest';
import { addDays, plantMinutes, weekday } from '../../server/domain/ground/plant-time.ts';
import { atOnce } from '../../server/domain/ground/steps.ts';
import { DEFAULT_PLAN_SETTINGS } from '../../server/domain/plant/plan-settings.ts';
import {
  type AskedOrder,
  check,
  costOfDay,
  type DayCost,
  dayOf,
  daysToTry,
  meansFor,
  type PlacedBar,
  type Premise,
  placedBars,
  promise,
  routingsOf,
  standingPlan,
  undominated,
} from '../../server/scheduling/index.ts';
import { withPremises } from '../../server/scheduling/reading/rows/premises.ts';
import { seeds } from '../support/properties.ts';
import { foundry, TODAY } from './plant.ts';
import { type Rows, standingPlant } from './standing.ts';

type Placed = Pick<PlacedBar, 'order_task_id' | 'facility_id' | 'start_minutes' | 'end_minutes'>;

const NOW = plantMinutes(`${TODAY}T09:00:00+09:00`);
const plants = seeds(12).map((seed) => standingPlant(seed, 10, 60));

/** An order of each product, as it is made now, asked so many times. */
const asking = (rows: Rows, times = 1): AskedOrder[] =>
  [...routingsOf(rows).values()].flatMap(([first]) =>
    Array.from({ length: times }, (_, at) => ({
      ...{ kind: 'order_added' as const, order_id: -1 - at, pieces: first!.pieces + at, delivery_date: null },
      ...{ ready_date: TODAY, routing_order_id: first!.order_id },
    })),
  );
const numbered = (asked: AskedOrder[]): AskedOrder[] => asked.map((order, at) => ({ ...order, order_id: -1 - at }));
const ask = (rows: Rows, asked: readonly AskedOrder[], premises: readonly Premise[] = []) =>
  atOnce(promise(rows, DEFAULT_PLAN_SETTINGS, NOW, { asked, premises }));

describe('what is promised', () => {
  test('keeps every rule, moves nothing, and makes no furnace run longer', () => {
    let answered = 0;
    for (const rows of plants) {
      const { problem, standing, solution, days } = ask(rows, numbered(asking(rows, 3)));
      expect(check(problem, solution)).toEqual([]);
      expect(solution.start.slice(0, standing.start.length)).toEqual(standing.start);
      expect(solution.end.slice(0, standing.end.length)).toEqual(standing.end);
      answered += days.filter(({ date }) => date !== null).length;
    }
    expect(answered).toBeGreaterThan(plants.length);
  });

  test('is never later for what is asked first, and is the same of a plan that is known', () => {
    for (const rows of plants) {
      const asked = numbered(asking(rows, 2));
      const known = atOnce(standingPlan(rows, DEFAULT_PLAN_SETTINGS, NOW));
      const all = ask(rows, asked).days;
      expect(atOnce(promise(rows, DEFAULT_PLAN_SETTINGS, NOW, { asked, known })).days).toEqual(all);
      expect(ask(rows, asked.slice(0, 1)).days[0]).toEqual(all[0]);
    }
  });

  test('is as many bars as it has processes, in furnace runs that are there or new', () => {
    for (const rows of plants) {
      const asked = numbered(asking(rows));
      const promised = ask(rows, asked);
      const bars = placedBars(promised);
      const told = promised.days.flatMap((day) => day.entries);
      const ends = told.map(({ end_minutes }) => end_minutes);
      // What comes by the date of the casting has a bar and is not told.
      const beforeCasting = promised.problem.plant!.entries.filter(({ kind, lot_id }) => kind === 'before_casting' && lot_id < 0);
      const places = (list: readonly Placed[]) =>
        list.map((one) => [one.order_task_id, one.facility_id, one.start_minutes, one.end_minutes]);
      expect(told.length).toBeGreaterThan(0);
      expect(bars.length).toBe(told.length + beforeCasting.length);
      expect(places(bars)).toEqual(expect.arrayContaining(places(told)));
      expect(Math.max(...bars.map(({ end_minutes }) => end_minutes))).toBe(Math.max(...ends));
      const entries = new Set(rows.plan_entries.map(({ id }) => id));
      for (const { with_entry } of bars.flatMap(({ shares }) => shares)) if (with_entry !== null) expect(entries).toContain(with_entry);
    }
  });
});

describe('an earlier day', () => {
  test('is reached at its price, and none that is told is dearer and later than another', () => {
    let told = 0;
    for (const rows of plants) {
      const { problem, standing, solution, jobs, days } = ask(rows, numbered(asking(rows)).slice(0, 1));
      if (!days[0]?.date) continue;
      const [job, free] = [jobs[0]!, dayOf(problem, days[0].date)];
      const options = { budget: { rounds: 40 }, seed: 1, moving: 'standard' as const };
      const costs = daysToTry(problem, solution, job, { free, wished: null }).flatMap((day): DayCost[] => {
        const cost = costOfDay(problem, { standing, solution }, { job, day }, options);
        return cost ? [cost] : [];
      });
      for (const { day, pays, newly_late, more_late_days } of costs) {
        expect(day).toBeLessThan(free);
        expect(newly_late).toBeLessThanOrEqual(pays.length);
        expect(more_late_days).toBeGreaterThanOrEqual(newly_late);
        for (const { order_id } of pays) expect(order_id).toBeGreaterThan(0);
      }
      const shown = undominated(costs);
      for (const [at, { day }] of shown.entries()) if (at > 0) expect(day).toBeLessThan(shown[at - 1]!.day);
      told += shown.length;
    }
    expect(told).toBeGreaterThan(0);
  });
});

test('of the prices of one day the least late is told, and none that an earlier day undercuts', () => {
  const cost = (day: number, newly_late: number, more_late_days: number, moved_orders: number): DayCost => ({
    ...{ day, newly_late, more_late_days, moved_orders, moved_entries: 1, pays: [] },
  });
  const [late, kept, later, dear] = [cost(22, 1, 1, 2), cost(22, 0, 0, 3), cost(22, 0, 2, 1), cost(25, 0, 0, 4)];
  expect(undominated([late, kept, later])).toEqual([kept]);
  expect(undominated([later, late])).toEqual([later]);
  const moving = cost(22, 0, 0, 5);
  expect(undominated([moving, kept, { ...kept }])).toEqual([kept]);
  // A later day is told where it costs less in anything.
  expect(undominated([dear, kept])).toEqual([kept]);
  const cheap = cost(25, 0, 0, 2);
  expect(undominated([kept, cheap, cost(20, 2, 2, 9)])).toEqual([cheap, kept, cost(20, 2, 2, 9)]);
});

describe('a premise', () => {
  const rows = (): Rows => {
    const plant = foundry();
    plant.facility_availabilities.push({ facility_id: 11, date: addDays(TODAY, 1), units: 0 });
    return plant;
  };

  test('of a facility counts on the days on which the plant works, and opens closed ones where all are closed', () => {
    const units = (premise: Omit<Extract<Premise, { kind: 'availability' }>, 'kind' | 'facility_id'>) =>
      withPremises(rows(), [{ kind: 'availability', facility_id: 11, ...premise }])
        .facility_availabilities.filter(({ facility_id }) => facility_id === 11)
        .map(({ date, units: count }) => [date, count]);
    // Thursday to Monday: a weekend lies between.
    expect(units({ from_date: '2026-04-02', to_date: '2026-04-06', units: 3 })).toEqual([
      ['2026-04-02', 3],
      ['2026-04-03', 3],
      ['2026-04-06', 3],
    ]);
    expect(units({ from_date: '2026-04-04', to_date: '2026-04-05', units: 2 })).toEqual([
      ['2026-04-02', 0],
      ['2026-04-04', 2],
      ['2026-04-05', 2],
    ]);
  });

  test('of a day closes or opens it, and of a partner holds for all that is his; what was read is left as it is', () => {
    const before = rows();
    const closed = withPremises(before, [{ kind: 'holiday', date: '2026-04-07', closed: true }]);
    expect(closed.holidays.some(({ date }) => date === '2026-04-07')).toBe(true);
    const open = withPremises(closed, [
      { kind: 'holiday', date: '2026-04-07', closed: false },
      { kind: 'holiday', date: '2026-04-04', closed: false },
    ]);
    expect(open.holidays.filter(({ date }) => ['2026-04-04', '2026-04-07'].includes(date))).toEqual([]);
    expect(before).toEqual(rows());
  });

  test('that helps is tried: a day of the tightest facility before many, and more of it last', () => {
    const told: string[] = [];
    for (const plant of plants) {
      const { days } = ask(plant, numbered(asking(plant, 3)));
      const { entries } = days.at(-1)!;
      const means = meansFor(plant, entries, {
        today: TODAY,
        wished: addDays(TODAY, 14),
        isClosed: (date) => [0, 6].includes(weekday(date)),
      });
      const kinds = means.map(({ kind }) => kind);
      expect(kinds).toEqual(['partner', 'saturdays', 'all_saturdays', 'unit'].filter((kind) => kinds.includes(kind as never)));
      told.push(...kinds);
      const asked = numbered(asking(plant));
      for (const { premises } of means) {
        const { problem, solution, days: changed } = ask(plant, asked, premises);
        expect(changed.length).toBe(asked.length);
        expect(check(problem, solution)).toEqual([]);
      }
    }
    expect(told.length).toBeGreaterThan(0);
  });
});

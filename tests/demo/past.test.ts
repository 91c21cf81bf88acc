import { describe, expect, it } from 'vitest';
import { generateDemo } from '../../seeds/demo/index.ts';
import { factsOf, livePast } from '../../seeds/demo/past/live.ts';
import type { History, WorkRow } from '../../seeds/demo/past/types.ts';
import { grouped } from '../../server/domain/ground/collections.ts';
import { CLOSES, minutesOfClock, OPENS, plantClock, plantDate } from '../../server/domain/ground/plant-time.ts';
import { TODAY } from '../support/demos.ts';

const demoOf = (seed: number, orders = 60) => generateDemo({ today: TODAY, orders, products: 40, seed });
const pastOf = (seed: number) => factsOf(livePast(demoOf(seed)));
const SEEDS = [1, 2, 3];
const pasts = new Map(SEEDS.map((seed) => [seed, pastOf(seed)]));

type Words = { serial_number: string; lot_number: string; task_sort: number };
const wordsOf = ({ serial_number, lot_number, task_sort }: Words): string => `${serial_number}/${lot_number}/${task_sort}`;
const lotOf = ({ serial_number, lot_number }: Words): string => `${serial_number}/${lot_number}`;
const workOf = ({ gone, book }: History): WorkRow[] => [...gone, ...book];
/** What a furnace had, by the words of what was in it. */
const loadedIn = ({ loads }: History) => new Map(loads.flatMap((load) => load.members.map((member) => [wordsOf(member), load] as const)));

it('is lived the same again, to the byte', () => {
  expect(JSON.stringify(pastOf(1))).toBe(JSON.stringify(pasts.get(1)));
});

describe.each(SEEDS)('the past of demo %i', (seed) => {
  const past = pasts.get(seed)!;
  const demo = demoOf(seed);
  const work = workOf(past);

  it('has something of everything, and nothing of today', () => {
    for (const [what, rows] of Object.entries(past)) expect(rows.length, what).toBeGreaterThan(0);
    const days = [
      ...work.map(({ ended_on }) => ended_on),
      ...past.completed.map(({ completed_on }) => completed_on),
      ...past.works.map(({ date }) => date),
      ...[...past.loads.map(({ finished_at }) => finished_at), ...past.stops.map(({ resumed_at }) => resumed_at)].map(plantDate),
    ];
    expect(days.filter((day) => day >= TODAY)).toEqual([]);
  });

  it('does each process once, behind the one before it, with all pieces of its lot', () => {
    expect(new Set(work.map(wordsOf)).size).toBe(work.length);
    for (const rows of grouped(work, lotOf).values()) {
      const steps = rows.sort((a, b) => a.task_sort - b.task_sort);
      expect(new Set(steps.map(({ pieces }) => pieces)).size).toBe(1);
      steps.slice(1).forEach((step, index) => {
        const before = steps[index]!;
        if (step.started_at && before.finished_at) expect(step.started_at >= before.finished_at, wordsOf(step)).toBe(true);
        if (step.started_at) expect(plantDate(step.started_at) >= before.ended_on, wordsOf(step)).toBe(true);
      });
    }
    for (const { pieces, good, defect_reason, outsourcing } of work.map((row) => ({ ...row, outsourcing: row.facility_code === '' }))) {
      if (outsourcing) expect(good).toBe(null);
      else expect([good! >= 0, good! <= pieces, defect_reason !== null]).toEqual([true, true, good! < pieces]);
    }
  });

  it('ends an order with the last of its processes, and tells all of them', () => {
    const stepsOf = grouped(past.gone, ({ serial_number }) => serial_number);
    for (const { serial_number, casting_date, completed_on } of past.completed) {
      expect(casting_date <= completed_on).toBe(true);
      const steps = stepsOf.get(serial_number) ?? [];
      // Of the first weeks some was done before anything is told; pieces that were done again ended later than the first of them.
      if (steps.length === 0) continue;
      const last = steps
        .map(({ ended_on }) => ended_on)
        .sort()
        .at(-1)!;
      expect(last <= completed_on, serial_number).toBe(true);
      if (steps.every(({ good, pieces }) => good === null || good === pieces))
        expect([serial_number, last]).toEqual([serial_number, completed_on]);
    }
  });

  it('has never two at a time on a unit', () => {
    const inFurnace = loadedIn(past);
    const alone = work.filter((row) => row.started_at !== null && !inFurnace.has(wordsOf(row)));
    const spans = [...alone, ...past.loads].map(({ facility_code, unit, started_at, finished_at }) => ({
      place: `${facility_code}/${unit}`,
      from: started_at!,
      to: finished_at!,
    }));
    let compared = 0;
    for (const own of grouped(spans, ({ place }) => place).values()) {
      own.sort((a, b) => (a.from < b.from ? -1 : 1));
      for (const [index, { place, from }] of own.slice(1).entries()) expect(from >= own[index]!.to, `${place} ${from}`).toBe(true);
      compared += own.length - 1;
    }
    expect(compared).toBeGreaterThan(100);
  });

  it('loads furnaces with what they take, and tells of each lot when its furnace began and ended', () => {
    const inFurnace = loadedIn(past);
    const limits = new Map(demo.facilities.map((row) => [row.facility_code, row]));
    for (const { facility_code, fill, members } of past.loads) {
      const { max_weight, volume } = limits.get(facility_code)!;
      const [weight, space] = (['weight', 'volume'] as const).map((of) => members.reduce((sum, member) => sum + member[of], 0));
      expect(fill).toBeCloseTo(Math.max(weight! / max_weight!, space! / volume!), 9);
      expect(fill).toBeLessThanOrEqual(1 + 1e-9);
    }
    const heated = work.filter((row) => inFurnace.has(wordsOf(row)));
    expect(heated.length).toBeGreaterThan(10);
    for (const row of heated) {
      const { started_at, finished_at, facility_code } = inFurnace.get(wordsOf(row))!;
      expect([row.started_at, row.finished_at, row.facility_code]).toEqual([started_at, finished_at, facility_code]);
    }
  });

  it('begins nothing while the plant is closed or a unit stands', () => {
    const closed = new Set(demo.holidays.filter(({ is_holiday }) => is_holiday).map(({ date }) => date));
    const extra = new Set(demo.availabilities.map(({ facility_code, date }) => `${facility_code}/${date}`));
    for (const { started_at, facility_code, unit } of work) {
      if (started_at === null) continue;
      const [day, clock] = [plantDate(started_at), minutesOfClock(plantClock(started_at))];
      expect(!closed.has(day) || extra.has(`${facility_code}/${day}`), started_at).toBe(true);
      expect(clock >= OPENS && clock < CLOSES, started_at).toBe(true);
      const stands = past.stops.filter((stop) => stop.facility_code === facility_code && stop.unit === unit);
      expect(
        stands.some(({ stopped_at, resumed_at }) => stopped_at <= started_at && started_at < resumed_at),
        started_at,
      ).toBe(false);
    }
  });

  it("leads to the demo's book: what is told of it was received, on that day or later", () => {
    const rows = new Map(demo['order-tasks'].map((row) => [wordsOf(row), row]));
    for (const step of past.book) {
      const row = rows.get(wordsOf(step))!;
      expect([row.received, row.last_reception_date === null || row.last_reception_date >= step.ended_on]).toEqual([true, true]);
    }
    const received = demo['order-tasks'].filter((row) => row.received && !/-(3121-0[1-5]|3151-0[1-3])0$/.test(row.task_code));
    expect(past.book.length / received.length).toBeGreaterThan(0.9);
  });
});

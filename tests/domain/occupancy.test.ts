import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Capacity, daysToKnow, type Occupant, overloadOf } from '../../server/domain/bars/occupancy.ts';
import { instantOfMinutes, plantMinutes } from '../../server/domain/ground/plant-time.ts';
import { capacityWithin, DAY, halves, inWork, isOver, ticks, unitsAt } from './plant-days.ts';

const MONDAY = plantMinutes('2026-04-06T00:00:00+09:00');
const bar = (id: number, from: number, to: number, more: Partial<Occupant> = {}): Occupant => ({
  ...{ id, furnace_run_id: null, start_at: instantOfMinutes(from), end_at: instantOfMinutes(to), work_time_set: false, elapsed: false },
  hours: null,
  ...more,
});

/** The half days that are too full, by the rule as it is said, half hour by half hour: who holds a unit now, and are there as many? */
function fullBlocks(own: Occupant, others: readonly Occupant[], capacity: Capacity): number[] {
  const holds = (one: Occupant): Set<number> => {
    const [from, to] = [plantMinutes(one.start_at), plantMinutes(one.end_at)];
    const held = new Set<number>();
    for (let minute = from; minute < to; minute += 30) if (one.elapsed || inWork(minute, capacity)) held.add(minute);
    const whole = one.elapsed || one.hours === null || one.work_time_set || from % 720 !== 0 || to % 720 !== 0;
    return whole ? held : new Set([...held].slice(0, (one.hours as number) * 2));
  };
  const mine = holds(own);
  const theirs = others.map((other) => ({ other, minutes: holds(other) }));
  const full = [...mine].filter((minute) => {
    const charges = new Set(
      theirs
        .filter(({ minutes }) => minutes.has(minute))
        .map(({ other }) => (other.furnace_run_id ? `run ${other.furnace_run_id}` : other.id)),
    );
    charges.add(own.furnace_run_id ? `run ${own.furnace_run_id}` : own.id);
    return charges.size > unitsAt(minute, own.elapsed ? { ...capacity, holidays: new Set() } : capacity);
  });
  return [...new Set(full.map((minute) => Math.floor(minute / 720)))].sort((one, other) => one - other);
}

const occupant = fc
  .record({
    from: fc.oneof(ticks(0, 5 * 48), halves(0, 10)),
    length: fc.oneof(ticks(1, 3 * 48), halves(1, 6)),
    furnace_run_id: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 3 }),
    elapsed: fc.boolean(),
    work_time_set: fc.boolean(),
    hours: fc.option(fc.integer({ min: 1, max: 40 }).map((half) => half / 2)),
  })
  .map(({ from, length, ...more }) => ({
    from: MONDAY + from,
    to: MONDAY + from + length,
    more: { ...more, elapsed: more.elapsed || more.furnace_run_id !== null },
  }));
const capacity = capacityWithin(8);

describe('a facility’s capacity', () => {
  it('is judged as a count half hour by half hour judges it', () => {
    fc.assert(
      fc.property(occupant, fc.array(occupant, { maxLength: 8 }), capacity, (own, others, units) => {
        const mine = bar(1, own.from, own.to, own.more);
        const theirs = others.map(({ from, to, more }, index) => bar(index + 2, from, to, more));
        // A bar without any working time is judged by its days alone.
        if (!mine.elapsed) fc.pre(hasWork(mine, units));
        const overload = overloadOf(mine, theirs, units);
        expect((overload?.crowded ?? []).map(({ block }) => block)).toEqual(fullBlocks(mine, theirs, units));
        for (const { taken, units: there } of overload?.crowded ?? []) expect(taken).toBeGreaterThan(there);
      }),
      { numRuns: 500 },
    );
  });

  it('of the longest bar in the fullest facility is judged at once: a square of its bars would take hours', () => {
    const from = plantMinutes('2026-04-06T08:00:00+09:00');
    const to = plantMinutes('2028-04-06T08:00:00+09:00');
    const count = 50_000;
    const some = Array.from({ length: 700 }, (_, id) => bar(id + 2, from - id * DAY, to - (id % 350) * DAY - 30, { hours: 8 + id * 5 }));
    const others = Array.from({ length: count }, (_, id) => some[id % some.length] as Occupant);
    const units = { overrides: new Map<string, number>(), holidays: new Set(['2026-05-05']) };
    expect(isOver(bar(1, from, to), others, { ...units, availability: count })).toBe(true);
    expect(isOver(bar(1, from, to), others, { ...units, availability: count + 1 })).toBe(false);
  });

  it('asks for each day once, and for no more than two bars’ length of them, however far the bars reach', () => {
    const mine = bar(1, MONDAY, MONDAY + 730 * DAY);
    const others = Array.from({ length: 1_000 }, (_, id) => ({
      ...bar(id + 2, MONDAY, MONDAY + DAY),
      start_at: '0026-12-17T00:00:00+09:00',
      end_at: '9999-12-31T00:00:00+09:00',
    }));
    let asked = 0;
    const overrides = new Map<string, number>();
    const holidays = new Set<string>();
    overrides.get = () => {
      asked += 1;
      return undefined;
    };
    expect(isOver(mine, others, { availability: 1_001, overrides, holidays })).toBe(false);
    expect(isOver(mine, others, { availability: 1_000, overrides, holidays })).toBe(true);
    expect(asked).toBeLessThanOrEqual(2 * 2 * 733);
    expect(daysToKnow(mine, others)).toEqual(['2024-04-04', '2028-04-04']);
  });
});

/** Whether any working time lies in the bar. */
function hasWork({ start_at, end_at }: Occupant, capacity: Capacity): boolean {
  for (let minute = plantMinutes(start_at); minute < plantMinutes(end_at); minute += 30) if (inWork(minute, capacity)) return true;
  return false;
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Capacity, daysToKnow, type Occupant, overloadOf } from '../../server/domain/bars/occupancy.ts';
import { addDays, dateOfDay, instantOfMinutes, plantMinutes } from '../../server/domain/ground/plant-time.ts';

const isOver = (...asked: Parameters<typeof overloadOf>): boolean => overloadOf(...asked) !== undefined;

const DAY = 24 * 60;
const MONDAY = plantMinutes('2026-04-06T00:00:00+09:00');
const bar = (id: number, from: number, to: number, more: Partial<Occupant> = {}): Occupant => ({
  ...{ id, furnace_run_id: null, start_at: instantOfMinutes(from), end_at: instantOfMinutes(to), work_time_set: false, elapsed: false },
  hours: null,
  ...more,
});

/** The half days that are too full, by the rule as it is said, half hour by half hour: who holds a unit now, and are there as many? */
function fullBlocks(own: Occupant, others: readonly Occupant[], { availability, overrides, holidays }: Capacity): number[] {
  const dateAt = (minute: number): string => dateOfDay(Math.floor(minute / DAY));
  const toWork = (date: string): number => overrides.get(date) ?? (holidays.has(date) ? 0 : availability);
  const inWork = (minute: number): boolean => toWork(dateAt(minute)) > 0 && minute % DAY >= 480 && minute % DAY < 960;
  const holds = (one: Occupant): Set<number> => {
    const [from, to] = [plantMinutes(one.start_at), plantMinutes(one.end_at)];
    const held = new Set<number>();
    for (let minute = from; minute < to; minute += 30) if (one.elapsed || inWork(minute)) held.add(minute);
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
    const date = dateAt(minute);
    return charges.size > (own.elapsed ? (overrides.get(date) ?? availability) : toWork(date));
  });
  return [...new Set(full.map((minute) => Math.floor(minute / 720)))].sort((one, other) => one - other);
}

const halfHours = (least: number, most: number) => fc.integer({ min: least, max: most }).map((ticks) => ticks * 30);
const occupant = fc
  .record({
    from: fc.oneof(
      halfHours(0, 5 * 48),
      fc.integer({ min: 0, max: 10 }).map((half) => half * 720),
    ),
    length: fc.oneof(
      halfHours(1, 3 * 48),
      fc.integer({ min: 1, max: 6 }).map((half) => half * 720),
    ),
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
const capacity = fc.record({
  availability: fc.integer({ min: 1, max: 3 }),
  overrides: fc
    .dictionary(
      fc.integer({ min: 0, max: 8 }).map((day) => addDays('2026-04-06', day)),
      fc.integer({ min: 0, max: 3 }),
      { maxKeys: 3 },
    )
    .map((units) => new Map(Object.entries(units))),
  holidays: fc
    .uniqueArray(
      fc.integer({ min: 0, max: 8 }).map((day) => addDays('2026-04-06', day)),
      { maxLength: 2 },
    )
    .map((days) => new Set(days)),
});

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
    const count = 200_000;
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
function hasWork(own: Occupant, { availability, overrides, holidays }: Capacity): boolean {
  for (let minute = plantMinutes(own.start_at); minute < plantMinutes(own.end_at); minute += 30) {
    const date = dateOfDay(Math.floor(minute / DAY));
    if ((overrides.get(date) ?? (holidays.has(date) ? 0 : availability)) > 0 && minute % DAY >= 480 && minute % DAY < 960) return true;
  }
  return false;
}

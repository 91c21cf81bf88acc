import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endOnGrid } from '../../server/domain/bars/marks.ts';
import {
  goesIntoPast,
  type Later,
  lengthenedDays,
  movedPlace,
  NO_SHIFT,
  type Place,
  pushLater,
  resizedPlace,
  shiftedPlace,
  workingDistance,
  workingHalfDays,
  workingShift,
} from '../../server/domain/bars/moves.ts';
import { dayNumber, instantOfMinutes, plantMinutes } from '../../server/domain/ground/plant-time.ts';

const at = (text: string): number => plantMinutes(`${text.replace(' ', 'T')}:00+09:00`);
const place = (start: string, end: string): Place => ({ start: at(start), end: at(end) });
const text = ({ start, end }: Place): string =>
  [start, end].map((minutes) => instantOfMinutes(minutes).slice(5, 16).replace('T', ' ')).join(' - ');
/** Saturdays and Sundays of 2026 are closed. */
const open = (day: number): boolean => ![0, 6].includes((((day + 4) % 7) + 7) % 7);
const startable = ({ weekdays }: Pick<Later, 'weekdays'>, day: number): boolean =>
  open(day) && (weekdays === null || (weekdays & (1 << ((day + 4) % 7))) !== 0);
const work = { elapsed: false, open };
const furnace = { elapsed: true, open };

describe('a bar that is moved', () => {
  it('keeps its clock times by whole days, over closed days too', () => {
    const bar = place('2026-12-01 13:00', '2026-12-03 11:30');
    expect(text(movedPlace(bar, 2, work))).toBe('12-02 13:00 - 12-04 11:30');
    expect(text(movedPlace(bar, 4, work))).toBe('12-03 13:00 - 12-07 11:30');
    expect(movedPlace(bar, 0, work)).toBe(bar);
  });

  it('lies as far into the other half day where its clock times do not fit', () => {
    expect(text(movedPlace(place('2026-12-01 13:00', '2026-12-03 11:30'), 3, work))).toBe('12-03 09:00 - 12-04 15:30');
    expect(text(movedPlace(place('2026-12-01 08:00', '2026-12-01 10:00'), 1, work))).toBe('12-01 12:00 - 12-01 14:00');
  });

  it('stays on whole half days where it stands on them', () => {
    expect(text(movedPlace(place('2026-12-01 00:00', '2026-12-01 12:00'), 1, work))).toBe('12-01 12:00 - 12-02 00:00');
    expect(text(movedPlace(place('2026-12-01 12:00', '2026-12-02 00:00'), 1, work))).toBe('12-02 00:00 - 12-02 12:00');
  });

  it('keeps its elapsed length where it counts the clock, night and closed days', () => {
    expect(text(movedPlace(place('2026-12-03 09:00', '2026-12-04 08:30'), 2, furnace))).toBe('12-04 09:00 - 12-05 08:30');
    expect(text(movedPlace(place('2026-12-03 09:00', '2026-12-03 15:00'), 1, furnace))).toBe('12-03 13:00 - 12-04 00:00');
  });

  it('that a furnace takes is no longer for having been elsewhere', () => {
    const bar = place('2026-12-07 09:30', '2026-12-08 00:00');
    const there = movedPlace(bar, 5, { ...furnace, hours: 14 });
    expect(text(there)).toBe('12-09 13:30 - 12-10 08:30');
    expect(movedPlace(there, -5, { ...furnace, hours: 14 })).toEqual(bar);
    // Loaded at noon it stands on no half day of the calendar.
    const noon = place('2026-12-03 12:00', '2026-12-04 00:00');
    expect(text(movedPlace(noon, 1, { ...furnace, hours: 8 }))).toBe('12-04 08:00 - 12-04 16:00');
    expect(text(movedPlace(place('2026-12-03 00:00', '2026-12-03 12:00'), 1, furnace))).toBe('12-03 12:00 - 12-04 00:00');
    // Drawn longer than it takes it stays so.
    expect(text(movedPlace(noon, 1, { ...furnace, hours: 3 }))).toBe('12-04 08:00 - 12-05 00:00');
  });

  it('ends after it starts, though it began on a closed day at a later hour than it ended at', () => {
    expect(text(movedPlace(place('2026-12-05 15:30', '2026-12-07 09:00'), 5, work))).toBe('12-08 11:30 - 12-08 13:00');
    expect(text(movedPlace(place('2026-12-05 15:30', '2026-12-07 09:00'), 6, work))).toBe('12-08 15:30 - 12-09 09:00');
  });

  it('goes on to the next day with work from a closed one; where there is never any, it goes where it is put', () => {
    const friday = place('2026-12-04 13:00', '2026-12-04 16:00');
    const by = (halfDays: number, pace = work): string => text(shiftedPlace(friday, { ...NO_SHIFT, by: halfDays }, pace));
    expect([by(1), by(2), by(4), by(5), by(6)]).toEqual([
      ...['12-07 09:00 - 12-07 12:00', '12-07 09:00 - 12-07 12:00', '12-07 09:00 - 12-07 12:00', '12-07 09:00 - 12-07 12:00'],
      '12-07 13:00 - 12-07 16:00',
    ]);
    expect(by(-10, furnace)).toBe('11-30 09:00 - 11-30 12:00');
    expect(by(2, { elapsed: false, open: () => false })).toBe('12-05 13:00 - 12-05 16:00');
  });

  it('goes into the past where it has yet to begin and would begin in a half day that is over', () => {
    const now = at('2026-12-02 10:30');
    const goes = (from: string, to: string): boolean => goesIntoPast(place(from, '2026-12-09 16:00'), place(to, '2026-12-09 16:00'), now);
    expect(goes('2026-12-03 08:00', '2026-12-01 13:00')).toBe(true);
    expect(goes('2026-12-02 08:00', '2026-12-01 08:00')).toBe(true);
    // The half day that is under way takes it from its beginning.
    expect(goes('2026-12-03 08:00', '2026-12-02 08:00')).toBe(false);
    // What should have begun by now may be put where it was begun.
    expect(goes('2026-12-01 08:00', '2026-11-30 08:00')).toBe(false);
  });

  it('is lengthened by closed days only where there are more of them', () => {
    const bar = place('2026-12-01 13:00', '2026-12-03 11:30');
    const by = (halfDays: number): number => lengthenedDays(bar, movedPlace(bar, halfDays, work), { ...NO_SHIFT, by: halfDays }, false);
    expect([by(1), by(2), by(3), by(4), by(6)]).toEqual([0, 0, 0, 2, 2]);
  });

  it('has an edge moved to the beginning or end of the half day’s work, never to less than one half day of it', () => {
    const bar = place('2026-12-03 13:00', '2026-12-04 11:30');
    expect(text(resizedPlace(bar, 'end', 1, work))).toBe('12-03 13:00 - 12-04 16:00');
    expect(text(resizedPlace(bar, 'start', -1, work))).toBe('12-03 08:00 - 12-04 11:30');
    expect(text(resizedPlace(bar, 'end', -4, work))).toBe('12-03 13:00 - 12-03 16:00');
    expect(resizedPlace(place('2026-12-03 13:00', '2026-12-03 15:00'), 'start', 3, work)).toEqual(
      place('2026-12-03 13:00', '2026-12-03 15:00'),
    );
    expect(text(resizedPlace(place('2026-12-01 00:00', '2026-12-01 12:00'), 'end', 1, work))).toBe('12-01 00:00 - 12-02 00:00');
  });

  it('has an edge led over closed days as a move is; elapsed time ends on any day, and begins on none that is closed', () => {
    const friday = place('2026-12-04 08:00', '2026-12-04 16:00');
    const monday = place('2026-12-07 08:00', '2026-12-08 11:30');
    const edge = (bar: Place, grip: 'start' | 'end', by: number, pace = work): string => text(resizedPlace(bar, grip, by, pace));
    expect([1, 3, 5].map((by) => edge(friday, 'end', by))).toEqual([
      ...['12-04 08:00 - 12-07 12:00', '12-04 08:00 - 12-07 12:00', '12-04 08:00 - 12-07 12:00'],
    ]);
    expect(edge(friday, 'end', 6)).toBe('12-04 08:00 - 12-07 16:00');
    expect([-1, -4, -5].map((by) => edge(monday, 'start', by))).toEqual([
      ...['12-07 08:00 - 12-08 11:30', '12-07 08:00 - 12-08 11:30', '12-04 12:00 - 12-08 11:30'],
    ]);
    expect(edge(place('2026-12-04 08:00', '2026-12-07 11:30'), 'end', -1)).toBe('12-04 08:00 - 12-07 11:30');
    expect(edge(friday, 'end', 3, furnace)).toBe('12-04 08:00 - 12-06 12:00');
    expect(edge(monday, 'start', -1, furnace)).toBe('12-07 08:00 - 12-08 11:30');
    expect(
      text(shiftedPlace(friday, { by: 2, start: 0, end: 0 }, { ...work, open: (day) => day !== dayNumber('2026-12-04') && open(day) })),
    ).toBe('12-07 08:00 - 12-07 16:00');
    expect(edge(friday, 'end', 3, { elapsed: false, open: () => false })).toBe('12-04 08:00 - 12-06 12:00');
  });
});

/** Bars as the plan has them: from a half hour of work to another, or on whole half days. */
const bar = fc.oneof(
  fc.record({ day: fc.nat(9), from: fc.integer({ min: 16, max: 31 }), days: fc.nat(3), to: fc.integer({ min: 17, max: 32 }) }),
  fc.record({ day: fc.nat(9), from: fc.constantFrom(0, 24), days: fc.nat(2), to: fc.constantFrom(24, 48) }),
);
const lies = (parts: { day: number; from: number; days: number; to: number }): Place => {
  const midnight = at('2026-12-01 00:00') + parts.day * 1440;
  return { start: midnight + parts.from * 30, end: midnight + (parts.days * 48 + parts.to) * 30 };
};
const halfOf = ({ start, end }: Place) => ({ first: Math.floor(start / 720), last: Math.ceil(end / 720) - 1 });

describe('any bar', () => {
  const isWhole = ({ start, end }: Place): boolean => start % 720 === 0 && end % 720 === 0 && (start % 1440 === 0 || end % 1440 === 0);
  const clock = (minutes: number): number => minutes % 1440;
  const starts = [480, 510, 540, 570, 600, 630, 660, 690, 720, 750, 780, 810, 840, 870, 900, 930];

  it('that is moved begins in the half day that it is moved to, and works in as many as before', () => {
    fc.assert(
      fc.property(bar, fc.integer({ min: -7, max: 7 }), (parts, by) => {
        const before = lies(parts);
        fc.pre(before.start < before.end);
        const after = movedPlace(before, by, work);
        expect(halfOf(after).first).toBe(halfOf(before).first + by);
        expect(after.end).toBeGreaterThan(after.start);
        if (by % 2 === 0) expect(clock(after.start)).toBe(clock(before.start));
        if (isWhole(before)) expect([after.start % 720, after.end % 720]).toEqual([0, 0]);
        else if (starts.includes(clock(before.start))) expect(starts).toContain(clock(after.start));
        const [had, has] = [before, after].map((place) => workingHalfDays(place, open)) as [number, number];
        if ([before.start, before.end - 1].every((edge) => open(Math.floor(edge / 1440)))) expect(has).toBe(had);
        else if (had > 0) expect(has === had || has === had + 1).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('by the clock is as long as before, and ends where bars may end', () => {
    fc.assert(
      fc.property(bar, fc.integer({ min: -7, max: 7 }), (parts, by) => {
        const before = lies(parts);
        fc.pre(before.start < before.end && by !== 0);
        const after = movedPlace(before, by, furnace);
        const end = after.start + before.end - before.start;
        expect(after.end).toBe(by % 2 === 0 ? before.end + by * 720 : endOnGrid(end));
      }),
    );
  });

  it('that is drawn keeps its other edge, and gets one at the beginning or end of the half day’s work that it is drawn to, or of the next', () => {
    fc.assert(
      fc.property(
        bar,
        fc.constantFrom('start' as const, 'end' as const),
        fc.integer({ min: -7, max: 7 }),
        fc.boolean(),
        (parts, grip, by, elapsed) => {
          const before = lies(parts);
          fc.pre(before.start < before.end && workingHalfDays(before, open) > 0);
          const after = resizedPlace(before, grip, by, { elapsed, open });
          const other = grip === 'start' ? 'end' : 'start';
          expect(after[other]).toBe(before[other]);
          expect(after.end > after.start && workingHalfDays(after, open) > 0).toBe(true);
          if (after[grip] === before[grip]) return;
          const ends = elapsed ? [720, 0] : [720, 960];
          expect(isWhole(before) ? [0, 720] : grip === 'start' ? [480, 720] : ends).toContain(clock(after[grip]));
          const at = grip === 'start' ? halfOf(after).first : halfOf(after).last;
          if (grip === 'start' || !elapsed) expect(open(Math.floor(at / 2))).toBe(true);
          // Away from the bar it comes at least so far, and no open half day lies between.
          const wished = (grip === 'start' ? halfOf(before).first : halfOf(before).last) + by;
          const grows = grip === 'start' ? by < 0 : by > 0;
          if (grows) for (let half = wished; half < at; half += 1) expect(open(Math.floor(half / 2))).toBe(false);
          if (grows) expect(at).toBeGreaterThanOrEqual(wished);
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('later tasks', () => {
  it('are blocked by one whose treatment may never start', () => {
    const task = (id: number, start: string, end: string, more: Partial<Later> = {}): Later => ({
      ...{ id, ...place(start, end), elapsed: false, locked: false, finished: false, open, weekdays: null, rest: null },
      ...more,
    });
    const later = [
      task(1, '2026-12-03 13:00', '2026-12-03 16:00'),
      // On closed days alone.
      task(2, '2026-12-04 08:00', '2026-12-04 12:00', { elapsed: true, weekdays: 0b1000001 }),
      task(3, '2026-12-07 08:00', '2026-12-07 12:00'),
    ];
    const { pushed, blocked } = pushLater(later, at('2026-12-04 15:30'));
    expect([pushed.map(({ id, after }) => `${id} ${text(after)}`), blocked]).toEqual([['1 12-07 09:00 - 12-07 12:00'], 2]);
  });

  const MONDAY = dayNumber('2026-11-30') * 1440;
  const chain = fc
    .array(
      fc.record({
        ...{ gap: fc.integer({ min: 0, max: 6 }), offset: fc.integer({ min: 0, max: 7 }), length: fc.integer({ min: 1, max: 5 }) },
        ...{ elapsed: fc.boolean(), locked: fc.boolean(), finished: fc.boolean() },
        weekdays: fc.constantFrom(null, 0b0101010, 0b0010100),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((steps) => {
      let block = MONDAY / 720;
      return steps.map(({ gap, offset, length, elapsed, locked, finished, weekdays }, id): Later => {
        block += gap;
        while (!open(Math.floor(block / 2))) block += 1;
        const start = block * 720 + (block % 2 === 0 ? 480 : 0) + offset * 30;
        const own = movedPlace({ start, end: (block % 2 === 0 ? block + 1 : block) * 720 + (block % 2 === 0 ? 0 : 240) }, 0, work);
        const end = elapsed ? start + length * 720 : stretched(own, length);
        block = Math.ceil(end / 720);
        return { id, start, end, elapsed, locked, finished, open, weekdays, rest: null };
      });
    });
  function stretched(first: Place, halfDays: number): number {
    let place = first;
    for (let left = halfDays - 1; left > 0; left -= 1) {
      let by = 1;
      while (!open(Math.floor((Math.ceil(place.end / 720) - 1 + by) / 2))) by += 1;
      place = resizedPlace(place, 'end', by, work);
    }
    return place.end;
  }

  it('keep order, locks, working half days, open days and weekdays, and move no further than needed, whatever the lot', () => {
    fc.assert(
      fc.property(chain, fc.integer({ min: 0, max: 60 }), (later, reach) => {
        const end = MONDAY + reach * 360;
        const { pushed, blocked } = pushLater(later, end);
        const moved = new Map(pushed.map((one) => [one.id, one]));
        let over = end;
        for (const task of later) {
          const push = moved.get(task.id);
          if (task.id === blocked) break;
          if (task.finished || !push) {
            expect(push).toBeUndefined();
            if (!task.finished && task.start >= over) break;
            continue;
          }
          expect(task.locked).toBe(false);
          expect(task.start).toBeLessThan(over);
          expect(push.after.start).toBeGreaterThanOrEqual(over);
          expect(startable(task, Math.floor(push.after.start / 1440))).toBe(true);
          if (!task.elapsed) expect(workingHalfDays(push.after, open)).toBe(workingHalfDays(task, open));
          const by = Math.floor(push.after.start / 720) - Math.floor(task.start / 720);
          for (let less = 1; less < by; less += 1) {
            const nearer = movedPlace(push.before, less, task);
            expect(nearer.start < over || !startable(task, Math.floor(nearer.start / 1440))).toBe(true);
          }
          over = push.after.end;
        }
        const rest = later.filter(({ id, finished }) => !finished && !moved.has(id));
        const first = blocked ?? rest[0]?.id;
        if (blocked !== undefined) expect(later.find(({ id }) => id === blocked)!.locked).toBe(true);
        else if (first !== undefined) expect(later.find(({ id }) => id === first)!.start).toBeGreaterThanOrEqual(over);
      }),
      { numRuns: 500 },
    );
  });
});

describe('bars that go as many half days with work', () => {
  const morning = fc
    .integer({ min: dayNumber('2026-11-02') * 2, max: dayNumber('2027-02-26') * 2 })
    .filter((block) => open(Math.floor(block / 2)));
  const placed = (block: number): Place => ({ start: block * 720 + 480, end: block * 720 + 700 });

  it('stay behind each other, as far apart as they were, and come back by as many', () => {
    fc.assert(
      fc.property(morning, morning, fc.integer({ min: -40, max: 40 }), (one, other, distance) => {
        const [first, second] = [placed(one), placed(other)].map((bar) => movedPlace(bar, workingShift(bar, distance, open), work)) as [
          Place,
          Place,
        ];
        expect(workingDistance(placed(one), first, open)).toBe(distance);
        expect(workingDistance(first, second, open)).toBe(workingDistance(placed(one), placed(other), open));
        expect(open(Math.floor(first.start / 1440))).toBe(true);
        expect(workingShift(first, -distance, open) + workingShift(placed(one), distance, open)).toBe(0);
      }),
    );
  });

  it('go so many half days where no work is done at all', () => {
    expect(workingShift(placed(0), 3, () => false)).toBe(3);
    expect(workingShift(placed(0), 0, () => false)).toBe(0);
  });
});

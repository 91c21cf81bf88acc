import { describe, expect, it } from 'vitest';
import { dayNumber, type PlantDate } from '../../server/domain/ground/plant-time.ts';
import { closedDays } from '../../server/domain/plant/closed-days.ts';
import {
  castingMinutes,
  coolingHours,
  DEFAULT_HOUR_SETTINGS,
  furnaceHours,
  furnaceSetup,
  mouldHalfDays,
  ticksOfHours,
  workHours,
} from '../../server/domain/plant/hours.ts';

describe('hours of a process', () => {
  it.each([
    [0.1, 1],
    [0.5, 1],
    // What computing left over is no half hour more.
    [0.1 + 0.2 + 0.2, 1],
    [7.5, 15],
    [7.51, 16],
  ])('%f hours take %i half hours', (hours, ticks) => expect(ticksOfHours(hours)).toBe(ticks));

  it.each([
    ['as the row says', { setup_hours: 1, work_hours: 6, order_quantity: 4, received_quantity: 0 }, { setup: 1, work: 6 }],
    ['set-up alone', { setup_hours: 1, work_hours: 0, order_quantity: 4, received_quantity: 0 }, { setup: 1, work: 0 }],
    ['none: half a day', { setup_hours: 0, work_hours: 0, order_quantity: 4, received_quantity: 0 }, { setup: 0, work: 4 }],
    ['received in part: its share', { setup_hours: 1, work_hours: 6, order_quantity: 4, received_quantity: 1 }, { setup: 0, work: 4.5 }],
    ['half a day in part', { setup_hours: 0, work_hours: 0, order_quantity: 4, received_quantity: 2 }, { setup: 0, work: 2 }],
    ['received whole', { setup_hours: 1, work_hours: 6, order_quantity: 4, received_quantity: 4 }, { setup: 1, work: 6 }],
    ['no quantity', { setup_hours: 1, work_hours: 6, order_quantity: 0, received_quantity: 3 }, { setup: 1, work: 6 }],
  ])('in working time: %s', (_, row, hours) => expect(workHours(row, DEFAULT_HOUR_SETTINGS)).toEqual(hours));

  const outside = { cooling_method: '空冷', cooling_time: 3 };
  const inside = { cooling_method: '炉冷', cooling_time: 3 };

  it('cooling holds the furnace, or lags behind', () => {
    expect([coolingHours(inside), coolingHours(outside)]).toEqual([
      { hold: 3, lag: 0 },
      { hold: 0, lag: 3 },
    ]);
  });

  it.each([
    ['its own', 2, true, 2],
    ['its own, untreated', 2, false, 2],
    ['the plant heats up', 0, true, 1.5],
    ['nothing is said of it', 0, false, 0],
  ])('set-up of a furnace: %s', (_, setup_hours, treated, hours) =>
    expect(furnaceSetup({ setup_hours }, treated, { furnace_heatup_hours: 1.5 })).toBe(hours),
  );

  it.each([
    ['treated', { setup_hours: 1, work_hours: 9 }, { retention_time: 4, ...inside }, { setup: 1, retention: 4, hold: 3, lag: 0 }],
    ['by its work', { setup_hours: 1, work_hours: 9 }, { retention_time: 0, ...outside }, { setup: 1, retention: 9, hold: 0, lag: 3 }],
    ['untreated', { setup_hours: 0, work_hours: 9 }, null, { setup: 0, retention: 9, hold: 0, lag: 0 }],
    ['set-up alone', { setup_hours: 1, work_hours: 0 }, null, { setup: 1, retention: 0, hold: 0, lag: 0 }],
    ['nothing: a half-day block', { setup_hours: 0, work_hours: 0 }, null, { setup: 0, retention: 12, hold: 0, lag: 0 }],
  ])('in a furnace: %s', (_, row, heat, hours) => expect(furnaceHours(row, heat, DEFAULT_HOUR_SETTINGS)).toEqual(hours));

  it('castings and moulds go by half days', () => {
    expect([0, 1, 2].map((casting_half_day) => castingMinutes({ casting_half_day }))).toEqual([0, 720, 1440]);
    expect([0, 1, 12, 12.5, 24].map(mouldHalfDays)).toEqual([0, 1, 1, 2, 2]);
  });
});

describe('closed days', () => {
  const closed = (rows: PlantDate[], days: PlantDate[]): boolean[] => {
    const { isClosed } = closedDays(new Set(rows.map(dayNumber)));
    return days.map((date) => isClosed(dayNumber(date)));
  };

  it.each<[string, PlantDate[], PlantDate[], boolean[]]>([
    ['without a table weekends', [], ['2026-04-03', '2026-04-04', '2026-04-05', '2026-04-06'], [false, true, true, false]],
    [
      'within the table its rows alone',
      ['2026-04-03', '2026-04-13'],
      ['2026-04-03', '2026-04-04', '2026-04-05', '2026-04-13'],
      [true, false, false, true],
    ],
    [
      'before and behind it weekends',
      ['2026-04-03', '2026-04-13'],
      ['2026-03-28', '2026-03-29', '2026-04-02', '2026-04-18', '2026-04-20'],
      [true, true, false, true, false],
    ],
  ])('%s', (_, rows, days, are) => expect(closed(rows, days)).toEqual(are));

  it('say how far the table goes', () => {
    expect(closedDays(new Set([dayNumber('2026-04-03'), dayNumber('2026-04-13')])).last).toBe(dayNumber('2026-04-13'));
    expect(closedDays(new Set()).last).toBeUndefined();
  });
});

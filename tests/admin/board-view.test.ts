import { describe, expect, it } from 'vitest';
import { workHoursOf } from '../../admin/board/edit/form/task-fields.ts';
import { ordersIn } from '../../admin/board/pages/use-paging.ts';
import { notPlanned } from '../../admin/texts/board/story.ts';

describe('画面に合わせる', () => {
  it.each([
    [720, 7],
    [900, 10],
    [1440, 19],
    [300, 5],
  ])('a window of %i pixels: %i orders', (height, orders) => expect(ordersIn(height)).toBe(orders));
});

describe('時間を実働に合わせる', () => {
  const hours = (start: string, end: string) =>
    workHoursOf({ start_date: `2026-04-01T${start}:00+09:00`, end_date: `2026-04-${end}:00+09:00` });

  it.each([
    ['00:00', '02T00:00', '08:00', '16:00'],
    ['12:00', '02T00:00', '12:00', '16:00'],
    ['00:00', '01T12:00', '08:00', '12:00'],
    ['09:30', '03T11:00', '09:30', '11:00'],
    ['17:00', '01T23:00', '17:00', '23:00'],
  ])('%s to %s: %s to %s', (start, end, start_time, end_time) => expect(hours(start, end)).toEqual({ start_time, end_time }));
});

describe('what is not in the plan', () => {
  it('is told in parts, each with its number', () => {
    expect(notPlanned({ unplaced: 0, excluded_orders: null })).toEqual([{ text: '計画できない工程 0件', count: 0 }]);
    expect(notPlanned({ unplaced: 0, excluded_orders: 2 }).map(({ count }) => count)).toEqual([0, 2]);
  });
});

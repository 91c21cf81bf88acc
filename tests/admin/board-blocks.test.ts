import { describe, expect, it } from 'vitest';
import {
  BLOCK_PX,
  blockAtX,
  blockOfDay,
  blockX,
  dateOfBlock,
  instantOfBlock,
  isAfternoon,
  minutesX,
  spanOf,
  timelineOf,
  workingBlocks,
  ZOOMS,
  zoomOf,
} from '../../admin/board/chart/scene/blocks.ts';
import { dayNumber, plantMinutes } from '../../server/domain/ground/plant-time.ts';

const day = (date: string): number => blockOfDay(dayNumber(date));

describe('the blocks of an entry', () => {
  it.each([
    ['a start before noon is the morning, an end before noon 12:00', '2026-04-01T08:30', '2026-04-01T11:30', 0, 1],
    ['an end at 12:00 is still the morning', '2026-04-01T00:00', '2026-04-01T12:00', 0, 1],
    ['a start at 12:00 is the afternoon', '2026-04-01T12:00', '2026-04-01T16:00', 1, 2],
    ['a start at 11:59 is the morning', '2026-04-01T11:59', '2026-04-01T12:01', 0, 2],
    ['an end of 00:00 is 24:00 of the day before', '2026-04-01T08:00', '2026-04-02T00:00', 0, 2],
    ['days between count whole', '2026-04-01T13:00', '2026-04-03T09:00', 1, 5],
  ])('%s', (_, start, end, first, last) => {
    const origin = day('2026-04-01');
    expect(spanOf(`${start}:00+09:00`, `${end}:00+09:00`)).toEqual({ start: origin + first, end: origin + last });
  });

  it('are the plant’s, whatever offset an instant is written in', () => {
    expect(spanOf('2026-03-31T23:30:00Z', '2026-04-01T07:00:00Z')).toEqual(
      spanOf('2026-04-01T08:30:00+09:00', '2026-04-01T16:00:00+09:00'),
    );
  });

  it('of a bar beyond reason lie at the edge of the days that the plan takes, so that the timeline stays bounded', () => {
    const spans = [
      spanOf('0026-12-17T08:00:00+09:00', '0026-12-17T16:00:00+09:00'),
      spanOf('2026-04-01T08:00:00+09:00', '9999-12-31T16:00:00+09:00'),
      spanOf('9999-12-31T08:00:00+09:00', '9999-12-31T16:00:00+09:00'),
    ];
    const edge = day('2101-01-01');
    expect(spans).toEqual([
      { start: day('2000-01-01'), end: day('2000-01-01') + 1 },
      { start: day('2026-04-01'), end: edge },
      { start: edge - 1, end: edge },
    ]);
    expect(timelineOf(spans, dayNumber('2026-04-01'))).toEqual({ start: day('2000-01-01'), end: day('2101-01-15') });
  });

  it('go back to instants', () => {
    const span = spanOf('2026-04-01T12:00:00+09:00', '2026-04-02T00:00:00+09:00');
    expect(instantOfBlock(span.start)).toBe('2026-04-01T12:00:00+09:00');
    expect(instantOfBlock(span.end)).toBe('2026-04-02T00:00:00+09:00');
    expect([dateOfBlock(span.start), isAfternoon(span.start)]).toEqual(['2026-04-01', true]);
  });
});

describe('the timeline', () => {
  const spans = [
    spanOf('2026-04-02T13:00:00+09:00', '2026-04-03T09:00:00+09:00'),
    spanOf('2026-04-01T12:00:00+09:00', '2026-04-01T16:00:00+09:00'),
  ];
  const timeline = (today: string, ends: string[] = []) => timelineOf(spans, dayNumber(today), ends.map(day));

  it('runs in whole days from the first bar to 14 days after the last one', () => {
    expect(timeline('2026-04-03')).toEqual({ start: day('2026-03-31'), end: day('2026-04-18') });
    expect(timeline('2026-04-04')).toEqual({ start: day('2026-04-01'), end: day('2026-04-19') });
  });

  it('holds today with three days before it and 14 after it, and each deadline with 14 days after it', () => {
    expect(timeline('2026-03-20')?.start).toBe(day('2026-03-17'));
    expect(timeline('2026-05-20')).toEqual({ start: day('2026-04-01'), end: day('2026-06-04') });
    expect(timeline('2026-04-03', ['2026-04-11'])?.end).toBe(day('2026-04-25'));
  });

  it('counts no further day after an end at 24:00, and is nothing without a task', () => {
    const whole = [spanOf('2026-04-01T00:00:00+09:00', '2026-04-02T00:00:00+09:00')];
    expect(timelineOf(whole, dayNumber('2026-04-01'))?.end).toBe(day('2026-04-16'));
    expect(timelineOf([], dayNumber('2026-04-01'))).toBeUndefined();
  });

  it('gives a day 40 px and a half day 20, at the wider zooms 20 and 8 px a day', () => {
    const timeline = { start: day('2026-04-01'), end: day('2026-05-01'), px: BLOCK_PX.half_day };
    expect(blockX(day('2026-04-02'), { ...timeline, px: BLOCK_PX.day })).toBe(20);
    expect(blockX(day('2026-04-02'), { ...timeline, px: BLOCK_PX.week })).toBe(8);
    expect(ZOOMS.map((zoom) => zoomOf({ ...timeline, px: BLOCK_PX[zoom] }))).toEqual(ZOOMS);
    expect(blockX(day('2026-04-02'), timeline)).toBe(40);
    expect(blockX(day('2026-04-02') + 1, timeline)).toBe(60);
    expect(blockAtX(59.9, timeline)).toBe(day('2026-04-02'));
    expect(minutesX(plantMinutes('2026-04-01T06:00:00+09:00'), timeline)).toBe(10);
  });
});

it('working blocks leave out closed days', () => {
  const closed = new Set([dayNumber('2026-04-04'), dayNumber('2026-04-05')]);
  expect(workingBlocks({ start: day('2026-04-03') + 1, end: day('2026-04-07') }, closed)).toBe(3);
});

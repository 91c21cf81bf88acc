import { describe, expect, it } from 'vitest';
import {
  blockAtX,
  blockOfDay,
  blockX,
  dateOfBlock,
  demoldingBlocks,
  instantOfBlock,
  isAfternoon,
  minutesX,
  spanOf,
  timelineOf,
  workingBlocks,
} from '../../admin/board/chart/blocks.ts';
import { dayNumber, plantMinutes } from '../../server/domain/plant-time.ts';

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
    expect(timelineOf(spans)).toEqual({ start: day('1999-12-31'), end: day('2101-01-02') });
  });

  it('go back to instants', () => {
    const span = spanOf('2026-04-01T12:00:00+09:00', '2026-04-02T00:00:00+09:00');
    expect(instantOfBlock(span.start)).toBe('2026-04-01T12:00:00+09:00');
    expect(instantOfBlock(span.end)).toBe('2026-04-02T00:00:00+09:00');
    expect([dateOfBlock(span.start), isAfternoon(span.start)]).toEqual(['2026-04-01', true]);
  });
});

describe('the timeline', () => {
  it('runs in whole days from one day before the earliest start to one day after the latest end', () => {
    const spans = [
      spanOf('2026-04-02T13:00:00+09:00', '2026-04-03T09:00:00+09:00'),
      spanOf('2026-04-01T12:00:00+09:00', '2026-04-01T16:00:00+09:00'),
    ];
    expect(timelineOf(spans)).toEqual({ start: day('2026-03-31'), end: day('2026-04-05') });
  });

  it('adds one day, not two, after an end at 24:00', () => {
    expect(timelineOf([spanOf('2026-04-01T00:00:00+09:00', '2026-04-02T00:00:00+09:00')])?.end).toBe(day('2026-04-03'));
  });

  it('is nothing without a task', () => {
    expect(timelineOf([])).toBeUndefined();
  });

  it('gives a day 40 px and a half day 20', () => {
    const timeline = { start: day('2026-04-01'), end: day('2026-05-01') };
    expect(blockX(day('2026-04-02'), timeline)).toBe(40);
    expect(blockX(day('2026-04-02') + 1, timeline)).toBe(60);
    expect(blockAtX(59.9, timeline)).toBe(day('2026-04-02'));
    expect(minutesX(plantMinutes('2026-04-01T06:00:00+09:00'), timeline)).toBe(10);
  });
});

describe('working blocks', () => {
  it('leave out closed days', () => {
    const closed = new Set([dayNumber('2026-04-04'), dayNumber('2026-04-05')]);
    expect(workingBlocks({ start: day('2026-04-03') + 1, end: day('2026-04-07') }, closed)).toBe(3);
  });
});

describe('demolding', () => {
  it.each([
    [0, 0],
    [4, 1],
    [12, 1],
    [12.5, 2],
    [60, 5],
  ])('of %s hours takes %s blocks', (hours, blocks) => {
    expect(demoldingBlocks(hours)).toBe(blocks);
  });
});

import {
  DAY_COLUMN_PX,
  FIRST_DATE,
  HALF_DAY_MINUTES,
  LAST_DATE,
  TIMELINE_DAYS_AFTER,
  TIMELINE_DAYS_BEFORE_TODAY,
} from '../../../../server/domain/ground/constants.ts';
import {
  dateOfDay,
  dayNumber,
  type Instant,
  instantOfMinutes,
  type PlantDate,
  plantMinutes,
  snapEnd,
  snapStart,
  weekdayOfDay,
} from '../../../../server/domain/ground/plant-time.ts';

/** A half-day block: half days since 1970-01-01 00:00 plant time. Even: the morning, odd: the afternoon. */
export type Block = number;
/** Blocks from `start` up to, not including, `end`. */
export interface Span {
  start: Block;
  end: Block;
}

/** How closely the timeline is drawn. */
export type Zoom = 'half_day' | 'day' | 'week';
/** From the closest to the widest. */
export const ZOOMS = ['half_day', 'day', 'week'] as const;
/** Width of a half-day block at each zoom, in pixels. */
export const BLOCK_PX: Record<Zoom, number> = { half_day: DAY_COLUMN_PX / 2, day: 10, week: 4 };

/** What the chart shows sideways: whole days, and how wide a half-day block is drawn, in pixels. */
export interface Timeline extends Span {
  px: number;
}

/** The zoom at which a timeline is drawn. */
export const zoomOf = ({ px }: Timeline): Zoom => ZOOMS.find((zoom) => BLOCK_PX[zoom] <= px) ?? 'week';

/** The day number of a block. */
export const dayOfBlock = (block: Block): number => Math.floor(block / 2);
/** Whether a day number is a Monday. */
export const isMonday = (day: number): boolean => weekdayOfDay(day) === 1;
/** The first block of a day number. */
export const blockOfDay = (day: number): Block => day * 2;
/** Whether the block is an afternoon. */
export const isAfternoon = (block: Block): boolean => (block & 1) === 1;
/** The plant day of a block. */
export const dateOfBlock = (block: Block): PlantDate => dateOfDay(dayOfBlock(block));
/** The block in which an instant lies. */
export const blockOfInstant = (instant: Instant): Block => Math.floor(plantMinutes(instant) / HALF_DAY_MINUTES);
/** The instant at which a block begins; for an end block this is the end of the span (24:00 is 00:00 of the next day). */
export const instantOfBlock = (block: Block): Instant => instantOfMinutes(block * HALF_DAY_MINUTES);

/** What the chart can hold: the days that the plan takes. */
const CHART: Span = { start: blockOfDay(dayNumber(FIRST_DATE)), end: blockOfDay(dayNumber(LAST_DATE) + 1) };
const within = (block: Block, first: Block, last: Block): Block => Math.min(Math.max(block, first), last);

/**
 * The blocks an entry covers: the start rounds down, the end up; never less than one block. A bar beyond the days that the plan takes is
 * drawn at their edge, where it can be opened and mended.
 */
export function spanOf(start: Instant, end: Instant): Span {
  const first = within(snapStart(plantMinutes(start)) / HALF_DAY_MINUTES, CHART.start, CHART.end - 1);
  const last = within(snapEnd(plantMinutes(end)) / HALF_DAY_MINUTES, CHART.start, CHART.end);
  return { start: first, end: Math.max(last, first + 1) };
}

/**
 * The days that a board shows: from the first bar or three days before today, whichever is earlier, to two weeks after the last of bars,
 * `ends` (deadlines) and today (day numbers); undefined without a span.
 */
export function timelineOf(spans: readonly Span[], today: number, ends: readonly Block[] = []): Span | undefined {
  if (spans.length === 0) return undefined;
  let first = blockOfDay(today - TIMELINE_DAYS_BEFORE_TODAY);
  let last = blockOfDay(today + 1);
  for (const span of spans) {
    first = Math.min(first, span.start);
    last = Math.max(last, span.end);
  }
  for (const end of ends) last = Math.max(last, end);
  return { start: blockOfDay(dayOfBlock(first)), end: blockOfDay(Math.ceil(last / 2) + TIMELINE_DAYS_AFTER) };
}

/** Pixels from the timeline's left edge to the beginning of a block. */
export const blockX = (block: Block, { start, px }: Timeline): number => (block - start) * px;
/** Width of a span in pixels. */
export const widthOf = ({ start, end }: Span, { px }: Timeline): number => (end - start) * px;
/** Pixels from the timeline's left edge to these plant minutes. */
export const minutesX = (minutes: number, { start, px }: Timeline): number => (minutes / HALF_DAY_MINUTES - start) * px;
/** The block under a pixel of the timeline. */
export const blockAtX = (x: number, { start, px }: Timeline): Block => Math.floor(x / px) + start;

/** Blocks of the span that do not lie on a closed day. */
export function workingBlocks(span: Span, closed: ReadonlySet<number>): number {
  let count = 0;
  for (let block = span.start; block < span.end; block += 1) if (!closed.has(dayOfBlock(block))) count += 1;
  return count;
}

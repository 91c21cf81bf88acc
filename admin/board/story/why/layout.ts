import type { Success } from '../../../../server/contract/handlers.ts';
import { DAY_MINUTES } from '../../../../server/domain/ground/constants.ts';
import { dayNumber, type PlantDate, plantMinutes } from '../../../../server/domain/ground/plant-time.ts';
import { partsSaid } from '../../../../server/domain/texts/plan/late.ts';
import type { ColorName } from '../../../layout/palette.ts';

export type Lateness = Success<'getLateness'>;
export type Wait = NonNullable<Lateness['wait']>;
export type InTheWay = Wait['in_the_way'][number];
export type Cause = NonNullable<Lateness['cause']>;

/** Windows in which the reasons are as low as they get, for the rows of the board. */
export const LOW = '@media (max-height: 800px)';
/** Whether it is known that going first wins nothing; `refining`: it is still looked for. */
export const isUseless = (effect: Success<'getAdvice'>['first'], refining: boolean): boolean => effect === null && !refining;

/** A stretch of the bar of days: parts of one name are one. */
export interface Segment {
  name: string;
  cause: Cause;
  days: number;
}

/** What an order's days are made of, as they are said. */
export const segmentsOf = (parts: Lateness['parts']): Segment[] =>
  partsSaid(parts).map(({ name, part, days }) => ({ name, cause: part, days }));

/** Room beside the words in a segment, and the width of a letter, pixels. */
const SPARE_PX = 30;
const LETTER_PX = 11;

/** What stands in a segment of so many pixels: its words if they fit with room to spare, else its days, else nothing. */
export function segmentWords({ name, days }: Segment, px: number, said: (days: number) => string): string {
  const words = `${name} ${said(days)}`;
  if (words.length * LETTER_PX + SPARE_PX <= px) return words;
  return said(days).length * LETTER_PX <= px ? said(days) : '';
}

/** Ground and edge of a cause. None is red: red says late and nothing else. */
export const CAUSE_COLORS: Readonly<Record<Cause, readonly [ground: ColorName, edge: ColorName]>> = {
  late_start: ['closed', 'edge'],
  late_before: ['closed', 'edge'],
  own_time: ['closed', 'edge'],
  outsourcing_lead: ['outsourced', 'outsourced-edge'],
  earlier_due: ['earlier', 'locked-edge'],
  later_due: ['later', 'normal-edge'],
  weekday: ['demolding', 'demolding-edge'],
  waiting_days: ['demolding', 'demolding-edge'],
  demolding: ['demolding', 'demolding-edge'],
  late_casting: ['demolding', 'demolding-edge'],
  closed_calendar: ['unmatched', 'unmatched-edge'],
  stopped: ['unmatched', 'unmatched-edge'],
  lock: ['locked', 'locked-edge'],
};

/** Ground and edge of what stands in front, by its kind. */
export const KIND_COLORS: Readonly<Record<InTheWay['kind'], readonly [ground: ColorName, edge: ColorName]>> = {
  earlier_due: ['earlier', 'locked-edge'],
  later_in_time: ['normal', 'normal-edge'],
  later_late: ['past', 'past-edge'],
};

/** A box of the timeline: from and to as shares of its width, and the lane in which it stands. */
export interface Box {
  from: number;
  to: number;
  lane: number;
}

/** The waiting facility's days: from the day on which the bar could begin to its own end, or to where it waits. */
export interface Timeline {
  /** Day numbers. */
  days: number[];
  /** In the order of `in_the_way`. */
  boxes: Box[];
  lanes: number;
  own: Box | undefined;
  /** Where it could begin, and where its mate can. */
  ready: number;
  mate: number | undefined;
}

/** What shuts the facility on a day: the day is closed, or it is out of order. */
export type Shut = 'closed' | 'stopped';

/** What shuts it on each of its closed days, for the hatching and the legend, which say the same. */
export const shutDays = ({ closed, stopped }: Pick<Wait, 'closed' | 'stopped'>): ReadonlyMap<PlantDate, Shut> =>
  new Map(closed.map((date) => [date, stopped.includes(date) ? 'stopped' : 'closed']));

/** Ground and line of the hatching. */
export const SHUT_COLORS: Readonly<Record<Shut, readonly [ground: ColorName, line: ColorName]>> = {
  closed: ['closed', 'hatch'],
  stopped: CAUSE_COLORS.stopped,
};

/** The longest stretch that is drawn: behind it boxes would be lines. */
const MOST_DAYS = 62;

/** Lays out the timeline; side by side where a facility does several at once. */
export function timelineOf({ from, to, bar, there, in_the_way, mate }: Wait): Timeline {
  const first = Math.floor(plantMinutes(from) / DAY_MINUTES);
  const until = plantMinutes(there ? bar.end_date : to);
  const last = Math.min(first + MOST_DAYS - 1, Math.max(first, Math.ceil(until / DAY_MINUTES) - 1));
  const length = last - first + 1;
  const at = (minutes: number): number => Math.min(1, Math.max(0, (minutes / DAY_MINUTES - first) / length));
  const ends: number[] = [];
  const boxes = in_the_way.map(({ start_date, end_date }): Box => {
    const [start, end] = [plantMinutes(start_date), plantMinutes(end_date)];
    const free = ends.findIndex((taken) => taken <= start);
    const lane = free >= 0 ? free : ends.length;
    ends[lane] = end;
    return { from: at(start), to: at(end), lane };
  });
  const own = there ? { from: at(plantMinutes(bar.start_date)), to: at(until), lane: 0 } : undefined;
  return {
    days: Array.from({ length }, (_, day) => first + day),
    boxes,
    lanes: Math.max(1, ends.length),
    own,
    ready: at(plantMinutes(from)),
    mate: mate ? at(dayNumber(mate.ready) * DAY_MINUTES) : undefined,
  };
}

/** Rows of the list: charges by fill, the fullest first, bars by start. */
export const inFront = ({ in_the_way, furnace }: Pick<Wait, 'in_the_way' | 'furnace'>): readonly InTheWay[] =>
  furnace ? [...in_the_way].sort((one, other) => (other.fill_percent ?? 0) - (one.fill_percent ?? 0)) : in_the_way;

/** How many stand there of each kind, those that are there. */
export function kindsOf(uses: readonly InTheWay[]): { kind: InTheWay['kind']; count: number }[] {
  const kinds = ['earlier_due', 'later_in_time', 'later_late'] as const;
  return kinds.map((kind) => ({ kind, count: uses.filter((use) => use.kind === kind).length })).filter(({ count }) => count > 0);
}

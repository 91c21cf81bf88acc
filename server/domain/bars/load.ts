import { DAY_MINUTES, HALF_DAY_MINUTES, LONGEST_BAR_DAYS } from '../ground/constants.ts';
import { CLOSES, dateOfDay, OPENS } from '../ground/plant-time.ts';
import { limitOf } from '../plant/piece.ts';
import { type Capacity, type HeldAs, held, type KnownDays, knownDays, worksWithin } from './occupancy.ts';

/** An unfinished bar as the load sees it: finished work needs no unit any more. */
export interface LoadBar extends HeldAs {
  id: number;
  /** Plant minutes. */
  from: number;
  to: number;
  /** Of what does not fit it is named first: somebody put it there. */
  by_hand: boolean;
}

/** What stands in a furnace together, minutes of the plant, with its weight in kg and its volume in m³. */
export interface Stay {
  from: number;
  to: number;
  ids: readonly number[];
  weight: number;
  volume: number;
  by_hand: boolean;
}

/** What a furnace holds a unit; null: no limit is known. */
export interface FurnaceLimit {
  max_weight: number | null;
  volume: number | null;
}

/** What a load is counted in: hours of work, or of what stands in a furnace kg, m³ or, without a limit, runs. */
export type LoadUnit = 'hours' | 'kg' | 'm3' | 'runs';

/** The load of one facility, a value a half day from the first day on. */
export interface Load {
  unit: LoadUnit;
  load: number[];
  /** What there is room for. */
  open: number[];
  /** The bars that do not fit. */
  over: number[][];
  /** Whether the half day counts in the rate. */
  counted: boolean[];
  /** Of a furnace: hours of its units in which something stands there, however little, and all its hours. */
  occupied?: { hours: number[]; of: number[] };
}

/** Days by number, the last included. */
export interface DaySpan {
  first: number;
  last: number;
}

interface Part {
  id: number;
  from: number;
  to: number;
  by_hand: boolean;
}

const blank = ({ first, last }: DaySpan, unit: LoadUnit): Load => {
  const each = <Value>(make: () => Value): Value[] => Array.from({ length: 2 * (last - first + 1) }, make);
  return { unit, load: each(() => 0), open: each(() => 0), over: each(() => []), counted: each(() => false) };
};

/** The days that must be known to say when bars hold their units: from the first start of a bar, two years back at most. */
export function daysBefore(bars: readonly Pick<LoadBar, 'from'>[], { first, last }: DaySpan): DaySpan {
  let earliest = first;
  for (const { from } of bars) earliest = Math.min(earliest, Math.floor(from / DAY_MINUTES));
  return { first: Math.max(earliest, first - LONGEST_BAR_DAYS), last };
}

/** Working hours of a facility against its open hours, by the times at which its bars hold their units (occupancy.ts). */
export function workLoad(bars: readonly LoadBar[], capacity: Capacity, span: DaySpan): Load {
  const days = knownDays(daysBefore(bars, span), capacity);
  const found = blank(span, 'hours');
  const parts: Part[][] = found.load.map(() => []);
  for (const bar of bars) {
    if (!bar.elapsed && !worksWithin(bar, days)) shut(found, bar, capacity, span);
    else workParts(bar, held(bar, bar, days), days, span, parts);
  }
  for (const [half, held] of parts.entries()) {
    const units = days.toWork[span.first + (half >> 1) - days.first] as number;
    found.open[half] = (units * (CLOSES - OPENS)) / 2 / 60;
    found.counted[half] = units > 0;
    found.load[half] = held.reduce((sum, { from, to }) => sum + to - from, 0) / 60;
    found.over[half]?.push(...misfits(held, units));
  }
  return found;
}

/** A bar that never works because its facility has no unit on days when the plant is open. */
function shut(found: Load, bar: LoadBar, { holidays, overrides }: Capacity, span: DaySpan): void {
  for (const half of halvesOf(bar, span)) {
    const date = dateOfDay(span.first + (half >> 1));
    if (!holidays.has(date) && overrides.has(date)) found.over[half]?.push(bar.id);
  }
}

/** The half days of the span, by number, that an interval touches. */
function* halvesOf({ from, to }: { from: number; to: number }, { first, last }: DaySpan): Generator<number> {
  const begin = Math.max(Math.floor(from / HALF_DAY_MINUTES), 2 * first);
  const end = Math.min(Math.ceil(to / HALF_DAY_MINUTES), 2 * (last + 1));
  for (let block = begin; block < end; block++) yield block - 2 * first;
}

/** Puts the working time of a bar into the half days in which it lies. */
function workParts(
  { id, by_hand }: LoadBar,
  interval: { from: number; to: number },
  days: KnownDays,
  span: DaySpan,
  parts: Part[][],
): void {
  for (const half of halvesOf(interval, span)) {
    const day = span.first + (half >> 1);
    if (days.open[day - days.first] !== 1) continue;
    const morning = half % 2 === 0;
    const from = Math.max(interval.from, day * DAY_MINUTES + (morning ? OPENS : HALF_DAY_MINUTES));
    const to = Math.min(interval.to, day * DAY_MINUTES + (morning ? HALF_DAY_MINUTES : CLOSES));
    if (to > from) parts[half]?.push({ id, from, to, by_hand });
  }
}

/** The parts for which no unit is free: whoever was put there by hand yields first, then whoever begins last. */
function misfits(parts: readonly Part[], units: number): number[] {
  if (mostAtOnce(parts) <= units) return [];
  const placed: Part[] = [];
  const left: number[] = [];
  const byRight = [...parts].sort(
    (one, other) => Number(one.by_hand) - Number(other.by_hand) || one.from - other.from || one.id - other.id,
  );
  for (const part of byRight) {
    if (mostAtOnce([...placed, part]) <= units) placed.push(part);
    else left.push(part.id);
  }
  return left;
}

/** How many intervals lie over each other at most. */
export function mostAtOnce(intervals: readonly { from: number; to: number }[]): number {
  const turns = intervals.flatMap(({ from, to }) => [
    { at: from, step: 1 },
    { at: to, step: -1 },
  ]);
  turns.sort((one, other) => one.at - other.at || one.step - other.step);
  let [now, most] = [0, 0];
  for (const { step } of turns) {
    now += step;
    most = Math.max(most, now);
  }
  return most;
}

/** What stands in a furnace at its fullest moment of each half day, against its limit; closed days do not stop it. */
export function furnaceLoad(stays: readonly Stay[], limit: FurnaceLimit, capacity: Capacity, span: DaySpan): Load {
  const days = knownDays(span, capacity);
  const unit = unitOf(stays, limit);
  const found = blank(span, unit);
  const each = unit === 'kg' ? (limit.max_weight ?? 0) : unit === 'm3' ? (limit.volume ?? 0) : 1;
  const parts: Stay[][] = found.load.map(() => []);
  for (const one of stays) for (const half of halvesOf(one, span)) parts[half]?.push(one);
  const occupied = { hours: found.load.map(() => 0), of: found.load.map(() => 0) };
  found.occupied = occupied;
  for (const [half, there] of parts.entries()) {
    const units = days.toHold[half >> 1] as number;
    found.open[half] = units * each;
    found.counted[half] = units > 0 && (days.open[half >> 1] === 1 || there.length > 0);
    const begins = (2 * span.first + half) * HALF_DAY_MINUTES;
    occupied.of[half] = (units * HALF_DAY_MINUTES) / 60;
    occupied.hours[half] = within(there, begins, begins + HALF_DAY_MINUTES) / 60;
    for (const moment of [begins, ...there.flatMap(({ from }) => (from > begins ? [from] : []))]) {
      const now = there.filter(({ from, to }) => from <= moment && moment < to);
      found.load[half] = Math.max(found.load[half] as number, amountOf(now, unit));
      if (found.over[half]?.length === 0) found.over[half]?.push(...overfull(now, limit, units));
    }
  }
  return found;
}

/** The minutes of the stays between two moments. */
const within = (stays: readonly Stay[], begin: number, end: number): number =>
  stays.reduce((sum, { from, to }) => sum + Math.min(to, end) - Math.max(from, begin), 0);

const amountOf = (stays: readonly Stay[], unit: LoadUnit): number =>
  unit === 'runs' ? stays.length : stays.reduce((sum, { weight, volume }) => sum + (unit === 'kg' ? weight : volume), 0);

/** Weight or volume, whichever fills the furnace more. */
function unitOf(stays: readonly Stay[], { max_weight, volume }: FurnaceLimit): LoadUnit {
  if (!max_weight && !volume) return 'runs';
  const share = (unit: LoadUnit, limit: number | null): number => (limit ? amountOf(stays, unit) / limit : -1);
  return share('m3', volume) > share('kg', max_weight) ? 'm3' : 'kg';
}

/** What stands there beyond the units or their limit: the last to come. */
function overfull(now: readonly Stay[], limit: FurnaceLimit, units: number): number[] {
  const beyond = (unit: 'kg' | 'm3', each: number | null): boolean => amountOf(now, unit) > limitOf(each) * units + 1e-6;
  if (now.length <= units && !beyond('kg', limit.max_weight) && !beyond('m3', limit.volume)) return [];
  const byRight = [...now].sort((one, other) => Number(one.by_hand) - Number(other.by_hand) || one.from - other.from);
  return byRight.slice(Math.min(units, byRight.length - 1)).flatMap(({ ids }) => ids);
}

/** 稼働率: what is planned against what is open in the first half days, 1 is full; null where nothing is open. */
export const rateOf = ({ load, open, counted }: Load, halves: number): number | null => shareOf(load, open, counted, halves);

/** The share of a furnace's hours in which something stands in it, in the first half days; null for other facilities. */
export const occupiedRateOf = ({ occupied, counted }: Load, halves: number): number | null =>
  occupied ? shareOf(occupied.hours, occupied.of, counted, halves) : null;

function shareOf(load: readonly number[], open: readonly number[], counted: readonly boolean[], halves: number): number | null {
  let [planned, room] = [0, 0];
  for (let half = 0; half < Math.min(halves, load.length); half++) {
    if (!counted[half]) continue;
    planned += load[half] as number;
    room += open[half] as number;
  }
  return room > 0 ? planned / room : null;
}

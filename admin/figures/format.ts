import type { Success } from '../../server/contract/handlers.ts';
import { formatMonthDay, plantClock, plantDate } from '../../server/domain/ground/plant-time.ts';
import { FIGURES, PLAN_NOW, TILES, type TileName } from '../texts/figures.ts';

export type Figures = Success<'getFigures'>;
type SpanFigures = Figures['weeks'][number];

/** How a figure is shown, and which way is good: 1 up, -1 down, 0 neither. */
export const SHOWN: Record<TileName, { factor: number; digits: number; good: 1 | -1 | 0 }> = {
  on_time_rate: { factor: 100, digits: 1, good: 1 },
  late_days: { factor: 1, digits: 0, good: -1 },
  furnace_fill: { factor: 100, digits: 0, good: 1 },
  furnace_runs_a_day: { factor: 1, digits: 1, good: 0 },
  lots_in_work: { factor: 1, digits: 0, good: -1 },
  flow_days: { factor: 1, digits: 1, good: -1 },
};
/** Figures of what was shipped: while a period is under way they speak of a part of it. */
const OF_SHIPMENTS: ReadonlySet<TileName> = new Set(['on_time_rate', 'late_days', 'flow_days']);
export const isOfShipments = (name: TileName): boolean => OF_SHIPMENTS.has(name);
/** Shipments from which two periods can be told better or worse from each other. */
const ENOUGH_SHIPMENTS = 10;
/** Whether too little was shipped in one of two periods to say which was better. */
export const tooFewShipments = (name: TileName, spans: readonly SpanFigures[]): boolean =>
  isOfShipments(name) && spans.some(({ shipped, due }) => (name === 'flow_days' ? shipped : due) < ENOUGH_SHIPMENTS);

/** Whether a figure tells of the plan rather than of what was done: so far nothing has become better or worse. */
export const isMostlyPlanned = (name: TileName, { furnace_runs, furnace_runs_planned }: SpanFigures): boolean =>
  name === 'furnace_fill' && furnace_runs_planned * 2 > furnace_runs;

export const TILE_NAMES = Object.keys(TILES) as TileName[];

/** What holds of all figures below, said once. */
export function notesOf({ period, comparisons }: Pick<Figures, 'period' | 'comparisons'>): string {
  const names = TILE_NAMES.filter(isOfShipments);
  const few = names.flatMap((name) => comparisons.map((before) => tooFewShipments(name, [period, before])));
  // Where nothing is compared, nothing is said of how.
  const isCompared = few.includes(false);
  return [
    PLAN_NOW.below,
    ...(isCompared && period.shipped_to < period.to_date ? [PLAN_NOW.shippedTo(period.shipped_to)] : []),
    ...(few.includes(true) ? [PLAN_NOW.tooFew] : []),
  ].join('');
}

/** A value as it is shown, rounded: differences are of what is shown, so that they can be checked by eye. */
export function shownValue(name: TileName, value: number | null): number | null {
  const { factor, digits } = SHOWN[name];
  return value === null ? null : Number((value * factor).toFixed(digits));
}
/** The value with its digits and unit; a dash where there is none. */
export const valueText = (name: TileName, value: number | null): string =>
  value === null ? FIGURES.none : `${value.toFixed(SHOWN[name].digits)}${TILES[name].unit}`;

/** A share as whole percent. */
export const percentOf = (share: number | null): number | null => (share === null ? null : Math.round(share * 100));

/** Two rounded values held against each other. */
export interface Difference {
  by: number;
  tone: 'good' | 'bad' | 'neutral';
  word: string;
}
/** How `now` differs from `before`; undefined where one is missing. */
export function differenceOf(now: number | null, before: number | null, good: 1 | -1 | 0, digits = 1): Difference | undefined {
  if (now === null || before === null) return undefined;
  const by = Number((now - before).toFixed(digits));
  if (by === 0) return { by, tone: 'neutral', word: FIGURES.same };
  if (good === 0) return { by, tone: 'neutral', word: by > 0 ? FIGURES.more : FIGURES.less };
  return by * good > 0 ? { by, tone: 'good', word: FIGURES.better } : { by, tone: 'bad', word: FIGURES.worse };
}

/** `11/27(金) 17:02`. */
export const moment = (instant: string): string => `${formatMonthDay(plantDate(instant))} ${plantClock(instant)}`;
/** `11/23`. */
export const monthDay = (date: string): string => {
  const [, month, day] = date.split('-');
  return `${Number(month)}/${Number(day)}`;
};

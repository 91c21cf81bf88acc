import { DAY_MINUTES, TICK_MINUTES } from './constants.ts';
import { CLOSES, OPENS } from './plant-time.ts';

/** What one tap of 今日の作業 says. */
const TAP_KINDS = ['start', 'finish', 'quantity', 'undo'] as const;
export type TapKind = (typeof TAP_KINDS)[number];

/** The start that a bar takes for what began at this minute: the half hour before, 15:30 for the evening, 00:00 for the early morning. */
export function startOnGrid(minutes: number): number {
  const midnight = Math.floor(minutes / DAY_MINUTES) * DAY_MINUTES;
  const clock = Math.floor((minutes - midnight) / TICK_MINUTES) * TICK_MINUTES;
  return midnight + (clock < OPENS ? 0 : Math.min(clock, CLOSES - TICK_MINUTES));
}

/** The half hour in which something began, also outside the hours in which bars start: what it takes is counted from here. */
export const halfHourOf = (minutes: number): number => Math.floor(minutes / TICK_MINUTES) * TICK_MINUTES;

/** The end that a bar takes for what ended at this minute: the half hour after, 24:00 for the evening, 08:30 for the early morning. */
export function endOnGrid(minutes: number): number {
  const midnight = Math.floor((minutes - 1) / DAY_MINUTES) * DAY_MINUTES;
  const clock = Math.ceil((minutes - midnight) / TICK_MINUTES) * TICK_MINUTES;
  return midnight + (clock > CLOSES ? DAY_MINUTES : Math.max(clock, OPENS + TICK_MINUTES));
}

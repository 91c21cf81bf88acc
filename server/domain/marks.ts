import { DAY_MINUTES, TICK_MINUTES } from './constants.ts';
import { coolingHours, type TreatmentHours } from './hours.ts';
import { CLOSES, epochMs, type Instant, instantOfMinutes, OPENS, plantMinutes, toInstant } from './plant-time.ts';

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

/** Where a bar outside the furnaces stands once it was started: as long as it was planned, on the grid of bars. */
export function startedBar(planned: { start_at: Instant; end_at: Instant }, at: Instant): { start_at: Instant; end_at: Instant } {
  const start = startOnGrid(plantMinutes(at));
  const length = plantMinutes(planned.end_at) - plantMinutes(planned.start_at);
  return { start_at: instantOfMinutes(start), end_at: instantOfMinutes(endOnGrid(start + length)) };
}

/** The times of a furnace run, with what they follow from. */
export interface RunTimes {
  run_start: Instant;
  retention_from: Instant;
  retention_to: Instant;
  run_end: Instant;
  released_at: Instant;
}

const HOUR_MS = 3_600_000;

/** The times of a run that began at this instant: its bar stands on the plan's grid, what is in the furnace is ready when it is ready. */
export function startedRunTimes(planned: RunTimes & { recipe: Omit<TreatmentHours, 'retention_time'> }, at: Instant): RunTimes {
  const shifted = (instant: Instant): number => epochMs(at) + epochMs(instant) - epochMs(planned.run_start);
  const held = shifted(planned.retention_to);
  const { hold, lag } = coolingHours(planned.recipe);
  const end = held + hold * HOUR_MS;
  return {
    run_start: at,
    retention_from: toInstant(shifted(planned.retention_from)),
    retention_to: toInstant(held),
    run_end: toInstant(end),
    released_at: toInstant(end + lag * HOUR_MS),
  };
}

import { DAY_MINUTES, TICK_MINUTES } from '../ground/constants.ts';
import { CLOSES, epochMs, type Instant, instantOfMinutes, OPENS, plantMinutes, toInstant } from '../ground/plant-time.ts';
import { coolingHours, type TreatmentHours } from '../plant/hours.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What one tap of 今日の作業 says. */
const TAP_KINDS = ['start', 'finish', 'quantity', 'stop', 'resume', 'undo'] as const;
export type TapKind = (typeof TAP_KINDS)[number];

/** The start that a bar takes for what began at this minute: the half hour before, 15:30 for the evening, 00:00 for the early morning. */
export function startOnGrid(minutes: number): number {
  const midnight = Math.floor(minutes / DAY_MINUTES) * DAY_MINUTES;
  const clock = Math.floor((minutes - midnight) / TICK_MINUTES) * TICK_MINUTES;
  return midnight + (clock < OPENS ? 0 : Math.min(clock, CLOSES - TICK_MINUTES));
}

/** The end that a bar takes for what ended at this minute: the half hour after, 24:00 for the evening, 08:30 for the early morning. */
export function endOnGrid(minutes: number): number {
  const midnight = Math.floor((minutes - 1) / DAY_MINUTES) * DAY_MINUTES;
  const clock = Math.ceil((minutes - midnight) / TICK_MINUTES) * TICK_MINUTES;
  return midnight + (clock > CLOSES ? DAY_MINUTES : Math.max(clock, OPENS + TICK_MINUTES));
}

/** The last end that a bar can have not after this minute: the half hour before, 16:00 for the evening, 24:00 of the day before for the early morning. */
export function endBefore(minutes: number): number {
  const midnight = Math.floor(minutes / DAY_MINUTES) * DAY_MINUTES;
  const clock = Math.floor((minutes - midnight) / TICK_MINUTES) * TICK_MINUTES;
  return midnight + (clock < OPENS + TICK_MINUTES ? 0 : Math.min(clock, CLOSES));
}

/** The end that a bar takes for what ends at this instant; never before it. */
export const barEnd = (end: Instant): Instant => instantOfMinutes(endOnGrid(plantMinutes(epochMs(end) + MINUTE_MS - 1)));

/**
 * When a bar began by its mark; null: nobody said so, or it was moved since and is judged by its place. A tap before or after the working hours stands hours apart
 * from where its bar is drawn.
 */
export const beganAt = (start_at: Instant, started_at: Instant | null | undefined): Instant | null =>
  started_at && startOnGrid(plantMinutes(started_at)) === plantMinutes(start_at) ? started_at : null;

/** Minutes of a bar inside the working hours of its days; a bar wholly outside them counts whole. */
function workedMinutes(start: number, end: number): number {
  let worked = 0;
  for (let midnight = Math.floor(start / DAY_MINUTES) * DAY_MINUTES; midnight < end; midnight += DAY_MINUTES)
    worked += Math.max(0, Math.min(end, midnight + CLOSES) - Math.max(start, midnight + OPENS));
  return worked > 0 ? worked : end - start;
}

/** Where a bar outside the furnaces stands once it was started, on the grid of bars, and when the work itself is done. */
export interface StartedBar {
  start_at: Instant;
  end_at: Instant;
  done_at: Instant;
}

/**
 * A bar as it stands once it was started. Working minutes count from the tap by the clock, also into the evening. Work planned over a night
 * and begun in working hours pauses again if the rest of the day is too short: it keeps its length from start to end.
 */
export function startedBar(planned: { start_at: Instant; end_at: Instant }, at: Instant): StartedBar {
  const [from, to] = [plantMinutes(planned.start_at), plantMinutes(planned.end_at)];
  const start_at = instantOfMinutes(startOnGrid(plantMinutes(at)));
  const work = workedMinutes(from, to);
  const clock = plantMinutes(at) % DAY_MINUTES;
  const pauses =
    Math.floor(from / DAY_MINUTES) < Math.floor((to - 1) / DAY_MINUTES) && clock >= OPENS && clock < CLOSES && clock + work > CLOSES;
  if (pauses) {
    const end_at = barEnd(toInstant(epochMs(at) + (to - from) * MINUTE_MS));
    return { start_at, end_at, done_at: end_at };
  }
  const done_at = toInstant(epochMs(at) + work * MINUTE_MS);
  return { start_at, end_at: barEnd(done_at), done_at };
}

/** The times of a furnace run, with what they follow from. */
export interface RunTimes {
  run_start: Instant;
  retention_from: Instant;
  retention_to: Instant;
  run_end: Instant;
  released_at: Instant;
}

/** A run from its real start to the end of its treatment in the furnace, as far as it was started; its retention is reckoned from there already. */
export function asStarted<Run extends RunTimes & { recipe: Omit<TreatmentHours, 'retention_time'>; started_at: Instant | null }>(
  run: Run,
): Run {
  if (run.started_at === null) return run;
  const { hold } = coolingHours(run.recipe);
  return { ...run, run_start: toInstant(run.started_at), run_end: toInstant(epochMs(run.retention_to) + hold * HOUR_MS) };
}

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

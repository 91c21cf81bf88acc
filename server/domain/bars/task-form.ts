import { LONGEST_BAR_MONTHS, TICK_MINUTES, WORK_END_CLOCK, WORK_START_CLOCK } from '../ground/constants.ts';
import type { FieldErrors } from '../ground/errors.ts';
import {
  addMonths,
  clockOfMinutes,
  endDate,
  epochMs,
  type Instant,
  instantAt,
  isInstant,
  isPlanDate,
  isPlantDate,
  minutesOfClock,
  type PlantDate,
  plantClock,
  plantDate,
} from '../ground/plant-time.ts';
import { DATE_TEXTS } from '../texts/dates.ts';
import { SCHEDULE_TEXTS as TEXTS } from '../texts/plan/schedule.ts';

/** The task form as the wire carries it; the dialog edits the first four, the server composes the instants from them. */
export interface TaskForm {
  start_date_date?: string | null;
  start_date_hour?: string | null;
  end_date_date?: string | null;
  end_date_hour?: string | null;
  /** Used only where the four above are all absent. */
  start_date?: string | null;
  end_date?: string | null;
  facility?: number | null;
  /** Null and absent: unchanged. */
  locked?: boolean | null;
  received_locked?: boolean | null;
}

/** What a filled form says: two instants in order. */
export interface TaskSpan {
  start: Instant;
  end: Instant;
}

const halfHours = (from: string, to: string): string[] => {
  const clocks: string[] = [];
  for (let minutes = minutesOfClock(from); minutes <= minutesOfClock(to); minutes += TICK_MINUTES) clocks.push(clockOfMinutes(minutes));
  return clocks;
};

/** Choices of the start hour: 00:00, then 08:00 to 15:30. */
export const START_HOURS: readonly string[] = ['00:00', ...halfHours(WORK_START_CLOCK, '15:30')];
/** Choices of the end hour: 00:00 (24:00 of the day before), then 08:30 to 16:00. */
export const END_HOURS: readonly string[] = ['00:00', ...halfHours('08:30', WORK_END_CLOCK)];
/** Clock times that `set_work_time` takes. */
const WORK_CLOCKS: readonly string[] = halfHours(WORK_START_CLOCK, WORK_END_CLOCK);

/** The form of an entry, as the dialog shows it first. */
export function formOfEntry(entry: {
  start_date: Instant;
  end_date: Instant;
  facility: number | null;
  locked: boolean;
  received_locked: boolean;
}) {
  return {
    start_date_date: plantDate(entry.start_date),
    start_date_hour: plantClock(entry.start_date),
    end_date_date: plantDate(entry.end_date),
    end_date_hour: plantClock(entry.end_date),
    start_date: entry.start_date,
    end_date: entry.end_date,
    facility: entry.facility,
    locked: entry.locked,
    received_locked: entry.received_locked,
  };
}

/** The instants of a form after a date or an hour changed; undefined while a part is missing or is no date. */
export function composedInstants(form: TaskForm): { start_date: Instant | undefined; end_date: Instant | undefined } {
  const composed = (date: PlantDate | null | undefined, hour: string | null | undefined): Instant | undefined =>
    date && hour && isPlantDate(date) ? instantAt(date, hour) : undefined;
  return {
    start_date: composed(form.start_date_date, form.start_date_hour),
    end_date: composed(form.end_date_date, form.end_date_hour),
  };
}

/**
 * Judges the dates of a task form: the errors of all fields at once, or the span it says. `kept` are the present bounds of the entry:
 * an hour that stands there already (a bar snapped to noon, say) passes although the select does not offer it.
 */
export function judgeTaskForm(form: TaskForm, kept?: TaskSpan): { span: TaskSpan } | { errors: FieldErrors } {
  const source = withoutParts(form) ? fromInstants(form) : form;
  const errors: FieldErrors = {
    ...judgeBound('start', source.start_date_date, source.start_date_hour, START_HOURS, kept?.start),
    ...judgeBound('end', source.end_date_date, source.end_date_hour, END_HOURS, kept?.end),
  };
  if (Object.keys(errors).length > 0) return { errors };
  const { start_date, end_date } = composedInstants(source);
  const span = { start: start_date as Instant, end: end_date as Instant };
  if (epochMs(span.end) <= epochMs(span.start)) return { errors: { end_date_date: [TEXTS.end_not_after_start] } };
  if (tooLong(span)) return { errors: { end_date_date: [DATE_TEXTS.bar_too_long] } };
  return { span };
}

const tooLong = ({ start, end }: TaskSpan): boolean =>
  epochMs(end) > epochMs(instantAt(addMonths(plantDate(start), LONGEST_BAR_MONTHS), plantClock(start)));

/** Whether a bar may lie there: within the days that the plan takes, and no longer than bars are. */
export const isPlanSpan = (span: TaskSpan): boolean => isPlanDate(plantDate(span.start)) && isPlanDate(endDate(span.end)) && !tooLong(span);

function withoutParts(form: TaskForm): boolean {
  return [form.start_date_date, form.start_date_hour, form.end_date_date, form.end_date_hour].every((part) => part === undefined);
}

function fromInstants(form: TaskForm): TaskForm {
  const part = (instant: string | null | undefined) => {
    if (!instant) return { date: undefined, hour: undefined };
    // What cannot be read stays as it is, and is no date.
    const read = isPlantDate(instant) || isInstant(instant);
    return read ? { date: plantDate(instant), hour: plantClock(instant) } : { date: instant, hour: '00:00' };
  };
  const [start, end] = [part(form.start_date), part(form.end_date)];
  return { start_date_date: start.date, start_date_hour: start.hour, end_date_date: end.date, end_date_hour: end.hour };
}

/** What is wrong with the start or end date of a form, if anything. */
export function dateError(side: 'start' | 'end', date: string | null | undefined): string | undefined {
  if (!date) return side === 'start' ? TEXTS.start_required : TEXTS.end_required;
  if (!isPlantDate(date)) return TEXTS.not_a_date;
  return isPlanDate(date) ? undefined : DATE_TEXTS.out_of_range;
}

function judgeBound(
  side: 'start' | 'end',
  date: string | null | undefined,
  hour: string | null | undefined,
  hours: readonly string[],
  kept: Instant | undefined,
): FieldErrors {
  const errors: FieldErrors = {};
  const error = dateError(side, date);
  if (error) errors[`${side}_date_date`] = [error];
  if (date && !hour) errors[`${side}_date_hour`] = [TEXTS.required];
  else if (hour && !hours.includes(hour) && !(kept && plantClock(kept) === hour)) errors[`${side}_date_hour`] = [TEXTS.not_an_hour];
  return errors;
}

/** Whether the form asks an entry that is locked and stays locked for other dates or another facility. */
export function movesLocked(
  entry: { start_date: Instant; end_date: Instant; facility: number | null; locked: boolean },
  form: TaskForm,
  span: TaskSpan,
): boolean {
  if (!entry.locked || form.locked === false) return false;
  return spanChanged(entry, span) || (form.facility !== undefined && form.facility !== entry.facility);
}

/** Whether the span differs from the entry's, whatever the offsets they are written in. */
export function spanChanged(entry: { start_date: Instant; end_date: Instant }, span: TaskSpan): boolean {
  return epochMs(span.start) !== epochMs(entry.start_date) || epochMs(span.end) !== epochMs(entry.end_date);
}

/**
 * Judges the clock times of `set_work_time` (both null: clears them). Half hours of 08:00-16:00; that the end lies after the start is
 * judged per entry, for a bar of several days may end earlier in the day than it starts.
 */
export function judgeWorkTime(start: string | null | undefined, end: string | null | undefined): FieldErrors {
  if (!start && !end) return {};
  const errors: FieldErrors = {};
  for (const [field, clock, allowed] of [
    ['start_time', start, WORK_CLOCKS.slice(0, -1)],
    ['end_time', end, WORK_CLOCKS.slice(1)],
  ] as const) {
    if (!clock) errors[field] = [TEXTS.both_clocks];
    else if (!allowed.includes(clock)) errors[field] = [TEXTS.bad_clock];
  }
  return errors;
}

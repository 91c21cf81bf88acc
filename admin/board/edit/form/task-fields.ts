import type { Place } from '../../../../server/domain/bars/moves.ts';
import { composedInstants, dateError, END_HOURS, formOfEntry, START_HOURS } from '../../../../server/domain/bars/task-form.ts';
import { DAY_MINUTES, WORK_END_CLOCK, WORK_START_CLOCK } from '../../../../server/domain/ground/constants.ts';
import type { FieldErrors } from '../../../../server/domain/ground/errors.ts';
import { clockOfMinutes, dateOfDay, endClock, plantClock } from '../../../../server/domain/ground/plant-time.ts';
import { ERROR_DIALOG } from '../../../texts/board/board.ts';
import type { Entry } from '../../chart/scene/bars.ts';

/** The fields of the task form that can be edited. */
export interface TaskFields {
  start_date_date: string;
  start_date_hour: string;
  end_date_date: string;
  end_date_hour: string;
  facility: number | null;
  locked: boolean;
  received_locked: boolean;
}

const partsOf = (minutes: number): { date: string; hour: string } => ({
  date: dateOfDay(Math.floor(minutes / DAY_MINUTES)),
  hour: clockOfMinutes(minutes),
});

/** The start and end parts of a place, 24:00 as 00:00 of the next day. */
export function boundsOf(place: Place): Pick<TaskFields, 'start_date_date' | 'start_date_hour' | 'end_date_date' | 'end_date_hour'> {
  const start = partsOf(place.start);
  const end = partsOf(place.end);
  return { start_date_date: start.date, start_date_hour: start.hour, end_date_date: end.date, end_date_hour: end.hour };
}

/** The form of an entry as it is, or prefilled with what a move proposes. */
export function fieldsOf(entry: Entry, proposed?: { place?: Place | undefined; facility?: number | null | undefined }): TaskFields {
  const { start_date: _start, end_date: _end, ...form } = formOfEntry(entry);
  return {
    ...form,
    ...(proposed?.place ? boundsOf(proposed.place) : {}),
    ...(proposed?.facility === undefined ? {} : { facility: proposed.facility }),
  };
}

/** The hours to choose from; one that stands there already is offered too. */
const withCurrent = (hours: readonly string[], current: string): string[] =>
  hours.includes(current) || current === '' ? [...hours] : [...hours, current].sort();
export const startHours = (current: string): string[] => withCurrent(START_HOURS, current);
export const endHours = (current: string): string[] => withCurrent(END_HOURS, current);

/** What is wrong with the dates, by field; empty when the form may be sent. */
export function wrongDates(fields: Pick<TaskFields, 'start_date_date' | 'end_date_date'>): {
  start_date_date?: string;
  end_date_date?: string;
} {
  const [start, end] = [dateError('start', fields.start_date_date), dateError('end', fields.end_date_date)];
  return { ...(start ? { start_date_date: start } : {}), ...(end ? { end_date_date: end } : {}) };
}

/** The clock times at which a bar is worked on, on its first and its last day. */
export interface WorkHours {
  start_time: string;
  end_time: string;
}

/** The hours of a bar that lie within the working day; its own where none do. */
export function workHoursOf({ start_date, end_date }: Pick<Entry, 'start_date' | 'end_date'>): WorkHours {
  const [from, to] = [plantClock(start_date), endClock(end_date)];
  const start_time = from < WORK_START_CLOCK ? WORK_START_CLOCK : from;
  const end_time = to > WORK_END_CLOCK ? WORK_END_CLOCK : to;
  return start_time < WORK_END_CLOCK && end_time > WORK_START_CLOCK ? { start_time, end_time } : { start_time: from, end_time: to };
}

/** What is sent: the fields, with the instants that follow from them. */
export const bodyOf = (fields: TaskFields) => ({ ...fields, ...composedInstants(fields) });

/** The lines of the error dialog: each field's label and its first message; of rows those that are wrong, field by field. */
export function errorLines(fields: FieldErrors): string[] {
  return Object.entries(fields).flatMap(([field, messages]) => {
    const [first] = Array.isArray(messages) ? messages : [messages];
    if (typeof first === 'string') return [ERROR_DIALOG.line(ERROR_DIALOG.labels[field] ?? field, first)];
    return [...new Set((messages as FieldErrors[]).flatMap(errorLines))];
  });
}

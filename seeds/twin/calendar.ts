import { grouped } from '../../server/domain/ground/collections.ts';
import { DAY_MINUTES } from '../../server/domain/ground/constants.ts';
import { CLOSES, dayNumber, OPENS } from '../../server/domain/ground/plant-time.ts';
import { closedDays } from '../../server/domain/plant/closed-days.ts';
import type { PlanningRows } from '../../server/scheduling/index.ts';

/** When the plant works and how many units it has, by day number; minutes are plant minutes. */
export interface TwinCalendar {
  works(day: number): boolean;
  /** The first working day on or after. */
  workingFrom(day: number): number;
  /** The working day `count` working days behind a day. */
  workingAfter(day: number, count: number): number;
  /** Units of a facility that day, whatever stands broken; no facility has room for all. */
  units(facility: number | null, day: number): number;
  /** When work that begins at `start` would end, by the plant's own hours. */
  workEnd(start: number, minutes: number): number;
}

/** The calendar that the rows say. */
export function createCalendar(rows: Pick<PlanningRows, 'holidays' | 'facilities' | 'facility_availabilities'>): TwinCalendar {
  const { isClosed } = closedDays(new Set(rows.holidays.map(({ date }) => dayNumber(date))));
  const usual = new Map(rows.facilities.map(({ id, availability }) => [id, availability]));
  const said = new Map(
    [...grouped(rows.facility_availabilities, ({ facility_id }) => facility_id)].map(
      ([facility, own]) => [facility, new Map(own.map(({ date, units }) => [dayNumber(date), units]))] as const,
    ),
  );
  const works = (day: number): boolean => !isClosed(day);
  const workingFrom = (day: number): number => {
    let found = day;
    while (!works(found)) found += 1;
    return found;
  };
  return {
    works,
    workingFrom,
    workingAfter(day, count) {
      let found = workingFrom(day);
      for (let done = 0; done < count; done += 1) found = workingFrom(found + 1);
      return found;
    },
    units(facility, day) {
      if (facility === null) return works(day) ? Number.POSITIVE_INFINITY : 0;
      return said.get(facility)?.get(day) ?? (works(day) ? (usual.get(facility) ?? 0) : 0);
    },
    workEnd(start, minutes) {
      let [at, left] = [start, minutes];
      for (;;) {
        const day = Math.floor(at / DAY_MINUTES);
        const [opens, closes] = [day * DAY_MINUTES + OPENS, day * DAY_MINUTES + CLOSES];
        const from = Math.max(at, opens);
        if (works(day) && from + left <= closes) return from + left;
        if (works(day) && from < closes) left -= closes - from;
        at = (day + 1) * DAY_MINUTES;
      }
    },
  };
}

/** Day number of plant minutes. */
export const dayOf = (minutes: number): number => Math.floor(minutes / DAY_MINUTES);
/** Day on which something ended: what ended at midnight ended the day before. */
export const endDay = (minutes: number): number => Math.floor((minutes - 1) / DAY_MINUTES);
/** Plant minutes of 00:00 of a day. */
export const midnightOf = (day: number): number => day * DAY_MINUTES;

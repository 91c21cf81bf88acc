import { addDays, daysBetween, weekday } from '../../../server/domain/ground/plant-time.ts';
import { chance, streamOf } from '../random.ts';
import type { AvailabilityRow, DemoOptions } from '../types.ts';
import type { PlantCalendar } from './calendar.ts';
import { FACILITIES } from './masters.ts';

const MONDAY = 1;
const SATURDAY = 6;
const REACH_DAYS = 75;

/** 設備稼働 from a week ago to ten weeks ahead: furnaces out for maintenance on 5 % of their days (furnace 1 for one week of the second month),
 * one more machine on some working Saturdays. */
export function makeAvailabilities(options: DemoOptions, calendar: PlantCalendar): AvailabilityRow[] {
  const random = streamOf(options.seed, 'availability');
  const overhaul = firstMonday(addDays(options.today, 35));
  const rows: AvailabilityRow[] = [];
  for (const { code, units } of FACILITIES) {
    const furnace = /^3[24]0-05-/.test(code);
    const machine = code.startsWith('320-07-');
    if (!furnace && !machine) continue;
    for (let offset = -7; offset <= REACH_DAYS; offset += 1) {
      const date = addDays(options.today, offset);
      if (!calendar.isWorking(date)) continue;
      const week = daysBetween(overhaul, date);
      const out = chance(random, furnace ? 0.05 : 0) || (code === '320-05-01' && week >= 0 && week < 5);
      const extra = machine && weekday(date) === SATURDAY && chance(random, 0.5);
      const usual = Math.max(1, Math.round(units * options.capacity));
      if (out) rows.push({ facility_code: code, date, units: usual - Math.min(usual, Math.max(1, Math.round(options.capacity))) });
      else if (extra) rows.push({ facility_code: code, date, units: usual + 1 });
    }
  }
  return rows;
}

function firstMonday(day: string): string {
  let found = day;
  while (weekday(found) !== MONDAY) found = addDays(found, 1);
  return found;
}

import { addDays, instantAt, weekday } from '../../server/domain/ground/plant-time.ts';
import { PLACES } from '../../server/domain/plant/places.ts';
import type { PlantCalendar } from './plant/calendar.ts';
import { demoFacilities, FACILITIES } from './plant/masters.ts';
import { chance, clamp, normal, type Random, streamOf, uniform, whole } from './random.ts';
import type { DemoOptions, History } from './types.ts';

/** Weeks before today of which the demo foundry remembers what it did. */
const WEEKS = 12;
/** What the plant of capacity 1 ships on a working day. */
const SHIPPED_A_DAY = 8;
const heats = (code: string): boolean => /31[25]3/.test(code);

/** Orders of a day: the nearer to today, the fewer are late. */
function shippedOn(random: Random, day: string, progress: number, size: number): History['completed'] {
  return Array.from({ length: Math.round(size * uniform(random, 0.7, 1.3)) }, (_, index) => {
    const late = chance(random, 0.14 - 0.09 * progress) ? whole(random, 1, Math.round(9 - 4 * progress)) : -whole(random, 0, 6);
    return {
      serial_number: `9${day.slice(2, 4)}${day.slice(5, 7)}${day.slice(8)}${String(index + 1).padStart(3, '0')}`,
      delivery_date: addDays(day, -late),
      casting_date: addDays(day, -Math.round(clamp(31 - 4 * progress + 6 * normal(random), 9, 70))),
      completed_on: day,
    };
  });
}

/** Furnace runs of a day: most furnaces are loaded once in the morning. */
function runsOn(random: Random, day: string, progress: number, capacity: number): History['furnace_runs'] {
  const units = new Map(demoFacilities(capacity).map((row) => [row.facility_code, row.availability]));
  return FACILITIES.filter((facility) => facility.tasks.some(heats)).flatMap((facility) =>
    Array.from({ length: units.get(facility.code) ?? 0 }, (_, unit) => unit)
      .filter(() => chance(random, 0.86 - 0.06 * progress))
      .map((unit) => ({
        facility_code: facility.code,
        unit,
        run_start: instantAt(day, '08:30'),
        fill: Math.round(clamp(0.62 + 0.1 * progress + 0.12 * normal(random), 0.2, 0.99) * 1e4) / 1e4,
      })),
  );
}

/** The lots in work on a Friday at each place, against what the demo's own orders have there today: what was invented joins what is known without a jump. */
const worksOn = (random: Random, day: string, progress: number): History['works'] =>
  PLACES.map((place) => ({ date: day, place, share: (1.14 - 0.11 * progress) * uniform(random, 0.94, 1.06) }));

/** What the foundry did in the twelve weeks before today, invented like everything in the demo: a plant that gets better. */
export function makeHistory(options: DemoOptions, calendar: PlantCalendar): History {
  const random = streamOf(options.seed, 'history');
  const history: History = { completed: [], furnace_runs: [], works: [] };
  const days = WEEKS * 7;
  for (let ago = days; ago > 0; ago -= 1) {
    const day = addDays(options.today, -ago);
    const progress = 1 - ago / days;
    if (calendar.workingFrom(day) === day) {
      history.completed.push(...shippedOn(random, day, progress, SHIPPED_A_DAY * options.capacity));
      history.furnace_runs.push(...runsOn(random, day, progress, options.capacity));
    }
    if (weekday(day) === 5) history.works.push(...worksOn(random, day, progress));
  }
  return history;
}

import { CLOSES, OPENS } from '../../server/domain/ground/plant-time.ts';
import { LOAD } from '../texts/figures.ts';
import { type Figures, monthDay } from './format.ts';

export type FacilityLoad = Figures['load']['facilities'][number];
export type LoadWeek = FacilityLoad['weeks'][number];

const DAY_HOURS = (CLOSES - OPENS) / 60;

/** Needed of open hours in percent; null: not open at all. */
export const loadOf = ({ needed_hours, open_hours }: LoadWeek): number | null =>
  open_hours > 0 ? Math.round((needed_hours / open_hours) * 100) : null;
export const isOver = (week: LoadWeek): boolean => (loadOf(week) ?? 0) > 100 || (week.open_hours === 0 && week.needed_hours > 0);
/** Which of the five steps of colour a load has. */
export const stepOf = (percent: number): number => (percent > 100 ? 4 : percent >= 90 ? 3 : percent >= 75 ? 2 : percent >= 50 ? 1 : 0);

/** The week as people call it. */
const weekName = (from: string, index: number): string => LOAD.weekNames[index] ?? LOAD.weekOf(monthDay(from));

/** One remark on a facility: where it spills over, else where it stops, else whether there is room. */
export function remarkOf({ weeks, units }: FacilityLoad, froms: readonly string[]): string {
  const name = (index: number): string => weekName(froms[index] ?? '', index);
  const over = weeks.flatMap((week, index) => (isOver(week) ? [index] : []));
  const [first] = over;
  if (first !== undefined && over.length === 1) {
    const { needed_hours, open_hours } = weeks[first] as LoadWeek;
    return LOAD.spillsDays(name(first), Math.max(0.1, Number(((needed_hours - open_hours) / (DAY_HOURS * Math.max(1, units))).toFixed(1))));
  }
  if (first !== undefined) {
    // Where there is no time to name them all, the worst, a week that is not open at all before any other.
    const worst = over.toSorted((a, b) => (loadOf(weeks[b]!) ?? Infinity) - (loadOf(weeks[a]!) ?? Infinity)).slice(0, 3);
    return LOAD.spills(LOAD.joined(worst.sort((a, b) => a - b).map(name)));
  }
  const stopped = weeks.findIndex((week) => week.stopped);
  if (stopped >= 0) return LOAD.stops(name(stopped));
  return weeks.slice(0, 4).some((week) => (loadOf(week) ?? 0) >= 90) ? LOAD.tight : LOAD.room;
}

import { DAY_MINUTES } from '../../../domain/ground/constants.ts';
import { CLOSES, dateOfDay, OPENS, type PlantDate } from '../../../domain/ground/plant-time.ts';

/** A stretch of plant minutes, end exclusive. */
export interface Stretch {
  from: number;
  to: number;
}

/** The plant days that a stretch touches, the first and the last included; an end of 00:00 belongs to the day before. */
export function daysOf(stretch: Stretch): PlantDate[] {
  const days: PlantDate[] = [];
  for (let day = Math.floor(stretch.from / DAY_MINUTES); day * DAY_MINUTES < stretch.to; day++) days.push(dateOfDay(day));
  return days;
}

/** What of a stretch lies inside the working hours of open days, in order. */
export function workingStretches(stretch: Stretch, isOpen: (date: PlantDate) => boolean): Stretch[] {
  return daysOf(stretch).flatMap((date, index) => {
    if (!isOpen(date)) return [];
    const midnight = (Math.floor(stretch.from / DAY_MINUTES) + index) * DAY_MINUTES;
    const [from, to] = [Math.max(stretch.from, midnight + OPENS), Math.min(stretch.to, midnight + CLOSES)];
    return to > from ? [{ from, to }] : [];
  });
}

/** The first `minutes` of the stretches. */
export function firstMinutes(stretches: readonly Stretch[], minutes: number): Stretch[] {
  const taken: Stretch[] = [];
  let left = minutes;
  for (const { from, to } of stretches) {
    if (left <= 0) break;
    taken.push({ from, to: Math.min(to, from + left) });
    left -= to - from;
  }
  return taken;
}

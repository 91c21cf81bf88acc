import { addDays, daysBetween } from '../../server/domain/ground/plant-time.ts';
import type { PlantCalendar } from './plant/calendar.ts';
import type { Step } from './plant/routing.ts';
import { chance, type Random, uniform, weighted, whole } from './random.ts';

/** How far a process of a lot has come. */
export type Progress = { received: boolean; last_reception_date: string | null; received_quantity: number };
/** A lot with the days that its progress is reckoned from. */
export type LotPlan = { steps: readonly Step[]; pieces: number; casting: string; delivery: string };

/** Index of the demolding step: what stands before it happens up to the casting. */
export const demoldingIndex = (steps: readonly Step[]): number =>
  steps.findIndex((step) => step.solution_frame_days > 0 && step.outsourcing_code === '');

/** The day on which each step would usually end: at the casting, then evenly along the steps' own days, never after delivery. */
export function usualEnds(random: Random, lot: LotPlan, calendar: PlantCalendar): string[] {
  const first = demoldingIndex(lot.steps);
  const release = addDays(lot.casting, lot.steps[first]?.solution_frame_days ?? 0);
  const total = lot.steps.slice(first).reduce((sum, step) => sum + step.days, 0);
  const room = Math.max(3, daysBetween(release, lot.delivery) - whole(random, 1, 4));
  const span = Math.min(room, total * 1.4 * uniform(random, 1, 1.6));
  let passed = 0;
  return lot.steps.map((step, index) => {
    if (index < first) return lot.casting;
    passed += step.days;
    return calendar.workingFrom(addDays(release, Math.round((passed / total) * span)));
  });
}

/** What is received on `today`: nearly all that would usually have ended, one to three steps less on some lots, a part of the step after. */
export function progressOf(random: Random, lot: LotPlan, calendar: PlantCalendar, today: string): Progress[] {
  const ends = usualEnds(random, lot, calendar);
  const first = demoldingIndex(lot.steps);
  const cast = lot.casting < today;
  const due = cast ? ends.filter((end) => end < today).length : 0;
  const behind = weighted(random, [
    [0, 85],
    [1, 9],
    [2, 4],
    [3, 2],
  ] as const);
  const done = cast ? Math.max(first, due - behind) : 0;
  const partial = done >= first && due > 0 && done < ends.length && lot.pieces > 1 && chance(random, 0.2);
  const lastDay = calendar.workingUpTo(addDays(today, -1));
  let previous = '';
  return ends.map((end, index) => {
    if (index > done || (index === done && !partial)) return { received: false, last_reception_date: null, received_quantity: 0 };
    if (index === done) return { received: false, last_reception_date: lastDay, received_quantity: whole(random, 1, lot.pieces - 1) };
    const delay = weighted(random, [
      [0, 70],
      [1, 20],
      [whole(random, 2, 4), 10],
    ] as const);
    const late = index < first ? end : calendar.addWorking(end, delay);
    const day = [late < lastDay ? late : lastDay, previous].sort().at(-1) as string;
    previous = day;
    return { received: true, last_reception_date: chance(random, 0.03) ? null : day, received_quantity: lot.pieces };
  });
}

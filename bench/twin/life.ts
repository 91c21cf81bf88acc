import { dayNumber } from '../../server/domain/ground/plant-time.ts';
import type { PlanSettings } from '../../server/scheduling/index.ts';
import { liveDay } from './day.ts';
import { createChanges, type Figures, figuresOf } from './figures.ts';
import { factsFor } from './morning.ts';
import { NO_PLAN } from './plan.ts';
import type { TwinPlant } from './plants.ts';
import { planBy, type Way } from './ways.ts';
import { createWorld, settleCastings, type World } from './world.ts';

/** How a plant is lived. */
export interface LifeAsked {
  readonly plant: TwinPlant;
  readonly seed: number;
  /** Working days; each is planned. */
  readonly days: number;
  readonly way: Way;
  readonly settings: PlanSettings;
  /** Moves of the search for each open process and morning. */
  readonly rounds: number;
  /** Calendar days by which due dates are shown earlier. */
  readonly earlier: number;
}

/** Calendar days that so many working days take at most, closures and all. */
export const calendarDays = (days: number): number => Math.ceil(days * 1.6) + 30;

/** Lives a plant day by day under one way of planning: the evening's facts, the plan, the day. Gives the world as it then is, the figures and the last day. */
export function live({ plant, seed, days, way, settings, rounds, earlier }: LifeAsked): { world: World; figures: Figures; last: number } {
  const world = createWorld(plant, seed, calendarDays(days));
  const changes = createChanges(world);
  const first = dayNumber(plant.start);
  let plan = NO_PLAN;
  let day = first;
  for (let planned = 0; planned < days; day += 1) {
    settleCastings(world, day);
    if (world.calendar.works(day)) {
      const before = plan;
      plan = planBy(way, factsFor(world, day, way.standing ? before : null, earlier), settings, rounds);
      if (planned > 0) changes.note(before, plan, day);
      planned += 1;
    }
    liveDay(world, plan, day);
  }
  return { world, figures: figuresOf(world, changes, first, day - 1), last: day - 1 };
}

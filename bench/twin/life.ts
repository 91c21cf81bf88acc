import { liveDay } from '../../seeds/twin/day.ts';
import { NO_PLAN } from '../../seeds/twin/plan.ts';
import type { TwinPlant } from '../../seeds/twin/world.ts';
import { createWorld, settleCastings, type World } from '../../seeds/twin/world.ts';
import { dayNumber } from '../../server/domain/ground/plant-time.ts';
import type { PlanSettings } from '../../server/domain/plant/plan-settings.ts';
import { createChanges, type Figures, figuresOf } from './figures.ts';
import { factsFor, type Known } from './morning.ts';
import { answerInquiries, type Quote } from './quotes.ts';
import { planBy, type Way } from './ways.ts';

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
  /** How customers who ask are answered; none asks where it is absent. */
  readonly quote?: Quote | undefined;
  /** Sees what is known on each morning, counted from 1. */
  readonly see?: ((known: Known, morning: number) => void) | undefined;
}

/** Calendar days that so many working days take at most, closures and all. */
export const calendarDays = (days: number): number => Math.ceil(days * 1.6) + 30;

/** Lives a plant day by day under one way of planning: the evening's facts, the plan, the day. Gives the world as it then is, the figures and the last day. */
export function live({ plant, seed, days, way, settings, rounds, earlier, quote, see }: LifeAsked): {
  world: World;
  figures: Figures;
  last: number;
} {
  const world = createWorld(plant, seed, calendarDays(days), quote !== undefined);
  const changes = createChanges(world);
  const first = dayNumber(plant.start);
  let plan = NO_PLAN;
  let day = first;
  let last = first;
  for (let planned = 0; planned < days; day += 1) {
    settleCastings(world, day);
    if (world.calendar.works(day)) {
      const before = plan;
      if (quote) plan = answerInquiries(world, plan, day, { quote, settings });
      const known = factsFor(world, day, stands(way, day, last) ? plan : null, earlier);
      see?.(known, planned + 1);
      plan = planBy(way, known, settings, rounds);
      if (planned > 0) changes.note(before, plan, day);
      planned += 1;
      last = day;
    }
    liveDay(world, plan, day);
  }
  return { world, figures: figuresOf(world, changes, first, last), last };
}

const WEEK = 7;
/** Day 0 was a Thursday. */
const weekOf = (day: number): number => Math.floor((day + 3) / WEEK);

/** Whether a way is handed the plan that stands on a morning; `last`: the day that was planned before. */
const stands = ({ standing }: Way, day: number, last: number): boolean =>
  standing === 'always' || (standing !== 'never' && weekOf(day) === weekOf(last));

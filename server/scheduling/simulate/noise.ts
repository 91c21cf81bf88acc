import { FURNACE, NONE, type Problem } from '../problem.ts';
import type { Random } from '../random.ts';

/** How long something takes beside what is said of it: so many times as long in the middle, and the standard deviation of the logarithm of that. */
export interface Spread {
  readonly factor: number;
  readonly spread: number;
}

/** How a plant differs from what is said of it. Plain data. */
export interface Noise {
  /** Of work; of single tasks, by id, their own. */
  readonly work: Spread;
  readonly tasks: ReadonlyMap<number, Spread>;
  readonly furnace: Spread;
  /** Calendar days by which a partner is late, each as likely as any other. */
  readonly partner_days: readonly number[];
  /** Of a piece of work the chance that some of it is done again on another day, and which share of it that is. */
  readonly redone: { readonly chance: number; readonly share: number };
  /** Facilities that stand out of order now and then: calendar days between two stops of a unit in the mean, and how many they last, each as likely as any other. */
  readonly stops: { readonly facilities: readonly number[]; readonly every: number; readonly days: readonly number[] };
}

/** The spread of an activity's length in a mode. */
export function spreadOf({ modes, plant }: Problem, { work, tasks, furnace }: Noise, activity: number, mode: number): Spread {
  if (modes.kind[mode] === FURNACE) return furnace;
  return tasks.get(plant?.tasks[activity]?.task_id ?? NONE) ?? work;
}

/** A drawn length in whole ticks for one that is said; what takes no time takes none. */
export function drawnLength(random: Random, { factor, spread }: Spread, said: number): number {
  const drawn = factor * Math.exp(spread * normal(random));
  return said === 0 ? 0 : Math.max(1, Math.round(said * drawn));
}

/** Drawn days by which a partner is late. */
export const drawnDelay = (random: Random, days: readonly number[]): number => days[random.below(days.length)] ?? 0;

/** A draw of the standard normal distribution (Box and Muller 1958). */
const normal = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());

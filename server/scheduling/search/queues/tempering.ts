import type { Random } from '../../random.ts';
import type { Control } from '../kernel.ts';
import { createSnapshot, goBackTo, type Snapshot, takeSnapshot } from './anneal.ts';
import { anneal, type Running } from './running.ts';

/**
 * Plans that are annealed side by side, each at a temperature of its own, and change places: what is trapped in the cold is led out through the warmth, and what
 * the warmth finds is cooled (replica exchange: Swendsen & Wang 1986; Geyer 1991; Hukushima & Nemoto 1996).
 */
export interface Tempering {
  /** Anneals each of the plans for a while, then has neighbours change places. Gives the steps made. */
  round(control: Control): number;
  /** Has the best plan stand in the coldest place. */
  adopt(): void;
}

/** A place in the row of temperatures, and the plan that stands there. */
interface Rung {
  readonly temperature: number;
  readonly plan: Snapshot;
  /** What the plan costs, as moves are judged. */
  cost: number;
}

/** How many plans; the coldest and the hottest, in what the objective counts as one. A shop neither gains below the one nor remembers anything at the other. */
const RUNGS = 6;
const [COLDEST, HOTTEST] = [0.7, 4];
/** Steps a plan makes between two changes, for each activity. */
const STEPS_PER_ACTIVITY = 8;

/** All plans begin as the one at hand. `unit`: what the objective counts as one. */
export function createTempering(search: Running, random: Random, unit: number): Tempering {
  const { guided, queues } = search.annealer;
  const length = STEPS_PER_ACTIVITY * queues.count;
  const rungs = Array.from({ length: RUNGS }, (_, at): Rung => {
    const temperature = unit * COLDEST * (HOTTEST / COLDEST) ** (at / (RUNGS - 1));
    return { temperature, plan: createSnapshot(search.annealer), cost: guided };
  });
  return {
    adopt() {
      goBackTo(search.annealer, search.best);
      take(rungs[0]!);
    },
    round(control) {
      let steps = 0;
      for (const rung of rungs) {
        goBackTo(search.annealer, rung.plan);
        steps += anneal(search, random, () => rung.temperature, length, control).steps;
        take(rung);
      }
      for (let at = RUNGS - 1; at > 0; at -= 1) if (mayChange(rungs[at]!, rungs[at - 1]!, random)) changePlaces(rungs, at);
      return steps;
    },
  };

  function take(rung: Rung): void {
    takeSnapshot(search.annealer, rung.plan);
    rung.cost = search.annealer.guided;
  }
}

/** By the odds at which each temperature would keep the plans the other way round. */
const mayChange = (hotter: Rung, colder: Rung, random: Random): boolean =>
  random.next() < Math.exp((hotter.cost - colder.cost) * (1 / hotter.temperature - 1 / colder.temperature));

/** The plans of a place and of the next colder one. */
function changePlaces(rungs: Rung[], at: number): void {
  const [hotter, colder] = [rungs[at]!, rungs[at - 1]!];
  rungs[at] = { ...colder, temperature: hotter.temperature };
  rungs[at - 1] = { ...hotter, temperature: colder.temperature };
}

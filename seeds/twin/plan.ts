import { HALF_DAY_MINUTES } from '../../server/domain/ground/constants.ts';
import type { Charge } from './world.ts';

/** Where a plan has a process: plant minutes. */
export interface PlannedBar {
  readonly task: number;
  readonly facility: number | null;
  readonly unit: number | null;
  readonly start: number;
  readonly end: number;
  /** Its charge among those of the plan. */
  readonly charge: number | null;
}

/** A plan as it hangs on the wall: bars of what is open, by order task, and furnace charges. */
export interface Plan {
  readonly bars: ReadonlyMap<number, PlannedBar>;
  readonly charges: readonly Charge[];
}

export const NO_PLAN: Plan = { bars: new Map(), charges: [] };

/** Whether a bar is where it was: in the same half day, at the same facility. */
export const isKept = (was: PlannedBar, is: PlannedBar): boolean =>
  Math.floor(was.start / HALF_DAY_MINUTES) === Math.floor(is.start / HALF_DAY_MINUTES) && was.facility === is.facility;

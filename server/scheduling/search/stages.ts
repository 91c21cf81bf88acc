import type { Moving } from '../../domain/plant/run-options.ts';

/** A stretch of a search in which moving a bar costs so many times its usual price. */
export interface Stage {
  readonly movingPrice: number;
  /** Share of the budget at which it ends. */
  readonly until: number;
  /** Whether its cycles leave what moving costs aside at first. */
  readonly roams: boolean;
}

const stage = (movingPrice: number, until: number, roams = false): Stage => ({ movingPrice, until, roams });

/** Where no plan stands moving has no price. */
const FROM_SCRATCH: readonly Stage[] = [stage(1, 1)];

/**
 * Beside a standing plan the price falls: the search begins at the repair that moves least, and each stage takes over the plan of the one before. What a price
 * makes worth moving shows at once, while bars that moved too freely come back one by one only. Each stage leaves a plan to choose from.
 */
const FALLING: readonly Stage[] = [stage(256, 0.06), stage(16, 0.2), stage(4, 0.35), stage(1, 0.65), stage(0.25, 1, true)];

/** Only what must move, and what gains very much. */
const HIGH: readonly Stage[] = [stage(256, 0.4), stage(64, 0.7), stage(16, 1)];

/** The stages of a search. */
export const stagesOf = (stands: boolean, moving: Moving): readonly Stage[] =>
  !stands ? FROM_SCRATCH : moving === 'misfits' ? HIGH : FALLING;

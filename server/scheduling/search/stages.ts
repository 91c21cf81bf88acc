import type { Moving } from '../../domain/plant/run-options.ts';
import { type Price, USUAL_PRICE } from './lots/ledger.ts';

/** A stretch of a search in which moving a bar costs so much. */
export interface Stage {
  readonly price: Price;
  /** Share of the budget at which it ends. */
  readonly until: number;
  /** Whether its cycles leave what moving costs aside at first. */
  readonly roams: boolean;
  /** It is melted to this share of the warmth of a plan from scratch and cooled over the rest of the budget; 0: it goes in cycles. */
  readonly warmth: number;
}

const stage = (moving: number, until: number, others: Partial<Pick<Stage, 'roams' | 'warmth'>> = {}): Stage => ({
  price: { moving, moved: 0 },
  until,
  roams: false,
  warmth: 0,
  ...others,
});

/** More than any lateness: what stands where it stood stays, and what had to leave looks for a better place. */
const LEAVING_COST = 1e4;
const keeping = (until: number): Stage => ({ price: { ...USUAL_PRICE, moved: LEAVING_COST }, until, roams: false, warmth: 0 });

/** Where no plan stands moving has no price. */
const FROM_SCRATCH: readonly Stage[] = [stage(1, 1, { warmth: 1 })];

/**
 * Beside a standing plan the price falls: the search begins at the repair that keeps all that fits, and each stage takes over the plan of the one before. What a
 * price makes worth moving shows at once, while bars that moved too freely come back one by one only. Each stage leaves a plan to choose from.
 */
const FALLING: readonly Stage[] = [keeping(0.06), stage(16, 0.2), stage(4, 0.35), stage(1, 0.65), stage(0.25, 1, { roams: true })];

/** Only what must move, and what gains very much. */
const HIGH: readonly Stage[] = [keeping(0.5), stage(256, 0.7), stage(64, 0.85), stage(16, 1)];

/**
 * For the least lateness the plan is molten in the end, a little, at a low price of moving: cycles, however many, never leave the valley that it lies in, and a bad
 * plan would stay a bad one. The stages before it are short; each leaves a plan to choose from.
 */
const MOLTEN: readonly Stage[] = [keeping(0.04), stage(16, 0.07), stage(4, 0.1), stage(1, 0.15), stage(0.1, 1, { warmth: 0.15 })];

/** As if no plan stood: molten wholly, and moving costs nothing. What moved without need goes back in the end. */
const ANEW: readonly Stage[] = [stage(0, 1, { warmth: 1 })];

const BESIDE: Readonly<Record<Moving, readonly Stage[]>> = {
  misfits: HIGH,
  least: FALLING,
  standard: FALLING,
  punctual: MOLTEN,
  anew: ANEW,
};

/** The stages of a search. */
export const stagesOf = (stands: boolean, moving: Moving): readonly Stage[] => (stands ? BESIDE[moving] : FROM_SCRATCH);

import { dayNumber } from '../../../server/domain/ground/plant-time.ts';
import { COMPARE } from '../../texts/plans.ts';
import type { Comparison } from './load.ts';

type Order = Comparison['orders'][number];
export type Effect = keyof typeof COMPARE.effects;

/** What an order ships on and how late it is in the base, and in the plan that is told of. */
export interface Change {
  before: string | null;
  now: string | null;
  wasLate: number;
  isLate: number;
}

/** An order as the plan at a place has it beside the base at another. */
export const changeOf = ({ ships, late_days }: Pick<Order, 'ships' | 'late_days'>, base: number, of: number): Change => ({
  before: ships[base] ?? null,
  now: ships[of] ?? null,
  wasLate: late_days[base] ?? 0,
  isLate: late_days[of] ?? 0,
});

/** By how many days an order ships later; where a day is not known, by how many it is later than it should be. */
export const moreDays = ({ before, now, wasLate, isLate }: Change): number =>
  before && now ? dayNumber(now) - dayNumber(before) : isLate - wasLate;

/** Better, worse or neither: of what is late in one of them by its days late, of the rest it does not matter. */
export const toneOf = ({ wasLate, isLate }: Change): 'good' | 'bad' | 'neither' =>
  wasLate === isLate ? 'neither' : isLate < wasLate ? 'good' : 'bad';

/** What the change means for the deadline. */
export function effectText({ before, now, wasLate, isLate }: Change, deadline: string | null): string {
  const { gone, late, stillLate, slack } = COMPARE.effectOf;
  if (wasLate > 0 && isLate === 0) return gone;
  if (isLate > 0) return wasLate === 0 ? late(isLate) : stillLate(wasLate, isLate);
  if (!deadline || !before || !now) return '';
  const left = (date: string): number => dayNumber(deadline) - dayNumber(date);
  return slack(left(before), left(now));
}

/** Which orders come first under a filter: who gains by those that gain. */
export const firstOf = (effect: Effect, first: 'losing' | 'gaining'): 'losing' | 'gaining' =>
  effect === 'all' ? first : effect === 'earlier' || effect === 'no_longer_late' ? 'gaining' : 'losing';

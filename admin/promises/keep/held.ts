import { daysBetween, endDate, type PlantDate } from '../../../server/domain/ground/plant-time.ts';
import { wholeOf } from '../../parts/format.ts';
import type { Answer, Answered } from '../answered.ts';

export type Kept = NonNullable<Answer['kept']>;
/** An answer that is held now, and whose question it is. */
export interface Held {
  promise: Pick<Answered, 'id' | 'title'>;
  answer: Answer;
  kept: Kept;
}

const MOST_DAYS = 60;
/** For so many days a day is held where nothing else is said. */
export const USUAL_DAYS = 7;

/** The last day on which it is held. */
export const lastDay = ({ expires_at }: Pick<Kept, 'expires_at'>): PlantDate => endDate(expires_at);
/** The days that it is held beyond today; 0 on its last one. */
export const daysLeft = (kept: Pick<Kept, 'expires_at'>, today: PlantDate): number => daysBetween(today, lastDay(kept));

/** The number of days as typed; undefined where a day cannot be held for so many. */
export const daysOf = (text: string): number | undefined => wholeOf(text, MOST_DAYS);

/** Whether a line can be held: it has a day, and is neither held nor ordered. */
export const isHoldable = ({ date, kept }: Answer): boolean => date !== null && kept?.state !== 'kept' && kept?.state !== 'fulfilled';

/** The lines that can be held. */
export const holdableLines = (answers: readonly Answer[]): number[] => answers.filter(isHoldable).map(({ line }) => line);

/** All lines that are held: those that the plan does not keep first, then what expires first. */
export const heldOf = (promises: readonly Answered[]): Held[] =>
  promises
    .flatMap((promise) =>
      promise.answers.flatMap((answer) => (answer.kept?.state === 'kept' ? { promise, answer, kept: answer.kept } : [])),
    )
    .sort(
      (one, other) =>
        Number(other.kept.broken) - Number(one.kept.broken) ||
        one.kept.expires_at.localeCompare(other.kept.expires_at) ||
        one.promise.id - other.promise.id ||
        one.answer.line - other.answer.line,
    );

interface Orderable {
  product_id: number | null;
  number: number;
  open: boolean;
  promise: object | null;
}

/** The orders that can take the place of what is held: real ones of its product that are not done; those of as many pieces first. */
export function fittingOrders<Order extends Orderable>(
  orders: readonly Order[],
  { product_id, pieces }: Pick<Answer, 'product_id' | 'pieces'>,
): Order[] {
  const fitting = orders.filter((order) => order.product_id === product_id && order.open && order.promise === null);
  return [...fitting.filter(({ number }) => number === pieces), ...fitting.filter(({ number }) => number !== pieces)];
}

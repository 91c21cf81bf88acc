import { mostAtOnce } from '../../../../server/domain/bars/load.ts';

/** A stay in a lane from one moment up to, not including, another. */
export interface Stay {
  from: number;
  to: number;
  /** It takes no unit any more: it stands under the others. */
  last?: boolean;
  /** The lane of the unit that it has; left out: any. */
  unit?: number | undefined;
}

/**
 * Puts each stay in a lane so that no two of a lane overlap, in `least` lanes at least. A stay with a unit has the lane of that unit,
 * unless another one stands there; of the others, those that hold a unit take the upper lanes and finished ones the lower. Where no stay
 * has a unit, there are exactly as many lanes as stays lie over each other at most.
 */
export function lanesOf(stays: readonly Stay[], least = 0): { lanes: number[]; count: number } {
  const rows = Array.from({ length: Math.max(least, mostAtOnce(stays)) }, (): Stay[] => []);
  const lanes = new Array<number>(stays.length);
  const put = (at: number, wished: number | undefined): void => {
    const stay = stays[at]!;
    const isFree = (row: readonly Stay[] | undefined): boolean => row?.every(({ from, to }) => to <= stay.from || stay.to <= from) ?? false;
    const found = wished !== undefined && isFree(rows[wished]) ? wished : stay.last ? rows.findLastIndex(isFree) : rows.findIndex(isFree);
    const lane = found < 0 ? rows.push([]) - 1 : found;
    rows[lane]!.push(stay);
    lanes[at] = lane;
  };
  const order = stays.map((_, at) => at).sort((one, other) => stays[one]!.from - stays[other]!.from || one - other);
  for (const at of order) if (stays[at]!.unit !== undefined) put(at, stays[at]!.unit);
  for (const at of order) if (stays[at]!.unit === undefined) put(at, undefined);
  return { lanes, count: rows.length };
}

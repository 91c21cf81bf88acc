import type { Premise } from '../reading/rows/premises.ts';

/** What a trial changes, the smallest change first: of two that gain alike the smaller one is proposed. */
export const TRIAL_KINDS = ['lock', 'mate', 'charges', 'urgent', 'saturday', 'tightest', 'partner', 'unit'] as const;
export type TrialKind = (typeof TRIAL_KINDS)[number];

/** The cause that a trial comes from. */
export interface TrialCause {
  readonly kind: TrialKind;
  /** Where the late orders wait, or the bar stands whose lock is lifted; null: at no facility. */
  readonly facility_id: number | null;
  readonly outsourcing_code: string | null;
  /** The late orders that it holds, those first that it holds longest; empty where it comes from no late order. */
  readonly order_ids: readonly number[];
  /** Days late that it has over all of these orders. */
  readonly late_days: number;
}

/** A change of the plant that may make orders less late, and why. */
export interface Trial {
  readonly premises: readonly Premise[];
  readonly why: TrialCause;
}

/** Days late that one cause has, by order. */
export type DaysByOrder = ReadonlyMap<number, number>;

/** What a cause holds: its orders, those first that it holds longest, and their days. */
export function heldBy(days: DaysByOrder): Pick<TrialCause, 'order_ids' | 'late_days'> {
  const order_ids = [...days].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([order]) => order);
  return { order_ids, late_days: [...days.values()].reduce((sum, own) => sum + own, 0) };
}

/** A trial and how early it is tried. */
export interface Ranked {
  readonly trial: Trial;
  readonly rank: number;
}

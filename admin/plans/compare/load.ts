import type { Success } from '../../../server/contract/handlers.ts';

export type Comparison = Success<'comparePlans'>;
export type Compared = Comparison['plans'][number];

/** Hours of each plan, in the order of their columns. */
export type Hours = readonly number[];

/** A facility in all plans: its hours by week, in the order of the weeks. */
export interface LoadRow {
  facility_id: number;
  facility_name: string;
  weeks: readonly Hours[];
  /** Hours by which its weeks differ, all together. */
  differs: number;
  /** Hours of its fullest week. */
  most: number;
}

/** Hours from which a difference is one: less is lost in rounding. */
const LEAST_HOURS = 0.05;

/** By how many hours plans lie apart; 0 where they are as good as the same. */
export function spreadOf(hours: Hours): number {
  const spread = Math.max(...hours) - Math.min(...hours);
  return spread < LEAST_HOURS ? 0 : spread;
}

/** The weeks that any plan has work in, and the facilities, those first that differ most. */
export function loadOf(plans: readonly Pick<Compared, 'load'>[]): { weeks: string[]; rows: LoadRow[] } {
  const weeks = [...new Set(plans.flatMap(({ load }) => load.map(({ week }) => week)))].sort();
  const names = new Map(plans.flatMap(({ load }) => load.map(({ facility_id, facility_name }) => [facility_id, facility_name] as const)));
  const found = plans.map(({ load }) => new Map(load.map((cell) => [`${cell.facility_id} ${cell.week}`, cell.hours])));
  const rows = [...names].map(([facility_id, facility_name]): LoadRow => {
    const each = weeks.map((week): Hours => found.map((hours) => hours.get(`${facility_id} ${week}`) ?? 0));
    return {
      facility_id,
      facility_name,
      weeks: each,
      differs: each.reduce((sum, hours) => sum + spreadOf(hours), 0),
      most: Math.max(...each.flat()),
    };
  });
  return { weeks, rows: rows.sort((a, b) => b.differs - a.differs || a.facility_name.localeCompare(b.facility_name, 'ja')) };
}

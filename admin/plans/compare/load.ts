import type { Success } from '../../../server/contract/handlers.ts';

export type Comparison = Success<'comparePlans'>;
export type Compared = Comparison['plans'][number];

/** Hours of both plans, this one first. */
export type Both = readonly [number, number];

/** A facility in both plans: its hours by week, in the order of the weeks. */
export interface LoadRow {
  facility_id: number;
  facility_name: string;
  weeks: readonly Both[];
  total: Both;
  /** Hours by which its weeks differ, all together. */
  differs: number;
}

/** Hours from which a difference is one: less is lost in rounding. */
const LEAST_HOURS = 0.05;

/** By how much a plan has more hours than the other; 0 where they are as good as the same. */
export const moreHours = ([one, other]: Both): number => (Math.abs(one - other) < LEAST_HOURS ? 0 : one - other);

/** A difference of so much of the larger one catches the eye. */
const TELLING_SHARE = 0.05;
/** Whether both differ so much that it matters. */
export const isTelling = (both: Both): boolean => Math.abs(moreHours(both)) > TELLING_SHARE * Math.max(...both);

/** The weeks that either plan has work in, and the facilities, those first that differ most. */
export function loadOf(plans: readonly Pick<Compared, 'load'>[]): { weeks: string[]; rows: LoadRow[] } {
  const weeks = [...new Set(plans.flatMap(({ load }) => load.map(({ week }) => week)))].sort();
  const names = new Map(plans.flatMap(({ load }) => load.map(({ facility_id, facility_name }) => [facility_id, facility_name] as const)));
  const hours = plans.map(({ load }) => new Map(load.map((cell) => [`${cell.facility_id} ${cell.week}`, cell.hours])));
  const rows = [...names].map(([facility_id, facility_name]): LoadRow => {
    const both = weeks.map((week): Both => [0, 1].map((at) => hours[at]?.get(`${facility_id} ${week}`) ?? 0) as unknown as Both);
    const total = both.reduce<Both>((sum, [one, other]) => [sum[0] + one, sum[1] + other], [0, 0]);
    return { facility_id, facility_name, weeks: both, total, differs: both.reduce((sum, week) => sum + Math.abs(moreHours(week)), 0) };
  });
  return { weeks, rows: rows.sort((a, b) => b.differs - a.differs || a.facility_name.localeCompare(b.facility_name, 'ja')) };
}

import { counted } from '../../../server/domain/texts/numbers.ts';
import { arrowOf } from '../../figures/Change.tsx';
import { COMPARE } from '../../texts/plans.ts';
import type { Compared } from './load.ts';

/** What is said beside a figure: green is better, red costs, the rest is neither. */
export interface Beside {
  text: string;
  tone: 'good' | 'bad' | 'neither';
}

/** A row of the table: a figure of each plan, and what is said of it beside the base. */
export interface FigureRow {
  name: keyof typeof COMPARE.rows;
  text(plan: Compared): string;
  beside(plan: Compared, base: Compared): Beside | undefined;
}

const { units } = COMPARE;
const written = (value: number, digits: number): string =>
  value.toLocaleString('ja-JP', { minimumFractionDigits: digits, maximumFractionDigits: digits });

interface Measure {
  name: keyof typeof COMPARE.rows;
  of(plan: Compared): number | null;
  unit: string;
  /** Which way is good: 1 up, -1 down, 0 neither. */
  good: 1 | -1 | 0;
  /** Behind the point; none unless said. */
  digits?: number;
  /** Of a difference. */
  differenceUnit?: string;
  /** What is said of more and less, where that is not better or worse. */
  words?: { more: string; less: string };
}

/** By how much a plan has more of what is shown: arrow, amount, and whether that is better. */
function differenceOf(measure: Measure, plan: Compared, base: Compared): Beside | undefined {
  const { of, unit, good, digits = 0, differenceUnit = unit, words } = measure;
  const [value, other] = [of(plan), of(base)];
  if (value === null || other === null) return undefined;
  const by = Number(value.toFixed(digits)) - Number(other.toFixed(digits));
  if (Math.abs(by) < 10 ** -digits / 2) return { text: COMPARE.same, tone: 'neither' };
  const tone = good === 0 ? 'neither' : by * good > 0 ? 'good' : 'bad';
  const judged = tone === 'good' ? COMPARE.better : tone === 'bad' ? COMPARE.worse : '';
  const word = words ? words[by > 0 ? 'more' : 'less'] : judged;
  return { text: `${arrowOf(by)} ${written(Math.abs(by), digits)}${differenceUnit} ${word}`.trim(), tone };
}

function measured(measure: Measure): FigureRow {
  const { name, of, unit, digits = 0 } = measure;
  const text = (plan: Compared): string => {
    const value = of(plan);
    return value === null ? COMPARE.none : `${written(value, digits)}${unit}`;
  };
  return { name, text, beside: (plan, base) => differenceOf(measure, plan, base) };
}

const closed: Measure = {
  name: 'closed_hours',
  of: (plan) => plan.closed_hours,
  unit: units.hours,
  good: -1,
  digits: 1,
  words: { more: COMPARE.more, less: COMPARE.less },
};

/** How many orders a plan has better or worse than the base, and of how many that decides whether they are late. */
const effect = (
  name: 'less_late' | 'more_late',
  tone: Beside['tone'],
  decided: (beside: NonNullable<Compared['beside_base']>) => string,
): FigureRow => ({
  name,
  text: ({ beside_base }) => (beside_base ? `${counted(beside_base[name])}${units.orders}` : COMPARE.none),
  beside: ({ beside_base }) => (beside_base ? { text: decided(beside_base), tone: beside_base[name] === 0 ? 'neither' : tone } : undefined),
});

/** What stands in the table, by what it speaks of. */
export const FIGURES: readonly { group: keyof typeof COMPARE.groups; rows: readonly FigureRow[] }[] = [
  {
    group: 'late',
    rows: [
      measured({ name: 'late_orders', of: (plan) => plan.late_orders, unit: units.orders, good: -1 }),
      measured({ name: 'late_days', of: (plan) => plan.late_days, unit: units.days, good: -1 }),
      measured({ name: 'worst_late_days', of: (plan) => plan.worst_late_days, unit: units.days, good: -1 }),
      effect('less_late', 'good', ({ no_longer_late }) => COMPARE.noLongerLate(no_longer_late)),
      effect('more_late', 'bad', ({ newly_late }) => COMPARE.newlyLate(newly_late)),
    ],
  },
  {
    group: 'moves',
    rows: [
      {
        name: 'moved',
        text: ({ beside_base }) => (beside_base ? COMPARE.moved(beside_base.moved_orders, beside_base.moved_entries) : COMPARE.none),
        beside: ({ beside_base }) => (beside_base ? { text: COMPARE.movedFar(beside_base.moved_far), tone: 'neither' } : undefined),
      },
    ],
  },
  {
    group: 'furnaces',
    rows: [
      measured({ name: 'furnace_runs', of: (plan) => plan.furnace_runs, unit: units.runs, good: 0 }),
      measured({
        name: 'furnace_fill',
        unit: units.percent,
        good: 1,
        differenceUnit: units.points,
        digits: 1,
        of: ({ furnace_fill }) => (furnace_fill === null ? null : furnace_fill * 100),
      }),
    ],
  },
  {
    group: 'people',
    rows: [
      measured({ name: 'work_hours', of: (plan) => plan.work_hours, unit: units.hours, good: 0, digits: 1 }),
      {
        ...measured(closed),
        text: ({ closed_days, closed_hours }) => COMPARE.closedDays(closed_days, `${written(closed_hours, 1)}${units.hours}`),
      },
    ],
  },
];

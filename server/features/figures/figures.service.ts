import { transaction } from '../../db/errors.ts';
import { type Plan, plannedAt } from '../../db/plan.ts';
import { allClosedDays } from '../../db/sql/calendar.ts';
import { keepOrderStatesIfPossible } from '../../db/sql/states.ts';
import { overWholeTables } from '../../db/sql/whole.ts';
import type { Db } from '../../db/types.ts';
import { LONGEST_BAR_DAYS } from '../../domain/ground/constants.ts';
import { invalid } from '../../domain/ground/errors.ts';
import {
  addDays,
  type Clock,
  dayNumber,
  daysBetween,
  type Instant,
  type PlantDate,
  plantDate,
  toInstant,
} from '../../domain/ground/plant-time.ts';
import { PLACES, type Place } from '../../domain/plant/places.ts';
import { FIGURE_TEXTS as TEXTS } from '../../domain/texts/plan/figures.ts';
import { furnaceDays } from '../work/work.service.ts';
import { shippedDays } from './completion.store.ts';
import { type Daily, figuresOf, furnaceOf, meanOf, type SpanFigures, worksAtEnd } from './figures.rules.ts';
import { type Furnace, furnaces } from './furnaces.store.ts';
import { type FacilityWeek, loadWeeks } from './load.store.ts';
import { type Losses, lossesOf } from './losses.store.ts';
import {
  type Comparison,
  type ComparisonKind,
  comparisonsOf,
  daysOf,
  daysPassed,
  monthsUpTo,
  type PeriodKind,
  type Span,
  spanOf,
  weekOf,
  weeksUpTo,
} from './periods.rules.ts';
import { type LastRun, lastRun, type PlanFigures, planFigures } from './plan.store.ts';
import { type PromiseFigures, promiseFiguresOf } from './promises.rules.ts';
import { promisedLines, promisedOrders } from './promises.store.ts';
import { lotsInWork, worksDays } from './works.store.ts';

export { figuresOfRuns, lateOrders, type PlanFigures } from './plan.store.ts';

/** Weeks of the lines and of the load. */
const LINE_WEEKS = 12;
const LOAD_WEEKS = 8;
/** Months of what was promised. */
const PROMISE_MONTHS = 12;
/** The longest range that can be asked for, in days. */
const LONGEST_RANGE = 366;

/** Which days the figures are asked of. */
export interface FiguresQuery {
  period?: PeriodKind;
  from_date?: PlantDate;
  to_date?: PlantDate;
}

export interface FurnaceFigures extends Furnace {
  runs: number;
  fill: number | null;
  runs_before: number;
  fill_before: number | null;
}

export interface FacilityLoad {
  facility_id: number;
  facility_name: string;
  units: number;
  furnace: boolean;
  weeks: { needed_hours: number; open_hours: number; stopped: boolean }[];
}

/** 指標: everything the page shows of a period. */
export interface Figures {
  now: Instant;
  planned_at: Instant | null;
  /** The plan as it stands now; null before the first run. */
  plan: PlanFigures | null;
  period: SpanFigures & { kind: PeriodKind };
  comparisons: (SpanFigures & { kind: ComparisonKind })[];
  weeks: SpanFigures[];
  furnaces: FurnaceFigures[];
  places: { place: Place; lots: number; lots_before: number | null }[];
  load: { weeks: { from_date: PlantDate; working_days: number }[]; facilities: FacilityLoad[] };
  losses: Losses;
  promises: PromiseFigures;
  last_run: LastRun | null;
}

/** The plant's figures of a period (docs/figures.md), as far as they are of a plan by this one, read from one snapshot. Throws a field map for a bad range. */
export async function plantFigures(db: Db, plan: Plan, clock: Clock, query: FiguresQuery): Promise<Figures> {
  const now = clock();
  const today = plantDate(now);
  const kind = query.period ?? (query.from_date || query.to_date ? 'range' : 'this_week');
  const span = spanOf(kind, today, kind === 'range' ? rangeOf(query) : weekOf(today));
  const comparisons = comparisonsOf(kind, span);
  const line = weeksUpTo(span.to < today ? span.to : today, LINE_WEEKS);
  await keepOrderStatesIfPossible(db);
  return transaction(
    db,
    (trx) =>
      overWholeTables(trx, async () => {
        const planned_at = await plannedAt(trx, plan);
        const all = around([span, ...line, ...comparisons.flatMap(({ spans }) => spans)]);
        const daily = { ...(await readDaily(trx, plan, all, today)), planned: planned_at !== null };
        const days = daysPassed(span, today);
        return {
          now: toInstant(now),
          planned_at,
          plan: planned_at === null ? null : await planFigures(trx, plan, today),
          period: { kind, ...figuresOf(daily, span, days) },
          comparisons: comparisons.map(({ kind, spans }) => ({ kind, ...comparedOf(daily, spans, days) })),
          weeks: line.map((week) => figuresOf(daily, week, daysPassed(week, today))),
          furnaces: furnaceFigures(daily, await furnaces(trx), span, comparisons[0]),
          places: placesOf(daily, span, comparisons[0]),
          load: await loadOf(trx, plan, today, daily.closed),
          losses: await lossesOf(trx, span, toInstant(now)),
          promises: await promisesOf(trx, plan, monthsUpTo(span.to, PROMISE_MONTHS), today),
          last_run: (await lastRun(trx)) ?? null,
        };
      }),
    { isolation: 'repeatable read' },
  );
}

/** What became of the days that were promised in a span. */
async function promisesOf(db: Db, plan: Plan, span: Span, today: PlantDate): Promise<PromiseFigures> {
  const range = [span.from, span.to] as const;
  return promiseFiguresOf(span, await promisedLines(db, range), await promisedOrders(db, plan, range, today), today);
}

/** The chosen days. Throws a field map. */
function rangeOf({ from_date, to_date }: FiguresQuery): Span {
  if (!from_date) throw invalid({ from_date: [TEXTS.required] });
  if (!to_date) throw invalid({ to_date: [TEXTS.required] });
  const days = daysBetween(from_date, to_date) + 1;
  if (days > LONGEST_RANGE) throw invalid({ to_date: [TEXTS.tooLong(LONGEST_RANGE)] });
  return { from: from_date, to: to_date };
}

const around = (spans: readonly Span[]): Span => ({
  from: spans.map(({ from }) => from).sort()[0] as PlantDate,
  to: spans
    .map(({ to }) => to)
    .sort()
    .at(-1) as PlantDate,
});

/** What the days of a span are summed from. Today's lots in work are counted now. */
async function readDaily(db: Db, plan: Plan, span: Span, today: PlantDate): Promise<Omit<Daily, 'planned'>> {
  const range = [span.from, span.to] as const;
  const { isClosed } = await allClosedDays(db);
  const closed = (date: PlantDate): boolean => isClosed(dayNumber(date));
  const works = await worksDays(db, [span.from, addDays(today, -1)]);
  works.set(today, await lotsInWork(db, today));
  return { shipped: await shippedDays(db, plan, range, today), furnaces: await furnaceDays(db, plan, range), works, closed, today };
}

/** What a period is held against; while it is under way its shipments of as many days. */
const comparedOf = (daily: Daily, spans: Comparison['spans'], days: number | undefined): SpanFigures => {
  const weeks = spans.map((span) => figuresOf(daily, span, days));
  return weeks.length === 1 ? (weeks[0] as SpanFigures) : meanOf(weeks);
};

/** Every furnace in use, and those that were: the runs of all of them are the plant's. */
function furnaceFigures(daily: Daily, known: readonly Furnace[], span: Span, before: Comparison | undefined): FurnaceFigures[] {
  const gone = new Map<number, Furnace>();
  for (const { day, facility_id, facility_name } of daily.furnaces)
    if (day >= span.from && day <= span.to && !known.some((furnace) => furnace.facility_id === facility_id))
      gone.set(facility_id, { facility_id, facility_name, units: 0 });
  return [...known, ...gone.values()].map((furnace) => {
    const last = before && furnaceOf(daily, before.spans[0] as Span, furnace.facility_id);
    return { ...furnace, ...furnaceOf(daily, span, furnace.facility_id), runs_before: last?.runs ?? 0, fill_before: last?.fill ?? null };
  });
}

/** Where the lots in work are; none where nobody counted them in the period. */
function placesOf(daily: Daily, span: Span, before: Comparison | undefined): Figures['places'] {
  const now = worksAtEnd(daily, span);
  if (!now) return [];
  const last = before && worksAtEnd(daily, before.spans[0] as Span);
  const held = PLACES.filter((place) => place !== 'other' || now.has(place) || last?.has(place));
  return held.map((place) => ({ place, lots: now.get(place) ?? 0, lots_before: last ? (last.get(place) ?? 0) : null }));
}

/** The load of the eight weeks from this one on, the busiest facility first. */
async function loadOf(db: Db, plan: Plan, today: PlantDate, closed: Daily['closed']): Promise<Figures['load']> {
  const { from } = weekOf(today);
  const rows = await loadWeeks(db, plan, { from, weeks: LOAD_WEEKS, today, calendar: calendarOf(from, closed) });
  const facilities = new Map<number, FacilityLoad>();
  for (const { week: _, needed_hours, open_hours, stopped, ...facility } of rows) {
    const load = facilities.get(facility.facility_id) ?? { ...facility, weeks: [] };
    load.weeks.push({ needed_hours, open_hours, stopped });
    facilities.set(facility.facility_id, load);
  }
  const weeks = Array.from({ length: LOAD_WEEKS }, (_, index) => weekOf(addDays(from, 7 * index)));
  return {
    weeks: weeks.map((week) => ({ from_date: week.from, working_days: daysOf(week).filter((date) => !closed(date)).length })),
    facilities: [...facilities.values()].filter(hasLoad).sort((one, other) => busiest(other) - busiest(one)),
  };
}

/** Working days up to each day, as far as bars that touch the weeks of the load may reach. */
function calendarOf(from: PlantDate, closed: Daily['closed']): { from: PlantDate; counts: number[] } {
  const reach = { from: addDays(from, -LONGEST_BAR_DAYS - 1), to: addDays(from, LONGEST_BAR_DAYS + 7 * LOAD_WEEKS) };
  let count = 0;
  const counts = daysOf(reach).map((date) => {
    if (!closed(date)) count += 1;
    return count;
  });
  return { from: reach.from, counts };
}

const hasLoad = ({ weeks }: FacilityLoad): boolean => weeks.some(({ needed_hours }) => needed_hours > 0);
/** The fullest week; work for a facility that is not open at all counts as more than full. */
const busiest = ({ weeks }: FacilityLoad): number =>
  Math.max(
    ...weeks.map(
      ({ needed_hours, open_hours }: Pick<FacilityWeek, 'needed_hours' | 'open_hours'>) => needed_hours / Math.max(open_hours, 1),
    ),
  );

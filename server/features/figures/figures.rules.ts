import type { components } from '../../contract/types.ts';
import type { PlantDate } from '../../domain/ground/plant-time.ts';
import type { FurnaceDay } from '../work/work.service.ts';
import type { ShippedDay } from './completion.store.ts';
import { daysOf, firstDays, type Span } from './periods.rules.ts';
import type { LotsByPlace } from './works.store.ts';

/** The figures of a span of days. Null: nothing happened in it, or nothing is known of it, from which the figure could be made. */
export type SpanFigures = components['schemas']['SpanFigures'];

/** What the figures of any span are summed from, day by day. */
export interface Daily {
  shipped: readonly ShippedDay[];
  furnaces: readonly FurnaceDay[];
  works: ReadonlyMap<PlantDate, LotsByPlace>;
  closed: (date: PlantDate) => boolean;
  /** What begins after it is planned, not done. */
  today: PlantDate;
  /** Whether there is a plan: without one, no furnace run is known of the days to come. */
  planned: boolean;
}

const ratio = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);
const within = <Row extends { day: PlantDate }>(rows: readonly Row[], { from, to }: Span): Row[] =>
  rows.filter(({ day }) => day >= from && day <= to);
const sum = <Row>(rows: readonly Row[], of: (row: Row) => number): number => rows.reduce((total, row) => total + of(row), 0);
const lotsOf = (places: LotsByPlace): number => sum([...places.values()], (lots) => lots);

/** What was in the works at the end of a span: the newest day in it that was counted. */
export function worksAtEnd({ works }: Pick<Daily, 'works'>, { from, to }: Span): LotsByPlace | undefined {
  const day = [...works.keys()]
    .filter((date) => date >= from && date <= to)
    .sort()
    .at(-1);
  return day === undefined ? undefined : works.get(day);
}

/** The figures of one span; of its shipments those of so many first days, where not all of it has passed. */
export function figuresOf(daily: Daily, span: Span, days?: number): SpanFigures {
  const told = firstDays(span, days);
  const shipped = within(daily.shipped, told);
  const furnaces = within(daily.furnaces, span);
  const works = worksAtEnd(daily, span);
  const counts = {
    working_days: daysOf(span).filter((date) => !daily.closed(date) && (daily.planned || date <= daily.today)).length,
    shipped: sum(shipped, (day) => day.shipped),
    due: sum(shipped, (day) => day.due),
    on_time: sum(shipped, (day) => day.on_time),
    furnace_runs: sum(furnaces, (day) => day.runs),
    furnace_runs_planned: sum(
      furnaces.filter(({ day }) => day > daily.today),
      ({ runs }) => runs,
    ),
  };
  return {
    from_date: span.from,
    to_date: span.to,
    shipped_to: told.to,
    ...counts,
    on_time_rate: ratio(counts.on_time, counts.due),
    late_days: counts.due > 0 ? sum(shipped, (day) => day.late_days) : null,
    furnace_fill: ratio(
      sum(furnaces, (day) => day.fill),
      sum(furnaces, (day) => day.filled),
    ),
    furnace_runs_a_day: counts.furnace_runs > 0 ? ratio(counts.furnace_runs, counts.working_days) : null,
    lots_in_work: works ? lotsOf(works) : null,
    flow_days: ratio(
      sum(shipped, (day) => day.flow_days),
      sum(shipped, (day) => day.flowed),
    ),
  };
}

/** The mean of several weeks, figure by figure; weeks without one are left out. */
export function meanOf(weeks: readonly SpanFigures[]): SpanFigures {
  const mean = (of: (week: SpanFigures) => number | null): number | null => {
    const known = weeks.map(of).filter((value) => value !== null);
    return ratio(
      sum(known, (value) => value),
      known.length,
    );
  };
  const count = (of: (week: SpanFigures) => number): number => mean(of) ?? 0;
  return {
    from_date: weeks[0]?.from_date ?? '',
    to_date: weeks.at(-1)?.to_date ?? '',
    shipped_to: weeks.at(-1)?.shipped_to ?? '',
    working_days: count((week) => week.working_days),
    shipped: count((week) => week.shipped),
    due: count((week) => week.due),
    on_time: count((week) => week.on_time),
    furnace_runs: count((week) => week.furnace_runs),
    furnace_runs_planned: count((week) => week.furnace_runs_planned),
    on_time_rate: mean((week) => week.on_time_rate),
    late_days: mean((week) => week.late_days),
    furnace_fill: mean((week) => week.furnace_fill),
    furnace_runs_a_day: mean((week) => week.furnace_runs_a_day),
    lots_in_work: mean((week) => week.lots_in_work),
    flow_days: mean((week) => week.flow_days),
  };
}

/** Runs and fill of one furnace in a span. */
export function furnaceOf(daily: Daily, span: Span, facilityId: number): { runs: number; fill: number | null } {
  const days = within(daily.furnaces, span).filter((day) => day.facility_id === facilityId);
  return {
    runs: sum(days, (day) => day.runs),
    fill: ratio(
      sum(days, (day) => day.fill),
      sum(days, (day) => day.filled),
    ),
  };
}

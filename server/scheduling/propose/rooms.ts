import { addDays, dateOfDay, datesBetween, dayNumber, type PlantDate, weekday, weekStart } from '../../domain/ground/plant-time.ts';
import type { Stands } from '../explain/as-it-stands.ts';
import { openBetween, usesOf } from '../explain/wait.ts';
import type { Problem } from '../problem.ts';
import { closedDaysOf } from '../reading/rows/horizon.ts';
import type { PlanningRows } from '../reading/rows/input.ts';
import type { Premise } from '../reading/rows/premises.ts';
import type { Crowd } from './crowds.ts';
import { heldBy, type Ranked, type TrialKind } from './trial.ts';

const SATURDAY = 6;
const WEEK_DAYS = 7;
/** Saturdays that are tried one by one, and those that are opened together. */
const [SINGLE_SATURDAYS, TOGETHER] = [3, 4];
/** A Saturday for the tightest facility is looked for in so many days. */
const NEXT_SATURDAY_DAYS = 14;

/** The calendar of one facility: which Saturdays could be opened, and how many units it has on a day. */
interface Calendar {
  saturdays(from: PlantDate, to: PlantDate): PlantDate[];
  /** Units of a day that is not closed; 0: it stands. */
  units(date: PlantDate): number;
  isClosed(date: PlantDate): boolean;
  readonly usual: number;
}

function calendarOf(rows: PlanningRows, facility: number): Calendar {
  const { isClosed } = closedDaysOf(rows);
  const said = new Map(rows.facility_availabilities.flatMap((row) => (row.facility_id === facility ? [[row.date, row]] : [])));
  const usual = rows.facilities.find(({ id }) => id === facility)?.availability ?? 1;
  return {
    usual,
    isClosed: (date) => isClosed(dayNumber(date)),
    units: (date) => said.get(date)?.units ?? usual,
    saturdays: (from, to) =>
      datesBetween(from, to).filter((date) => {
        const row = said.get(date);
        // Where it is open already, or stands out of order, nothing is to be opened.
        return weekday(date) === SATURDAY && isClosed(dayNumber(date)) && !row?.units && !row?.stop;
      }),
  };
}

/** The date on which a tick lies. */
export const dateAt = ({ day }: Problem, tick: number): PlantDate => dateOfDay(day!.origin + Math.floor(tick / day!.ticks));

const opened = (facility_id: number, date: PlantDate, units: number): Premise => ({
  kind: 'availability',
  facility_id,
  units,
  from_date: date,
  to_date: date,
});

/** Trials of more room at a facility at which late orders wait: the next Saturdays until their waits end, and a unit more over the weeks of these waits. */
export function roomTrials(rows: PlanningRows, problem: Problem, { machine, days, others, from, to }: Crowd): Ranked[] {
  const facility_id = problem.plant!.machines[machine]!.facility_id!;
  const calendar = calendarOf(rows, facility_id);
  const ranked = (kind: TrialKind, premises: readonly Premise[], held: ReadonlyMap<number, number>, share: number): Ranked[] => {
    const { order_ids, late_days } = heldBy(new Map([...held].filter(([, own]) => own > 0)));
    const trial = { premises, why: { kind, facility_id, outsourcing_code: null, order_ids, late_days } };
    return premises.length === 0 || late_days === 0 ? [] : [{ trial, rank: late_days * share }];
  };
  const first = dateAt(problem, problem.planningStart);
  const saturdays = calendar.saturdays(first, dateAt(problem, to)).map((date) => opened(facility_id, date, Math.max(1, calendar.usual)));
  const monday = weekStart(dateAt(problem, Math.max(from, problem.planningStart)));
  const sunday = addDays(weekStart(dateAt(problem, to)), WEEK_DAYS);
  return [
    ...ranked('unit', oneMoreUnit(facility_id, calendar, monday < first ? first : monday, sunday), others, 1),
    ...saturdays.slice(0, SINGLE_SATURDAYS).flatMap((premise, at) => ranked('saturday', [premise], days, 1 / (at + 1))),
    ...(saturdays.length > 1 ? ranked('saturday', saturdays.slice(0, TOGETHER), days, 1 / 2) : []),
  ];
}

/** A unit more on every working day on which the facility has any: a premise for each stretch of days with as many units. */
function oneMoreUnit(facility_id: number, calendar: Calendar, from: PlantDate, to: PlantDate): Premise[] {
  const stretches: { from: PlantDate; to: PlantDate; units: number }[] = [];
  let last: (typeof stretches)[number] | undefined;
  for (const date of datesBetween(from, to)) {
    if (calendar.isClosed(date)) continue;
    const units = calendar.units(date);
    if (last && last.units === units) last.to = date;
    else {
      last = { from: date, to: date, units };
      stretches.push(last);
    }
  }
  return stretches
    .filter(({ units }) => units > 0)
    .map(({ from, to, units }) => ({ kind: 'availability', facility_id, from_date: from, to_date: to, units: units + 1 }));
}

/** A Saturday for the facility that is most taken in the coming week, whatever is late. */
export function tightestTrial(rows: PlanningRows, { problem, solution }: Stands): Ranked[] {
  const from = problem.planningStart;
  const until = from + WEEK_DAYS * problem.day!.ticks;
  const uses = usesOf(problem, solution);
  const taken = problem.machines.map(({ kind, unlimited }, machine) => {
    const open = openBetween(problem, machine, from, until, true);
    if (unlimited || open === 0 || problem.plant!.machines[machine]!.facility_id === null) return 0;
    const busy = uses[machine]!.map(({ start, end }) => {
      const [begin, stop] = [Math.max(start, from), Math.min(end, until)];
      if (begin >= stop) return 0;
      return kind === 'furnace' ? stop - begin : openBetween(problem, machine, begin, stop, false);
    });
    return busy.reduce((sum, own) => sum + own, 0) / open;
  });
  const most = Math.max(0, ...taken);
  if (most === 0) return [];
  const facility_id = problem.plant!.machines[taken.indexOf(most)]!.facility_id!;
  const calendar = calendarOf(rows, facility_id);
  const first = dateAt(problem, from);
  const [date] = calendar.saturdays(first, addDays(first, NEXT_SATURDAY_DAYS));
  if (!date) return [];
  const why = { kind: 'tightest' as const, facility_id, outsourcing_code: null, order_ids: [], late_days: 0 };
  return [{ trial: { premises: [opened(facility_id, date, Math.max(1, calendar.usual))], why }, rank: 0 }];
}

import type { Conflict, HeldBy, RecipeValues, TooLarge } from '../../../domain/bars/conflicts.ts';
import { endConflictsOn } from '../../../domain/bars/judge.ts';
import { beganAt } from '../../../domain/bars/marks.ts';
import {
  type BarRules,
  conflictsOf,
  type FirstDay,
  firstDayOf,
  lengthConflicts,
  loadConflicts,
  type Needs,
  type RuledBar,
} from '../../../domain/bars/rules.ts';
import { TICK_MINUTES, TICKS_PER_DAY } from '../../../domain/ground/constants.ts';
import { ANY_WEEKDAY, dateOfDay, plantMinutes, weekdayBits } from '../../../domain/ground/plant-time.ts';
import { brokenLimits, carries, type Piece, readPiece, sizeAgainst } from '../../../domain/plant/piece.ts';
import { isOutsourced } from '../../../domain/plant/task-purpose.ts';
import { hoursOf } from '../../calendar.ts';
import { fixedBarOf } from '../../fixed-bars.ts';
import type { FixedBar, FixedConflict, KeptAs, PlantRecipe } from '../../plant.ts';
import { NONE, type Problem } from '../../problem.ts';
import { type LotCase, type Step, workTicks } from '../lots/steps.ts';
import { isHeatTask, mayStandIn, treatmentRow } from '../masters/treatments.ts';
import type { Reading } from '../reading.ts';
import { type Horizon, tickOf } from '../rows/horizon.ts';
import type { FacilityRow, PlanEntryRow } from '../rows/input.ts';
import { storedRuns } from './runs.ts';

/** Nothing of the step starts before it; may lie before the horizon, -Infinity: nothing holds it back. */
export interface Release {
  readonly tick: number;
  readonly by: HeldBy;
}

/** Why an entry stays where it is. */
export function keptAs(horizon: Horizon, entry: PlanEntryRow): KeptAs {
  const start = plantMinutes(entry.start_at) / TICK_MINUTES - horizon.origin * TICKS_PER_DAY;
  if (!entry.locked && !entry.created_by_hand) return start < horizon.planningStart ? 'under_way' : 'frozen';
  if (start < horizon.now || beganAt(entry.start_at, entry.started_at)) return 'begun';
  return entry.created_by_hand ? 'by_hand' : 'locked';
}

/** An entry as messages name it. */
export function fixedBar(horizon: Horizon, lot: { label: string; order_id: number }, entry: PlanEntryRow): FixedBar {
  const { id: entry_id, order_task_id, task_id } = entry;
  const { label, order_id } = lot;
  const start_minutes = plantMinutes(entry.start_at);
  return { entry_id, order_task_id, order_id, task_id, label, start_minutes, kept: keptAs(horizon, entry) };
}

/** Whether the bar is still to begin: what has begun is a fact, and nothing is gained by holding it against the rules. */
const isAhead = ({ kept }: FixedBar): boolean => kept !== 'begun' && kept !== 'under_way';

/** Holds a fixed entry of a lot against what an open row obeys; the load, the length and the mates of furnace runs are judged run by run. */
export function judgeFixed(reading: Reading, lot: LotCase, step: Step, release: Release | null): void {
  const entry = step.entry!;
  const bar = fixedBar(reading.horizon, { label: lot.label, order_id: lot.order.id }, entry);
  if (!isAhead(bar)) return;
  const where = whereAt(reading, step, entry, entry.facility_id);
  const { facility } = where;
  const rules = rulesOf(reading, lot, { ...step, ...where, release });
  for (const { start, end } of spansOf(reading, entry)) {
    const ruled = ruledBar(reading, facility, start, end);
    const works = !where.away && !isHeatTask(reading.facts, lot.product.id, step.task_id);
    const closed = reading.alone ? [] : closedEnds(reading, ruled, facility, works);
    for (const conflict of [...conflictsOf(ruled, rules), ...closed].map((one) => ofStop(reading, facility, one)))
      reading.conflicts.push({ conflict, facility_id: facility?.id ?? null, bars: [bar], others: [] });
  }
}

/** A day without a unit, said to be one of a stop where it is. */
function ofStop({ facts }: Reading, facility: FacilityRow | null, conflict: Conflict): Conflict {
  if (!facility || (conflict.kind !== 'shut_day' && conflict.kind !== 'shut_end')) return conflict;
  const row = facts.availabilities.get(facility.id)?.find(({ date }) => date === conflict.date);
  return row?.stop ? { ...conflict, stopped: 1 } : conflict;
}

/** That a bar begins on a holiday, or its work ends on a day without work. */
function closedEnds(reading: Reading, { end, date, first_day }: RuledBar, facility: FacilityRow | null, works: boolean): Conflict[] {
  const starts: Conflict[] = first_day === 'holiday' ? [{ kind: 'closed_day', date }] : [];
  const last = Math.floor(tickOf(reading.horizon, end - 1) / TICKS_PER_DAY);
  const ends = dateOfDay(reading.horizon.origin + last);
  if (!works || ends === date) return starts;
  return [...starts, ...endConflictsOn(ends, dayAt(reading, facility, last), facility?.facility_name)];
}

/** The facility at which an entry of the step is judged, null: at none, and whether it is with a partner there. */
export function whereAt(
  { facts }: Reading,
  step: Step,
  entry: PlanEntryRow,
  facility_id: number | null,
): Pick<JudgedStep, 'away' | 'facility'> {
  const away = entry.outsourced || (facility_id === null && step.row !== null && isOutsourced(step.row));
  return { away, facility: away || facility_id === null ? null : (facts.facilities.get(facility_id) ?? null) };
}

/** From when to when the entry lies, run by run; plant minutes. */
function spansOf(reading: Reading, entry: PlanEntryRow): { start: number; end: number }[] {
  const stored = storedRuns(reading.facts, entry);
  if (stored.length === 0) return [{ start: plantMinutes(entry.start_at), end: plantMinutes(entry.end_at) }];
  return stored.map(({ run }) => ({ start: plantMinutes(run.run_start), end: plantMinutes(run.run_end) }));
}

/** A step, and the facility at which it is judged. */
interface JudgedStep extends Step {
  readonly away: boolean;
  readonly facility: FacilityRow | null;
  readonly release: Release | null;
}

/** Rules that an open row of the step would obey at the facility. A partner's task keeps to release and calendar alone. */
export function rulesOf(reading: Reading, lot: LotCase, step: JudgedStep): BarRules {
  const { facts, horizon } = reading;
  const { away, facility } = step;
  const held = step.release && Number.isFinite(step.release.tick) ? step.release : null;
  const release = held && { minutes: (held.tick + horizon.origin * TICKS_PER_DAY) * TICK_MINUTES, by: held.by };
  const free = { facility_name: '', eligible: true, too_heavy: null, too_large: null, needs: null, weekdays: ANY_WEEKDAY, release };
  const heat = isHeatTask(facts, lot.product.id, step.task_id);
  if (!facility) return heat || away ? free : { ...free, needs: workNeeds(reading, step) };
  const { facility_name } = facility;
  const eligible = reading.eligible(lot.product.id, step.task_id).includes(facility);
  if (!heat) {
    const { weight } = lot.order;
    const too_heavy = carries(weight, facility) ? null : { limit: facility.max_weight!, value: weight! };
    return { ...free, facility_name, eligible, too_heavy, needs: workNeeds(reading, step) };
  }
  // Weight and volume are the run's.
  const too_large = beyondSizes(readPiece(lot.order, lot.product, facts.settings), facility);
  const treatment = treatmentRow(facts, lot.product.id, step.task_id, facility.id);
  return { ...free, facility_name, eligible, too_large, weekdays: treatment ? weekdayBits(treatment.work_settings) : ANY_WEEKDAY };
}

function beyondSizes(piece: Piece, facility: FacilityRow): TooLarge | null {
  const sides = brokenLimits(piece, facility).filter((limit) => limit === 'floor' || limit === 'height');
  if (sides.length === 0) return null;
  const chamber = { ...facility, weight: facility.max_weight };
  return { sides, piece: sides.map((side) => sizeAgainst(side, piece)), chamber: sides.map((side) => sizeAgainst(side, chamber)) };
}

function workNeeds({ facts }: Reading, { row }: Step): Needs | null {
  return row && { hours: hoursOf(workTicks(row, facts.settings)), elapsed: false, cooling: false };
}

function ruledBar(reading: Reading, facility: FacilityRow | null, start: number, end: number): RuledBar {
  const { horizon } = reading;
  const day = Math.floor(tickOf(horizon, start) / TICKS_PER_DAY);
  return {
    start,
    end,
    date: dateOfDay(horizon.origin + day),
    weekday: (horizon.day.weekday + day) % 7,
    first_day: dayAt(reading, facility, day),
    worked_hours: hoursOf(workedTicks(reading, facility, tickOf(horizon, start), tickOf(horizon, end))),
  };
}

/** Whether the facility, and the plant, work on a day of the horizon; of days behind it nobody knows that they are closed. */
function dayAt(reading: Reading, facility: FacilityRow | null, day: number): FirstDay {
  const midnight = day * TICKS_PER_DAY;
  const works = day >= reading.horizon.days || workedTicks(reading, facility, midnight, midnight + TICKS_PER_DAY) > 0;
  return firstDayOf(works, reading.horizon.worksOn(day));
}

/** Ticks of working time; of a furnace, too, the time in which it may be started: it stands open all night. */
function workedTicks({ machines, builder }: Reading, facility: FacilityRow | null, from: number, to: number): number {
  const { open, starts } = builder.machine(facility ? machines.of(facility.id) : machines.plant);
  return ticksWithin(starts ?? open, starts ? 2 : 3, from, to);
}

/** Ticks of [from, to) inside intervals of `width` cells each. */
function ticksWithin(intervals: Int32Array, width: number, from: number, to: number): number {
  let sum = 0;
  for (let i = 0; i < intervals.length && intervals[i]! < to; i += width)
    sum += Math.max(0, Math.min(intervals[i + 1]!, to) - Math.max(intervals[i]!, from));
  return sum;
}

/** Holds the fixed furnace runs against their furnaces, their members' needs and each other's recipes. */
export function judgeRuns(reading: Reading, problem: Problem): void {
  const { activities, fixedFurnaceRuns, machines } = problem;
  const members = fixedFurnaceRuns.map(() => [] as number[]);
  activities.fixedFurnaceRun.forEach((furnaceRun, activity) => {
    if (furnaceRun !== NONE) members[furnaceRun]!.push(activity);
  });
  fixedFurnaceRuns.forEach((furnaceRun, index) => {
    const own = members[index]!;
    const bars = barsOf(problem, own).filter(isAhead);
    if (bars.length === 0) return;
    const { facility_id, facility_name } = problem.plant!.machines[furnaceRun.machine]!;
    const { maxWeight, maxVolume } = machines[furnaceRun.machine]!;
    const conflicts = [
      ...lengthConflicts(hoursOf(furnaceRun.end - furnaceRun.start), runNeeds(problem, own, furnaceRun.recipe)),
      ...loadConflicts({
        facility_name,
        weight: furnaceRun.weight + total(own, activities.weight),
        volume: furnaceRun.volume + total(own, activities.volume),
        max_weight: bound(maxWeight),
        max_volume: bound(maxVolume),
      }),
    ];
    for (const conflict of conflicts) reading.conflicts.push({ conflict, facility_id, bars, others: [] });
    reading.conflicts.push(...recipeConflicts(reading, problem, own, furnaceRun.recipe, facility_id));
  });
}

/** A limit as messages have it; null where nothing binds. */
export const bound = (limit: number): number | null => (Number.isFinite(limit) ? limit : null);
const total = (activities: readonly number[], column: Float64Array): number => activities.reduce((sum, a) => sum + column[a]!, 0);

const barsOf = (problem: Problem, activities: readonly number[]): FixedBar[] =>
  activities.flatMap((a) => fixedBarOf(problem, problem.plant!, a) ?? []);

/** The longest set-up, the longest retention and the cooling in the furnace; null where no member says any. */
function runNeeds({ activities, modes, recipes }: Problem, members: readonly number[], recipe: number): Needs | null {
  const own = members.map((a) => activities.modeFrom[a]!);
  const ticks = Math.max(...own.map((mode) => modes.setup[mode]!)) + Math.max(...own.map((mode) => modes.duration[mode]!));
  const hold = recipes.hold[recipe]!;
  return ticks > 0 ? { hours: hoursOf(ticks + hold), elapsed: true, cooling: hold > 0 } : null;
}

/** Members whose treatment is not that of the run they stand in. */
function recipeConflicts(
  reading: Reading,
  problem: Problem,
  members: readonly number[],
  recipe: number,
  facility_id: number | null,
): FixedConflict[] {
  const { tolerance } = problem.recipes;
  const { recipes, machines } = problem.plant!;
  const found: FixedConflict[] = [];
  for (const a of members) {
    const bar = fixedBarOf(problem, problem.plant!, a);
    const own = reading.ownRecipes.get(a);
    if (!bar || own === undefined || own === recipe || !isAhead(bar)) continue;
    if (mayStandIn(recipes[recipe]!, recipes[own]!, hoursOf(tolerance[own]!))) continue;
    const [limit, value] = [valuesOf(recipes[recipe]!), valuesOf(recipes[own]!)];
    const facility_name = machines[problem.modes.machine[problem.activities.modeFrom[a]!]!]!.facility_name;
    const others = barsOf(
      problem,
      members.filter((b) => b !== a && reading.ownRecipes.get(b) !== own),
    );
    found.push({ conflict: { kind: 'other_recipe', facility_name, limit, value }, facility_id, bars: [bar], others });
  }
  return found;
}

const valuesOf = ({ temperature, retention_time, cooling_method, cooling_time }: PlantRecipe): RecipeValues => [
  temperature,
  retention_time,
  cooling_method,
  cooling_time,
];

import type { Success } from '../../../contract/handlers.ts';
import type { Plan } from '../../../db/plan.ts';
import type { Db } from '../../../db/types.ts';
import { asStarted, startedBar } from '../../../domain/bars/marks.ts';
import { notFound } from '../../../domain/ground/errors.ts';
import { addDays, type Clock, epochMs, instantAt, plantDate, toInstant } from '../../../domain/ground/plant-time.ts';
import { MARK_TEXTS as TEXTS } from '../../../domain/texts/plan/marks.ts';
import { openStops, type StopRow } from '../../work/work.service.ts';
import { furnaceRuns } from '../charges/furnace-runs.service.ts';
import { type OpenBefore, openBefore } from '../judge/skipped.store.ts';
import { goodPieces, type LastTap, lastTaps, runMarks, type TodayFacility, todayFacilities, todayTasks } from './today.store.ts';

/** 今日の作業 of a facility. */
export type Today = Success<'getToday'>;
type Run = NonNullable<Today['units'][number]['run']>;

/** Runs are looked for so many days back (under way) and ahead (what comes next). */
const DAYS_BACK = 4;
const DAYS_AHEAD = 14;
const MOST_TASKS = 40;

/**
 * What a facility does today by a plan: its units with their runs, or its tasks in order. Without an id: the first that has any; `only`: of these facilities.
 * Throws not found.
 */
export async function today(db: Db, plan: Plan, clock: Clock, facilityId: number | undefined, only?: readonly number[]): Promise<Today> {
  const now = clock();
  const date = plantDate(now);
  const facilities = (await todayFacilities(db, plan, date)).filter(({ id }) => only?.includes(id) ?? true);
  const facility = facilityId === undefined ? facilities[0] : facilities.find(({ id }) => id === facilityId);
  if (!facility && facilityId !== undefined) throw notFound(TEXTS.facility_unknown);
  const choices = facilities.map(({ id, name, furnace }) => ({ id, name, furnace }));
  const common = { now: toInstant(now), date, facilities: choices, facility: facility ?? null };
  if (!facility) return { ...common, units: [], tasks: [], stop: null, last_tap: null };
  const stops = await openStops(db, [facility.id]);
  const taps = await lastTaps(db, plan, facility.id, date);
  if (!facility.furnace)
    return { ...common, units: [], tasks: await tasksOf(db, plan, facility.id, date), stop: stopped(stops[0]), last_tap: shown(taps[0]) };
  const runs = await runsAround(db, plan, facility.id, now);
  const units = Array.from({ length: Math.max(1, facility.units) }, (_, unit) => {
    const stop = stopped(stops.find((one) => one.unit === unit || one.unit === null));
    return { ...unitOf(unit, facility, runs, taps, now), stop };
  });
  return { ...common, units, tasks: [], stop: null, last_tap: null };
}

/** The tasks in order; a started one is done when its planned work is, counted from the minute it was started. */
async function tasksOf(db: Db, plan: Plan, facilityId: number, date: string): Promise<Today['tasks']> {
  const rows = await todayTasks(db, plan, facilityId, date, MOST_TASKS);
  const waits = await earlierOf(
    db,
    plan,
    rows.filter(({ finished_at }) => finished_at === null).map(({ entry_id }) => entry_id),
  );
  return rows.map(({ planned_start_at, planned_end_at, ...task }) => {
    const started = task.started_at !== null && planned_start_at !== null && planned_end_at !== null;
    const done_at = started ? startedBar({ start_at: planned_start_at, end_at: planned_end_at }, task.started_at!).done_at : task.end_date;
    return { ...task, done_at, open_before: waits.get(task.entry_id)?.task_names ?? [] };
  });
}

/** Bars whose lots have earlier processes that are open, by entry. */
const earlierOf = async (db: Db, plan: Plan, ids: readonly number[]): Promise<ReadonlyMap<number, OpenBefore>> =>
  new Map((await openBefore(db, plan, ids)).map((one) => [one.entry_id, one]));

const stopped = (stop: StopRow | undefined): Today['stop'] =>
  stop ? { unit: stop.unit, reason: stop.reason, stopped_at: stop.stopped_at, resumes_on: stop.resumes_on } : null;
const shown = (tap: LastTap | undefined): Today['last_tap'] => tap ?? null;

/** Runs not yet over, by start, with their marks. */
async function runsAround(db: Db, plan: Plan, facilityId: number, now: number): Promise<Run[]> {
  const date = plantDate(now);
  const span = { from_date: addDays(date, -DAYS_BACK), to_date: addDays(date, DAYS_AHEAD) };
  const { rows } = await furnaceRuns(db, plan, { facility_ids: String(facilityId), ...span });
  const ids = rows.map(({ id }) => id);
  const marks = new Map((await runMarks(db, facilityId, ids)).map((mark) => [mark.id, mark]));
  const good = await goodPieces(db, ids);
  const entries = rows.flatMap(({ members }) => members.map(({ entry_id }) => entry_id));
  const waits = await earlierOf(db, plan, entries);
  return rows
    .map((run) => ({
      ...asStarted(run),
      finished_at: marks.get(run.id)?.finished_at ?? null,
      started_by: marks.get(run.id)?.started_by ?? null,
      open_before: run.members.flatMap(({ entry_id, unique_order }) => {
        const waiting = waits.get(entry_id);
        return waiting ? [{ unique_order, task_names: waiting.task_names }] : [];
      }),
      good: good.flatMap(({ run: of, ...said }) => (of === run.id ? [said] : [])),
    }))
    .filter((run) => run.finished_at === null && (run.started_at !== null || isAhead(run, now)));
}

/** Nobody has said that it began: it may, as long as some of it is still to come today or later. */
const isAhead = (run: Pick<Run, 'run_end' | 'members'>, now: number): boolean =>
  epochMs(run.run_end) > epochMs(instantAt(plantDate(now), '00:00')) && run.members.some((member) => !member.received_locked);

/** After an early finish what comes next stays the next one for a while, so that no second press starts it. */
const EMPTIED_MS = 10 * 60_000;
const isJustEmptied = (last: LastTap | undefined, next: Run, now: number): boolean =>
  last?.kind === 'finish' && epochMs(last.tapped_at) > now - EMPTIED_MS && epochMs(next.run_start) > now;

function unitOf(
  unit: number,
  facility: TodayFacility,
  runs: readonly Run[],
  taps: readonly LastTap[],
  now: number,
): Omit<Today['units'][number], 'stop'> {
  const own = runs.filter((run) => Math.min(run.unit, Math.max(1, facility.units) - 1) === unit);
  const running = own.find((run) => run.started_at !== null);
  const waiting = own.filter((run) => run.started_at === null);
  const isToday = (run: Run | undefined): boolean => run !== undefined && plantDate(run.run_start) <= plantDate(now);
  const last = taps.find((tap) => tap.unit === unit);
  const run = running ?? (isToday(waiting[0]) && !isJustEmptied(last, waiting[0]!, now) ? waiting[0] : undefined);
  const next = waiting.find((other) => other !== run);
  const tomorrow = waiting.filter((other) => other !== run && plantDate(other.run_start) === addDays(plantDate(now), 1));
  const rests = unit >= facility.units_today;
  const state = running ? 'running' : run ? 'waiting' : !rests ? 'idle' : facility.closed_today ? 'closed' : 'stopped';
  return { unit, state, run: run ?? null, next: next ?? null, tomorrow, last_tap: shown(last) };
}

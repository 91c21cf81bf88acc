import type { Success } from '../../../contract/handlers.ts';
import type { PageBounds } from '../../../db/list.ts';
import type { Plan } from '../../../db/plan.ts';
import { allClosedDays } from '../../../db/sql/calendar.ts';
import type { Db } from '../../../db/types.ts';
import { startedRunTimes } from '../../../domain/bars/marks.ts';
import { TICK_MINUTES } from '../../../domain/ground/constants.ts';
import { addDays, dayNumber, instantOfMinutes, type PlantDate, plantDate, plantMinutes } from '../../../domain/ground/plant-time.ts';
import { coolingHours, furnaceSetup, ticksOfHours } from '../../../domain/plant/hours.ts';
import { metresOf } from '../../../domain/plant/piece.ts';
import type { PlanSettings } from '../../../domain/plant/plan-settings.ts';
import { plantSettings } from '../../runs/ask/plan-settings.service.ts';
import { furnaceCodes, listRuns, type MemberRow, membersOf, type RunFilters, type RunRow, unitsFrom } from './furnace-runs.store.ts';
import { latestStart, type OpenDays, type RunTimes } from './latest-start.ts';

export type { RunFilters } from './furnace-runs.store.ts';
export { hasRun } from './furnace-runs.store.ts';

/** A furnace run as people know it: charge number, times, fill, members. */
export type FurnaceRun = Success<'getFurnaceRun'>;

/** The runs of the plan that match, by start, furnace and unit; `page` bounds them. */
export async function furnaceRuns(
  db: Db,
  plan: Plan,
  filters: RunFilters,
  page?: PageBounds,
): Promise<{ count: number; rows: FurnaceRun[] }> {
  const { count, rows } = await listRuns(db, plan, filters, page);
  if (rows.length === 0) return { count, rows: [] };
  const [members, codes, settings, openOf] = [
    await membersOf(
      db,
      plan,
      rows.map(({ id }) => id),
    ),
    await furnaceCodes(db, plan),
    await plantSettings(db),
    await openDaysOf(db, plan, rows),
  ];
  const byRun = new Map<number, MemberRow[]>(rows.map(({ id }) => [id, []]));
  for (const member of members) byRun.get(member.furnace_run_id)?.push(member);
  return { count, rows: rows.map((row) => furnaceRun(row, byRun.get(row.id) ?? [], { codes, settings, open: openOf(row.facility_id) })) };
}

/** The next day behind this one on which a run of the plan begins; undefined: none. */
export async function nextRunDay(db: Db, plan: Plan, day: PlantDate): Promise<PlantDate | undefined> {
  const { rows } = await listRuns(db, plan, { from_date: addDays(day, 1) }, { limit: 1, offset: 0 });
  return rows[0] && plantDate(rows[0].run_start);
}

/** The same from the first of these runs on, of their furnaces. */
async function openDaysOf(db: Db, plan: Plan, rows: readonly RunRow[]): Promise<(facilityId: number) => OpenDays> {
  const from = rows.map(({ run_start }) => plantDate(run_start)).sort()[0] as PlantDate;
  return openDays(db, plan, from, [...new Set(rows.map(({ facility_id }) => facility_id))]);
}

/** Days from one on, on which the plant works and on which something may begin at each of these facilities. */
export async function openDays(
  db: Db,
  plan: Plan,
  from: PlantDate,
  facilityIds: readonly number[],
): Promise<(facilityId: number) => OpenDays> {
  const closed = await allClosedDays(db, plan);
  const plant = (date: PlantDate): boolean => !closed.isClosed(dayNumber(date));
  const units = new Map((await unitsFrom(db, plan, from, facilityIds)).map((row) => [`${row.facility_id}/${row.date}`, row.units]));
  return (facilityId) => ({
    plant,
    facility: (date) => {
      const override = units.get(`${facilityId}/${date}`);
      return override === undefined ? plant(date) : override > 0;
    },
  });
}

interface Surroundings {
  codes: readonly string[];
  settings: PlanSettings;
  open: OpenDays;
}

function furnaceRun(row: RunRow, members: readonly MemberRow[], { codes, settings, open }: Surroundings): FurnaceRun {
  const times = timesOf(row, members, settings);
  const { retention_from, retention_to, ...run } = times;
  const planned = {
    run_start: row.run_start,
    run_end: row.run_end,
    recipe: row.recipe,
    retention_from: instantOfMinutes(retention_from),
    retention_to: instantOfMinutes(retention_to),
    released_at: instantOfMinutes(plantMinutes(row.run_end) + run.lag),
  };
  const real = row.started_at === null ? planned : startedRunTimes(planned, row.started_at);
  const [load_weight, load_volume] = [sumOf(members, 'weight'), sumOf(members, 'volume')];
  const { number_of_day, ...shown } = row;
  return {
    ...shown,
    charge_number: `${shortestTail(row.facility_code, codes)}-${plantDate(row.run_start).replaceAll('-', '')}-${number_of_day}`,
    task_names: [...new Set(members.map(({ task_name }) => task_name))],
    retention_from: real.retention_from,
    retention_to: real.retention_to,
    released_at: real.released_at,
    latest_start: latestStart(members.map(waiting), run, open) ?? null,
    load_weight,
    weight_share: shareOf(load_weight, row.max_weight),
    load_volume,
    volume_share: shareOf(load_volume, row.volume),
    pieces: sumOf(members, 'pieces'),
    members: members.map((member) => shownMember(member, settings.metre_limit)),
  };
}

const waiting = (member: MemberRow) => ({ ...member, finished: member.received_locked });

/** To a millionth, so that tenths add up to tenths. */
const sumOf = (members: readonly MemberRow[], field: 'weight' | 'volume' | 'pieces'): number =>
  Math.round(members.reduce((sum, member) => sum + member[field], 0) * 1e6) / 1e6;

/** Part of a furnace's limit in per cent, to a tenth; null where it has none. */
const shareOf = (load: number, limit: number | null): number | null => (limit ? Math.round((load / limit) * 1000) / 10 : null);

/** The end of a furnace's code that no other furnace's code ends with, by whole parts. */
function shortestTail(code: string, codes: readonly string[]): string {
  const parts = code.split('-');
  for (let from = parts.length - 1; from > 0; from -= 1) {
    const tail = parts.slice(from).join('-');
    if (!codes.some((other) => other !== code && (other === tail || other.endsWith(`-${tail}`)))) return tail;
  }
  return code;
}

/** Minutes for which a run of the plan holds its furnace from its start, by its recipe and its lots; undefined where those say no retention. */
export async function minutesInFurnace(db: Db, plan: Plan, id: number): Promise<number | undefined> {
  const [run] = (await listRuns(db, plan, { ids: [id] })).rows;
  if (!run) return undefined;
  const { setup, retention, cooling } = needsOf(run, await membersOf(db, plan, [id]), await plantSettings(db));
  return retention > 0 ? setup + retention + cooling : undefined;
}

const minutesOf = (hours: number): number => ticksOfHours(hours) * TICK_MINUTES;

/** Minutes of set-up (the longest of a run's members, or the plant's own where a row has none), retention, cooling in the furnace and outside. */
function needsOf({ recipe }: RunRow, members: readonly MemberRow[], settings: PlanSettings) {
  const setup = minutesOf(Math.max(0, ...members.map((member) => furnaceSetup(member, member.treated, settings))));
  const { hold, lag } = coolingHours(recipe);
  return { setup, retention: minutesOf(recipe.retention_time), cooling: minutesOf(hold), lag: minutesOf(lag) };
}

/**
 * The run's stretches: set-up, retention, cooling in the furnace.
 * They never reach beyond the run's end, whatever the rows have become since.
 */
function timesOf(
  row: RunRow,
  members: readonly MemberRow[],
  settings: PlanSettings,
): RunTimes & { retention_from: number; retention_to: number } {
  const [start, end] = [plantMinutes(row.run_start), plantMinutes(row.run_end)];
  const { setup, retention, cooling, lag } = needsOf(row, members, settings);
  const room = Math.max(0, end - start - cooling);
  const retention_from = start + Math.min(setup, Math.max(0, room - retention));
  const retention_to = retention > 0 ? Math.min(retention_from + retention, start + room) : start + room;
  return { start, retention_from, retention_to, needed: retention_to - start + cooling, lag };
}

function shownMember(member: MemberRow, metreLimit: number): FurnaceRun['members'][number] {
  const { entry_id, order_id, serial_number, lot_number, unique_order, product_name, material, pieces, unit_weight, weight, volume } =
    member;
  const { deadline_date, late_days, locked, received_locked } = member;
  const [depth, width, height] = metresOf(member, metreLimit).sizes;
  const next =
    member.next_start === null
      ? null
      : {
          task_name: member.next_task_name as string,
          facility_name: member.next_facility_name,
          partner_name: member.next_partner_name,
          start_date: member.next_start,
        };
  return {
    entry_id,
    order_id,
    serial_number,
    lot_number,
    unique_order,
    product_name,
    material,
    pieces,
    unit_weight,
    weight,
    volume,
    depth,
    width,
    height,
    deadline_date,
    late_days,
    locked,
    received_locked,
    next,
  };
}

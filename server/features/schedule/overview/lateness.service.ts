import type { Knex } from 'knex';
import type { components } from '../../../contract/types.ts';
import type { Plan } from '../../../db/plan.ts';
import type { Db } from '../../../db/types.ts';
import { notFound } from '../../../domain/ground/errors.ts';
import {
  addDays,
  type Clock,
  endDate,
  epochMs,
  type Instant,
  instantOfMinutes,
  type PlantDate,
  plantDate,
  plantMinutes,
  weekday,
} from '../../../domain/ground/plant-time.ts';
import { adviceAgainst } from '../../../domain/texts/plan/late.ts';
import { databaseTexts } from '../../../domain/texts/program/database.ts';
import { type LateCause, lateCauses } from '../../runs/story/causes.service.ts';
import { openDays } from '../charges/furnace-runs.service.ts';
import {
  facilityName,
  fillOf,
  openStep,
  orderState,
  type StepInPlan,
  type StepRow,
  stepBefore,
  stoppedDays,
  type UseRow,
  usesOf,
} from './lateness.store.ts';

type OrderLateness = components['schemas']['OrderLateness'];
type OrderWait = components['schemas']['OrderWait'];
type InTheWay = components['schemas']['InTheWay'];
type Note = NonNullable<LateCause['wait']>;

/** Why one order is late in a plan, and who stands in its way: causes as the plan's run found them, bars as they stand now. Throws not found. */
export const lateness = (db: Knex, plan: Plan, clock: Clock, orderId: number): Promise<OrderLateness> =>
  db.transaction((trx) => latenessOf(trx, plan, clock, orderId), { isolationLevel: 'repeatable read', readOnly: true });

async function latenessOf(db: Db, plan: Plan, clock: Clock, orderId: number): Promise<OrderLateness> {
  const order = await orderState(db, plan, orderId);
  if (!order) throw notFound(databaseTexts.notFound);
  const why = order.late_days > 0 ? (await lateCauses(db, plan, [orderId])).get(orderId) : undefined;
  if (!why) return { ...order, cause: null, parts: [], advice: null, away: null, wait: null };
  const away = why.cause === 'outsourcing_lead' && why.order_task_id !== null ? await openStep(db, plan, why.order_task_id) : undefined;
  return {
    ...order,
    cause: why.cause,
    parts: why.late_days === order.late_days ? why.parts : [],
    advice: adviceAgainst(why.cause) || null,
    away: away ? stepOf(away) : null,
    wait: why.wait && (await waitOf(db, plan, clock, why.wait)),
  };
}

/** Null where somebody put the bar elsewhere, or it stands where it could begin: then it waits no more for this. */
async function waitOf(db: Db, plan: Plan, clock: Clock, note: Note): Promise<OrderWait | null> {
  if (note.order_task_id === null || note.facility_id === null || !note.ready_at || !note.begin_at) return null;
  const bar = await openStep(db, plan, note.order_task_id);
  if (!bar) return null;
  const there = bar.facility_id === note.facility_id;
  if (!there && bar.by_hand) return null;
  const from = note.ready_at;
  const to = epochMs(note.begin_at) < epochMs(bar.start_date) ? note.begin_at : bar.start_date;
  if (epochMs(to) <= epochMs(from)) return null;
  const before = await stepBefore(db, plan, bar);
  const stretch = { facility: note.facility_id, from, to, now: instantOfMinutes(plantMinutes(clock())) };
  const uses = (await usesOf(db, plan, stretch)).filter((use) => note.weekdays.length === 0 || touches(note.weekdays, use, stretch));
  return {
    bar: stepOf(bar),
    there,
    fill_percent: bar.furnace_run_id === null ? null : await fillOf(db, plan, bar.furnace_run_id),
    facility_id: note.facility_id,
    facility_name: await facilityName(db, note.facility_id),
    furnace: note.furnace,
    from,
    to,
    before: before && epochMs(before.end_date) <= epochMs(from) ? stepOf(before) : null,
    weekdays: note.weekdays,
    closed_days: note.closed_days,
    stopped_days: note.stopped_days ?? 0,
    shut_facility_name: note.shut_facility_id == null ? null : await facilityName(db, note.shut_facility_id),
    idle_percent: note.idle_percent,
    ...(await closedDays(db, plan, note.facility_id, from, bar.end_date)),
    in_the_way: inTheWay(bar, uses),
    mate: await mateOf(db, plan, bar, note.mate),
  };
}

/** Whether what stands there has a day of one of these weekdays, on which the bar may begin, inside the stretch. */
function touches(weekdays: readonly number[], { start_at, end_at }: UseRow, { from, to }: { from: Instant; to: Instant }): boolean {
  const first = plantDate(Math.max(epochMs(start_at), epochMs(from)));
  const last = endDate(epochMs(end_at) < epochMs(to) ? end_at : to);
  for (let date = first; date <= last; date = addDays(date, 1)) if (weekdays.includes(weekday(date))) return true;
  return false;
}

/** Without what only the store needs. */
function stepOf({
  entry_id,
  order_task_id,
  order_id,
  serial_number,
  unique_order,
  deadline_date,
  late_days,
  ...step
}: StepRow): StepInPlan {
  const { task_name, place_name, outsourced, start_date, end_date } = step;
  const order = { order_id, serial_number, unique_order, deadline_date, late_days };
  return { entry_id, order_task_id, ...order, task_name, place_name, outsourced, start_date, end_date };
}

/** What stands there, each charge once; what holds nothing but the lot itself is not in its way. */
function inTheWay(own: StepRow, rows: readonly UseRow[]): InTheWay[] {
  const uses = new Map<string, UseRow[]>();
  for (const row of rows) uses.set(row.use, [...(uses.get(row.use) ?? []), row]);
  return [...uses.values()].flatMap((lots) => {
    if (lots.every(({ lot_id }) => lot_id === own.lot_id)) return [];
    const [{ start_at, end_at, fill_percent }] = lots as [UseRow];
    return [
      {
        kind: kindOf(own, lots),
        locked: lots.some(({ held }) => held),
        start_date: start_at,
        end_date: end_at,
        fill_percent,
        lots: lots.map(({ entry_id, order_id, serial_number, unique_order, deadline_date, late_days }) => ({
          entry_id,
          order_id,
          serial_number,
          unique_order,
          deadline_date,
          late_days,
        })),
      },
    ];
  });
}

/** One lot that is as urgent makes its whole charge so, as for a run that explains itself. */
function kindOf({ deadline_date: due }: StepRow, lots: readonly UseRow[]): InTheWay['kind'] {
  const isAsUrgent = ({ deadline_date }: UseRow): boolean => due === null || (deadline_date !== null && deadline_date <= due);
  if (lots.some(isAsUrgent)) return 'earlier_due';
  return lots.some(({ late_days }) => late_days > 0) ? 'later_late' : 'later_in_time';
}

/** Days of a stretch on which nothing may begin at a facility, and those of them that a stop has. */
async function closedDays(
  db: Db,
  plan: Plan,
  facility: number,
  from: Instant,
  until: Instant,
): Promise<Pick<OrderWait, 'closed' | 'stopped'>> {
  const [first, last] = [plantDate(from), endDate(until)];
  const open = (await openDays(db, plan, first, [facility]))(facility);
  const closed: PlantDate[] = [];
  for (let date = first; date <= last; date = addDays(date, 1)) if (!open.facility(date)) closed.push(date);
  const stops = new Set(await stoppedDays(db, facility, first, last));
  return { closed, stopped: closed.filter((date) => stops.has(date)) };
}

/** Only while both are in the same charge. */
async function mateOf(db: Db, plan: Plan, own: StepRow, mate: Note['mate']): Promise<OrderWait['mate']> {
  const bar = mate?.order_task_id == null ? undefined : await openStep(db, plan, mate.order_task_id);
  if (!mate || !bar || bar.furnace_run_id === null || bar.furnace_run_id !== own.furnace_run_id) return null;
  const before = await stepBefore(db, plan, bar);
  const { facility_id, from, to } = mate.wait ?? { facility_id: null, from: '', to: '' };
  const wait = facility_id === null ? null : { facility_name: await facilityName(db, facility_id), from, to };
  return { bar: stepOf(bar), before: before ? stepOf(before) : null, ready: mate.ready, wait };
}

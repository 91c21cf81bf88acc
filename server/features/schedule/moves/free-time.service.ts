import type { Knex } from 'knex';
import type { Query, Success } from '../../../contract/handlers.ts';
import type { Plan } from '../../../db/plan.ts';
import { closedDaysBetween } from '../../../db/sql/calendar.ts';
import { firstFree, type Wanted, widestGap } from '../../../domain/bars/free-time.ts';
import type { Capacity } from '../../../domain/bars/occupancy.ts';
import { invalid, notFound } from '../../../domain/ground/errors.ts';
import {
  ANY_WEEKDAY,
  addDays,
  dayNumber,
  instantAt,
  nearestPlanDate,
  plantMinutes,
  weekdayBits,
} from '../../../domain/ground/plant-time.ts';
import { furnaceHours, workHours } from '../../../domain/plant/hours.ts';
import { SCHEDULE_TEXTS as TEXTS } from '../../../domain/texts/plan/schedule.ts';
import { databaseTexts } from '../../../domain/texts/program/database.ts';
import { settingsInForce } from '../../runs/ask/plan-settings.service.ts';
import { eligibilityOf } from '../eligibility.store.ts';
import { unitsOf } from './drag.store.ts';
import { activeTasks, needOfOrderTask, needOfTask, productOfOrder } from './free-time.store.ts';
import { occupantsOf } from './occupants.store.ts';

/** So far ahead a free time is looked for. */
const AHEAD_DAYS = 180;
/** Enough for whatever has no facility of ours. */
const ANY_NUMBER = 1_000_000;

async function needOf(db: Knex, { order_task, task_id, facility }: Query<'getFreeTime'>): Promise<Wanted> {
  const row = order_task ? await needOfOrderTask(db, order_task, facility ?? null) : task_id ? await needOfTask(db, task_id) : undefined;
  if (!row) throw invalid(order_task ? { order_task: [TEXTS.order_task_unknown] } : { task_id: [TEXTS.task_unknown] });
  const settings = await settingsInForce(db);
  if (row.heat) {
    const { setup, retention, hold } = furnaceHours(row, row.treatment, settings);
    // Without a furnace a treatment may start on any working day, as in a run.
    const weekdays = facility ? weekdayBits(row.treatment?.work_settings ?? []) : ANY_WEEKDAY;
    return { hours: setup + retention + hold, elapsed: true, weekdays };
  }
  const { setup, work } = workHours(row, settings);
  return { hours: setup + work, elapsed: false, weekdays: ANY_WEEKDAY };
}

/** The first time from a moment on at which a facility is free for a task in the plan: null where there is none in half a year. Throws a field map for what is unknown. */
export async function freeTime(db: Knex, plan: Plan, query: Query<'getFreeTime'>): Promise<Success<'getFreeTime'>> {
  const wanted = await needOf(db, query);
  const days = [query.from_date, nearestPlanDate(addDays(query.from_date, AHEAD_DAYS))] as const;
  const [facility] = query.facility ? await unitsOf(db, plan, [query.facility], days) : [];
  if (query.facility && !facility) throw invalid({ facility: [databaseTexts.notFound] });
  const others = facility ? await occupantsOf(db, plan, [facility.id], days) : [];
  const capacity: Capacity = {
    availability: facility?.availability ?? ANY_NUMBER,
    overrides: new Map(Object.entries(facility?.overrides ?? {})),
    holidays: await closedDaysBetween(db, ...days, plan),
  };
  const from = plantMinutes(instantAt(query.from_date, query.from_hour ?? '00:00'));
  const dayCount = dayNumber(days[1]) - dayNumber(days[0]) + 1;
  const found = firstFree(from, wanted, others, capacity, dayCount);
  const gap = facility && widestGap(from, wanted, others, capacity, dayCount);
  return {
    start_date: found?.start ?? null,
    end_date: found?.end ?? null,
    hours: wanted.hours,
    gap: gap ? { start_date: gap.span.start, end_date: gap.span.end, hours: gap.hours } : null,
  };
}

/** Which facilities may do each active task for an order's product. Throws not found. */
export async function eligibleByTask(db: Knex, orderId: number): Promise<Success<'getEligibleFacilities'>> {
  const order = await productOfOrder(db, orderId);
  if (!order) throw notFound(databaseTexts.notFound);
  const eligible = await eligibilityOf(db, order.product_id);
  return (await activeTasks(db)).map((task_id) => ({ task_id, facility_ids: eligible(task_id) }));
}

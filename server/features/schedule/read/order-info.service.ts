import type { Knex } from 'knex';
import type { components } from '../../../contract/types.ts';
import type { Plan } from '../../../db/plan.ts';
import { DAY_MINUTES } from '../../../domain/ground/constants.ts';
import { dayNumber, type Instant, instantOfMinutes, type PlantDate } from '../../../domain/ground/plant-time.ts';
import { castingMinutes } from '../../../domain/plant/hours.ts';
import { settingsInForce } from '../../runs/ask/plan-settings.service.ts';
import { castingDates, orderRows } from './order-info.store.ts';

type Castings = components['schemas']['ScheduleOrderInfo']['castings'];

/** What the left block of the Gantt says of orders, by order id, and when their lots are cast, as a run reckons it. */
export async function orderInfo(db: Knex, plan: Plan, orderIds: readonly number[]): Promise<components['schemas']['ScheduleOrderInfoMap']> {
  const [orders, dates, settings] = await Promise.all([orderRows(db, plan, orderIds), castingDates(db, orderIds), settingsInForce(db)]);
  const castAt = (date: PlantDate): Instant => instantOfMinutes(dayNumber(date) * DAY_MINUTES + castingMinutes(settings));
  const info = Object.fromEntries(Object.entries(orders).map(([id, order]) => [id, { ...order, castings: [] as Castings }]));
  for (const { order_id, lot_number, casting_date } of dates)
    info[String(order_id)]?.castings.push({ lot_number, cast_at: castAt(casting_date) });
  return info;
}

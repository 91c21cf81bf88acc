import type { Knex } from 'knex';
import { holdsDay } from '../../db/sql/held.ts';
import type { Db } from '../../db/types.ts';
import type { PlantDate } from '../../domain/ground/plant-time.ts';
import { type NextTask, type Place, placeOf } from '../../domain/plant/places.ts';

/** Lots by place; a place without lots is left out. */
export type LotsByPlace = Map<Place, number>;

/** 仕掛: lots that are cast and not shipped, by the place of their next open task. The rule of places is the domain's, so the query counts by what the rule asks for. */
export async function lotsInWork(db: Db, today: PlantDate): Promise<LotsByPlace> {
  const { rows } = await db.raw(
    `with cast_lots as (
       select l.id from lots l join orders o on o.id = l.order_id left join castings c on c.lot_id = l.id
       where coalesce(c.casting_date, o.casting_date) <= ?::date and not is_delivered(o.delivery_status)
         -- What is held for an order that may never come is not cast.
         and not ${holdsDay('o.id')}),
     next as (
       select distinct on (lot_id) lot_id, task_id, arrangement, outsourcing_code from open_steps
       where lot_id in (select id from cast_lots) order by lot_id, task_sort nulls last, order_task_id)
     select t.task_code, coalesce(n.arrangement, '') as arrangement, coalesce(n.outsourcing_code, '') as outsourcing_code, count(*)::integer as lots
     from cast_lots left join next n on n.lot_id = cast_lots.id left join tasks t on t.id = n.task_id
     -- A lot whose processes are done waits nowhere; one that has none is looked for alone.
     where n.lot_id is not null or (select own.id from order_tasks own where own.lot_id = cast_lots.id limit 1) is null
     group by 1, 2, 3`,
    [today],
  );
  const places: LotsByPlace = new Map();
  for (const { lots, ...next } of rows as (NextTask & { lots: number })[])
    places.set(placeOf(next), (places.get(placeOf(next)) ?? 0) + lots);
  return places;
}

/** Keeps how many lots are in the works on this day; the last word of a day counts. */
export async function rememberWorks(trx: Knex.Transaction, today: PlantDate): Promise<void> {
  const places = await lotsInWork(trx, today);
  await trx('works_days').where('date', today).del();
  const rows = [...places].map(([place, lots]) => ({ date: today, place, lots }));
  // A plant without a lot in work says so by a row, or the day would look as if nobody had counted.
  await trx('works_days').insert(rows.length > 0 ? rows : [{ date: today, place: 'other', lots: 0 }]);
}

/** What was remembered of the days of a range, by day. */
export async function worksDays(db: Db, range: readonly [PlantDate, PlantDate]): Promise<Map<PlantDate, LotsByPlace>> {
  const rows = await db('works_days')
    .whereBetween('date', range as [string, string])
    .orderBy('date')
    .select('date', 'place', 'lots');
  const days = new Map<PlantDate, LotsByPlace>();
  for (const { date, place, lots } of rows as { date: PlantDate; place: Place; lots: number }[])
    days.set(date, (days.get(date) ?? new Map()).set(place, lots));
  return days;
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FINISHED, receivedWhole, treatmentOn } from '../../server/db/bar.ts';
import type { Database } from '../../server/db/connect.ts';
import { WORK_HOURS } from '../../server/db/hours.ts';
import { setSetting } from '../../server/db/settings.ts';
import { treatmentOn as treatmentOf } from '../../server/domain/eligibility.ts';
import { workHours } from '../../server/domain/hours.ts';
import { piecesOf } from '../../server/domain/piece.ts';
import { workDetails } from '../../server/features/outsourcing/outsourcing.store.ts';
import { entriesById } from '../../server/features/schedule/entries.store.ts';
import { barsOf } from '../../server/features/schedule/today/marks.store.ts';
import { todayTasks } from '../../server/features/schedule/today/today.store.ts';
import { isFinished } from '../../server/scheduling/reading/steps.ts';
import { testDatabase } from '../support/database.ts';
import { plantBuilder } from '../support/plant.ts';

describe('what SQL says of a bar', () => {
  let database: Database;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());

  test('every list counts the same pieces', async () => {
    const { knex } = database;
    const make = plantBuilder(knex);
    const task = await make.task();
    const shop = await make.facility({ tasks: [task] });
    const order = await make.order({ number: 7 });
    const lots = [await make.lot(order, '01'), await make.lot(order, '02'), await make.lot(order, '03')];
    const rows = [{ order_quantity: 0 }, { order_quantity: 5, received_quantity: 2 }];
    const bars: number[] = [];
    for (const row of rows) {
      for (const place of [{ facility_id: shop }, { outsourced: true }]) {
        const order_task_id = await make.orderTask(lots[0]!, task, row);
        bars.push(await make.entry(lots[0]!, task, ['2026-04-06 08:00', '2026-04-06 12:00'], { order_task_id, ...place }));
      }
    }
    const { plan_id } = await knex('plan_entries').where({ id: bars[0]! }).first('plan_id');
    const shown = new Map<number, number[]>(bars.map((bar) => [bar, []]));
    const say = (id: number, pieces: number): unknown => shown.get(id)?.push(pieces);
    for (const { id, quantity } of await entriesById(knex, bars)) say(id, quantity);
    for (const { id, quantity } of await knex.transaction((trx) => barsOf(trx, plan_id, bars))) say(id, quantity!);
    for (const { entry_id, pieces } of await todayTasks(knex, shop, '2026-04-06', 10)) say(entry_id, pieces!);
    for (const { id, quantity } of await workDetails(knex, bars)) say(id, quantity);
    // Whatever has been received: the pieces of the whole row.
    const pieces = rows.map(({ order_quantity }) => piecesOf({ number: 7 }, { order_quantity, received_quantity: 0 }, lots.length));
    expect(pieces).toEqual([3, 5]);
    expect([...shown.values()]).toEqual([0, 0, 1, 1].map((row) => [pieces[row], pieces[row], pieces[row]]));
  });

  test('a bar is finished as a run reads it', async () => {
    const flags = [true, false];
    const cases = flags.flatMap((received) =>
      [null, ...flags].flatMap((received_locked) =>
        [
          [0, 0],
          [4, 0],
          [4, 3],
          [4, 4],
          [4, 5],
        ].map(([order_quantity, received_quantity]) => ({ received, received_locked, order_quantity, received_quantity })),
      ),
    );
    const { rows } = await database.knex.raw(
      `select ${FINISHED} as finished, ${receivedWhole('ot')} as whole from jsonb_to_recordset(?::jsonb)
         as ot (received boolean, received_locked boolean, order_quantity integer, received_quantity integer)
       cross join lateral (select ot.received_locked) e`,
      [JSON.stringify(cases)],
    );
    const asked = cases.map(({ received_locked, ...row }) => [row, received_locked === null ? null : { received_locked }] as never);
    const read = (asked as Parameters<typeof isFinished>[]).map(([row, entry]) => ({
      finished: isFinished(row, entry),
      whole: isFinished(row, null),
    }));
    expect(rows).toEqual(read);
  });

  test('a treatment is the own one of a facility, else the one for all; of none the one for all, else the first', async () => {
    const { knex } = database;
    const make = plantBuilder(knex);
    const task = await make.task({ task_code: '320-3123-011' });
    const [one, other] = [await make.facility({ tasks: [task] }), await make.facility({ tasks: [task] })];
    const [treated, bound] = [await make.product(), await make.product()];
    for (const facility_id of [one, null]) await make.heat(treated, task, { facility_id });
    for (const facility_id of [other, one]) await make.heat(bound, task, { facility_id });
    for (const product of [treated, bound]) {
      const all = await knex('heat_treatments').where({ product_id: product }).orderBy('id');
      const { rows } = await knex.raw(
        `select place.id as facility, h.id from unnest(?::bigint[]) as place (id) cross join (select ?::bigint as product_id) o ${treatmentOn('?::bigint', 'place.id')}`,
        [[one, other, null], product, task] as never,
      );
      const asked = rows as { facility: number | null; id: number | null }[];
      expect(asked).toHaveLength(3);
      expect(asked.map(({ id }) => id)).toEqual(asked.map(({ facility }) => treatmentOf(all, facility)?.id ?? null));
    }
  });

  test.each([undefined, 6])('hours of work are those that a run plans, by the default %s', async (default_work_hours) => {
    if (default_work_hours) await setSetting(database.knex, 'plan_settings', { default_work_hours });
    const hours = [0, 0.5, 3];
    const cases = hours.flatMap((setup_hours) =>
      hours.flatMap((work_hours) =>
        [0, 1, 3, 4].map((received_quantity) => ({ id: 1, setup_hours, work_hours, order_quantity: 4, received_quantity })),
      ),
    );
    const { rows } = await database.knex.raw(
      `select (${WORK_HOURS})::double precision as hours from jsonb_to_recordset(?::jsonb)
         as ot (id bigint, setup_hours numeric, work_hours numeric, order_quantity integer, received_quantity integer)`,
      [JSON.stringify(cases)],
    );
    const read = cases.map((row) => workHours(row, { default_work_hours: default_work_hours ?? 4 }));
    expect(rows).toEqual(read.map(({ setup, work }) => ({ hours: setup + work })));
  });
});

import { describe, expect, test } from 'vitest';
import { PUBLISHED } from '../../server/db/plan.ts';
import { setSetting } from '../../server/db/settings.ts';
import { treatmentOn } from '../../server/db/sql/treatment.ts';
import { DELIVERED_STATUSES } from '../../server/domain/ground/constants.ts';
import { endDate } from '../../server/domain/ground/plant-time.ts';
import { treatmentOn as treatmentOf } from '../../server/domain/plant/eligibility.ts';
import { workHours } from '../../server/domain/plant/hours.ts';
import { isAllReceived, isDelivered, lateDays } from '../../server/domain/plant/lateness.ts';
import { piecesOf } from '../../server/domain/plant/piece.ts';
import { closeByHand } from '../../server/features/work/work.service.ts';
import { isFinished } from '../../server/scheduling/reading/lots/steps.ts';
import { withCompleted } from '../../server/scheduling/reading/rows/answers.ts';
import type { OrderTaskRow, PlanEntryRow, PlanningRows } from '../../server/scheduling/reading/rows/input.ts';
import { ownDatabase } from '../support/database.ts';
import { plantBuilder } from '../support/plant.ts';

const AT = ['2026-04-06 08:00', '2026-04-06 12:00'] as const;
const [YES, NO] = [true, false];

/** How much was ordered and has come. */
const QUANTITIES = [
  [0, 0],
  [4, 0],
  [4, 3],
  [4, 4],
  [4, 5],
] as const;

describe('the views say of bars and orders what the domain says', () => {
  const database = ownDatabase();

  test('when a state of delivery closes an order', async () => {
    const words = [...DELIVERED_STATUSES, ...DELIVERED_STATUSES.map((word) => `　${word} `), '素材', '完納品', ''];
    const { rows } = await database.knex.raw('select is_delivered(word) as closed from unnest(?::text[]) word', [words]);
    expect(rows).toEqual(words.map((word) => ({ closed: isDelivered(word) })));
  });

  test('on which day something ends', async () => {
    const ends = ['2026-04-06T12:00:00+09:00', '2026-04-07T00:00:00+09:00', '2026-04-07T00:01:00+09:00'];
    const { rows } = await database.knex.raw(`select end_day(at) as day from unnest(?::timestamptz[]) at`, [ends]);
    expect(rows).toEqual(ends.map((at) => ({ day: endDate(at) })));
  });

  test('when a bar is finished: by its mark, the file, the quantity, or what its partner has completed', async () => {
    const { knex } = database;
    const make = plantBuilder(knex);
    const task_id = await make.task();
    const lot_id = await make.lot(await make.order({ number: 8 }), '01');
    await make.lot((await knex('lots').where('id', lot_id).first('order_id')).order_id, '02');
    const cases = [YES, NO].flatMap((received) =>
      [YES, NO, null].flatMap((marked) =>
        QUANTITIES.flatMap(([order_quantity, received_quantity]) =>
          ['', 'G01'].flatMap((outsourcing_code) =>
            [null, 3, 4].map((completed) => ({ received, marked, order_quantity, received_quantity, outsourcing_code, completed })),
          ),
        ),
      ),
    );
    const rowOf = ({ marked: _, completed: __, ...row }: (typeof cases)[number]) => row;
    const inserted = await knex('order_tasks')
      .insert(cases.map((one, at) => ({ lot_id, task_id, task_sort: at, ...rowOf(one) })))
      .returning('id');
    const ids = inserted.map(({ id }) => id as number);
    const [start_at, end_at] = AT.map((text) => `${text}:00+09`);
    const known = cases.map((one, at) => ({ ...one, id: ids[at]! }));
    const marked = known.filter((one) => one.marked !== null);
    await knex('plan_entries').insert(marked.map(({ id }) => ({ id, layer: PUBLISHED, lot_id, task_id, start_at, end_at })));
    const done = marked.filter((one) => one.marked).map(({ id }) => id);
    await knex.transaction((trx) => closeByHand(trx, PUBLISHED, done));
    await knex('outsourcing_answers').insert(
      known.flatMap(({ id, completed, outsourcing_code }) =>
        completed === null ? [] : [{ order_task_id: id, task_id, outsourcing_code, completed_quantity: completed }],
      ),
    );
    const expected = known.map(({ id, completed, marked: mark, ...row }) => {
      const planned = {
        orders: [{ id: 1, number: 8 }],
        lots: [lot_id, 0].map((lot) => ({ id: lot, order_id: 1 })),
        order_tasks: [{ ...row, id, lot_id, arrangement: '' }],
        outsourcing_answers: completed === null ? [] : [{ order_task_id: id, completed_quantity: completed }],
      } as unknown as PlanningRows;
      const [read] = withCompleted(planned).order_tasks as [OrderTaskRow];
      return isFinished(read, mark === null ? null : ({ received_locked: mark } as PlanEntryRow));
    });
    const { rows } = await knex.raw('select finished from lot_steps where order_task_id = any(?::bigint[]) order by order_task_id', [ids]);
    expect(rows.map(({ finished }: { finished: boolean }) => finished)).toEqual(expected);
    const { rows: bars } = await knex.raw(
      `select bool_and(b.finished = s.finished) as same, count(*)::integer as count from bars b join lot_steps s on s.entry_id = b.id`,
    );
    expect(bars).toEqual([{ same: true, count: cases.filter(({ marked }) => marked !== null).length }]);
    const plain = await knex('order_tasks')
      .whereIn('id', ids)
      .select('*', knex.raw('all_received(received, order_quantity, received_quantity) as all'));
    expect(plain.map(({ all }) => all)).toEqual(plain.map((row) => isAllReceived(row)));
  });

  test('how many pieces a bar has, whatever of them has come', async () => {
    const { knex } = database;
    const make = plantBuilder(knex);
    const task = await make.task();
    const order = await make.order({ number: 7 });
    const lots = [await make.lot(order, '01'), await make.lot(order, '02'), await make.lot(order, '03')];
    const rows = [{ order_quantity: 0 }, { order_quantity: 5, received_quantity: 2 }];
    const bars: number[] = [];
    for (const row of rows) bars.push(await make.entry(lots[0]!, task, AT, { order_task_id: await make.orderTask(lots[0]!, task, row) }));
    bars.push(await make.entry(lots[1]!, task, AT));
    const expected = [...rows, { order_quantity: 0 }].map(({ order_quantity }) =>
      piecesOf({ number: 7 }, { order_quantity, received_quantity: 0 }, lots.length),
    );
    expect(expected).toEqual([3, 5, 3]);
    expect(await knex('bars').whereIn('id', bars).orderBy('id').pluck('pieces')).toEqual(expected);
  });

  test.each([undefined, 6])('how many hours of work are left, by the default %s', async (default_work_hours) => {
    const { knex } = database;
    if (default_work_hours) await setSetting(knex, 'plan_settings', { default_work_hours });
    const make = plantBuilder(knex);
    const [task, lot] = [await make.task(), await make.lot(await make.order())];
    const hours = [0, 0.5, 3];
    const cases = hours.flatMap((setup_hours) =>
      hours.flatMap((work_hours) =>
        [0, 1, 3, 4].map((received_quantity) => ({ setup_hours, work_hours, order_quantity: 4, received_quantity })),
      ),
    );
    const ids: number[] = [];
    for (const row of cases) ids.push(await make.orderTask(lot, task, row));
    const rows = await knex('order_task_states').whereIn('id', ids).orderBy('id').select('work_hours', 'whole_hours');
    const settings = { default_work_hours: default_work_hours ?? 4 };
    const sum = ({ setup, work }: { setup: number; work: number }): number => setup + work;
    expect(rows).toEqual(
      cases.map((row) => ({
        work_hours: sum(workHours(row, settings)),
        whole_hours: sum(workHours({ ...row, received_quantity: 0 }, settings)),
      })),
    );
  });

  test('which treatment is meant: the own one of a facility, else the one for all; of none the one for all, else the first', async () => {
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
        `select place.id as facility, h.id from unnest(?::bigint[]) as place (id) ${treatmentOn('?::bigint', '?::bigint', 'place.id')}`,
        [[one, other, null] as unknown as number[], product, task],
      );
      const asked = rows as { facility: number | null; id: number | null }[];
      expect(asked).toHaveLength(3);
      expect(asked.map(({ id }) => id)).toEqual(asked.map(({ facility }) => treatmentOf(all, facility)?.id ?? null));
    }
  });
});

/** What becomes of an order by its lots: `last` is the end of each lot's last bar; the one before it stands on 4/2. */
describe('an order', () => {
  const database = ownDatabase();

  interface Case {
    order?: Record<string, unknown>;
    /** Of the last process of each lot: its row, its bar (none: not planned). */
    lots: { row?: Record<string, unknown>; bar?: Record<string, unknown> | null; end?: string }[];
    remembered?: string;
  }

  async function stateOf({ order = {}, lots, remembered }: Case) {
    const { knex } = database;
    const make = plantBuilder(knex);
    const task = await make.task();
    const order_id = await make.order({ delivery_date: '2026-04-09', ...order });
    for (const [n, { row = {}, bar = {}, end = '2026-04-13 12:00' }] of lots.entries()) {
      const lot = await make.lot(order_id, `0${n + 1}`);
      const first = await make.orderTask(lot, task, { task_sort: 10, received: true, last_reception_date: '2026-03-30' });
      await make.entry(lot, task, ['2026-04-02 08:00', '2026-04-02 12:00'], { order_task_id: first, task_sort: 10 });
      const last = await make.orderTask(lot, task, { task_sort: 20, order_quantity: 4, ...row });
      if (bar) await make.entry(lot, task, ['2026-04-07 08:00', end], { order_task_id: last, task_sort: 20, ...bar });
    }
    if (remembered) {
      const { serial_key, serial_number } = await knex('orders').where({ id: order_id }).first();
      await knex('completed_orders').insert({ serial_key, serial_number, completed_on: remembered });
    }
    const state = await knex('order_states')
      .where({ order_id })
      .first('open', 'end_date', 'late_days', 'shipping_date', 'remaining_count', 'task_count', 'dated');
    await lotsAgree(order_id, state);
    return state;
  }
  /** An order is late, finished and ended as its lots are, whatever has become of it. */
  async function lotsAgree(
    order_id: number,
    order: { open: boolean; end_date: string | null; late_days: number; remaining_count: number },
  ) {
    const lots = await database
      .knex('lot_states')
      .where({ order_id })
      .select('end_date', 'late_days', database.knex.raw('task_count - finished_count as remaining'));
    const [ends, late, remaining] = ['end_date', 'late_days', 'remaining'].map((name) => lots.map((lot) => lot[name]));
    expect(Math.max(...late!)).toBe(order.late_days);
    expect(remaining!.reduce((sum, count) => sum + count, 0)).toBe(order.remaining_count);
    if (!order.open) expect(ends!.sort().at(-1)).toBe(order.end_date);
  }
  const open = {
    ...{ open: true, end_date: '2026-04-13', late_days: 4, shipping_date: '2026-04-13', remaining_count: 1, task_count: 2 },
    dated: false,
  };
  const done = { ...open, open: false, remaining_count: 0, dated: true };

  test.each<[string, Case, Record<string, unknown>]>([
    ['ends with its last bar', { lots: [{}] }, open],
    ['that ends at midnight ends on the day before', { lots: [{ end: '2026-04-14 00:00' }] }, open],
    [
      'that ends on its day is not late',
      { lots: [{ end: '2026-04-09 16:00' }] },
      { ...open, end_date: '2026-04-09', shipping_date: '2026-04-09', late_days: 0 },
    ],
    ['without a delivery date is never late', { order: { delivery_date: null }, lots: [{}] }, { ...open, late_days: 0 }],
    [
      'of which all has come by quantity ended then, wherever its bar stands',
      { lots: [{ row: { received_quantity: 4, last_reception_date: '2026-04-01' } }] },
      { ...done, end_date: '2026-04-01', shipping_date: '2026-04-01', late_days: 0 },
    ],
    [
      'that is delivered, with the day of its last process',
      { order: { delivery_status: '納入済' }, lots: [{ row: { received: true, last_reception_date: '2026-04-01' } }] },
      { ...done, end_date: '2026-04-01', shipping_date: '2026-04-01', late_days: 0 },
    ],
    [
      'that is delivered with an open process ended on the day that is remembered',
      { order: { delivery_status: '出荷済' }, lots: [{}], remembered: '2026-04-10' },
      { ...done, dated: false, end_date: '2026-04-10', shipping_date: '2026-04-10', late_days: 1 },
    ],
    [
      'that is delivered with lots that never ended, and later bars, ended on the day that is remembered',
      { order: { delivery_status: '納入済' }, lots: [{}, { end: '2026-04-20 12:00' }, { bar: null }], remembered: '2026-04-10' },
      { ...done, dated: false, end_date: '2026-04-10', shipping_date: '2026-04-10', late_days: 1, task_count: 6 },
    ],
    [
      'whose last day nobody said ended on the day that is remembered',
      { lots: [{ row: { received: true } }], remembered: '2026-04-11' },
      { ...done, dated: false, end_date: '2026-04-11', shipping_date: '2026-04-11', late_days: 2 },
    ],
    ['that somebody marked as finished ended where its bar does', { lots: [{ bar: { received_locked: true } }] }, done],
    [
      'of several lots ends with the last of them',
      { lots: [{ end: '2026-04-08 12:00' }, {}, { row: { received: true, last_reception_date: '2026-04-20' } }] },
      { ...open, end_date: '2026-04-20', shipping_date: '2026-04-20', late_days: 11, remaining_count: 2, task_count: 6 },
    ],
    [
      'of which nothing that is left is planned has no end',
      { lots: [{ bar: null }] },
      { ...open, end_date: null, shipping_date: null, late_days: 0 },
    ],
    [
      'of which something is not planned ships on no known day',
      { lots: [{}, { bar: null }] },
      { ...open, shipping_date: null, remaining_count: 2, task_count: 4 },
    ],
  ])('%s', async (_name, plant, state) => {
    expect(await stateOf(plant)).toEqual(state);
    const { end_date, late_days } = state as { end_date: string | null; late_days: number };
    const due = plant.order && 'delivery_date' in plant.order ? null : '2026-04-09';
    expect(late_days).toBe(end_date === null ? 0 : lateDays(end_date, due));
  });
});

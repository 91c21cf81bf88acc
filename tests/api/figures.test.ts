import type { Knex } from 'knex';
import { describe, expect, test } from 'vitest';
import { PAST_DAYS } from '../../seeds/demo/index.ts';
import { PUBLISHED } from '../../server/db/plan.ts';
import { addDays, daysBetween } from '../../server/domain/ground/plant-time.ts';
import { placeOf } from '../../server/domain/plant/places.ts';
import { rememberCompleted } from '../../server/features/figures/completion.store.ts';
import type { Figures } from '../../server/features/figures/figures.service.ts';
import { TODAY } from '../support/demos.ts';
import { serverHere } from '../support/here.ts';
import { plantBuilder } from '../support/plant.ts';

const WEEK = ['2026-03-30', '2026-04-05'] as const;

const server = serverHere({ demo: { orders: 60, products: 40, past_days: PAST_DAYS }, planned: true }, '1004');
const figures = (query = '') => server.get<'getFigures'>(`/api/figures/${query}`);

interface Task {
  order_id: number;
  serial_key: string;
  delivery_status: string;
  delivery_date: string | null;
  lot_id: number;
  cast: string | null;
  task_sort: number;
  task_code: string;
  arrangement: string;
  outsourcing_code: string;
  done: boolean;
  day: string | null;
}

const tasksOf = async (db: Knex): Promise<Task[]> =>
  (
    await db.raw(
      `select o.id as order_id, o.serial_key, o.delivery_status, o.delivery_date, l.id as lot_id, coalesce(c.casting_date, o.casting_date) as cast,
         ot.task_sort, t.task_code, ot.arrangement, ot.outsourcing_code, ot.last_reception_date as day,
         (ot.received or (ot.order_quantity > 0 and ot.received_quantity >= ot.order_quantity)
           or exists (select 1 from actuals a where a.order_task_id = ot.id and (a.by_hand or a.finished_at is not null))) as done
       from orders o join lots l on l.order_id = o.id left join castings c on c.lot_id = l.id
       join order_tasks ot on ot.lot_id = l.id join tasks t on t.id = ot.task_id order by l.id, ot.task_sort`,
    )
  ).rows;

const grouped = <Row, Key>(rows: readonly Row[], key: (row: Row) => Key): Row[][] => {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  return [...groups.values()];
};

/** Shipped orders of the week and lots in work, worked out row by row: shares no code with the sets of the figures. */
function secondOpinion(
  tasks: readonly Task[],
  remembered: ReadonlyMap<string, string>,
  more: readonly { due: string; on: string; cast: string }[],
) {
  const shipped = grouped(tasks, (task) => task.order_id).flatMap((rows) => {
    const lasts = grouped(rows, (task) => task.lot_id).map((lot) => lot.at(-1) as Task);
    const [order] = rows as [Task];
    if (order.delivery_status !== '完納' && !rows.every((task) => task.done)) return [];
    const days = lasts.map((task) => task.day);
    const known = rows.every((task) => task.done) && lasts.every((task) => task.day !== null);
    const on = known ? (days.sort().at(-1) as string) : (remembered.get(order.serial_key) ?? TODAY);
    return [{ due: order.delivery_date, on: on > TODAY ? TODAY : on, cast: rows.map((row) => row.cast).sort()[0] ?? null }];
  });
  const week = [...shipped, ...more].filter(({ on }) => on >= WEEK[0] && on <= WEEK[1]);
  const due = week.flatMap(({ due, on }) => (due === null ? [] : [{ due, on }]));
  const flows = week.flatMap(({ cast, on }) => (cast === null ? [] : [Math.max(0, daysBetween(cast, on))]));
  const places = new Map<string, number>();
  for (const lot of grouped(tasks, (task) => task.lot_id)) {
    const next = lot.find((task) => !task.done);
    if (!next || next.delivery_status === '完納' || next.cast === null || next.cast > TODAY) continue;
    const place = placeOf(next);
    places.set(place, (places.get(place) ?? 0) + 1);
  }
  return {
    shipped: week.length,
    on_time_rate: due.filter(({ due, on }) => on <= due).length / due.length,
    late_days: due.reduce((sum, { due, on }) => sum + Math.max(0, daysBetween(due, on)), 0),
    flow_days: flows.reduce((sum, days) => sum + days, 0) / flows.length,
    places,
  };
}

async function expectAgreement(): Promise<Figures> {
  const { db } = server;
  const completed = await db('completed_orders')
    .whereNotNull('completed_on')
    .select('serial_key', 'delivery_date', 'casting_date', 'completed_on');
  const tasks = await tasksOf(db);
  const standing = new Set(tasks.map(({ serial_key }) => serial_key));
  const gone = completed.filter(({ serial_key }) => !standing.has(serial_key));
  const opinion = secondOpinion(
    tasks,
    new Map(completed.map(({ serial_key, completed_on }) => [serial_key, completed_on])),
    gone.map(({ delivery_date, casting_date, completed_on }) => ({ due: delivery_date, on: completed_on, cast: casting_date })),
  );
  const answer = await figures();
  const { period, places } = answer;
  expect(period).toMatchObject({ shipped: opinion.shipped, late_days: opinion.late_days });
  expect(period.on_time_rate).toBeCloseTo(opinion.on_time_rate, 9);
  expect(period.flow_days).toBeCloseTo(opinion.flow_days, 9);
  expect(new Map(places.filter(({ lots }) => lots > 0).map(({ place, lots }) => [place, lots]))).toEqual(opinion.places);
  return answer;
}

describe('the figures', () => {
  test('agree with a second opinion on a planned demo plant, and on the same with random marks', async () => {
    await expectAgreement();
    // Every fifth task finished by its quantity, in an order that no plant has.
    await server.db.raw('update order_tasks set order_quantity = 3, received_quantity = 3 where (id * 7919) % 5 = 0');
    await server.db.raw(
      `update order_tasks set last_reception_date = ?::date - ((id * 31) % 9)::integer where (id * 7919) % 5 = 0 and id % 3 > 0`,
      [TODAY],
    );
    await expectAgreement();
  });

  test('add up: runs of the furnaces, working days, places, weeks', async () => {
    const { period, furnaces, places, weeks, comparisons, load, last_run, plan } = await figures();
    const runs = furnaces.reduce((sum, furnace) => sum + furnace.runs, 0);
    expect(runs).toBe(period.furnace_runs);
    expect(period.furnace_runs_a_day).toBeCloseTo(runs / period.working_days, 9);
    expect(places.reduce((sum, { lots }) => sum + lots, 0)).toBe(period.lots_in_work);
    const { kind: _, ...shown } = period;
    expect(weeks).toHaveLength(12);
    expect(weeks.at(-1)).toEqual(shown);
    // Wednesday: of the week before only the shipments up to its Wednesday are held against those of this week.
    const [from, to] = [addDays(WEEK[0], -7), addDays(TODAY, -7)];
    const { shipped, due, on_time, on_time_rate, late_days, flow_days } = (await figures(`?from_date=${from}&to_date=${to}`)).period;
    const part = { shipped, due, on_time, on_time_rate, late_days, flow_days };
    expect(comparisons[0]).toMatchObject({ ...weeks.at(-2), ...part, shipped_to: to, kind: 'week_before' });
    expect(period.shipped_to).toBe(TODAY);
    expect(load.weeks).toHaveLength(8);
    const late = last_run?.after.late_orders;
    const { rows } = await server.db.raw(
      `select count(*)::integer as late from (select o.id from orders o join lots l on l.order_id = o.id join plan_entries e on e.lot_id = l.id
         left join actuals a on a.order_task_id = e.id group by o.id having (max(e.end_at) - interval '1 minute')::date > o.delivery_date and bool_or(a.closed_by is null)) late`,
    );
    expect(late).toBe(rows[0].late);
    expect(plan?.late_orders).toBe(rows[0].late);
  });

  test('of a range are refused where its days are missing or reversed', async () => {
    for (const query of ['?period=range', '?from_date=2026-04-02&to_date=2026-04-01', '?from_date=2020-01-01&to_date=2026-04-01'])
      expect((await server.ask('GET', `/api/figures/${query}`)).status, query).toBe(400);
    expect((await figures(`?from_date=${WEEK[0]}&to_date=${WEEK[1]}`)).period).toMatchObject({ kind: 'range', from_date: WEEK[0] });
  });
});

describe('what is kept', () => {
  test('a day that was closed by deleting the orders is not lost, and their return counts nothing twice', async () => {
    const admin = await server.token('1001');
    const before = await expectAgreement();
    const orders = await server.db('orders').select('serial_number', 'product_code', 'number', 'delivery_date', 'delivery_status');
    await server.post<'deleteAllOrders'>('/api/orders/delete_all/', {}, admin);
    const after = await figures();
    expect(after.period).toMatchObject({
      shipped: before.period.shipped,
      late_days: before.period.late_days,
      on_time_rate: before.period.on_time_rate,
    });
    expect(after.weeks.map(({ shipped }) => shipped)).toEqual(before.weeks.map(({ shipped }) => shipped));
    const closed = await server.db('completed_orders').whereNull('completed_on').pluck('serial_number');
    expect(closed.length).toBeGreaterThan(3);
    // All come back but one, which the core system has closed.
    const rows = orders.filter(({ serial_number }) => serial_number !== closed[0]);
    expect(await server.post('/api/orders/upload_csv/', { rows }, admin)).toMatchObject({ errors: [] });
    const back = await figures();
    expect(back.period.shipped).toBe(before.period.shipped + 1);
  });

  test('a day of reception that arrives later corrects the day on which the order was first seen', async () => {
    const make = plantBuilder(server.db);
    const order_id = await make.order({ serial_number: 'KEPT1', delivery_date: addDays(TODAY, -2), casting_date: addDays(TODAY, -20) });
    const lot = await make.lot(order_id);
    const task = await make.orderTask(lot, await make.task(), { received: true });
    // As every import does.
    await server.db.transaction((trx) => rememberCompleted(trx, PUBLISHED, TODAY));
    const days = async () => (await figures()).period.late_days as number;
    const without = await days();
    await server
      .db('order_tasks')
      .where('id', task)
      .update({ last_reception_date: addDays(TODAY, -2) });
    expect(await days()).toBe(without - 2);
  });
});

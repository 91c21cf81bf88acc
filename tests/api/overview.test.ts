import { describe, expect, it } from 'vitest';
import type { Success } from '../../server/contract/handlers.ts';
import { PUBLISHED } from '../../server/db/plan.ts';
import { DELIVERED_STATUSES } from '../../server/domain/ground/constants.ts';
import { daysBetween, endDate, epochMs, type PlantDate } from '../../server/domain/ground/plant-time.ts';
import { type Entry, everyEntry } from '../../server/features/schedule/read/entries.store.ts';
import { TODAY } from '../support/demos.ts';
import { serverHere } from '../support/here.ts';
import { QUICK_RUN } from '../support/quick-run.ts';

type Overview = Success<'getScheduleOverview'>;

const server = serverHere({ demo: { orders: 90, products: 60 }, planned: true }, '1002');

const asked = (): Promise<Overview> => server.get<'getScheduleOverview'>('/api/schedules/overview/');
const entries = (): Promise<Entry[]> => everyEntry(server.db, PUBLISHED, {});

const startOf = ({ start_date }: Entry): number => epochMs(start_date);
const orderOf = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The late orders, from every bar by hand. */
async function lateByHand() {
  const closed = new Set(
    await server
      .db('orders')
      .whereIn('delivery_status', [...DELIVERED_STATUSES])
      .pluck('id'),
  );
  const byOrder = new Map<number, Entry[]>();
  for (const entry of await entries()) byOrder.set(entry.order_id, [...(byOrder.get(entry.order_id) ?? []), entry]);
  return [...byOrder.values()]
    .map((bars) => {
      const { order_id, serial_number, deadline_date } = bars[0]!;
      const late_days = Math.max(...bars.map((bar) => bar.late_days));
      const open = bars
        .filter((bar) => !bar.received_locked)
        .sort((a, b) => startOf(a) - startOf(b) || a.task_sort! - b.task_sort! || a.id - b.id);
      const latest = open.filter((bar) => bar.lot_late_days === late_days);
      const late = latest.filter((bar) => deadline_date !== null && daysBetween(deadline_date, endDate(bar.end_date)) > 0);
      const { id: entry_id } = late[0] ?? open[0] ?? { id: 0 };
      return { order_id, serial_number, deadline_date, late_days, entry_id, remaining_tasks: open.length, task_count: bars.length };
    })
    .filter(({ order_id, late_days, remaining_tasks }) => late_days > 0 && remaining_tasks > 0 && !closed.has(order_id))
    .sort((a, b) => b.late_days - a.late_days || orderOf(a.deadline_date!, b.deadline_date!) || orderOf(a.serial_number, b.serial_number));
}

describe('the plan of a run', () => {
  it('contradicts itself nowhere', async () => {
    const { conflicts, planned_at } = await asked();
    expect(conflicts).toEqual({ count: 0, bars: [] });
    expect(planned_at).toMatch(/\+09:00$/);
  });

  it('names every open late order, whatever its deadline, and counts what is overdue', async () => {
    const late = await lateByHand();
    const said = (await asked()).late;
    expect(late.length).toBeGreaterThan(3);
    expect(said.orders).toEqual(late.map((order) => expect.objectContaining(order)));
    const overdue = late.filter(({ deadline_date }) => (deadline_date as PlantDate) < TODAY).length;
    expect(said).toMatchObject({ count: late.length, overdue, worst_days: late[0]!.late_days });
  });
});

describe('the list of late orders', () => {
  const listed = (query: string) => server.get<'listLateOrders'>(`/api/schedules/late/?${query}`);

  it('has by pages what the overview tells, each with its place', async () => {
    const { orders, count } = (await asked()).late;
    expect(orders.map(({ place }) => place)).toEqual([...orders.keys()]);
    expect(await listed('limit=2&offset=1')).toMatchObject({ count, results: orders.slice(1, 3) });
    expect(await listed(`offset=${count}`)).toMatchObject({ count, results: [] });
  });

  it('finds some of them, and the one that is looked at by a bar', async () => {
    const [, second, third] = (await asked()).late.orders;
    const onTime = await server.db('order_states').where({ open: true, late_days: 0 }).first('order_id');
    const some = await listed(`order_ids=${third!.order_id},${onTime.order_id},${second!.order_id}`);
    expect(some).toMatchObject({ count: 2, results: [second, third] });
    expect(await listed(`entry_id=${third!.entry_id}`)).toMatchObject({ count: 1, results: [third] });
    const other = (await entries()).find(({ order_id, id }) => order_id === third!.order_id && id !== third!.entry_id);
    for (const id of [other!.id, 999_999_999]) expect(await listed(`entry_id=${id}`)).toMatchObject({ count: 0, results: [] });
  });
});

describe('a process that was finished over an open one', () => {
  const conflicts = async () => (await asked()).conflicts.bars.map(({ entry_id, kinds }) => ({ entry_id, kinds }));
  const close = async (bar: Entry): Promise<string[]> => {
    const { start_date, end_date, facility } = (await entries()).find(({ id }) => id === bar.id)!;
    const body = { start_date, end_date, facility, order: bar.order_id, locked: false, received_locked: true };
    return (await server.post<'modifySchedule'>(`/api/schedules/${bar.id}/modify_schedule/`, body)).warnings ?? [];
  };
  /** The open processes of the first lot that has three, in their order. */
  async function openLot(): Promise<Entry[]> {
    const all = (await entries()).filter(({ received_locked }) => !received_locked);
    const of = all.map(({ unique_order }) => all.filter((bar) => bar.unique_order === unique_order));
    return of.find(({ length }) => length >= 3)!.sort((a, b) => a.task_sort! - b.task_sort!);
  }

  it('is found by what happened, whoever said so, also after the next run, until the open ones are closed', async () => {
    const open = await openLot();
    const [first, second, last] = [open[0]!, open.at(-2)!, open.at(-1)!];
    const skipped = open.slice(0, -1).map(({ id }) => ({ entry_id: id, kinds: ['later_finished'] }));
    const row = () => server.db('order_tasks').where('id', last.id);
    expect(await conflicts()).toEqual([]);
    // By file, by a partner, by the form; the form says so at once.
    await row().update({ received: true });
    expect(await conflicts()).toEqual(expect.arrayContaining(skipped));
    await row().update({ received: false });
    const { outsourcing_code, arrangement, id } = await row().first();
    await row().update({ outsourcing_code: 'P1', arrangement: '外注' });
    await server
      .db('outsourcing_answers')
      .insert({ order_task_id: id, task_id: (await row().first()).task_id, outsourcing_code: 'P1', completed_quantity: 9_999 });
    expect(await conflicts()).toEqual(expect.arrayContaining(skipped));
    await server.db('outsourcing_answers').where({ order_task_id: id }).delete();
    await row().update({ outsourcing_code, arrangement });
    expect(await conflicts()).toEqual([]);
    expect((await close(last)).join()).toContain('が未完了です');
    expect(await conflicts()).toHaveLength(skipped.length);
    await server.services.runs.runAndWait(QUICK_RUN, '1002');
    expect(await conflicts()).toEqual(expect.arrayContaining(skipped));
    const said = await server.db('schedule_messages').where('code', 'W220').pluck('message');
    expect(said.join()).toContain(last.unique_order);
    await close(second);
    expect(await conflicts()).toHaveLength(skipped.length - 1);
    for (const bar of open.slice(1, -2)) await close(bar);
    await close(first);
    expect(await conflicts()).toEqual([]);
  });
});

describe('a plan of which most is late, put together by hand', () => {
  const MADE = 400;
  /** Orders of two processes, the second before the first, all behind their deadlines, of which ten are still to come. */
  const plant = (): Promise<unknown> =>
    server.db.raw(`
      insert into orders (serial_number, serial_key, product_code, product_key, product_name, number, delivery_status, material, delivery_date)
        select 'LATE' || n, 'LATE' || n, '', '', '弁箱 250A 上下面加工', 4, '素材', 'SCPH2', date '${TODAY}' + 10 - n from generate_series(1, ${MADE}) n;
      insert into lots (order_id, lot_number, lot_key) select id, '01', '01' from orders where serial_number like 'LATE%';
      insert into order_tasks (lot_id, task_id, task_sort, order_quantity)
        select l.id, t.id, 10 * t.nth, 4 from lots l join orders o on o.id = l.order_id
        cross join (select id, row_number() over (order by id) nth from tasks order by id limit 2) t where o.serial_number like 'LATE%';
      insert into plan_entries (layer, lot_id, task_id, id, task_sort, start_at, end_at)
        select ${PUBLISHED}, t.lot_id, t.task_id, t.id, t.task_sort, date '${TODAY}' + 30 - t.task_sort, date '${TODAY}' + 31 - t.task_sort
        from order_tasks t join lots l on l.id = t.lot_id join orders o on o.id = l.order_id where o.serial_number like 'LATE%';
      insert into schedule_messages (job_id, plan_id, position, level, code, message, facility_id, order_ids, cause)
        select p.job_id, p.id, 9999, 'warning', 'W213', '', (select max(id) from facilities), array(select id from orders where serial_number like 'LATE%'), 'earlier_due'
        from plans p where p.layer = ${PUBLISHED};
      update plans set said = jsonb_set(said, '{late}', (select jsonb_agg(jsonb_build_object('order_id', id, 'late_days', 10 + substr(serial_number, 5)::integer,
          'parts', (select jsonb_agg(jsonb_build_object('part', part, 'days', 80)) from unnest(array['late_start', 'own_time', 'waiting_days', 'earlier_due']) part)))
          from orders where serial_number like 'LATE%'))
        where layer = ${PUBLISHED}`);

  it('is told by its counts and the first fifty of each, in at most 100 kB', async () => {
    const before = (await asked()).late;
    await plant();
    const answer = await fetch(`${server.url}/api/schedules/overview/`, { headers: { authorization: `Bearer ${server.own}` } });
    const text = await answer.text();
    expect(answer.status, text).toBe(200);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(100_000);
    expect(text.split('着手前 80 · 所要日数 80 · 待ち日数 80 · 先の納期 80').length).toBe(51);
    const { late, conflicts } = JSON.parse(text) as Overview;
    const all = await lateByHand();
    expect(all).toHaveLength(before.count + MADE);
    expect(late.orders).toEqual(all.slice(0, 50).map((order) => expect.objectContaining(order)));
    expect(late).toMatchObject({ count: all.length, overdue: before.overdue + MADE - 10, worst_days: all[0]!.late_days });
    expect(conflicts.bars).toHaveLength(50);
    const listed = await server.get<'listScheduleConflicts'>('/api/schedules/conflicts/?limit=50');
    expect(listed).toMatchObject({ count: conflicts.count, results: conflicts.bars });
    expect(conflicts.count).toBeGreaterThan(200);
  });
});

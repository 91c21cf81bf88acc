import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Success } from '../../server/contract/handlers.ts';
import { PUBLISHED } from '../../server/db/plan.ts';
import { MOST_HELD_DAYS } from '../../server/domain/ground/constants.ts';
import { addDays, endDate, formatMonthDay } from '../../server/domain/ground/plant-time.ts';
import { KEPT_TEXTS } from '../../server/domain/texts/plan/promises.ts';
import { RUN_TEXTS } from '../../server/domain/texts/plan/runs.ts';
import { SCHEDULE_TEXTS } from '../../server/domain/texts/plan/schedule.ts';
import { expirePromises, keepPromise } from '../../server/features/promises/keep.service.ts';
import { type Desk, deskOf } from '../../server/features/runs/desk/desk.service.ts';
import { TODAY } from '../support/demos.ts';
import { serverHere } from '../support/here.ts';
import { QUICK_RUN } from '../support/quick-run.ts';
import { EVERY_LOT_ROUTED } from '../support/routed.ts';
import { eventually } from '../support/wait.ts';

type Asked = Success<'askPromise'>;

const server = serverHere({ demo: { orders: 60, products: 40 }, planned: 'crowded' }, '1002');
const made = { product: 0, pieces: 0, admin: '', sales: '' };

beforeAll(async () => {
  [made.admin, made.sales] = await Promise.all([server.token('1001'), server.token('1004')]);
  // A product that goes through a furnace and to a partner.
  const { rows } = await server.db.raw(
    `select o.product_id, o.number from orders o join bars b on b.order_id = o.id and b.layer = ${PUBLISHED}
     where o.product_id is not null and ${EVERY_LOT_ROUTED}
     group by o.id order by bool_or(b.furnace_run_id is not null) desc, bool_or(b.outsourced) desc, o.id desc limit 1`,
  );
  Object.assign(made, { product: rows[0].product_id, pieces: rows[0].number });
});
beforeEach(async () => {
  const { rows } = await server.db.raw(`select distinct promise_id from kept_promises where state = 'kept'`);
  for (const { promise_id } of rows) await post(`/api/promises/${promise_id}/release/`, {});
});

const post = <Body = Asked>(path: string, body: object, token?: string) => server.ask<Body>('POST', path, body, token);
const ask = (...lines: object[]) => server.post<'askPromise'>('/api/promises/', { lines: lines.length > 0 ? lines : [line()] }, made.sales);
const line = () => ({ product_id: made.product, pieces: made.pieces });
const keep = (id: number, more: object = {}, token?: string) =>
  post<Success<'keepPromise'>>(`/api/promises/${id}/keep/`, { days: 7, ...more }, token);
/** A day that is held of so many lines: the question's id, its answers and the order of the first. */
async function held(lines = [line()], more: object = {}) {
  const { id, answers } = await ask(...lines);
  const [order] = (await keep(id, more)).body.results;
  return { id, answers, order: order!, day: answers[0]!.date! };
}
const promise = (id: number) => server.get<'getPromise'>(`/api/promises/${id}/`, made.sales);
/** What is kept of the first line. */
const keptOf = async (id: number) => (await promise(id)).answers[0]!.kept!;
const list = async (query: string, token?: string) => server.get<'listPromises'>(`/api/promises/?${query}`, token);
interface PlacedBar {
  id: number;
  version: number;
  start_at: string;
  end_at: string;
  facility_id: number | null;
  furnace_run_id: number | null;
}
const bars = async (order?: number): Promise<PlacedBar[]> =>
  server
    .db('bars')
    .where('layer', PUBLISHED)
    .modify((query) => void (order !== undefined && query.where({ order_id: order })))
    .orderBy('id')
    .select('id', 'start_at', 'end_at', 'facility_id', 'task_id', 'version', 'furnace_run_id');
/** What is answered while a facility of an answer stands still for twenty days. */
async function withoutPlace<Result>({ entries }: Asked['answers'][number], asking: () => Promise<Result>): Promise<Result> {
  const { facility_name } = entries.find(({ facility_id }) => facility_id !== null)!;
  const days = Array.from({ length: 20 }, (_, at) => addDays(TODAY, at));
  const setUnits = (units: number | null) =>
    post('/api/facilities/set_availability/', { [facility_name!]: Object.fromEntries(days.map((day) => [day, units])) }, made.admin);
  await setUnits(0);
  const result = await asking();
  await setUnits(null);
  return result;
}
/** Moves the last bar of an order by a week; gives its id. */
async function delayed(order: number): Promise<number> {
  const last = (await bars(order)).sort((one, other) => one.end_at.localeCompare(other.end_at)).at(-1)!;
  const { version, start_at, end_at, id } = last;
  const later = (at: string) => `${addDays(at.slice(0, 10), 7)}${at.slice(10)}`;
  const moved = await post(`/api/schedules/${id}/modify_schedule/`, { version, start_date: later(start_at), end_date: later(end_at) });
  expect(moved.status).toBe(200);
  return id;
}
const conflicts = () => server.get<'getScheduleOverview'>('/api/schedules/overview/');

describe('a day that is held', () => {
  it('is an order with its bars in the plan, where they were answered, and moves nothing', async () => {
    const [before, told] = [await bars(), await conflicts()];
    const { id, answers } = await ask();
    const { status, body } = await keep(id);
    expect(status).toBe(200);
    const [order] = body.results;
    expect(order).toMatchObject({
      product_id: made.product,
      number: made.pieces,
      delivery_date: answers[0]!.date,
      late_days: 0,
      promise: { id },
    });
    expect(order!.serial_number).toBe(`仮${id}-1`);
    expect(order!.promise!.expires_at.slice(0, 10)).toBe(addDays(TODAY, 8));
    const own = await bars(order!.id);
    const placed = answers[0]!.entries.map(({ task_id, start_at, end_at, facility_id }) => ({ task_id, start_at, end_at, facility_id }));
    for (const place of placed) expect(own).toContainEqual(expect.objectContaining(place));
    expect(
      endDate(
        own
          .map(({ end_at }) => end_at)
          .sort()
          .at(-1)!,
      ),
    ).toBe(answers[0]!.date);
    expect((await bars()).filter((bar) => !own.some((one) => one.id === bar.id))).toEqual(before);
    const after = await conflicts();
    expect([after.conflicts.count, after.late.count, after.stale]).toEqual([told.conflicts.count, told.late.count, told.stale]);
    expect(await keptOf(id)).toMatchObject({ order_id: order!.id, state: 'kept', kept_by: '1002' });
  });

  it('stays where it is, or in time, when it is planned like any other', async () => {
    const { id, order, day } = await held();
    await server.services.runs.runAndWait(QUICK_RUN, '1002');
    const { entries, order_tasks, ...planned } = await server.get<'getOrder'>(`/api/orders/${order.id}/`);
    expect(planned).toMatchObject({ delivery_date: day, promise: { id } });
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.length).toBe(order_tasks.length);
  });

  it('is broken as soon as the plan has it later, or not whole, and no longer once it has', async () => {
    const { id, order, day } = await held();
    const state = async () => {
      const { broken, reaches } = await keptOf(id);
      return { broken, reaches };
    };
    expect(await state()).toEqual({ broken: false, reaches: day });
    const bar = await delayed(order.id);
    expect(await state()).toEqual({ broken: true, reaches: addDays(day, 7) });
    await post('/api/schedules/undo/', {});
    expect(await state()).toEqual({ broken: false, reaches: day });
    expect((await post('/api/schedules/delete_schedules/', { entries: [{ id: bar }] })).status).toBe(204);
    expect(await state()).toEqual({ broken: true, reaches: null });
  });

  it('is named before a plan is adopted that lacks it', async () => {
    const { body: without } = await post<Success<'createScenario'>>('/api/scenarios/', { name: '仮押さえの前' });
    await held();
    const { id: from } = await server.db('plans').where('layer', PUBLISHED).first('id');
    const refused = await post<{ error: string }>(`/api/plans/${without.id}/adopt/`, { from });
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining(RUN_TEXTS.holds_lost(1))]);
    await server.ask('DELETE', `/api/scenarios/${without.id}/`);
  });

  it('goes with its bars when it is released, and all else is as before', async () => {
    const [before, orders] = [await bars(), await server.db('orders').count()];
    const { id, order } = await held();
    const { status, body } = await post(`/api/promises/${id}/release/`, {});
    expect([status, body.answers[0]!.kept]).toMatchObject([200, { state: 'released', order_id: null }]);
    expect([await bars(), await server.db('orders').count()]).toEqual([before, orders]);
    expect(await server.db('orders').where('id', order.id)).toEqual([]);
    expect(await server.db('completed_orders').whereLike('serial_number', '仮%')).toEqual([]);
    expect((await post(`/api/promises/${id}/release/`, {})).status).toBe(409);
    // Held again, it is the same day; also where somebody has deleted its order.
    const [again] = (await keep(id)).body.results;
    await server.db('orders').where('id', again!.id).delete();
    expect((await keep(id)).body.results.map(({ serial_number }) => serial_number)).toEqual([`仮${id}-1`]);
    expect((await keptOf(id)).state).toBe('kept');
  });

  it('is refused where the room was taken after the answer', async () => {
    const { id, answers } = await ask();
    const late = await withoutPlace(answers[0]!, () => keep(id));
    expect(late.status).toBe(409);
    expect(JSON.stringify(late.body)).toContain('もう一度');
    expect((await keep(id)).status).toBe(200);
  });

  it('is looked for while others write, and once more where they have; at last they wait', async () => {
    const desk = deskOf(server.db);
    const isFree = async (): Promise<boolean> =>
      server.db.transaction((trx) =>
        trx.raw(`select id from plans where layer = ${PUBLISHED} for update nowait`).then(
          () => true,
          () => false,
        ),
      );
    const write = async () =>
      server
        .db('facilities')
        .limit(1)
        .update({ version: server.db.raw('version + 1') });
    const holdBeside = async (writes: number) => {
      const { id } = await ask();
      const free: boolean[] = [];
      const asking: Desk['ask'] = async (kind, question, hear) => {
        const answer = await desk.ask(kind, question, hear);
        free.push(await isFree());
        if (free.length <= writes) await write();
        return answer;
      };
      const clock = (): number => Date.parse(`${TODAY}T08:00:00+09:00`);
      const author = { user: { employee_id: '1002' }, operation: 'keepPromise', clock };
      const { results } = await keepPromise({ db: server.db, clock, desk: { ask: asking } }, author, id, { days: 7 });
      await post(`/api/promises/${id}/release/`, {});
      return [free, results.length];
    };
    expect(await holdBeside(0)).toEqual([[true], 1]);
    expect(await holdBeside(1)).toEqual([[true, true], 1]);
    expect(await holdBeside(9)).toEqual([[true, true, true, false], 1]);
    await desk.close();
  });

  it('is held once by two at once, and in time by each of two questions', async () => {
    const [one, other] = [await ask(), await ask()];
    const { id: same } = await ask();
    expect((await Promise.all([keep(same), keep(same)])).map(({ status }) => status).sort()).toEqual([200, 409]);
    await post(`/api/promises/${same}/release/`, {});
    const both = await Promise.all([keep(one.id), keep(other.id)]);
    const kept = both.filter(({ status }) => status === 200).flatMap(({ body }) => body.results);
    expect(kept.length).toBeGreaterThan(0);
    for (const { id, delivery_date } of kept) {
      const ends = (await bars(id)).map(({ end_at }) => endDate(end_at)).sort();
      expect(ends.at(-1)! <= delivery_date!).toBe(true);
    }
  });

  it('holds the lines that are named, each once', async () => {
    const { id } = await ask(line(), line(), line());
    const { body } = await keep(id, { lines: [1, 3] });
    expect(body.results.map(({ serial_number }) => serial_number)).toEqual([`仮${id}-1`, `仮${id}-3`]);
    expect((await keep(id, { lines: [3] })).status).toBe(409);
    expect((await keep(id, { lines: [4] })).status).toBe(400);
    expect((await list('kept=true')).results.map((one) => one.id)).toEqual([id]);
    await post(`/api/promises/${id}/release/`, { lines: [1] });
    expect((await promise(id)).answers.map(({ kept }) => kept?.state)).toEqual(['released', undefined, 'kept']);
  });

  it('says nothing of how its product is made, and leaves an older answer as outdated', async () => {
    const routings = () => server.get<'listRoutings'>(`/api/products/${made.product}/routings/`);
    const [before, { id, outdated }] = [await routings(), await ask()];
    expect(before.count).toBeGreaterThan(0);
    await keep(id);
    expect(await routings()).toEqual(before);
    await server.services.runs.runAndWait(QUICK_RUN, '1002');
    expect([outdated, (await promise(id)).outdated]).toEqual([false, true]);
  });

  it('is asked for by who may not hold it, line by line: each wish stands until its line is held, or it is taken back', async () => {
    const { id } = await ask(line(), line(), line(), line());
    const wanted = async () => (await list('wanted=true')).results.map((one) => one.id);
    const want = async (wanted: boolean, lines?: number[]) =>
      (await post(`/api/promises/${id}/want/`, { wanted, ...(lines && { lines }) }, made.sales)).body.wanted_lines;
    expect(await wanted()).toEqual([]);
    expect(await want(true, [3, 2])).toEqual([2, 3]);
    expect(await wanted()).toEqual([id]);
    expect(await want(true, [4])).toEqual([2, 3, 4]);
    expect(await want(false, [3])).toEqual([2, 4]);
    expect((await post(`/api/promises/${id}/want/`, { wanted: true, lines: [5] })).status).toBe(400);
    await keep(id, { lines: [1, 2] });
    expect(await promise(id)).toMatchObject({ wanted_by: '1004', wanted_lines: [4] });
    // What is held is no wish.
    expect(await want(true)).toEqual([3, 4]);
    expect([await want(false), await wanted()]).toEqual([[], []]);
    await want(true);
    await keep(id, { lines: [3, 4] });
    expect((await post(`/api/promises/${id}/want/`, { wanted: true }, made.sales)).status).toBe(409);
    expect(await promise(id)).toMatchObject({ wanted_by: null, wanted_at: null, wanted_lines: [] });
    expect(await wanted()).toEqual([]);
    expect((await post('/api/promises/9999999/want/', { wanted: true })).status).toBe(404);
  });

  it('is given up by itself once it has expired, over midnight', async () => {
    const { id } = await held([line()], { days: 1 });
    const at = (date: string, clock: string) => () => Date.parse(`${date}T${clock}+09:00`);
    expect(await expirePromises(server.db, at(addDays(TODAY, 1), '23:59:59'))).toBe(0);
    const ended = await Promise.all([1, 2].map(() => expirePromises(server.db, at(addDays(TODAY, 2), '00:00:00'))));
    expect(ended.sort()).toEqual([0, 1]);
    expect(await keptOf(id)).toMatchObject({ state: 'expired', order_id: null });
    expect(await server.db('orders').whereLike('serial_number', `仮${id}-%`)).toEqual([]);
  });

  it('is held for more days, by who may hold it', async () => {
    const { id } = await held([line()], { days: 1 });
    const extend = (body: object, token?: string) => post(`/api/promises/${id}/extend/`, body, token);
    expect((await extend({ days: 3 }, made.sales)).status).toBe(403);
    expect((await extend({ days: 0 })).status).toBe(400);
    const { status, body } = await extend({ days: 3, lines: [1] });
    expect([status, body.answers[0]!.kept!.expires_at.slice(0, 10)]).toEqual([200, addDays(TODAY, 5)]);
    expect(await expirePromises(server.db, () => Date.parse(`${addDays(TODAY, 4)}T12:00:00+09:00`))).toBe(0);
    // However often, it ends.
    const most = addDays(TODAY, MOST_HELD_DAYS);
    expect((await extend({ days: 60 })).status).toBe(200);
    const refused = await extend({ days: MOST_HELD_DAYS - 64 + 1 });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining(`${formatMonthDay(most)}まで`)]);
    expect((await extend({ days: MOST_HELD_DAYS - 64 })).body.answers[0]!.kept!.expires_at.slice(0, 10)).toBe(addDays(most, 1));
    await post(`/api/promises/${id}/release/`, {});
    expect((await extend({ days: 3 })).status).toBe(409);
  });

  it('waits for a planner while it is wanted, expires by tomorrow or is broken; the sales desk is told of its own, once they are held', async () => {
    const waiting = () => Promise.all([server.own, made.sales].map(async (token) => (await list('attention=true&limit=1', token)).count));
    const { id } = await ask();
    expect(await waiting()).toEqual([0, 0]);
    await post(`/api/promises/${id}/want/`, { wanted: true }, made.sales);
    expect(await waiting()).toEqual([1, 0]);
    const [order] = (await keep(id, { days: 2 })).body.results;
    expect(await waiting()).toEqual([0, 0]);
    const [bar] = await bars(order!.id);
    await post('/api/schedules/delete_schedules/', { entries: [{ id: bar!.id }] });
    expect(await waiting()).toEqual([1, 1]);
    await post('/api/schedules/undo/', {});
    expect(await waiting()).toEqual([0, 0]);
    await post(`/api/promises/${id}/release/`, {});
    await keep(id, { days: 1 });
    expect(await waiting()).toEqual([1, 1]);
    // Another's is none of the sales desk's.
    await keep((await post('/api/promises/', { lines: [line()] })).body.id, { days: 1 });
    expect(await waiting()).toEqual([2, 1]);
  });

  it('is no work that a partner is told of, and no order that a file lacks', async () => {
    const work = async () => (await server.get<'listOutsourcingWork'>('/api/outsourcing-work/?limit=1')).count;
    const file = { rows: [{ serial_number: '026Z9999', product_code: 'X', product_name: 'X', number: 1 }] };
    const missing = async () => (await post<{ missing: number }>('/api/orders/upload_csv/?dry_run=1', file, made.admin)).body.missing;
    const before = [await work(), await missing()];
    await held();
    expect([await work(), await missing()]).toEqual(before);
  });
});

describe('an earlier day that is held', () => {
  /** A question once all is known of it. */
  const whole = async (): Promise<Asked> => {
    const { id } = await ask();
    await eventually(async () => (await promise(id)).status).toBe('done');
    return promise(id);
  };

  it('is promised as it is, moves nothing, and is broken until a run places it first; then the plan keeps it', async () => {
    const { id, answers } = await whole();
    const [{ date: free, earlier }] = answers as [Asked['answers'][number]];
    expect(earlier.length).toBeGreaterThan(0);
    const [{ date }] = earlier as [(typeof earlier)[number]];
    const before = await bars();
    const order = (await keep(id, { dates: [{ line: 1, date }] })).body.results[0]!;
    expect(order).toMatchObject({ delivery_date: date, promise: { id } });
    const own = new Set((await bars(order.id)).map((bar) => bar.id));
    expect((await bars()).filter((bar) => !own.has(bar.id))).toEqual(before);
    expect(await keptOf(id)).toMatchObject({ date, broken: true, reaches: free });
    expect((await list('attention=true')).count).toBe(1);
    await server.services.runs.runAndWait({ ...QUICK_RUN, first_orders: [order.id] }, '1002');
    const { broken, reaches } = await keptOf(id);
    expect([broken, reaches! <= date]).toEqual([false, true]);
    expect((await list('attention=true')).count).toBe(0);
  });

  it('is one of those that were answered, of a line that is held', async () => {
    const { id, answers } = await whole();
    const [{ date: free, earlier }] = answers as [Asked['answers'][number]];
    const [{ date }] = earlier as [(typeof earlier)[number]];
    const refused = async (...dates: object[]) => {
      const { status, body } = await post<{ dates: string[] }>(`/api/promises/${id}/keep/`, { days: 7, lines: [1], dates });
      return [status, body.dates.join()];
    };
    expect(await refused({ line: 1, date: addDays(free!, 1) })).toEqual([400, expect.stringContaining('回答にない日')]);
    expect(await refused({ line: 1, date: free! })).toEqual([400, expect.stringContaining('選べるのは')]);
    expect(await refused({ line: 2, date })).toEqual([400, expect.stringContaining('この問い合わせにない行')]);
    expect(await refused({ line: 1, date }, { line: 1, date })).toEqual([400, expect.stringContaining('2つ以上')]);
    expect((await promise(id)).answers[0]!.kept).toBeNull();
  });

  it('is refused once it has passed, or the day at no cost has gone', async () => {
    const { id, answers } = await whole();
    const [{ earlier }] = answers as [Asked['answers'][number]];
    const dates = [{ line: 1, date: earlier[0]!.date }];
    const clock = (): number => Date.parse(`${addDays(earlier[0]!.date, 1)}T08:00:00+09:00`);
    const desk = deskOf(server.db);
    const author = { user: { employee_id: '1002' }, operation: 'keepPromise', clock };
    await expect(keepPromise({ db: server.db, clock, desk }, author, id, { days: 7, dates })).rejects.toThrow('過ぎています');
    await desk.close();
    const late = await withoutPlace(answers[0]!, () => keep(id, { dates }));
    expect([late.status, JSON.stringify(late.body)]).toEqual([409, expect.stringContaining('もう一度')]);
    expect((await keep(id, { dates })).status).toBe(200);
  });
});

describe('a real order', () => {
  it('takes the place of the provisional one: its bars stand where that stood', async () => {
    const { id, order, day } = await held([line(), line()]);
    const placesOf = async (one: number) =>
      (await bars(one)).map((bar) => [bar.start_at, bar.end_at, bar.facility_id, bar.furnace_run_id].join()).sort();
    const places = await placesOf(order.id);
    const real = await copied(order.id, `026R${id}`);
    // One of another product, or that there is not, takes no place.
    const other = await server.db('orders').whereNot('product_id', made.product).whereNotNull('product_id').first('id');
    const refused = async (named: object): Promise<unknown[]> => {
      const { status, body } = await post<{ error: string }>(`/api/promises/${id}/fulfil/`, { ...named, line: 1 });
      return [status, body.error];
    };
    for (const [order_id, status] of [
      [other.id, 409],
      [order.id, 409],
      [9_999_999, 400],
    ])
      expect((await refused({ order_id }))[0]).toBe(status);
    const { serial_number } = await server.db('orders').where({ id: other.id }).first('serial_number');
    expect(await refused({ serial_number })).toEqual([409, KEPT_TEXTS.otherProduct(serial_number)]);
    // Its own number, and one that only looks like that of a held day.
    for (const unreal of [`仮${id}-1`, '仮９９９９－９'])
      expect(await refused({ serial_number: unreal })).toEqual([409, KEPT_TEXTS.notReal(unreal)]);
    expect((await keptOf(id)).state).toBe('kept');
    const { status, body } = await post(`/api/promises/${id}/fulfil/`, { order_id: real, line: 1 });
    const fulfilled = { state: 'fulfilled', order_id: real, serial_number: `026R${id}`, date: day };
    expect([status, body.answers[0]!.kept]).toMatchObject([200, fulfilled]);
    expect(await placesOf(real)).toEqual(places);
    expect(await server.db('orders').where('id', order.id)).toEqual([]);
    // It takes one place, once.
    for (const line of [1, 2]) expect((await post(`/api/promises/${id}/fulfil/`, { order_id: real, line })).status).toBe(409);
    expect((await promise(id)).answers.map(({ kept }) => kept!.state)).toEqual(['fulfilled', 'kept']);
  });

  it('is late where the plan has it behind the promised day, whatever its own due date says, and waits for nobody', async () => {
    const { id, order, day } = await held();
    const real = await copied(order.id, `026L${id}`);
    await server
      .db('orders')
      .where({ id: real })
      .update({ delivery_date: addDays(day, 30) });
    const waiting = (await list('attention=true')).count;
    expect((await post(`/api/promises/${id}/fulfil/`, { order_id: real })).status).toBe(200);
    expect(await keptOf(id)).toMatchObject({ state: 'fulfilled', broken: false, reaches: day });
    await delayed(real);
    expect(await keptOf(id)).toMatchObject({ state: 'fulfilled', broken: true, reaches: addDays(day, 7) });
    expect((await list('attention=true')).count).toBe(waiting);
    await post('/api/schedules/undo/', {});
    expect((await keptOf(id)).broken).toBe(false);
  });

  it('whose processes are not there yet goes on with those of the provisional one', async () => {
    const { id, order } = await held();
    const [before, real] = [await bars(order.id), await copied(order.id, `026B${id}`, { bare: true })];
    expect((await post(`/api/promises/${id}/fulfil/`, { order_id: real })).status).toBe(200);
    expect(await bars(real)).toEqual(before);
    expect(await server.db('orders').where('id', order.id)).toEqual([]);
    // Its own come, by other numbers of its lots, and one lot less.
    const { lots, file } = await tasksOf(real);
    const fewer = file.filter(({ lot_number }) => lots.length === 1 || lot_number !== lots.at(-1));
    const renamed = fewer.map((row) => ({ ...row, lot_number: `9${row.lot_number}` }));
    expect((await imported('order-tasks', renamed)).errors).toEqual([]);
    expect((await tasksOf(real)).lots).toEqual(lots.slice(0, Math.max(1, lots.length - 1)).map((lot) => `9${lot}`));
    expect((await bars(real)).length).toBe(fewer.length);
  });

  it('that a file brings by the number of the provisional one takes its place, until the import is taken back', async () => {
    const { id, order: provisional, day } = await held();
    const [before, { file, lots }] = [await bars(provisional.id), await tasksOf(provisional.id)];
    const kept = await keptOf(id);
    const row = await orderRow(provisional.id);
    const other = await imported('orders', [{ ...row, product_code: 'X' }]);
    expect(other.errors.join()).toContain('ほかの製品の受注にはできません');
    // Another order of its product names the day that is held.
    const { warnings } = await imported('orders', [{ ...row, serial_number: `026N${id}` }], { dry: true });
    expect(warnings.join()).toContain(`製番「026N${id}」: 仮${id}-1`);
    const met = `仮押さえ${row.serial_number}を、取り込む受注が引き継ぎます。`;
    const order = { ...row, weight: 77, delivery_date: addDays(day, 3) };
    expect((await imported('orders', [order], { dry: true })).warnings).toContain(met);
    expect(await keptOf(id)).toEqual(kept);
    expect((await imported('orders', [order])).warnings).toContain(met);
    const fulfilled = { state: 'fulfilled', order_id: provisional.id, date: day };
    expect(await keptOf(id)).toMatchObject(fulfilled);
    expect(await bars(provisional.id)).toEqual(before);
    const renamed = file.map((one) => ({ ...one, lot_number: `K${one.lot_number}` }));
    expect((await imported('order-tasks', renamed)).errors).toEqual([]);
    expect((await tasksOf(provisional.id)).lots).toEqual(lots.map((lot) => `K${lot}`));
    expect(await bars(provisional.id)).toEqual(before);
    // It is firm now: nothing of it expires, and its lots are its own.
    expect(await expirePromises(server.db, () => Date.parse(`${addDays(TODAY, 90)}T00:00:00+09:00`))).toBe(0);
    for (const kind of ['order-tasks', 'orders']) expect(await takenBack(kind)).toMatchObject({ left: 0 });
    expect(await keptOf(id)).toEqual(kept);
    expect([await tasksOf(provisional.id), await orderRow(provisional.id)]).toEqual([{ file, lots }, row]);
    expect(await bars(provisional.id)).toEqual(before);
  });

  it('that is named before a file brings it takes the place by its own number then, until the import is taken back', async () => {
    const { id, order: provisional } = await held([line(), line()]);
    const [before, row, serial] = [await bars(provisional.id), await orderRow(provisional.id), `026W${id}`];
    const fulfil = (body: object) => post(`/api/promises/${id}/fulfil/`, body);
    for (const wrong of [{ serial_number: serial }, { line: 1 }, { serial_number: ' 　', line: 1 }])
      expect((await fulfil(wrong)).status).toBe(400);
    const { status, body } = await fulfil({ serial_number: serial, line: 1 });
    expect([status, body.answers[0]!.kept]).toMatchObject([200, { state: 'kept', awaits: serial }]);
    expect((await fulfil({ serial_number: serial, line: 2 })).status).toBe(409);
    // Taken back, another may wait for it; the history says both.
    const stopped = await fulfil({ serial_number: null, line: 1 });
    expect([stopped.status, stopped.body.answers[0]!.kept]).toMatchObject([200, { state: 'kept', awaits: null }]);
    for (const of of [2, 2, 1]) await fulfil({ serial_number: of === 1 ? serial : null, line: of });
    const history = await server.get<'listAudit'>('/api/audit/?limit=3&operation=fulfilPromise', made.admin);
    expect(history.results.map((one) => [one.old, one.new])).toEqual([
      [{ awaits: null }, { awaits: serial }],
      [{ awaits: serial }, { awaits: null }],
      [{ awaits: null }, { awaits: serial }],
    ]);
    // Of another product it is named, and what waits goes on waiting.
    const { product_code } = await server.db('products').whereNot('id', made.product).first('product_code');
    const other = await imported('orders', [{ ...row, serial_number: serial, product_code }], { dry: true });
    expect(other.warnings.join()).toContain(`仮${id}-1が待っている製番「${serial}」は製品「${product_code}」の受注です`);
    const { errors, warnings } = await imported('orders', [{ ...row, serial_number: serial, weight: 88 }]);
    expect([errors, warnings.join()]).toEqual([[], expect.stringContaining(`仮押さえ仮${id}-1を`)]);
    expect((await promise(id)).answers.map(({ kept }) => kept)).toMatchObject([
      { state: 'fulfilled', order_id: provisional.id, serial_number: serial },
      { state: 'kept', awaits: null },
    ]);
    expect([await bars(provisional.id), (await orderRow(provisional.id)).serial_number]).toEqual([before, serial]);
    expect(await takenBack('orders')).toMatchObject({ left: 0 });
    expect(await keptOf(id)).toMatchObject({ state: 'kept', serial_number: row.serial_number, awaits: serial });
    expect([await bars(provisional.id), await orderRow(provisional.id)]).toEqual([before, row]);
  });
});

/** The same order as the core system sends it, without any bar. */
async function copied(order: number, serial_number: string, { bare = false } = {}): Promise<number> {
  await imported('orders', [{ ...(await orderRow(order)), serial_number }]);
  const { file } = await tasksOf(order);
  if (!bare)
    expect(
      (
        await imported(
          'order-tasks',
          file.map((row) => ({ ...row, serial_number })),
        )
      ).errors,
    ).toEqual([]);
  return (await server.db('orders').where({ serial_number }).first('id')).id;
}

/** An order as a file has it. */
async function orderRow(id: number) {
  const fields = ['serial_number', 'product_code', 'product_name', 'number', 'weight', 'delivery_status', 'material', 'delivery_date'];
  return server
    .db('orders')
    .where({ id })
    .first(...fields, 'casting_date');
}

/** Its processes as a file has them, and its lots. */
async function tasksOf(id: number) {
  const file: { lot_number: string }[] = await server
    .db('order_tasks as t')
    .join('lots as l', 'l.id', 't.lot_id')
    .join('orders as o', 'o.id', 'l.order_id')
    .join('tasks as k', 'k.id', 't.task_id')
    .where('o.id', id)
    .orderBy('l.lot_number')
    .orderBy('t.task_sort')
    .select('o.serial_number', 'l.lot_number', 't.arrangement', 't.task_sort', 'k.task_code', 't.task_name', 't.outsourcing_code')
    .select('t.order_name', 't.setup_hours', 't.work_hours', 't.solution_frame_days', 't.received', 't.last_reception_date')
    .select('t.order_quantity', 't.received_quantity');
  return { file, lots: [...new Set(file.map(({ lot_number }) => lot_number))] };
}

/** Imports rows as the page sends them. */
async function imported(kind: 'orders' | 'order-tasks', rows: readonly object[], { dry = false } = {}) {
  const path = `/api/orders/upload_${kind === 'orders' ? '' : 'order_task_'}csv/${dry ? '?dry_run=1' : ''}`;
  return (await post<{ errors: string[]; warnings: string[] }>(path, { rows }, made.admin)).body;
}
/** Takes the newest import of a kind back. */
async function takenBack(kind: string) {
  const [{ id }] = await server.db('import_log').where({ kind, undoes: null }).orderBy('id', 'desc').limit(1);
  return server.post(`/api/import-history/${id}/undo/`, {}, made.admin);
}

it('holds nothing for who may not, nor while a run is pending', async () => {
  const { id } = await ask();
  expect((await keep(id, {}, made.sales)).status).toBe(403);
  for (const days of [0, 61, 1.5]) expect((await keep(id, { days })).status).toBe(400);
  expect((await keep(9_999_999)).status).toBe(404);
  const running = { kind: 'schedule', status: 'running', requested_by: '1001', payload: '{}', heartbeat_at: server.db.fn.now() };
  const [job] = await server.db('jobs').insert(running).returning('id');
  expect((await keep(id)).status).toBe(409);
  // The desk, which takes seconds beside a run, is not asked.
  const [clock, desk] = [() => Date.parse(`${TODAY}T08:00:00+09:00`), deskOf(server.db)];
  const asking = vi.spyOn(desk, 'ask');
  const author = { user: { employee_id: '1002' }, operation: 'keepPromise', clock };
  await expect(keepPromise({ db: server.db, clock, desk }, author, id, { days: 7 })).rejects.toThrow(SCHEDULE_TEXTS.pending);
  expect(asking).not.toHaveBeenCalled();
  await desk.close();
  await server.db('jobs').where('id', job.id).delete();
  expect(await server.db('kept_promises').where({ promise_id: id })).toEqual([]);
});

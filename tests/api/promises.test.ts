import { beforeAll, describe, expect, it } from 'vitest';
import type { Body, Success } from '../../server/contract/handlers.ts';
import { closedDaysBetween } from '../../server/db/sql/calendar.ts';
import { ASSUMED_DEVIATIONS } from '../../server/domain/ground/constants.ts';
import { addDays, dayNumber, formatMonthDay, weekday } from '../../server/domain/ground/plant-time.ts';
import { KEPT_TEXTS, PROMISE_TEXTS } from '../../server/domain/texts/plan/promises.ts';
import { learnedNoise } from '../../server/features/work/noise.service.ts';
import { TODAY } from '../support/demos.ts';
import { serverHere } from '../support/here.ts';
import { EVERY_LOT_ROUTED } from '../support/routed.ts';
import { eventually } from '../support/wait.ts';

type Asked = Success<'askPromise'>;
type Question = Body<'askPromise'>;

const server = serverHere({ demo: { orders: 60, products: 40 }, planned: 'crowded' }, '1004');
const made = { product: 0, code: '', pieces: 0, admin: '', task: 0 };

beforeAll(async () => {
  const { rows } = await server.db.raw(
    `select o.number as pieces, o.product_id as product, o.product_code as code from orders o
     where o.product_id is not null and ${EVERY_LOT_ROUTED}
       and exists (select 1 from bars b where b.order_id = o.id and not b.finished) order by o.id desc limit 1`,
  );
  const task = await server.db('tasks').where('task_code', 'like', '%5131%').first('id');
  Object.assign(made, rows[0], { task: task.id, admin: await server.token() });
});

const asked = (...lines: Question['lines']) => server.post<'askPromise'>('/api/promises/', { lines });
const promise = (id: number) => server.get<'getPromise'>(`/api/promises/${id}/`);
const done = async (id: number): Promise<Asked> => {
  await eventually(async () => (await promise(id)).status).toBe('done');
  return promise(id);
};
const line = () => ({ product_id: made.product, pieces: made.pieces });
const bars = () => server.db('bars').orderBy('id').select('id', 'start_at', 'end_at', 'facility_id', 'version');

describe('a promise', () => {
  it('is a day with nothing moved, by the processes of an order that is named, whoever asks', async () => {
    const before = await bars();
    const { answers, status, asked_by } = await asked(line());
    expect([status, asked_by]).toEqual(['refining', '1004']);
    const [answer] = answers;
    expect(answer).toMatchObject({
      line: 1,
      product_id: made.product,
      product_code: made.code,
      moved_orders: 0,
      earlier: [],
      wished: null,
    });
    expect(answer!.date! >= TODAY).toBe(true);
    const { order_id } = answer!.routing!;
    const processes = await server.db('order_tasks').join('lots', 'lots.id', 'order_tasks.lot_id').where({ order_id }).select('task_id');
    expect(answer!.entries.length).toBeGreaterThan(0);
    expect(answer!.entries.length).toBeLessThanOrEqual(processes.length);
    for (const entry of answer!.entries) expect(processes.map(({ task_id }) => task_id)).toContain(entry.task_id);
    expect(await bars()).toEqual(before);
  });

  it('gets earlier days that cost more the earlier they are, and says what a wished day takes', async () => {
    const first = await asked(line());
    const wished_date = addDays(first.answers[0]!.date!, -2);
    const { id, answers } = await asked({ ...line(), wished_date });
    expect(answers[0]!.wished).toMatchObject({ possible: false, means: [] });
    const [answer] = (await done(id)).answers;
    const { earlier, date, wished } = answer!;
    expect(earlier.map((one) => one.date)).toEqual(
      earlier
        .map((one) => one.date)
        .toSorted()
        .reverse(),
    );
    for (const [at, one] of earlier.entries())
      for (const sooner of earlier.slice(at + 1)) {
        const isDearer =
          sooner.moved_orders > one.moved_orders || sooner.more_late_days > one.more_late_days || sooner.newly_late > one.newly_late;
        expect(isDearer).toBe(true);
      }
    for (const one of earlier) expect([one.date < date!, one.more_late_days >= one.newly_late]).toEqual([true, true]);
    expect(wished!.means.length).toBeGreaterThan(0);
    expect(wished!.possible).toBe(wished!.means.some(({ reached }) => reached));
    for (const means of wished!.means) expect(means.reached).toBe(means.date <= wished_date);
    expect(wished!.text).toMatch(/希望日/);
    // A day that is kept as it is takes nothing.
    const kept = await asked({ ...line(), wished_date: date! });
    expect(kept.answers[0]!.wished).toMatchObject({ possible: true, premises: [], means: [] });
  });

  it('stands behind what the lines before it take', async () => {
    const lines = Array.from({ length: 12 }, line);
    const days = (await asked(...lines)).answers.map(({ date }) => date!);
    const [alone] = (await asked(line())).answers;
    expect(days[0]).toBe(alone!.date);
    expect(days.at(-1)! > days[0]!).toBe(true);
  });

  it('begins when its casting is there, and can be made as another order is', async () => {
    const ready_date = addDays(TODAY, 40);
    const [answer] = (await asked({ ...line(), ready_date })).answers;
    expect(answer!.date! > ready_date).toBe(true);
    for (const { start_at } of answer!.entries) expect(start_at.slice(0, 10) >= ready_date).toBe(true);
    const last = (await server.get<'listRoutings'>(`/api/products/${made.product}/routings/`)).results.at(-1)!;
    const [other] = (await asked({ ...line(), routing_order_id: last.order_id })).answers;
    expect(other!.routing).toEqual({ order_id: last.order_id, serial_number: last.serial_number });
    expect((await server.ask('GET', '/api/products/9999999/routings/')).status).toBe(404);
  });

  it('takes longer for more pieces', async () => {
    const of = async (pieces: number) => (await asked({ ...line(), pieces })).answers[0]!;
    const [few, many] = [await of(1), await of(made.pieces * 40)];
    expect(many.entries.length).toBeGreaterThan(few.entries.length);
    expect(many.date! > few.date!).toBe(true);
  });

  it('is kept with its answers, for whoever is sent its address', async () => {
    const { id, answers } = await server.post<'askPromise'>('/api/promises/', { title: '見積 Q-1', lines: [line()] });
    const whole = await done(id);
    expect(whole).toMatchObject({ title: '見積 Q-1', asked_by: '1004', answers: [{ date: answers[0]!.date }] });
    expect(whole.answers[0]!.entries.length).toBeGreaterThan(0);
    // The list says what was answered, not what that consists of.
    const brief = { ...whole, answers: whole.answers.map((answer) => ({ ...answer, entries: [] })) };
    expect((await server.get<'listPromises'>('/api/promises/?limit=1', made.admin)).results[0]).toEqual(brief);
  });

  it('adds the margin of the plant to its day', async () => {
    const [plain] = (await asked(line())).answers;
    await server.services.runs.changeSettings({ promise_margin_days: 3 }, '1001');
    const [safe] = (await asked(line())).answers;
    await server.services.runs.changeSettings({ promise_margin_days: undefined }, '1001');
    expect(safe!.date! >= addDays(plain!.date!, 3)).toBe(true);
    expect(safe!.entries).toEqual(plain!.entries);
  });

  it('is asked of the plan as it stands now', async () => {
    const [before] = (await asked(line())).answers;
    const busiest = before!.entries.find(({ facility_id }) => facility_id !== null)!.facility_id!;
    const { facility_name } = await server.db('facilities').where('id', busiest).first('facility_name');
    const days = Array.from({ length: 20 }, (_, at) => addDays(TODAY, at));
    const setUnits = (units: number | null) =>
      server.post(
        '/api/facilities/set_availability/',
        { [facility_name]: Object.fromEntries(days.map((day) => [day, units])) },
        made.admin,
      );
    await setUnits(0);
    const [after] = (await asked(line())).answers;
    expect(after!.entries).not.toEqual(before!.entries);
    for (const entry of after!.entries) if (entry.facility_id === busiest) expect(entry.end_at.slice(0, 10) > days.at(-1)!).toBe(true);
    await setUnits(null);
    expect((await asked(line())).answers[0]!.entries).toEqual(before!.entries);
  });
});

describe('the days on which it is likely', () => {
  const since = addDays(TODAY, -60);
  /** The first Friday and Monday behind a day between which only the weekend is closed. */
  const week = async () => {
    const closed = await closedDaysBetween(server.db, since, TODAY);
    const isOpen = (date: string): boolean => !closed.has(date);
    const days = Array.from({ length: 60 }, (_, at) => addDays(since, at));
    const friday = days.find((day) => weekday(day) === 5 && isOpen(day) && isOpen(addDays(day, 3)) && isOpen(addDays(day, 4)))!;
    return { friday, monday: addDays(friday, 3), tuesday: addDays(friday, 4) };
  };
  const at = (date: string, clock: string): string => `${date}T${clock}:00+09:00`;
  let next = -1;
  /** Work of four hours that was tapped, or a partner who was to be back on a day. */
  const fact = (parts: object) => {
    const words = { serial_number: 'X', serial_key: 'X', lot_number: '', lot_key: '', task_code: '5131', task_name: '', product_code: '' };
    return { ...words, order_task_id: next--, product_name: '', task_id: made.task, facility_id: 1, planned_hours: 4, ...parts };
  };
  const keep = (facts: object[]) => server.db('actuals').insert(facts);
  const times = (count: number, parts: object): object[] => Array.from({ length: count }, () => fact(parts));

  it('are not said while nothing was tapped', async () => {
    expect(await learnedNoise(server.db, TODAY)).toBeNull();
    const { id } = await asked(line());
    expect((await done(id)).answers[0]!.likely).toBeNull();
  });

  it('are those of hours as they have been: in working time, without taps that cannot be', async () => {
    const { friday, monday, tuesday } = await week();
    await keep([
      ...times(10, { started_at: at(monday, '08:00'), finished_at: at(monday, '12:00') }),
      // Over a weekend and over a night.
      ...times(10, { started_at: at(friday, '14:00'), finished_at: at(monday, '12:00') }),
      ...times(10, { started_at: at(monday, '12:00'), finished_at: at(tuesday, '12:00') }),
      // Pressed together, long ago, and with no hours said.
      ...times(20, { started_at: at(monday, '15:00'), finished_at: at(monday, '15:01') }),
      ...times(20, { started_at: at('2024-06-03', '08:00'), finished_at: at('2024-06-03', '16:00') }),
      ...times(20, { started_at: at(monday, '08:00'), finished_at: at(monday, '16:00'), planned_hours: null }),
    ]);
    const noise = await learnedNoise(server.db, TODAY);
    expect(noise!.work.factor).toBeCloseTo(1.5);
    // A sixth of them took no longer than they should, a sixth twice as long.
    expect(noise!.work.spread).toBeCloseTo(Math.log(2) / 2);
    expect(noise!.tasks).toEqual(new Map([[made.task, noise!.work]]));
    expect(noise!.partner_days).toEqual(ASSUMED_DEVIATIONS.partner_days);
    expect([noise!.redone, noise!.stops.facilities]).toEqual([{ chance: 0, share: 0 }, []]);
    const planned_end = at(monday, '08:30');
    await keep(times(20, { facility_id: null, planned_end, received_by: 'partner', received_on: monday }));
    await keep(times(20, { facility_id: null, planned_end, received_by: 'partner', received_on: addDays(monday, 3) }));
    // One piece in four of ten works was no good; of two units one stood for two days and a half, and a whole facility for an hour.
    await keep(times(10, { started_at: at(tuesday, '08:00'), finished_at: at(tuesday, '14:00'), pieces: 4, good: 3 }));
    await keep(times(10, { started_at: at(tuesday, '08:00'), finished_at: at(tuesday, '14:00'), pieces: 4, good: 4 }));
    const [one, other] = await server.db('facilities').orderBy('id').limit(2);
    await server.db('facilities').where({ id: one.id }).update({ availability: 2 });
    await server.db('facility_stops').insert([
      { facility_id: one.id, unit: 0, reason: 'breakdown', stopped_at: at(friday, '08:00'), resumed_at: at(addDays(friday, 2), '20:00') },
      { facility_id: other.id, unit: null, reason: 'other', stopped_at: at(monday, '08:00'), resumed_at: at(monday, '09:00') },
    ]);
    const { redone, stops } = (await learnedNoise(server.db, TODAY))!;
    expect(redone).toEqual({ chance: 0.5, share: 0.25 });
    expect(stops.facilities).toEqual([one.id, other.id]);
    expect(stops.days.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => expect.closeTo(1 / 24)));
    expect(stops.days.slice(5)).toEqual(Array.from({ length: 5 }, () => 2.5));
    // Since the first tap, on that Friday.
    const lived = dayNumber(TODAY) - dayNumber(friday) + 1;
    expect(stops.every).toBeCloseTo(((2 + other.availability) * lived) / (1 + other.availability));
    await server.db('facilities').where({ id: one.id }).update({ availability: one.availability });
    expect((await learnedNoise(server.db, TODAY))!.partner_days).toEqual([0, 0, 0, 0, 0, 3, 3, 3, 3, 3]);
  });

  it('come behind the answer, none before it can be done, and are the same again', async () => {
    const likely = async () => {
      const { id, answers } = await asked(line());
      expect(answers[0]!.likely).toBeNull();
      const known = async () => (await promise(id)).answers[0]!.likely;
      await eventually(async () => (await known()) !== null).toBe(true);
      const { half, nine_of_ten } = (await known())!;
      expect([half! >= answers[0]!.date!, nine_of_ten! >= half!]).toEqual([true, true]);
      return { half, nine_of_ten };
    };
    expect(await likely()).toEqual(await likely());
    await server.db('actuals').where('order_task_id', '<', 0).del();
    await server.db('facility_stops').del();
  });
});

describe('odd questions', () => {
  it.each<[string, () => object]>([
    ['no pieces', () => ({ lines: [{ product_id: made.product, pieces: 0 }] })],
    ['no lines', () => ({ lines: [] })],
    ['half a piece', () => ({ lines: [{ product_id: made.product, pieces: 1.5 }] })],
    ['no product', () => ({ lines: [{ pieces: 1 }] })],
    ['a product of spaces', () => ({ lines: [{ product_code: ' 　', pieces: 1 }] })],
    ['an unknown product', () => ({ lines: [{ product_code: 'そんなものはない', pieces: 1 }] })],
    ['two products in one line', () => ({ lines: [{ product_code: made.code, product_id: made.product, pieces: 1 }] })],
    ['no day', () => ({ lines: [{ ...line(), wished_date: '2026-13-01' }] })],
    ['an order that is not of the product', () => ({ lines: [{ ...line(), routing_order_id: 999_999 }] })],
    ['too many lines', () => ({ lines: Array.from({ length: 51 }, line) })],
  ])('%s are refused in words', async (_, question) => {
    const { status, body } = await server.ask('POST', '/api/promises/', question());
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toMatch(/[ぁ-ん一-龠]/);
  });

  it('a product that no order has is said to have no processes', async () => {
    const [{ id }] = await server
      .db('products')
      .insert({ product_code: 'P-NEW', code_key: 'P-NEW', product_name: '新製品' })
      .returning('id');
    const [answer] = (await asked({ product_id: id, pieces: 3 }, line())).answers;
    expect(answer).toMatchObject({ date: null, entries: [], routing: null, wished: null });
    expect(answer!.text).toContain('P-NEW');
  });

  it('a wished day that has passed is said to have', async () => {
    const { id, answers } = await asked({ ...line(), wished_date: addDays(TODAY, -3) });
    expect(answers[0]!.date).not.toBeNull();
    expect((await done(id)).answers[0]!.wished).toMatchObject({ possible: false });
    expect((await done(id)).answers[0]!.wished!.text).toContain('過ぎて');
  });

  it('a day of another year is said with it', async () => {
    const said = async (more: object) => {
      const [{ text, wished }] = (await asked({ ...line(), ...more })).answers as [Asked['answers'][number]];
      return [text, wished?.text];
    };
    const [year, ...rest] = TODAY.split('-');
    const [before, after] = [[Number(year) - 1, ...rest].join('-'), [Number(year) + 1, ...rest].join('-')];
    expect((await said({ wished_date: before }))[1]).toBe(PROMISE_TEXTS.wishPassed(`${Number(year) - 1}/${formatMonthDay(before)}`));
    expect((await said({ wished_date: after }))[1]).toBe(PROMISE_TEXTS.wishKept(`${Number(year) + 1}/${formatMonthDay(after)}`));
    expect((await said({ ready_date: after }))[0]).toContain(`材料・鋳込 ${Number(year) + 1}/${formatMonthDay(after)}から`);
  });

  it('a wish for what has no day is refused', async () => {
    const { id } = await asked({ product_code: 'P-NEW', pieces: 1 });
    const { status, body } = await server.ask<{ error: string }>('POST', `/api/promises/${id}/want/`, { wanted: true });
    expect([status, body.error]).toEqual([409, KEPT_TEXTS.noDay(1)]);
  });

  it('many at once are all answered alike', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => asked(line())));
    expect(new Set(all.map(({ answers }) => JSON.stringify(answers[0]!.entries))).size).toBe(1);
  });
});

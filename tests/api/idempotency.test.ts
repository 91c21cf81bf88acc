import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { OperationId } from '../../server/contract/handlers.ts';
import { OPERATIONS, type Operation } from '../../server/contract/operations.ts';
import { keyedOperations } from '../../server/http/idempotency.ts';
import { contractDocument } from '../../server/http/router/document.ts';
import { plantChoice } from '../support/choice.ts';
import { type ServerHere, serverHere, span } from '../support/here.ts';
import { type Line, lineTo } from '../support/line.ts';
import { plannedBar } from '../support/planned-bar.ts';
import { plantBuilder } from '../support/plant.ts';

type Answered = { status: number; replayed: boolean; body: unknown };

/** One call under a key, of a user who may do everything. */
async function keyed(server: ServerHere, key: string, path: string, body?: object): Promise<Answered> {
  const sent = body instanceof FormData ? { body } : { body: JSON.stringify(body ?? {}), type: 'application/json' };
  const headers = {
    authorization: `Bearer ${server.own}`,
    'idempotency-key': key,
    ...('type' in sent ? { 'content-type': sent.type } : {}),
  };
  const answer = await fetch(server.url + path, { method: 'POST', headers, body: sent.body });
  const text = await answer.text();
  return { status: answer.status, replayed: answer.headers.has('idempotent-replayed'), body: text === '' ? undefined : JSON.parse(text) };
}

/** A lot with two bars of a facility, and one of a partner. */
async function foundry(server: ServerHere) {
  const make = plantBuilder(server.db);
  const [grind, plating, ship] = [await make.task(), await make.task({ task_name: '外注加工' }), await make.task({ task_name: '出荷' })];
  const facility = await make.facility({ facility_name: '検査場', tasks: [grind, ship] });
  const product = await make.product();
  const order = await make.order({ product_id: product });
  const lot = await make.lot(order);
  await server.db('outsourcings').insert({ outsourcing_code: 'G1', code_key: 'G1', name: '協力会社' });
  const away = { task_sort: 20, outsourced: true, row: { outsourcing_code: 'G1', arrangement: '外注', order_quantity: 4 } };
  const bar = await plannedBar(make)(lot, grind, ['2026-04-06 08:00', '2026-04-06 16:00'], {
    facility_id: facility,
    row: { task_sort: 10 },
  });
  const partners = await plannedBar(make)(lot, plating, ['2026-04-07 08:00', '2026-04-10 17:00'], away);
  const unplanned = await make.orderTask(lot, ship, { task_sort: 30 });
  const twice = await make.order();
  const lots = [await make.lot(twice, '01'), await make.lot(twice, '1')];
  return { order, unplanned, partners, bar, lots };
}

const days = (day: string) => span(`${day} 08:00`, `${day} 16:00`);
const move = (id: number, day: string) => ({ id, start_date: `${day}T08:00:00+09:00`, end_date: `${day}T16:00:00+09:00` });

describe('a call under a key', () => {
  const server = serverHere({ demo: false, config: { role: 'api' } });

  /** A body with which each operation does something, in an order in which they can follow each other; imports refuse an empty row. */
  function bodies({ order, unplanned, partners, bar, lots }: Awaited<ReturnType<typeof foundry>>): Partial<Record<OperationId, object>> {
    return {
      ...{ switchLockStatus: {}, lockOrder: { order }, undoSchedule: {}, redoSchedule: {}, unlockOrder: { order } },
      setOrderPriority: { orders: [order], priority: 'rush' },
      setWorkTime: { schedule_ids: [bar], start_time: '09:00', end_time: '10:00' },
      ...{ moveSchedules: { moves: [move(bar, '2026-04-13')] }, modifySchedule: days('2026-04-14') },
      ...{ modifyFacilitySchedule: days('2026-04-15'), addSchedule: { order_task: unplanned, ...days('2026-04-20') } },
      answerOutsourcing: { order_task_id: partners, answered_date: '2026-04-20' },
      ...{ createTask: { task_code: 'T-1', task_name: '研磨' }, createProduct: { product_code: 'P-1', product_name: '弁箱' } },
      // Nothing is known of how this product is made: it is answered at once, and no better.
      askPromise: { lines: [{ product_code: 'P-1', pieces: 1 }] },
      ...{
        wantPromise: { wanted: true },
        keepPromise: { days: 3 },
        fulfilPromise: { order_id: order },
        extendPromise: { days: 1 },
        releasePromise: {},
      },
      createFacility: { facility_code: 'F-1', facility_name: '研磨場' },
      createOutsourcing: { outsourcing_code: 'G-1', name: '研磨工業' },
      createEmployee: { employee_id: '1900', name: '田中', password: 'foundry-demo', permission: 'manager' },
      ...{ createHoliday: { date: '2026-04-29' }, setAvailability: { 検査場: { '2026-04-06': 3 } } },
      ...{ importHolidays: { rows: [{ date: '2026-05-04', is_holiday: true }] }, undoImport: {} },
      ...{ joinDoubles: { kind: 'lots', keep: lots[0], drop: lots[1] }, takeAnsweredSheets: new FormData() },
      ...{
        adoptPlan: { anyway: true },
        createScenario: { name: '試し' },
        ...{ planScenario: {}, cancelScenario: {}, tryProposal: {} },
        deleteSchedules: { entries: [{ id: bar }] },
        runSchedule: { time_limit_seconds: 1 },
      },
      cancelScheduleQueue: {},
    };
  }

  /** What an operation needs beforehand, and the row it speaks of. */
  async function rowFor(id: OperationId, bar: number): Promise<number> {
    if (id === 'cancelScheduleQueue') return (await server.db('jobs').max('id as id').first())!.id;
    if (id === 'undoImport') return (await server.db('import_log').max('id as id').first())!.id;
    if (id === 'fulfilPromise') return (await server.db('kept_promises').max('promise_id as id').first())!.id;
    if (/^(want|keep|extend|release)Promise$/.test(id)) return promised(/^(extend|release)/.test(id));
    if (id === 'createScenario') await server.db('plans').where('kind', 'published').update({ published_at: new Date() });
    if (id === 'tryProposal') return proposed();
    if (/^(plan|cancel)Scenario$/.test(id)) return (await server.db('plans').where('kind', 'scenario').max('id as id').first())!.id;
    if (id !== 'adoptPlan') return bar;
    await server
      .db('jobs')
      .insert({ kind: 'schedule', status: 'complete', statistics: '{}', started_at: new Date(), finished_at: new Date() });
    await plantChoice(server.db, '2026-04-01');
    return (await server.db('plans').where('kind', 'candidate').first('id')).id;
  }

  /** The number of a proposal beside the published plan. */
  async function proposed(): Promise<number> {
    const plan = (await server.db('plans').where('kind', 'published').first('id')).id;
    const result = { premises: [{ kind: 'holiday', date: '2026-04-04', closed: false }], text: '土曜稼働', late_days: [3, 1], plan: null };
    await server.db('proposals').insert({ plan_id: plan, tried: 1, noise_days: 0, results: JSON.stringify([result]) });
    return 1;
  }

  /** A question about the product that has an order, answered as far as it will be; `held`: and kept. */
  async function promised(held: boolean): Promise<number> {
    const { product_id } = await server.db('orders').whereNotNull('product_id').orderBy('id').first('product_id');
    const { id } = await server.post<'askPromise'>('/api/promises/', { lines: [{ product_id, pieces: 1 }] });
    while ((await server.get<'getPromise'>(`/api/promises/${id}/`)).status !== 'done') await pause(50);
    if (held) await server.post<'keepPromise'>(`/api/promises/${id}/keep/`, { days: 3 });
    return id;
  }

  /** Who wrote the rows that are in the database now and were not before `since`: transactions by their numbers, and how many rows. Sessions apart. */
  async function written(since: string): Promise<{ by: string; rows: number }[]> {
    const { rows: tables } = await server.db.raw(
      `select tablename from pg_tables where schemaname = 'public' and tablename <> 'token_activity'`,
    );
    const all = tables.map(({ tablename }: { tablename: string }) => `select xmin from ${tablename} where xmin::text::bigint >= ?`);
    const { rows } = await server.db.raw(
      `select xmin::text as by, count(*)::integer as rows from (${all.join(' union all ')}) found group by 1`,
      all.map(() => since),
    );
    return rows;
  }

  it('keeps its answer in the transaction of its work and is done once, whatever it asks', async () => {
    const plant = await foundry(server);
    const known = bodies(plant);
    const operations = keyedOperations(contractDocument());
    const first = Object.keys(known).filter((id) => operations.has(id));
    const others = [...operations]
      .filter((id) => !first.includes(id))
      .sort((a, b) => Number(/deleteAll/.test(a)) - Number(/deleteAll/.test(b)));
    for (const id of [...first, ...others] as OperationId[]) {
      const { path, raw }: Operation = OPERATIONS[id];
      const row = await rowFor(id, plant.bar);
      const published = { adoptPlan: 'id as from', tryProposal: 'id as plan' }[id as string];
      const from = published ? await server.db('plans').where('kind', 'published').first(published) : {};
      const body = id === 'takeAnsweredSheets' ? await sheetsAsSent() : known[id] ? { ...known[id], ...from } : raw ? { rows: [{}] } : {};
      const at = path.replace('{id}', String(row));
      const since = (await server.db.raw('select pg_current_xact_id()::text as at')).rows[0].at;
      const done = await keyed(server, id, at, body);
      expect([id, [200, 201, 202, 204].includes(done.status), done.replayed]).toEqual([id, true, false]);
      const [kept] = (await server.db.raw('select xmin::text as by from idempotency_keys where key = ?', [id])).rows;
      const wrote = await written(since);
      expect([id, wrote.map(({ by }) => by)]).toEqual([id, [kept.by]]);
      // Sheets that come back as they went out change nothing.
      expect([id, wrote[0]!.rows > 1]).toEqual([id, id !== 'takeAnsweredSheets']);
      expect([id, await keyed(server, id, at, body)]).toEqual([id, { ...done, replayed: true }]);
      expect([id, await written(since)]).toEqual([id, wrote]);
    }
  });

  /** The sheets for partners as they are handed out. */
  async function sheetsAsSent(): Promise<FormData> {
    const book = await (await server.download('schedules/download_excel_gantt/?file_type=outsourcing')).blob();
    const form = new FormData();
    form.set('file', book, 'sheets.xlsx');
    return form;
  }

  it('that comes twice at once is done once, and both hear the same', async () => {
    const make = plantBuilder(server.db);
    const lot = await make.lot(await make.order());
    const bar = await make.entry(lot, await make.task(), ['2026-04-06 08:00', '2026-04-06 16:00']);
    for (let round = 0; round < 5; round++) {
      const call = () => keyed(server, `twice ${round}`, `/api/schedules/${bar}/switch_lock_status/`);
      const [one, ...more] = await Promise.all([call(), call(), call()]);
      for (const other of more) expect([other.status, other.body]).toEqual([200, one.body]);
      expect(await server.db('plan_entries').where({ id: bar }).first('locked')).toEqual({ locked: round % 2 === 0 });
    }
  });

  it('that is refused leaves its key free; a step that cannot be taken back is passed over all the same', async () => {
    const make = plantBuilder(server.db);
    const bar = await make.entry(await make.lot(await make.order()), await make.task(), ['2026-04-06 08:00', '2026-04-06 16:00']);
    await server.post(`/api/schedules/${bar}/switch_lock_status/`);
    await server.db('plan_entries').where({ id: bar }).update({ locked: false, version: 9 });
    const [{ id: step }] = await server.db('schedule_steps').orderBy('id', 'desc').limit(1);
    expect(await keyed(server, 'refused', '/api/schedules/undo/', {})).toMatchObject({ status: 409, replayed: false });
    expect(await server.db('schedule_steps').where({ id: step }).first('refused')).toEqual({ refused: true });
    expect((await keyed(server, 'refused', '/api/holiday-calendars/', { date: '2026-05-05' })).status).toBe(201);
  });

  it('keeps nothing of what was sent but a hash without the password', async () => {
    const body = { employee_id: '1901', name: '田中', password: 'a secret of mine', permission: 'manager' };
    await keyed(server, 'account', '/api/employees/', body);
    const kept = await server.db('idempotency_keys').where({ key: 'account' }).first();
    expect(JSON.stringify(kept)).not.toContain('secret');
    // A password that is mistyped in a retry is the same call: its hash would lie in a table.
    expect((await keyed(server, 'account', '/api/employees/', { ...body, password: 'another' })).replayed).toBe(true);
    expect((await keyed(server, 'account', '/api/employees/', { ...body, name: '中田' })).status).toBe(409);
  });
});

/** How often the database goes away. */
const TIMES = process.env.LONG_TESTS ? 100 : 6;

describe('a database that restarts while a call under a key commits', () => {
  let line: Line;
  const way = async (url: string): Promise<string> => {
    line = await lineTo(url);
    return line.url;
  };
  afterAll(() => line.close());
  const server = serverHere({ demo: false, config: { role: 'api' }, way });
  let bar: number;
  beforeAll(async () => {
    bar = (await foundry(server)).bar;
  });
  const state = async () => ({
    locked: (await server.db('plan_entries').where({ id: bar }).first('locked')).locked as boolean,
    changes: Number((await server.db('audit').where({ operation: 'switchLockStatus' }).count('* as n').first())?.n),
  });

  it('has done its work once when it is asked again, and gives one answer', async () => {
    onTestFinished(() => line.mend());
    for (let round = 0; round < TIMES; round++) {
      const before = await state();
      const broken = line.breakAtCommit(round % 2 === 0 ? 'after' : 'before');
      const call = () => keyed(server, `restart ${round}`, `/api/schedules/${bar}/switch_lock_status/`, {});
      const first = call();
      await broken;
      // Sometimes it is back before anybody has noticed.
      if (round % 3 !== 0) await pause(20);
      line.mend();
      const answers = [await first];
      while (answers.at(-1)?.status !== 200) {
        expect([round, answers.at(-1)?.status]).toEqual([round, 503]);
        answers.push(await call());
      }
      answers.push(await call());
      const told = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => JSON.stringify(body)));
      expect([round, told.size, answers.at(-1)?.replayed]).toEqual([round, 1, true]);
      expect(await state()).toEqual({ locked: !before.locked, changes: before.changes + 1 });
    }
  }, 600_000);
});

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { PUBLISHED } from '../../server/db/plan.ts';
import { codeKey } from '../../server/domain/ground/fold.ts';
import { rememberCompleted } from '../../server/features/figures/completion.store.ts';
import { marksHandlers } from '../../server/features/schedule/shop-floor/marks.handlers.ts';
import { closeByHand } from '../../server/features/work/work.service.ts';
import { caller } from '../support/call.ts';
import { serverHere } from '../support/here.ts';
import { keptRows } from '../support/kept-rows.ts';
import { plantBuilder } from '../support/plant.ts';
import { draws } from '../support/properties.ts';
import { QUICK_RUN } from '../support/quick-run.ts';

/** What happened last month stays, whatever becomes of the orders and the plan that it happened to. */

const TODAY = '2026-04-07';
const LAST_MONTH = '?from_date=2026-03-02&to_date=2026-03-29';
const CHARGES = { tapped: '2026-03-10', untapped: '2026-03-12' };
/** When somebody had a first look: what nobody said a day of was shipped then. */
const SEEN_ON = '2026-03-25';

const server = serverHere({ demo: false, config: { role: 'all', today: TODAY } });
let made: Awaited<ReturnType<typeof foundry>>;

type Row = Record<string, unknown>;

/** Orders of last month, finished in each way, and open ones. */
async function foundry() {
  const { db } = server;
  const make = plantBuilder(db);
  const codes = { '320-3123-020': '焼ならし', '320-5131-010': '荒加工', '330-0001-010': '出荷', '320-3124-010': '手直し' };
  const named = Object.entries(codes).map(([task_code, task_name]) => make.task({ task_code, task_name }));
  const [heat, turn, ship, grind] = await Promise.all(named);
  const furnace = await make.facility({ tasks: [heat!], facility_name: '5号焼戻し炉', availability: 2, max_weight: 3500, volume: 1.3 });
  const lathe = await make.facility({ tasks: [turn!, ship!, grind!], facility_name: '横中ぐり盤', availability: 4 });
  await db('outsourcings').insert({ outsourcing_code: 'G01', code_key: 'G01', name: '渥美熱処理' });
  const product_code = 'P-1';
  const product_id = await make.product({ product_code, depth: 0.5, width: 0.5, height: 0.5, volume: 0.125 });
  await make.heat(product_id, heat!);
  let serial = 0;
  /** An order of lots of three processes; `rows`: of each lot, what its processes are. */
  const order = async (lots: (readonly Row[] | Row)[], values: Row = {}, casts: string[] = ['2026-02-20']) => {
    const serial_number = `0264${String(++serial).padStart(4, '0')}`;
    const own = { serial_number, product_id, product_code, product_key: codeKey(product_code), casting_date: '2026-02-18' };
    const order_id = await make.order({ ...own, delivery_date: '2026-03-13', ...values });
    const bars: number[][] = [];
    for (const [n, each] of lots.entries()) {
      const lot = await make.lot(order_id, `0${n + 1}`);
      await make.casting(lot, casts[n] ?? casts[0]!);
      const rows = Array.isArray(each) ? each : [each, each, each];
      const ids: number[] = [];
      for (const [at, task] of [heat!, turn!, ship!].entries()) {
        const { day = '2026-03-12', ...row } = (rows[at] ?? {}) as Row & { day?: string };
        const sort = { task_sort: 10 * (at + 1) };
        const id = await make.orderTask(lot, task, { ...sort, order_quantity: 4, ...row });
        const away = 'outsourcing_code' in row;
        const place = { order_task_id: id, facility_id: away ? null : at === 0 ? furnace : lathe, unit: away ? null : 0, outsourced: away };
        if (day !== 'none') await make.entry(lot, task, [`${day} ${8 + at * 3}:00`, `${day} ${11 + at * 3}:00`], { ...sort, ...place });
        ids.push(id);
      }
      bars.push(ids);
    }
    return { order_id, bars };
  };
  const came = { received: true, last_reception_date: '2026-03-17', day: '2026-03-12' };
  const tapped = await order([{ day: CHARGES.tapped }]);
  const twoTapped = await order([{ day: CHARGES.tapped }, { day: CHARGES.tapped }], {}, ['2026-02-24', '2026-02-20']);
  const filed = await order([came]);
  const undated = await order([[came, came, { ...came, last_reception_date: null }]], { delivery_date: null });
  const byHand = await order([{ day: '2026-03-19' }]);
  await order([{ day: '2026-03-20' }], { delivery_status: '納入済' });
  const away = await order([[came, came, { outsourcing_code: 'G01', arrangement: '外注' }]]);
  const half = await order([{ day: CHARGES.tapped }, { day: '2026-04-10' }], { delivery_date: '2026-04-20' });
  const open = await order([{ day: '2026-04-09' }, { day: 'none' }], { delivery_date: '2026-04-24' });
  const heated = [tapped.bars[0]![0]!, ...twoTapped.bars.map(([first]) => first!), half.bars[0]![0]!];
  const run = await make.furnaceRun(furnace, [`${CHARGES.tapped} 08:00`, `${CHARGES.tapped} 11:00`], heated, { unit: 0 });
  const kept = [filed, undated, away].map(({ bars }) => bars[0]![0]!);
  await make.furnaceRun(furnace, [`${CHARGES.untapped} 08:00`, `${CHARGES.untapped} 11:00`], kept, { unit: 1 });
  const last = [tapped.bars[0]!, ...twoTapped.bars, half.bars[0]!].map(([first, ...others]) => ({ first: first!, others }));
  await taps(furnace, CHARGES.tapped, { furnace_run: run, unit: 0 }, heated);
  for (const { others } of last) for (const id of others) await taps(lathe, '2026-03-11', { unit: 0 }, [id]);
  await db('actuals').whereIn('order_task_id', heated.slice(0, 2)).update({ good: 1, defect_reason: 'crack' });
  await db.transaction((trx) => closeByHand(trx, PUBLISHED, byHand.bars[0]!));
  await db('outsourcing_answers').insert({
    ...{ order_task_id: away.bars[0]![2], task_id: ship, outsourcing_code: 'G01', completed_quantity: 4 },
    answered_at: '2026-03-24T10:00+09',
  });
  await db('facility_stops').insert([
    { facility_id: furnace, unit: 0, reason: 'breakdown', stopped_at: '2026-03-11T08:00+09', resumed_at: '2026-03-11T14:20+09' },
    { facility_id: lathe, unit: null, reason: 'material', stopped_at: '2026-03-28T08:00+09', resumed_at: '2026-03-31T08:00+09' },
  ]);
  await db('plans').update({ published_at: '2026-03-09T06:00:00+09:00' });
  await db.transaction((trx) => rememberCompleted(trx, PUBLISHED, SEEN_ON));
  const said = async (table: string, columns: string): Promise<Row[]> =>
    (await db.raw(`select ${columns} from ${table} order by 1, 2`)).rows;
  const orders = await said(
    'orders',
    'serial_number, product_code, product_name, number, weight, delivery_status, material, delivery_date, casting_date',
  );
  const tasks = await said(
    'order_tasks t join lots l on l.id = t.lot_id join orders o on o.id = l.order_id join tasks k on k.id = t.task_id',
    `o.serial_number, l.lot_number, arrangement, task_sort, k.task_code, k.task_name, outsourcing_code, order_name, setup_hours, work_hours,
     solution_frame_days, received, last_reception_date, order_quantity, received_quantity`,
  );
  return { half, open, twoTapped, lathe, task_id: grind!, orders, tasks };
}

/** Begun and finished on a day of last month. */
async function taps(facility: number, day: string, where: object, bars: number[]): Promise<void> {
  for (const [kind, at] of [
    ['start', `${day}T08:10:00+09:00`],
    ['finish', `${day}T11:20:00+09:00`],
  ] as const) {
    const call = caller(marksHandlers({ db: server.db, clock: () => Date.parse(at) }), { employee_id: '1002', name: '計画 花子' });
    const entries = bars.map((entry_id) => ({ entry_id, quantity: null }));
    const body = { client_id: randomUUID(), at, facility, kind, entries, ...where } as never;
    expect(await call('postMark', { body })).toEqual({ result: 'accepted', reason: null });
  }
}

const post = (path: string, body?: object) => server.ask<Row>('POST', `/api/${path}/`, body);
const remove = (path: string) => server.ask('DELETE', `/api/${path}/`);

/** What is told of last month, to the byte. */
async function past(): Promise<string> {
  const { period, comparisons, weeks, furnaces, losses } = await server.get<'getFigures'>(`/api/figures/${LAST_MONTH}`);
  return JSON.stringify({ period, comparisons, weeks, furnaces, losses }, null, 1);
}

/** The processes that are finished, in the words of their files. */
const finished = async (): Promise<unknown[]> =>
  (
    await server.db.raw(
      `select o.serial_number, l.lot_number, s.task_sort, t.closed_on from order_task_states t join lot_steps s on s.order_task_id = t.id join lots l on l.id = t.lot_id
         join orders o on o.id = l.order_id where t.finished and t.origin = 'file' order by 1, 2, 3`,
    )
  ).rows;

const pick = async (table: string, at: number, where: object = {}): Promise<number | undefined> => {
  const ids = await server.db(table).where(where).orderBy('id').pluck('id');
  return ids[at % ids.length];
};
const imported = async (path: string, rows: readonly Row[]): Promise<void> => {
  const answer = await post(path, { rows: rows as Row[] });
  expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ errors: [] });
};
const reimport = async (): Promise<void> => {
  await imported('orders/upload_csv', made.orders);
  await imported('orders/upload_order_task_csv', made.tasks);
};
const takeBack = async (): Promise<void> => {
  const { rows } = await server.db.raw(
    `select i.id from import_log i where i.undoes is null and i.audit_id is not null and i.id not in (select undoes from import_log where undoes is not null)
     order by i.id desc limit 1`,
  );
  if (rows[0]) expect(await post(`import-history/${rows[0].id}/undo`)).toMatchObject({ status: 200 });
};

const OPS: Record<string, (at: number) => Promise<unknown>> = {
  全オーダー削除: () => post('orders/delete_all'),
  'all processes are deleted': () => post('orders/delete_all_tasks'),
  'all castings are deleted': () => post('orders/delete_all_castings'),
  'an order is deleted': async (at) => remove(`orders/${await pick('orders', at)}`),
  'a lot is deleted': async (at) => remove(`lots/${await pick('lots', at)}`),
  'the open lot is deleted': async () => remove(`lots/${await pick('lots', 1, { order_id: made.half.order_id })}`),
  'a finished lot is deleted': async (at) => remove(`lots/${await pick('lots', at, { order_id: made.twoTapped.order_id })}`),
  'a casting is deleted': async (at) => remove(`castings/${await pick('castings', at)}`),
  'a run': () => server.services.runs.runAndWait(QUICK_RUN, '1001'),
  undo: () => post('schedules/undo'),
  redo: () => post('schedules/redo'),
  'a process by hand': (at) =>
    post('schedules/add_schedule', {
      ...{ order: at % 2 ? made.half.order_id : made.open.order_id, lot_number: '02', task_id: made.task_id, facility: made.lathe },
      ...{ start_date_date: '2026-04-13', start_date_hour: '08:00', end_date_date: '2026-04-13', end_date_hour: '12:00' },
    }),
  'a process by hand goes': async (at) => {
    const id = await pick('order_tasks', at, { origin: 'hand' });
    return id && remove(`schedules/${id}`);
  },
  locked: async (at) => post('schedules/lock_order', { order: (await pick('orders', at)) ?? 1 }),
  unlocked: async (at) => post('schedules/unlock_order', { order: (await pick('orders', at)) ?? 1 }),
  're-imported': reimport,
  'taken back': takeBack,
  'another order': () => imported('orders/upload_csv', [...made.orders, { ...made.orders.at(-1)!, serial_number: '02649999' }]),
};

beforeAll(async () => {
  made = await foundry();
});

const OP = fc.tuple(fc.constantFrom(...Object.keys(OPS)), fc.nat({ max: 40 }));

test('what happened last month stays, whatever is done to orders and plan', { timeout: 600_000 }, async () => {
  const bringBack = await keptRows(server.db);
  const [before, done] = [await past(), await finished()];
  await fc.assert(
    fc.asyncProperty(fc.array(OP, { minLength: 1, maxLength: 9 }), async (ops) => {
      await bringBack();
      expect(await past()).toBe(before);
      for (const [name, at] of ops) {
        await OPS[name]!(at);
        expect(await past(), `${name} ${at}`).toBe(before);
      }
      await OPS.全オーダー削除!(0);
      await reimport();
      expect(await past()).toBe(before);
      expect(await finished()).toEqual(done);
    }),
    draws(100),
  );
});

import type ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcomeLines } from '../../cli/commands/schedule.ts';
import type { OperationId, Success } from '../../server/contract/handlers.ts';
import { claim } from '../../server/db/jobs/jobs.ts';
import { PUBLISHED } from '../../server/db/plan.ts';
import { runNight } from '../../server/features/nightly/night.ts';
import { requestNight } from '../../server/features/nightly/nightly.service.ts';
import { pack } from '../../server/features/plan/stage.store.ts';
import { workbookOf } from '../imports/support.ts';
import { makeFolders, write } from '../nightly/support.ts';
import { serverHere, span } from '../support/here.ts';
import { plannedBar } from '../support/planned-bar.ts';
import { plantBuilder } from '../support/plant.ts';
import { QUICK_RUN } from '../support/quick-run.ts';

/** Tuesday. Every order is due on Thursday, or never. */
const TODAY = '2026-04-07';
const DUE = '2026-04-09';

/** What is true of an order: how late, when it ships or has shipped, whether something is left to do. */
interface Truth {
  late: number;
  ships: string | null;
  open: boolean;
  /** Of each lot, where they differ. */
  lots?: number[];
}

interface Planted extends Truth {
  order?: Record<string, unknown>;
  /** The last process of each lot: its row, and when its bar ends (none: it is not planned). */
  last: { row?: Record<string, unknown>; end?: string; bar?: Record<string, unknown>; completed?: number }[];
}

const late = { late: 4, ships: '2026-04-13', open: true };
const PLANTED: Record<string, Planted> = {
  'ends late': { last: [{ end: '2026-04-13 12:00' }], ...late },
  'ends at midnight of its day': { last: [{ end: '2026-04-10 00:00' }], late: 0, ships: DUE, open: true },
  'ends in time': { last: [{ end: '2026-04-08 16:00' }], late: 0, ships: '2026-04-08', open: true },
  'has a late lot': { last: [{ end: '2026-04-08 16:00' }, { end: '2026-04-13 12:00' }], ...late, lots: [0, 4] },
  'is due on no day': { order: { delivery_date: null }, last: [{ end: '2026-04-13 12:00' }], late: 0, ships: '2026-04-13', open: true },
  'ends with a late partner': { last: [{ end: '2026-04-13 08:30', row: { outsourcing_code: 'G01', arrangement: '外注' } }], ...late },
  'came by quantity before the next run': {
    last: [{ end: '2026-04-13 12:00', row: { received_quantity: 4, last_reception_date: '2026-04-01' } }],
    ...{ late: 0, ships: '2026-04-01', open: false },
  },
  'is delivered, its bars standing': {
    order: { delivery_status: '納入済' },
    last: [{ end: '2026-04-13 12:00', row: { received: true, last_reception_date: '2026-04-01' } }],
    ...{ late: 0, ships: '2026-04-01', open: false },
  },
  'was finished late on the board': {
    order: { delivery_date: '2026-04-01' },
    last: [{ end: '2026-04-06 12:00', bar: { received_locked: true } }],
    ...{ late: 5, ships: '2026-04-06', open: false },
  },
  'has a process without a place': { last: [{ end: '2026-04-13 12:00' }, {}], late: 4, ships: null, open: true, lots: [4, 0] },
  'is not planned': { last: [{}], late: 0, ships: null, open: true },
};
const NAMES = Object.keys(PLANTED);
const serialOf = (name: string): string => `0264${String(NAMES.indexOf(name)).padStart(4, '0')}`;

const server = serverHere({ demo: false, config: { role: 'api', today: TODAY } }, '1002');
const ids = new Map<string, number>();
const bars = new Map<string, number>();
let shop: number;

async function plant(): Promise<void> {
  const make = plantBuilder(server.db);
  const tasks = [await make.task({ task_name: '仕上加工' }), await make.task({ task_name: '出荷' })] as const;
  shop = await make.facility({ tasks: [...tasks], facility_name: '出荷場', availability: 50 });
  await server.db('outsourcings').insert({ outsourcing_code: 'G01', code_key: 'G01', name: '渥美熱処理' });
  const product = await make.product({ depth: 0.5, width: 0.5, height: 0.5, volume: 0.125 });
  for (const date of ['2026-04-11', '2026-04-12', '2026-12-31']) await make.holiday(date);
  for (const name of NAMES) {
    const { order = {}, last } = PLANTED[name]!;
    const serial_number = serialOf(name);
    const order_id = await make.order({ serial_number, product_id: product, casting_date: '2026-03-20', delivery_date: DUE, ...order });
    ids.set(name, order_id);
    for (const [n, { row = {}, end, bar = {} }] of last.entries()) {
      const lot = await make.lot(order_id, `0${n + 1}`);
      const came = { row: { received: true, last_reception_date: '2026-03-30' }, received_locked: true };
      const at = ['2026-03-30 08:00', '2026-03-30 16:00'] as const;
      await plannedBar(make)(lot, tasks[0], at, { task_sort: 10, facility_id: shop, ...came });
      const order_task_id = await make.orderTask(lot, tasks[1], { task_sort: 20, order_quantity: 4, ...row });
      if (end === undefined) continue;
      const away = 'outsourcing_code' in row;
      const place = { order_task_id, task_sort: 20, outsourced: away, facility_id: away ? null : shop, ...bar };
      bars.set(`${name}/${n}`, await make.entry(lot, tasks[1], [end < TODAY ? '2026-04-06 08:00' : '2026-04-07 13:00', end], place));
    }
  }
}

/** The plan that is asked of where a plan can be: of the published one nothing is said. */
let shown: number | undefined;
const ofShown = (path: string): string => (shown === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}plan=${shown}`);
const answer = <Id extends OperationId>(path: string): Promise<Success<Id>> =>
  server.get(/^\/api\/(schedule|today|furnace)/.test(path) ? ofShown(path) : path);
const allIds = (): string => [...ids.values()].join(',');
const nameOf = (order_id: number): string => [...ids].find(([, id]) => id === order_id)![0];

/** What each place says of orders, by name; an order that a place leaves out is not in it. */
type Said = Map<string, Partial<Truth>>;
const said = <Row extends { order_id: number }>(rows: readonly Row[], of: (row: Row) => Partial<Truth>): Said =>
  new Map(rows.map((row) => [nameOf(row.order_id), of(row)]));

const workbook = (query: string) => server.book(shown === undefined ? query : `${query}&plan=${shown}`);

const PLACES: Record<string, () => Promise<Said>> = {
  'the strip above the boards': async () => {
    const { late: strip } = await answer<'getScheduleOverview'>('/api/schedules/overview/');
    expect([strip.count, strip.worst_days]).toEqual([strip.orders.length, strip.orders[0]?.late_days]);
    return said(strip.orders, ({ late_days }) => ({ late: late_days, open: true }));
  },
  'Ctrl+K': async () => {
    const found: Said = new Map();
    for (const name of NAMES) {
      const { orders } = await answer<'findInSchedule'>(`/api/schedules/find/?q=${serialOf(name)}`);
      expect(orders).toHaveLength(1);
      found.set(name, { late: orders[0]!.late_days, open: orders[0]!.open });
    }
    return found;
  },
  'the left block of the board': async () => {
    const info = await answer<'getScheduleOrderInfo'>(`/api/schedules/get_schedules_order_info/?order_ids=${allIds()}`);
    return new Map(
      Object.entries(info).map(([id, { late_days, task_count, finished_count, lots }]) => [
        nameOf(Number(id)),
        { late: late_days, open: finished_count < task_count, lots: lots.map((lot) => lot.late_days) },
      ]),
    );
  },
  'the bars of the Gantt': async () => {
    const { results } = await answer<'listSchedules'>(`/api/schedules/?order_ids=${allIds()}&limit=1000`);
    return said(results, ({ late_days }) => ({ late: late_days }));
  },
  'the bars of the calendar': async () => {
    const { results } = await answer<'listFacilitySchedules'>(
      '/api/schedules/get_facility_schedules/?from_date=2026-04-01&to_date=2026-04-30',
    );
    return said(results, ({ late_days }) => ({ late: late_days }));
  },
  オーダー一覧: async () => {
    const { results } = await answer<'listOrders'>('/api/orders/');
    return new Map(results.map(({ id, late_days, shipping_date, open }) => [nameOf(id), { late: late_days, ships: shipping_date, open }]));
  },
  'the page of an order': async () => {
    const pages: Said = new Map();
    for (const [name, id] of ids) {
      const { late_days, shipping_date, open, lots, entries } = await answer<'getOrder'>(`/api/orders/${id}/`);
      pages.set(name, { late: late_days, ships: shipping_date, open, lots: lots.map((lot) => lot.late_days) });
      expect(entries.every((entry) => entry.late_days === late_days)).toBe(true);
    }
    return pages;
  },
  今日の作業: async () => {
    const { tasks } = await answer<'getToday'>(`/api/today/?facility=${shop}`);
    const of = new Map([...bars].map(([key, id]) => [id, key.split('/')[0]!]));
    return new Map(tasks.map(({ entry_id, late_days }) => [of.get(entry_id)!, { late: late_days }]));
  },
  'what a bar is judged against before a drop': async () => {
    const around: Said = new Map();
    for (const [key, id] of bars) {
      const name = key.split('/')[0]!;
      const { bars: asked } = await answer<'getSurroundings'>(
        `/api/schedules/surroundings/?entry_ids=${id}&from_date=2026-04-01&to_date=2026-04-30`,
      );
      if (PLANTED[name]!.ships !== null) around.set(name, { ships: asked[0]!.order_end_date });
    }
    return around;
  },
  外注: async () => {
    const { results } = await answer<'listOutsourcingWork'>('/api/outsourcing-work/');
    return said(results, ({ spare_days }) => ({ late: -(spare_days ?? 0) }));
  },
  'the 外注 workbook': async () => {
    const book = await workbook(`file_type=outsourcing&file_start_date=${TODAY}`);
    const found: Said = new Map();
    for (const sheet of book.worksheets)
      sheet.eachRow((row) => {
        const cells = (row.values as ExcelJS.CellValue[]).slice(1);
        const name = NAMES.find((one) => cells.includes(serialOf(one)));
        const days = cells.filter((cell): cell is Date => cell instanceof Date).map((date) => date.toISOString().slice(0, 10));
        if (name) found.set(name, { ships: days.includes(PLANTED[name]!.ships!) ? PLANTED[name]!.ships : (days.at(-1) ?? null) });
      });
    return found;
  },
  'the 通常 workbook': async () => {
    const list = (await workbook(`file_type=schedules&file_start_date=${TODAY}`)).getWorksheet('一覧')!;
    const found: Said = new Map();
    list.eachRow((row) => {
      const name = NAMES.find((one) => row.getCell(1).value === serialOf(one));
      const remark = String(row.getCell(12).value ?? '');
      // 受入済み stands there instead of how late it was.
      if (name && !remark.includes('済')) found.set(name, { late: Number(/遅れ(\d+)日/.exec(remark)?.[1] ?? 0) });
    });
    return found;
  },
};

async function expectTruth(place: string): Promise<void> {
  const words = await PLACES[place]!();
  expect(words.size, place).toBeGreaterThan(0);
  for (const [name, word] of words) {
    const truth: Truth & { lots: number[] } = { lots: PLANTED[name]!.last.map(() => PLANTED[name]!.late), ...PLANTED[name]! };
    for (const fact of Object.keys(word) as (keyof Truth)[]) expect(word[fact], `${name}: ${fact}`).toEqual(truth[fact]);
  }
}
const lateOpen = NAMES.filter((name) => PLANTED[name]!.late > 0 && PLANTED[name]!.open);

beforeAll(async () => {
  await plant();
  await server.db('plans').update({ published_at: `${TODAY}T06:00:00+09:00` });
});

describe('one order has one lateness', () => {
  it.each(Object.keys(PLACES))('%s says what is true', expectTruth);

  it('the strip, 指標 and the order of the board know the same late orders', async () => {
    expect([...(await PLACES['the strip above the boards']!()).keys()].sort()).toEqual([...lateOpen].sort());
    const { plan } = await answer<'getFigures'>('/api/figures/');
    expect(plan).toMatchObject({ late_orders: lateOpen.length, late_days: lateOpen.length * 4, worst_late_days: 4 });
    const { results } = await answer<'listScheduleOrders'>('/api/schedule-orders/?ordering=-late_days&open_only=1');
    expect(results.slice(0, lateOpen.length).map(nameOf).sort()).toEqual([...lateOpen].sort());
    expect(results.map(nameOf)).not.toContain('came by quantity before the next run');
  });

  it('指標 tells the finished ones by the day on which they ended', async () => {
    const { period } = await answer<'getFigures'>('/api/figures/?from_date=2026-03-30&to_date=2026-04-19');
    const done = NAMES.filter((name) => !PLANTED[name]!.open);
    const days = done.reduce((sum, name) => sum + PLANTED[name]!.late, 0);
    expect(period).toMatchObject({
      shipped: done.length,
      late_days: days,
      on_time: done.filter((name) => PLANTED[name]!.late === 0).length,
    });
  });

  it('a charge and its workbook know which of its orders is late', async () => {
    const make = plantBuilder(server.db);
    const names = ['ends late', 'ends in time'];
    const runs = await Promise.all(
      names.map((name) => make.furnaceRun(shop, [`${TODAY} 13:00`, `${TODAY} 17:00`], [bars.get(`${name}/0`)!])),
    );
    const { results } = await answer<'listFurnaceRuns'>(`/api/furnace-runs/?from_date=${TODAY}&to_date=${TODAY}`);
    const members = results.flatMap(({ members: all }) => all.map(({ order_id, late_days }) => [nameOf(order_id), late_days]));
    expect(members.sort()).toEqual(names.map((name) => [name, PLANTED[name]!.late]).sort());
    const cells: unknown[] = [];
    for (const sheet of (await workbook(`file_type=charges&file_start_date=${TODAY}`)).worksheets)
      sheet.eachRow((row) => cells.push(...(row.values as unknown[])));
    expect(cells).toContain(`過ぎると ${serialOf('ends late')} の遅れが延びる`);
    expect(cells).toContain(`過ぎると ${serialOf('ends in time')} が納期遅れ`);
    await server.db('furnace_runs').whereIn('id', runs).delete();
  });

  it('a save says of the bar how far it is past the deadline, in other words than of the order', async () => {
    const id = bars.get('has a late lot/1')!;
    const body = span('2026-04-08 08:00', '2026-04-13 12:00');
    const { warnings, results } = await server.post<'modifySchedule'>(`/api/schedules/${id}/modify_schedule/`, body);
    expect(warnings).toContain('納期を4日過ぎます。');
    expect(results[0]).toMatchObject({ late_days: 4, lot_late_days: 4, past_deadline: true });
  });
});

/** What knows no plan but the published one. */
const PUBLISHED_ALONE = ['オーダー一覧', 'the page of an order', '外注', 'the 外注 workbook'];

describe('a plan beside the published one', () => {
  const shift = (days: number) =>
    server
      .db('plan_entries')
      .where('layer', PUBLISHED)
      // What is closed stands where it was, in every plan.
      .whereNotIn('id', server.db('actuals').where('marked', true).select('order_task_id'))
      .update({ start_at: server.db.raw(`start_at + interval '${days} days'`), end_at: server.db.raw(`end_at + interval '${days} days'`) });
  beforeAll(async () => {
    shown = await server.db.transaction(async (trx) => {
      const [{ id }] = await trx('plans')
        .insert({ kind: 'candidate', published_at: `${TODAY}T06:00:00+09:00` })
        .returning('id');
      await pack(trx, PUBLISHED, id);
      return id;
    });
    await shift(50);
  });
  afterAll(async () => {
    shown = undefined;
    await shift(-50);
  });

  it.each(Object.keys(PLACES).filter((place) => !PUBLISHED_ALONE.includes(place)))('tells its own lateness by %s', expectTruth);
});

/** A run tells the same at its end as whoever looks at its plan. */
describe('after a run', () => {
  const strip = async () => (await answer<'getScheduleOverview'>('/api/schedules/overview/')).late;

  it('report, statistics, messages, 指標, history and command line agree with the strip', async () => {
    await server.services.runs.runAndWait(QUICK_RUN, '1002');
    const { count, orders } = await strip();
    const days = orders.reduce((sum, { late_days }) => sum + late_days, 0);
    expect(count).toBeGreaterThan(0);
    const { report } = await answer<'getRunReport'>('/api/schedule-queues/report/');
    expect(report).toMatchObject({ late_after: count, late_days_after: days });
    const [run] = (await answer<'listScheduleQueues'>('/api/schedule-queues/?limit=1')).results;
    expect(run).toMatchObject({
      statistics: { late_orders: count, late_days: days },
      figures: { after: { late_orders: count, late_days: days } },
    });
    expect((await answer<'getFigures'>('/api/figures/')).plan).toMatchObject({ late_orders: count, late_days: days });
    const { results: messages } = await answer<'listScheduleErrors'>('/api/schedule-errors/');
    expect(messages.find(({ code }) => code === 'I301')?.message).toContain(`納期遅れ ${count}件`);
    for (const { order_id, late_days } of orders) {
      const own = messages.filter((message) => message.order_id === order_id && message.code === 'W201');
      for (const { message } of own) expect(message).toContain(`${late_days}日 遅れます`);
    }
    const told = orders.filter(({ advice }) => advice?.includes('の内訳: '));
    expect(told.length).toBeGreaterThan(0);
    for (const { advice, late_days } of told) expect(advice).toContain(`${late_days}日の内訳: `);
    const outcome = await server.services.runOutcome();
    expect(outcomeLines(outcome!).join('\n')).toContain(`${count}件`);
    // What has ended before the run ended where its row says, the bar there by now.
    for (const place of ['オーダー一覧', 'the page of an order'])
      for (const [name, word] of await PLACES[place]!())
        if (!PLANTED[name]!.open) expect([name, word.late, word.ships]).toEqual([name, PLANTED[name]!.late, PLANTED[name]!.ships]);
  });

  it('a night tells its change as its run does, and as 立案の履歴 has it', async () => {
    const { inbox, outbox, remove } = await makeFolders();
    try {
      const { count: evening } = await strip();
      // What the night imports makes one order more late before its run begins.
      const [row] = await server.db('orders').where({ id: ids.get('ends in time')! });
      const { serial_number, product_code, product_name, number, weight, delivery_status, material, casting_date } = row;
      const order = { serial_number, product_code, product_name, number, weight, delivery_status, material, casting_date };
      await write(inbox, '08-orders.xlsx', workbookOf('orders', [{ ...order, delivery_date: '2026-04-01' }]));
      const clock = (): number => Date.parse(`${TODAY}T02:30:00+09:00`);
      const job = (await requestNight(server.db, { requested_by: 'cli', now_ms: clock() }))!;
      const mine = (await claim(server.db, { kinds: ['nightly'], worker: 'test', id: job.id }))!;
      await runNight({ settleMs: 20, run: QUICK_RUN, folders: { inbox, outbox } }, { db: server.db, clock }, mine);
      const { count: morning } = await strip();
      const { night } = await answer<'getLatestNight'>('/api/nights/latest/');
      expect(night).toMatchObject({ late_before_count: evening, late_after_count: morning });
      const { report } = await answer<'getRunReport'>('/api/schedule-queues/report/');
      expect(report).toMatchObject({ late_before: evening, late_after: morning });
      expect(report?.newly_late.map(({ order_id }) => order_id)).toEqual(night?.newly_late.map(({ order_id }) => order_id));
      const [run] = (await answer<'listScheduleQueues'>('/api/schedule-queues/?limit=1')).results;
      expect(run).toMatchObject({ figures: { before: { late_orders: evening }, after: { late_orders: morning } } });
    } finally {
      await remove();
    }
  });
});

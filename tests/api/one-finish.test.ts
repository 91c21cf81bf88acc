import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { OperationId } from '../../server/contract/handlers.ts';
import { plantMinutes } from '../../server/domain/ground/plant-time.ts';
import { DEFAULT_PLAN_SETTINGS } from '../../server/domain/plant/plan-settings.ts';
import { loadSnapshot } from '../../server/features/runs/work/load-rows.ts';
import { readProblem } from '../../server/scheduling/index.ts';
import { serverHere, span } from '../support/here.ts';
import { plannedBar } from '../support/planned-bar.ts';
import { plantBuilder } from '../support/plant.ts';
import { QUICK_RUN } from '../support/quick-run.ts';

/** A process is finished everywhere or nowhere, by whomever; and open again everywhere once that is taken back. */

/** Tuesday. Every order has been late since Friday. */
const TODAY = '2026-04-07';
const NOW = `${TODAY}T07:00:00+09:00`;
/** From the day before: what is done by its casting ends there. */
const CAST = '2026-04-06';
const SPAN = `from_date=${CAST}&to_date=2026-04-30`;

/** A process with its order, its bar and its charge. */
type Subject = { name: string; serial: string; run: number | null } & Record<'order' | 'bar' | 'task', number>;
interface Way {
  /** Who is said to have finished it; null: nobody, its order is closed. */
  by: 'tap' | 'hand' | 'file' | 'partner' | null;
  /** The order task, as it is planted. */
  row?: Record<string, unknown>;
  /** The process is before the demolding of its lot; its order goes on behind it. */
  cast?: true;
  /** It stands in a charge. */
  charged?: true;
  finish(of: Subject): Promise<unknown>;
  undo(of: Subject): Promise<unknown>;
}

const server = serverHere({ demo: false, config: { role: 'api', today: TODAY } });
let [shop, oven] = [0, 0];
const subjects = new Map<string, Subject>();

const answer = <Id extends OperationId>(path: string) => server.get<Id>(`/api/${path}`);
const post = (path: string, body: object): Promise<unknown> => server.post(`/api/${path}`, body);
/** What a file says of an order task, or of its order; its other processes stay as they are. */
const file = ({ bar }: Subject, row: object) => server.db('order_tasks').where({ id: bar }).update(row);
const came = (of: Subject, received_quantity: number) => file(of, { received_quantity, last_reception_date: '2026-04-06' });
const status = ({ order }: Subject, delivery_status: string) => server.db('orders').where({ id: order }).update({ delivery_status });
const partner = ({ bar: order_task_id }: Subject, done: number) =>
  post('outsourcing-work/answer/', { order_task_id, completed_quantity: done });
const form = async ({ bar }: Subject, received_locked: boolean) => {
  const { start_at: start, end_at: end } = await server.db('plan_entries').where({ id: bar }).first();
  await post(`schedules/${bar}/modify_schedule/`, { ...span(start.slice(0, 16), end.slice(0, 16)), received_locked });
};
const tapped: string[] = [];
const tap = async (of: Subject, kind: 'start' | 'finish' | 'undo') => {
  const client_id = randomUUID();
  const what = kind === 'undo' ? { undoes: tapped.pop() } : { entries: [{ entry_id: of.bar, quantity: null }], furnace_run: null };
  if (kind !== 'undo') tapped.push(client_id);
  expect(await post('marks/', { client_id, at: NOW, facility: shop, unit: 0, kind, ...what })).toMatchObject({ result: 'accepted' });
};

const replan = () => server.services.runs.runAndWait(QUICK_RUN, '1002');
const AWAY = { outsourcing_code: 'G01', arrangement: '外注' };
const WAYS: Record<string, Way> = {
  'a tap on the tablet': {
    by: 'tap',
    finish: (of) => tap(of, 'start').then(() => tap(of, 'finish')),
    undo: (of) => tap(of, 'undo').then(() => tap(of, 'undo')),
  },
  '工程終了 on the form of its bar': { by: 'hand', finish: (of) => form(of, true), undo: (of) => form(of, false) },
  'the file that says 受入': { by: 'file', finish: (of) => file(of, { received: true }), undo: (of) => file(of, { received: false }) },
  'the quantities of the file': { by: 'file', charged: true, finish: (of) => came(of, 4), undo: (of) => came(of, 3) },
  'its partner, who completed all of it': { by: 'partner', row: AWAY, finish: (of) => partner(of, 4), undo: (of) => partner(of, 3) },
  'the delivery of its order': { by: null, charged: true, finish: (of) => status(of, '納入済'), undo: (of) => status(of, '素材') },
  'its casting, for a run': { by: 'file', cast: true, finish: replan, undo: (of) => form(of, false) },
};
const NAMES = Object.keys(WAYS);
const FILE_ROW = {
  ...{ lot_number: '01', arrangement: '内作', task_sort: 90, task_code: '320-3121-060', task_name: '', outsourcing_code: '' },
  ...{ order_name: '', setup_hours: 1, work_hours: 1, solution_frame_days: 0, received: '', last_reception_date: '' },
  ...{ order_quantity: 0, received_quantity: 0 },
};

async function plant(): Promise<void> {
  const make = plantBuilder(server.db);
  shop = await make.facility({ facility_name: '加工場', availability: 3 });
  oven = await make.facility({ facility_name: '台車炉', availability: 2 });
  await server.db('outsourcings').insert({ outsourcing_code: 'G01', code_key: 'G01', name: '渥美熱処理' });
  const product = await make.product({ depth: 0.5, width: 0.5, height: 0.5, volume: 0.125 });
  const out = await make.task({ task_code: '320-3121-060', task_name: '型バラシ' });
  await make.holiday('2026-12-31');
  for (const [n, name] of NAMES.entries()) {
    const { row = {}, cast, charged } = WAYS[name]!;
    const away = 'outsourcing_code' in row;
    const serial = `0264${String(n).padStart(4, '0')}`;
    // A code of its own: what the masters lack for it is told of it alone.
    const task = await make.task({ task_code: `320-4111-${n}`, task_name: `検査${n}` });
    const order = await make.order({
      serial_number: serial,
      product_id: product,
      casting_date: cast ? CAST : '2026-03-20',
      delivery_date: '2026-04-03',
    });
    const lot = await make.lot(order, '01');
    const unit = charged ? Number(n > 4) : n % 3;
    const place = { task_sort: 10, outsourced: away, ...(!away && { facility_id: charged ? oven : shop, unit }) };
    const at = [`${TODAY} 08:00`, `${TODAY} 16:00`] as const;
    const bar = await plannedBar(make)(lot, task, at, { ...place, row: { order_quantity: 4, ...row } });
    if (cast) await make.orderTask(lot, out, { task_sort: 20 });
    const run = charged ? await make.furnaceRun(oven, at, [bar], { unit }) : null;
    subjects.set(name, { name, order, serial, bar, task, run });
  }
}

const own = <Row>(rows: readonly Row[], of: (row: Row) => boolean): Row => rows.find(of)!;
const entry = async ({ order, bar }: Subject) =>
  own((await answer<'listSchedules'>(`schedules/?order_ids=${order}&limit=1000`)).results, ({ id }) => id === bar);
/** What is only counted: so much of it is open. */
async function counts(): Promise<Record<string, number>> {
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
  const { results } = await answer<'listScheduleLoads'>(`schedule-loads/?${SPAN}`);
  const { places, period, plan } = await answer<'getFigures'>('figures/');
  return {
    負荷: sum(results.flatMap(({ counts: halves }) => halves)),
    'late orders': (await answer<'listLateOrders'>('schedules/late/')).count,
    'late orders of 指標': plan!.late_orders,
    'lots in work': sum(places.map(({ lots }) => lots)),
    'not shipped': -period.shipped,
  };
}
/** Where it stands whether it is finished; undefined: it is not told there. */
type Place = (of: Subject) => Promise<boolean | undefined>;
const OF_PROCESS: Record<string, Place> = {
  'its bar on the board': async (of) => {
    const { received_locked, actual } = await entry(of);
    const { by } = WAYS[of.name]!;
    if (by !== null) expect(actual?.closed_by ?? null).toBe(received_locked ? by : null);
    return received_locked;
  },
  'its bar on the calendar': async ({ bar }) => {
    const { results } = await answer<'listFacilitySchedules'>(`schedules/get_facility_schedules/?${SPAN}`);
    return own(results, ({ id }) => id === bar).received_locked;
  },
  'the list of what happened': async (of) => {
    const { results } = await answer<'listActuals'>(`actuals/?order_id=${of.order}`);
    const by = results.find(({ order_task_id }) => order_task_id === of.bar)?.closed_by ?? null;
    if (by !== null) expect(by).toBe(WAYS[of.name]!.by);
    return WAYS[of.name]!.by === null ? undefined : by !== null;
  },
  'the processes of its order': async ({ order, bar, name }) => {
    const { results } = await answer<'listOrderTasks'>(`orders/get_tasks/?order=${order}`);
    return WAYS[name]!.by === null ? undefined : own(results, ({ id }) => id === bar).finished;
  },
  今日の作業: async ({ bar, name, run }) => {
    // What was cast yesterday is no work of today, done or not.
    if (WAYS[name]!.row || WAYS[name]!.cast) return undefined;
    const { tasks, units } = await answer<'getToday'>(`today/?facility=${run ? oven : shop}`);
    const charges = units.flatMap((unit) => [unit.run, unit.next]).flatMap((charge) => charge?.members ?? []);
    if (run) return !charges.some((member) => member.entry_id === bar && !member.received_locked);
    const found = tasks.find(({ entry_id }) => entry_id === bar);
    return !found || found.finished_at !== null;
  },
  外注: async ({ bar, name }) => {
    if (!WAYS[name]!.row) return undefined;
    const found = (await answer<'listOutsourcingWork'>('outsourcing-work/')).results.find(({ order_task_id }) => order_task_id === bar);
    return !found || found.done_on !== null;
  },
  'its charge': async ({ bar, run }) => {
    if (!run) return undefined;
    const { results } = await answer<'listFurnaceRuns'>(`furnace-runs/?from_date=${TODAY}&to_date=2026-04-30`);
    const members = results.flatMap(({ members: all }) => all);
    return own(members, ({ entry_id }) => entry_id === bar).received_locked;
  },
  'who stands beside others before a drop': async ({ bar, name, run }) => {
    if (WAYS[name]!.row || WAYS[name]!.cast) return undefined;
    const besides = [...subjects.values()].filter((one) => one.bar !== bar && !WAYS[one.name]!.row && !one.run === !run);
    const { occupants } = await answer<'getSurroundings'>(`schedules/surroundings/?entry_ids=${besides[0]!.bar}&${SPAN}`);
    return !occupants.some((one) => 'id' in one && one.id === bar);
  },
  'where there is room': async ({ task, name, run }) => {
    if (WAYS[name]!.row || WAYS[name]!.cast) return undefined;
    const free = await answer<'getFreeTime'>(`schedules/get_free_time/?facility=${run ? oven : shop}&task_id=${task}&from_date=${TODAY}`);
    return free.start_date!.startsWith(TODAY);
  },
  'what a run reads': async ({ bar, name }) => {
    if (WAYS[name]!.cast) return undefined;
    const { rows } = await loadSnapshot(server.db);
    const { problem } = readProblem(rows, DEFAULT_PLAN_SETTINGS, plantMinutes(NOW));
    return !problem.plant!.tasks.some(({ entry_id }) => entry_id === bar);
  },
  'the check of the masters': async ({ task, name }) => {
    if (WAYS[name]!.row || WAYS[name]!.cast) return undefined;
    const { results } = await answer<'getMasterCheck'>('master-check/');
    return !results.some((finding) => finding.resource === 'tasks' && finding.id === task);
  },
  'an import that lacks it': async ({ serial, name }) => {
    // What only a partner has said goes with his answer; a closed order has nothing to keep.
    if (!WAYS[name]!.by || WAYS[name]!.by === 'partner') return undefined;
    const rows = [{ ...FILE_ROW, serial_number: serial }];
    const body = (await post('orders/upload_order_task_csv/?dry_run=1', { rows })) as { warnings: string[] };
    return body.warnings.some((message) => message.includes('工程順「10」はファイルにありませんが'));
  },
};
const OF_ORDER: Record<string, Place> = {
  'the left block of the board': async ({ order }) => {
    const info = (await answer<'getScheduleOrderInfo'>(`schedules/get_schedules_order_info/?order_ids=${order}`))[order]!;
    return info.finished_count === info.task_count;
  },
  オーダー一覧: async ({ order }) => !own((await answer<'listOrders'>('orders/')).results, ({ id }) => id === order).open,
  'the page of its order': async ({ order }) => {
    const { open, lots } = await answer<'getOrder'>(`orders/${order}/`);
    expect(lots[0]!.finished_count).toBe(open ? 0 : 1);
    return !open;
  },
  'the strip above the boards': async ({ order }) =>
    !(await answer<'getScheduleOverview'>('schedules/overview/')).late.orders.some(({ order_id }) => order_id === order),
  'Ctrl+K': async ({ serial }) => !(await answer<'findInSchedule'>(`schedules/find/?q=${serial}`)).orders[0]!.open,
  'the orders of the board': async ({ order }) =>
    !(await answer<'listScheduleOrders'>('schedule-orders/?open_only=1')).results.includes(order as never),
};

/** Every place, in turn, so that all that disagree are named. */
async function everywhere(of: Subject, places: Record<string, Place>, finished: boolean): Promise<void> {
  const said: Record<string, boolean | undefined> = {};
  for (const [place, ask] of Object.entries(places)) said[place] = await ask(of);
  const told = Object.entries(said).filter(([, word]) => word !== undefined);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(told.map(([place]) => [place, finished])));
}
beforeAll(async () => {
  await plant();
  await server.db('plans').update({ published_at: `${TODAY}T06:00:00+09:00` });
});

test.each(NAMES)('a process is finished everywhere or nowhere, by %s', async (name) => {
  const [way, of] = [WAYS[name]!, subjects.get(name)!];
  const places = way.cast ? OF_PROCESS : { ...OF_PROCESS, ...OF_ORDER };
  // A run moves the bars of the others.
  const counted = async (): Promise<Record<string, number>> => (way.cast ? {} : counts());
  await everywhere(of, places, false);
  const before = await counted();
  await way.finish(of);
  await everywhere(of, places, true);
  // What is with a partner loads no facility.
  for (const [place, count] of Object.entries(await counted()))
    if (!way.row || place !== '負荷') expect(count, place).toBeLessThan(before[place]!);
  await way.undo(of);
  await everywhere(of, places, false);
  expect(await counted()).toEqual(before);
});

test('a process is finished in the 通常 workbook or nowhere in it, by whomever', async () => {
  const finished = async (): Promise<string[]> => {
    const book = await server.book(`file_type=schedules&file_start_date=${CAST}`);
    const remarks = new Map<string, string[]>();
    book.getWorksheet('一覧')!.eachRow((row) => {
      const serial = String(row.getCell(1).value);
      remarks.set(serial, [...(remarks.get(serial) ?? []), String(row.getCell(12).value ?? '')]);
    });
    const isFinished = (said: string[] | undefined): boolean => !said || said.some((remark) => remark.startsWith('完了'));
    return NAMES.filter((name) => isFinished(remarks.get(subjects.get(name)!.serial)));
  };
  expect(await finished()).toEqual([]);
  // A run puts what is finished out of the plan: its own way comes alone.
  for (const cast of [undefined, true] as const) {
    const names = NAMES.filter((name) => WAYS[name]!.cast === cast);
    for (const name of names) await WAYS[name]!.finish(subjects.get(name)!);
    expect(await finished()).toEqual(names);
    for (const name of names) await WAYS[name]!.undo(subjects.get(name)!);
    expect(await finished()).toEqual([]);
  }
});

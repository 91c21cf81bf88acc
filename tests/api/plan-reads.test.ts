import { beforeAll, expect, test } from 'vitest';
import type { Success } from '../../server/contract/handlers.ts';
import { PUBLISHED } from '../../server/db/plan.ts';
import { addDays } from '../../server/domain/ground/plant-time.ts';
import { serverHere } from '../support/here.ts';
import { plantBuilder } from '../support/plant.ts';
import { QUICK_RUN } from '../support/quick-run.ts';
import { eventually } from '../support/wait.ts';

const DAYS = 'from_date=2026-04-01&to_date=2026-05-10';
const server = serverHere({ demo: { orders: 24, products: 20 }, planned: true }, '1002');
/** Reads of boards, by name; each is asked with and without `plan`. */
let reads: Record<string, string>;
/** Reads that mean the published plan, whoever asks. */
let others: Record<string, string>;
let base: number;

const answers = async (paths: Record<string, string>, plan?: number): Promise<Record<string, unknown>> => {
  const told: Record<string, unknown> = {};
  for (const [name, path] of Object.entries(paths)) {
    const of = plan === undefined ? '' : `${path.includes('?') ? '&' : '?'}plan=${plan}`;
    told[name] = await server.get(`${path}${of}`);
  }
  return told;
};

/** Bars stood three weeks later when the second run began: it moved them, and the former plan is kept as the base of its own. */
beforeAll(async () => {
  const bars: number[] = await server.db('bars').where({ layer: PUBLISHED, open: true }).orderBy('id').pluck('id');
  await plantBuilder(server.db).shift(bars.slice(0, 40), 21);
  await server.db('plans').where('layer', PUBLISHED).update({ edited_at: server.db.fn.now() });
  await server.services.runs.runAndWait(QUICK_RUN, '1002');
  base = (await server.db('plans').where('layer', PUBLISHED).first('base_id')).base_id;
  const { order_id, id } = await server
    .db('bars')
    .where({ layer: PUBLISHED, open: true })
    .whereNotNull('furnace_run_id')
    .orderBy('id')
    .first();
  const late = await server.db('late_orders').where('layer', PUBLISHED).orderBy('place').first();
  const serial = (await server.db('orders').where('id', order_id).first('serial_number')).serial_number;
  const facilities = (await server.db('facilities').orderBy('id').limit(30).pluck('id')).join(',');
  reads = {
    bars: '/api/schedules/?limit=1000',
    'open bars': '/api/schedules/?limit=1000&open_only=1&ordering=-start_date',
    'bars of facilities': `/api/schedules/get_facility_schedules/?facility_ids=${facilities}&${DAYS}&serial_number_search=${serial}&with_unmatched=1&limit=1000`,
    orders: '/api/schedule-orders/?ordering=-late_days&limit=100',
    facilities: `/api/schedule-facilities/?serial_number_search=${serial}&limit=100`,
    loads: `/api/schedule-loads/?${DAYS}&ordering=-load&limit=100`,
    info: `/api/schedules/get_schedules_order_info/?order_ids=${order_id}`,
    overview: '/api/schedules/overview/',
    late: '/api/schedules/late/?limit=100',
    conflicts: '/api/schedules/conflicts/?limit=100',
    misfits: '/api/schedules/misfits/?limit=100',
    lateness: `/api/schedules/lateness/?order_id=${late?.order_id ?? order_id}`,
    details: `/api/schedules/${id}/schedule_details/`,
    charges: '/api/furnace-runs/?limit=1000',
    place: `/api/schedules/${id}/place/?open_only=1`,
    find: `/api/schedules/find/?q=${serial}`,
    'free time': `/api/schedules/get_free_time/?order_task=${id}&facility=${facilities.split(',')[0]}&from_date=2026-04-02`,
    surroundings: `/api/schedules/surroundings/?entry_ids=${id}&${DAYS}`,
    pages: '/api/schedules/workbook_pages/?file_start_date=2026-04-01',
  };
  others = {
    'orders of the files': '/api/orders/?ordering=-late_days&limit=100',
    order: `/api/orders/${order_id}/`,
    figures: '/api/figures/',
    outsourcing: '/api/outsourcing-work/',
  };
});

const PASSED_OVER = ['furnace_run_id', 'now', 'planned_at', 'stale', 'misfits', 'next', 'previous'];
/** Answers without what says when they were asked, the plan's own ids of charges, and ways to other pages, which name the plan; occupants come in any order. */
const plain = (told: unknown): unknown =>
  JSON.parse(
    JSON.stringify(told, (key, value) => {
      if (key === 'occupants') return [...(value as { id: number }[])].sort((one, other) => one.id - other.id);
      return PASSED_OVER.includes(key) ? undefined : value;
    }),
  );

test('a plan that is open beside it, and edited there, is none of what is read of the published one', async () => {
  const before = { ...(await answers(reads)), ...(await answers(others)) };
  await server.get(`/api/schedules/?plan=${base}`);
  const { layer } = await server.db('plans').where('id', base).first('layer');
  expect(layer).toBeGreaterThan(1);
  await server.db.raw(`update plan_entries set start_at = start_at - interval '3 hours', locked = true where layer = ?`, [layer]);
  await server.db('furnace_runs').where('layer', layer).where('id', '>', 0).update({ unit: 5 });
  const after = { ...(await answers(reads)), ...(await answers(others)) };
  for (const name of Object.keys(before)) expect([name, plain(after[name])]).toEqual([name, plain(before[name])]);
});

test('a scenario that nobody has changed is told as the published plan is', async () => {
  const { id: copy } = await server.post<'createScenario'>('/api/scenarios/', { name: '写し' });
  const [own, theirs] = [await answers(reads), await answers(reads, copy)];
  for (const name of Object.keys(own).filter((one) => !['charges', 'details'].includes(one)))
    expect([name, plain(theirs[name])]).toEqual([name, plain(own[name])]);
  const charges = (told: unknown) => (told as Success<'listFurnaceRuns'>).results.map(({ id: _, ...charge }) => plain(charge));
  expect(charges(theirs.charges)).toEqual(charges(own.charges));
  expect(charges(theirs.charges).length).toBeGreaterThan(0);
  // What no longer fits is sought of each.
  const { facility_name } = await server
    .db('bars')
    .where({ layer: PUBLISHED, open: true })
    .join('facilities as f', 'f.id', 'facility_id')
    .first('f.facility_name');
  const days = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [addDays('2026-04-01', at), 0]));
  const body = { [facility_name]: days };
  await server.post('/api/facilities/set_availability/', body, await server.token());
  const misfits = async (plan: string) => {
    const told = () => server.get<'listMisfits'>(`/api/schedules/misfits/?limit=100${plan}`);
    await eventually(async () => (await told()).known).toBe(true);
    return (await told()).results;
  };
  expect((await misfits('')).length).toBeGreaterThan(0);
  expect(await misfits(`&plan=${copy}`)).toEqual(await misfits(''));
  expect((await server.ask('DELETE', `/api/scenarios/${copy}/`)).status).toBe(204);
});

test('where bars stood before is where the plan before has them; with another plan, where that has them', async () => {
  const orders: number[] = await server.db('orders').orderBy('id').pluck('id');
  const places = async (rest: string) =>
    (await server.get<'getFormerPlaces'>(`/api/schedules/former_places/?order_ids=${orders}${rest}`)).places;
  const { layer } = await server.db('plans').where('id', base).first('layer');
  const stood = new Map((await server.db('plan_entries').where('layer', layer)).map((bar) => [bar.id, bar]));
  const before = await places('');
  expect(before.length).toBeGreaterThan(0);
  for (const place of before)
    expect(place).toMatchObject({ start_date: stood.get(place.entry_id).start_at, facility: stood.get(place.entry_id).facility_id });
  const moved: number[] = await server.db('plan_entries').where('layer', PUBLISHED).whereNotNull('moved_by').orderBy('id').pluck('id');
  expect(before.map(({ entry_id }) => entry_id)).toEqual(moved);
  const all = await places(`&with=${base}`);
  expect(all.length).toBeGreaterThan(before.length);
  const { id: published } = await server.db('plans').where('layer', PUBLISHED).first('id');
  const back = await places(`&plan=${base}&with=${published}`);
  const here = new Map((await server.db('plan_entries').where('layer', PUBLISHED)).map((bar) => [bar.id, bar]));
  for (const place of back) expect(place.start_date).toBe(here.get(place.entry_id).start_at);
  expect(await places(`&plan=${base}`)).toEqual([]);
  expect((await server.ask('GET', '/api/schedules/former_places/?order_ids=1&with=99999')).status).toBe(404);
});

test('workbooks are of the plan that is asked for, and of one that is not in force a partner is asked for nothing', async () => {
  const path = '/api/schedules/download_excel_gantt/?file_start_date=2026-04-01&file_type=';
  const asked = async (rest: string): Promise<number> => {
    expect((await server.ask('GET', `${path}${rest}`)).status).toBe(200);
    return Number((await server.db('outsourcing_requests').count('order_task_id as count').first())?.count);
  };
  expect(await asked(`outsourcing&plan=${base}`)).toBe(0);
  expect(await asked('outsourcing')).toBeGreaterThan(0);
  await asked(`schedules&plan=${base}`);
  expect((await server.db('jobs').where('kind', 'export').orderBy('id', 'desc').first('payload')).payload).toMatchObject({ plan: base });
  expect((await server.ask('GET', `${path}schedules&plan=99999`)).status).toBe(404);
});

import { expect, test } from 'vitest';
import { addDays, dayNumber, instantAt, plantMinutes } from '../../server/domain/ground/plant-time.ts';
import { serverHere } from '../support/here.ts';

const [FROM, TO] = ['2026-04-01', '2026-05-01'];
const BEGIN = dayNumber(FROM) * 1440;
const HALVES = 62;
const server = serverHere({ demo: { orders: 40, products: 30 }, planned: true }, '1004');

const loads = (more = '', range = `from_date=${FROM}&to_date=${TO}`) =>
  server.get<'listScheduleLoads'>(`/api/schedule-loads/?${range}${more}`);

/** Planned hours, counted half hour by half hour from the tables alone; the engine's bars bear their clock times. */
async function countedHours(): Promise<Map<number, number[]>> {
  const closed = new Set(await server.db('holidays').pluck('date'));
  const own: { facility_id: number; date: string; units: number }[] = await server.db('facility_availabilities').select();
  const override = new Map(own.map((row) => [`${row.facility_id} ${row.date}`, row.units]));
  const bars: { facility_id: number; start_at: string; end_at: string }[] = await server
    .db('plan_entries as e')
    .leftJoin('actuals as a', 'a.order_task_id', 'e.id')
    .whereNotNull('e.facility_id')
    .whereRaw('a.closed_by is null and e.layer = 1')
    .select('e.facility_id', 'e.start_at', 'e.end_at');
  const hours = new Map<number, number[]>();
  for (const { facility_id, start_at, end_at } of bars) {
    const row = hours.get(facility_id) ?? new Array<number>(HALVES).fill(0);
    hours.set(facility_id, row);
    for (let minute = plantMinutes(start_at); minute < plantMinutes(end_at); minute += 30) {
      const date = new Date(Math.floor(minute / 1440) * 86_400_000).toISOString().slice(0, 10);
      const half = Math.floor((minute - BEGIN) / 720);
      const shut = (override.get(`${facility_id} ${date}`) ?? (closed.has(date) ? 0 : 1)) === 0;
      if (half >= 0 && half < HALVES && !shut && minute % 1440 >= 480 && minute % 1440 < 960) row[half]! += 0.5;
    }
  }
  return hours;
}

test('of a fresh plan is its work half hour by half hour, and nowhere more than there is room for', async () => {
  const { results, count } = await loads();
  expect(count).toBe(results.length);
  const counted = await countedHours();
  for (const one of results.filter(({ furnace, facility }) => !furnace && facility !== null)) {
    expect(one.load).toEqual(counted.get(one.facility!) ?? new Array(HALVES).fill(0));
  }
  const furnaces = results.filter(({ furnace }) => furnace);
  expect(furnaces.some(({ load }) => load.some((kg) => kg > 0))).toBe(true);
  for (const { load, open, over } of results) {
    for (const [half, planned] of load.entries()) expect(planned).toBeLessThanOrEqual(open[half]! + 1e-6);
    expect(over).toEqual([]);
  }
});

test('is ordered over all pages, and speaks of as many days as are asked for', async () => {
  const byCode = await loads();
  const byLoad = await loads('&ordering=-load');
  const rates = byLoad.results.map(({ rate, occupied_rate }) => Math.max(rate ?? -1, occupied_rate ?? -1));
  expect(rates).toEqual([...rates].sort((one, other) => other - one));
  expect(new Set(byLoad.results.map(({ facility }) => facility))).toEqual(new Set(byCode.results.map(({ facility }) => facility)));
  const second = await loads('&ordering=-load&limit=3&offset=3');
  expect(second.results.map(({ facility }) => facility)).toEqual(byLoad.results.slice(3, 6).map(({ facility }) => facility));
  const tight = byLoad.results.find(({ furnace }) => !furnace)!;
  const sum = (values: readonly number[]): number => values.slice(0, 28).reduce((total, value) => total + value, 0);
  const fortnight = (await loads('&rate_days=14')).results.find(({ facility }) => facility === tight.facility)!;
  expect(fortnight.rate).toBeCloseTo(sum(tight.load) / sum(tight.open), 2);
});

test('stays that of all work whatever is searched; what is searched is counted beside it', async () => {
  const all = await loads();
  const [entry] = await server
    .db('plan_entries as e')
    .join('lots as l', 'l.id', 'e.lot_id')
    .join('orders as o', 'o.id', 'l.order_id')
    .whereNotNull('e.facility_id')
    .whereBetween('e.start_at', [`${FROM}T00:00:00+09:00`, `${TO}T00:00:00+09:00`])
    .select('o.serial_number', 'e.facility_id');
  const { results } = await loads(`&serial_number_search=${encodeURIComponent(entry.serial_number)}`);
  const searched = results.find(({ facility }) => facility === entry.facility_id)!;
  const whole = all.results.find(({ facility }) => facility === entry.facility_id)!;
  expect({ ...searched, matching: 0 }).toEqual({ ...whole, matching: 0 });
  expect(searched.matching).toBeGreaterThan(0);
  expect(searched.matching).toBeLessThanOrEqual(whole.tasks);
  expect(whole.matching).toBe(whole.tasks);
  // Of the days that 稼働率 speaks of.
  const { results: fortnight } = await loads('&rate_days=14');
  const [bars] = await server
    .db('plan_entries')
    .where({ facility_id: entry.facility_id })
    .where('start_at', '<', instantAt(addDays(FROM, 14), '00:00'))
    .where('end_at', '>', instantAt(FROM, '00:00'))
    .count('id as count');
  expect(fortnight.find(({ facility }) => facility === entry.facility_id)!.matching).toBe(Number(bars!.count));
});

test('names the bar that was put where no unit is free', async () => {
  const before = (await loads()).results;
  const full = before.find(({ furnace, load, open }) => !furnace && load.some((hours, half) => hours > 0 && hours === open[half]))!;
  const half = full.load.findIndex((hours, at) => hours > 0 && hours === full.open[at]);
  const date = new Date((dayNumber(FROM) + (half >> 1)) * 86_400_000).toISOString().slice(0, 10);
  const [bar] = await server
    .db('plan_entries as e')
    .leftJoin('actuals as a', 'a.order_task_id', 'e.id')
    .where('e.facility_id', full.facility)
    .whereRaw('a.closed_by is null and not e.locked')
    .where('e.start_at', '>', `${TO}T00:00:00+09:00`)
    .orWhere((query) => query.where('e.facility_id', full.facility).where('e.start_at', '>', `${date}T23:00:00+09:00`))
    .orderBy('e.start_at', 'desc')
    .select('e.id');
  const [start, end] = half % 2 === 0 ? ['08:00', '12:00'] : ['12:00', '16:00'];
  await server
    .db('plan_entries')
    .where({ id: bar.id })
    .update({ start_at: `${date}T${start}:00+09:00`, end_at: `${date}T${end}:00+09:00`, locked: true, work_time_set: true });
  const after = (await loads()).results.find(({ facility }) => facility === full.facility)!;
  expect(after.load[half]).toBe(full.load[half]! + 4);
  const over = after.over.find((one) => one.half === half)!;
  expect(over.bars).toHaveLength(1);
  expect(over.bars[0]).toMatchObject({ entry_id: bar.id, why: 'locked' });
});

test('is asked for a range of a year at most, in its order', async () => {
  const ask = (range: string) => server.ask('GET', `/api/schedule-loads/?${range}`);
  expect(await ask(`from_date=${TO}&to_date=${FROM}`)).toMatchObject({ status: 400, body: { to_date: [expect.any(String)] } });
  expect(await ask('from_date=2026-01-01&to_date=2027-12-31')).toMatchObject({ status: 400, body: { to_date: [expect.any(String)] } });
  expect(await ask('from_date=1999-12-31&to_date=2026-12-31')).toMatchObject({ status: 400 });
  expect(await ask('')).toMatchObject({ status: 400 });
});

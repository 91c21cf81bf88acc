import { describe, expect, it } from 'vitest';
import { calendarDays, live } from '../../bench/twin/life.ts';
import { plantOf } from '../../bench/twin/plants.ts';
import { answerInquiries, livedNoise, quoteOf } from '../../bench/twin/quotes.ts';
import { twinSettings, WAYS } from '../../bench/twin/ways.ts';
import { endDay } from '../../seeds/twin/calendar.ts';
import { liveDay } from '../../seeds/twin/day.ts';
import { NO_PLAN } from '../../seeds/twin/plan.ts';
import { bookOf, createWorld, type Job, readyAt, type World } from '../../seeds/twin/world.ts';
import { grouped } from '../../server/domain/ground/collections.ts';
import { DAY_MINUTES } from '../../server/domain/ground/constants.ts';
import { CLOSES, dayNumber, OPENS } from '../../server/domain/ground/plant-time.ts';

const DAYS = 15;

const dense = () => plantOf({ name: 'dense', tasks: 150, days: calendarDays(DAYS), seed: 1 });

function lifeOf(name: string): World {
  const plant = dense();
  const way = WAYS.find((one) => one.name === name)!;
  return live({ plant, seed: 1, days: DAYS, way, settings: twinSettings(1), rounds: 1, earlier: 0 }).world;
}

const worlds = new Map(WAYS.map(({ name }) => [name, lifeOf(name)]));

it('lives the same days again, to the byte', () => {
  expect(JSON.stringify(lifeOf('ours').lived)).toBe(JSON.stringify(worlds.get('ours')!.lived));
});

const lotsOf = ({ orders }: World) => orders.flatMap(({ lots }) => lots);
const lengthOfBoth = (one: readonly unknown[], other: readonly unknown[]): number => Math.min(one.length, other.length);

it('knows one truth, whoever plans', () => {
  const [first, ...others] = [...worlds.values()] as [World, ...World[]];
  const wasSure = new Map(lotsOf(createWorld(dense(), 1, calendarDays(DAYS))).map(({ id, isCastingSure }) => [id, isCastingSure]));
  const triesOf = ({ lived }: World) => grouped(lived, ({ task }) => task);
  const tries = triesOf(first);
  for (const other of others) {
    expect(other.breakdowns).toEqual(first.breakdowns);
    expect(other.orders.map(({ known, due }) => [known, due])).toEqual(first.orders.map(({ known, due }) => [known, due]));
    const othersTries = triesOf(other);
    const goods = [...tries].flatMap(([task, one]) => {
      const its = othersTries.get(task) ?? [];
      const both = lengthOfBoth(one, its);
      return both === 0
        ? []
        : [{ task, here: one.slice(0, both).map(({ good }) => good), there: its.slice(0, both).map(({ good }) => good) }];
    });
    expect(goods.map(({ task, there }) => [task, there])).toEqual(goods.map(({ task, here }) => [task, here]));
    const castings = new Map(lotsOf(other).flatMap((lot) => (lot.isCastingSure ? [[lot.id, lot.casting]] : [])));
    const settled = lotsOf(first).filter(({ id, isCastingSure }) => isCastingSure && castings.has(id));
    expect(settled.map(({ id }) => castings.get(id))).toEqual(settled.map(({ casting }) => casting));
    const shares = { bad: goods.filter(({ here }) => here.includes(false)), settled: settled.filter(({ id }) => !wasSure.get(id)) };
    expect(shares.bad.length, 'pieces to be done again').toBeGreaterThan(0);
    expect(shares.settled.length, 'castings that became sure').toBeGreaterThan(0);
  }
});

it.each(WAYS)('$name makes every order that left once, each process behind the one before', ({ name }) => {
  const world = worlds.get(name)!;
  const first = world.plant.start;
  const leaving = world.orders.filter(
    ({ lots, left }) => left !== null && lots.some(({ tasks }) => tasks.some(({ ended }) => ended !== null)),
  );
  expect(leaving.length, `orders that left since ${first}`).toBeGreaterThan(0);
  for (const { lots, left } of leaving) {
    for (const lot of lots) {
      const good = world.lived.filter((one) => one.lot === lot.id && one.good);
      const here = lot.tasks.filter(({ ended }) => ended !== null);
      expect(good.map(({ task }) => task)).toEqual(here.map(({ id }) => id));
      expect(readyAt(world, lot)).toBe(Number.POSITIVE_INFINITY);
    }
    expect(left).toBe(Math.max(...lots.flatMap(({ tasks }) => tasks.map(({ ended }) => ended ?? 0))));
  }
});

it.each(WAYS)('$name begins nothing before what is before it has ended', ({ name }) => {
  const { lived } = worlds.get(name)!;
  for (const own of grouped(lived, ({ lot }) => lot).values())
    own.slice(1).forEach((one, index) => {
      expect(one.begun).toBeGreaterThanOrEqual(own[index]!.ended);
      expect(one.step - own[index]!.step).toBe(own[index]!.good ? 1 : 0);
    });
});

it.each(WAYS)('$name never has more in hand than there are units', ({ name }) => {
  const { lived, calendar } = worlds.get(name)!;
  const uses = lived.filter(({ facility, mates, task }) => facility !== null && (mates.length === 0 || mates[0] === task));
  expect(uses.length).toBeGreaterThan(0);
  for (const one of uses) {
    const beside = uses.filter(({ facility, begun, ended }) => facility === one.facility && begun <= one.begun && one.begun < ended);
    expect(beside.length).toBeLessThanOrEqual(calendar.units(one.facility, Math.floor(one.begun / DAY_MINUTES)));
  }
});

it.each(WAYS)('$name fills no furnace beyond what it takes', ({ name }) => {
  const fills = worlds.get(name)!.loads.map(({ fill }) => fill);
  expect(fills.length).toBeGreaterThan(0);
  expect(Math.max(...fills)).toBeLessThanOrEqual(1 + 1e-9);
});

it('goes on elsewhere with what began on a unit that was there on a Saturday only', () => {
  const plant = plantOf({ name: 'demo', tasks: 150, days: calendarDays(DAYS), seed: 1 });
  const world = createWorld(plant, 1, 0);
  const task = [...world.tasks.values()].find(({ state }) => state === 'open')!;
  const facility = plant.rows.facilities.find(
    ({ availability, facility_code }) => availability === 1 && facility_code.startsWith('320-02'),
  )!.id;
  const begun = { begun: 0, saidEnd: 0, until: 0, left: 10_000 };
  const job: Job = { tasks: [task], kind: 'work', facility, unit: 1, beganOn: 1, charge: null, ...begun };
  world.inHand.add(job);
  liveDay(world, NO_PLAN, dayNumber('2026-04-20'));
  expect(job).toMatchObject({ unit: 0, left: 10_000 - (CLOSES - OPENS) });
});

describe('customers who ask', () => {
  const asks = (name: string): World => {
    const asked = { plant: dense(), seed: 1, days: DAYS, way: WAYS[0]!, settings: twinSettings(1), rounds: 1, earlier: 0 };
    return live({ ...asked, quote: quoteOf(name) }).world;
  };

  it('are told a day each, by which their order is due from then on', () => {
    const [plain, margin, lead] = ['margin0', 'margin2', 'lead28'].map(asks) as [World, World, World];
    const told = (world: World) => world.orders.filter(({ quoted }) => quoted !== null);
    expect(told(plain).length).toBeGreaterThan(3);
    for (const world of [plain, margin, lead])
      for (const { quoted, due, known, asking, row } of told(world)) {
        expect([asking, due, dayNumber(row.delivery_date!)]).toEqual([false, quoted!.day, quoted!.day]);
        expect(quoted!.on).toBeGreaterThanOrEqual(known);
      }
    for (const { quoted } of told(lead)) expect(quoted!.day).toBe(lead.calendar.workingFrom(quoted!.on + 28));
    // Until the first of them is told, both plants have lived the same days.
    const first = Math.min(...told(plain).map(({ quoted }) => quoted!.on));
    const days = (world: World) =>
      told(world)
        .filter(({ quoted }) => quoted!.on === first)
        .map(({ quoted }) => quoted!.day);
    expect(days(margin)).toEqual(days(plain).map((day) => plain.calendar.workingAfter(day, 2)));
  });

  it('have their order in the plan where it was promised, to its last end', () => {
    const world = createWorld(dense(), 1, calendarDays(DAYS), true);
    const day = Math.min(...world.orders.filter(({ asking }) => asking).map(({ known }) => known));
    const orders = bookOf(world, day).filter(({ asking }) => asking);
    const plan = answerInquiries(world, NO_PLAN, day, { quote: quoteOf('margin0'), settings: twinSettings(1) });
    expect(orders.length).toBeGreaterThan(0);
    for (const { lots, due } of orders) {
      const bars = lots.flatMap(({ tasks }) => tasks.map(({ id }) => plan.bars.get(id)));
      expect(endDay(Math.max(...bars.map((bar) => bar!.end)))).toBe(due);
    }
    for (const { members } of plan.charges) expect(members.length).toBeGreaterThan(0);
  });

  it('are told by hours as they have really been', () => {
    const world = worlds.get('ours')!;
    const { work, redone } = livedNoise(world, dayNumber(world.plant.start) + calendarDays(DAYS))!;
    // The truth: 1.03 in the middle, spreads of 0.12 among products and 0.2 among lots.
    expect(Math.abs(Math.log(work.factor / 1.03))).toBeLessThan(0.1);
    expect(Math.abs(work.spread - Math.hypot(0.12, 0.2))).toBeLessThan(0.08);
    // One in forty, a tenth to a half of its pieces.
    expect(Math.abs(redone.chance - 0.025)).toBeLessThan(0.025);
    expect(redone.share).toBeGreaterThan(0.05);
  });
});

import { expect, it } from 'vitest';
import { liveDay } from '../../bench/twin/day.ts';
import { grouped } from '../../bench/twin/grouped.ts';
import { calendarDays, live } from '../../bench/twin/life.ts';
import { NO_PLAN } from '../../bench/twin/plan.ts';
import { plantOf } from '../../bench/twin/plants.ts';
import { twinSettings, WAYS } from '../../bench/twin/ways.ts';
import { createWorld, type Job, readyAt, type World } from '../../bench/twin/world.ts';
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
  const { fills } = worlds.get(name)!;
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
  const job: Job = { tasks: [task], kind: 'work', facility, unit: 1, charge: null, ...begun };
  world.inHand.add(job);
  liveDay(world, NO_PLAN, dayNumber('2026-04-20'));
  expect(job).toMatchObject({ unit: 0, left: 10_000 - (CLOSES - OPENS) });
});

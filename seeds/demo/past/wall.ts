import { grouped, onceFor } from '../../../server/domain/ground/collections.ts';
import { CLOSES, OPENS } from '../../../server/domain/ground/plant-time.ts';
import { dayOf, midnightOf } from '../../twin/calendar.ts';
import { fillOf } from '../../twin/day.ts';
import type { Plan, PlannedBar } from '../../twin/plan.ts';
import type { Process } from '../../twin/route.ts';
import { backAt, type Charge, isBroken, readyAfter, readyAt, type TwinTask, type World } from '../../twin/world.ts';
import { type Foreman, mayLoad, processAt } from './foreman.ts';

/** A process that is ready on the day, and from when. */
interface Waiting {
  readonly task: TwinTask;
  readonly ready: number;
}

/** The last minute of a day for which something is put on its list. */
const LAST_START = CLOSES - 60;
/** A charge is loaded when it is so full, when something in it has waited so many days, or can wait no longer. */
const WORTH = { fill: 0.5, waited: 3, spare: 2 };

/**
 * The list of a day, made in the morning by what is known then: of what is ready the most pressing comes first to the unit that is free soonest, as long as hours
 * say; what becomes ready in the day follows. Furnaces wait for mates, but not for long. Nothing stands on it twice, and no unit has two at a time.
 */
export function listOf(world: World, foreman: Foreman, day: number): Plan {
  const now = midnightOf(day) + OPENS;
  const last = midnightOf(day) + LAST_START;
  const morning = { day, now, last, units: unitsOn(world, day, now) };
  const bars = new Map<number, PlannedBar>();
  const waiting = waitingOn(world, foreman, day, last);
  const heated: Waiting[] = [];
  for (let index = 0; index < waiting.length; index += 1) {
    const one = waiting[index]!;
    const { task } = one;
    const process = processAt(world, task, null);
    if (process.kind === 'furnace') {
      heated.push(one);
      continue;
    }
    const bar = barOf(world, foreman, one, process, morning);
    if (!bar) continue;
    bars.set(task.id, bar);
    if (bar.facility !== null) take(morning.units(bar.facility), bar.unit!, bar.end);
    follow(world, waiting, index, bar, last);
  }
  const charges = chargesOf(world, foreman, heated, morning);
  charges.forEach((charge, index) => {
    const { facility, unit, start, end } = charge;
    for (const { task } of charge.members) bars.set(task, { task, facility, unit, start, end, charge: index });
  });
  return { bars, charges };
}

/** What can begin on a day: first what is ready in the morning, the most pressing before the others, then what becomes so, as it does. */
function waitingOn(world: World, foreman: Foreman, day: number, last: number): Waiting[] {
  const now = midnightOf(day) + OPENS;
  const found: Waiting[] = [];
  for (const { known, left, lots } of world.orders) {
    if (known > day || left !== null) continue;
    for (const lot of lots) {
      const task = lot.tasks[lot.next];
      if (task?.state !== 'open' || foreman.soonest(task) > day) continue;
      const ready = readyAt(world, lot);
      if (ready <= last) found.push({ task, ready });
    }
  }
  const turn = ({ ready }: Waiting): number => Math.max(ready, now);
  return found.sort((a, b) => turn(a) - turn(b) || foreman.latest(a.task) - foreman.latest(b.task) || a.task.id - b.task.id);
}

/** Puts the process behind a bar among those that wait, where it becomes ready on the same day. */
function follow(world: World, waiting: Waiting[], index: number, { task: id, facility, end }: PlannedBar, last: number): void {
  const task = world.tasks.get(id)!;
  const next = task.lot.tasks[task.lot.tasks.indexOf(task) + 1];
  if (!next) return;
  const ready = readyAfter(world.routes, { ...task, facility }, end);
  if (ready > last) return;
  let at = index + 1;
  while (at < waiting.length && waiting[at]!.ready <= ready) at += 1;
  waiting.splice(at, 0, { task: next, ready });
}

/** From when each unit of a facility is free on a day, never where it is not there, and the unit that is so first. */
interface Units {
  readonly free: number[];
  first: number;
}

const NEVER = Number.POSITIVE_INFINITY;

function unitsOn(world: World, day: number, now: number): (facility: number) => Units {
  const jobs = grouped(world.inHand, ({ facility }) => facility);
  return onceFor((facility: number): Units => {
    const count = world.calendar.units(facility, day);
    const free = Array.from({ length: count }, (_, unit) => (isBroken(world, facility, unit, day) ? NEVER : now));
    // What should have ended by now does so any minute.
    for (const { unit, saidEnd } of jobs.get(facility) ?? []) if (unit < count) free[unit] = Math.max(free[unit]!, saidEnd, now + SOON);
    return { free, first: free.indexOf(Math.min(...free)) };
  });
}

const SOON = 60;

function take(units: Units, unit: number, until: number): void {
  units.free[unit] = until;
  units.first = units.free.indexOf(Math.min(...units.free));
}

/** When the first unit is free. */
const firstFree = ({ free, first }: Units): number => free[first] ?? NEVER;

/** Where a process begins first on a day; undefined: nowhere. Partners take what they are given. */
function barOf(
  world: World,
  foreman: Foreman,
  { task, ready }: Waiting,
  process: Process,
  { now, last, units }: Morning,
): PlannedBar | undefined {
  const bar = { task: task.id, charge: null };
  const from = Math.max(ready, now);
  if (process.kind === 'away')
    return { ...bar, facility: null, unit: null, start: from, end: backAt(world.calendar, from, process.awayDays) };
  let [facility, start] = [-1, last + 1];
  for (const { id } of foreman.placesOf(task)) {
    const soonest = Math.max(from, firstFree(units(id)));
    if (soonest < start) [facility, start] = [id, soonest];
    if (soonest === from) break;
  }
  if (facility < 0) return undefined;
  return { ...bar, facility, unit: units(facility).first, start, end: Math.ceil(world.calendar.workEnd(start, process.minutes)) };
}

/** What is known of a day when its list is made. */
interface Morning {
  readonly day: number;
  readonly now: number;
  readonly last: number;
  readonly units: (facility: number) => Units;
}

/** The charges of a day: by recipe, the most pressing first. */
function chargesOf(world: World, foreman: Foreman, heated: readonly Waiting[], morning: Morning): Charge[] {
  const { day } = morning;
  const pressing = (a: Waiting, b: Waiting): number => foreman.latest(a.task) - foreman.latest(b.task) || a.task.id - b.task.id;
  const able = heated.filter(({ task }) => foreman.placesOf(task).length > 0 && mayLoad(foreman.recipeOf(task), day)).sort(pressing);
  const charges: Charge[] = [];
  for (const group of grouped(able, ({ task }) => foreman.recipeOf(task).key).values()) {
    for (let rest = group; rest.length > 0; ) {
      const charge = chargeOf(world, foreman, rest, morning);
      if (!charge) break;
      charges.push(charge);
      take(morning.units(charge.facility), charge.unit, charge.end);
      const taken = new Set(charge.members.map(({ task }) => task));
      rest = rest.filter(({ task }) => !taken.has(task.id));
    }
  }
  return charges;
}

/** A charge of what shares a recipe, in the smallest free furnace that takes all of it, else in the largest; undefined: none is free, or it can wait. */
function chargeOf(world: World, foreman: Foreman, group: readonly Waiting[], { day, now, last, units }: Morning): Charge | undefined {
  const [leader] = group as readonly [Waiting];
  const sizes = group.map(({ task }) => loadOf(foreman, task));
  const wanted = sizes.reduce((sum, { volume }) => sum + volume, 0);
  const free = foreman.placesOf(leader.task).filter((place) => firstFree(units(place.id)) <= last && fillOf(place, [sizes[0]!]) <= 1);
  const place = free.sort((a, b) => a.volume! - b.volume!).find(({ volume }) => volume! >= wanted) ?? free.at(-1);
  if (!place) return undefined;
  const room = { weight: place.max_weight || NEVER, volume: place.volume || NEVER };
  const members: Waiting[] = [];
  const loads: Load[] = [];
  for (const [index, one] of group.entries()) {
    const load = sizes[index]!;
    if (load.weight > room.weight || load.volume > room.volume || !foreman.placesOf(one.task).includes(place)) continue;
    room.weight -= load.weight;
    room.volume -= load.volume;
    members.push(one);
    loads.push(load);
  }
  const canWait = members.every(({ task, ready }) => day - dayOf(ready) < WORTH.waited && foreman.latest(task) > day + WORTH.spare);
  if (canWait && fillOf(place, loads) < WORTH.fill) return undefined;
  const { first: unit } = units(place.id);
  const start = Math.max(now, firstFree(units(place.id)), ...members.map(({ ready }) => ready));
  const processes = members.map(({ task }) => processAt(world, task, place.id));
  const end = start + Math.max(...processes.map(({ setup }) => setup)) + Math.max(...processes.map(({ minutes }) => minutes));
  return { facility: place.id, unit, recipe: foreman.recipeOf(leader.task).values, start, end, members: loads };
}

type Load = Charge['members'][number];

function loadOf(foreman: Foreman, task: TwinTask): Load {
  const { weight, volume } = foreman.pieceOf(task);
  const pieces = Math.max(1, task.row.order_quantity - task.row.received_quantity);
  return { task: task.id, pieces, weight: weight * pieces, volume: volume * pieces };
}

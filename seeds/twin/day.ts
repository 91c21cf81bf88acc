import { DAY_MINUTES } from '../../server/domain/ground/constants.ts';
import { CLOSES, OPENS } from '../../server/domain/ground/plant-time.ts';
import { dayOf, midnightOf } from './calendar.ts';
import type { Plan } from './plan.ts';
import { backAt, type Charge, finish, isBroken, type Job, readyAt, type TwinTask, type World } from './world.ts';

/** The floor looks round every so many minutes. */
const LOOK = 10;
/** Nothing is begun later than this, and so long does a charge wait for mates. */
const LAST_START = CLOSES - 30;
/** What has ended by then is told the same evening. */
export const EVENING = DAY_MINUTES - 30;

/** What the plan has for a day, in the order of the list on the wall. */
interface Item {
  readonly facility: number | null;
  readonly start: number;
  readonly tasks: readonly TwinTask[];
  readonly charge: Charge | null;
}

/**
 * A day as it happens: at each facility the list of the plan is gone down, and of what is there and ready the first begins when a unit is free. Nothing begins
 * before its planned day; what the day has no room for is left for the next plan.
 */
export function liveDay(world: World, plan: Plan, day: number): void {
  const midnight = midnightOf(day);
  for (const job of world.inHand) if (job.kind === 'furnace' && isBroken(world, job.facility, job.unit, day)) job.until += DAY_MINUTES;
  let waiting = itemsOf(world, plan, day);
  const taken = unitsTaken(world);
  for (let clock = OPENS; clock < CLOSES; clock += LOOK) {
    const now = midnight + clock;
    release(world, now, taken);
    if (clock <= LAST_START) waiting = waiting.filter((item) => !begin(world, item, now, taken));
    for (const job of world.inHand) work(world, job, now, taken);
  }
  release(world, midnight + EVENING, taken);
}

/** The bars of the plan up to a day that have not begun, charges as one. */
function itemsOf(world: World, { bars, charges }: Plan, day: number): Item[] {
  const open = (id: number): TwinTask[] => {
    const task = world.tasks.get(id);
    return task?.state === 'open' ? [task] : [];
  };
  const items: Item[] = [];
  for (const { task, charge, facility, start } of bars.values())
    if (charge === null && dayOf(start) <= day) items.push({ facility, start, tasks: open(task), charge: null });
  for (const charge of charges)
    if (dayOf(charge.start) <= day)
      items.push({ facility: charge.facility, start: charge.start, tasks: charge.members.flatMap(({ task }) => open(task)), charge });
  const first = ({ tasks }: Item): number => tasks[0]?.id ?? 0;
  return items.filter(({ tasks }) => tasks.length > 0).sort((a, b) => a.start - b.start || first(a) - first(b));
}

/** Furnaces and partners give back what has been long enough with them. */
function release(world: World, now: number, taken: UnitsTaken): void {
  const ready: Job[] = [];
  for (const job of world.inHand) if (job.kind !== 'work' && job.until <= now) ready.push(job);
  for (const job of ready.sort((a, b) => a.until - b.until || a.tasks[0]!.id - b.tasks[0]!.id)) end(world, job, job.until, taken);
}

/** Goes on with work for the minutes until the floor looks round again, where its unit stands that day. */
function work(world: World, job: Job, now: number, taken: UnitsTaken): void {
  if (job.kind !== 'work') return;
  const day = dayOf(now);
  // Begun on a unit that is there on some Saturdays only: it goes on where there is room.
  const units = world.calendar.units(job.facility, day);
  if (job.unit >= units) goElsewhere(world, job, day, taken);
  if (isBroken(world, job.facility, job.unit, day) || job.unit >= units) return;
  job.left -= LOOK;
  if (job.left <= 0) end(world, job, Math.ceil(now + LOOK + job.left), taken);
}

function goElsewhere(world: World, job: Job, day: number, taken: UnitsTaken): void {
  taken.get(job.facility)?.delete(job.unit);
  job.unit = freeUnit(world, job.facility, day, taken) ?? job.unit;
  note(taken, job.facility, job.unit);
}

function end(world: World, job: Job, ended: number, taken: UnitsTaken): void {
  taken.get(job.facility)?.delete(job.unit);
  finish(world, job, ended);
}

/** Begins an item if something of it is ready and has a unit. Whether it is off the list. */
function begin(world: World, item: Item, now: number, taken: UnitsTaken): boolean {
  const { facility, charge } = item;
  const there = item.tasks.filter((task) => task.lot.tasks[task.lot.next] === task && readyAt(world, task.lot) <= now);
  if (there.length === 0 || waitsForMates(item, there, now)) return false;
  const unit = unitFor(world, there[0]!, facility, dayOf(now), taken);
  if (unit === null) return false;
  note(taken, facility, unit);
  const own = charge && withOnly(charge, there);
  const job = jobOf(world, { tasks: there, facility, unit, beganOn: unit, begun: now, charge: own });
  world.inHand.add(job);
  for (const task of there) Object.assign(task, { state: 'in hand', facility, begun: now, tries: task.tries + 1 });
  if (own)
    world.loads.push({ job, charge: own, fill: fillOf(world.plant.rows.facilities.find(({ id }) => id === facility)!, own.members) });
  return true;
}

/** Whether a charge of which lots are missing still waits: until its time, and while they are on their way until the last loading of the day. */
function waitsForMates(item: Item, there: readonly TwinTask[], now: number): boolean {
  if (there.length === item.tasks.length) return false;
  const lastLoading = midnightOf(dayOf(now)) + LAST_START;
  return now < item.start || (now < lastLoading && isComing(item, there));
}

/** A unit to begin on; null where there is none. A partner takes what it is given on any working day. */
function unitFor(world: World, { row }: TwinTask, facility: number | null, day: number, taken: UnitsTaken): number | null {
  if (row.outsourcing_code !== '') return world.calendar.works(day) ? 0 : null;
  return freeUnit(world, facility, day, taken);
}

/** Whether the process before a mate that is missing is under way. */
const isComing = ({ tasks }: Item, there: readonly TwinTask[]): boolean =>
  tasks.some((task) => !there.includes(task) && task.lot.tasks[task.lot.next]?.state === 'in hand');

/** Units of each facility that something is on. */
type UnitsTaken = Map<number | null, Set<number>>;

function unitsTaken({ inHand }: World): UnitsTaken {
  const taken: UnitsTaken = new Map();
  for (const { facility, unit } of inHand) note(taken, facility, unit);
  return taken;
}

function note(taken: UnitsTaken, facility: number | null, unit: number): void {
  const units = taken.get(facility);
  if (units) units.add(unit);
  else taken.set(facility, new Set([unit]));
}

const NONE_TAKEN: ReadonlySet<number> = new Set();

/** The first unit that is there that day, in order and free; null where none is. What has no facility always has room. */
function freeUnit(world: World, facility: number | null, day: number, taken: UnitsTaken): number | null {
  if (facility === null) return world.calendar.works(day) ? 0 : null;
  const own = taken.get(facility) ?? NONE_TAKEN;
  const units = world.calendar.units(facility, day);
  if (own.size >= units) return null;
  for (let unit = 0; unit < units; unit += 1) if (!own.has(unit) && !isBroken(world, facility, unit, day)) return unit;
  return null;
}

type Begun = Pick<Job, 'tasks' | 'facility' | 'unit' | 'beganOn' | 'begun' | 'charge'>;

/** What begins, with what is said of its end and how it really will be. */
function jobOf({ routes, truth, calendar }: World, begun: Begun): Job {
  const [task] = begun.tasks as readonly [TwinTask];
  const product = task.lot.order.row.product_id!;
  const all = begun.tasks.map((one) => routes.processOf(one.lot.order.row.product_id!, one.row, begun.facility));
  const { kind, awayDays } = all[0]!;
  const [setup, minutes] = [Math.max(...all.map((one) => one.setup)), Math.max(...all.map((one) => one.minutes))];
  if (kind === 'away') {
    const back = (days: number): number => backAt(calendar, begun.begun, days);
    return { ...begun, kind, left: 0, saidEnd: back(awayDays), until: back(awayDays + truth.partnerDelay(task.id)) };
  }
  if (kind === 'furnace') {
    const real = Math.ceil(setup * truth.heating(task.id) + minutes);
    return { ...begun, kind, left: 0, saidEnd: begun.begun + setup + minutes, until: begun.begun + real };
  }
  const factor = truth.hours({ product, task: task.row.task_id, id: task.id, nth: task.tries });
  return { ...begun, kind, left: minutes * factor, saidEnd: calendar.workEnd(begun.begun, minutes), until: 0 };
}

/** A charge with only those of its lots that were there. */
function withOnly(charge: Charge, tasks: readonly TwinTask[]): Charge {
  const there = new Set(tasks.map(({ id }) => id));
  return { ...charge, members: charge.members.filter(({ task }) => there.has(task)) };
}

/** How full loads have a furnace, by weight or volume, whichever is more. */
export function fillOf(
  { max_weight, volume }: { max_weight: number | null; volume: number | null },
  loads: readonly Pick<Charge['members'][number], 'weight' | 'volume'>[],
): number {
  const sum = (of: 'weight' | 'volume'): number => loads.reduce((total, load) => total + load[of], 0);
  return Math.max(max_weight ? sum('weight') / max_weight : 0, volume ? sum('volume') / volume : 0);
}

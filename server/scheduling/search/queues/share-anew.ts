import { FURNACE, NONE } from '../../problem.ts';
import type { Random } from '../../random.ts';
import { putIn, takeOut } from './edits.ts';
import type { Families } from './families.ts';
import { changeModes, closeRun, enterRun, isHeat, mayBeOn, mayStandOn, modeAt, unhook } from './members.ts';
import { anyOtherUnit, placeNear, someWayOff } from './places.ts';
import { addToPool, type Pool, shareOut } from './pool.ts';
import type { Queues } from './queues.ts';

/** How often the run goes elsewhere. */
const GOES = 0.6;

/** Where a run goes: the unit, whom it goes ahead of there, and when it will begin. */
interface Going {
  readonly unit: number;
  readonly before: number;
  readonly start: number;
}

/**
 * A run goes elsewhere, or stays; then it and those of its family between the old and the new time share their members anew. Without that a run would take its
 * members along, those too that were due where it stood.
 */
export function shareAnew(queues: Queues, random: Random, turn: number, member: number, families: Families): boolean {
  const going = random.next() < GOES ? goingOf(queues, random, turn) : null;
  const { pool } = families;
  gatherRuns(queues, random, pool, families.of(queues, member), turn, going);
  if (going) {
    takeOut(queues, turn);
    changeModes(queues, turn, queues.units[going.unit]!.machine);
    if (!putIn(queues, turn, going.unit, going.before)) return false;
  }
  if (pool.count < 2) return going !== null;
  if (!shareOut(pool, queues, random)) return false;
  return unhookMoving(queues, pool) ? enterAll(queues, pool) : going !== null;
}

/** Another place in its queue, or one at about its time in another's; null: none was found. */
function goingOf(queues: Queues, random: Random, turn: number): Going | null {
  const { unit: units, start, end, next, last, place } = queues;
  const own = units[turn]!;
  const unit = random.next() < 0.5 ? own : anyOtherUnit(queues, random, turn);
  if (unit === NONE) return null;
  if (unit === own) {
    const other = someWayOff(queues, random, turn);
    if (other === NONE) return null;
    if (place[other]! < place[turn]!) return { unit, before: other, start: start[other]! };
    return { unit, before: next[other]!, start: end[other]! - (end[turn]! - start[turn]!) };
  }
  const { machine } = queues.units[unit]!;
  if (!mayBeOn(queues, turn, machine) || !isHeatAt(queues, queues.firstMember[turn]!, machine)) return null;
  const before = placeNear(queues, random, unit, start[turn]!);
  if (before !== NONE) return { unit, before, start: start[before]! };
  return { unit, before, start: last[unit] === NONE ? 0 : end[last[unit]!]! };
}

/** Whether an activity stands in a furnace run on that machine. */
const isHeatAt = (queues: Queues, a: number, machine: number): boolean => queues.problem.modes.kind[modeAt(queues, a, machine)] === FURNACE;

/** Pools a run and those of its family that stand, before or after, between where it was and where it goes. */
function gatherRuns(queues: Queues, random: Random, pool: Pool, family: readonly number[], turn: number, going: Going | null): void {
  const { firstMember, start, end, units, unit } = queues;
  const was = start[turn]!;
  const now = going?.start ?? was;
  const spread = !going || random.next() < 0.3 ? 2 * (end[turn]! - was) : 0;
  const [from, to] = [Math.min(was, now) - spread, Math.max(was, now) + spread];
  pool.count = pool.members = 0;
  addToPool(pool, queues, turn, going ? units[going.unit]!.machine : units[unit[turn]!]!.machine, now);
  for (const a of family) {
    const run = queues.turn[a]!;
    if (firstMember[run] !== a || run === turn || !isHeat(queues, a)) continue;
    const at = foreseen(queues, run, turn, going);
    if ((at < from && start[run]! < from) || (at > to && start[run]! > to)) continue;
    if (!addToPool(pool, queues, run, units[unit[run]!]!.machine, at)) break;
  }
}

/** When a run begins once another has gone elsewhere, but for what it waits for. */
function foreseen({ unit, start, end }: Queues, run: number, turn: number, going: Going | null): number {
  const at = start[run]!;
  if (!going) return at;
  const length = end[turn]! - start[turn]!;
  const closer = unit[run] === unit[turn] && at > start[turn]! ? at - length : at;
  return unit[run] === going.unit && closer >= going.start ? closer + length : closer;
}

/** Takes the members out of their runs that were put elsewhere. False: there are none. */
function unhookMoving(queues: Queues, { run, members, member, placeOf }: Pool): boolean {
  let moving = false;
  for (let at = 0; at < members; at += 1) {
    if (queues.turn[member[at]!] === run[placeOf[at]!]) continue;
    unhook(queues, member[at]!);
    moving = true;
  }
  return moving;
}

/** Has them enter where they were put. False: some may not be there. */
function enterAll(queues: Queues, { count, run, machine, members, member, placeOf }: Pool): boolean {
  for (let at = 0; at < members; at += 1) {
    const [a, place] = [member[at]!, placeOf[at]!];
    if (queues.turn[a] !== run[place] && !enterRun(queues, a, modeAt(queues, a, machine[place]!), run[place]!)) return false;
  }
  for (let place = 0; place < count; place += 1) {
    closeRun(queues, run[place]!);
    if (queues.firstMember[run[place]!] !== NONE && !mayStandOn(queues, run[place]!, machine[place]!)) return false;
  }
  return true;
}

import { MOVINGS, type Moving } from '../../../domain/plant/run-options.ts';
import type { Team } from '../../solution.ts';
import { createMemory, type Memory } from '../lots/workspace.ts';

/** A plan as a thread leaves it for the others. */
export interface Offer {
  readonly cost: number;
  readonly plan: Memory;
  /** Numbers that the kernel adds: `GAINS` of them. */
  readonly gains: Int32Array;
}

/** Room for what a kernel adds to a plan. */
export const GAINS = 2048;

/** The shared memory as one member sees it. Each member has room for two plans, numbered from 1, and overwrites the older one. */
export interface View {
  readonly ints: Int32Array;
  readonly floats: Float64Array;
  readonly team: Team;
  readonly member: number;
  /** Asked while waiting: give up. */
  readonly cancelled: () => boolean;
  /** Per member: number of its plan that was taken last, and where its plan is copied to. */
  readonly seen: Int32Array;
  readonly taken: readonly { cost: number; readonly plan: Memory; readonly gains: Int32Array }[];
}

/** Cells of the team, then of each member. */
const [CLOSED, SHARE, HEAD_INTS] = [0, 1, 2];
/** The share of the budget is kept as a whole number of such parts. */
const PARTS_OF_BUDGET = 1e9;
const [VERSION, GONE, SIGNS, MEMBER_INTS] = [0, 1, 2, 4];
/** Words of the leader to the others, then the costs of each member's two plans. */
const [SEED, ROUNDS, MOVING, HEAD_FLOATS] = [0, 1, 2, 3];
const PARTS = ['start', 'end', 'mode', 'run'] as const;
/** Waiting threads look around in this step. */
const SLICE_MS = 50;

const intsOf = (members: number): number => HEAD_INTS + members * MEMBER_INTS;
const floatsOf = (members: number): number => HEAD_FLOATS + members * 2;
const roomOf = (activities: number): number => PARTS.length * activities + GAINS;
const cell = (of: number, field: number): number => HEAD_INTS + of * MEMBER_INTS + field;
const costCell = (of: number, version: number): number => HEAD_FLOATS + of * 2 + (version % 2);

/** Memory for a team of `members` threads that plan so many activities. */
export function createShared(members: number, activities: number): SharedArrayBuffer {
  const plans = members * 2 * roomOf(activities);
  return new SharedArrayBuffer(
    floatsOf(members) * Float64Array.BYTES_PER_ELEMENT + (intsOf(members) + plans) * Int32Array.BYTES_PER_ELEMENT,
  );
}

/** A member's view of the team's memory. */
export function viewOf(team: Team, member: number, cancelled: () => boolean): View {
  const floats = new Float64Array(team.shared, 0, floatsOf(team.members));
  return {
    ints: new Int32Array(team.shared, floats.byteLength),
    floats,
    team,
    member,
    cancelled,
    seen: new Int32Array(team.members),
    taken: Array.from({ length: team.members }, (_, of) => ({
      cost: Number.POSITIVE_INFINITY,
      plan: createMemory(of === member ? 0 : team.activities),
      gains: new Int32Array(GAINS),
    })),
  };
}

/** Copies between the room of a member's plan of that number and a plan. */
function copy({ ints, team }: View, of: number, version: number, { plan, gains }: Offer, isWritten: boolean): void {
  let from = intsOf(team.members) + (of * 2 + (version % 2)) * roomOf(team.activities);
  for (const part of PARTS) {
    const room = ints.subarray(from, from + team.activities);
    if (isWritten) room.set(plan[part]);
    else plan[part].set(room);
    from += team.activities;
  }
  const room = ints.subarray(from, from + GAINS);
  if (isWritten) room.set(gains);
  else gains.set(room);
}

/** Number of the newest plan that a member left, 0: none. */
export const versionOf = ({ ints }: View, of: number): number => Atomics.load(ints, cell(of, VERSION));

/** Leaves a plan under a number. */
export function leavePlan(view: View, version: number, offer: Offer): void {
  copy(view, view.member, version, offer, true);
  view.floats[costCell(view.member, version)] = offer.cost;
  Atomics.store(view.ints, cell(view.member, VERSION), version);
  Atomics.notify(view.ints, cell(view.member, VERSION));
}

/** The plan of a member with exactly this number, which it is known not to overwrite yet. */
export function takePlan(view: View, of: number, version: number): Offer | null {
  if (versionOf(view, of) < version) return null;
  view.seen[of] = version;
  const offer = view.taken[of]!;
  copy(view, of, version, offer, false);
  offer.cost = view.floats[costCell(of, version)]!;
  return offer;
}

/** The newest plan of a member, null where it has left none since the last. What was overwritten while it was read is read again. */
export function takeNewest(view: View, of: number): Offer | null {
  for (let version = versionOf(view, of); version > view.seen[of]!; version = versionOf(view, of)) {
    const seen = view.seen[of]!;
    const offer = takePlan(view, of, version);
    if (versionOf(view, of) === version) return offer;
    view.seen[of] = seen;
  }
  return null;
}

/** Waits until a member has left its plan of that number; one that gives no sign of life for `patience` ms is gone for all. False: there is none. */
export function awaitPlan(view: View, of: number, version: number, patience: number): boolean {
  const { ints } = view;
  let [silent, signs] = [0, -1];
  for (;;) {
    const now = versionOf(view, of);
    if (now >= version) return true;
    if (isGone(view, of) || isOver(view)) return false;
    const latest = Atomics.load(ints, cell(of, SIGNS));
    if (latest !== signs) silent = 0;
    signs = latest;
    if (silent >= patience) markGone(view, of);
    else if (Atomics.wait(ints, cell(of, VERSION), now, SLICE_MS) === 'timed-out') silent += SLICE_MS;
  }
}

/** Waits until a member has gone, at most so many ms. */
export function awaitGone(view: View, of: number, most: number): void {
  if (!isGone(view, of)) Atomics.wait(view.ints, cell(of, GONE), 0, most);
}

/** Whether a member takes part no longer. */
const isGone = ({ ints }: View, of: number): boolean => Atomics.load(ints, cell(of, GONE)) === 1;

/** Says that a member takes part no longer. */
export function markGone({ ints }: View, of: number): void {
  Atomics.store(ints, cell(of, GONE), 1);
  Atomics.notify(ints, cell(of, GONE));
  Atomics.notify(ints, cell(of, VERSION));
}

/** Ends the search of all. */
export const close = ({ ints }: View): number => Atomics.store(ints, CLOSED, 1);

/** Whether this member shall stop. */
export const isOver = (view: View): boolean => Atomics.load(view.ints, CLOSED) === 1 || isGone(view, view.member) || view.cancelled();

/** Gives a sign of life. */
export const giveSign = ({ ints, member }: View): number => Atomics.add(ints, cell(member, SIGNS), 1);

/** Says what share of the budget is used. */
export const tellShare = ({ ints }: View, share: number): number => Atomics.store(ints, SHARE, Math.round(share * PARTS_OF_BUDGET));

/** The share of the budget that was told last, 0 at first. */
export const toldShare = ({ ints }: View): number => Atomics.load(ints, SHARE) / PARTS_OF_BUDGET;

/** Beginning that the leading thread tells the others. */
export interface Course {
  readonly seed: number;
  /** Rounds of each thread; Infinity: until the leader ends. */
  readonly rounds: number;
  readonly moving: Moving;
}

/** Writes the course; it is read once the leader's first plan is there. */
export function setCourse({ floats }: View, { seed, rounds, moving }: Course): void {
  floats[SEED] = seed;
  floats[ROUNDS] = rounds;
  floats[MOVING] = MOVINGS.indexOf(moving);
}

/** The course that the leader wrote. */
export const courseOf = ({ floats }: View): Course => ({
  seed: floats[SEED]!,
  rounds: floats[ROUNDS]!,
  moving: MOVINGS[floats[MOVING]!]!,
});

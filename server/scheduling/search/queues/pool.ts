import { jobCost } from '../../objective.ts';
import { takesLoad } from '../../place/sharing.ts';
import { NONE, type Problem } from '../../problem.ts';
import type { Random } from '../../random.ts';
import { endOfChain } from './costs.ts';
import { isPart, modeAt } from './members.ts';
import type { Queues } from './queues.ts';
import { readyOfActivity } from './timing.ts';

/** Most runs that share anew in one move, and most members of them. */
const POOLED = 8;
const MOST_MEMBERS = 64;

/** Runs of one family in order of the starts foreseen for them, and their members, to be shared among them anew. */
export interface Pool {
  count: number;
  /** By place: the run, its machine, when it is to begin, and its load. */
  readonly run: Int32Array;
  readonly machine: Int32Array;
  readonly start: Int32Array;
  readonly weight: Float64Array;
  readonly volume: Float64Array;
  members: number;
  /** By member: the activity, its place, when it is ready, from the end of its run to that of its lot, the job, how much it wants to be next. */
  readonly member: Int32Array;
  readonly placeOf: Int32Array;
  readonly ready: Int32Array;
  readonly after: Int32Array;
  readonly job: Int32Array;
  readonly urgency: Float64Array;
  /** Of member m in place k, at [m * POOLED + k]. */
  readonly price: Float64Array;
}

export const createPool = (): Pool => ({
  count: 0,
  run: new Int32Array(POOLED),
  machine: new Int32Array(POOLED),
  start: new Int32Array(POOLED),
  weight: new Float64Array(POOLED),
  volume: new Float64Array(POOLED),
  members: 0,
  member: new Int32Array(MOST_MEMBERS),
  placeOf: new Int32Array(MOST_MEMBERS),
  ready: new Int32Array(MOST_MEMBERS),
  after: new Int32Array(MOST_MEMBERS),
  job: new Int32Array(MOST_MEMBERS),
  urgency: new Float64Array(MOST_MEMBERS),
  price: new Float64Array(MOST_MEMBERS * POOLED),
});

/** Adds a run that is to begin at a tick on a machine. False: the pool is full. */
export function addToPool(pool: Pool, queues: Queues, run: number, machine: number, start: number): boolean {
  if (pool.count === POOLED) return false;
  let members = pool.members;
  for (let a = queues.firstMember[run]!; a !== NONE; a = queues.nextMember[a]!) members += 1;
  if (members > MOST_MEMBERS) return false;
  let at = pool.count;
  for (; at > 0 && pool.start[at - 1]! > start; at -= 1) {
    pool.run[at] = pool.run[at - 1]!;
    pool.machine[at] = pool.machine[at - 1]!;
    pool.start[at] = pool.start[at - 1]!;
  }
  pool.run[at] = run;
  pool.machine[at] = machine;
  pool.start[at] = start;
  pool.count += 1;
  for (let a = queues.firstMember[run]!; a !== NONE; a = queues.nextMember[a]!) {
    pool.member[pool.members] = a;
    pool.members += 1;
  }
  return true;
}

/** Shares the members of the pooled runs among their places: from where they are, or dealt by urgency, then exchanged. False: they find no room. */
export function shareOut(pool: Pool, queues: Queues, random: Random): boolean {
  gather(pool, queues);
  if (random.next() < 0.5 && !deal(pool, queues.problem, random)) return false;
  exchange(pool, queues.problem);
  return true;
}

/** What being ready a tick after the start is held to cost: the run would wait, and all behind it. */
const WAITING = 1e3;

/** Every member in its own run, and what it costs in each. */
function gather(pool: Pool, queues: Queues): void {
  const { count, run, machine, start, member, placeOf, price } = pool;
  const { problem, turn, mode, end, chain } = queues;
  const { modes, activities, chains } = problem;
  pool.weight.fill(0);
  pool.volume.fill(0);
  for (let at = 0; at < pool.members; at += 1) {
    const a = member[at]!;
    const own = mode[a]!;
    const job = chains.job[chain[a]!]!;
    const ready = readyOfActivity(queues, a);
    const after = endOfChain(queues, chain[a]!) - end[turn[a]!]!;
    pool.job[at] = job;
    pool.ready[at] = ready;
    pool.after[at] = after;
    for (let place = 0; place < count; place += 1) {
      const there = modes.machine[own] === machine[place] ? own : isPart(queues, a) ? NONE : modeAt(queues, a, machine[place]!);
      const begins = start[place]!;
      price[at * POOLED + place] =
        there === NONE
          ? Number.POSITIVE_INFINITY
          : jobCost(problem, job, begins + modes.duration[there]! + after) + (ready > begins ? (ready - begins) * WAITING : 0);
      if (run[place] !== turn[a]) continue;
      placeOf[at] = place;
      pool.weight[place]! += activities.weight[a]!;
      pool.volume[place]! += activities.volume[a]!;
    }
  }
}

/** Each place in turn takes what is ready and most urgent, the last what is left. False: not all find room. */
function deal(pool: Pool, { activities, machines, jobs, modes }: Problem, random: Random): boolean {
  const { count, members, start, machine, member, placeOf, ready, after, job, urgency, price } = pool;
  const taste = 0.2 + 3 * random.next();
  const noise = random.next() < 0.5 ? 0 : 0.4;
  placeOf.fill(NONE, 0, members);
  let left = members;
  for (let place = 0; place < count; place += 1) {
    const furnace = machines[machine[place]!]!;
    const begins = place === count - 1 ? Number.POSITIVE_INFINITY : start[place]!;
    for (let at = 0; at < members; at += 1) {
      if (placeOf[at] !== NONE) continue;
      const length = modes.duration[activities.modeFrom[member[at]!]!]!;
      const slack = jobs.due[job[at]!]! - start[place]! - length - after[at]!;
      const wants = slack > 0 ? Math.exp(-slack / (taste * length)) : 1;
      urgency[at] = jobs.weight[job[at]!]! * wants * (1 + noise * (random.next() - 0.5));
    }
    let [weight, volume] = [0, 0];
    for (;;) {
      let best = NONE;
      for (let at = 0; at < members; at += 1) {
        if (placeOf[at] !== NONE || ready[at]! > begins || (best !== NONE && urgency[at]! <= urgency[best]!)) continue;
        const a = member[at]!;
        if (!takesLoad(furnace, weight + activities.weight[a]!, volume + activities.volume[a]!)) continue;
        if (price[at * POOLED + place] !== Number.POSITIVE_INFINITY) best = at;
      }
      if (best === NONE) break;
      placeOf[best] = place;
      weight += activities.weight[member[best]!]!;
      volume += activities.volume[member[best]!]!;
      left -= 1;
    }
    pool.weight[place] = weight;
    pool.volume[place] = volume;
  }
  return left === 0;
}

const PASSES = 4;
const EPSILON = 1e-9;

/** Members that cost something go to another place or change places with one there, while that costs less. */
function exchange(pool: Pool, { activities, machines }: Problem): void {
  const { count, members, member, machine, placeOf, price, weight, volume } = pool;
  for (let [again, pass] = [true, 0]; again && pass < PASSES; pass += 1) {
    again = false;
    for (let one = 0; one < members; one += 1) {
      const own = one * POOLED;
      if (price[own + placeOf[one]!]! <= 0) continue;
      const heavy = activities.weight[member[one]!]!;
      const large = activities.volume[member[one]!]!;
      for (let to = 0; to < count; to += 1) {
        const from = placeOf[one]!;
        if (price[own + to]! >= price[own + from]! - EPSILON) continue;
        if (!takesLoad(machines[machine[to]!]!, weight[to]! + heavy, volume[to]! + large)) continue;
        put(pool, one, to, heavy, large);
        again = true;
      }
      for (let other = 0; other < members; other += 1) {
        const [from, to] = [placeOf[one]!, placeOf[other]!];
        const gain = price[own + from]! - price[own + to]!;
        if (gain <= EPSILON || price[other * POOLED + from]! - price[other * POOLED + to]! >= gain - EPSILON) continue;
        const itsWeight = activities.weight[member[other]!]!;
        const itsVolume = activities.volume[member[other]!]!;
        const [more, larger] = [heavy - itsWeight, large - itsVolume];
        if (!takesLoad(machines[machine[to]!]!, weight[to]! + more, volume[to]! + larger)) continue;
        if (!takesLoad(machines[machine[from]!]!, weight[from]! - more, volume[from]! - larger)) continue;
        put(pool, one, to, heavy, large);
        put(pool, other, from, itsWeight, itsVolume);
        again = true;
      }
    }
  }
}

/** Puts a member into another place. */
function put({ placeOf, weight, volume }: Pool, one: number, to: number, heavy: number, large: number): void {
  const from = placeOf[one]!;
  weight[from]! -= heavy;
  volume[from]! -= large;
  weight[to]! += heavy;
  volume[to]! += large;
  placeOf[one] = to;
}

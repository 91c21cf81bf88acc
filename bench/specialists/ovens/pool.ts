import type { Random } from '../../../server/scheduling/random.ts';
import { NOWHERE, type OvenPlan, type Ovens, SLACK } from './ovens.ts';

/** Batches of one recipe that may share their jobs anew in one move. */
export const POOLED = 8;

/** Batches of one recipe in order of the starts foreseen for them, and their jobs, to be shared among them anew. */
export interface Pool {
  count: number;
  readonly batch: Int32Array;
  /** Per place: machine it will stand on, start foreseen, room, and load dealt. */
  readonly machine: Int32Array;
  readonly start: Int32Array;
  readonly room: Float64Array;
  readonly load: Float64Array;
  jobs: number;
  readonly job: Int32Array;
  /** Place of job j of the pool, and what it costs in place k: [j * POOLED + k]. */
  readonly placeOf: Int32Array;
  readonly price: Float64Array;
  readonly urgency: Float64Array;
}

/** An empty pool for batches of a plan. */
export const newPool = ({ ovens }: OvenPlan): Pool => ({
  count: 0,
  batch: new Int32Array(POOLED),
  machine: new Int32Array(POOLED),
  start: new Int32Array(POOLED),
  room: new Float64Array(POOLED),
  load: new Float64Array(POOLED),
  jobs: 0,
  job: new Int32Array(ovens.jobs),
  placeOf: new Int32Array(ovens.jobs),
  price: new Float64Array(ovens.jobs * POOLED),
  urgency: new Float64Array(ovens.jobs),
});

/** Adds a batch that will stand on a machine and could start at `start`; false where the pool is full. */
export function addToPool(plan: OvenPlan, pool: Pool, batch: number, machine: number, start: number): boolean {
  if (pool.count === POOLED) return false;
  let at = pool.count++;
  for (; at > 0 && pool.start[at - 1]! > start; at--) {
    pool.batch[at] = pool.batch[at - 1]!;
    pool.machine[at] = pool.machine[at - 1]!;
    pool.start[at] = pool.start[at - 1]!;
    pool.room[at] = pool.room[at - 1]!;
  }
  pool.batch[at] = batch;
  pool.machine[at] = machine;
  pool.start[at] = start;
  pool.room[at] = plan.ovens.capacity[machine]! + SLACK;
  return true;
}

/** Shares the jobs of the pooled batches among their places: as they are or dealt by urgency, then exchanged. False where they find no room. */
export function shareJobs(plan: OvenPlan, pool: Pool, random: Random): boolean {
  gather(plan, pool);
  if (random.next() < 0.5 ? !roomForAll(pool) : !deal(plan.ovens, pool, random)) return false;
  setPrices(plan.ovens, pool);
  exchange(plan.ovens, pool);
  return true;
}

/** Every job in its own batch. */
function gather(plan: OvenPlan, pool: Pool): void {
  pool.jobs = 0;
  for (let place = 0; place < pool.count; place++) {
    const batch = pool.batch[place]!;
    pool.load[place] = plan.load[batch]!;
    for (let job = plan.first[batch]!; job !== NOWHERE; job = plan.next[job]!) {
      pool.placeOf[pool.jobs] = place;
      pool.job[pool.jobs++] = job;
    }
  }
}

function roomForAll(pool: Pool): boolean {
  for (let place = 0; place < pool.count; place++) if (pool.load[place]! > pool.room[place]!) return false;
  return true;
}

/** Each place in turn takes what is released and most urgent, the last what is left. A place that could start before any job waits for the first. */
function deal(ovens: Ovens, pool: Pool, random: Random): boolean {
  const { job: jobs, placeOf, urgency, start } = pool;
  const { release, size, eligible } = ovens;
  const taste = random.next();
  const noise = random.next() < 0.5 ? 0 : 0.4;
  // Jobs without a place stand in [0, left), the others behind.
  let left = pool.jobs;
  for (let place = 0; place < pool.count; place++) {
    const on = pool.machine[place]!;
    const room = pool.room[place]!;
    const takesAll = place === pool.count - 1;
    let soonest = left > 0 ? Number.POSITIVE_INFINITY : 0;
    for (let at = 0; at < left; at++) if (release[jobs[at]!]! < soonest) soonest = release[jobs[at]!]!;
    if (start[place]! < soonest) start[place] = soonest;
    const time = start[place]!;
    for (let at = 0; at < left; at++) urgency[at] = urgencyOf(ovens, jobs[at]!, time, taste) * (1 + noise * (random.next() - 0.5));
    let load = 0;
    for (;;) {
      let best = NOWHERE;
      for (let at = 0; at < left; at++) {
        const job = jobs[at]!;
        if ((!takesAll && release[job]! > time) || load + size[job]! > room || ((eligible[job]! >> on) & 1) === 0) continue;
        if (best === NOWHERE || urgency[at]! > urgency[best]!) best = at;
      }
      if (best === NOWHERE) break;
      const job = jobs[best]!;
      jobs[best] = jobs[--left]!;
      urgency[best] = urgency[left]!;
      jobs[left] = job;
      placeOf[left] = place;
      load += size[job]!;
    }
    pool.load[place] = load;
  }
  return left === 0;
}

/** How much a job wants to be in a batch that starts at `time` rather than in a later one. */
function urgencyOf(ovens: Ovens, job: number, time: number, taste: number): number {
  const slack = ovens.due[job]! - time - ovens.shortest[job]!;
  const weight = ovens.tardiness[job]! + ovens.lateness[job]! + 1e-9;
  const scale = (0.2 + 3 * taste) * ovens.shortest[job]!;
  return slack > 0 ? weight * Math.exp(-slack / scale) : ovens.tardiness[job]! > 0 ? weight : weight * 1e-3;
}

/** What each job costs in each place at the start foreseen; where it is not released by then the batch would wait, and all behind it. */
function setPrices({ release, shortest, due, tardiness, lateness, eligible, outside }: Ovens, pool: Pool): void {
  for (let place = 0; place < pool.count; place++) {
    const start = pool.start[place]!;
    for (let at = 0; at < pool.jobs; at++) {
      const job = pool.job[at]!;
      const late = start + shortest[job]! - due[job]!;
      let price = late > 0 ? late * tardiness[job]! + lateness[job]! : 0;
      if (release[job]! > start) price += (release[job]! - start) * outside;
      if (((eligible[job]! >> pool.machine[place]!) & 1) === 0) price = Number.POSITIVE_INFINITY;
      pool.price[at * POOLED + place] = price;
    }
  }
}

const PASSES = 4;
const EPSILON = 1e-9;

/** Jobs that cost something change places, alone or two at a time, while that costs less. */
function exchange({ size }: Ovens, pool: Pool): void {
  const { job, placeOf, price, load, room } = pool;
  for (let [again, pass] = [true, 0]; again && pass < PASSES; pass++) {
    again = false;
    for (let one = 0; one < pool.jobs; one++) {
      const own = one * POOLED;
      const large = size[job[one]!]!;
      if (price[own + placeOf[one]!]! <= 0) continue;
      for (let to = 0; to < pool.count; to++) {
        const from = placeOf[one]!;
        if (price[own + to]! >= price[own + from]! - EPSILON || load[to]! + large > room[to]!) continue;
        load[from]! -= large;
        load[to]! += large;
        placeOf[one] = to;
        again = true;
      }
      for (let other = 0; other < pool.jobs; other++) {
        const [from, to] = [placeOf[one]!, placeOf[other]!];
        const gain = price[own + from]! - price[own + to]!;
        if (gain <= EPSILON || price[other * POOLED + from]! - price[other * POOLED + to]! >= gain - EPSILON) continue;
        const more = large - size[job[other]!]!;
        if (load[to]! + more > room[to]! || load[from]! - more > room[from]!) continue;
        load[from]! -= more;
        load[to]! += more;
        placeOf[one] = to;
        placeOf[other] = from;
        again = true;
      }
    }
  }
}

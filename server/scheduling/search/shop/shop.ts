/**
 * A (flexible) job shop with makespan, as the search wants it: operations of a job stand one after the other, each with its alternatives.
 * Operation `count` is a sentinel of length 0, so that "no neighbour" needs no branch.
 */
export interface Shop {
  readonly count: number;
  readonly machines: number;
  /** Neighbours in the job; `count` where there is none. */
  readonly jobBefore: Int32Array;
  readonly jobAfter: Int32Array;
  /** Alternatives [from[o], from[o + 1]). */
  readonly from: Int32Array;
  readonly machine: Int32Array;
  readonly duration: Int32Array;
  /** The largest number of alternatives of an operation. */
  readonly flexibility: number;
}

/** One schedule of a shop: machine sequences as links, with longest paths from the source (`head`) and to the sink (`tail`, own duration excluded). */
export interface ShopPlan {
  readonly alternative: Int32Array;
  readonly on: Int32Array;
  readonly length: Int32Array;
  readonly before: Int32Array;
  readonly after: Int32Array;
  readonly head: Int32Array;
  readonly tail: Int32Array;
  /** Operations in a topological order. */
  readonly order: Int32Array;
  makespan: number;
}

/** An empty plan of the shop's size. */
export function newPlan(shop: Shop): ShopPlan {
  const size = shop.count + 1;
  const links = (): Int32Array => new Int32Array(size).fill(shop.count);
  return {
    alternative: new Int32Array(size),
    on: new Int32Array(size).fill(-1),
    length: new Int32Array(size),
    before: links(),
    after: links(),
    head: new Int32Array(size),
    tail: new Int32Array(size),
    order: new Int32Array(shop.count),
    makespan: 0,
  };
}

/** Copies a plan into another of the same shop. */
export function copyPlan(source: ShopPlan, target: ShopPlan): void {
  target.alternative.set(source.alternative);
  target.on.set(source.on);
  target.length.set(source.length);
  target.before.set(source.before);
  target.after.set(source.after);
  target.head.set(source.head);
  target.tail.set(source.tail);
  target.order.set(source.order);
  target.makespan = source.makespan;
}

/** Gives an operation one of its alternatives; links are the caller's. */
export function assign(shop: Shop, plan: ShopPlan, operation: number, alternative: number): void {
  plan.alternative[operation] = alternative;
  plan.on[operation] = shop.machine[alternative]!;
  plan.length[operation] = shop.duration[alternative]!;
}

/** Scratch space of `evaluate`. */
const degrees = new WeakMap<Shop, Int8Array>();

/**
 * Recomputes order, heads, tails and makespan from the links. Gives false, with the plan's times undefined, where the links run in a circle.
 */
export function evaluate(shop: Shop, plan: ShopPlan): boolean {
  const { count, jobBefore, jobAfter } = shop;
  const { before, after, head, tail, length, order } = plan;
  let waiting = degrees.get(shop);
  if (!waiting) {
    waiting = new Int8Array(count + 1);
    degrees.set(shop, waiting);
  }
  let filled = 0;
  for (let operation = 0; operation < count; operation++) {
    const degree = (jobBefore[operation] === count ? 0 : 1) + (before[operation] === count ? 0 : 1);
    waiting[operation] = degree;
    if (degree === 0) order[filled++] = operation;
  }
  waiting[count] = 127;
  let makespan = 0;
  for (let at = 0; at < filled; at++) {
    const operation = order[at]!;
    const job = jobBefore[operation]!;
    const machine = before[operation]!;
    const byJob = head[job]! + length[job]!;
    const byMachine = head[machine]! + length[machine]!;
    const start = byJob > byMachine ? byJob : byMachine;
    head[operation] = start;
    const end = start + length[operation]!;
    if (end > makespan) makespan = end;
    const nextInJob = jobAfter[operation]!;
    if (nextInJob !== count && --waiting[nextInJob]! === 0) order[filled++] = nextInJob;
    const nextOnMachine = after[operation]!;
    if (nextOnMachine !== count && --waiting[nextOnMachine]! === 0) order[filled++] = nextOnMachine;
  }
  if (filled < count) return false;
  for (let at = count - 1; at >= 0; at--) {
    const operation = order[at]!;
    const job = jobAfter[operation]!;
    const machine = after[operation]!;
    const byJob = tail[job]! + length[job]!;
    const byMachine = tail[machine]! + length[machine]!;
    tail[operation] = byJob > byMachine ? byJob : byMachine;
  }
  plan.makespan = makespan;
  return true;
}

/** Builds the machine sequences from a linear order of all operations in which every job keeps its own order; always feasible. */
export function sequence(shop: Shop, plan: ShopPlan, linear: Int32Array): void {
  const last = new Int32Array(shop.machines).fill(shop.count);
  for (let at = 0; at < shop.count; at++) {
    const operation = linear[at]!;
    const machine = plan.on[operation]!;
    const previous = last[machine]!;
    plan.before[operation] = previous;
    plan.after[operation] = shop.count;
    if (previous !== shop.count) plan.after[previous] = operation;
    last[machine] = operation;
  }
}

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

/** One schedule of a shop: machine sequences as links, with longest paths from the source and to the sink. */
export interface ShopPlan {
  readonly alternative: Int32Array;
  readonly on: Int32Array;
  readonly length: Int32Array;
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** First operation of each machine. */
  readonly first: Int32Array;
  /** Earliest end: the longest path from the source, the operation included. */
  readonly end: Int32Array;
  /** The longest path to the sink, the operation included. */
  readonly rest: Int32Array;
  /** Operations in a topological order, and each one's place in it. */
  readonly order: Int32Array;
  readonly position: Int32Array;
  makespan: number;
}

/** An empty plan of the shop's size. */
export function newPlan(shop: Shop): ShopPlan {
  const size = shop.count + 1;
  const none = (length: number): Int32Array => new Int32Array(length).fill(shop.count);
  return {
    alternative: new Int32Array(size),
    on: new Int32Array(size).fill(-1),
    length: new Int32Array(size),
    before: none(size),
    after: none(size),
    first: none(shop.machines),
    end: new Int32Array(size),
    rest: new Int32Array(size),
    order: new Int32Array(shop.count),
    position: new Int32Array(size),
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
  target.first.set(source.first);
  target.end.set(source.end);
  target.rest.set(source.rest);
  target.order.set(source.order);
  target.position.set(source.position);
  target.makespan = source.makespan;
}

/** Gives an operation one of its alternatives; links are the caller's. */
export function assign(shop: Shop, plan: ShopPlan, operation: number, alternative: number): void {
  plan.alternative[operation] = alternative;
  plan.on[operation] = shop.machine[alternative]!;
  plan.length[operation] = shop.duration[alternative]!;
}

/** Recomputes ends from the place `from` of the order on. */
export function timeForward(shop: Shop, plan: ShopPlan, from: number): void {
  const { count, jobBefore } = shop;
  const { order, before, end, length } = plan;
  for (let at = from; at < count; at++) {
    const operation = order[at]!;
    const byJob = end[jobBefore[operation]!]!;
    const byMachine = end[before[operation]!]!;
    end[operation] = (byJob > byMachine ? byJob : byMachine) + length[operation]!;
  }
}

/** Recomputes the paths to the sink from the place `from` of the order back. */
export function timeBackward(shop: Shop, plan: ShopPlan, from: number): void {
  const { jobAfter } = shop;
  const { order, after, rest, length } = plan;
  for (let at = from; at >= 0; at--) {
    const operation = order[at]!;
    const byJob = rest[jobAfter[operation]!]!;
    const byMachine = rest[after[operation]!]!;
    rest[operation] = (byJob > byMachine ? byJob : byMachine) + length[operation]!;
  }
}

/** Builds machine sequences, times and makespan from a linear order of all operations in which every job keeps its own order; always feasible. */
export function sequence(shop: Shop, plan: ShopPlan, linear: Int32Array): void {
  const { count } = shop;
  const { order, position, before, after, first, on } = plan;
  const last = new Int32Array(shop.machines).fill(count);
  first.fill(count);
  for (let at = 0; at < count; at++) {
    const operation = linear[at]!;
    const machine = on[operation]!;
    const previous = last[machine]!;
    order[at] = operation;
    position[operation] = at;
    before[operation] = previous;
    after[operation] = count;
    if (previous === count) first[machine] = operation;
    else after[previous] = operation;
    last[machine] = operation;
  }
  timeForward(shop, plan, 0);
  timeBackward(shop, plan, count - 1);
  let makespan = 0;
  for (const operation of first) if (plan.rest[operation]! > makespan) makespan = plan.rest[operation]!;
  plan.makespan = makespan;
}

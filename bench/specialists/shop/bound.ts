import type { Shop } from './shop.ts';

/**
 * A makespan no schedule goes below: the longest job, Jackson's preemptive schedule of the operations that have one machine only (Carlier 1982),
 * and the shared load of the whole shop.
 */
export function shopBound(shop: Shop): number {
  const { count, jobBefore, jobAfter } = shop;
  const least = new Int32Array(count + 1);
  for (let operation = 0; operation < count; operation++) {
    let shortest = shop.duration[shop.from[operation]!]!;
    for (let at = shop.from[operation]! + 1; at < shop.from[operation + 1]!; at++) shortest = Math.min(shortest, shop.duration[at]!);
    least[operation] = shortest;
  }
  const head = new Int32Array(count + 1);
  const tail = new Int32Array(count + 1);
  const inOrder = jobOrder(shop);
  for (const operation of inOrder) head[operation] = head[jobBefore[operation]!]! + least[jobBefore[operation]!]!;
  for (const operation of inOrder.toReversed()) tail[operation] = tail[jobAfter[operation]!]! + least[jobAfter[operation]!]!;
  let bound = 0;
  let load = 0;
  const tied: number[][] = Array.from({ length: shop.machines }, () => []);
  for (let operation = 0; operation < count; operation++) {
    bound = Math.max(bound, head[operation]! + least[operation]! + tail[operation]!);
    load += least[operation]!;
    const machines = new Set(shop.machine.subarray(shop.from[operation]!, shop.from[operation + 1]!));
    if (machines.size === 1) tied[shop.machine[shop.from[operation]!]!]!.push(operation);
  }
  bound = Math.max(bound, Math.ceil(load / shop.machines));
  for (const operations of tied) bound = Math.max(bound, jacksonPreemptive(operations, head, least, tail));
  return bound;
}

function jobOrder(shop: Shop): number[] {
  const order: number[] = [];
  for (let first = 0; first < shop.count; first++)
    if (shop.jobBefore[first] === shop.count) for (let at = first; at !== shop.count; at = shop.jobAfter[at]!) order.push(at);
  return order;
}

/** The one-machine preemptive schedule by largest tail: max over operations of completion + tail. */
function jacksonPreemptive(operations: readonly number[], head: Int32Array, duration: Int32Array, tail: Int32Array): number {
  const waiting = [...operations].sort((a, b) => head[a]! - head[b]!);
  const open: { operation: number; left: number }[] = [];
  let time = 0;
  let bound = 0;
  let next = 0;
  while (next < waiting.length || open.length > 0) {
    if (open.length === 0) time = Math.max(time, head[waiting[next]!]!);
    while (next < waiting.length && head[waiting[next]!]! <= time)
      open.push({ operation: waiting[next]!, left: duration[waiting[next++]!]! });
    open.sort((a, b) => tail[a.operation]! - tail[b.operation]!);
    const running = open[open.length - 1]!;
    const until = next < waiting.length ? head[waiting[next]!]! : Number.POSITIVE_INFINITY;
    const step = Math.min(running.left, until - time);
    time += step;
    running.left -= step;
    if (running.left === 0) {
      open.pop();
      bound = Math.max(bound, time + tail[running.operation]!);
    }
  }
  return bound;
}

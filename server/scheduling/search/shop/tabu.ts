import type { Random } from '../../random.ts';
import { assign, copyPlan, evaluate, newPlan, type Shop, type ShopPlan } from './shop.ts';

/**
 * Tabu search on critical operations of a (flexible) job shop.
 * Moves on the own machine: N7 (Zhang, Li, Guan, Rao 2007: an operation of a critical block behind its last or before its first one, and the block's
 * ends into its inside) with the estimate of Balas and Vazacopoulos (1998). Moves to another machine: insertion between neighbours that
 * close no circle (Mastrolilli and Gambardella 2000), judged by heads and tails after the operation's removal.
 */
export interface TabuSearch {
  /** Improves `plan` in place until `patience` iterations bring no better one or `stop` says so; gives the iterations used. */
  run(plan: ShopPlan, patience: number, target: number, stop: () => boolean): number;
  readonly moves: { resequence: MoveCount; reassign: MoveCount };
}
export interface MoveCount {
  tried: number;
  accepted: number;
  better: number;
}

interface Move {
  kind: 0 | 1 | 2;
  u: number;
  v: number;
  alternative: number;
  estimate: number;
}

const FORWARD = 0;
const BACKWARD = 1;
const REASSIGN = 2;
const FAR = 0x3fffffff;

/** A tabu search with its own memory and scratch space for one shop. */
export function tabuSearch(shop: Shop, random: Random): TabuSearch {
  const { count, jobBefore, jobAfter } = shop;
  const forbidden = new Int32Array(count * count);
  const forbiddenMachine = new Int32Array(count * shop.machines);
  const newHead = new Int32Array(count + 1);
  const newTail = new Int32Array(count + 1);
  const path = new Int32Array(count);
  const best = newPlan(shop);
  const chosen: Move = { kind: 0, u: 0, v: 0, alternative: 0, estimate: FAR };
  const fallback: Move = { kind: 0, u: 0, v: 0, alternative: 0, estimate: FAR };
  const moves = { resequence: { tried: 0, accepted: 0, better: 0 }, reassign: { tried: 0, accepted: 0, better: 0 } };
  let clock = 0;
  let ties = 0;
  let fallbacks = 0;
  let plan: ShopPlan = best;

  const jobs = (() => {
    let number = 0;
    for (let operation = 0; operation < count; operation++) if (jobBefore[operation] === count) number++;
    return number;
  })();
  const shortest = Math.round(10 + jobs / shop.machines);
  const spread = Math.max(2, Math.round(shortest * (jobs <= 2 * shop.machines ? 0.4 : 0.5)));

  /** One critical path, drawn at random where it forks; gives its length in operations. */
  function criticalPath(): number {
    const { head, tail, length, after, makespan, order } = plan;
    let operation = count;
    let seen = 0;
    for (let at = 0; at < count; at++) {
      const candidate = order[at]!;
      if (head[candidate] !== 0) continue;
      if (length[candidate]! + tail[candidate]! === makespan && random.below(++seen) === 0) operation = candidate;
    }
    let size = 0;
    while (operation !== count) {
      path[size++] = operation;
      const end = head[operation]! + length[operation]!;
      if (tail[operation] === 0) break;
      const inJob = jobAfter[operation]!;
      const onMachine = after[operation]!;
      const jobFits = inJob !== count && head[inJob] === end && length[inJob]! + tail[inJob]! === tail[operation];
      const machineFits = onMachine !== count && head[onMachine] === end && length[onMachine]! + tail[onMachine]! === tail[operation];
      operation = jobFits && (!machineFits || random.below(2) === 0) ? inJob : onMachine;
    }
    return size;
  }

  function consider(kind: Move['kind'], u: number, v: number, alternative: number, estimate: number, tabu: boolean): void {
    if (tabu && estimate >= best.makespan) {
      if (random.below(++fallbacks) === 0) {
        fallback.kind = kind;
        fallback.u = u;
        fallback.v = v;
        fallback.alternative = alternative;
        fallback.estimate = estimate;
      }
      return;
    }
    if (estimate > chosen.estimate) return;
    ties = estimate < chosen.estimate ? 1 : ties + 1;
    if (ties > 1 && random.below(ties) !== 0) return;
    chosen.kind = kind;
    chosen.u = u;
    chosen.v = v;
    chosen.alternative = alternative;
    chosen.estimate = estimate;
  }

  /** u directly behind v, both on one machine, u first. */
  function tryForward(u: number, v: number): void {
    const { head, tail, length, before, after } = plan;
    const next = jobAfter[u]!;
    if (next !== count && tail[v]! + length[v]! < tail[next]! + length[next]! && head[v]! >= head[next]! + length[next]!) return;
    moves.resequence.tried++;
    let tabu = true;
    const left = before[u]!;
    let free = head[left]! + length[left]!;
    for (let w = after[u]!; ; w = after[w]!) {
      const job = jobBefore[w]!;
      const ready = head[job]! + length[job]!;
      const start = ready > free ? ready : free;
      newHead[w] = start;
      free = start + length[w]!;
      if (forbidden[w * count + u]! <= clock) tabu = false;
      if (w === v) break;
    }
    const jobU = jobBefore[u]!;
    const readyU = head[jobU]! + length[jobU]!;
    const startU = readyU > free ? readyU : free;
    const right = after[v]!;
    const tailRight = tail[right]! + length[right]!;
    const tailJob = tail[next]! + length[next]!;
    let rest = tailRight > tailJob ? tailRight : tailJob;
    let estimate = startU + length[u]! + rest;
    rest += length[u]!;
    for (let w = v; w !== u; w = before[w]!) {
      const job = jobAfter[w]!;
      const byJob = tail[job]! + length[job]!;
      if (byJob > rest) rest = byJob;
      const through = newHead[w]! + length[w]! + rest;
      if (through > estimate) estimate = through;
      rest += length[w]!;
    }
    consider(FORWARD, u, v, 0, estimate, tabu);
  }

  /** v directly before u, both on one machine, u first. */
  function tryBackward(u: number, v: number): void {
    const { head, tail, length, before, after } = plan;
    const previous = jobBefore[v]!;
    if (
      previous !== count &&
      head[u]! + length[u]! < head[previous]! + length[previous]! &&
      tail[u]! >= tail[previous]! + length[previous]!
    )
      return;
    moves.resequence.tried++;
    let tabu = true;
    const right = after[v]!;
    let rest = tail[right]! + length[right]!;
    for (let w = before[v]!; ; w = before[w]!) {
      const job = jobAfter[w]!;
      const byJob = tail[job]! + length[job]!;
      const most = byJob > rest ? byJob : rest;
      newTail[w] = most;
      rest = most + length[w]!;
      if (forbidden[v * count + w]! <= clock) tabu = false;
      if (w === u) break;
    }
    const nextV = jobAfter[v]!;
    const byJobV = tail[nextV]! + length[nextV]!;
    const tailV = byJobV > rest ? byJobV : rest;
    const left = before[u]!;
    const freeLeft = head[left]! + length[left]!;
    const readyV = head[previous]! + length[previous]!;
    let free = freeLeft > readyV ? freeLeft : readyV;
    let estimate = free + length[v]! + tailV;
    free += length[v]!;
    for (let w = u; w !== v; w = after[w]!) {
      const job = jobBefore[w]!;
      const ready = head[job]! + length[job]!;
      const start = ready > free ? ready : free;
      const through = start + length[w]! + newTail[w]!;
      if (through > estimate) estimate = through;
      free = start + length[w]!;
    }
    consider(BACKWARD, u, v, 0, estimate, tabu);
  }

  function tryBlock(first: number, last: number): void {
    const from = path[first]!;
    const to = path[last]!;
    if (last - first === 1) {
      tryForward(from, to);
      return;
    }
    for (let at = first; at < last; at++) tryForward(path[at]!, to);
    for (let at = first + 1; at <= last; at++) if (at > first + 1 || last - first > 1) tryBackward(from, path[at]!);
    for (let at = first + 1; at < last; at++) tryForward(from, path[at]!);
    for (let at = first + 1; at < last - 1; at++) tryBackward(path[at]!, to);
  }

  const machineFirst = new Int32Array(shop.machines);

  /** Every insertion of a critical operation on its other machines. */
  function tryReassign(operation: number): void {
    const { head, tail, length, after } = plan;
    const own = plan.alternative[operation]!;
    const job = jobBefore[operation]!;
    const next = jobAfter[operation]!;
    const ready = head[job]! + length[job]!;
    const rest = tail[next]! + length[next]!;
    const headNext = next === count ? FAR : head[next]! + length[next]!;
    const headJob = job === count ? -1 : head[job]!;
    const clear = head[operation]! + length[operation]!;
    for (let alternative = shop.from[operation]!; alternative < shop.from[operation + 1]!; alternative++) {
      if (alternative === own) continue;
      const machine = shop.machine[alternative]!;
      const duration = shop.duration[alternative]!;
      const tabu = forbiddenMachine[operation * shop.machines + machine]! > clock;
      let left = count;
      let right = machineFirst[machine]!;
      while (right !== count && head[right]! + length[right]! <= headJob) {
        left = right;
        right = after[right]!;
      }
      for (;;) {
        moves.reassign.tried++;
        const freeLeft = head[left]! + length[left]!;
        const restRight = tail[right]! + length[right]!;
        const start = freeLeft > ready ? freeLeft : ready;
        const behind = restRight > rest ? restRight : rest;
        consider(REASSIGN, operation, left, alternative, start + duration + behind, tabu);
        // Behind what starts after the operation's present end no place is better than the first such one.
        if (right === count || head[right]! >= headNext || (freeLeft > clear && left !== count)) break;
        left = right;
        right = after[right]!;
      }
    }
  }

  function unlink(operation: number): void {
    const { before, after } = plan;
    const left = before[operation]!;
    const right = after[operation]!;
    if (left !== count) after[left] = right;
    else machineFirst[plan.on[operation]!] = right;
    if (right !== count) before[right] = left;
  }
  function linkBehind(operation: number, left: number): void {
    const { before, after } = plan;
    const machine = plan.on[operation]!;
    const right = left === count ? machineFirst[machine]! : after[left]!;
    before[operation] = left;
    after[operation] = right;
    if (left !== count) after[left] = operation;
    else machineFirst[machine] = operation;
    if (right !== count) before[right] = operation;
  }

  function apply(move: Move): void {
    const until = clock + shortest + random.below(spread);
    const { u, v } = move;
    const { before, after } = plan;
    if (move.kind === FORWARD) {
      moves.resequence.accepted++;
      for (let w = after[u]!; ; w = after[w]!) {
        forbidden[u * count + w] = until;
        if (w === v) break;
      }
      unlink(u);
      linkBehind(u, v);
    } else if (move.kind === BACKWARD) {
      moves.resequence.accepted++;
      for (let w = before[v]!; ; w = before[w]!) {
        forbidden[w * count + v] = until;
        if (w === u) break;
      }
      unlink(v);
      linkBehind(v, before[u]!);
    } else {
      moves.reassign.accepted++;
      forbiddenMachine[u * shop.machines + plan.on[u]!] = until;
      unlink(u);
      assign(shop, plan, u, move.alternative);
      linkBehind(u, v);
    }
  }

  function collect(): void {
    chosen.estimate = FAR;
    fallback.estimate = FAR;
    ties = 0;
    fallbacks = 0;
    const size = criticalPath();
    for (let first = 0; first < size; ) {
      let last = first;
      const machine = plan.on[path[first]!]!;
      while (last + 1 < size && plan.on[path[last + 1]!] === machine && plan.before[path[last + 1]!] === path[last]) last++;
      if (last > first) tryBlock(first, last);
      first = last + 1;
    }
    if (shop.flexibility > 1) for (let at = 0; at < size; at++) tryReassign(path[at]!);
  }

  function begin(start: ShopPlan): void {
    plan = start;
    forbidden.fill(0);
    forbiddenMachine.fill(0);
    clock = 0;
    machineFirst.fill(count);
    for (let operation = 0; operation < count; operation++)
      if (plan.before[operation] === count) machineFirst[plan.on[operation]!] = operation;
    copyPlan(plan, best);
  }

  function run(start: ShopPlan, patience: number, target: number, stop: () => boolean): number {
    begin(start);
    let improvedAt = 0;
    while (best.makespan > target && clock - improvedAt < patience) {
      if ((clock & 63) === 0 && stop()) break;
      collect();
      const move = chosen.estimate < FAR ? chosen : fallback;
      if (move.estimate === FAR) break;
      clock++;
      apply(move);
      if (!evaluate(shop, plan)) throw new Error('a move closed a circle');
      if (plan.makespan < best.makespan) {
        (move.kind === REASSIGN ? moves.reassign : moves.resequence).better++;
        copyPlan(plan, best);
        improvedAt = clock;
      }
    }
    copyPlan(best, start);
    return clock;
  }

  return { run, moves };
}

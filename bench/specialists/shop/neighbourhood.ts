import type { Random } from '../../../server/scheduling/random.ts';
import type { Shop, ShopPlan } from './shop.ts';

/** An operation put directly behind `left` (the shop's `count`: in front) of the alternative's machine, with the estimated makespan. */
export interface Move {
  kind: MoveKind;
  operation: number;
  alternative: number;
  left: number;
  /** The other end of the stretch it passes on its own machine. */
  over: number;
  estimate: number;
}
export const FORWARD = 0;
export const BACKWARD = 1;
export const REASSIGN = 2;
export type MoveKind = 0 | 1 | 2;
export const FAR = 0x3fffffff;

/** What the tabu memory says of a move and how good it must be to be taken all the same. */
export interface Judge {
  sequenceTabu(kind: MoveKind, operation: number, over: number): boolean;
  machineTabu(operation: number, machine: number): boolean;
  aspiration: number;
}
export interface Neighbourhood {
  /** The best move that is not tabu, else one drawn from the tabu ones; null: none at all. Valid until the next call. */
  pick(): Move | null;
  readonly tried: { resequence: number; reassign: number };
}

/**
 * Moves on one random critical path. On the own machine: N7 (Zhang, Li, Guan, Rao 2007: an operation of a critical block behind its last or before its first
 * one, and the block's ends into its inside) with the estimate of Balas and Vazacopoulos (1998). To another machine: insertion between neighbours that
 * close no circle (Mastrolilli and Gambardella 2000), judged by the longest path through the operation.
 */
export function neighbourhood(shop: Shop, plan: ShopPlan, random: Random, judge: Judge): Neighbourhood {
  const { count, jobBefore, jobAfter } = shop;
  const { before, after, first, on, end, rest, length, position } = plan;
  const starts = Int32Array.from({ length: count }, (_, operation) => operation).filter((operation) => jobBefore[operation] === count);
  const path = new Int32Array(count);
  const reach = new Int32Array(count + 1);
  const blank = (): Move => ({ kind: FORWARD, operation: 0, alternative: 0, left: 0, over: 0, estimate: FAR });
  const chosen = blank();
  const fallback = blank();
  const tried = { resequence: 0, reassign: 0 };
  let ties = 0;
  let fallbacks = 0;

  /** One critical path, drawn at random where it forks; gives its length in operations. */
  function criticalPath(): number {
    const { makespan } = plan;
    let operation = count;
    let seen = 0;
    for (let at = 0; at < starts.length; at++) if (rest[starts[at]!] === makespan && random.below(++seen) === 0) operation = starts[at]!;
    let size = 0;
    while (operation !== count) {
      path[size++] = operation;
      const left = rest[operation]! - length[operation]!;
      const inJob = jobAfter[operation]!;
      const onMachine = after[operation]!;
      const jobFits = inJob !== count && rest[inJob] === left;
      const machineFits = onMachine !== count && rest[onMachine] === left;
      operation = jobFits && (!machineFits || random.below(2) === 0) ? inJob : machineFits ? onMachine : count;
    }
    return size;
  }

  function put(move: Move, kind: MoveKind, operation: number, alternative: number, left: number, over: number, estimate: number): void {
    move.kind = kind;
    move.operation = operation;
    move.alternative = alternative;
    move.left = left;
    move.over = over;
    move.estimate = estimate;
  }

  function consider(kind: MoveKind, operation: number, alternative: number, left: number, over: number, estimate: number): void {
    if (estimate > chosen.estimate) return;
    if (estimate === chosen.estimate && random.below(ties + 1) !== 0) {
      ties++;
      return;
    }
    if (estimate >= judge.aspiration) {
      const tabu = kind === REASSIGN ? judge.machineTabu(operation, shop.machine[alternative]!) : judge.sequenceTabu(kind, operation, over);
      if (tabu) {
        if (random.below(++fallbacks) === 0) put(fallback, kind, operation, alternative, left, over, estimate);
        return;
      }
    }
    ties = estimate < chosen.estimate ? 1 : ties + 1;
    put(chosen, kind, operation, alternative, left, over, estimate);
  }

  /** u directly behind v, both on one machine, u first. */
  function tryForward(u: number, v: number): void {
    const next = jobAfter[u]!;
    if (next === v) return;
    if (next !== count && rest[v]! < rest[next]! && end[v]! - length[v]! >= end[next]! && position[v]! > position[next]!) return;
    tried.resequence++;
    let free = end[before[u]!]!;
    for (let w = after[u]!; ; w = after[w]!) {
      const ready = end[jobBefore[w]!]!;
      free = (ready > free ? ready : free) + length[w]!;
      reach[w] = free;
      if (w === v) break;
    }
    const ready = end[jobBefore[u]!]!;
    const tailMachine = rest[after[v]!]!;
    const tailJob = rest[next]!;
    let tail = (tailMachine > tailJob ? tailMachine : tailJob) + length[u]!;
    let estimate = (ready > free ? ready : free) + tail;
    for (let w = v; w !== u && estimate <= chosen.estimate; w = before[w]!) {
      const byJob = rest[jobAfter[w]!]!;
      if (byJob > tail) tail = byJob;
      const through = reach[w]! + tail;
      if (through > estimate) estimate = through;
      tail += length[w]!;
    }
    consider(FORWARD, u, plan.alternative[u]!, v, v, estimate);
  }

  /** v directly before u, both on one machine, u first. */
  function tryBackward(u: number, v: number): void {
    const previous = jobBefore[v]!;
    if (previous === u) return;
    if (previous !== count && end[u]! < end[previous]! && rest[u]! - length[u]! >= rest[previous]! && position[u]! < position[previous]!)
      return;
    tried.resequence++;
    let tail = rest[after[v]!]!;
    for (let w = before[v]!; ; w = before[w]!) {
      const byJob = rest[jobAfter[w]!]!;
      tail = (byJob > tail ? byJob : tail) + length[w]!;
      reach[w] = tail;
      if (w === u) break;
    }
    const byJob = rest[jobAfter[v]!]!;
    const freeLeft = end[before[u]!]!;
    const ready = end[previous]!;
    let free = (freeLeft > ready ? freeLeft : ready) + length[v]!;
    let estimate = free + (byJob > tail ? byJob : tail);
    for (let w = u; w !== v && estimate <= chosen.estimate; w = after[w]!) {
      const byJobW = end[jobBefore[w]!]!;
      if (byJobW > free) free = byJobW;
      const through = free + reach[w]!;
      if (through > estimate) estimate = through;
      free += length[w]!;
    }
    consider(BACKWARD, v, plan.alternative[v]!, before[u]!, u, estimate);
  }

  function tryBlock(from: number, to: number): void {
    const head = path[from]!;
    const last = path[to]!;
    tryForward(head, last);
    if (to - from === 1) return;
    tryBackward(head, last);
    for (let at = from + 1; at < to; at++) {
      const inner = path[at]!;
      tryForward(inner, last);
      tryBackward(head, inner);
      if (at > from + 1) tryForward(head, inner);
      if (at < to - 1) tryBackward(inner, last);
    }
  }

  /** The insertions of a critical operation on its other machines that may be best there: what has ended when it is ready stays before it. */
  function tryReassign(operation: number): void {
    const own = plan.alternative[operation]!;
    const next = jobAfter[operation]!;
    const ready = end[jobBefore[operation]!]!;
    const tail = rest[next]!;
    const endNext = next === count ? FAR : end[next]!;
    for (let alternative = shop.from[operation]!; alternative < shop.from[operation + 1]!; alternative++) {
      if (alternative === own) continue;
      const duration = shop.duration[alternative]!;
      if (ready + duration + tail > chosen.estimate) continue;
      let left = count;
      let right = first[shop.machine[alternative]!]!;
      while (right !== count && end[right]! <= ready) {
        left = right;
        right = after[right]!;
      }
      for (;;) {
        tried.reassign++;
        const free = end[left]!;
        const behind = rest[right]!;
        consider(REASSIGN, operation, alternative, left, 0, (free > ready ? free : ready) + duration + (behind > tail ? behind : tail));
        if (right === count || end[right]! - length[right]! >= endNext || behind <= tail) break;
        left = right;
        right = after[right]!;
      }
    }
  }

  function pick(): Move | null {
    chosen.estimate = FAR;
    fallback.estimate = FAR;
    ties = 0;
    fallbacks = 0;
    const size = criticalPath();
    for (let from = 0; from < size; ) {
      let to = from;
      const machine = on[path[from]!]!;
      while (to + 1 < size && on[path[to + 1]!] === machine && before[path[to + 1]!] === path[to]) to++;
      if (to > from) tryBlock(from, to);
      from = to + 1;
    }
    if (shop.flexibility > 1) for (let at = 0; at < size; at++) tryReassign(path[at]!);
    if (chosen.estimate < FAR) return chosen;
    return fallback.estimate < FAR ? fallback : null;
  }

  return { pick, tried };
}

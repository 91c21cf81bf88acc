import { assign, type Shop, type ShopPlan, timeBackward, timeForward } from './shop.ts';

/**
 * Moves an operation to another place of its machine's sequence or of another machine's; the topological order is repaired around it (after Pearce and
 * Kelly 2006) and only what may have changed is timed again. Gives false, with the plan as it was, where the move would close a circle.
 */
export type Relocate = (operation: number, alternative: number, left: number) => boolean;

/** Relocation on one plan, with its own scratch space. */
export function relocator(shop: Shop, plan: ShopPlan): Relocate {
  const { count, jobBefore } = shop;
  const { before, after, first, on, order, position, rest } = plan;
  const stamp = new Int32Array(count + 1);
  const held = new Int32Array(count);
  const starts = Int32Array.from({ length: count }, (_, operation) => operation).filter((operation) => jobBefore[operation] === count);
  let mark = 0;

  function unlink(operation: number): void {
    const left = before[operation]!;
    const right = after[operation]!;
    if (left === count) first[on[operation]!] = right;
    else after[left] = right;
    if (right !== count) before[right] = left;
  }

  function linkBehind(operation: number, left: number): void {
    const machine = on[operation]!;
    const right = left === count ? first[machine]! : after[left]!;
    before[operation] = left;
    after[operation] = right;
    if (left === count) first[machine] = operation;
    else after[left] = operation;
    if (right !== count) before[right] = operation;
  }

  /** Puts `later` and what follows from it behind `earlier`, which stands behind it now. False: `earlier` follows from `later`. */
  function reorder(earlier: number, later: number): boolean {
    const from = position[later]!;
    const to = position[earlier]!;
    mark++;
    stamp[later] = mark;
    let moved = 0;
    held[moved++] = later;
    for (let at = from + 1; at <= to; at++) {
      const operation = order[at]!;
      if (stamp[jobBefore[operation]!] !== mark && stamp[before[operation]!] !== mark) continue;
      stamp[operation] = mark;
      held[moved++] = operation;
    }
    if (stamp[earlier] === mark) return false;
    let write = from;
    for (let at = from; at <= to; at++) {
      const operation = order[at]!;
      if (stamp[operation] === mark) continue;
      order[write] = operation;
      position[operation] = write++;
    }
    for (let at = 0; at < moved; at++) {
      const operation = held[at]!;
      order[write] = operation;
      position[operation] = write++;
    }
    return true;
  }

  return (operation, alternative, left) => {
    const was = plan.alternative[operation]!;
    const wasBehind = before[operation]!;
    let from = position[operation]!;
    let to = from;
    unlink(operation);
    if (alternative !== was) assign(shop, plan, operation, alternative);
    linkBehind(operation, left);
    const right = after[operation]!;
    let clear = true;
    if (left !== count && position[left]! > to) {
      to = position[left]!;
      clear = reorder(left, operation);
    } else if (right !== count && position[right]! < from) {
      from = position[right]!;
      clear = reorder(operation, right);
    }
    if (!clear) {
      unlink(operation);
      if (alternative !== was) assign(shop, plan, operation, was);
      linkBehind(operation, wasBehind);
      return false;
    }
    timeForward(shop, plan, from);
    timeBackward(shop, plan, to);
    let makespan = 0;
    for (let at = 0; at < starts.length; at++) {
      const through = rest[starts[at]!]!;
      if (through > makespan) makespan = through;
    }
    plan.makespan = makespan;
    return true;
  };
}

import type { Random } from '../../../server/scheduling/random.ts';
import { BACKWARD, FORWARD, type Judge, type Move, neighbourhood, REASSIGN } from './neighbourhood.ts';
import { relocator } from './relocate.ts';
import { copyPlan, newPlan, type Shop, type ShopPlan } from './shop.ts';

export interface TabuSearch {
  /** Improves `plan` in place until it reaches `target`, `patience` iterations bring no better one, or `spend`, told of iterations done, says false. */
  run(plan: ShopPlan, patience: number, target: number, spend: (iterations: number) => boolean): void;
  readonly moves: { resequence: MoveCount; reassign: MoveCount };
}
export interface MoveCount {
  tried: number;
  accepted: number;
  better: number;
}

/** Entries of the memory of pairs: a power of two; larger shops share entries, which now and then forbids too much. */
const MEMORY = 1 << 22;
const ITERATIONS_PER_LOOK = 64;

/** Which pairs may not come back into the order they had, and which operations not onto the machine they left, until which iteration. */
function tabuMemory(shop: Shop, plan: ShopPlan) {
  const { count, machines } = shop;
  let size = 1;
  while (size < count * count && size < MEMORY) size *= 2;
  const mask = size - 1;
  const pairs = new Int32Array(size);
  const places = new Int32Array(count * machines);
  const { before, after, on } = plan;
  const memory = {
    clock: 0,
    aspiration: 0,
    sequenceTabu(kind: Move['kind'], operation: number, over: number): boolean {
      const { clock } = memory;
      if (kind === FORWARD) {
        for (let w = after[operation]!; ; w = after[w]!) {
          if (pairs[(w * count + operation) & mask]! > clock) return true;
          if (w === over) return false;
        }
      }
      for (let w = before[operation]!; ; w = before[w]!) {
        if (pairs[(operation * count + w) & mask]! > clock) return true;
        if (w === over) return false;
      }
    },
    machineTabu: (operation: number, machine: number): boolean => places[operation * machines + machine]! > memory.clock,
    /** Before the move is made. */
    forbid(move: Move, until: number): void {
      const { operation, over } = move;
      if (move.kind === FORWARD) {
        for (let w = after[operation]!; ; w = after[w]!) {
          pairs[(operation * count + w) & mask] = until;
          if (w === over) return;
        }
      }
      if (move.kind === BACKWARD) {
        for (let w = before[operation]!; ; w = before[w]!) {
          pairs[(w * count + operation) & mask] = until;
          if (w === over) return;
        }
      }
      places[operation * machines + on[operation]!] = until;
    },
  };
  return memory satisfies Judge;
}

/** Tabu search on the critical path of a (flexible) job shop, with its own memory and scratch space. */
export function tabuSearch(shop: Shop, random: Random): TabuSearch {
  const work = newPlan(shop);
  const memory = tabuMemory(shop, work);
  const near = neighbourhood(shop, work, random, memory);
  const relocate = relocator(shop, work);
  const moves = { resequence: { tried: 0, accepted: 0, better: 0 }, reassign: { tried: 0, accepted: 0, better: 0 } };
  let jobs = 0;
  for (let operation = 0; operation < shop.count; operation++) if (shop.jobBefore[operation] === shop.count) jobs++;
  // Up to twice the shortest: under "any pair forbids" longer ones shut out good moves, and a spread half as wide does worse where machines can be chosen.
  const shortest = Math.round(6 + (0.6 * jobs) / shop.machines);

  function run(plan: ShopPlan, patience: number, target: number, spend: (iterations: number) => boolean): void {
    copyPlan(plan, work);
    // Far enough that nothing of the last run is still forbidden.
    memory.clock += 2 * shortest;
    let told = memory.clock;
    let improvedAt = told;
    while (plan.makespan > target && memory.clock - improvedAt < patience) {
      if (memory.clock - told >= ITERATIONS_PER_LOOK) {
        const goOn = spend(memory.clock - told);
        told = memory.clock;
        if (!goOn) break;
      }
      memory.aspiration = plan.makespan;
      const move = near.pick();
      if (!move) break;
      memory.clock++;
      memory.forbid(move, memory.clock + shortest + random.below(shortest));
      if (!relocate(move.operation, move.alternative, move.left)) continue;
      const count = move.kind === REASSIGN ? moves.reassign : moves.resequence;
      count.accepted++;
      if (work.makespan >= plan.makespan) continue;
      count.better++;
      copyPlan(work, plan);
      improvedAt = memory.clock;
    }
    spend(memory.clock - told);
    moves.resequence.tried = near.tried.resequence;
    moves.reassign.tried = near.tried.reassign;
  }

  return { run, moves };
}

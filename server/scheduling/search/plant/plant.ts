import { solutionOf } from '../../board.ts';
import { scoreOf } from '../../objective.ts';
import type { Problem } from '../../problem.ts';
import type { Kernel } from '../kernel.ts';
import { createChoices, renew } from './choose.ts';
import { NEIGHBOURHOODS } from './neighbourhoods.ts';
import { settleEarly } from './settle-early.ts';
import { settlePresent } from './settle-present.ts';
import { conclude, createMemory, createWorkspace, currentCost, recall, remember, type Workspace } from './workspace.ts';

const ROUNDS_PER_RENEWAL = 400;
/** Temperatures in units of the objective (a day late is 1): every cycle cools to the last. Beside a standing plan warmth only stirs what stands. */
const WARMEST = 4;
const FIRST_WARMTH = 0.1;
const WARMTH_BESIDE_PRESENT = 0.005;
const COLD = 0.0005;
const EPSILON = 1e-7;

/** Large neighbourhood search under simulated annealing for the plant's objective: some lots are lifted and placed again, the cost decides. */
export const plantKernel: Kernel = {
  name: 'plant',
  suits: (problem) => problem.objective.kind === 'plant',
  improve(problem, start, control, clockwork) {
    if (problem.objective.kind !== 'plant' || problem.activities.count === 0) return start;
    const work = createWorkspace(problem, problem.objective, clockwork, control.random, start);
    const memory = createMemory(problem.activities.count);
    const choices = createChoices();
    let best = work.cost;
    let unsaved = false;
    remember(memory, work.board);
    const report = (): void => {
      if (unsaved) remember(memory, work.board);
      unsaved = false;
      const plan = recall(problem, clockwork, memory);
      control.report(plan, scoreOf(problem, plan));
    };
    const temperature = createCooling(problem);
    let reported = best;
    for (let round = 0; control.spend(1); round += 1) {
      if (round % ROUNDS_PER_RENEWAL === 0) {
        renew(work, choices);
        if (control.wantsPlan && best < reported - EPSILON && work.cost <= best + EPSILON) {
          report();
          reported = best;
        }
      }
      const before = guided(work, work.cost);
      const neighbourhood = NEIGHBOURHOODS[control.random.below(NEIGHBOURHOODS.length)]!;
      if (!neighbourhood.move(work, choices)) {
        conclude(work, false, work.cost);
        continue;
      }
      const cost = currentCost(work);
      const worse = guided(work, cost) - before;
      const accepted = worse <= EPSILON || control.random.next() < Math.exp(-worse / temperature(round));
      control.count(neighbourhood.name, accepted, cost < best - EPSILON);
      if (accepted && cost > work.cost + EPSILON && unsaved) {
        // The best plan is about to be left; it is remembered as it stood before this move.
        conclude(work, false, cost);
        remember(memory, work.board);
        unsaved = false;
        continue;
      }
      conclude(work, accepted, cost);
      if (work.cost < best - EPSILON) {
        best = work.cost;
        unsaved = true;
      }
    }
    if (unsaved) remember(memory, work.board);
    const found = createWorkspace(problem, problem.objective, clockwork, control.random, recall(problem, clockwork, memory));
    settlePresent(found, control.mayTidy);
    settleEarly(found, control.mayTidy);
    return solutionOf(found.board);
  },
};

/** How much the guide weighs beside the objective when moves are accepted; the best plan is the objective's alone. */
const GUIDE = 1;
const guided = (work: Workspace, cost: number): number => cost + GUIDE * work.ledger.guide;

/**
 * Temperature by rounds: cycles grow longer and warmer, so that a large plan is only combed and a small one is melted. Depends on the problem and never on the
 * budget: a longer search only adds to a shorter one and is never worse.
 */
function createCooling(problem: Problem): (round: number) => number {
  let from = 0;
  let length = CYCLE_BASE + CYCLE_PER_ACTIVITY * problem.activities.count;
  let warmth = problem.present ? WARMTH_BESIDE_PRESENT : FIRST_WARMTH;
  return (round) => {
    if (round >= from + length) {
      from += length;
      length = Math.ceil(length * CYCLE_GROWTH);
      if (!problem.present) warmth = Math.min(WARMEST, warmth * 2);
    }
    return warmth * (COLD / warmth) ** ((round - from) / length);
  };
}

const CYCLE_BASE = 400;
const CYCLE_PER_ACTIVITY = 4;
const CYCLE_GROWTH = 1.5;

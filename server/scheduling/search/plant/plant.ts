import { solutionOf } from '../../board.ts';
import { scoreOf } from '../../objective.ts';
import type { Kernel } from '../kernel.ts';
import { createChoices, renew } from './choose.ts';
import { NEIGHBOURHOODS } from './neighbourhoods.ts';
import { settleEarly } from './settle-early.ts';
import { settlePresent } from './settle-present.ts';
import { conclude, createMemory, createWorkspace, currentCost, recall, remember } from './workspace.ts';

const ROUNDS_PER_RENEWAL = 400;
/** Temperatures in units of the objective (a day late is 1): from the first to the last in every cycle, then again. Beside a standing plan warmth only stirs what stands. */
const HOT = 0.1;
const HOT_BESIDE_PRESENT = 0.005;
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
    const cycle = CYCLE_BASE + CYCLE_PER_ACTIVITY * problem.activities.count;
    const hot = problem.present ? HOT_BESIDE_PRESENT : HOT;
    let reported = best;
    for (let round = 0; control.spend(1); round += 1) {
      if (round % ROUNDS_PER_RENEWAL === 0) {
        renew(work, choices);
        if (control.wantsPlan && best < reported - EPSILON && work.cost <= best + EPSILON) {
          report();
          reported = best;
        }
      }
      const neighbourhood = NEIGHBOURHOODS[control.random.below(NEIGHBOURHOODS.length)]!;
      if (!neighbourhood.move(work, choices)) {
        conclude(work, false, work.cost);
        continue;
      }
      const before = work.cost;
      const cost = currentCost(work);
      const temperature = temperatureAt(hot, round, cycle);
      const accepted = cost <= before + EPSILON || control.random.next() < Math.exp((before - cost) / temperature);
      control.count(neighbourhood.name, accepted, cost < best - EPSILON);
      if (accepted && cost > before + EPSILON && unsaved) {
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

/** Rounds of a cycle: they depend on the problem, never on the budget, so that a longer search only adds to a shorter one and is never worse. */
const CYCLE_BASE = 400;
const CYCLE_PER_ACTIVITY = 4;
const temperatureAt = (hot: number, round: number, cycle: number): number => hot * (COLD / hot) ** ((round % cycle) / cycle);

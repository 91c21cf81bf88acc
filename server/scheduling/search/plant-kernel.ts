import { findHeads } from '../bounds/heads.ts';
import { jobCost, scoreOf } from '../objective.ts';
import type { Clockwork } from '../place/clockwork.ts';
import { createDraft, solutionOf } from '../place/draft.ts';
import type { Problem } from '../problem.ts';
import type { Solution } from '../solution.ts';
import { type Cooling, createCycles, createDescent } from './cooling.ts';
import { createDraws, type Draws } from './draw.ts';
import type { Control, Kernel } from './kernel.ts';
import { type Choices, createChoices, renew } from './lots/choose.ts';
import { scaleOf } from './lots/ledger.ts';
import { NEIGHBOURHOODS } from './lots/neighbourhoods.ts';
import {
  conclude,
  createMemory,
  createWorkspace,
  currentCost,
  type Memory,
  recall,
  remember,
  reprice,
  type Workspace,
} from './lots/workspace.ts';
import { type Stage, stagesOf } from './stages.ts';
import { createTrading, type Trading } from './team/trading.ts';
import { closeUp } from './tidy/close-up.ts';
import { settleEarly } from './tidy/settle-early.ts';
import { settlePresent } from './tidy/settle-present.ts';

const ROUNDS_PER_RENEWAL = 400;
const ROUNDS_PER_TRADE = 400;
const EPSILON = 1e-7;
/** Share of the budget that tidying may take between two stages. */
const TIDYING_SHARE = 0.02;

/** Large neighbourhood search under simulated annealing, stage by stage: some lots are lifted and placed again, the cost decides. */
export const plantKernel: Kernel = {
  improve(problem, start, control, clockwork) {
    if (problem.activities.count === 0) return start;
    const [first, ...others] = stagesOf(problem.present !== null, control.moving) as [Stage, ...Stage[]];
    const search = beginSearch(problem, start, control, clockwork, first);
    for (let round = 0; control.spend(1); round += 1) {
      if (others.length > 0 && control.share >= search.stage.until) nextStage(search, others.shift()!, round);
      if (round % ROUNDS_PER_RENEWAL === 0) lookAnew(search);
      if (round % ROUNDS_PER_TRADE === ROUNDS_PER_TRADE - 1) trade(search, search.cooling.lotShare(round));
      if (search.cooling.isOver(round)) search.cooling.begin(round, goBack(search));
      tryMove(search, round);
    }
    save(search);
    search.trading?.conclude(search.best, search.memory);
    return solutionOf(tidied(search, control.mayTidy).draft);
  },
  settle(problem, start, control, clockwork) {
    if (problem.activities.count === 0) return start;
    const work = createWorkspace(problem, clockwork, control.random, start);
    closeUp(work, control.mayTidy);
    return solutionOf(work.draft);
  },
};

/** A search under way. */
interface Search {
  readonly problem: Problem;
  readonly clockwork: Clockwork;
  readonly control: Control;
  readonly choices: Choices;
  readonly trading: Trading | null;
  /** The best plan of the stage, but for what is unsaved. */
  readonly memory: Memory;
  stage: Stage;
  cooling: Cooling;
  draws: Draws;
  work: Workspace;
  best: number;
  /** The plan at hand is the best and not in memory yet. */
  unsaved: boolean;
  /** Cost of the best plan that was gone back to, and of the one last passed on. */
  refined: number;
  reported: number;
  /** Weight of stability in the cost. */
  movingScale: number;
}

/** What is new in each stage. */
type Begun = Pick<Search, 'stage' | 'cooling' | 'draws' | 'work' | 'best' | 'unsaved' | 'refined' | 'reported' | 'movingScale'>;

function begun(work: Workspace, stage: Stage, cooling: Cooling): Begun {
  const { cost } = work;
  const movingScale = scaleOf('stability', work.problem.objective, stage.price);
  return {
    stage,
    cooling,
    work,
    movingScale,
    draws: createDraws(NEIGHBOURHOODS.length),
    best: cost,
    unsaved: false,
    refined: cost,
    reported: cost,
  };
}

function beginSearch(problem: Problem, start: Solution, control: Control, clockwork: Clockwork, stage: Stage): Search {
  const work = createWorkspace(problem, clockwork, control.random, start, stage.price);
  const memory = createMemory(problem.activities.count);
  remember(memory, work.draft);
  const choices = createChoices(leastTardiness(problem, clockwork));
  const cooling = coolingOf(stage, { work, choices, control, round: 0 });
  const trading = control.exchange ? createTrading(control.exchange, problem.activities.count) : null;
  return { problem, clockwork, control, choices, trading, memory, ...begun(work, stage, cooling) };
}

/** How a stage cools that begins at a round with the plan at hand. */
function coolingOf(
  stage: Stage,
  { work, choices, control, round }: Pick<Search, 'work' | 'choices' | 'control'> & { round: number },
): Cooling {
  const { problem } = work;
  return stage.warmth > 0
    ? createDescent(problem, control, { avoidable: avoidableCost(work, choices), warmth: stage.warmth, began: round })
    : createCycles(problem, stage, round);
}

/** Leaves the plan of a stage behind, and goes on from it at another price. */
function nextStage(search: Search, stage: Stage, round: number): void {
  const { control, memory, choices } = search;
  const latest = search.stage.until + TIDYING_SHARE;
  save(search);
  const work = tidied(search, () => control.share < latest && control.mayTidy());
  control.offer(solutionOf(work.draft));
  reprice(work, stage.price);
  remember(memory, work.draft);
  Object.assign(search, begun(work, stage, coolingOf(stage, { work, choices, control, round })));
  renew(work, choices);
}

/** The best plan of the stage, with what moved without need brought back and equal places taken early. */
function tidied({ problem, clockwork, control, memory, stage }: Search, goOn: () => boolean): Workspace {
  const work = createWorkspace(problem, clockwork, control.random, recall(problem, clockwork, memory), stage.price);
  settlePresent(work, goOn);
  settleEarly(work, goOn);
  closeUp(work, goOn);
  return work;
}

/** Puts the best plan into memory where it is the one at hand. */
function save(search: Search): void {
  if (search.unsaved) remember(search.memory, search.work.draft);
  search.unsaved = false;
}

function noteBest(search: Search): void {
  if (search.work.cost >= search.best - EPSILON) return;
  search.best = search.work.cost;
  search.unsaved = true;
}

/** Renews what neighbourhoods choose from, and passes on the best plan where one is wanted. */
function lookAnew(search: Search): void {
  const { problem, clockwork, control, work, best } = search;
  renew(work, search.choices);
  search.draws.renew();
  if (!control.wantsPlan || best >= search.reported - EPSILON || work.cost > best + EPSILON) return;
  // It stays unsaved: when a plan is passed on depends on the clock, and what is searched must not.
  if (search.unsaved) remember(search.memory, work.draft);
  const plan = recall(problem, clockwork, search.memory);
  control.report(plan, scoreOf(problem, plan));
  search.reported = best;
}

/** Takes over what other threads have gained. */
function trade(search: Search, lotShare: number): void {
  if (!search.trading) return;
  search.trading.trade(search.work, lotShare);
  noteBest(search);
}

/** Goes back, once, to a best plan that was only met in passing; says whether it did. */
function goBack(search: Search): boolean {
  const { problem, clockwork, control, best, stage } = search;
  if (best >= search.refined - EPSILON || search.work.cost <= best + EPSILON) return false;
  const plan = recall(problem, clockwork, search.memory);
  search.work = createWorkspace(problem, clockwork, control.random, plan, stage.price);
  renew(search.work, search.choices);
  search.refined = best;
  return true;
}

/** One move of a neighbourhood drawn at random, kept or put back. */
function tryMove(search: Search, round: number): void {
  const { control, work, draws, cooling, movingScale } = search;
  const { ledger } = work;
  const waived = cooling.waived(round) * movingScale;
  const steered = (): number => cooling.lotShare(round) * ledger.lotLateness - waived * ledger.stability;
  const before = work.cost + steered();
  const drawn = draws.next(control.random);
  const neighbourhood = NEIGHBOURHOODS[drawn]!;
  work.partial = control.random.next() < PARTIAL;
  if (!neighbourhood.move(work, search.choices)) {
    draws.note(drawn, work.lifted.length, 0);
    conclude(work, false, work.cost);
    return;
  }
  const cost = currentCost(work);
  const worse = cost + steered() - before;
  const accepted = worse <= EPSILON || control.random.next() < Math.exp(-worse / cooling.at(round));
  control.count(neighbourhood.name, accepted, cost < search.best - EPSILON);
  draws.note(drawn, work.lifted.length, Math.max(0, search.best - cost));
  if (accepted && cost > work.cost + EPSILON && search.unsaved) {
    // The best plan is about to be left; it is remembered as it stood before this move.
    conclude(work, false, cost);
    save(search);
    return;
  }
  if (accepted && worse < -EPSILON) search.trading?.note(work);
  conclude(work, accepted, cost);
  noteBest(search);
}

/** Mean avoidable tardiness of an order: its cost beyond that of the order alone in the plant. */
function avoidableCost({ problem, ledger: { jobTardiness } }: Workspace, { unavoidable }: Choices): number {
  return jobTardiness.reduce((sum, tardiness, job) => sum + Math.max(0, tardiness - unavoidable[job]!), 0) / problem.jobs.count;
}

/** Share of partial moves. */
const PARTIAL = 0.9;

/** Tardiness of each job by itself in an empty plant. */
function leastTardiness(problem: Problem, clockwork: Clockwork): Float64Array {
  const { completion } = findHeads(createDraft(problem, clockwork));
  return Float64Array.from(completion, (end, job) => jobCost(problem, job, end));
}

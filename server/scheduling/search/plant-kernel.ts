import { findHeads } from '../bounds/heads.ts';
import { jobCost, scoreOf } from '../objective.ts';
import type { Clockwork } from '../place/clockwork.ts';
import { createDraft, solutionOf } from '../place/draft.ts';
import { readyOf } from '../place/occupancy.ts';
import { NONE, type Problem } from '../problem.ts';
import type { Solution } from '../solution.ts';
import { type Choices, createChoices, renew } from './choose.ts';
import { closeUp } from './close-up.ts';
import { createDraws, type Draws } from './draw.ts';
import type { Control, Kernel } from './kernel.ts';
import { NEIGHBOURHOODS } from './neighbourhoods.ts';
import { createQueueSearch, type QueueSearch, standInQueues } from './queues/search.ts';
import { settleEarly } from './settle-early.ts';
import { settlePresent } from './settle-present.ts';
import { createTrading, type Trading } from './trading.ts';
import { conclude, createMemory, createWorkspace, currentCost, type Memory, recall, remember, type Workspace } from './workspace.ts';

const ROUNDS_PER_RENEWAL = 400;
const ROUNDS_PER_TRADE = 400;
/** Temperatures in units of the objective (`unitOf`): every cycle cools to the last. Beside a standing plan warmth only stirs what stands. */
const WARMEST = 4;
const FIRST_WARMTH = 0.1;
const WARMTH_BESIDE_PRESENT = 0.005;
const COLD = 0.0005;
const EPSILON = 1e-7;

/**
 * Large neighbourhood search under simulated annealing for the plant's objective and for weighted tardiness: some lots are lifted and placed again, the cost
 * decides.
 */
export const plantKernel: Kernel = {
  name: 'plant',
  suits: ({ objective, machines }) =>
    objective.kind === 'plant' ||
    (objective.kind === 'weighted_tardiness' && machines.every(({ setups, insideOne }) => !setups && !insideOne)),
  improve(problem, start, control, clockwork) {
    if (problem.activities.count === 0) return start;
    const search = beginSearch(problem, start, control, clockwork);
    const cooling = createCooling(problem);
    const unit = unitOf(problem, search.work.draft.stretchTicks);
    for (let round = 0; control.spend(1); round += 1) {
      if (round % ROUNDS_PER_RENEWAL === 0) lookAnew(search);
      if (round % ROUNDS_PER_TRADE === ROUNDS_PER_TRADE - 1) trade(search, cooling.guide);
      if (cooling.isOver(round)) {
        annealQueues(search, round);
        if (!control.spend(0)) break;
        cooling.begin(round, goBack(search));
      }
      tryMove(search, cooling.guide, unit * cooling.at(round));
    }
    save(search);
    search.trading?.conclude(search.best, search.memory);
    const found = createWorkspace(problem, clockwork, control.random, recall(problem, clockwork, search.memory));
    settlePresent(found, control.mayTidy);
    settleEarly(found, control.mayTidy);
    closeUp(found, control.mayTidy);
    return solutionOf(found.draft);
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
  readonly draws: Draws;
  readonly trading: Trading | null;
  /** The best plan, but for what is unsaved. */
  readonly memory: Memory;
  work: Workspace;
  best: number;
  /** The plan at hand is the best and not in memory yet. */
  unsaved: boolean;
  /** Cost of the best plan that was gone back to, and of the one last passed on. */
  combed: number;
  reported: number;
  /** The same plan as queues; null until they have their first turn, and where it cannot be seen so. */
  queues: QueueSearch | null;
  readonly mayQueue: boolean;
  /** What placing and queues have gained for each round they cost, lately, and the round and the cost at which placing went on. */
  readonly rate: { placing: number; queueing: number };
  since: number;
  sinceCost: number;
}

function beginSearch(problem: Problem, start: Solution, control: Control, clockwork: Clockwork): Search {
  const work = createWorkspace(problem, clockwork, control.random, start);
  const memory = createMemory(problem.activities.count);
  remember(memory, work.draft);
  const { cost } = work;
  return {
    problem,
    clockwork,
    control,
    choices: createChoices(leastTardiness(problem, clockwork)),
    draws: createDraws(NEIGHBOURHOODS.length),
    trading: control.exchange ? createTrading(control.exchange, problem.activities.count) : null,
    memory,
    work,
    best: cost,
    unsaved: false,
    combed: cost,
    reported: cost,
    queues: null,
    mayQueue: standInQueues(problem) && !start.start.includes(NONE),
    rate: { placing: 0, queueing: 0 },
    since: 0,
    sinceCost: cost,
  };
}

/** Least and largest share of the work that queues get, and how fast gains are forgotten. */
const LEAST_SHARE = 0.03;
const LARGEST_SHARE = 0.7;
const FADING = 0.5;

/** Gives the queues their turn once they are behind their share of the work: each of the two gets as much as it has gained. */
function annealQueues(search: Search, round: number): void {
  if (!search.mayQueue) return;
  const { rate, control, problem, clockwork } = search;
  rate.placing = FADING * rate.placing + (search.sinceCost - search.best) / Math.max(1, round - search.since);
  const gained = rate.placing + rate.queueing;
  const share = gained > 0 ? Math.min(LARGEST_SHARE, Math.max(LEAST_SHARE, rate.queueing / gained)) : 0.5;
  const before = search.best;
  save(search);
  if (!search.queues) search.queues = createQueueSearch(problem, clockwork, recall(problem, clockwork, search.memory), control.random);
  else if (before < search.sinceCost - EPSILON) search.queues.adopt(recall(problem, clockwork, search.memory));
  const { queues } = search;
  const from = queues.spent;
  let found: Solution | null = null;
  while (queues.spent * (1 - share) <= round * share && control.spend(0)) found = queues.cycle(control) ?? found;
  if (found) takeOver(search, found);
  if (queues.spent > from) rate.queueing = FADING * rate.queueing + (before - search.best) / (queues.spent - from);
  search.since = round;
  search.sinceCost = search.best;
}

/** Has a plan be the best where it is better; the search goes back to it at the end of the cycle. */
function takeOver(search: Search, plan: Solution): void {
  const { problem, clockwork, control } = search;
  const { draft, cost } = createWorkspace(problem, clockwork, control.random, plan);
  if (cost >= search.best - EPSILON) return;
  remember(search.memory, draft);
  search.best = cost;
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
function trade(search: Search, guide: number): void {
  if (!search.trading) return;
  search.trading.trade(search.work, guide);
  noteBest(search);
}

/** Goes back, once, to a best plan that was only met in passing; says whether it did. */
function goBack(search: Search): boolean {
  const { problem, clockwork, control, best } = search;
  if (best >= search.combed - EPSILON || search.work.cost <= best + EPSILON) return false;
  search.work = createWorkspace(problem, clockwork, control.random, recall(problem, clockwork, search.memory));
  renew(search.work, search.choices);
  search.combed = best;
  return true;
}

/** One move of a neighbourhood drawn at random, kept or put back. */
function tryMove(search: Search, guide: number, temperature: number): void {
  const { control, work, draws } = search;
  const before = work.cost + guide * work.ledger.guide;
  const drawn = draws.next(control.random);
  const neighbourhood = NEIGHBOURHOODS[drawn]!;
  work.loose = control.random.next() < LOOSE;
  if (!neighbourhood.move(work, search.choices) || (work.loose && !isInOrder(work))) {
    draws.note(drawn, work.lifted.length, 0);
    conclude(work, false, work.cost);
    return;
  }
  const cost = currentCost(work);
  const worse = cost + guide * work.ledger.guide - before;
  const accepted = worse <= EPSILON || control.random.next() < Math.exp(-worse / temperature);
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

/** Whether nothing that was left where it is in a loose move starts before what it follows; in a move that joins runs one of them may have grown since. */
function isInOrder({ chains, chainFrom, draft, problem }: Workspace): boolean {
  const { activities } = problem;
  for (const chain of chains) {
    for (let a = chainFrom[chain]!; a < problem.chains.activityFrom[chain + 1]!; a += 1) {
      if (draft.start[a] === NONE || activities.fixedStart[a] !== NONE) continue;
      if (draft.start[a]! < readyOf(draft, a)) return false;
    }
  }
  return true;
}

/** What the objective counts as one: a day late in the plant, elsewhere a job of mean weight late by as long as an activity lasts. */
function unitOf({ objective, jobs, activities }: Problem, stretchTicks: number): number {
  if (objective.kind === 'plant' || activities.count === 0) return 1;
  return Math.max(1e-6, (stretchTicks * jobs.weight.reduce((sum, weight) => sum + weight, 0)) / jobs.count);
}

/** Temperature, and how much the guide weighs beside the objective when moves are accepted; the best plan is the objective's alone. */
interface Cooling {
  readonly guide: number;
  at(round: number): number;
  isOver(round: number): boolean;
  /** Begins the next cycle: a short cold one where a plan is to be combed. */
  begin(round: number, combing: boolean): void;
}

/**
 * Cycles grow longer and warmer, so that a large plan is only combed and a small one is melted again and again. Once they are long for their plan, every
 * other one does without the guide, which never rests where an hour's lateness of a lot would save something else. Depends on the problem and never on the
 * budget: a longer search only adds to a shorter one and is never worse.
 */
function createCooling({ activities, present }: Problem): Cooling {
  let from = 0;
  let length = CYCLE_BASE + CYCLE_PER_ACTIVITY * activities.count;
  let highest = present ? WARMTH_BESIDE_PRESENT : FIRST_WARMTH;
  let isGuided = true;
  let now = { length, warmth: highest, guide: 1 };
  const grow = (): void => {
    length = Math.min(Math.ceil(length * CYCLE_GROWTH), CYCLE_BASE + LONGEST_CYCLE * activities.count);
    if (!present) highest = Math.min(WARMEST, highest * 2);
    isGuided = !isGuided || length < LONG_CYCLE * activities.count;
  };
  return {
    get guide() {
      return now.guide;
    },
    at: (round) => now.warmth * (COLD / now.warmth) ** ((round - from) / now.length),
    isOver: (round) => round >= from + now.length,
    begin(round, combing) {
      from = round;
      if (!combing) grow();
      now = combing
        ? { length: Math.ceil(length * COMB_SHARE), warmth: COLD, guide: 0 }
        : { length, warmth: highest, guide: isGuided ? 1 : 0 };
    },
  };
}

/** How often a move leaves what follows a lifted step where it is. */
const LOOSE = 0.9;
const CYCLE_BASE = 400;
const CYCLE_PER_ACTIVITY = 4;
const CYCLE_GROWTH = 1.5;
/** Rounds for each activity: from which a cycle is long, and at which it grows no longer. */
const LONG_CYCLE = 50;
const LONGEST_CYCLE = 200;
/** Length of a cold cycle, as a share of the last warm one. */
const COMB_SHARE = 0.25;

/** Tardiness of each job by itself in an empty plant. */
function leastTardiness(problem: Problem, clockwork: Clockwork): Float64Array {
  const { completion } = findHeads(createDraft(problem, clockwork));
  return Float64Array.from(completion, (end, job) => jobCost(problem, job, end));
}

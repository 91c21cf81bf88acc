import { changed } from '../changed.ts';
import { lateDays } from '../objective.ts';
import { type Clockwork, createClockwork } from '../place/clockwork.ts';
import { createDraft, draftFor, openFixed, putAsIn } from '../place/draft.ts';
import { addMember, type Draft, type DraftRun, type Former, lift, occupy, putBack, setPlace } from '../place/occupancy.ts';
import { discountPart } from '../place/parts.ts';
import { createPlace, PLAIN_TASTE } from '../place/placement.ts';
import { settleStep } from '../place/step.ts';
import { type Block, NONE, type Problem, stepsOf } from '../problem.ts';
import type { Solution } from '../solution.ts';
import type { Closures } from './closures.ts';
import { type Relief, relieved } from './relief.ts';

/** A draft on which nothing stands, not even what is fixed. */
function nothingOn(problem: Problem, clockwork: Clockwork): Draft {
  const none = new Int32Array(problem.activities.count).fill(NONE);
  const activities = { fixedStart: none, fixedFurnaceRun: none };
  return draftFor(problem, createDraft(changed(problem, { activities, blocks: [], fixedFurnaceRuns: [] }), clockwork));
}

/** Days by which an order is late whose free processes are placed on a draft as early as possible; its fixed ones are there. */
export function daysPlaced(draft: Draft, job: number): number {
  const { jobs, activities, horizon } = draft.problem;
  const [from, to] = stepsOf(draft.problem, job);
  const place = createPlace();
  for (let a = from; a < to; a += 1) if (activities.lead[a] === a) settleStep(draft, a, PLAIN_TASTE, place);
  let end = jobs.floor[job]!;
  for (let a = from; a < to; a += 1) end = Math.max(end, draft.start[a] === NONE ? horizon : draft.end[a]!);
  return lateDays(draft.problem, jobs.due[job]!, end);
}

/** What is told while the free activities [from, to) are off a draft; then they are where they were. `restore` puts one there before. */
export function without<Told>(
  draft: Draft,
  [from, to]: readonly [number, number],
  ask: (restore: (activity: number) => void) => Told,
): Told {
  const { fixedStart } = draft.problem.activities;
  const stood = new Map<number, Former>();
  const liftAll = (): void => {
    for (let a = to - 1; a >= from; a -= 1) if (draft.start[a] !== NONE && fixedStart[a] === NONE) lift(draft, a);
  };
  for (let a = from; a < to; a += 1)
    if (draft.start[a] !== NONE)
      stood.set(a, { mode: draft.mode[a]!, start: draft.start[a]!, end: draft.end[a]!, run: draft.furnaceRun[a] ?? null });
  const restore = (a: number): void => {
    const former = stood.get(a);
    if (former && draft.start[a] === NONE) putBack(draft, a, former);
  };
  liftAll();
  const told = ask(restore);
  liftAll();
  for (let a = from; a < to; a += 1) restore(a);
  return told;
}

/** Puts the fixed activities of an order where they stand, without taking capacity. */
function setFixed(draft: Draft, job: number): void {
  const { fixedStart, fixedEnd, modeFrom } = draft.problem.activities;
  const [from, to] = stepsOf(draft.problem, job);
  for (let a = from; a < to; a += 1) if (fixedStart[a] !== NONE) setPlace(draft, a, modeFrom[a]!, fixedStart[a]!, fixedEnd[a]!);
}

/** Days by which an order is late alone in the plant, with these of its limits lifted. */
export type Alone = (job: number, lifted: ReadonlySet<Relief>) => number;

/** An empty plant to ask. What it needs is made when it is first asked for, and what it has told is remembered. */
export function createAlone(problem: Problem, clockwork: Clockwork, closures: Closures): Alone {
  const ground = once(() => nothingOn(problem, clockwork));
  const opened = once(() => nothingOn(closures.opened, createClockwork(closures.opened)));
  const problems = new Map<string, Problem>();
  const told = new Map<string, number>();
  return (job, lifted) => {
    const key = [...lifted].sort().join();
    const question = `${job} ${key}`;
    const known = told.get(question) ?? ask(job, lifted, key);
    told.set(question, known);
    return known;
  };

  function ask(job: number, lifted: ReadonlySet<Relief>, key: string): number {
    const draft = lifted.has('closed_calendar') ? opened() : ground();
    const problem = problems.get(key) ?? relieved(draft.problem, lifted);
    problems.set(key, problem);
    const asked = draftFor(problem, draft);
    setFixed(asked, job);
    const [from, to] = stepsOf(problem, job);
    const days = without(asked, [from, to], () => daysPlaced(asked, job));
    for (let a = from; a < to; a += 1) if (asked.start[a] !== NONE) unset(asked, a);
    return days;
  }
}

/** Makes something when it is first asked for. */
export function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Takes back what took no capacity. */
function unset(draft: Draft, activity: number): void {
  discountPart(draft.parts, activity);
  for (const places of [draft.start, draft.end, draft.mode, draft.after]) places[activity] = NONE;
}

/** Whether an order is due no later than another. */
export const isAsUrgent = ({ due }: Problem['jobs'], job: number, than: number): boolean => due[job]! <= due[than]!;

/** Days by which each of these orders is late among the bars of those due no later than itself, as the plan has them: one pass over all orders by
 * due date. */
export function daysAmongUrgent(
  problem: Problem,
  clockwork: Clockwork,
  solution: Solution,
  asked: ReadonlySet<number>,
): Map<number, number> {
  const { jobs, activities, fixedFurnaceRuns } = problem;
  const draft = nothingOn(problem, clockwork);
  const runs = new Map<number, DraftRun>();
  const openRunOf = (a: number): void => {
    const index = solution.furnaceRun[a]!;
    const fixed = index === NONE ? undefined : fixedFurnaceRuns[index];
    if (fixed && !runs.has(index)) runs.set(index, openFixed(draft, fixed));
  };
  const blocks = blocksByJob(problem);
  const stand = (job: number): void => {
    for (const { machine, from, to } of blocks.get(job) ?? []) occupy(draft, machine, from, to);
  };
  const put = (job: number): void => {
    const [from, to] = stepsOf(problem, job);
    stand(job);
    setFixed(draft, job);
    for (let a = from; a < to; a += 1) {
      if (solution.start[a] === NONE) continue;
      openRunOf(a);
      if (activities.fixedStart[a] === NONE) putAsIn(draft, solution, a, runs);
      else if (solution.furnaceRun[a] !== NONE) addMember(draft, runs.get(solution.furnaceRun[a]!)!, a);
    }
  };
  stand(NONE);
  const days = new Map<number, number>();
  const byDue = Array.from(jobs.due.keys()).sort((a, b) => jobs.due[a]! - jobs.due[b]! || a - b);
  for (let at = 0; at < byDue.length; ) {
    const due = jobs.due[byDue[at]!]!;
    const together = at;
    for (; at < byDue.length && jobs.due[byDue[at]!] === due; at += 1) put(byDue[at]!);
    for (const job of byDue.slice(together, at))
      if (asked.has(job))
        days.set(
          job,
          without(draft, stepsOf(problem, job), () => daysPlaced(draft, job)),
        );
  }
  return days;
}

/** Capacity that fixed bars take, by the order they are of; NONE: of none that is planned. */
function blocksByJob({ activities, chains, plant, blocks }: Problem): Map<number, Block[]> {
  const jobOf = new Map(plant?.orders.map(({ order_id }, job) => [order_id, job]));
  const found = new Map<number, Block[]>();
  for (const block of blocks) {
    const job = block.activity === NONE ? (jobOf.get(block.bar?.order_id ?? NONE) ?? NONE) : chains.job[activities.chain[block.activity]!]!;
    found.set(job, [...(found.get(job) ?? []), block]);
  }
  return found;
}

import { changed } from '../changed.ts';
import { lateDays } from '../objective.ts';
import type { Clockwork } from '../place/clockwork.ts';
import { createDraft } from '../place/draft.ts';
import { type Draft, type DraftRun, lift, setPlace } from '../place/occupancy.ts';
import { createPlace, PLAIN_TASTE } from '../place/placement.ts';
import { settleStep } from '../place/step.ts';
import { NONE, type Problem, stepsOf } from '../problem.ts';
import { createKeeper, presentActivities } from './repair.ts';

/** Where jobs go that are placed first, written into the standing plan as if they stood there, and which of their activities take the place of others. */
export interface Wanted {
  readonly problem: Problem;
  readonly reserved: readonly number[];
  /** Days by which each of the jobs is late at most. */
  readonly days: readonly number[];
}

/**
 * Places jobs before all others, one after another, each as late as if it were alone among what is fixed and no later, but pushes as little as it can: a step
 * stays where it stands while the rest can still be done in that time; else it goes where there is room among all others; else it takes the place of others.
 * With `pushes` every step does that.
 */
export function leastDisturbing(problem: Problem, clockwork: Clockwork, first: readonly number[], pushes = false): Wanted {
  const { start, end, machine, furnaceRun, nearUntil } = problem.present!;
  const present = { start: start.slice(), end: end.slice(), machine: machine.slice(), furnaceRun: furnaceRun.slice(), nearUntil };
  const wanted = changed(problem, { present });
  const reserved: number[] = [];
  const days = first.map((job, at) => {
    const tried = createTrial(wanted, clockwork, { job, earlier: first.slice(0, at), reserved });
    const [from, to] = stepsOf(problem, job);
    for (let a = from; a < to; a += 1) if (wanted.activities.lead[a] === a && tried.isFree(a)) tried.decide(a, { reserved, pushes });
    return tried.days;
  });
  return { problem: wanted, reserved, days };
}

interface Trial {
  /** By how many days the job is late alone among what is fixed. */
  readonly days: number;
  isFree(lead: number): boolean;
  /** Writes where a step goes. */
  decide(lead: number, to: { reserved: number[]; pushes: boolean }): void;
}

/** One job, on a draft of what is fixed or goes before it, and on one of all others as they stand. */
function createTrial(
  problem: Problem,
  clockwork: Clockwork,
  { job, earlier, reserved }: { job: number; earlier: readonly number[]; reserved: readonly number[] },
): Trial {
  const { activities, modes, chains, jobs } = problem;
  const present = problem.present!;
  const place = createPlace();
  const alone = createDraft(problem, clockwork);
  const full = createDraft(problem, clockwork);
  const [keepAlone, keepFull] = [createKeeper(alone), createKeeper(full)];
  const own = stepsOf(problem, job);
  const isOwn = (a: number): boolean => a >= own[0] && a < own[1];
  const before = earlier.map((one) => stepsOf(problem, one));
  for (const a of reserved) keepFull(a);
  const standing = presentActivities(problem);
  for (const a of [...reserved, ...standing]) if (alone.start[a] === NONE && before.some(([from, to]) => a >= from && a < to)) keepAlone(a);
  for (const a of standing) if (full.start[a] === NONE && !isOwn(a)) keepFull(a);

  const partsOf = (lead: number): number[] => {
    const parts = [lead];
    while (activities.lead[parts.at(-1)! + 1] === lead) parts.push(parts.at(-1)! + 1);
    return parts;
  };
  const liftFrom = (draft: Draft, parts: readonly number[]): void => {
    for (const a of parts.toReversed()) if (draft.start[a] !== NONE) lift(draft, a);
  };
  /** How late the job is by the activities [from, to), what of them is not placed yet as early as possible; the draft is left as it was. */
  const daysBy = (from: number, to: number): number => {
    const placed: number[] = [];
    let end = jobs.floor[job]!;
    for (let a = from; a < to; a += 1) {
      if (alone.start[a] === NONE && activities.lead[a] === a && settleStep(alone, a, PLAIN_TASTE, place)) placed.push(...partsOf(a));
      end = Math.max(end, alone.start[a] === NONE ? problem.horizon : alone.end[a]!);
    }
    liftFrom(alone, placed);
    return lateDays(problem, jobs.due[job]!, end);
  };
  const daysByLotOf = (a: number): number =>
    daysBy(chains.activityFrom[activities.chain[a]!]!, chains.activityFrom[activities.chain[a]! + 1]!);
  const days = daysBy(...own);

  /** Takes over a step from the draft of all others, where the rest can still be done in time; says whether it did. */
  const takesOver = (parts: readonly number[], isPlaced: boolean): boolean => {
    const stood = parts.map((a) => [present.start[a]!, present.end[a]!, present.machine[a]!, present.furnaceRun[a]!] as const);
    if (isPlaced) write(full, parts);
    if (isPlaced && parts.every(keepAlone) && daysByLotOf(parts[0]!) <= days) return true;
    parts.forEach((a, at) => {
      [present.start[a], present.end[a], present.machine[a], present.furnaceRun[a]] = stood[at]!;
      decided.delete(a);
    });
    liftFrom(alone, parts);
    liftFrom(full, parts);
    return false;
  };

  const write = (draft: Draft, parts: readonly number[]): void => {
    for (const a of parts) {
      present.start[a] = draft.start[a]!;
      present.end[a] = draft.end[a]!;
      present.machine[a] = modes.machine[draft.mode[a]!]!;
      present.furnaceRun[a] = runOf(draft, a);
    }
    for (const a of parts) decided.add(a);
  };
  const decided = new Set<number>();
  const opened = new Map<DraftRun, number>();
  let next = present.furnaceRun.reduce((most, run) => Math.max(most, run), NONE) + 1;
  /** The run that an activity is in on a draft, as the standing plan numbers it; one that is opened for it gets a number of its own. */
  const runOf = (draft: Draft, a: number): number => {
    const run = draft.furnaceRun[a];
    if (!run) return NONE;
    if (run.fixed) return draft.fixedRuns.indexOf(run);
    const mate = run.members.find((member) => !isOwn(member) || decided.has(member));
    const known = mate === undefined ? NONE : present.furnaceRun[mate]!;
    if (known !== NONE) return known;
    if (!opened.has(run)) opened.set(run, next++);
    return opened.get(run)!;
  };

  return {
    days,
    isFree: (lead) => alone.start[lead] === NONE && activities.fixedStart[lead] === NONE,
    decide(lead, { reserved: taking, pushes }) {
      const parts = partsOf(lead);
      const stays = (): boolean => parts.every((a) => present.start[a] !== NONE && keepFull(a));
      if (!pushes && (takesOver(parts, stays()) || takesOver(parts, settleStep(full, lead, PLAIN_TASTE, place)))) return;
      if (!settleStep(alone, lead, PLAIN_TASTE, place)) return;
      write(alone, parts);
      taking.push(...parts);
      for (const a of parts) setPlace(full, a, alone.mode[a]!, alone.start[a]!, alone.end[a]!);
    },
  };
}

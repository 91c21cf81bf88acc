import { hasMoved } from '../../objective.ts';
import { type Draft, type DraftRun, readyOf } from '../../place/occupancy.ts';
import { firstAtOrAfter } from '../../place/sorted-runs.ts';
import { FURNACE, NONE } from '../../problem.ts';
import { marksOf } from './marks.ts';
import type { Workspace } from './workspace.ts';

const EPSILON = 1e-9;

/** Candidates of the neighbourhoods; renewed every few hundred moves. */
export interface Choices {
  /** Jobs that are later than they would be by themselves. */
  readonly late: number[];
  /** Tardiness of each job that no plan spares it. */
  readonly unavoidable: Float64Array;
  /** Chains with something to plan. */
  readonly open: number[];
  /** Free activities in furnace runs. */
  readonly heat: number[];
  /** Free activities that stand elsewhere than in the present plan. */
  readonly moved: number[];
  renewals: number;
}

export function createChoices(unavoidable: Float64Array): Choices {
  return { unavoidable, late: [], open: [], heat: [], moved: [], renewals: 0 };
}

/**
 * Renews the candidates from the draft. Beside a standing plan they are held to moved and late lots; every other time a late job counts only if it is later
 * than it was.
 */
export function renew(work: Workspace, choices: Choices): void {
  const { problem, draft, ledger } = work;
  const { activities, modes } = problem;
  for (const list of [choices.late, choices.open, choices.heat, choices.moved]) list.length = 0;
  const marks = marksOf(work);
  choices.renewals += 1;
  const onlyWorsened = choices.renewals % 2 === 1 && marks?.worsened.includes(1);
  for (let j = 0; j < problem.jobs.count; j += 1) {
    if (ledger.jobTardiness[j]! > choices.unavoidable[j]! + EPSILON && !(onlyWorsened && marks?.worsened[j] === 0)) choices.late.push(j);
  }
  let last = NONE;
  for (let a = 0; a < activities.count; a += 1) {
    if (activities.fixedStart[a] !== NONE) continue;
    const chain = activities.chain[a]!;
    if (marks?.chains[chain] === 0) continue;
    if (chain !== last) choices.open.push(chain);
    last = chain;
    const mode = draft.mode[a]!;
    if (mode === NONE) continue;
    if (modes.kind[mode] === FURNACE) choices.heat.push(a);
    if (hasMoved(problem, draft, a)) choices.moved.push(a);
  }
}

/** A random member of a list, NONE of an empty one. */
export const pick = (work: Workspace, list: readonly number[]): number =>
  list.length === 0 ? NONE : list[work.random.below(list.length)]!;

/** A late job, the costlier the likelier. */
export function pickLate(work: Workspace, choices: Choices): number {
  const avoidable = (job: number): number => work.ledger.jobTardiness[job]! - choices.unavoidable[job]!;
  let best = pick(work, choices.late);
  for (let tries = work.random.below(3); tries > 0 && best !== NONE; tries -= 1) {
    const other = pick(work, choices.late);
    if (avoidable(other) > avoidable(best)) best = other;
  }
  return best;
}

/** The chain of a job that ends last. */
export function lastChain(work: Workspace, job: number): number {
  const { jobs } = work.problem;
  let last = jobs.chainFrom[job]!;
  for (let c = last + 1; c < jobs.chainFrom[job + 1]!; c += 1) {
    if (work.ledger.chainEnd[c]! > work.ledger.chainEnd[last]!) last = c;
  }
  return last;
}

/** A free activity in a furnace run: every other time one of a late order, where there is one. */
export function pickHeat(work: Workspace, choices: Choices): number {
  if (choices.late.length === 0 || work.random.next() < 0.5) return pick(work, choices.heat);
  const { draft, problem, random } = work;
  const chain = lastChain(work, pickLate(work, choices));
  let chosen = NONE;
  let seen = 0;
  for (let a = problem.chains.activityFrom[chain]!; a < problem.chains.activityFrom[chain + 1]!; a += 1) {
    if (problem.activities.fixedStart[a] !== NONE || !draft.furnaceRun[a]) continue;
    seen += 1;
    if (random.below(seen) === 0) chosen = a;
  }
  return chosen === NONE ? pick(work, choices.heat) : chosen;
}

/** A random free activity of a chain, the likelier the longer it waits. */
export function pickWaiting(work: Workspace, chain: number): number {
  const { draft, problem, random } = work;
  const { activities, chains } = problem;
  let chosen = NONE;
  let total = 0;
  for (let a = chains.activityFrom[chain]!; a < chains.activityFrom[chain + 1]!; a += 1) {
    if (activities.fixedStart[a] !== NONE || draft.start[a] === NONE) continue;
    const weight = draft.start[a]! - readyOf(draft, a) + 1;
    total += weight;
    if (random.next() * total < weight) chosen = a;
  }
  return chosen;
}

/** A random mode of an activity. */
export function anyMode(work: Workspace, activity: number): number {
  const { modeFrom } = work.problem.activities;
  const from = modeFrom[activity]!;
  return from + work.random.below(modeFrom[activity + 1]! - from);
}

/** First free activity of a chain, NONE. */
export function firstFree(work: Workspace, chain: number): number {
  const { activities, chains } = work.problem;
  for (let a = chains.activityFrom[chain]!; a < chains.activityFrom[chain + 1]!; a += 1) {
    if (activities.fixedStart[a] === NONE) return a;
  }
  return NONE;
}

/** Collects free activities that start on a machine in [from, to) into `found`. */
export function startingBetween(draft: Draft, machine: number, from: number, to: number, found: number[]): void {
  found.length = 0;
  const { fixedStart } = draft.problem.activities;
  for (const run of runsBetween(draft, machine, from, to))
    for (const member of run.members) if (fixedStart[member] === NONE) found.push(member);
  const first = Math.max(0, Math.floor(from / draft.stretchTicks));
  const last = Math.min(draft.stretchCount - 1, Math.floor(to / draft.stretchTicks));
  for (let stretch = first; stretch <= last; stretch += 1) {
    const there = draft.stretches[machine * draft.stretchCount + stretch];
    if (!there) continue;
    for (const a of there) if (draft.start[a]! >= from && draft.start[a]! < to) found.push(a);
  }
}

/** Runs of a machine that start in [from, to). */
function runsBetween(draft: Draft, machine: number, from: number, to: number): DraftRun[] {
  const runs = draft.machineRuns[machine]!;
  const found: DraftRun[] = [];
  for (let i = firstAtOrAfter(runs, from); i < runs.length && runs[i]!.start < to; i += 1) found.push(runs[i]!);
  return found;
}

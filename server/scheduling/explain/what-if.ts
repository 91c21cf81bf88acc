import { type Clockwork, createClockwork } from '../place/clockwork.ts';
import { createDraft, draftOf } from '../place/draft.ts';
import { createFound } from '../place/found.ts';
import { type Draft, type DraftRun, lift, putBack, setPlace } from '../place/occupancy.ts';
import { createPlace, PLAIN_TASTE } from '../place/placement.ts';
import { settleStep } from '../place/step.ts';
import { NONE, type Problem } from '../problem.ts';
import type { Solution } from '../solution.ts';
import type { Closures } from './closures.ts';
import { hasLocks, lotReliefKey, type Relief, withLotRelief, withMoreUnits, withoutLocks } from './relief.ts';

/** A plan for what-ifs: drafts of changed problems, with one lot taken out. */
export interface WhatIfs {
  readonly problem: Problem;
  readonly solution: Solution;
  /**
   * All lots but this one where the plan has them, under the relief. The draft is good until another lot is taken out; a lot placed on it must be lifted again.
   */
  without(chain: number, relief: Relief): Draft;
}

/** Times of a chain, per activity index less the chain's first. */
export interface Times {
  readonly first: number;
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly mode: Int32Array;
  /** The last end; the horizon where something does not fit. */
  readonly finish: number;
}

/** A draft of a changed problem, and the lot that is out of it. */
interface Ground {
  readonly draft: Draft;
  /** The problem with limits of lots lifted, by what is lifted. */
  readonly relieved: Map<string, Problem>;
  readonly lifted: {
    readonly activity: number;
    readonly mode: number;
    readonly start: number;
    readonly end: number;
    readonly run: DraftRun | null;
  }[];
  out: number;
}

/** Lays out a plan. Drafts are made when they are first asked for, one for each kind of change of the plant. */
export function createWhatIfs(problem: Problem, solution: Solution, closures: Closures): WhatIfs {
  const grounds = new Map<string, Ground>();
  const clockworks = new Map<string, Clockwork>();
  const locked = hasLocks(problem);
  const groundOf = (relief: Relief, more: boolean): Ground => {
    const locks = locked && (relief.locks || relief.frozen);
    const frozen = locks && !relief.locks;
    const hours = `${relief.opened ? 'opened ' : ''}${more ? 'more ' : ''}`;
    const key = `${hours}${locks ? (frozen ? 'frozen ' : 'locks ') : ''}${relief.alone ? 'alone' : ''}`;
    const known = grounds.get(key);
    if (known) return known;
    const open = relief.opened ? closures.opened : problem;
    const wide = more ? withMoreUnits(open) : open;
    const changed = locks ? withoutLocks(wide, solution, frozen) : { problem: wide, solution };
    const clockwork = clockworks.get(hours) ?? createClockwork(wide);
    clockworks.set(hours, clockwork);
    const draft = relief.alone ? createDraft(changed.problem, clockwork) : draftOf(changed.problem, clockwork, changed.solution);
    const ground: Ground = { draft, relieved: new Map(), lifted: [], out: NONE };
    grounds.set(key, ground);
    return ground;
  };
  return {
    problem,
    solution,
    without(chain, relief) {
      const ground = groundOf(relief, relief.alone === true);
      const draft = takenOut(ground, chain);
      const { more } = relief;
      const wide = more?.size ? takenOut(groundOf(relief, true), chain).profiles : draft.profiles;
      const profiles = more?.size ? draft.profiles.map((profile, m) => (more.has(m) ? wide[m]! : profile)) : draft.profiles;
      return { ...draft, problem: relievedProblem(ground, relief), profiles, found: createFound() };
    },
  };
}

function relievedProblem({ draft, relieved }: Ground, relief: Relief): Problem {
  const key = lotReliefKey(relief);
  const known = relieved.get(key) ?? withLotRelief(draft.problem, relief);
  relieved.set(key, known);
  return known;
}

/** The ground's draft with exactly this lot taken out of it. */
function takenOut(ground: Ground, chain: number): Draft {
  const { draft, lifted } = ground;
  if (ground.out === chain) return draft;
  for (let stood = lifted.pop(); stood; stood = lifted.pop()) putBack(draft, stood.activity, stood.mode, stood.start, stood.end, stood.run);
  const { activityFrom } = draft.problem.chains;
  for (let a = activityFrom[chain]!; a < activityFrom[chain + 1]!; a += 1) {
    if (draft.start[a] === NONE || draft.problem.activities.fixedStart[a] !== NONE) continue;
    lifted.push({ activity: a, mode: draft.mode[a]!, start: draft.start[a]!, end: draft.end[a]!, run: draft.furnaceRun[a] ?? null });
    lift(draft, a);
  }
  ground.out = chain;
  return draft;
}

/** Places a lot by itself on a draft without it, each process as early as possible. The draft is left as it was. */
export function timeAlone(draft: Draft, chain: number): Times {
  const { chains, activities } = draft.problem;
  const [from, to] = [chains.activityFrom[chain]!, chains.activityFrom[chain + 1]!];
  const place = createPlace();
  const placed: number[] = [];
  const stood: { readonly activity: number; readonly end: number }[] = [];
  for (let a = from; a < to; a += 1) {
    if (draft.start[a] === NONE) {
      placed.push(a);
      continue;
    }
    // Fixed; when it ends and from when it lets the next start depends on the draft's problem.
    stood.push({ activity: a, end: draft.end[a]! });
    setPlace(draft, a, draft.mode[a]!, draft.start[a]!, Math.min(draft.end[a]!, activities.fixedEnd[a]!));
  }
  for (let a = from; a < to; a += 1) if (activities.lead[a] === a) settleStep(draft, a, PLAIN_TASTE, place);
  const times = timesOf(draft, chain);
  for (const a of placed.reverse()) if (draft.start[a] !== NONE) lift(draft, a);
  for (const { activity, end } of stood) setPlace(draft, activity, draft.mode[activity]!, draft.start[activity]!, end);
  return times;
}

/** Places of the lot in a draft or a solution. */
export function timesOf({ problem, start, end, mode }: Pick<Draft, 'problem' | 'start' | 'end' | 'mode'>, chain: number): Times {
  const first = problem.chains.activityFrom[chain]!;
  const last = problem.chains.activityFrom[chain + 1]!;
  const own = { first, start: start.slice(first, last), end: end.slice(first, last), mode: mode.slice(first, last) };
  return { ...own, finish: own.start.includes(NONE) ? problem.horizon : own.end.reduce((latest, tick) => Math.max(latest, tick), NONE) };
}

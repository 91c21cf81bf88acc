import { ANY_WEEKDAY } from '../../domain/ground/plant-time.ts';
import type { Clockwork } from '../place/clockwork.ts';
import { createDraft } from '../place/draft.ts';
import { findEarliestIn } from '../place/earliest.ts';
import { availableAfter } from '../place/occupancy.ts';
import { createPlace, PLAIN_TASTE } from '../place/placement.ts';
import { NONE, type Problem, stepsOf } from '../problem.ts';
import type { Solution } from '../solution.ts';

/** What a step waits for before it starts: others that stand there, the weekdays of its treatment, days on which its facility is shut. */
export type WaitedFor = 'others' | 'weekday' | 'closed';

/** A step of a promised order, and from when it could have begun. */
export interface PromisedStep {
  /** The first activity of the step. */
  readonly activity: number;
  readonly start: number;
  readonly end: number;
  readonly machine: number;
  /** Ticks that it waits, and for what most of them; null: it does not. */
  readonly waits: number;
  readonly waits_for: WaitedFor | null;
  /** Weekdays on which it may start, bit 0 = Sunday. */
  readonly weekdays: number;
}

/** The steps of a job as a plan has them, in the order of its lots. What is there of others is what it waits for where an empty plant would take it sooner. */
export function promisedSteps(problem: Problem, clockwork: Clockwork, solution: Solution, job: number): PromisedStep[] {
  const { activities, modes, day } = problem;
  const empty = createDraft(problem, clockwork);
  const place = createPlace();
  const [from, to] = stepsOf(problem, job);
  const steps: PromisedStep[] = [];
  for (let a = from; a < to; a += 1) {
    if (activities.lead[a] !== a) continue;
    const mode = solution.mode[a]!;
    let [start, end] = [solution.start[a]!, solution.end[a]!];
    for (let part = a + 1; part < to && activities.lead[part] === a; part += 1) {
      start = Math.min(start, solution.start[part]!);
      end = Math.max(end, solution.end[part]!);
    }
    const ready = readyIn(problem, solution, a);
    const alone = findEarliestIn(empty, mode, ready, PLAIN_TASTE, place) ? Math.min(place.start, start) : start;
    const weekdays = modes.weekdays[mode]!;
    const calendar = weekdays === ANY_WEEKDAY ? 'closed' : 'weekday';
    const opens = Math.max(ready, firstWork(problem, ready));
    const parts: [WaitedFor, number][] = [
      ['others', start - alone],
      [calendar, Math.max(0, alone - opens)],
    ];
    const [most] = parts.toSorted((x, y) => y[1] - x[1]);
    const waits = start - ready;
    const isWait = most![1] >= day!.ticks / 2;
    steps.push({
      activity: a,
      start,
      end,
      machine: modes.machine[mode]!,
      waits: isWait ? waits : 0,
      waits_for: isWait ? most![0] : null,
      weekdays,
    });
  }
  return steps;
}

/** Tick from which a step may start by its release and the steps before it. */
function readyIn(problem: Problem, { end, mode }: Solution, a: number): number {
  const { release, predFrom, predTo } = problem.activities;
  let ready = Math.max(problem.planningStart, release[a]!);
  for (let p = predFrom[a]!; p < predTo[a]!; p += 1)
    if (end[p] !== NONE) ready = Math.max(ready, availableAfter(problem, mode[p]!, end[p]!));
  return ready;
}

/** The first tick from one on at which the plant works: an evening and a day of rest are no wait. */
function firstWork({ day, horizon }: Problem, from: number): number {
  const { ticks, workFrom, workTo, working } = day!;
  for (let at = from; at < horizon; ) {
    const [today, inDay] = [Math.floor(at / ticks), at % ticks];
    if (working[today] && inDay < workTo) return inDay < workFrom ? today * ticks + workFrom : at;
    at = (today + 1) * ticks;
  }
  return from;
}

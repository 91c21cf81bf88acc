import { dayOfEnd, roundEnd } from '../calendar.ts';
import { changed } from '../changed.ts';
import { completionOf, lateDays } from '../objective.ts';
import { createClockwork } from '../place/clockwork.ts';
import { createDraft } from '../place/draft.ts';
import { earliestSlot } from '../place/earliest.ts';
import { type Draft, occupy, setPlace } from '../place/occupancy.ts';
import { afterDays } from '../place/partner.ts';
import { isFree } from '../place/profile.ts';
import { type Span, spanOfWork, startOfRun } from '../place/spans.ts';
import { AWAY, FURNACE, NONE, type Problem, WORK } from '../problem.ts';
import { createRandom, type Random } from '../random.ts';
import type { Solution } from '../solution.ts';
import { drawnDelay, drawnLength, type Noise, spreadOf } from './noise.ts';
import { type Stand, standsOf } from './stands.ts';

/** What became of a job in many draws. */
export interface Chance {
  /** Share of them in which it was not late. */
  readonly on_time: number;
  /** The day of the horizon by which it was done in a share of them; null: it was not. */
  doneIn(share: number): number | null;
}

/** A plan that is lived again and again. */
export interface Simulation {
  /** Lives it once more, and gives where everything stood. */
  draw(): Pick<Draft, 'start' | 'end'>;
  /** What has become of a job in all draws so far. */
  chanceOf(job: number): Chance;
}

/** The chances of every job of a plan in so many draws. Equal seeds, equal draws. */
export function simulate(problem: Problem, solution: Solution, noise: Noise, { draws, seed }: { draws: number; seed: number }): Chance[] {
  const simulation = createSimulation(problem, solution, noise, seed);
  for (let draw = 0; draw < draws; draw += 1) simulation.draw();
  return Array.from({ length: problem.jobs.count }, (_, job) => simulation.chanceOf(job));
}

/**
 * Lives a plan as it would go if hours and partners were drawn by `noise`: everything on its machine, nothing sooner than the plan has it, and whatever begins before
 * has the first claim. What takes longer pushes on what comes behind; without noise everything stands where the plan has it.
 */
export function createSimulation(problem: Problem, solution: Solution, noise: Noise, seed: number): Simulation {
  const clockwork = createClockwork(problem);
  const stands = standsOf(problem, clockwork, solution);
  const spreads = stands.map(({ members: [first], mode }) => spreadOf(problem, noise, first!, mode));
  const none = new Int32Array(problem.activities.count).fill(NONE);
  const blocks = problem.blocks.filter(({ activity }) => activity === NONE);
  const fixedFurnaceRuns = problem.fixedFurnaceRuns.filter((_, index) => solution.furnaceRuns[index]!.members.length === 0);
  const empty = changed(problem, { activities: { fixedStart: none, fixedFurnaceRun: none }, blocks, fixedFurnaceRuns });
  const crowded = crowdedOf(createDraft(empty, clockwork), stands);
  const span: Span = { start: NONE, end: NONE };
  const dayTicks = problem.day?.ticks ?? 1;
  const dayOf = (end: number): number => (problem.day ? dayOfEnd(problem.day, end) : end);
  /** What has no place ends there. */
  const never = dayOf(problem.horizon);
  const days: Int32Array[] = [];
  const onTime = new Int32Array(problem.jobs.count);
  return { draw, chanceOf };

  function draw(): Draft {
    const random = createRandom(seed + days.length * DRAWS_APART);
    const draft = createDraft(empty, clockwork);
    stopUnits(draft, createRandom(seed + days.length * DRAWS_APART + STOPS_APART));
    for (const [at, stand] of stands.entries()) live(draft, at, stand, random);
    const done = Int32Array.from(onTime, (_, job) => completionOf(problem, draft.end, job));
    for (const [job, end] of done.entries()) if (lateDays(problem, problem.jobs.due[job]!, end) === 0) onTime[job]! += 1;
    days.push(done.map(dayOf));
    return draft;
  }

  function chanceOf(job: number): Chance {
    const sorted = days.map((own) => own[job]!).sort((a, b) => a - b);
    const doneIn = (share: number): number | null => {
      const day = sorted[Math.ceil(share * sorted.length) - 1];
      return day === undefined || day >= never ? null : day;
    };
    return { on_time: onTime[job]! / Math.max(1, days.length), doneIn };
  }

  /** Puts a stand where it goes in this draw; where it finds no place before the horizon it has none. */
  function live(draft: Draft, at: number, stand: Stand, random: Random): void {
    const { members, machine, kind, start } = stand;
    const length = kind === AWAY ? stand.length : drawnLength(random, spreads[at]!, stand.length);
    const delay = kind === AWAY ? drawnDelay(random, noise.partner_days) : 0;
    const isRedone = kind === WORK && random.next() < noise.redone.chance;
    const from = stand.begun ? start : readyFor(draft, stand);
    if (from > problem.horizon) return;
    const stays =
      from === start && lengthened(stand, length) && (stand.begun || crowded.has(stand) || isRoom(draft, machine, busyIn(stand)));
    if (!stays && !pushedOn(draft, stand, from, length)) return;
    if (delay > 0) span.end = afterDays(problem, clockwork.nextWorkingDay, span.end, delay);
    if (span.end === NONE) return;
    occupy(draft, machine, ...busyIn(stand));
    const begins = span.start;
    if (isRedone) {
      const next = (dayOf(span.end) + 1) * dayTicks;
      if (next > problem.horizon || !pushedOn(draft, stand, next, Math.max(1, Math.round(length * noise.redone.share)))) return;
      occupy(draft, machine, span.start, span.end);
    }
    for (const member of members) setPlace(draft, member, solution.mode[member]!, begins, span.end);
  }

  /** Takes the units of facilities for the days on which they stand out of order in this draw. */
  function stopUnits(draft: Draft, random: Random): void {
    const { facilities, every, days } = noise.stops;
    for (const [machine, { facility_id, availability }] of (problem.plant?.machines ?? []).entries()) {
      if (facility_id === null || !facilities.includes(facility_id)) continue;
      for (let unit = 0; unit < availability; unit += 1)
        for (let at = nextStop(problem.planningStart); at < problem.horizon; at = nextStop(at)) {
          const from = at;
          at = Math.min(problem.horizon, from + Math.ceil((days[random.below(days.length)] ?? 0) * dayTicks));
          occupy(draft, machine, from, at);
        }
    }

    /** The tick at which a unit that works stands next: as often as it does, whenever it did last. */
    function nextStop(from: number): number {
      return from + Math.floor(-Math.log(1 - random.next()) * every * dayTicks) + 1;
    }
  }

  /** What a stand takes of its machine where it is now. */
  function busyIn({ start, end, busyFrom, busyTo }: Stand): [from: number, to: number] {
    return [Math.max(0, span.start === start ? busyFrom : span.start), span.start === start && span.end === end ? busyTo : span.end];
  }

  /** The tick from which a stand may begin: not sooner than planned, nor than what is before it lets it; beyond the horizon where that has no place. */
  function readyFor({ after }: Draft, { before, start }: Stand): number {
    let ready = start;
    for (const p of before) {
      if (after[p] === NONE) return Number.POSITIVE_INFINITY;
      if (after[p]! > ready) ready = after[p]!;
    }
    return ready;
  }

  /** A stand that begins as planned, and ends no sooner. */
  function lengthened(stand: Stand, length: number): boolean {
    const { machine, kind, start, end, from, hold } = stand;
    span.start = start;
    span.end = end;
    if (length <= stand.length) return true;
    if (kind === FURNACE) span.end = Math.max(end, roundEnd(problem.day, from + length + hold));
    else {
      const calendar = clockwork.work[machine]!;
      if (!spanOfWork(calendar, calendar.before[from]!, length, from, span)) return false;
      span.start = start;
      span.end = Math.max(end, span.end);
    }
    return span.end <= problem.horizon;
  }

  /** The first place from a tick on at which a stand has room, and ends no sooner than planned. */
  function pushedOn(draft: Draft, stand: Stand, from: number, length: number): boolean {
    const { machine, kind, start, end, hold, weekdays } = stand;
    const calendar = clockwork.work[machine]!;
    if (kind === FURNACE) {
      const need = Math.max(length + hold, end - from);
      span.start = startOfRun(problem, clockwork.startMask(machine, weekdays), draft.profiles[machine] ?? null, need, from);
      span.end = span.start === NONE ? NONE : roundEnd(problem.day, span.start + need);
      return span.start !== NONE;
    }
    if (kind === AWAY) {
      span.start = calendar.tickOf[calendar.before[from]!] ?? NONE;
      const back = span.start === NONE ? NONE : afterDays(problem, clockwork.nextWorkingDay, span.start, length);
      span.end = Math.max(end, back);
      return back !== NONE;
    }
    const need = Math.max(length, calendar.before[end]! - calendar.before[from]!);
    if (need === 0) {
      span.start = from;
      span.end = from + end - start;
    } else if (!spanOfWork(calendar, earliestSlot(draft, machine, calendar.before[from]!, need), need, from, span)) return false;
    // A bar that a person put there may end where nobody works.
    span.end = Math.max(end, span.end);
    return span.end <= problem.horizon;
  }
}

/** Draws of neighbouring seeds have nothing in common. */
const DRAWS_APART = 1_000_003;
const STOPS_APART = 500_009;

/** Stands that have no room of their own in the plan itself: fixed bars above what there is. */
function crowdedOf(draft: Draft, stands: readonly Stand[]): Set<Stand> {
  const found = new Set<Stand>();
  for (const stand of stands) {
    const { machine, busyFrom, busyTo } = stand;
    const busy: [number, number] = [Math.max(0, busyFrom), busyTo];
    if (!isRoom(draft, machine, busy)) found.add(stand);
    occupy(draft, machine, ...busy);
  }
  return found;
}

/** Whether a machine has a unit free from one tick to another. */
function isRoom({ problem, profiles, clockwork }: Draft, machine: number, [from, to]: readonly [number, number]): boolean {
  const profile = profiles[machine];
  if (!profile) return true;
  const { before } = clockwork.work[machine]!;
  return problem.machines[machine]!.kind === 'furnace' ? isFree(profile, from, to) : isFree(profile, before[from]!, before[to]!);
}

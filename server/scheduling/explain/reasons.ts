import { dayOfEnd } from '../calendar.ts';
import { lateDays } from '../objective.ts';
import { NONE, type Problem } from '../problem.ts';
import type { Solution } from '../solution.ts';
import { type Closures, findClosures } from './closures.ts';
import type { Relief } from './relief.ts';
import { type Kind, type Segment, trace } from './trace.ts';
import { createWhatIfs, type Times, timeAlone, timesOf, type WhatIfs } from './what-if.ts';

/** Why an order is late. Ordered: of causes that weigh the same, the one that is more easily helped stands first. */
export const CAUSES = [
  'lock',
  'master_defect',
  'closed_calendar',
  'weekday',
  'furnace_wait',
  'facility_capacity',
  'arrangement',
  'waiting_days',
  'outsourcing_lead',
  'demolding',
  'late_casting',
  'own_time',
  'late_before',
  'late_start',
] as const;
export type Cause = (typeof CAUSES)[number];

export interface Reason {
  readonly cause: Cause;
  /** NONE where it is no facility's. */
  readonly machine: number;
  /** The process that waits or takes long; NONE for what lies before the first. */
  readonly activity: number;
  /** The stretch of time it speaks of, ticks. */
  readonly from: number;
  readonly to: number;
  /** Days of lateness less without it. */
  readonly gain: number;
}

/** A late order and the reasons of its lateness. */
export interface LateOrder {
  readonly job: number;
  readonly chain: number;
  readonly days: number;
  /** Days it is late whatever is lifted, with every cause gone at once. */
  readonly unavoidable: number;
  readonly segments: readonly Segment[];
  /** The main cause first, at most three. */
  readonly reasons: readonly Reason[];
}

/** A plan laid out to ask what would be without this or that. */
export interface Inquiry extends WhatIfs {
  readonly closures: Closures;
}

const MOST_REASONS = 3;
/** Facilities that are asked about one by one. */
const MOST_MACHINES = 3;
/** Below this fill, runs in the way of a lot blame recipes that do not come together. */
const POORLY_FILLED = 0.5;

/** Lays out a plan of a problem with days. */
export function createInquiry(problem: Problem, solution: Solution): Inquiry {
  const closures = findClosures(problem, problem.day!);
  return { ...createWhatIfs(problem, solution, closures), closures };
}

/**
 * Explains a late order by its lot that ends last. The lot is pushed to the left among all others, so that every start has one binding reason. Each cause is
 * weighed by placing the lot again without it.
 */
export function explainOrder(inquiry: Inquiry, job: number, days: number): LateOrder {
  const chain = lastChain(inquiry, job);
  const scale = scaleOf(inquiry, job, chain, days);
  const { segments, held } = segmentsOf(inquiry, timesOf({ problem: inquiry.problem, ...inquiry.solution }, chain), scale.alone);
  const reasons = reliefs(inquiry, chain, segments).map(({ relief, ...reason }): Reason => ({ ...reason, gain: scale.gain(relief) }));
  const unavoidable = scale.reference - Math.max(scale.gain(EVERYTHING), scale.gain(ALL_BUT_LOCKS), ...reasons.map(({ gain }) => gain));
  if (held?.kind === 'mates') reasons.push(reasonOf('furnace_wait', held, days - scale.reference));
  else if (held) reasons.push(reasonOf('arrangement', { ...held, machine: NONE }, days - scale.reference));
  // Begun at once it would have been late all the same: what its own way takes is named first.
  const ofItsWay = Math.max(0, ...reasons.filter(({ cause }) => OF_ITS_WAY.has(cause)).map(({ gain }) => gain));
  const past = sunk(inquiry, job, chain, segments, unavoidable);
  const weightOf = ({ cause, gain }: Reason): number =>
    cause === 'late_start' && ofItsWay > 0 && past.idle < days ? Math.min(gain, ofItsWay - 0.5) : gain;
  reasons.push(...past.reasons);
  reasons.sort((a, b) => weightOf(b) - weightOf(a) || CAUSES.indexOf(a.cause) - CAUSES.indexOf(b.cause) || b.to - b.from - (a.to - a.from));
  return { job, chain, days, unavoidable, segments, reasons: chosen(reasons) };
}

/**
 * The chain up to the lot's end in the plan. If the lot alone could end earlier among the others, the rest is blamed on the mates that hold it, else on the
 * order of the plan: one more unit would not help.
 */
function segmentsOf(inquiry: Inquiry, stands: Times, alone: Times): { segments: Segment[]; held: Segment | null } {
  if (alone.finish > stands.finish) return { segments: trace(inquiry, stands), held: null };
  const segments = trace(inquiry, alone);
  if (alone.finish === stands.finish) return { segments, held: null };
  const kept = trace(inquiry, stands);
  const mates = longest(kept, ['mates']);
  const cause = mates ?? longest(kept, ['order']) ?? kept.at(-1)!;
  const kind = mates ? ('mates' as const) : ('order' as const);
  segments.push({ kind, activity: cause.activity, machine: cause.machine, from: alone.finish, to: stands.finish });
  return { segments, held: { ...cause, kind } };
}

const EVERYTHING: Relief = {
  casting: true,
  demolding: true,
  waiting: true,
  weekdays: true,
  partners: true,
  locks: true,
  opened: true,
  alone: true,
};
/** A lock may let a process begin before the one before it has ended. */
const ALL_BUT_LOCKS: Relief = { ...EVERYTHING, locks: false };

function lastChain({ problem, solution }: Inquiry, job: number): number {
  const { jobs, chains } = problem;
  let [last, latest] = [jobs.chainFrom[job]!, NONE];
  for (let c = last; c < jobs.chainFrom[job + 1]!; c += 1) {
    for (let a = chains.activityFrom[c]!; a < chains.activityFrom[c + 1]!; a += 1) {
      if (solution.end[a]! <= latest) continue;
      last = c;
      latest = solution.end[a]!;
    }
  }
  return last;
}

/** Days of lateness that a relief spares, against the lot placed by itself. */
function scaleOf(inquiry: Inquiry, job: number, chain: number, days: number) {
  const { problem } = inquiry;
  const due = problem.jobs.due[job]!;
  const alone = timeAlone(inquiry.without(chain, {}), chain);
  const reference = Math.min(days, lateDays(problem, due, alone.finish));
  const gain = (relief: Relief): number =>
    Math.max(0, reference - lateDays(problem, due, timeAlone(inquiry.without(chain, relief), chain).finish));
  return { alone, reference, gain };
}

type Candidate = Omit<Reason, 'gain'> & { relief: Relief };

/** Causes worth trying, from the stretches of the lot's time. */
function reliefs(inquiry: Inquiry, chain: number, segments: readonly Segment[]): Candidate[] {
  const candidates: Candidate[] = [];
  const ask = (cause: Cause, kinds: readonly Kind[], relief: Relief): void => {
    const segment = longest(segments, kinds);
    if (segment) candidates.push({ ...reasonOf(cause, segment, 0), relief });
  };
  ask('late_casting', ['casting'], { casting: true });
  ask('demolding', ['demolding'], { demolding: true });
  ask('waiting_days', ['waiting_days', 'cooling', 'finished_task'], { waiting: true });
  ask('outsourcing_lead', ['partner'], { partners: true });
  ask('weekday', ['weekday'], { weekdays: true });
  ask('lock', ['lock'], { locks: true });
  return [...candidates, ...askCapacity(inquiry, chain, segments), ...askClosures(inquiry, segments)];
}

const reasonOf = (cause: Cause, { machine, activity, from, to }: Segment, gain: number): Reason => ({
  cause,
  machine,
  activity,
  from,
  to,
  gain,
});

function longest(segments: readonly Segment[], kinds: readonly Kind[]): Segment | null {
  let best: Segment | null = null;
  for (const segment of segments) if (kinds.includes(segment.kind) && (!best || length(segment) > length(best))) best = segment;
  return best;
}

const length = ({ from, to }: Segment): number => to - from;

/** One more unit of each facility it waits for; the one waited for longest stands for all of them together. */
function askCapacity(inquiry: Inquiry, chain: number, segments: readonly Segment[]): Candidate[] {
  const waits = segments.filter((segment) => segment.kind === 'capacity').sort((a, b) => length(b) - length(a));
  const machines = [...new Set(waits.map((segment) => segment.machine))].slice(0, MOST_MACHINES);
  return machines.map((machine, rank) => {
    const segment = waits.find((wait) => wait.machine === machine)!;
    const cause = isPoorlyFilled(inquiry, chain, segment) ? 'furnace_wait' : 'facility_capacity';
    return { ...reasonOf(cause, segment, 0), relief: { more: new Set(rank === 0 ? machines : [machine]) } };
  });
}

/** Whether the runs in the way of a lot are mostly empty: the furnace is full of recipes, not of castings. */
function isPoorlyFilled(inquiry: Inquiry, chain: number, { machine, from, to }: Segment): boolean {
  const { maxWeight, maxVolume, kind } = inquiry.problem.machines[machine]!;
  if (kind !== 'furnace') return false;
  let [time, filled] = [0, 0];
  for (const run of inquiry.without(chain, {}).machineRuns[machine]!) {
    const overlap = Math.min(run.end, to) - Math.max(run.start, from);
    if (overlap <= 0 || run.members.length === 0) continue;
    time += overlap;
    filled += overlap * Math.max(run.weight / maxWeight, run.volume / maxVolume);
  }
  return time > 0 && filled / time < POORLY_FILLED;
}

/** Days on which the plant or a facility is closed out of the ordinary while the lot was there, all of them together: they are opened together, too. */
function askClosures({ problem, closures }: Inquiry, segments: readonly Segment[]): Candidate[] {
  const { ticks } = problem.day!;
  const met = segments.flatMap((segment) => {
    const closed: number[] = [];
    for (let d = Math.floor(segment.from / ticks); segment.machine !== NONE && d * ticks < segment.to; d += 1)
      if (closures.isClosed(segment.machine, d)) closed.push(d);
    return closed.length === 0 ? [] : [{ segment, closed }];
  });
  if (met.length === 0) return [];
  const own = met.filter(({ closed }) => !closed.every((d) => closures.isPlantClosed(d)));
  const plant = own.length === 0;
  const { segment } = (plant ? met : own).reduce((most, each) => (each.closed.length > most.closed.length ? each : most));
  const days = met.flatMap(({ closed }) => closed);
  const machines = new Set(own.map((each) => each.segment.machine));
  const defect = !plant && closures.isDefect(segment.machine);
  const span = { from: Math.min(...days) * ticks, to: (Math.max(...days) + 1) * ticks };
  const machine = plant || (machines.size > 1 && !defect) ? NONE : segment.machine;
  return [{ cause: defect ? 'master_defect' : 'closed_calendar', activity: segment.activity, ...span, machine, relief: { opened: true } }];
}

/**
 * The lateness that remains when everything is lifted, in three parts: days by which the lot could have begun earlier, days by which it was overdue before it
 * could begin, and the time that its own work needs. If the earliest beginning is unknown, all counts as the first part.
 */
function sunk(
  { problem }: Inquiry,
  job: number,
  chain: number,
  segments: readonly Segment[],
  unavoidable: number,
): { idle: number; reasons: Reason[] } {
  const { ticks } = problem.day!;
  const startable = problem.plant?.lots[chain]?.startable ?? null;
  const from = segments[0]?.from ?? problem.planningStart;
  const begun = Math.floor(from / ticks);
  const first = startable === null ? null : Math.min(begun, Math.floor(startable / ticks));
  const idle = first === null ? 0 : begun - first;
  const lost = first === null ? unavoidable : Math.min(unavoidable, idle);
  const due = dayOfEnd(problem.day!, problem.jobs.due[job]!);
  const overdue = first === null ? 0 : Math.min(unavoidable - lost, Math.max(0, first - due));
  const span = { machine: NONE, activity: segments[0]?.activity ?? NONE, from, to: segments.at(-1)?.to ?? from };
  const reasons: Reason[] = [
    { cause: 'late_start', ...span, from: (first ?? begun) * ticks, gain: lost },
    { cause: 'late_before', ...span, to: from, gain: overdue },
    { cause: 'own_time', ...span, gain: unavoidable - lost - overdue },
  ];
  return { idle, reasons };
}

/** Waiting that the lot has on its way, whoever else is there. */
const OF_ITS_WAY: ReadonlySet<Cause> = new Set(['outsourcing_lead', 'waiting_days', 'demolding']);

/** Nothing that can be helped any more. */
export const SUNK: ReadonlySet<Cause> = new Set(['late_start', 'late_before', 'own_time']);

/** The weightiest; where nothing alone would help, what the lot waited for longest. */
function chosen(sorted: readonly Reason[]): Reason[] {
  const helpful = sorted.filter((reason) => reason.gain > 0);
  if (helpful.length > 0) return helpful.slice(0, MOST_REASONS);
  return [...sorted].sort((a, b) => Number(SUNK.has(a.cause)) - Number(SUNK.has(b.cause)) || b.to - b.from - (a.to - a.from)).slice(0, 1);
}

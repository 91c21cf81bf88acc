/**
 * Parallel batch machines as the search wants them: every job stands alone, in one batch of its recipe. Carries oven scheduling (set-ups, opening
 * intervals, sizes, minimum and maximum times) and total weighted tardiness with incompatible families.
 */
export interface Ovens {
  readonly jobs: number;
  readonly machines: number;
  readonly recipes: number;
  readonly recipe: Int32Array;
  readonly release: Int32Array;
  readonly due: Int32Array;
  /** Cost of a late unit of time, and of being late at all. */
  readonly tardiness: Float64Array;
  readonly lateness: Float64Array;
  readonly size: Float64Array;
  readonly shortest: Int32Array;
  readonly longest: Int32Array;
  /** `job * machines + machine`: 1 where the machine can do it. */
  readonly eligible: Uint8Array;
  readonly capacity: Float64Array;
  /** Per machine ascending pairs (from, to); a batch with its set-up lies inside one. */
  readonly open: readonly Int32Array[];
  /** `from * recipes + to`, per machine's initial recipe; null: no set-ups. */
  readonly setupTime: Int32Array | null;
  /** Cost of a set-up, its time's price included. */
  readonly setupCost: Float64Array | null;
  readonly initial: Int32Array;
  /** Cost of a unit of running time. */
  readonly running: number;
}

export const NOWHERE = -1;
/** Cost of a batch that no opening interval takes: above anything a plan can gain elsewhere. */
const OUTSIDE = 1e9;

/** A plan under change: batches on machines in sequence, with their times and costs kept as they change. */
export interface OvenPlan {
  readonly ovens: Ovens;
  /** Batch of a job. */
  readonly batchOf: Int32Array;
  readonly next: Int32Array;
  readonly previous: Int32Array;
  /** Per batch: first job (NOWHERE: free slot), number, recipe, load, latest release, duration, longest allowed duration. */
  readonly first: Int32Array;
  readonly members: Int32Array;
  readonly kind: Int32Array;
  readonly load: Float64Array;
  readonly ready: Int32Array;
  readonly duration: Int32Array;
  readonly limit: Int32Array;
  readonly machine: Int32Array;
  readonly position: Int32Array;
  readonly end: Int32Array;
  readonly cost: Float64Array;
  /** Per machine: its batches in sequence. */
  readonly sequence: Int32Array[];
  readonly length: Int32Array;
  readonly free: number[];
  total: number;
}

/** A plan without any job in it. */
export function emptyPlan(ovens: Ovens): OvenPlan {
  const slots = ovens.jobs + 2;
  const ints = (size: number): Int32Array => new Int32Array(size);
  return {
    ovens,
    batchOf: ints(ovens.jobs).fill(NOWHERE),
    next: ints(ovens.jobs).fill(NOWHERE),
    previous: ints(ovens.jobs).fill(NOWHERE),
    first: ints(slots).fill(NOWHERE),
    members: ints(slots),
    kind: ints(slots),
    load: new Float64Array(slots),
    ready: ints(slots),
    duration: ints(slots),
    limit: ints(slots),
    machine: ints(slots).fill(NOWHERE),
    position: ints(slots),
    end: ints(slots),
    cost: new Float64Array(slots),
    sequence: Array.from({ length: ovens.machines }, () => ints(slots)),
    length: ints(ovens.machines),
    free: Array.from({ length: slots }, (_, index) => slots - 1 - index),
    total: 0,
  };
}

/** Recomputes what a batch asks for from its members. */
export function summarize(plan: OvenPlan, batch: number): void {
  const { ovens } = plan;
  let load = 0;
  let ready = 0;
  let duration = 0;
  let limit = 0x3fffffff;
  let members = 0;
  for (let job = plan.first[batch]!; job !== NOWHERE; job = plan.next[job]!) {
    load += ovens.size[job]!;
    if (ovens.release[job]! > ready) ready = ovens.release[job]!;
    if (ovens.shortest[job]! > duration) duration = ovens.shortest[job]!;
    if (ovens.longest[job]! < limit) limit = ovens.longest[job]!;
    members++;
  }
  plan.load[batch] = load;
  plan.ready[batch] = ready;
  plan.duration[batch] = duration;
  plan.limit[batch] = limit;
  plan.members[batch] = members;
}

/** Puts a job into a batch; the batch's summary follows at once. */
export function join(plan: OvenPlan, job: number, batch: number): void {
  const { ovens } = plan;
  const head = plan.first[batch]!;
  plan.next[job] = head;
  plan.previous[job] = NOWHERE;
  if (head !== NOWHERE) plan.previous[head] = job;
  plan.first[batch] = job;
  plan.batchOf[job] = batch;
  if (head === NOWHERE) {
    plan.load[batch] = 0;
    plan.ready[batch] = 0;
    plan.duration[batch] = 0;
    plan.limit[batch] = 0x3fffffff;
    plan.members[batch] = 0;
    plan.kind[batch] = ovens.recipe[job]!;
  }
  plan.load[batch]! += ovens.size[job]!;
  plan.ready[batch] = Math.max(plan.ready[batch]!, ovens.release[job]!);
  plan.duration[batch] = Math.max(plan.duration[batch]!, ovens.shortest[job]!);
  plan.limit[batch] = Math.min(plan.limit[batch]!, ovens.longest[job]!);
  plan.members[batch]!++;
}

/** Takes a job out of its batch; the batch may be left empty. */
export function leave(plan: OvenPlan, job: number): void {
  const batch = plan.batchOf[job]!;
  const before = plan.previous[job]!;
  const after = plan.next[job]!;
  if (before === NOWHERE) plan.first[batch] = after;
  else plan.next[before] = after;
  if (after !== NOWHERE) plan.previous[after] = before;
  plan.batchOf[job] = NOWHERE;
  summarize(plan, batch);
}

/** Inserts a batch at a place of a machine's sequence. */
export function insert(plan: OvenPlan, batch: number, machine: number, at: number): void {
  const row = plan.sequence[machine]!;
  const length = plan.length[machine]!;
  for (let index = length; index > at; index--) {
    const moved = row[index - 1]!;
    row[index] = moved;
    plan.position[moved] = index;
  }
  row[at] = batch;
  plan.position[batch] = at;
  plan.machine[batch] = machine;
  plan.length[machine] = length + 1;
}

/** Takes a batch out of its machine's sequence. */
export function remove(plan: OvenPlan, batch: number): void {
  const machine = plan.machine[batch]!;
  const row = plan.sequence[machine]!;
  const length = plan.length[machine]! - 1;
  for (let index = plan.position[batch]!; index < length; index++) {
    const moved = row[index + 1]!;
    row[index] = moved;
    plan.position[moved] = index;
  }
  plan.length[machine] = length;
  plan.machine[batch] = NOWHERE;
}

/** Whether a batch's members may all run on a machine. */
export function fits(plan: OvenPlan, batch: number, machine: number): boolean {
  const { ovens } = plan;
  if (plan.load[batch]! > ovens.capacity[machine]!) return false;
  for (let job = plan.first[batch]!; job !== NOWHERE; job = plan.next[job]!)
    if (ovens.eligible[job * ovens.machines + machine] === 0) return false;
  return true;
}

/** Whether a batch could take one more job, or take it in place of another one. */
export function takes(plan: OvenPlan, batch: number, job: number, inPlaceOf = NOWHERE): boolean {
  const { ovens } = plan;
  const machine = plan.machine[batch]!;
  if (ovens.eligible[job * ovens.machines + machine] === 0) return false;
  const out = inPlaceOf === NOWHERE ? 0 : ovens.size[inPlaceOf]!;
  if (plan.load[batch]! - out + ovens.size[job]! > ovens.capacity[machine]! + 1e-9) return false;
  if (inPlaceOf === NOWHERE)
    return Math.max(plan.duration[batch]!, ovens.shortest[job]!) <= Math.min(plan.limit[batch]!, ovens.longest[job]!);
  let duration = ovens.shortest[job]!;
  let limit = ovens.longest[job]!;
  for (let other = plan.first[batch]!; other !== NOWHERE; other = plan.next[other]!) {
    if (other === inPlaceOf) continue;
    if (ovens.shortest[other]! > duration) duration = ovens.shortest[other]!;
    if (ovens.longest[other]! < limit) limit = ovens.longest[other]!;
  }
  return duration <= limit;
}

/** Times and costs that a retiming overwrote, so that a refused move can be taken back. */
export interface Journal {
  readonly batch: Int32Array;
  readonly end: Int32Array;
  readonly cost: Float64Array;
  size: number;
  total: number;
}

/** A journal large enough for any move. */
export const newJournal = (ovens: Ovens): Journal => ({
  batch: new Int32Array(4 * ovens.jobs + 16),
  end: new Int32Array(4 * ovens.jobs + 16),
  cost: new Float64Array(4 * ovens.jobs + 16),
  size: 0,
  total: 0,
});

function costAt(plan: OvenPlan, batch: number, end: number): number {
  const { due, tardiness, lateness } = plan.ovens;
  let cost = 0;
  for (let job = plan.first[batch]!; job !== NOWHERE; job = plan.next[job]!) {
    const late = end - due[job]!;
    if (late > 0) cost += late * tardiness[job]! + lateness[job]!;
  }
  return cost;
}

/**
 * Retimes a machine from a place on, each batch as early as it can; batches up to `until` are computed whatever happens,
 * behind them it stops where the old times are met again.
 */
export function retime(plan: OvenPlan, machine: number, from: number, until: number, journal: Journal): void {
  const { ovens } = plan;
  const { setupTime, setupCost, recipes, running } = ovens;
  const row = plan.sequence[machine]!;
  const length = plan.length[machine]!;
  const open = ovens.open[machine]!;
  const last = open.length - 2;
  let state = from === 0 ? ovens.initial[machine]! : plan.kind[row[from - 1]!]!;
  let time = from === 0 ? 0 : plan.end[row[from - 1]!]!;
  let interval = 0;
  for (let at = from; at < length; at++) {
    const batch = row[at]!;
    const kind = plan.kind[batch]!;
    const duration = plan.duration[batch]!;
    const setup = setupTime === null ? 0 : setupTime[state * recipes + kind]!;
    let start = time + setup;
    if (plan.ready[batch]! > start) start = plan.ready[batch]!;
    while (interval <= last && (open[interval + 1]! < start + duration || open[interval]! > start - setup)) {
      if (open[interval + 1]! < start + duration) interval += 2;
      else start = open[interval]! + setup;
    }
    const end = start + duration;
    let cost = costAt(plan, batch, end) + running * duration;
    if (setupCost !== null) cost += setupCost[state * recipes + kind]!;
    if (interval > last) cost += OUTSIDE;
    if (at >= until && plan.end[batch] === end && plan.cost[batch] === cost) return;
    journal.batch[journal.size] = batch;
    journal.end[journal.size] = plan.end[batch]!;
    journal.cost[journal.size++] = plan.cost[batch]!;
    plan.total += cost - plan.cost[batch]!;
    plan.end[batch] = end;
    plan.cost[batch] = cost;
    state = kind;
    time = end;
  }
}

/** Takes back every time and cost since the journal began. */
export function restore(plan: OvenPlan, journal: Journal): void {
  for (let at = journal.size - 1; at >= 0; at--) {
    const batch = journal.batch[at]!;
    plan.end[batch] = journal.end[at]!;
    plan.cost[batch] = journal.cost[at]!;
  }
  plan.total = journal.total;
  journal.size = 0;
}

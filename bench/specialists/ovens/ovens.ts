/**
 * Parallel batch machines as the search wants them: every job stands alone, in one batch of its recipe. Carries oven scheduling (set-ups, opening
 * intervals, sizes, minimum and maximum times) and total weighted tardiness with incompatible families.
 */
export interface Ovens {
  readonly jobs: number;
  /** At most 31: eligibility is a bit mask. */
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
  /** Bit per machine that can do the job. */
  readonly eligible: Int32Array;
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
  /** Cost of a batch that no opening interval takes: above anything a plan can gain elsewhere. */
  readonly outside: number;
}

export const NOWHERE = -1;
export const FOREVER = 0x3fffffff;
/** Batches a move may compose beside the plan's own. */
export const DRAFTS = 12;
/** Room for rounding in sums of sizes. */
export const SLACK = 1e-9;

/**
 * A plan under change: batches on machines in sequence, with their times and costs. Batches `slots … slots + DRAFTS - 1` are drafts of a move:
 * their members stand in `draft`, they are in no sequence until the move is kept.
 */
export interface OvenPlan {
  readonly ovens: Ovens;
  readonly slots: number;
  /** Batch of a job, and the next job in it. */
  readonly batchOf: Int32Array;
  readonly next: Int32Array;
  /** Per batch: first job (NOWHERE: unused), number of jobs, recipe, load, latest release, duration, longest allowed duration, machines that can do all. */
  readonly first: Int32Array;
  readonly members: Int32Array;
  readonly kind: Int32Array;
  readonly load: Float64Array;
  readonly ready: Int32Array;
  readonly duration: Int32Array;
  readonly limit: Int32Array;
  readonly eligible: Int32Array;
  /** Earliest and latest due of its jobs; cost when all are late: `steady + slope * end`. */
  readonly dueFirst: Int32Array;
  readonly dueLast: Int32Array;
  readonly slope: Float64Array;
  readonly steady: Float64Array;
  readonly machine: Int32Array;
  readonly position: Int32Array;
  readonly end: Int32Array;
  readonly cost: Float64Array;
  /** Batches of machine m in sequence: [m * slots, m * slots + length[m]). */
  readonly sequence: Int32Array;
  readonly length: Int32Array;
  /** Stack of unused batches. */
  readonly unused: Int32Array;
  unusedCount: number;
  /** Jobs of draft d: [d * jobs, d * jobs + members). */
  readonly draft: Int32Array;
  total: number;
  /** Σ durations of all batches. */
  runtime: number;
}

/** A plan without any job in it. */
export function emptyPlan(ovens: Ovens): OvenPlan {
  const slots = ovens.jobs + 2;
  const ints = (size: number): Int32Array => new Int32Array(size);
  const perBatch = (): Int32Array => new Int32Array(slots + DRAFTS);
  const weights = (): Float64Array => new Float64Array(slots + DRAFTS);
  return {
    ovens,
    slots,
    batchOf: ints(ovens.jobs).fill(NOWHERE),
    next: ints(ovens.jobs).fill(NOWHERE),
    first: perBatch().fill(NOWHERE),
    members: perBatch(),
    kind: perBatch(),
    load: weights(),
    ready: perBatch(),
    duration: perBatch(),
    limit: perBatch(),
    eligible: perBatch(),
    dueFirst: perBatch(),
    dueLast: perBatch(),
    slope: weights(),
    steady: weights(),
    machine: perBatch().fill(NOWHERE),
    position: perBatch(),
    end: perBatch(),
    cost: weights(),
    sequence: ints(ovens.machines * slots),
    length: ints(ovens.machines),
    unused: Int32Array.from({ length: slots }, (_, index) => slots - 1 - index),
    unusedCount: slots,
    draft: ints(DRAFTS * ovens.jobs),
    total: 0,
    runtime: 0,
  };
}

/** Composes a draft: the jobs of `batch` (NOWHERE: none) without `out`, with `into` (NOWHERE: none). */
export function compose(plan: OvenPlan, draft: number, batch: number, out: number, into: number): void {
  const { draft: jobs, next } = plan;
  let to = (draft - plan.slots) * plan.ovens.jobs;
  const from = to;
  if (batch !== NOWHERE) for (let job = plan.first[batch]!; job !== NOWHERE; job = next[job]!) if (job !== out) jobs[to++] = job;
  if (into !== NOWHERE) jobs[to++] = into;
  plan.members[draft] = to - from;
  summarize(plan, draft);
}

/** Adds all jobs of a batch to a draft. */
export function composeMore(plan: OvenPlan, draft: number, batch: number): void {
  let to = (draft - plan.slots) * plan.ovens.jobs + plan.members[draft]!;
  for (let job = plan.first[batch]!; job !== NOWHERE; job = plan.next[job]!) plan.draft[to++] = job;
  plan.members[draft]! += plan.members[batch]!;
  summarize(plan, draft);
}

/** Recomputes what a draft asks for from its members. */
export function summarize(plan: OvenPlan, draft: number): void {
  const { ovens, draft: jobs } = plan;
  const { release, shortest, longest, size, due, tardiness, lateness, eligible } = ovens;
  const from = (draft - plan.slots) * ovens.jobs;
  const to = from + plan.members[draft]!;
  let load = 0;
  let ready = 0;
  let duration = 0;
  let limit = FOREVER;
  let mask = -1;
  let dueFirst = FOREVER;
  let dueLast = 0;
  let slope = 0;
  let steady = 0;
  for (let at = from; at < to; at++) {
    const job = jobs[at]!;
    load += size[job]!;
    mask &= eligible[job]!;
    if (release[job]! > ready) ready = release[job]!;
    if (shortest[job]! > duration) duration = shortest[job]!;
    if (longest[job]! < limit) limit = longest[job]!;
    const jobDue = due[job]!;
    if (jobDue < dueFirst) dueFirst = jobDue;
    if (jobDue > dueLast) dueLast = jobDue;
    slope += tardiness[job]!;
    steady += lateness[job]! - tardiness[job]! * jobDue;
  }
  plan.kind[draft] = to > from ? ovens.recipe[jobs[from]!]! : NOWHERE;
  plan.load[draft] = load;
  plan.ready[draft] = ready;
  plan.duration[draft] = duration;
  plan.limit[draft] = limit;
  plan.eligible[draft] = mask;
  plan.dueFirst[draft] = dueFirst;
  plan.dueLast[draft] = dueLast;
  plan.slope[draft] = slope;
  plan.steady[draft] = steady;
}

/** Whether a draft or batch may run on a machine. */
export function fits(plan: OvenPlan, batch: number, machine: number): boolean {
  return (
    ((plan.eligible[batch]! >> machine) & 1) === 1 &&
    plan.load[batch]! <= plan.ovens.capacity[machine]! + SLACK &&
    plan.duration[batch]! <= plan.limit[batch]!
  );
}

/** What being late costs the jobs of a batch or draft that ends at `end`. */
export function lateCost(plan: OvenPlan, batch: number, end: number): number {
  if (end <= plan.dueFirst[batch]!) return 0;
  if (end > plan.dueLast[batch]!) return plan.steady[batch]! + plan.slope[batch]! * end;
  const { due, tardiness, lateness } = plan.ovens;
  let cost = 0;
  if (batch >= plan.slots) {
    const from = (batch - plan.slots) * plan.ovens.jobs;
    for (let at = from + plan.members[batch]! - 1; at >= from; at--) {
      const job = plan.draft[at]!;
      const late = end - due[job]!;
      if (late > 0) cost += late * tardiness[job]! + lateness[job]!;
    }
    return cost;
  }
  for (let job = plan.first[batch]!; job !== NOWHERE; job = plan.next[job]!) {
    const late = end - due[job]!;
    if (late > 0) cost += late * tardiness[job]! + lateness[job]!;
  }
  return cost;
}

/** Makes batch `batch` what the draft is; times and place are the caller's. */
export function adopt(plan: OvenPlan, batch: number, draft: number): void {
  const from = (draft - plan.slots) * plan.ovens.jobs;
  let head = NOWHERE;
  for (let at = from + plan.members[draft]! - 1; at >= from; at--) {
    const job = plan.draft[at]!;
    plan.next[job] = head;
    plan.batchOf[job] = batch;
    head = job;
  }
  plan.first[batch] = head;
  plan.members[batch] = plan.members[draft]!;
  plan.kind[batch] = plan.kind[draft]!;
  plan.load[batch] = plan.load[draft]!;
  plan.ready[batch] = plan.ready[draft]!;
  plan.duration[batch] = plan.duration[draft]!;
  plan.limit[batch] = plan.limit[draft]!;
  plan.eligible[batch] = plan.eligible[draft]!;
  plan.dueFirst[batch] = plan.dueFirst[draft]!;
  plan.dueLast[batch] = plan.dueLast[draft]!;
  plan.slope[batch] = plan.slope[draft]!;
  plan.steady[batch] = plan.steady[draft]!;
}

/** Times and costs every machine from its sequence, each batch as early as it can. */
export function retimeAll(plan: OvenPlan): void {
  const { ovens } = plan;
  const { setupTime, setupCost, recipes, running } = ovens;
  plan.total = 0;
  plan.runtime = 0;
  for (let machine = 0; machine < ovens.machines; machine++) {
    const open = ovens.open[machine]!;
    let [state, time, interval] = [ovens.initial[machine]!, 0, 0];
    for (let at = 0; at < plan.length[machine]!; at++) {
      const batch = plan.sequence[machine * plan.slots + at]!;
      const pair = state * recipes + plan.kind[batch]!;
      const setup = setupTime === null || state === NOWHERE ? 0 : setupTime[pair]!;
      const duration = plan.duration[batch]!;
      let start = Math.max(time + setup, plan.ready[batch]!);
      while (interval < open.length && (open[interval + 1]! < start + duration || open[interval]! > start - setup)) {
        if (open[interval + 1]! < start + duration) interval += 2;
        else start = open[interval]! + setup;
      }
      time = start + duration;
      const price = setupCost === null || state === NOWHERE ? 0 : setupCost[pair]!;
      plan.cost[batch] = lateCost(plan, batch, time) + running * duration + price + (interval >= open.length ? ovens.outside : 0);
      plan.end[batch] = time;
      plan.machine[batch] = machine;
      plan.position[batch] = at;
      plan.total += plan.cost[batch]!;
      plan.runtime += duration;
      state = plan.kind[batch]!;
    }
  }
}

/** Where every job stands, to be kept while the plan changes. */
export interface OvenMemory {
  readonly batchOf: Int32Array;
  readonly sequence: Int32Array;
  readonly length: Int32Array;
  total: number;
}

/** An empty memory of plans of these ovens. */
export const newMemory = (plan: OvenPlan): OvenMemory => ({
  batchOf: new Int32Array(plan.ovens.jobs),
  sequence: new Int32Array(plan.sequence.length),
  length: new Int32Array(plan.ovens.machines),
  total: Number.POSITIVE_INFINITY,
});

/** Keeps the plan. */
export function remember(plan: OvenPlan, memory: OvenMemory): void {
  memory.batchOf.set(plan.batchOf);
  memory.sequence.set(plan.sequence);
  memory.length.set(plan.length);
  memory.total = plan.total;
}

/** Makes the plan what the memory holds. */
export function recall(plan: OvenPlan, memory: OvenMemory): void {
  const { slots, ovens } = plan;
  plan.sequence.set(memory.sequence);
  plan.length.set(memory.length);
  const used = new Uint8Array(slots);
  const jobsOf: number[][] = Array.from({ length: slots }, () => []);
  for (let job = 0; job < ovens.jobs; job++) jobsOf[memory.batchOf[job]!]!.push(job);
  for (let batch = 0; batch < slots; batch++) {
    const jobs = jobsOf[batch]!;
    plan.first[batch] = NOWHERE;
    if (jobs.length === 0) continue;
    used[batch] = 1;
    plan.draft.set(jobs);
    plan.members[slots] = jobs.length;
    summarize(plan, slots);
    adopt(plan, batch, slots);
  }
  plan.unusedCount = 0;
  for (let batch = slots - 1; batch >= 0; batch--) if (used[batch] === 0) plan.unused[plan.unusedCount++] = batch;
  retimeAll(plan);
}

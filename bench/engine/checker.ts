import type { BatchInstance, OvenInstance, ShopInstance } from './instances.ts';

/** A solution as the bench writes it; everything counts from 0. */
export interface ShopSolution {
  operations: { job: number; index: number; machine: number; start: number; end: number }[];
}
export interface BatchSolution {
  batches: { machine: number; start: number; end: number; jobs: number[] }[];
}

/** What the checker says: the violations found (empty: feasible) and the objective it computed itself. */
export interface Verdict {
  violations: string[];
  objective: number;
}

const byStart = <Item extends { start: number; end: number }>(items: readonly Item[]): Item[] =>
  [...items].sort((a, b) => a.start - b.start || a.end - b.end);

function groups<Item>(items: readonly Item[], keyOf: (item: Item) => number): Map<number, Item[]> {
  const map = new Map<number, Item[]>();
  for (const item of items) map.set(keyOf(item), [...(map.get(keyOf(item)) ?? []), item]);
  return map;
}

/** Checks a (flexible) job shop schedule from instance and solution alone; the objective is the makespan, with due dates the total weighted tardiness. */
export function checkShop(instance: ShopInstance, solution: ShopSolution): Verdict {
  const violations: string[] = [];
  const expected = instance.jobs.reduce((sum, job) => sum + job.length, 0);
  const seen = new Set(solution.operations.map(({ job, index }) => `${job}/${index}`));
  if (seen.size !== expected || solution.operations.length !== expected)
    violations.push(`${solution.operations.length} operations, ${expected} expected`);
  for (const { job, index, machine, start, end } of solution.operations) {
    const mode = instance.jobs[job]?.[index]?.find((candidate) => candidate.machine === machine);
    if (!mode) violations.push(`job ${job} operation ${index}: machine ${machine} cannot do it`);
    else if (start < 0 || end - start !== mode.duration)
      violations.push(`job ${job} operation ${index}: ${start}-${end} is not ${mode.duration} long`);
  }
  for (const [job, operations] of groups(solution.operations, (operation) => operation.job)) {
    const chain = [...operations].sort((a, b) => a.index - b.index);
    for (let at = 1; at < chain.length; at++)
      if (chain[at]!.start < chain[at - 1]!.end) violations.push(`job ${job}: operation ${at} starts before its predecessor ends`);
  }
  for (const [machine, operations] of groups(solution.operations, (operation) => operation.machine)) {
    const row = byStart(operations);
    for (let at = 1; at < row.length; at++)
      if (row[at]!.start < row[at - 1]!.end) violations.push(`machine ${machine}: overlap at ${row[at]!.start}`);
  }
  const ends = instance.jobs.map((_, job) =>
    solution.operations.reduce((latest, one) => (one.job === job ? Math.max(latest, one.end) : latest), 0),
  );
  const { due } = instance;
  if (!due) return { violations, objective: Math.max(0, ...ends) };
  return { violations, objective: ends.reduce((sum, end, job) => sum + due[job]!.weight * Math.max(0, end - due[job]!.due), 0) };
}

function onceEach(solution: BatchSolution, jobs: number): string[] {
  const counts = new Array<number>(jobs).fill(0);
  for (const job of solution.batches.flatMap((batch) => batch.jobs)) counts[job] = (counts[job] ?? 0) + 1;
  return counts.flatMap((count, job) => (count === 1 ? [] : [`job ${job} stands in ${count} batches`]));
}

/** Checks an oven schedule; the objective is the published weighted sum divided by its scale. */
export function checkOven(instance: OvenInstance, solution: BatchSolution): Verdict {
  const violations = onceEach(solution, instance.jobs.length);
  let runtime = 0;
  let late = 0;
  let setupTimes = 0;
  let setupCosts = 0;
  for (const [machine, batches] of groups(solution.batches, (batch) => batch.machine)) {
    const oven = instance.machines[machine];
    if (!oven) {
      violations.push(`no oven ${machine}`);
      continue;
    }
    let state = oven.initial_state;
    let free = Number.NEGATIVE_INFINITY;
    for (const { start, end, jobs } of byStart(batches)) {
      const members = jobs.map((job) => instance.jobs[job]!);
      const attribute = members[0]?.attribute ?? -1;
      const where = `oven ${machine} at ${start}`;
      const setup = instance.setup_times[state]?.[attribute] ?? Number.NaN;
      if (members.length === 0) violations.push(`${where}: empty batch`);
      if (members.some((job) => job.attribute !== attribute)) violations.push(`${where}: several attributes`);
      if (members.some((job) => !job.machines.includes(machine))) violations.push(`${where}: a job is not eligible`);
      if (members.reduce((sum, job) => sum + job.size, 0) > oven.capacity) violations.push(`${where}: over capacity`);
      if (members.some((job) => start < job.earliest_start)) violations.push(`${where}: starts before a job's earliest start`);
      if (end - start < Math.max(...members.map((job) => job.min_time))) violations.push(`${where}: shorter than a minimum time`);
      if (end - start > Math.min(...members.map((job) => job.max_time))) violations.push(`${where}: longer than a maximum time`);
      if (!(start - setup >= free)) violations.push(`${where}: no time for the set-up`);
      if (!oven.intervals.some((interval) => interval.start <= start - setup && end <= interval.end))
        violations.push(`${where}: outside the availability`);
      runtime += end - start;
      late += members.filter((job) => end > job.latest_end).length;
      setupTimes += setup;
      setupCosts += instance.setup_costs[state]?.[attribute] ?? Number.NaN;
      state = attribute;
      free = end;
    }
  }
  const { weights } = instance;
  const sum = weights.runtime * runtime + weights.late * late + weights.setup_costs * setupCosts + weights.setup_times * setupTimes;
  return { violations, objective: sum / weights.scale };
}

/** Checks a parallel batch schedule; the objective is the total weighted tardiness. */
export function checkBatch(instance: BatchInstance, solution: BatchSolution): Verdict {
  const violations = onceEach(solution, instance.jobs.length);
  let objective = 0;
  for (const [machine, batches] of groups(solution.batches, (batch) => batch.machine)) {
    if (machine < 0 || machine >= instance.machines) violations.push(`no machine ${machine}`);
    let free = 0;
    for (const { start, end, jobs } of byStart(batches)) {
      const members = jobs.map((job) => instance.jobs[job]!);
      const family = members[0]?.family ?? -1;
      const where = `machine ${machine} at ${start}`;
      if (jobs.length === 0 || jobs.length > instance.batch_size) violations.push(`${where}: ${jobs.length} jobs`);
      if (members.some((job) => job.family !== family)) violations.push(`${where}: several families`);
      if (end - start !== instance.durations[family]) violations.push(`${where}: not the family's time`);
      if (members.some((job) => start < job.release)) violations.push(`${where}: starts before an arrival`);
      if (start < free) violations.push(`${where}: overlap`);
      objective += members.reduce((sum, job) => sum + job.weight * Math.max(0, end - job.due), 0);
      free = end;
    }
  }
  return { violations, objective };
}

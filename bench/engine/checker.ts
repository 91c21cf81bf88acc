import type { ShopInstance } from './instances.ts';

/** A solution as the bench writes it; everything counts from 0. */
export interface ShopSolution {
  operations: { job: number; index: number; machine: number; start: number; end: number }[];
}
/** What the checker says: the violations found (empty: feasible) and the objective it computed itself. */
interface Verdict {
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

/** Checks a job shop schedule from instance and solution alone; the objective is the total weighted tardiness. */
export function checkShop(instance: ShopInstance, solution: ShopSolution): Verdict {
  const violations: string[] = [];
  const expected = instance.jobs.reduce((sum, job) => sum + job.length, 0);
  const seen = new Set(solution.operations.map(({ job, index }) => `${job}/${index}`));
  if (seen.size !== expected || solution.operations.length !== expected)
    violations.push(`${solution.operations.length} operations, ${expected} expected`);
  for (const { job, index, machine, start, end } of solution.operations) {
    const operation = instance.jobs[job]?.[index];
    if (operation?.machine !== machine) violations.push(`job ${job} operation ${index}: machine ${machine} cannot do it`);
    else if (start < 0 || end - start !== operation.duration)
      violations.push(`job ${job} operation ${index}: ${start}-${end} is not ${operation.duration} long`);
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
  const tardiness = ends.map((end, job) => instance.due[job]!.weight * Math.max(0, end - instance.due[job]!.due));
  return { violations, objective: tardiness.reduce((sum, each) => sum + each, 0) };
}

import { NONE, type Problem, WORK } from '../../../server/scheduling/index.ts';

/** Whether a problem is a job shop: machines of one unit that never close, one way to do each activity, nothing fixed, no days. */
export function isShop({ day, machines, modes, activities, horizon, planningStart, ...problem }: Problem): boolean {
  const isZero = (value: number): boolean => value === 0;
  const never = (open: Int32Array): boolean => open.length === 3 && open[0]! <= planningStart && open[1]! >= horizon && open[2] === 1;
  return (
    day === null &&
    machines.every(({ kind, unlimited, open }) => kind === 'unit' && !unlimited && never(open)) &&
    modes.count === activities.count &&
    modes.kind.every((kind) => kind === WORK) &&
    modes.lag.every(isZero) &&
    modes.waitDays.every(isZero) &&
    activities.fixedStart.every((start) => start === NONE) &&
    activities.lead.every((lead, a) => lead === a) &&
    problem.blocks.length === 0 &&
    problem.present === null
  );
}

/** The fixed data of a job shop, by operation; operations of a job stand one behind the other. */
export interface Shop {
  readonly count: number;
  readonly release: Int32Array;
  readonly duration: Int32Array;
  readonly machine: Int32Array;
  /** Neighbours in the job; NONE. */
  readonly before: Int32Array;
  readonly behind: Int32Array;
  /** By operation, that of its job. */
  readonly due: Int32Array;
  readonly weight: Float64Array;
  /** The last operation of each job. */
  readonly last: readonly number[];
}

/** The shop that a problem describes. */
export function shopOf({ activities, chains, jobs, modes, planningStart }: Problem): Shop {
  const { count, chain } = activities;
  const jobOf = (a: number): number => chains.job[chain[a]!]!;
  const all = Array.from({ length: count }, (_, a) => a);
  return {
    count,
    release: activities.release.map((tick) => Math.max(tick, planningStart)),
    duration: modes.duration,
    machine: modes.machine,
    before: Int32Array.from(all, (a) => (a > 0 && chain[a - 1] === chain[a] ? a - 1 : NONE)),
    behind: Int32Array.from(all, (a) => (a + 1 < count && chain[a + 1] === chain[a] ? a + 1 : NONE)),
    due: Int32Array.from(all, (a) => jobs.due[jobOf(a)]!),
    weight: Float64Array.from(all, (a) => jobs.weight[jobOf(a)]!),
    last: all.filter((a) => a + 1 === count || chain[a + 1] !== chain[a]),
  };
}

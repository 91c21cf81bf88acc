import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A job shop or flexible job shop: per job its operations, per operation the machines that can do it with their durations. Machines from 0. */
export interface ShopInstance {
  machines: number;
  /** Due dates and weights of the jobs; without them the makespan counts. */
  due?: { due: number; weight: number }[];
  jobs: { machine: number; duration: number }[][][];
}

/** An oven scheduling instance (Lackner et al. 2023). All indices from 0, times integers. */
export interface OvenInstance {
  machines: { capacity: number; initial_state: number; intervals: { start: number; end: number }[] }[];
  setup_times: number[][];
  setup_costs: number[][];
  jobs: {
    machines: number[];
    earliest_start: number;
    latest_end: number;
    min_time: number;
    max_time: number;
    size: number;
    attribute: number;
  }[];
  weights: { runtime: number; late: number; setup_times: number; setup_costs: number; scale: number };
}

/** Parallel batch machines with incompatible families (Chiang et al. 2010). */
export interface BatchInstance {
  machines: number;
  batch_size: number;
  durations: number[];
  jobs: { family: number; release: number; due: number; weight: number }[];
}

export const SETS = ['jsp', 'fjsp', 'osp', 'pbatch-twt', 'jsp-twt'] as const;
export type SetName = (typeof SETS)[number];

/** One published instance: where it lies and what is known of it. */
export interface Published {
  set: SetName;
  name: string;
  path: string;
  family: string;
  /** null: nothing is known. */
  best_known: number | null;
  lower_bound: number | null;
  /** Due dates lie this many times a job's total work after its release; null where the file has its own, or none. */
  tightness: number | null;
}

const numbersOf = (text: string): number[] => (text.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);

/**
 * Due dates and weights by Singer & Pinedo (1998): due `tightness` times the job's work after its release (0, rounded down); weights 4 for the first fifth of
 * the jobs, 2 for the next three fifths, 1 for the last.
 */
export function dueDates({ jobs }: ShopInstance, tightness: number): { due: number; weight: number }[] {
  return jobs.map((job, index) => {
    const work = job.reduce((sum, modes) => sum + modes[0]!.duration, 0);
    const weight = index < jobs.length / 5 ? 4 : index < (4 * jobs.length) / 5 ? 2 : 1;
    return { due: Math.floor(tightness * work + 1e-9), weight };
  });
}

/** Reads `n m` and a line per job: operations, each with its alternatives (`flexible`) or as (machine, duration) pairs. */
export function parseShop(text: string, flexible: boolean): ShopInstance {
  const lines = text.split(/\r?\n/).filter((line) => /^\s*\d/.test(line));
  const [jobCount = 0, machines = 0] = numbersOf(lines[0] ?? '');
  const jobs = lines.slice(1, jobCount + 1).map((line) => (flexible ? flexibleJob(numbersOf(line)) : classicJob(numbersOf(line))));
  return { machines, jobs };
}

function classicJob(values: number[]): ShopInstance['jobs'][number] {
  return Array.from({ length: values.length / 2 }, (_, index) => [{ machine: values[2 * index]!, duration: values[2 * index + 1]! }]);
}

function flexibleJob(values: number[]): ShopInstance['jobs'][number] {
  let at = 1;
  return Array.from({ length: values[0] ?? 0 }, () => {
    const count = values[at++] ?? 0;
    return Array.from({ length: count }, () => ({ machine: values[at++]! - 1, duration: values[at++]! }));
  });
}

function matrix(text: string): number[][] {
  return text
    .split('|')
    .map(numbersOf)
    .filter((row) => row.length > 0);
}

/** Reads a MiniZinc data file of the oven scheduling problem. */
export function parseOven(text: string): OvenInstance {
  const field = (name: string): string => new RegExp(`(?:^|[;\\s])${name}\\s*=([^;]*);`).exec(text)?.[1] ?? '';
  const list = (name: string): number[] => numbersOf(field(name));
  const starts = matrix(field('m_a_s'));
  const ends = matrix(field('m_a_e'));
  const attributes = list('a')[0] ?? 0;
  const [earliest, latest, shortest, longest, sizes, kinds] = [
    'earliest_start',
    'latest_end',
    'min_time',
    'max_time',
    'size',
    'attribute',
  ].map(list);
  const eligible = [...field('eligible_machine').matchAll(/\{([^}]*)\}/g)].map((match) => numbersOf(match[1] ?? ''));
  const initial = list('initState');
  return {
    machines: list('max_cap').map((capacity, machine) => ({
      capacity,
      initial_state: initial[machine]! - 1,
      intervals: starts[machine]!.map((start, index) => ({ start, end: ends[machine]![index]! })).filter(({ start, end }) => end > start),
    })),
    setup_times: matrix(field('setup_times')).slice(0, attributes),
    setup_costs: matrix(field('setup_costs')).slice(0, attributes),
    jobs: eligible.map((machines, job) => ({
      machines: machines.map((machine) => machine - 1),
      earliest_start: earliest![job]!,
      latest_end: latest![job]!,
      min_time: shortest![job]!,
      max_time: longest![job]!,
      size: sizes![job]!,
      attribute: kinds![job]! - 1,
    })),
    weights: {
      runtime: list('mult_factor_total_runtime')[0] ?? 0,
      late: list('mult_factor_finished_toolate')[0] ?? 0,
      setup_times: list('mult_factor_total_setuptimes')[0] ?? 0,
      setup_costs: list('mult_factor_total_setupcosts')[0] ?? 0,
      scale: list('upper_bound_integer_objective')[0] ?? 1,
    },
  };
}

/** Reads `M JF B`, the families' durations and a line `arrival due weight` per job, families one after the other. */
export function parseBatch(text: string): BatchInstance {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const [machines = 0, jobsPerFamily = 1, batchSize = 1] = numbersOf(lines[0] ?? '');
  const [families = 0, ...durations] = numbersOf(lines[1] ?? '');
  const jobs = lines.slice(2, 2 + families * jobsPerFamily).map((line, index) => {
    const [release = 0, due = 0, weight = 0] = numbersOf(line);
    return { family: Math.floor(index / jobsPerFamily), release, due, weight };
  });
  return { machines, batch_size: batchSize, durations, jobs };
}

interface BestKnown {
  file: string;
  best: number;
  lower?: number;
  family?: string;
}

const FAMILY: Record<SetName, (name: string) => string> = {
  jsp: (name) => name.replace(/\d+$/, ''),
  fjsp: (name) => name.replace(/\d+[a-z]?$/, ''),
  osp: (name) => `${name.slice(0, 3)} n=${/-n(\d+)-/.exec(name)?.[1] ?? ''}`,
  'pbatch-twt': (name) => name.split('-').slice(0, 4).join('-'),
  'jsp-twt': (name) => name.slice(name.indexOf(' ') + 1),
};

/** Every instance under `folder`, in the order of its `best-known.json`. Throws where that file is missing. */
export function publishedInstances(folder: string, sets: readonly SetName[]): Published[] {
  const known = JSON.parse(readFileSync(join(folder, 'best-known.json'), 'utf8')) as Partial<Record<SetName, Record<string, BestKnown>>>;
  const read = (set: SetName): Published[] =>
    Object.entries(known[set] ?? {}).map(([name, entry]) => ({
      set,
      name,
      path: join(folder, set, entry.file),
      family: entry.family ?? FAMILY[set](name),
      best_known: entry.best,
      lower_bound: entry.lower ?? null,
      tightness: null,
    }));
  return sets.flatMap((set) => (set === 'jsp-twt' ? read('jsp').flatMap(withDueDates) : read(set)));
}

/** A job shop with the due dates and weights of Singer & Pinedo (1998), by how tight they are; of the shops that are measured so. */
function withDueDates(shop: Published): Published[] {
  const known = LEAST_TARDINESS[shop.name];
  if (!known) return [];
  return TIGHTNESS.map((tightness, at) => {
    const name = `${shop.name} f=${tightness}`;
    return { ...shop, set: 'jsp-twt', name, family: FAMILY['jsp-twt'](name), best_known: known[at] ?? null, lower_bound: null, tightness };
  });
}

const TIGHTNESS = [1.3, 1.5, 1.6] as const;
/** Optimal values where they are known (Singer & Pinedo 1998; Mati, Dauzère-Pérès & Lahlou 2011); none for shops of 15 jobs, which were published with ten of them. */
const LEAST_TARDINESS: Readonly<Record<string, readonly (number | null)[]>> = {
  ft10: [1363, 394, 141],
  abz5: [1403, 69, 0],
  la16: [1169, 166, 0],
  la17: [899, 260, 65],
  la18: [929, 34, 0],
  la19: [948, 21, 0],
  la20: [805, 0, 0],
  la21: [],
  la22: [],
  la23: [],
  la24: [],
};

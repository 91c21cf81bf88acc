import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A job shop: per job its operations in their order, and when it is due. Machines from 0. */
export interface ShopInstance {
  machines: number;
  due: { due: number; weight: number }[];
  jobs: { machine: number; duration: number }[][];
}

/** One published job shop with due dates: where it lies and what is known of it. */
export interface Published {
  set: typeof PUBLISHED;
  name: string;
  path: string;
  family: string;
  /** null: nothing is known. */
  best_known: number | null;
  /** Due dates lie this many times a job's total work after its release. */
  tightness: number;
}

export const PUBLISHED = 'jsp-twt';

const numbersOf = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);

/**
 * Due dates and weights by Singer & Pinedo (1998): due `tightness` times the job's work after its release (0, rounded down); weights 4 for the first fifth of
 * the jobs, 2 for the next three fifths, 1 for the last.
 */
export function dueDates(jobs: ShopInstance['jobs'], tightness: number): ShopInstance['due'] {
  return jobs.map((job, index) => {
    const work = job.reduce((sum, { duration }) => sum + duration, 0);
    const weight = index < jobs.length / 5 ? 4 : index < (4 * jobs.length) / 5 ? 2 : 1;
    return { due: Math.floor(tightness * work + 1e-9), weight };
  });
}

/** Reads `n m` and a line per job of (machine, duration) pairs; due dates by their rule. */
export function parseShop(text: string, tightness: number): ShopInstance {
  const lines = text.split(/\r?\n/).filter((line) => /^\s*\d/.test(line));
  const [jobCount = 0, machines = 0] = numbersOf(lines[0] ?? '');
  const jobs = lines.slice(1, jobCount + 1).map((line) => {
    const values = numbersOf(line);
    return Array.from({ length: values.length / 2 }, (_, index) => ({ machine: values[2 * index]!, duration: values[2 * index + 1]! }));
  });
  return { machines, jobs, due: dueDates(jobs, tightness) };
}

/** Every published shop under `folder`, with each tightness; `best-known.json` there names the files. Throws where that file is missing. */
export function publishedInstances(folder: string): Published[] {
  const { jsp = {} } = JSON.parse(readFileSync(join(folder, 'best-known.json'), 'utf8')) as { jsp?: Record<string, { file: string }> };
  return Object.entries(jsp).flatMap(([shop, { file }]) => {
    const known = LEAST_TARDINESS[shop];
    if (!known) return [];
    return TIGHTNESS.map((tightness, at) => {
      const family = `f=${tightness}`;
      const path = join(folder, 'jsp', file);
      return { set: PUBLISHED, name: `${shop} ${family}`, path, family, best_known: known[at] ?? null, tightness };
    });
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

import type { CoolingMethod } from '../../../server/domain/ground/constants.ts';
import { type Random, roundTo, weighted } from '../random.ts';

export type Department = '320' | '340';
export type Heat = {
  task_code: string;
  facility_code: string;
  temperature: number;
  retention_time: number;
  cooling_method: CoolingMethod;
  cooling_time: number;
  work_settings: string;
  waiting_days: number;
};
/** Step of the heat-treatment group, degrees, cooling. */
export type Treatment = readonly [step: string, temperature: number, cooling: CoolingMethod];
export type Grade = {
  share: number;
  median: number;
  sigma: number;
  department: Department;
  routes: readonly (readonly [readonly Treatment[], number])[];
};
const N = (temperature: number, cooling: CoolingMethod = '空冷'): Treatment => ['020', temperature, cooling];
const A = (temperature: number): Treatment => ['010', temperature, '炉冷'];
const T = (temperature: number): Treatment => ['040', temperature, '空冷'];
/** Stress relief. */
export const SR = (temperature: number): Treatment => ['060', temperature, '炉冷'];
const Q = (temperature: number, cooling: CoolingMethod): Treatment => ['030', temperature, cooling];
const SOLUTION: Treatment = ['050', 1080, '水冷'];
const grade = (share: number, median: number, sigma: number, department: Department, routes: Grade['routes']): Grade => ({
  share,
  median,
  sigma,
  department,
  routes,
});

/** Share in per cent, median unit weight, spread and treatments of each grade (docs/planning-rules.md names no grade: these are demo values). */
export const GRADES: { readonly [name: string]: Grade } = {
  SCS13: grade(14, 55, 1, '320', [[[SOLUTION], 1]]),
  SCS14: grade(6, 55, 1, '320', [[[SOLUTION], 1]]),
  SC480: grade(16, 220, 1.1, '320', [
    [[N(900)], 60],
    [[A(900)], 40],
  ]),
  SCW480: grade(6, 260, 1.1, '320', [
    [[N(900)], 70],
    [[N(900), T(650)], 30],
  ]),
  SCMn2: grade(8, 200, 1.1, '320', [
    [[N(900), T(620)], 50],
    [[Q(880, '水冷'), T(620)], 50],
  ]),
  SCMn3: grade(4, 180, 1, '320', [
    [[N(900), T(620)], 50],
    [[Q(880, '水冷'), T(620)], 50],
  ]),
  SCCrM3: grade(5, 200, 1, '320', [[[N(920, '強制空冷'), T(650)], 1]]),
  SCPH2: grade(6, 150, 1, '320', [[[N(900), T(650)], 1]]),
  SCS6: grade(3, 120, 1, '320', [[[Q(1000, '強制空冷'), T(620)], 1]]),
  SCMnH11: grade(3, 140, 0.8, '320', [[[SOLUTION], 1]]),
  FCD450: grade(12, 150, 1.1, '340', [
    [[A(720)], 25],
    [[SR(550)], 40],
    [[], 35],
  ]),
  FCD600: grade(5, 150, 1.1, '340', [
    [[N(900, '強制空冷')], 15],
    [[SR(550)], 40],
    [[], 45],
  ]),
  FC250: grade(9, 170, 1.1, '340', [
    [[SR(550)], 60],
    [[], 40],
  ]),
  FC300: grade(3, 200, 1.1, '340', [
    [[SR(550)], 60],
    [[], 40],
  ]),
};
function coolingHours(method: CoolingMethod, temperature: number, weight: number): number {
  if (method === '水冷') return 1;
  if (method === '強制空冷') return 2;
  if (method === '空冷') return weight < 300 ? 4 : 8;
  return temperature >= 850 ? 14 : temperature >= 700 ? 10 : 8;
}

/** One treatment of a product, with hours from its weight and weekdays by chance. */
export function heatOf(random: Random, department: Department, [step, temperature, cooling]: Treatment, weight: number): Heat {
  const thickness = 12 * weight ** 0.33;
  const needed = Math.max(2, thickness / 25);
  const retention = [2, 4, 6].find((hours) => hours >= needed) ?? 8;
  return {
    task_code: `${department}-${department === '320' ? '3123' : '3153'}-${step}`,
    facility_code: '',
    temperature,
    retention_time: retention + (step === '060' ? 1 : 0),
    cooling_method: cooling,
    cooling_time: coolingHours(cooling, temperature, weight),
    work_settings: weighted(random, [
      ['', 55],
      ['月水金', 20],
      ['火木', 15],
      ['月火水木金', 6],
      ['金', 4],
    ] as const),
    waiting_days: weighted(random, [
      [1, 80],
      [0, 10],
      [2, 7],
      [3, 3],
    ] as const),
  };
}

/** Hours in the mould. */
export function demoldingHours(weight: number, department: Department): number {
  const hours = weight < 20 ? 4 : weight < 100 ? 8 : weight < 500 ? 16 : weight < 2000 ? 36 : weight < 5000 ? 60 : 96;
  return department === '340' ? Math.max(4, roundTo(hours * 1.25, 4)) : hours;
}

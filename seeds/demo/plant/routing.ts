import { chance, pick, type Random, roundTo, uniform, whole } from '../random.ts';
import type { Heat } from './grades.ts';
import { machiningSteps, type Product } from './products.ts';

/** A process of a lot before progress is known. */
export type Step = {
  task_code: string;
  setup_hours: number;
  work_hours: number;
  /** Days in the mould, or the partner's days. */
  solution_frame_days: number;
  /** Empty: in-house. */
  outsourcing_code: string;
  /** Share of the way from the mould to delivery that it usually takes, in working days. */
  days: number;
};

const quarter = (hours: number): number => Math.max(0.25, roundTo(hours, 0.25));
const MACHINE_DAY_HOURS = 7;

function step(task_code: string, setup: number, work: number, extra: Partial<Step> = {}): Step {
  const setup_hours = roundTo(setup, 0.25);
  const work_hours = quarter(work);
  const days = 0.4 + (setup_hours + work_hours) / MACHINE_DAY_HOURS;
  return { task_code, setup_hours, work_hours, solution_frame_days: 0, outsourcing_code: '', days, ...extra };
}

const heatStep = (random: Random, heat: Heat): Step =>
  step(heat.task_code, 1 + whole(random, 3, 5), heat.retention_time, { days: 3 + heat.waiting_days });

const outsourced = (random: Random, task_code: string, partner: string): Step => {
  const lead = whole(random, 5, 14);
  return step(task_code, 0, 0, { work_hours: 0, solution_frame_days: lead, outsourcing_code: partner, days: lead * 0.8 });
};

const inspection = (code: string, pieces: number): Step => step(code, 0.25, 0.25 + 0.03 * pieces);

/** Moulding to the blasted or cut casting, in hours from the lot's tonnes. */
function castingSteps(random: Random, product: Product, pieces: number): Step[] {
  const { department, demolding_hours } = product;
  const tonnes = (product.weight * pieces) / 1000;
  const [mould, fettle] = department === '320' ? ['320-3121', '320-3122'] : ['340-3151', '340-3152'];
  const steps = department === '320' ? [step(`${mould}-010`, 0.5, 1 + 2.5 * tonnes)] : [];
  if (department === '320' && product.cored) steps.push(step(`${mould}-020`, 0.25, 0.5 + tonnes));
  steps.push(
    step(`${mould}-${department === '320' ? '050' : '030'}`, 0.25, 0.25 + 0.2 * tonnes),
    step(`${mould}-${department === '320' ? '060' : '040'}`, 0.25, 0.25 + 0.4 * tonnes, {
      solution_frame_days: Math.ceil(demolding_hours / 24),
    }),
  );
  if (product.weight >= 100 || chance(random, 0.3)) steps.push(step(`${fettle}-010`, 0.25, 0.6 * tonnes));
  if (chance(random, department === '320' && product.weight >= 50 ? 1 : 0.5)) steps.push(step(`${fettle}-020`, 0.25, 0.4 + tonnes));
  if (department === '320' && product.weight >= 800 && chance(random, 0.5)) steps.push(step(`${fettle}-030`, 0.25, 0.5 + tonnes));
  return steps;
}

/** Treatments, blasting, grinding, repair and the inspection of the casting. */
function finishingSteps(random: Random, product: Product, pieces: number): Step[] {
  const { department, heats, grade } = product;
  const tonnes = (product.weight * pieces) / 1000;
  const [blast, grind] = department === '320' ? ['320-3124', '320-3125'] : ['340-3154', '340-3155'];
  const early = heats.filter((heat) => !heat.task_code.endsWith('320-3123-060'));
  const late = heats.filter((heat) => heat.task_code.endsWith('320-3123-060'));
  const steps = early.map((heat) => heatStep(random, heat));
  steps.push(step(`${blast}-010`, 0.25, 0.4 * tonnes), step(`${grind}-010`, 0.25, 0.5 + 2.5 * tonnes));
  if (late.length > 0 || chance(random, 0.18)) steps.push(step(`${grind}-020`, 0.5, 1 + 1.5 * tonnes));
  steps.push(...late.map((heat) => heatStep(random, heat)));
  if (product.supply === '素材' || chance(random, 0.15)) steps.push(inspection('320-4111-010', pieces));
  if (grade.startsWith('SCS') && chance(random, 0.2)) steps.push(inspection('320-4111-020', pieces));
  else if (department === '320' && product.weight >= 500 && chance(random, 0.4)) {
    steps.push(inspection(pick(random, ['320-4111-030', '320-4111-040']), pieces));
  }
  return steps;
}

/** Machining in the plant or, for an outsourced lot, at a partner; from G001 a lot may go straight on to plating (渡り外注). */
function machiningOf(random: Random, product: Product, pieces: number, outside: boolean): Step[] {
  const codes = machiningSteps(product);
  if (outside && codes.length > 0 && chance(random, 0.5)) {
    const partner = pick(random, ['G001', 'G007', 'G008']);
    const plating = partner === 'G001' ? [outsourced(random, '320-9111-030', 'G003')] : [];
    return [outsourced(random, '320-9111-010', partner), ...plating];
  }
  const machined = codes.map((code) => {
    const [low, high, factor] = code.endsWith('010') ? [0.5, 1, 0.042] : [0.6, 1.2, code.endsWith('040') ? 0.02 : 0.05];
    return step(code, 1, pieces * uniform(random, low, high) * factor * product.weight ** 0.6);
  });
  if (!outside) return machined;
  const [code, partner] = pick(random, [
    ['320-9111-020', 'G002'],
    ['320-9111-030', 'G003'],
    ['320-9111-040', 'G004'],
  ] as const);
  return [...machined, outsourced(random, code, partner)];
}

/** Every process of a lot in order; `outside`: part of it goes to a partner. */
export function routeOf(random: Random, product: Product, pieces: number, outside: boolean): Step[] {
  const machined = machiningOf(random, product, pieces, outside);
  const inspected = product.supply === '素材' ? [] : [inspection('320-4111-060', pieces)];
  if (product.supply === '仕上加工' && chance(random, 0.3)) inspected.unshift(inspection('320-4111-050', pieces));
  return [
    ...castingSteps(random, product, pieces),
    ...finishingSteps(random, product, pieces),
    ...machined,
    ...inspected,
    ...(chance(random, 0.08) ? [step('320-6111-010', 0.25, 0.25)] : []),
    step('320-6111-020', 0.25, 0.25),
  ];
}

import {
  DEFAULT_PIECE_SETTINGS,
  type Piece,
  type PieceLimits,
  pieceFits,
  piecesPerRun,
  readPiece,
} from '../../../server/domain/plant/piece.ts';
import { DEMOLDING_TASK_CODES } from '../../../server/domain/plant/task-purpose.ts';
import { chance, clamp, lognormal, pick, type Random, roundTo, shuffled, streamOf, uniform, weighted, whole } from '../random.ts';
import type { HeatTreatmentRow, ProductRow } from '../types.ts';
import { type Department, demoldingHours, GRADES, type Grade, type Heat, heatOf, SR } from './grades.ts';
import { FACILITIES, type FacilitySpec, taskName } from './masters.ts';
import { CUSTOMERS } from './people.ts';

export type Supply = '素材' | '荒加工' | '仕上加工';
export type Product = {
  code: string;
  name: string;
  customer: string;
  department: Department;
  grade: string;
  supply: Supply;
  /** Moulded with cores; drilled after machining. */
  cored: boolean;
  drilled: boolean;
  /** Kilograms a piece. */
  weight: number;
  depth: number;
  width: number;
  height: number;
  factor: number;
  volume: number;
  round_up: number;
  demolding_hours: number;
  heats: Heat[];
  processings: { task_code: string; facility_code: string; waiting_days: number }[];
};

const SUPPLIES: readonly (readonly [Supply, number])[] = [
  ['素材', 46],
  ['荒加工', 25.5],
  ['仕上加工', 28.5],
];
const PARTS = 'ケーシング 羽根車 弁箱 弁ふた 軸受箱 歯車素材 ブラケット フレーム ローラ ライナ ハウジング カバー スリーブ 台盤 継手'.split(
  ' ',
);

/** `count` values in the given shares, shuffled: a small sample keeps the shares that a large one would have. */
function deck<T>(random: Random, choices: readonly (readonly [T, number])[], count: number): T[] {
  const total = choices.reduce((sum, [, share]) => sum + share, 0);
  const cards: T[] = [];
  let passed = 0;
  for (const [value, share] of choices) {
    passed += share;
    while (cards.length < Math.round((passed / total) * count)) cards.push(value);
  }
  return shuffled(random, cards);
}

const roundWeight = (kg: number): number => roundTo(kg, kg < 10 ? 0.1 : kg < 100 ? 1 : 5);

function boxOf(random: Random, weight: number): Pick<Product, 'depth' | 'width' | 'height' | 'factor' | 'volume' | 'round_up'> {
  const space = weight / (7850 * uniform(random, 0.1, 0.35));
  const long = uniform(random, 1, 2.2);
  const tall = uniform(random, 0.5, 1);
  const exact = Math.cbrt(space / (long * tall));
  const [depth, width, height] = [roundTo(exact * long, 0.001), roundTo(exact, 0.001), roundTo(exact * tall, 0.001)];
  const factor = weighted(random, [
    [1.1, 40],
    [1.2, 35],
    [1.3, 15],
    [1.5, 10],
  ] as const);
  const full = depth * width * height * factor;
  const volume = Number(full.toFixed(full < 0.05 ? 6 : 4));
  return { depth, width, height, factor, volume, round_up: Number((Math.ceil(volume * 100 - 1e-9) / 100).toFixed(2)) };
}

const pieceOf = ({ weight, depth, width, height, factor, volume, round_up }: Product): Piece =>
  readPiece({ weight }, { depth, width, height, volume_factor: factor, volume, round_up }, DEFAULT_PIECE_SETTINGS);

function limitsOf({ max_weight, box }: FacilitySpec): PieceLimits {
  const [depth, width, height] = box ?? [null, null, null];
  return { max_weight, depth, width, height, volume: box && box[0] * box[1] * box[2] };
}

/** Whether one piece of a product goes into a facility. */
const goesInto = (product: Product, place: FacilitySpec): boolean => pieceFits(pieceOf(product), limitsOf(place));

/** Most pieces of a product in one run of a furnace. */
export const mostPieces = (product: Product, place: FacilitySpec): number => piecesPerRun(pieceOf(product), limitsOf(place));

/** The furnaces that can take a piece of the product for one of its treatments. */
export function furnacesFor(product: Product, heat: Heat): FacilitySpec[] {
  return FACILITIES.filter(
    (place) =>
      place.tasks.includes(heat.task_code) && (heat.facility_code === '' || place.code === heat.facility_code) && goesInto(product, place),
  );
}

/** The machining steps that a condition of supply asks for. */
export function machiningSteps({ supply, drilled }: Product): string[] {
  if (supply === '素材') return [];
  if (supply === '荒加工') return ['320-5131-010'];
  return ['320-5131-010', '320-5131-030', ...(drilled ? ['320-5131-040'] : [])];
}

function processingsOf(random: Random, product: Product): Product['processings'] {
  if (chance(random, 0.4)) return [];
  return machiningSteps(product).flatMap((task_code) => {
    const machines = FACILITIES.filter((place) => place.tasks.includes(task_code) && goesInto(product, place));
    const waiting_days = chance(random, 0.2) ? 1 : 0;
    return shuffled(random, machines)
      .slice(0, whole(random, 2, 4))
      .map((place) => ({ task_code, facility_code: place.code, waiting_days }))
      .sort((left, right) => (left.facility_code < right.facility_code ? -1 : 1));
  });
}

function sizeName(random: Random, part: string, weight: number): string {
  if (part.startsWith('弁') || part === '継手') return `${part} ${pick(random, [50, 65, 80, 100, 125, 150, 200, 250, 300, 400])}A`;
  if (part === 'フレーム' || part === '台盤' || part === 'ブラケット') return `${part} L${roundTo(90 * weight ** 0.36, 10)}`;
  return `${part} φ${roundTo(60 * weight ** 0.36, 10)}`;
}

/** One product; drawn again until every treatment has a furnace that takes a piece. */
function makeProduct(random: Random, code: string, customer: string, gradeName: string, supply: Supply): Product {
  const spec = GRADES[gradeName] as Grade;
  const route = weighted(random, spec.routes);
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    const weight = roundWeight(clamp(lognormal(random, spec.median * 1.3, spec.sigma), 3, 6000));
    const relieved = spec.department === '320' && weight >= 300 && /^(SC480|SCW480|SCPH2)$/.test(gradeName) && chance(random, 0.2);
    const treatments = relieved ? [...route, SR(600)] : route;
    const product: Product = {
      code,
      name: sizeName(random, pick(random, PARTS), weight),
      customer,
      department: spec.department,
      grade: gradeName,
      supply,
      cored: chance(random, 0.25),
      drilled: chance(random, 0.4),
      weight,
      ...boxOf(random, weight),
      demolding_hours: demoldingHours(weight, spec.department),
      heats: treatments.map((treatment) => heatOf(random, spec.department, treatment, weight)),
      processings: [],
    };
    const bound = product.heats[0];
    if (bound && chance(random, 0.03)) bound.facility_code = furnacesFor(product, bound)[0]?.code ?? '';
    if (product.heats.every((heat) => furnacesFor(product, heat).length > 0)) {
      return { ...product, processings: processingsOf(random, product) };
    }
  }
  throw new RangeError(`no furnace takes a product of ${gradeName}`);
}

/** The products, the most ordered first; customers by Zipf(0.8). */
export function makeProducts(seed: number, count: number): Product[] {
  const random = streamOf(seed, 'products');
  const shares = CUSTOMERS.map((customer, index) => [customer, 1 / (index + 1) ** 0.8] as const);
  const customers = deck(random, shares, count);
  const grades = deck(
    random,
    Object.entries(GRADES).map(([name, { share }]) => [name, share] as const),
    count,
  );
  const supplies = deck(random, SUPPLIES, count);
  const drawings = shuffled(
    random,
    Array.from({ length: Math.max(9999, count) }, (_, index) => index + 1),
  );
  return customers.map(([letters, customer], index) => {
    const drawing = String(drawings[index]).padStart(4, '0');
    const revision = `0${whole(random, 1, 4)}`;
    const code = chance(random, 0.05) ? `00${drawing}${revision}` : `${letters}-${drawing}-${revision}`;
    return makeProduct(random, code, customer, grades[index] as string, supplies[index] as Supply);
  });
}

const demoldingTask = (product: Product): string => DEMOLDING_TASK_CODES[product.department === '320' ? 0 : 1];

const UNTREATED = { task_code: '', task_name: '', temperature: null, retention_time: null, cooling_method: null };

/** The product file: a row per product and treatment, one row for a product without; a treatment bound to a furnace stands in the other file only. */
export function productRows(products: readonly Product[]): ProductRow[] {
  return products.flatMap(({ code, name, customer, factor, depth, width, height, volume, round_up, heats }) => {
    const own = { product_code: code, product_name: name, customer_name: customer };
    const size = { volume_factor: factor, depth, width, height, volume, round_up };
    const treatments: Pick<ProductRow, keyof typeof UNTREATED>[] = heats
      .filter((heat) => heat.facility_code === '')
      .map(({ task_code, temperature, retention_time, cooling_method }) => {
        return { task_code, task_name: taskName(task_code), temperature, retention_time, cooling_method };
      });
    return (treatments.length > 0 ? treatments : [UNTREATED]).map((treatment) => ({ ...own, ...treatment, ...size }));
  });
}

/** The heat-treatment file: demolding, treatments and machines of each product. */
export function heatTreatmentRows(products: readonly Product[]): HeatTreatmentRow[] {
  return products.flatMap((product) => {
    const blank = {
      product_code: product.code,
      facility_code: '',
      demolding_time: null,
      temperature: null,
      retention_time: null,
      cooling_method: null,
      cooling_time: null,
      work_settings: '',
      waiting_days: null,
    };
    return [
      { ...blank, task_code: demoldingTask(product), demolding_time: product.demolding_hours },
      ...product.heats.map((heat) => ({ ...blank, ...heat })),
      ...product.processings.map((processing) => ({ ...blank, ...processing })),
    ];
  });
}

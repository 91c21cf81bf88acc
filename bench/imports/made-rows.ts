import type { ImportKindName } from '../../server/domain/files/imports.ts';
import { FIRST_DATE, LAST_DATE } from '../../server/domain/ground/constants.ts';
import { addDays, daysBetween } from '../../server/domain/ground/plant-time.ts';

/** Rows of any size for each kind, as plausible as it takes to load every column. Deterministic; invented. */
export type MadeRow = Readonly<Record<string, string | number | boolean | null>>;

const HEAT_TASKS = ['320-3123-010', '320-3123-020', '320-3123-030', '320-3123-040', '320-3123-050', '320-3123-060'];
const OTHER_TASKS = ['320-3121-060', '320-3122-010', '320-3124-010', '320-3125-010', '320-5131-010', '320-4111-010', '320-6111-010'];
export const TASKS = [...HEAT_TASKS, ...OTHER_TASKS];
/** Rows of one lot in a file of order tasks. */
const LOT_TASKS = 10;

const padded = (index: number, width: number): string => String(index).padStart(width, '0');
export const serialOf = (index: number): string => `0${padded(2_640_000 + index, 7)}`;
export const productOf = (index: number): string => `TKH-${padded(index, 6)}-01`;
const taskOf = (index: number): string =>
  `${padded(100 + (index % 900), 3)}-${padded(Math.floor(index / 900) % 10_000, 4)}-${padded(index % 1_000, 3)}`;

/** How many distinct things of another kind `count` rows of a kind point at. */
export const needed: Readonly<Partial<Record<ImportKindName, (count: number) => { products?: number; orders?: number }>>> = {
  'heat-treatments': (count) => ({ products: Math.ceil(count / HEAT_TASKS.length) }),
  orders: (count) => ({ products: Math.min(count, 2_000) }),
  'order-tasks': (count) => ({ orders: Math.ceil(count / LOT_TASKS) }),
  castings: (count) => ({ orders: count }),
};

/** More rows than this a kind cannot have: there are no more days. */
export const MOST: Readonly<Partial<Record<ImportKindName, number>>> = { holidays: daysBetween(FIRST_DATE, LAST_DATE) + 1 };

const makers: Readonly<Record<ImportKindName, (index: number, count: number) => MadeRow>> = {
  holidays: (index) => ({ date: addDays(FIRST_DATE, index), is_holiday: index % 7 < 2 }),
  tasks: (index) => ({ task_code: taskOf(index), task_name: `工程${index}` }),
  facilities: (index) => ({
    facility_code: `320-${padded(index, 6)}`,
    facility_name: `設備${index}`,
    task_name: '焼なまし',
    task_code: HEAT_TASKS[index % HEAT_TASKS.length] as string,
    availability: 1 + (index % 3),
    max_weight: 5_000,
    depth: 2.2,
    width: 1.8,
    height: 1.4,
    volume: 5.544,
  }),
  outsourcings: (index) => ({ outsourcing_code: `G${padded(index, 6)}`, name: `協力会社${index}` }),
  employees: (index) => ({
    employee_id: `E${padded(index, 6)}`,
    password: '',
    name: `社員 ${index}`,
    name_furigana: 'シャイン',
    permission: 'manager',
  }),
  products: (index) => ({
    product_code: productOf(index),
    product_name: `弁箱 ${index % 500}A`,
    customer_name: '三河バルブテック',
    task_code: HEAT_TASKS[index % HEAT_TASKS.length] as string,
    task_name: '熱処理',
    temperature: 900,
    retention_time: 4,
    cooling_method: '空冷',
    volume_factor: 1.2,
    depth: 0.51,
    width: 0.4,
    height: 0.3,
    volume: 0.0734,
    round_up: 0.08,
  }),
  'heat-treatments': (index) => ({
    product_code: productOf(Math.floor(index / HEAT_TASKS.length)),
    task_code: HEAT_TASKS[index % HEAT_TASKS.length] as string,
    facility_code: '',
    demolding_time: 0,
    temperature: 900 + (index % 10) * 10,
    retention_time: 4,
    cooling_time: 8,
    cooling_method: '空冷',
    work_settings: '月水金',
    waiting_days: 1,
  }),
  orders: (index, count) => ({
    serial_number: serialOf(index),
    product_code: productOf(index % Math.min(count, 2_000)),
    product_name: `弁箱 ${index % 500}A`,
    number: 1 + (index % 20),
    weight: 120.5,
    delivery_status: '素材',
    material: 'SC480',
    delivery_date: addDays('2026-05-01', index % 60),
    casting_date: addDays('2026-04-01', index % 28),
  }),
  'order-tasks': (index) => ({
    serial_number: serialOf(Math.floor(index / LOT_TASKS)),
    lot_number: '01',
    arrangement: '内作',
    task_sort: 10 + (index % LOT_TASKS) * 10,
    task_code: TASKS[index % LOT_TASKS] as string,
    task_name: '工程',
    outsourcing_code: '',
    order_name: '',
    setup_hours: 0.5,
    work_hours: 1.25 + (index % 8) / 4,
    solution_frame_days: 2,
    received: index % 3 === 0,
    last_reception_date: index % 3 === 0 ? '2026-03-30' : null,
    order_quantity: 4,
    received_quantity: index % 3 === 0 ? 4 : 0,
  }),
  castings: (index) => ({ serial_number: serialOf(index), lot_number: '01', casting_date: addDays('2026-04-01', index % 28) }),
};

/** `count` rows of a kind. */
export const makeRows = (kind: ImportKindName, count: number): MadeRow[] =>
  Array.from({ length: count }, (_, index) => makers[kind](index, count));

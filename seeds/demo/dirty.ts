import { addMonths } from '../../server/domain/ground/plant-time.ts';
import { isDelivered } from '../../server/domain/plant/lateness.ts';
import { isDemoldingCode, isHeatCode } from '../../server/domain/plant/task-purpose.ts';
import { type Random, shuffled, streamOf } from './random.ts';
import type { Demo, OrderTaskRow, PlantedDefect, ProductRow } from './types.ts';

const isHeat = ({ task_code }: OrderTaskRow): boolean => isHeatCode(task_code);
const isDemolding = ({ task_code }: OrderTaskRow): boolean => isDemoldingCode(task_code);

/** The defects planted in a demo made with `dirty`; none in a clean one. */
export const plantedDefects = (demo: Demo): readonly PlantedDefect[] => demo.defects;

/** The demo with defects that its imports accept and マスタ点検 or a run must report: at least one of each kind, about five times as many at `dirty` 1.
 * A defect spoils a product, order or facility that no other defect spoils. */
export function planted(clean: Demo): Demo {
  const { dirty, seed } = clean.options;
  if (dirty <= 0) return clean;
  const demo: Demo = { ...clean, defects: [] };
  const random = streamOf(seed, 'defects');
  const candidates = candidatesOf(demo, random);
  const many = Math.max(1, Math.round(dirty * 5));
  const few = Math.max(1, Math.round(dirty * 2));
  withoutHeat(demo, candidates.heat(many));
  withoutDimensions(demo, candidates.heat(many));
  inMillimetres(demo, candidates.heat(few));
  withWrongVolume(demo, candidates.heat(few));
  tooLarge(demo, candidates.heat(few));
  withoutDemolding(demo, candidates.demolding(many));
  ofUnknownProduct(demo, candidates.orders(few));
  withoutCasting(demo, candidates.orders(few));
  withoutTasks(demo, candidates.orders(few));
  withoutFacility(demo, few);
  inTonnes(demo, few);
  withoutClosedDays(demo);
  return demo;
}

type Candidates = Record<'heat' | 'demolding' | 'orders', (count: number) => string[]>;

/** Products with an open treatment or demolding that one single row describes, and orders not begun; each is handed out once. */
function candidatesOf(demo: Demo, random: Random): Candidates {
  const closed = new Set(demo.orders.filter((order) => isDelivered(order.delivery_status)).map((order) => order.serial_number));
  const open = demo['order-tasks'].filter((task) => !task.received && !closed.has(task.serial_number));
  const productOf = new Map(demo.orders.map((order) => [order.serial_number, order.product_code]));
  const used = new Set<string>();
  const begun = new Set(demo['order-tasks'].filter((task) => task.received).map((task) => task.serial_number));
  const take = (codes: readonly (string | undefined)[]) => {
    const waiting = shuffled(
      random,
      [...new Set(codes)].filter((code): code is string => code !== undefined),
    );
    return (count: number): string[] => {
      const taken = waiting.filter((code) => !used.has(code) && !used.has(productOf.get(code) ?? '')).slice(0, count);
      for (const code of taken) used.add(code).add(productOf.get(code) ?? code);
      return taken;
    };
  };
  return {
    heat: take(open.filter(isHeat).map((task) => productOf.get(task.serial_number))),
    demolding: take(open.filter(isDemolding).map((task) => productOf.get(task.serial_number))),
    orders: take(demo.orders.map((order) => order.serial_number).filter((serial) => !begun.has(serial))),
  };
}

/** Lists a defect, once for each of these keys; `field`: the one that is wrong, null where none is. */
function note(
  demo: Demo,
  keys: readonly string[],
  { kind, code, field, note }: Pick<PlantedDefect, 'kind' | 'code' | 'field' | 'note'>,
): void {
  const found_by = code === 'casting_missing' || code === 'order_tasks_missing' ? 'run' : 'master_check';
  for (const key of keys) demo.defects.push({ code, kind, key, field, found_by, note });
}

function changeProducts(demo: Demo, codes: readonly string[], change: (row: ProductRow) => Partial<ProductRow>): void {
  demo.products = demo.products.map((row) => (codes.includes(row.product_code) ? { ...row, ...change(row) } : row));
}

function withoutHeat(demo: Demo, codes: readonly string[]): void {
  const of = (row: { product_code: string; task_code: string }): boolean => codes.includes(row.product_code) && isHeatCode(row.task_code);
  demo['heat-treatments'] = demo['heat-treatments'].filter((row) => !of(row));
  const seen = new Set<string>();
  demo.products = demo.products.filter(
    (row) => !codes.includes(row.product_code) || (!seen.has(row.product_code) && seen.add(row.product_code)),
  );
  changeProducts(demo, codes, () => ({ task_code: '', task_name: '', temperature: null, retention_time: null, cooling_method: null }));
  note(demo, codes, { kind: 'products', code: 'heat_treatment_missing', field: null, note: '熱処理条件がない' });
}

function withoutDimensions(demo: Demo, codes: readonly string[]): void {
  changeProducts(demo, codes, () => ({ depth: null, width: null, height: null, volume: null, volume_factor: null, round_up: null }));
  note(demo, codes, { kind: 'products', code: 'dimensions_missing', field: 'depth', note: '外形寸法と容積がない' });
}

function inMillimetres(demo: Demo, codes: readonly string[]): void {
  const millimetres = (metres: number | null): number => Math.round((metres ?? 0) * 1000);
  const fits = (row: ProductRow): boolean => [row.depth, row.width, row.height].every((metres) => (metres ?? 1) < 1);
  const small = codes.filter((code) => demo.products.some((row) => row.product_code === code && fits(row)));
  changeProducts(demo, small, (row) => ({ depth: millimetres(row.depth), width: millimetres(row.width), height: millimetres(row.height) }));
  note(demo, small, { kind: 'products', code: 'dimensions_unit', field: 'depth', note: '寸法がmmで入っている' });
}

function withWrongVolume(demo: Demo, codes: readonly string[]): void {
  changeProducts(demo, codes, (row) => ({ volume: Number(((row.volume ?? 0) * 10).toFixed(6)), round_up: null }));
  note(demo, codes, { kind: 'products', code: 'volume_mismatch', field: 'volume', note: '容積が寸法の10倍になっている' });
}

function tooLarge(demo: Demo, codes: readonly string[]): void {
  changeProducts(demo, codes, ({ depth, width, volume_factor }) => {
    const volume = Number(((depth ?? 1) * (width ?? 1) * 2.4 * (volume_factor ?? 1)).toFixed(4));
    return { height: 2.4, volume, round_up: Number((Math.ceil(volume * 100) / 100).toFixed(2)) };
  });
  note(demo, codes, { kind: 'products', code: 'piece_too_large', field: 'height', note: 'どの炉にも入らない高さ' });
}

function withoutDemolding(demo: Demo, codes: readonly string[]): void {
  const products = new Set(codes);
  const serials = new Set(demo.orders.filter((order) => products.has(order.product_code)).map((order) => order.serial_number));
  demo['heat-treatments'] = demo['heat-treatments'].filter((row) => !products.has(row.product_code) || !isDemoldingCode(row.task_code));
  demo['order-tasks'] = demo['order-tasks'].map((task) =>
    serials.has(task.serial_number) && isDemolding(task) ? { ...task, solution_frame_days: 0 } : task,
  );
  note(demo, codes, { kind: 'products', code: 'demolding_missing', field: null, note: '解枠時間も解枠LTもない' });
}

function ofUnknownProduct(demo: Demo, serials: readonly string[]): void {
  const codes = new Map(serials.map((serial, index) => [serial, `NEW-90${String(index + 10)}-01`]));
  demo.orders = demo.orders.map((order) => ({ ...order, product_code: codes.get(order.serial_number) ?? order.product_code }));
  note(demo, serials, { kind: 'orders', code: 'product_unknown', field: 'product_code', note: '製品マスタにない製品' });
}

function withoutCasting(demo: Demo, serials: readonly string[]): void {
  demo.orders = demo.orders.map((order) => (serials.includes(order.serial_number) ? { ...order, casting_date: null } : order));
  demo.castings = demo.castings.filter((casting) => !serials.includes(casting.serial_number));
  note(demo, serials, { kind: 'orders', code: 'casting_missing', field: 'casting_date', note: '鋳込日がない' });
}

function withoutTasks(demo: Demo, serials: readonly string[]): void {
  demo['order-tasks'] = demo['order-tasks'].filter((task) => !serials.includes(task.serial_number));
  demo.castings = demo.castings.filter((casting) => !serials.includes(casting.serial_number));
  note(demo, serials, { kind: 'orders', code: 'order_tasks_missing', field: null, note: '工程情報がない' });
}

/** Processes that one facility alone can do and that are open, taken from a facility that has others. */
function withoutFacility(demo: Demo, count: number): void {
  const open = new Set(demo['order-tasks'].filter((task) => !task.received).map((task) => task.task_code));
  const codes = ['320-4111-050', '320-4111-020', '320-4111-030', '320-6111-010'].filter((code) => open.has(code)).slice(0, count);
  demo.facilities = demo.facilities.filter((row) => !codes.includes(row.task_code));
  note(demo, codes, { kind: 'tasks', code: 'task_without_facility', field: null, note: '対応する設備がない工程' });
}

/** Facilities with a twin, so that their own limit is the only finding. */
function inTonnes(demo: Demo, count: number): void {
  const codes = ['320-05-01', '320-03-01'].slice(0, count);
  demo.facilities = demo.facilities.map((row) =>
    codes.includes(row.facility_code) ? { ...row, max_weight: (row.max_weight ?? 0) / 1000 } : row,
  );
  note(demo, codes, { kind: 'facilities', code: 'facility_weight_unit', field: 'max_weight', note: '最大重量がtで入っている' });
}

function withoutClosedDays(demo: Demo): void {
  const month = addMonths(demo.options.today, 2).slice(0, 7);
  demo.holidays = demo.holidays.filter((row) => !row.date.startsWith(month));
  note(demo, [month], { kind: 'holidays', code: 'calendar_gap', field: 'date', note: '休日が1日もない月' });
}

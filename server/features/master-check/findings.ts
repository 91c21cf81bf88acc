import { grouped } from '../../domain/ground/collections.ts';
import { WEEKDAYS } from '../../domain/ground/constants.ts';
import { codeKey } from '../../domain/ground/fold.ts';
import { addDays, addMonths, dayNumber, type PlantDate, weekday } from '../../domain/ground/plant-time.ts';
import { closedDays } from '../../domain/plant/closed-days.ts';
import { eligibleFacilities, namesFacilities, takesPiece, treatmentOn } from '../../domain/plant/eligibility.ts';
import { inTonnes, metresOf, type Piece, type PieceSettings, readPiece } from '../../domain/plant/piece.ts';
import { isDemoldingCode, isHeatCode } from '../../domain/plant/task-purpose.ts';
import { masterCheckTexts as texts } from '../../domain/texts/master-check.ts';
import type { Joinable } from './join.service.ts';
import type { Facility, Masters, Need, Product } from './master-check.store.ts';

/** One thing that keeps the scheduler from planning well, and where to mend it. */
export interface Finding {
  code: string;
  level: 'error' | 'warning' | 'info';
  message: string;
  resource: 'products' | 'tasks' | 'facilities' | 'holidays' | 'orders';
  id: number | null;
  order_count?: number;
  /** What one press makes one. */
  join?: Joinable;
}

type Task = Masters['tasks'][number];
/** A product with the tasks that open orders ask of it. */
interface CheckedProduct {
  product: Product;
  needs: CheckedNeed[];
}
/** A task that open orders ask for, with the facilities that may do it. */
interface CheckedNeed {
  need: Need;
  task: Task;
  heat: boolean;
  treatments: Masters['heats'];
  /** Whether the product names facilities for it. */
  named: boolean;
  facilities: readonly Facility[];
}

/** The calendar is looked at this far at least. */
const CALENDAR_MONTHS = 3;
const LEVELS = { error: 0, warning: 1, info: 2 } as const;
const JAPANESE = new Intl.Collator('ja');

/** Everything that is found, the gravest first, pieces measured by the plant's settings. Pure. */
export function findingsOf(masters: Masters, settings: PieceSettings, today: PlantDate): Finding[] {
  const needs = checkedNeeds(masters);
  const checked = checkedProducts(masters, needs);
  const closed = closedWeekdays(masters, today);
  return [
    ...doubleFindings(masters),
    ...unknownProducts(masters),
    ...checked.flatMap((product) => [...productFindings(product, masters, closed), ...sizeFindings(product, settings)]),
    ...taskFindings(needs),
    ...facilityFindings(masters, needs),
    ...calendarFindings(masters, today),
  ].sort((a, b) => LEVELS[a.level] - LEVELS[b.level] || a.code.localeCompare(b.code) || JAPANESE.compare(a.message, b.message));
}

function checkedNeeds(masters: Masters): CheckedNeed[] {
  const tasks = new Map(masters.tasks.map((task) => [task.id, task]));
  const key = (row: { product_id: number | null; task_id: number }): string => `${row.product_id}/${row.task_id}`;
  const [heats, processings] = [grouped(masters.heats, key), grouped(masters.processings, key)];
  // Most products name none, and there are thousands of them.
  const byTask = new Map(
    masters.tasks.map(({ id }) => [id, eligibleFacilities(masters.facilities, id, { processings: [], treatments: [] })]),
  );
  return masters.needs.map((need) => {
    const task = tasks.get(need.task_id)!;
    const treatments = heats.get(key(need)) ?? [];
    const naming = { processings: processings.get(key(need)) ?? [], treatments };
    const facilities = namesFacilities(naming) ? eligibleFacilities(masters.facilities, task.id, naming) : byTask.get(task.id)!;
    return {
      need,
      task,
      heat: treatments.length > 0 || isHeatCode(task.task_code),
      treatments,
      named: namesFacilities(naming),
      facilities,
    };
  });
}

function checkedProducts(masters: Masters, needs: readonly CheckedNeed[]): CheckedProduct[] {
  const byProduct = grouped(needs, ({ need }) => need.product_id);
  return masters.products.flatMap((product) => {
    const own = byProduct.get(product.id);
    return own ? [{ product, needs: own.sort((a, b) => a.task.code_key.localeCompare(b.task.code_key)) }] : [];
  });
}

/** The facilities that have a treatment for the task. */
const treated = ({ facilities, treatments }: CheckedNeed): Facility[] =>
  facilities.filter((facility) => treatmentOn(treatments, facility.id) !== null);

const countOf = (needs: readonly { need: Need }[]): number => new Set(needs.flatMap(({ need }) => need.orders)).size;
const namesOf = (needs: readonly { task: Task }[]): string[] => needs.map(({ task }) => task.task_name);

function unknownProducts(masters: Masters): Finding[] {
  const unknown = grouped(
    masters.needs.filter((need) => need.product_id === null),
    (need) => codeKey(need.product_code ?? ''),
  );
  return [...unknown.values()].map((needs) => ({
    code: 'M101',
    level: 'error',
    message: texts.productUnknown(needs[0]!.product_code ?? '', [...new Set(needs.flatMap((need) => need.serials))].sort()),
    resource: 'products',
    id: null,
    order_count: countOf(needs.map((need) => ({ need }))),
  }));
}

/** Lots, products and orders that stand twice, but for zeros in front. */
const doubleFindings = ({ doubles }: Masters): Finding[] =>
  doubles.map(({ kind, keep, drop, keep_name, drop_name, order_id, serial_number }) => {
    const level = 'error' as const;
    if (kind === 'products')
      return {
        code: 'M111',
        level,
        message: texts.productTwice(keep_name, drop_name),
        resource: 'products',
        id: drop,
        join: { kind, keep, drop },
      };
    const order = { level, resource: 'orders' as const, id: order_id };
    if (kind === 'orders') return { code: 'M502', ...order, level: 'warning', message: texts.orderTwice(keep_name, drop_name) };
    return { code: 'M501', ...order, message: texts.lotTwice(serial_number ?? '', keep_name, drop_name), join: { kind, keep, drop } };
  });

function productFindings(checked: CheckedProduct, masters: Masters, closed: ReadonlySet<string>): Finding[] {
  const { id, product_code: code, product_name: name } = checked.product;
  const { needs } = checked;
  const neverOpen = (days: readonly string[]): boolean => days.length > 0 && days.every((day) => closed.has(day));
  const heatNeeds = needs.filter(({ heat }) => heat);
  const untreated = heatNeeds.filter((need) => (need.facilities.length > 0 ? treated(need) : need.treatments).length === 0);
  const cold = heatNeeds.filter((need) => need.treatments.some((row) => row.temperature === 0));
  const never = heatNeeds.filter((need) => need.treatments.some((row) => neverOpen(row.work_settings)));
  const inMould = needs.filter(
    ({ task, need }) => isDemoldingCode(task.task_code) && need.without_frame_days && !hasDemolding(masters, id, task.id),
  );
  const unable = needs.filter(({ named, facilities }) => named && facilities.length === 0);
  return [
    ...about(checked, 'M102', 'error', untreated, texts.heatMissing(code, name, namesOf(untreated))),
    ...about(checked, 'M103', 'warning', cold, texts.heatWithoutTemperature(code, name, namesOf(cold))),
    ...about(checked, 'M104', 'error', never, texts.weekdaysClosed(code, name, namesOf(never))),
    ...about(checked, 'M105', 'warning', inMould, texts.demoldingMissing(code, name)),
    ...about(checked, 'M106', 'error', unable, texts.noFacilityOfProduct(code, name, namesOf(unable))),
  ];
}

/** A finding about a product, where it touches any of the tasks. */
function about(
  { product }: CheckedProduct,
  code: string,
  level: Finding['level'],
  touched: readonly CheckedNeed[],
  message: string,
): Finding[] {
  return touched.length > 0 ? [{ code, level, message, resource: 'products', id: product.id, order_count: countOf(touched) }] : [];
}

/** Findings on the sizes of a piece that goes into a furnace, and pieces that fit nowhere. */
function sizeFindings(checked: CheckedProduct, settings: PieceSettings): Finding[] {
  const { product, needs } = checked;
  const { product_code: code, product_name: name, depth, width, height, volume, volume_factor } = product;
  const heatNeeds = needs.filter(({ heat }) => heat);
  const { box, oddVolume } = readPiece({ weight: null }, product, settings);
  const found: Finding[] = [];
  if (!depth || !width || !height) found.push(...about(checked, 'M107', 'warning', heatNeeds, texts.dimensionsMissing(code, name)));
  else if (metresOf(product, settings.metre_limit).millimetres) {
    const largest = Math.max(depth, width, height);
    found.push(...about(checked, 'M108', 'warning', heatNeeds, texts.dimensionsUnit(code, name, largest)));
  }
  if (oddVolume) {
    const expected = round(box * (volume_factor || 1));
    found.push(...about(checked, 'M109', 'warning', heatNeeds, texts.volumeMismatch(code, name, volume ?? 0, expected)));
  }
  const goesIn = (need: CheckedNeed): boolean => {
    const furnaces = need.heat ? treated(need) : [];
    const piece = readPiece(need.need, product, settings);
    return (furnaces.length > 0 ? furnaces : need.facilities).some((facility) => takes(facility, need.heat, piece));
  };
  const tooLarge = needs.filter((need) => need.facilities.length > 0 && !goesIn(need));
  return [...found, ...about(checked, 'M110', 'error', tooLarge, texts.pieceTooLarge(code, name, namesOf(tooLarge)))];
}

const hasDemolding = (masters: Masters, product: number, task: number): boolean =>
  masters.demoldings.some((row) => row.product_id === product && row.task_id === task && row.demolding_time > 0);

const round = (value: number): number => Number(value.toPrecision(3));

/** Whether one piece goes in. A limit in tonnes is a finding of its own, not one of every product. */
const takes = (facility: Facility, heat: boolean, piece: Piece): boolean =>
  takesPiece(inTonnes(facility.max_weight) ? { ...facility, max_weight: null } : facility, heat, piece);

/** Tasks of open orders that nothing can do, or nothing that has a unit. */
function taskFindings(needs: readonly CheckedNeed[]): Finding[] {
  const without = needs.filter(({ named, facilities }) => !named && facilities.length === 0);
  const idle = needs.filter(({ facilities }) => facilities.length > 0 && facilities.every(({ units }) => units === 0));
  const ofTasks = (found: readonly CheckedNeed[]) => [...grouped(found, ({ task }) => task).entries()];
  return [
    ...ofTasks(without).map(([{ id, task_code, task_name }, own]): Finding => {
      return {
        code: 'M201',
        level: 'error',
        message: texts.noFacility(task_code, task_name),
        resource: 'tasks',
        id,
        order_count: countOf(own),
      };
    }),
    ...ofTasks(idle).map(([{ task_code, task_name }, own]): Finding => {
      const { id } = own[0]!.facilities[0]!;
      return {
        code: 'M202',
        level: 'error',
        message: texts.noUnits(task_code, task_name),
        resource: 'facilities',
        id,
        order_count: countOf(own),
      };
    }),
  ];
}

/** Limits that look wrong or are missing, of facilities that open orders need. */
function facilityFindings(masters: Masters, needs: readonly CheckedNeed[]): Finding[] {
  const needsByFacility = new Map(masters.facilities.map((facility) => [facility, [] as CheckedNeed[]]));
  for (const need of needs) for (const facility of need.facilities) needsByFacility.get(facility)!.push(need);
  return [...needsByFacility].flatMap(([facility, own]): Finding[] => {
    if (own.length === 0) return [];
    const { id, facility_code, facility_name: name, max_weight: weight, depth, width, height, volume } = facility;
    const say = (code: string, level: Finding['level'], message: string): Finding => ({
      code,
      level,
      message,
      resource: 'facilities',
      id,
      order_count: countOf(own),
    });
    const found: Finding[] = [];
    if (weight && inTonnes(weight)) found.push(say('M301', 'warning', texts.weightUnit(facility_code, name, weight)));
    if (own.some(({ heat }) => heat) && [weight, depth, width, height, volume].some((value) => !value))
      found.push(say('M302', 'info', texts.furnaceLimits(facility_code, name)));
    return found;
  });
}

/** From this month to the last delivery: months without a closed day, and a calendar that ends before. */
function calendarFindings({ holidays, lastDelivery }: Masters, today: PlantDate): Finding[] {
  const least = addMonths(today, CALENDAR_MONTHS);
  const end = lastDelivery && lastDelivery > least ? lastDelivery : least;
  const last = holidays.at(-1);
  const found: Finding[] = [];
  const say = (code: string, message: string): void => {
    found.push({ code, level: 'warning', message, resource: 'holidays', id: null });
  };
  const months = new Set(holidays.map((date) => date.slice(0, 7)));
  const until = last && last < end ? last : end;
  for (let month = `${today.slice(0, 7)}-01`; last && month.slice(0, 7) < until.slice(0, 7); month = addMonths(month, 1)) {
    if (!months.has(month.slice(0, 7))) say('M401', texts.monthWithoutHolidays(month.slice(0, 7)));
  }
  if (!last || last < end) say('M402', texts.calendarEnds(last ?? null));
  return found;
}

/** Weekdays that are closed on every single date of the coming months. */
function closedWeekdays({ holidays }: Masters, today: PlantDate): Set<string> {
  const { isClosed } = closedDays(new Set(holidays.map(dayNumber)));
  const open = new Set<number>();
  const end = addMonths(today, CALENDAR_MONTHS);
  for (let day = today; day < end; day = addDays(day, 1)) if (!isClosed(dayNumber(day))) open.add(weekday(day));
  return new Set(WEEKDAYS.filter((_, index) => !open.has(index)));
}

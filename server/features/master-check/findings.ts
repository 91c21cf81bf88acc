import { WEEKDAYS } from '../../domain/constants.ts';
import { codeKey } from '../../domain/fold.ts';
import { carries, inTonnes, metresOf, type Piece, type PieceSettings, pieceFits, readPiece } from '../../domain/piece.ts';
import { addDays, addMonths, type PlantDate, weekday } from '../../domain/plant-time.ts';
import { isDemoldingCode, isHeatCode } from '../../domain/task-purpose.ts';
import { masterCheckTexts as texts } from '../../domain/texts/master-check.ts';
import type { Facility, Masters, Need, Product } from './master-check.store.ts';

/** One thing that keeps the scheduler from planning well, and where to mend it. */
export interface Finding {
  code: string;
  level: 'error' | 'warning' | 'info';
  message: string;
  resource: 'products' | 'tasks' | 'facilities' | 'holidays';
  id: number | null;
  order_count?: number;
}

type Task = Masters['tasks'][number];
/** A product with the tasks that open orders ask of it. */
interface Asked {
  product: Product;
  needs: AskedNeed[];
}
interface AskedNeed {
  need: Need;
  task: Task;
  heat: boolean;
  facilities: readonly Facility[];
}

/** The calendar is looked at this far at least. */
const CALENDAR_MONTHS = 3;
const LEVELS = { error: 0, warning: 1, info: 2 } as const;

/** Everything that is found, the gravest first, pieces measured by the plant's settings. Pure. */
export function findingsOf(masters: Masters, settings: PieceSettings, today: PlantDate): Finding[] {
  const asked = askedProducts(masters);
  const closed = closedWeekdays(masters, today);
  return [
    ...unknownProducts(masters),
    ...asked.flatMap((product) => [...productFindings(product, masters, closed), ...sizeFindings(product, settings)]),
    ...taskFindings(masters),
    ...facilityFindings(masters),
    ...calendarFindings(masters, today),
  ].sort((a, b) => LEVELS[a.level] - LEVELS[b.level] || a.code.localeCompare(b.code) || a.message.localeCompare(b.message, 'ja'));
}

const isHeat = (masters: Masters, product: number, task: Task): boolean =>
  isHeatCode(task.task_code) || masters.heats.some((row) => row.product_id === product && row.task_id === task.id);

function askedProducts(masters: Masters): Asked[] {
  const tasks = new Map(masters.tasks.map((task) => [task.id, task]));
  const needs = groupBy(masters.needs, (need) => need.product_id);
  return masters.products.flatMap((product) => {
    const own = needs.get(product.id);
    if (!own) return [];
    const described = own.map((need) => {
      const task = tasks.get(need.task_id)!;
      return { need, task, heat: isHeat(masters, product.id, task), facilities: eligible(masters, product.id, need.task_id) };
    });
    return [{ product, needs: described.sort((a, b) => a.task.code_key.localeCompare(b.task.code_key)) }];
  });
}

function groupBy<Key, Row>(rows: readonly Row[], key: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
}

/** Facilities named for the product and task, if any is named. */
function named(masters: Masters, product: number, task: number): number[] {
  const of = (row: { product_id: number; task_id: number }): boolean => row.product_id === product && row.task_id === task;
  const processing = masters.processings.filter(of).map((row) => row.facility_id);
  if (processing.length > 0) return processing;
  return masters.heats.filter((row) => of(row) && row.facility_id !== null).map((row) => row.facility_id as number);
}

/** Active facilities that may do the task for the product, as the scheduler chooses them. */
function eligible(masters: Masters, product: number, task: number): Facility[] {
  const names = named(masters, product, task);
  return masters.facilities.filter((facility) => (names.length > 0 ? names.includes(facility.id) : facility.task_ids.includes(task)));
}

const countOf = (needs: readonly { need: Need }[]): number => new Set(needs.flatMap(({ need }) => need.orders)).size;
const namesOf = (needs: readonly { task: Task }[]): string[] => needs.map(({ task }) => task.task_name);

function unknownProducts(masters: Masters): Finding[] {
  const unknown = groupBy(
    masters.needs.filter((need) => need.product_id === null),
    (need) => codeKey(need.product_code),
  );
  return [...unknown.values()].map((needs) => ({
    code: 'M101',
    level: 'error',
    message: texts.productUnknown(needs[0]!.product_code, [...new Set(needs.flatMap((need) => need.serials))].sort()),
    resource: 'products',
    id: null,
    order_count: countOf(needs.map((need) => ({ need }))),
  }));
}

function productFindings(asked: Asked, masters: Masters, closed: ReadonlySet<string>): Finding[] {
  const { id, product_code: code, product_name: name } = asked.product;
  const { needs } = asked;
  const heats = ({ task }: AskedNeed) => masters.heats.filter((row) => row.product_id === id && row.task_id === task.id);
  const neverOpen = (days: readonly string[]): boolean => days.length > 0 && days.every((day) => closed.has(day));
  const heatNeeds = needs.filter(({ heat }) => heat);
  const untreated = heatNeeds.filter((need) => heats(need).length === 0);
  const cold = heatNeeds.filter((need) => heats(need).some((row) => row.temperature === 0));
  const never = heatNeeds.filter((need) => heats(need).some((row) => neverOpen(row.work_settings)));
  const inMould = needs.filter(
    ({ task, need }) => isDemoldingCode(task.task_code) && need.without_frame_days.length > 0 && !hasDemolding(masters, id, task.id),
  );
  const unable = needs.filter(({ task, facilities }) => facilities.length === 0 && named(masters, id, task.id).length > 0);
  return [
    ...about(asked, 'M102', 'error', untreated, texts.heatMissing(code, name, namesOf(untreated))),
    ...about(asked, 'M103', 'warning', cold, texts.heatWithoutTemperature(code, name, namesOf(cold))),
    ...about(asked, 'M104', 'error', never, texts.weekdaysClosed(code, name, namesOf(never))),
    ...about(asked, 'M105', 'warning', inMould, texts.demoldingMissing(code, name)),
    ...about(asked, 'M106', 'error', unable, texts.noFacilityOfProduct(code, name, namesOf(unable))),
  ];
}

/** A finding about a product, where it touches any of the tasks. */
function about({ product }: Asked, code: string, level: Finding['level'], touched: readonly AskedNeed[], message: string): Finding[] {
  return touched.length > 0 ? [{ code, level, message, resource: 'products', id: product.id, order_count: countOf(touched) }] : [];
}

/** What is wrong with the sizes of a piece that goes into a furnace, and whether a piece goes into anything at all. */
function sizeFindings(asked: Asked, settings: PieceSettings): Finding[] {
  const { product, needs } = asked;
  const { product_code: code, product_name: name, depth, width, height, volume, volume_factor } = product;
  const heatNeeds = needs.filter(({ heat }) => heat);
  const { box, oddVolume } = readPiece({ weight: null }, product, settings);
  const found: Finding[] = [];
  if (!depth || !width || !height) found.push(...about(asked, 'M107', 'warning', heatNeeds, texts.dimensionsMissing(code, name)));
  else if (metresOf(product, settings.metre_limit).millimetres) {
    const largest = Math.max(depth, width, height);
    found.push(...about(asked, 'M108', 'warning', heatNeeds, texts.dimensionsUnit(code, name, largest)));
  }
  if (oddVolume) {
    const expected = round(box * (volume_factor || 1));
    found.push(...about(asked, 'M109', 'warning', heatNeeds, texts.volumeMismatch(code, name, volume ?? 0, expected)));
  }
  const goesIn = ({ need, heat, facilities }: AskedNeed): boolean =>
    facilities.some((facility) => takes(facility, heat, readPiece(need, product, settings)));
  const tooLarge = needs.filter((need) => need.facilities.length > 0 && !goesIn(need));
  return [...found, ...about(asked, 'M110', 'error', tooLarge, texts.pieceTooLarge(code, name, namesOf(tooLarge)))];
}

const hasDemolding = (masters: Masters, product: number, task: number): boolean =>
  masters.demoldings.some((row) => row.product_id === product && row.task_id === task && row.demolding_time > 0);

const round = (value: number): number => Number(value.toPrecision(3));

/** Whether one piece goes in: by weight everywhere, in a furnace by its sizes too. A limit in tonnes is a finding of its own, not one of every product. */
function takes(facility: Facility, heat: boolean, piece: Piece): boolean {
  const limits = inTonnes(facility.max_weight) ? { ...facility, max_weight: null } : facility;
  return heat ? pieceFits(piece, limits) : carries(piece.weight, limits);
}

/** Tasks of open orders that nothing can do. */
function taskFindings(masters: Masters): Finding[] {
  const free = masters.needs.filter((need) => need.product_id === null || named(masters, need.product_id, need.task_id).length === 0);
  return [...groupBy(free, (need) => need.task_id)].flatMap(([id, needs]): Finding[] => {
    const task = masters.tasks.find((row) => row.id === id)!;
    const able = masters.facilities.filter((facility) => facility.task_ids.includes(id));
    const order_count = countOf(needs.map((need) => ({ need })));
    if (able.length === 0)
      return [
        { code: 'M201', level: 'error', message: texts.noFacility(task.task_code, task.task_name), resource: 'tasks', id, order_count },
      ];
    if (able.some((facility) => facility.units > 0)) return [];
    return [
      {
        code: 'M202',
        level: 'error',
        message: texts.noUnits(task.task_code, task.task_name),
        resource: 'facilities',
        id: able[0]!.id,
        order_count,
      },
    ];
  });
}

/** Limits that look wrong or are missing, of facilities that open orders need. */
function facilityFindings(masters: Masters): Finding[] {
  const needed = groupBy(masters.needs, (need) => need.task_id);
  const heats = new Set(masters.tasks.filter((task) => isHeatCode(task.task_code)).map((task) => task.id));
  return masters.facilities.flatMap((facility): Finding[] => {
    const used = facility.task_ids.filter((task) => needed.has(task));
    if (used.length === 0) return [];
    const { id, facility_code: code, facility_name: name, max_weight: weight, depth, width, height, volume } = facility;
    const order_count = countOf(used.flatMap((task) => needed.get(task)!).map((need) => ({ need })));
    const found: Finding[] = [];
    if (weight && inTonnes(weight))
      found.push({
        code: 'M301',
        level: 'warning',
        message: texts.weightUnit(code, name, weight),
        resource: 'facilities',
        id,
        order_count,
      });
    if (used.some((task) => heats.has(task)) && [weight, depth, width, height, volume].some((value) => !value))
      found.push({ code: 'M302', level: 'info', message: texts.furnaceLimits(code, name), resource: 'facilities', id, order_count });
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
  const closed = new Set(holidays);
  const open = new Set<number>();
  const end = addMonths(today, CALENDAR_MONTHS);
  for (let day = today; day < end; day = addDays(day, 1)) if (!closed.has(day)) open.add(weekday(day));
  return new Set(WEEKDAYS.filter((_, index) => !open.has(index)));
}

import { performance } from 'node:perf_hooks';
import { TICK_MINUTES } from '../../../domain/ground/constants.ts';
import { addDays, dayNumber, type PlantDate } from '../../../domain/ground/plant-time.ts';
import type { Steps } from '../../../domain/ground/steps.ts';
import { SEED } from '../../../domain/plant/run-options.ts';
import {
  type AddedOrder,
  type AskedOrder,
  addedOrder,
  closedDaysOf,
  costOfDay,
  type DayCost,
  dateOf,
  dayOf,
  daysToTry,
  type Means,
  meansFor,
  type Noise,
  type PlacedBar,
  type Premise,
  type Promised,
  type PromisedEntry,
  placedBars,
  promise,
  type Routing,
  routingsOf,
  type StandingPlan,
  standingPlan,
  undominated,
} from '../../../scheduling/index.ts';
import { type Likely, likelyDays } from './likely.ts';
import type { Read } from './reading.ts';

/** A line of a question: pieces of a product, from when its casting or material is there, and by the processes of which order. */
export interface AskedLine {
  product_id: number;
  pieces: number;
  ready_date: PlantDate;
  wished_date: PlantDate | null;
  /** null: the one that is taken first. */
  routing_order_id: number | null;
}

/** When something could ship. `now` in plant minutes. */
export interface PromiseQuestion {
  now: number;
  today: PlantDate;
  lines: readonly AskedLine[];
  /** Working days that are added to every day. */
  marginDays: number;
  /** Answers that move more orders than these are not given. */
  mostMoved: number;
}

/** A day and what it costs the other orders. */
export interface CostOf extends Omit<DayCost, 'day'> {
  date: PlantDate;
}

/** What was tried to make a wished day possible, and the day that it gives; null: none. */
export interface Tried extends Pick<Means, 'premises'> {
  kind: Means['kind'] | 'first';
  date: PlantDate | null;
  cost: Omit<CostOf, 'date'>;
}

/** What is known of a line. */
export interface PromisedLine {
  routing: Routing | null;
  /** null: it has no routing, or there is no room for it. */
  date: PlantDate | null;
  entries: (PromisedEntry & { task_name: string; facility_name: string | null })[];
  /** null: not known, or not yet. */
  likely: Likely | null;
  earlier: CostOf[];
  /** What was tried for the wished day; whether that is all, and whether there was no time to try. */
  wish: { tried: Tried[]; done: boolean; untried: boolean } | null;
}

/** A line where it would be put: the day that is answered, its rows, and their bars. */
export interface PlacedLine {
  date: PlantDate;
  added: AddedOrder;
  bars: PlacedBar[];
}

/** Earlier days are sought so long for a line, and for each of them, in seconds; many lines share what a few would take. */
const SEARCH = { day: 1, all: 40, least: 0.25, daysOfLine: 5 };
/** Moves for each activity after which a search of a small plan finds nothing more. */
const ROUNDS_ENOUGH = 100;
/** A search that gives way is begun again, so many times. */
const MOST_GIVEN_WAY = 5;
const NO_COST = { moved_entries: 0, moved_orders: 0, newly_late: 0, more_late_days: 0, pays: [] };

/** Everything that is asked of the standing plan while a question is worked on. */
interface Asking {
  read: Read;
  question: PromiseQuestion;
  isClosed: (date: PlantDate) => boolean;
  asked: readonly AskedOrder[];
  promised: Promised;
  seconds: number;
  isAwaited: () => boolean;
}

/** The plan as it stood for the last question. What has begun by now is the same as long as it is the same half hour: no bar begins or ends inside one. */
let kept: { version: number; tick: number; plan: StandingPlan } | undefined;

function* standingOf({ rows, settings, version }: Read, now: number): Steps<StandingPlan> {
  const tick = Math.ceil(now / TICK_MINUTES);
  if (kept?.version === version && kept.tick === tick) return kept.plan;
  const plan = yield* standingPlan(rows, settings, now);
  kept = { version, tick, plan };
  return plan;
}

/** What a question comes down to: its lines by their routings, and where they would stand. */
function* begin(read: Read, question: PromiseQuestion): Steps<Pick<Asking, 'asked' | 'promised'> & { routings: (Routing | null)[] }> {
  const { rows, settings } = read;
  const known = routingsOf(rows);
  const routings = question.lines.map((line) => routingOf(known, line));
  const asked = question.lines.flatMap((line, at) => orderOf(line, routings[at]!, at) ?? []);
  const promised = yield* promise(rows, settings, question.now, { asked, known: yield* standingOf(read, question.now) });
  return { routings, asked, promised };
}

/** Where the bars of the lines would stand. */
export function* placedLines(read: Read, question: PromiseQuestion): Steps<(PlacedLine | null)[]> {
  const { asked, promised } = yield* begin(read, question);
  const bars = placedBars(promised);
  const isClosed = closedOf(read);
  return question.lines.map((_, at) => {
    const index = asked.findIndex(({ order_id }) => order_id === -1 - at);
    const date = promised.days[index]?.date;
    const added = index < 0 ? null : addedOrder(read.rows, asked[index]!);
    if (!date || !added) return null;
    const own = new Set(added.order_tasks.map(({ id }) => id));
    return { date: shifted({ question, isClosed }, date), added, bars: bars.filter(({ order_task_id }) => own.has(order_task_id)) };
  });
}

/** What is known of a question's lines by then, in steps most of which tell nothing new. */
type Answers<Result> = Generator<PromisedLine[] | undefined, Result, void>;

/**
 * Answers a question with the days at no cost, and then with what else is known by then: likely days by `noise`, which is asked behind the first answer, earlier days, and what
 * makes wished days possible. A search that `isAwaited` interrupts is begun again.
 */
export async function* promisedLines(
  read: Read,
  question: PromiseQuestion,
  { isAwaited, noise }: { isAwaited: () => boolean; noise: () => Promise<Noise | null> },
): AsyncGenerator<PromisedLine[] | undefined, PromisedLine[], void> {
  const { routings, asked, promised } = yield* begin(read, question);
  const tries = question.lines.length * SEARCH.daysOfLine;
  const seconds = Math.min(SEARCH.day, Math.max(SEARCH.least, SEARCH.all / tries));
  const asking: Asking = { read, question, isClosed: closedOf(read), asked, promised, seconds, isAwaited };
  const names = namesIn(read);
  const lines = question.lines.map((line, at): PromisedLine => firstAnswer(asking, line, { at, routing: routings[at]!, names }));
  if (lines.some(({ date }) => date !== null)) {
    yield lines;
    const known = await noise();
    if (known) yield* sayLikely(asking, known, lines);
  }
  const began = performance.now();
  for (const [at, line] of lines.entries()) {
    if (line.date === null) continue;
    yield lines;
    if ((performance.now() - began) / 1000 > SEARCH.all) {
      if (line.wish) line.wish.untried = true;
      continue;
    }
    yield* refined(asking, line, at, lines);
  }
  for (const { wish } of lines) if (wish) wish.done = true;
  return lines;
}

/** Says of lines on which days they are likely to be done. */
function* sayLikely(asking: Asking, noise: Noise, lines: readonly PromisedLine[]): Steps<void> {
  const days = yield* likelyDays(asking.promised, noise);
  for (const [at, line] of lines.entries()) if (line.date !== null) line.likely = days[placeOf(asking, at)!.index]!;
}

function routingOf(known: ReadonlyMap<number, Routing[]>, { product_id, routing_order_id }: AskedLine): Routing | null {
  const own = known.get(product_id) ?? [];
  return (routing_order_id === null ? own[0] : own.find(({ order_id }) => order_id === routing_order_id)) ?? null;
}

/** The order that a line would be; its id says which line. */
const orderOf = ({ pieces, ready_date }: AskedLine, routing: Routing | null, at: number): AskedOrder | null =>
  routing && { kind: 'order_added', order_id: -1 - at, pieces, delivery_date: null, ready_date, routing_order_id: routing.order_id };

/** Of a line the job in the problem, and its place among what is promised; undefined: it has no routing. */
function placeOf({ asked, promised }: Asking, at: number): { job: number; index: number } | undefined {
  const index = asked.findIndex(({ order_id }) => order_id === -1 - at);
  return index < 0 ? undefined : { job: promised.jobs[index]!, index };
}

/** How facilities and tasks are called. */
const namesIn = ({ rows }: Read) => ({
  facilities: new Map(rows.facilities.map(({ id, facility_name }) => [id, facility_name])),
  tasks: new Map(rows.tasks.map(({ id, task_name }) => [id, task_name])),
});

function firstAnswer(
  asking: Asking,
  line: AskedLine,
  { at, routing, names }: { at: number; routing: Routing | null; names: ReturnType<typeof namesIn> },
): PromisedLine {
  const { promised } = asking;
  const place = placeOf(asking, at);
  const day = place && promised.days[place.index]!;
  const date = day?.date ? shifted(asking, day.date) : null;
  const entries = (day?.entries ?? []).map((entry) => ({
    ...entry,
    task_name: names.tasks.get(entry.task_id) ?? '',
    facility_name: entry.facility_id === null ? null : (names.facilities.get(entry.facility_id) ?? null),
  }));
  const isLate = date !== null && line.wished_date !== null && date > line.wished_date;
  return {
    routing,
    date,
    entries,
    likely: null,
    earlier: [],
    wish: isLate ? { tried: [], done: false, untried: false } : null,
  };
}

/** A day with the margin of safety behind it, in working days. */
function shifted({ question, isClosed }: Pick<Asking, 'question' | 'isClosed'>, date: PlantDate): PlantDate {
  let day = date;
  for (let left = question.marginDays; left > 0; ) {
    day = addDays(day, 1);
    if (!isClosed(day)) left -= 1;
  }
  return day;
}

/** The last day on which it must be done to ship on a day, with the margin behind it. */
function backFrom(asking: Asking, wished: PlantDate): PlantDate {
  let day = wished;
  while (shifted(asking, day) > wished) day = addDays(day, -1);
  return day;
}

const closedOf = ({ rows }: Read): ((date: PlantDate) => boolean) => {
  const { isClosed } = closedDaysOf(rows);
  return (date) => isClosed(dayNumber(date));
};

/** Finds earlier days of a line, and what makes its wished day possible. */
function* refined(asking: Asking, line: PromisedLine, at: number, lines: PromisedLine[]): Answers<void> {
  const { promised, question } = asking;
  const { problem, solution } = promised;
  const { job, index } = placeOf(asking, at)!;
  const wished = line.wish ? backFrom(asking, question.lines[at]!.wished_date!) : null;
  const free = dayOf(problem, promised.days[index]!.date!);
  const costs: DayCost[] = [];
  for (const day of daysToTry(problem, solution, job, { free, wished: wished === null ? null : dayOf(problem, wished) })) {
    const cost = yield* priced(asking, job, day);
    if (cost) costs.push(cost);
    line.earlier = earlierOf(asking, costs, line.date!);
    if (line.wish && wished && cost && dayOf(problem, wished) >= cost.day && line.wish.tried.every(({ kind }) => kind !== 'first')) {
      const { day, ...own } = cost;
      line.wish.tried.push({ kind: 'first', premises: [], date: shifted(asking, dateOf(problem, day)), cost: own });
    }
    yield lines;
  }
  if (!line.wish || !wished || wished < question.today || wished < question.lines[at]!.ready_date) return;
  for (const means of meansFor(asking.read.rows, line.entries, { today: question.today, wished, isClosed: asking.isClosed })) {
    line.wish.tried.push({ ...means, date: yield* dateWith(asking, means.premises, index), cost: NO_COST });
    yield lines;
  }
  line.wish.done = true;
}

/** The earlier days that are told: as they ship, for the margin lets two of them ship on one day. */
function earlierOf(asking: Asking, costs: readonly DayCost[], free: PlantDate): CostOf[] {
  const { promised, question } = asking;
  const shipping = costs
    .filter(({ moved_entries, moved_orders }) => moved_entries > 0 && moved_orders <= question.mostMoved)
    .map((cost) => ({ ...cost, day: dayOf(promised.problem, shifted(asking, dateOf(promised.problem, cost.day))) }))
    .filter(({ day }) => day < dayOf(promised.problem, free));
  return undominated(shipping).map(({ day, ...cost }) => ({ date: dateOf(promised.problem, day), ...cost }));
}

/** What a day costs; a search that gave way to a question is made again behind it. */
function* priced({ promised, read, seconds, isAwaited }: Asking, job: number, day: number): Steps<DayCost | null> {
  const { problem, standing, solution } = promised;
  for (let given = 0; ; given += 1) {
    let gaveWay = false;
    const cancelled = (): boolean => {
      gaveWay ||= given < MOST_GIVEN_WAY && isAwaited();
      return gaveWay;
    };
    const budget = { seconds, rounds: ROUNDS_ENOUGH * problem.activities.count };
    const options = { budget, seed: SEED, moving: read.settings.moving, elapsed: () => performance.now() / 1000, cancelled };
    const cost = costOfDay(problem, { standing, solution }, { job, day }, options);
    if (!gaveWay) return cost;
    yield;
  }
}

/** The day of a line in a changed plant, with nothing moved; null: none. */
function* dateWith(asking: Asking, premises: readonly Premise[], index: number): Steps<PlantDate | null> {
  const { read, question, asked } = asking;
  const { date } = (yield* promise(read.rows, read.settings, question.now, { asked, premises })).days[index]!;
  return date && shifted(asking, date);
}

import { formatDayBeside, instantOfMinutes, type PlantDate } from '../../domain/ground/plant-time.ts';
import { type PremiseSaid, premiseText } from '../../domain/texts/plan/premises.ts';
import { meansText, PROMISE_TEXTS as TEXTS, waitText } from '../../domain/texts/plan/promises.ts';
import type { MeansPremise } from '../../scheduling/index.ts';
import type { PromisedLine } from '../runs/desk/desk.service.ts';
import type { Answer } from './promises.store.ts';

type Wish = NonNullable<Answer['wished']>;
type Means = Wish['means'][number];
type Tried = NonNullable<PromisedLine['wish']>['tried'][number];
type Cost = Answer['earlier'][number];

/** A line as it was asked, its product by name. */
export interface Line {
  line: number;
  product_id: number;
  product_code: string;
  product_name: string;
  pieces: number;
  ready_date: PlantDate;
  wished_date: PlantDate | null;
}

/** How facilities and partners are called. */
export interface Names {
  facilities: ReadonlyMap<number, string>;
  partners: ReadonlyMap<string, string>;
}

/** The longest waits that decide a day are said. */
const SAID_WAITS = 3;
const MOST_PAYERS = 5;

/** What is known of a line, as the contract has it and in words. */
export function answerOf(line: Line, known: PromisedLine, today: PlantDate, names: Names): Answer {
  const { routing, date, earlier, likely } = known;
  const entries = known.entries.map((entry) => {
    const facility_name = entry.outsourced ? (names.partners.get(entry.outsourcing_code) ?? null) : entry.facility_name;
    return { ...entry, facility_name, wait_text: waitText({ ...entry, facility_name }) };
  });
  const last = entries.reduce((latest, { lot, end_minutes }) => (end_minutes > latest.end_minutes ? { lot, end_minutes } : latest), {
    lot: 0,
    end_minutes: 0,
  });
  // What the lot waits for that is done last is what decides.
  const decisive = waitsOf(entries.filter(({ lot }) => lot === last.lot));
  return {
    ...line,
    date,
    text:
      date !== null
        ? TEXTS.decided([
            ...(line.ready_date > today ? [TEXTS.ready(formatDayBeside(line.ready_date, today))] : []),
            ...decisive.slice(0, SAID_WAITS),
          ])
        : routing
          ? TEXTS.noRoom
          : TEXTS.noRouting(line.product_code),
    moved_orders: 0,
    entries: entries.map(
      ({ lot, task_id, task_name, facility_id, facility_name, outsourced, start_minutes, end_minutes, wait_days, wait_text }) => ({
        lot,
        task_id,
        task_name,
        facility_id,
        facility_name,
        outsourced,
        wait_days,
        wait_text,
        start_at: instantOfMinutes(start_minutes),
        end_at: instantOfMinutes(end_minutes),
      }),
    ),
    waits: waitsOf(entries),
    likely,
    routing: routing && { order_id: routing.order_id, serial_number: routing.serial_number },
    earlier: earlier.map(costOf),
    wished:
      line.wished_date === null || date === null
        ? null
        : wishOf(line.wished_date, { date, today, ready: line.ready_date }, known.wish, names),
  };
}

/** Of a wish for which something is still being tried; what it says depends on whether somebody still tries. */
const SOUGHT = '';

/** An answer as it is told of a question of a day; `done`: it will get no better. */
export function answerTold<One extends Answer>(answer: One, { done, on }: { done: boolean; on: PlantDate }): One {
  const { wished, wished_date } = answer;
  if (wished?.text !== SOUGHT || wished_date === null) return answer;
  const day = formatDayBeside(wished_date, on);
  return { ...answer, wished: { ...wished, text: done ? TEXTS.wishUntried(day) : TEXTS.wishSought(day) } };
}

interface Waiting {
  facility_name: string | null;
  waits_for: string | null;
  wait_days: number;
  wait_text: string | null;
}

/** What is waited for, the longest first, of each place the longest. */
function waitsOf(entries: readonly Waiting[]): string[] {
  const longest = new Map<string, Waiting>();
  for (const entry of entries) {
    const key = `${entry.facility_name}/${entry.waits_for}`;
    if (entry.wait_text !== null && entry.wait_days > (longest.get(key)?.wait_days ?? 0)) longest.set(key, entry);
  }
  return [...longest.values()].sort((a, b) => b.wait_days - a.wait_days).map(({ wait_text }) => wait_text!);
}

function costOf({ date, moved_orders, moved_entries, newly_late, more_late_days, pays }: PromisedLine['earlier'][number]): Cost {
  return { date, moved_orders, moved_entries, newly_late, more_late_days, pays: pays.slice(0, MOST_PAYERS) };
}

function wishOf(
  wished: PlantDate,
  { date, today, ready }: { date: PlantDate; today: PlantDate; ready: PlantDate },
  wish: PromisedLine['wish'],
  names: Names,
): Wish {
  const said = (day: PlantDate): string => formatDayBeside(day, today);
  if (!wish) return { possible: true, premises: [], text: TEXTS.wishKept(said(wished)), means: [] };
  if (wished < today) return { possible: false, premises: [], text: TEXTS.wishPassed(said(wished)), means: [] };
  if (wished < ready) return { possible: false, premises: [], text: TEXTS.wishBeforeReady(said(wished), said(ready)), means: [] };
  const means = wish.tried.map((tried) => meansOf(tried, { wished, date }, names));
  const reached = wish.tried
    .flatMap((tried, at) => (means[at]!.reached ? { tried, means: means[at]! } : []))
    .sort((a, b) => weightOf(a.tried) - weightOf(b.tried));
  const [best] = reached;
  if (best) return { possible: true, premises: best.means.premises, text: TEXTS.wishReached(said(wished), best.means.text), means };
  const dates = wish.tried.flatMap((tried) => (tried.date !== null && tried.date < date ? tried.date : [])).sort();
  const missed = wish.untried
    ? TEXTS.wishUntried(said(wished))
    : TEXTS.wishMissed(said(wished), means.length, dates[0] === undefined ? null : said(dates[0]));
  return { possible: false, premises: [], text: wish.done ? missed : SOUGHT, means };
}

/** What asks least of the plant comes first: others that lose nothing, a partner, a day, more days, a unit, others that become late. */
const ORDER: Record<Tried['kind'], number> = { first: 0, partner: 1, saturdays: 2, all_saturdays: 3, unit: 4 };
const weightOf = ({ kind, cost }: Tried): number => (cost.more_late_days > 0 ? Object.keys(ORDER).length : ORDER[kind]);

function meansOf(
  { kind, premises, date: reached, cost }: Tried,
  { wished, date }: { wished: PlantDate; date: PlantDate },
  names: Names,
): Means {
  const said = premises.map((premise) => saidOf(premise, names));
  const own =
    kind === 'first'
      ? [{ kind: 'order_first' as const, text: premiseText({ kind: 'order_first' }) }]
      : premises.map((premise, at) => ({ ...premise, text: premiseText(said[at]!) }));
  return {
    ...costOf({ ...cost, date: reached ?? date }),
    premises: own,
    text: meansText(kind, said),
    reached: reached !== null && reached <= wished,
  };
}

const saidOf = (premise: MeansPremise, { facilities, partners }: Names): PremiseSaid =>
  premise.kind === 'availability'
    ? { ...premise, facility_name: facilities.get(premise.facility_id) ?? '' }
    : { ...premise, name: partners.get(premise.outsourcing_code) ?? premise.outsourcing_code };

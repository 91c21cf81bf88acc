import type { components } from '../../../../server/contract/types.ts';
import { dayNumber, endDate, type Instant, type PlantDate } from '../../../../server/domain/ground/plant-time.ts';
import { mouldHalfDays } from '../../../../server/domain/plant/hours.ts';
import { type Block, blockOfDay, blockOfInstant, isAfternoon, type Span, spanOf } from './blocks.ts';

/** An entry of the plan, as the schedule calls answer it. */
export type Entry = components['schemas']['ScheduleEntry'] & {
  /** Of how many lots it is the box of a furnace run. */
  lots?: number;
};

/** The ground of a bar: its fill. */
export type Ground = 'normal' | 'locked' | 'finished' | 'undated' | 'outsourced' | 'past';

/** What a bar leaves free of its first and its last half day, in blocks. */
export interface Inset {
  from: number;
  to: number;
}

/** A furnace run as one box, with its lots that are known here: those found by the search first. */
export interface Charge {
  run: components['schemas']['FurnaceRun'];
  lots: readonly Entry[];
}

/** Whether a bar shows something that the search leaves out. */
export const showsUnmatched = ({ entry, charge }: Bar): boolean =>
  entry.unmatched === true || (charge?.lots.some(({ unmatched }) => unmatched) ?? false);

/** The lots of a furnace run that the search finds. */
export const foundIn = ({ lots }: Charge): Entry[] => lots.filter(({ unmatched }) => !unmatched);

/** A furnace run as if it held only some of its lots. */
export function chargeOf({ run, lots }: Charge, isIn: (id: number) => boolean): Charge {
  const members = run.members.filter(({ entry_id }) => isIn(entry_id));
  const part = (of: (member: (typeof members)[number]) => number): number => {
    const all = run.members.reduce((sum, member) => sum + of(member), 0);
    return all === 0 ? 0 : members.reduce((sum, member) => sum + of(member), 0) / all;
  };
  const [weight, volume] = [part((member) => member.weight), part((member) => member.volume)];
  const share = (whole: number | null, by: number): number | null => (whole === null ? null : whole * by);
  return {
    lots: lots.filter(({ id }) => isIn(id)),
    run: {
      ...run,
      members,
      load_weight: run.load_weight * weight,
      load_volume: run.load_volume * volume,
      weight_share: share(run.weight_share, weight),
      volume_share: share(run.volume_share, volume),
    },
  };
}

/** One bar: an entry with what is drawn of it. */
export interface Bar {
  id: string;
  entry: Entry;
  span: Span;
  ground: Ground;
  /** The order of an unfinished entry that is searched is late: the bar bears a flag. */
  flagged: boolean;
  /** End of the lot's previous task; the date alone where that task is not among the entries. */
  previous: { date: PlantDate; afternoon: boolean | undefined } | undefined;
  /** The dotted blocks after the casting, where the task is the one that breaks the mold. */
  demolding: Span | undefined;
  /** Where bars are drawn by the minute. */
  inset?: Inset;
  /** Where the plan had what has happened by now, as it is drawn: in other half days. */
  planned?: Span | undefined;
  charge?: Charge;
}

/** The drawn part of a bar on a span. */
export const drawnSpan = ({ inset }: Pick<Bar, 'inset'>, { start, end }: Span): Span => ({
  start: start + (inset?.from ?? 0),
  end: end - (inset?.to ?? 0),
});

/** The finished beginning of a lot, or a finished lot, as one row; `open`: its tasks stand under it. */
export interface Fold {
  kind: 'lot' | 'head';
  /** How many bars it holds, from the lot's first on. */
  count: number;
  open: boolean;
}

/** A facility as a group of bars, with its load and its lanes where they are shown. */
export interface Facility {
  id: number | null;
  name: string;
  load?: components['schemas']['FacilityLoad'];
  open?: boolean;
  /** How many lanes it has, and the height of one in pixels. */
  lanes?: number;
  lane?: number;
}

/** Bars that stand together: those of a lot, or those of a facility. */
export interface BarGroup {
  key: string;
  bars: Bar[];
  /** The order of the lot, and whether this is its first lot on the page. */
  order?: { id: number; leads: boolean };
  /** The finished beginning of the lot, shown as one row. */
  fold?: Fold;
  /** The facility; null is なし. */
  facility?: Facility;
}

/** What demolding needs: hours by `demoldingKey`, and when lots are cast by `lotKey`. */
interface Casting {
  hours: ReadonlyMap<string, number>;
  cast: ReadonlyMap<string, Instant>;
}
const NO_CASTING: Casting = { hours: new Map(), cast: new Map() };
/** A lot of an order. */
export const lotKey = (orderId: number, lotNumber: string): string => `${orderId}:${lotNumber}`;
/** A product and a task. */
export const demoldingKey = (productId: number | null, taskId: number): string => `${productId}:${taskId}`;

/** Which fill an entry has: what kind of work it is. Finished wins over locked, locked over outsourced, that over past its deadline. */
export function groundOf(entry: Entry): Ground {
  if (entry.received_locked) return entry.last_reception_date === null ? 'undated' : 'finished';
  if (entry.locked) return 'locked';
  if (entry.outsourced) return 'outsourced';
  return entry.past_deadline ? 'past' : 'normal';
}

const sortOf = (entry: Entry): number => entry.task_sort ?? Number.MAX_SAFE_INTEGER;

function previousOf(entry: Entry, before: Entry | undefined): Bar['previous'] {
  if (entry.starting_date === null) return undefined;
  const known = before !== undefined && endDate(before.end_date) === entry.starting_date;
  const last: Block = known ? spanOf(before.start_date, before.end_date).end - 1 : 0;
  return { date: entry.starting_date, afternoon: known ? isAfternoon(last) : undefined };
}

function demoldingOf(entry: Entry, casting: Casting): Span | undefined {
  const needed = casting.hours.get(demoldingKey(entry.product_id, entry.task_id)) ?? 0;
  const cast = casting.cast.get(lotKey(entry.order_id, entry.lot_number));
  if (needed <= 0 || cast === undefined) return undefined;
  const start = blockOfInstant(cast);
  return { start, end: start + mouldHalfDays(needed) };
}

/** The block at which the lot's previous task has ended; the day's end where the half day is not known. */
export const previousEnd = ({ previous }: Bar): Block | undefined =>
  previous && blockOfDay(dayNumber(previous.date)) + (previous.afternoon === false ? 1 : 2);

/** Where the end of the previous task is marked in a bar's row: none where the bar begins or ends at it, or stands over it. */
export function previousMark(bar: Bar): Block | undefined {
  const end = previousEnd(bar);
  // The dotted blocks of demolding begin at the casting themselves.
  if (end === undefined || bar.demolding) return undefined;
  return end < bar.span.start || end > bar.span.end ? end : undefined;
}

/** The block at which an entry's deadline is over. */
export const deadlineEnd = ({ deadline_date }: Entry): Block | undefined =>
  deadline_date === null ? undefined : blockOfDay(dayNumber(deadline_date) + 1);

/** From when to when the plan had what has happened; undefined where nothing has, or that was not kept. */
export const plannedPlace = ({ actual }: Entry): { start_date: Instant; end_date: Instant } | undefined =>
  actual?.planned_start && actual.planned_end ? { start_date: actual.planned_start, end_date: actual.planned_end } : undefined;

/** The half days of a planned place; undefined where the bar stands in the same, or the search leaves it out. */
export function plannedOf({ unmatched }: Entry, place: ReturnType<typeof plannedPlace>, span: Span): Span | undefined {
  if (!place || unmatched) return undefined;
  const planned = spanOf(place.start_date, place.end_date);
  return planned.start === span.start && planned.end === span.end ? undefined : planned;
}

/** The bar of an entry, given the one before it in its lot. */
export function barOf(entry: Entry, before: Entry | undefined, casting: Casting = NO_CASTING): Bar {
  const span = spanOf(entry.start_date, entry.end_date);
  return {
    id: String(entry.id),
    entry,
    span,
    planned: plannedOf(entry, plannedPlace(entry), span),
    ground: groundOf(entry),
    flagged: !entry.received_locked && !entry.unmatched && entry.lot_late_days > 0,
    previous: previousOf(entry, before),
    demolding: demoldingOf(entry, casting),
  };
}

/** Entries as groups of lots, in the order in which they came; within a lot by task order. */
export function groupsOf(entries: readonly Entry[], casting: Casting = NO_CASTING): BarGroup[] {
  const lots = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = lotKey(entry.order_id, entry.lot_number);
    const lot = lots.get(key);
    if (lot) lot.push(entry);
    else lots.set(key, [entry]);
  }
  const seen = new Set<number>();
  return [...lots].map(([key, lot]) => {
    const sorted = [...lot].sort((a, b) => sortOf(a) - sortOf(b) || a.id - b.id);
    const orderId = sorted[0]!.order_id;
    const leads = !seen.has(orderId);
    seen.add(orderId);
    return { key, order: { id: orderId, leads }, bars: sorted.map((entry, at) => barOf(entry, sorted[at - 1], casting)) };
  });
}

/** Entries under their facilities, in the order of the facilities; one without any entry stays as an empty row. */
export function facilityGroupsOf(entries: readonly Entry[], facilities: readonly { id: number | null; name: string }[]): BarGroup[] {
  const byFacility = new Map<number | null, Bar[]>(facilities.map(({ id }) => [id, []]));
  for (const entry of entries) byFacility.get(entry.facility)?.push(barOf(entry, undefined));
  return facilities.map((facility) => ({ key: String(facility.id), facility, bars: byFacility.get(facility.id)! }));
}

import type { components } from '../../../../server/contract/types.ts';
import { DAY_MINUTES, HALF_DAY_MINUTES } from '../../../../server/domain/ground/constants.ts';
import { CLOSES, OPENS, plantMinutes } from '../../../../server/domain/ground/plant-time.ts';
import { type Bar, type BarGroup, barOf, drawnSpan, type Entry, foundIn, type Inset, plannedOf, plannedPlace } from './bars.ts';
import { type Span, spanOf } from './blocks.ts';
import { lanesOf, type Stay } from './lanes.ts';
import { type Layout, type PlacedBar, type PlacedGroup, type Row, reachOf } from './layout.ts';
import { type FacilityLoad, STRIP_PX } from './load-strip.ts';

export type FurnaceRun = components['schemas']['FurnaceRun'];

/** A facility of the calendar. */
export interface FacilityRow {
  id: number | null;
  name: string;
  load: FacilityLoad;
  /** Its bars are shown under its strip; undefined while they are on their way. */
  open: boolean;
  bars: readonly Bar[] | undefined;
  /** Days on which nobody works there, by day number. */
  closed: ReadonlySet<number>;
  /** Days on which fewer units are there than it has, by day number, and how many are; left out where a lane is not a unit. */
  fewer?: ReadonlyMap<number, number>;
}

/** Heights of a lane and of its bars: work in two lines, a furnace in three, and work of no facility in one. */
const LANES = { work: { lane: 34, bar: 30 }, furnace: { lane: 52, bar: 47 }, none: { lane: 20, bar: 17 } } as const;
const PAD_PX = 2;
const NOON = HALF_DAY_MINUTES;
/** The least that is drawn of a bar, in blocks. */
const LEAST = 0.2;

const laneKind = ({ id, load }: Pick<FacilityRow, 'id' | 'load'>): keyof typeof LANES =>
  id === null ? 'none' : load.furnace ? 'furnace' : 'work';

/** A moment as a part of its half day on screen: working hours fill it; a furnace goes on until midnight. */
function partOf(minutes: number, elapsed: boolean): number {
  const clock = ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  const [from, to] = clock < NOON ? [OPENS, NOON] : [NOON, elapsed ? DAY_MINUTES : CLOSES];
  return Math.min(1, Math.max(0, (clock - from) / (to - from)));
}

/** What of its half days a bar leaves free at both ends, in blocks. */
export function insetOf(entry: Pick<Entry, 'start_date' | 'end_date'>, elapsed: boolean): Inset {
  const [start, end] = [plantMinutes(entry.start_date), plantMinutes(entry.end_date)];
  const span = spanOf(entry.start_date, entry.end_date);
  const from = Math.min(partOf(start, elapsed), 1 - LEAST);
  const rest = 1 - (end % HALF_DAY_MINUTES === 0 ? 1 : partOf(end, elapsed));
  return { from, to: Math.min(rest, span.end - span.start - from - LEAST) };
}

const stayOf = ({ entry, charge }: Bar): Stay => ({
  from: plantMinutes(entry.start_date),
  to: plantMinutes(entry.end_date),
  last: entry.received_locked,
  unit: charge?.run.unit ?? undefined,
});

/** Where the plan had what stands on a facility, by its minutes. */
function plannedBy(entry: Entry, place: ReturnType<typeof plannedPlace>, span: Span, elapsed: boolean): Span | undefined {
  const planned = plannedOf(entry, place, span);
  return planned && place && drawnSpan({ inset: insetOf(place, elapsed) }, planned);
}

/** Where the plan had a furnace run: a lot that goes in twice was planned from the first run to the last. */
function plannedRun(lots: readonly Entry[]): ReturnType<typeof plannedPlace> {
  const places = lots.flatMap((lot) => plannedPlace(lot) ?? []);
  const by = (side: keyof (typeof places)[number]) => places.toSorted((one, other) => plantMinutes(one[side]) - plantMinutes(other[side]));
  const [last, first] = [by('start_date').at(-1), by('end_date')[0]];
  return last && first && { start_date: last.start_date, end_date: first.end_date };
}

/** The bars of a facility: each entry by its minutes, those of a furnace run as one box. */
export function facilityBars(entries: readonly Entry[], runs: readonly FurnaceRun[], furnace: boolean): Bar[] {
  const known = new Map(runs.map((run) => [run.id, run]));
  const boxes = new Map<number, Entry[]>();
  const bars: Bar[] = [];
  for (const entry of entries) {
    const run = furnace && entry.furnace_run_id !== null ? known.get(entry.furnace_run_id) : undefined;
    if (!run) bars.push(workBar(entry, furnace || entry.outsourced));
    else if (boxes.has(run.id)) boxes.get(run.id)?.push(entry);
    else boxes.set(run.id, [entry]);
  }
  for (const [id, lots] of boxes) bars.push(boxOf(known.get(id)!, lots));
  return bars.sort((one, other) => stayOf(one).from - stayOf(other).from || Number(one.id) - Number(other.id));
}

/** An entry by its minutes. */
function workBar(entry: Entry, elapsed: boolean): Bar {
  const bar = barOf(entry, undefined);
  return { ...bar, inset: insetOf(entry, elapsed), planned: plannedBy(entry, plannedPlace(entry), bar.span, elapsed) };
}

/**
 * The box of a furnace run. It speaks of the lots that are searched, where there are any: bears the id of the first of them, and the state that they
 * have at worst.
 */
function boxOf(run: FurnaceRun, members: readonly Entry[]): Bar {
  const lots = [...members].sort((one, other) => Number(one.unmatched ?? false) - Number(other.unmatched ?? false));
  const found = foundIn({ run, lots });
  const bars = (found.length > 0 ? found : lots).map((entry) => barOf(entry, undefined));
  const [first] = bars as [Bar];
  const locked = bars.find(({ ground }) => ground === 'locked');
  const worst = locked ?? bars.find(({ ground }) => ground === 'past') ?? bars.find(({ ground }) => ground === 'normal') ?? first;
  const late = run.members.flatMap(({ received_locked, late_days }) => (received_locked || late_days === 0 ? [] : [late_days]));
  const most = Math.max(0, ...late);
  const entry: Entry = {
    ...worst.entry,
    id: first.entry.id,
    start_date: run.run_start,
    end_date: run.run_end,
    lots: run.members.length,
    late_days: most,
    lot_late_days: most,
  };
  const span = spanOf(run.run_start, run.run_end);
  return {
    ...worst,
    id: first.id,
    entry,
    span,
    planned: plannedBy(entry, plannedRun(found), span, true),
    // Also for a lot that the search leaves out: the box is late as a whole.
    flagged: found.length > 0 && late.length > 0,
    inset: insetOf(entry, true),
    charge: { run, lots },
  };
}

interface Placed {
  group: BarGroup;
  height: number;
  bars: PlacedBar[];
  shut: NonNullable<Row['shut']>;
}

/** Strip, lanes and bars of a facility. */
function placed(row: FacilityRow, index: number, top: number): Placed {
  const bars = row.open ? (row.bars ?? []) : [];
  const { lane, bar } = LANES[laneKind(row)];
  const least = row.open ? (row.load.furnace ? Math.max(1, row.load.units) : 1) : 0;
  const { lanes, count } = lanesOf(bars.map(stayOf), least);
  const begin = top + STRIP_PX + PAD_PX;
  return {
    group: { key: String(row.id), bars: [...bars], facility: { ...row, lanes: count, lane } },
    height: STRIP_PX + (row.open ? count * lane + PAD_PX : 0),
    bars: bars.map((one, at) => ({ bar: one, row: index, top: begin + lanes[at]! * lane, height: bar })),
    shut: row.open
      ? shutLanes(
          row,
          Array.from({ length: count }, (_, unit) => ({ top: begin + unit * lane, bottom: begin + (unit + 1) * lane })),
        )
      : [],
  };
}

/** The lanes with the days on which their unit is not there, but those on which the whole facility is closed. */
const shutLanes = ({ fewer, closed }: FacilityRow, lanes: readonly { top: number; bottom: number }[]): NonNullable<Row['shut']> =>
  lanes.flatMap((lane, unit) => {
    const days = new Set([...(fewer ?? [])].flatMap(([day, units]) => (units <= unit && !closed.has(day) ? day : [])));
    return days.size > 0 ? [{ ...lane, days }] : [];
  });

/** Places the facilities one under the other: a strip each, and under that of an open one its bars in lanes. */
export function facilityLayout(facilities: readonly FacilityRow[]): Layout {
  const rows: Row[] = [];
  const groups: PlacedGroup[] = [];
  let top = 0;
  for (const [index, facility] of facilities.entries()) {
    const { group, height, bars, shut } = placed(facility, index, top);
    rows.push({ index, group: index, top, height, bars, reach: reachOf(bars), closed: facility.closed, shut });
    groups.push({ group, top, height, first: index, count: 1 });
    top += height;
  }
  const byId = new Map<string, PlacedBar>();
  for (const one of rows.flatMap((row) => row.bars)) {
    for (const lot of one.bar.charge?.lots ?? []) byId.set(String(lot.id), one);
    byId.set(one.bar.id, one);
  }
  return { mode: 'inline', rows, groups, height: top, byId, folded: new Map() };
}

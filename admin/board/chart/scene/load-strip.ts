import type { components } from '../../../../server/contract/types.ts';
import { type Block, blockX, type Span, type Timeline, widthOf } from './blocks.ts';

/** The load of a facility, as its call answers it. */
export type FacilityLoad = components['schemas']['FacilityLoad'];

/** How full a half day is: below 80 %, up to 100 %, or with more than there is room for. */
type Level = 'calm' | 'near' | 'over';

/** 稼働率 from which a column and a meter are amber, and from which a facility is a bottleneck. */
export const NEAR = 0.8;
export const NECK = 0.95;
/** Height of a strip; of 100 % in it; of its highest column, 130 %. */
export const STRIP_PX = 22;
const FULL_PX = 13;
const TOP_PX = 17;
/** What lies under the columns. */
const FOOT_PX = 2;
/** Part of its half day that a column leaves free at each side; those of a furnace stand side by side. */
const COLUMN_GAP = 0.1;
/** A share that is 100 % but for rounding. */
const ROUNDING = 1.0005;

/** One column of a strip, pixels of the chart and from the strip's foot upwards. */
interface Column {
  half: number;
  x: number;
  width: number;
  height: number;
  level: Level;
}

/** How full a half day is; work where nothing is open counts as more than full. */
const shareOf = ({ load, open }: Pick<FacilityLoad, 'load' | 'open'>, half: number): number => {
  const [planned, room] = [load[half] ?? 0, open[half] ?? 0];
  if (room > 0) return planned / room;
  return planned > 0 ? Number.POSITIVE_INFINITY : 0;
};

/** Days of a furnace on which fewer units are there than it has, by number (`first`: the day with which its load begins), and how many are. */
export function fewerUnits(
  { unit, limit, units, open }: Pick<FacilityLoad, 'unit' | 'limit' | 'units' | 'open'>,
  first: number,
): Map<number, number> {
  const each = unit === 'runs' ? 1 : (limit ?? 0);
  const fewer = new Map<number, number>();
  for (let day = 0; each > 0 && 2 * day < open.length; day += 1) {
    const there = Math.round((open[2 * day] as number) / each);
    if (there < units) fewer.set(first + day, there);
  }
  return fewer;
}

/** The level of a half day: bars that do not fit are more than full, however little the sum is. */
export function levelOf(load: FacilityLoad, half: number): Level {
  if (load.over.some((over) => over.half === half)) return 'over';
  const share = shareOf(load, half);
  if (share > ROUNDING) return 'over';
  return share >= NEAR ? 'near' : 'calm';
}

/** The level of 稼働率. */
export const rateLevel = (rate: number | null): Level => (rate === null || rate < NEAR ? 'calm' : rate > ROUNDING ? 'over' : 'near');

/** Height of a share in pixels: 100 % is 13, more than 130 % is cut off. */
export const heightOf = (share: number): number => Math.min(TOP_PX, share * FULL_PX);

/** The columns of the half days with work that touch a span; `first` is the block of the strip's first half day. */
export function columnsOf(load: FacilityLoad, first: Block, span: Span, timeline: Timeline): Column[] {
  const columns: Column[] = [];
  const gap = load.furnace ? 0 : Math.round(timeline.px * COLUMN_GAP);
  const [from, to] = [Math.max(0, span.start - first), Math.min(load.load.length, span.end - first)];
  for (let half = from; half < to; half += 1) {
    const level = levelOf(load, half);
    const share = shareOf(load, half);
    if (share === 0 && level !== 'over') continue;
    // What does not fit is seen, however small its half day's sum is.
    const height = level === 'over' && share <= 1 ? FULL_PX + 1 : heightOf(share);
    columns.push({ half, x: blockX(first + half, timeline) + gap, width: timeline.px - 2 * gap, height, level });
  }
  return columns;
}

/** The half days with room, neighbours joined, as spans of blocks. */
function openSpans({ open }: FacilityLoad, first: Block, span: Span): Span[] {
  const spans: Span[] = [];
  for (let half = Math.max(0, span.start - first); half < Math.min(open.length, span.end - first); half += 1) {
    if ((open[half] ?? 0) <= 0) continue;
    const last = spans.at(-1);
    if (last && last.end === first + half) last.end += 1;
    else spans.push({ start: first + half, end: first + half + 1 });
  }
  return spans;
}

/** Paths of one strip by what they are. */
export type StripPaths = Record<'plot' | 'full' | 'cross' | Level | `${Level}Edge`, string>;

export const noPaths = (): StripPaths => ({
  plot: '',
  full: '',
  cross: '',
  calm: '',
  near: '',
  over: '',
  calmEdge: '',
  nearEdge: '',
  overEdge: '',
});

/** Adds a facility's strip, which begins at `top` and on the first half day of the timeline, to the paths. */
export function addStrip(paths: StripPaths, load: FacilityLoad, top: number, span: Span, timeline: Timeline): void {
  const first = timeline.start;
  const foot = top + STRIP_PX - FOOT_PX;
  for (const open of openSpans(load, first, span)) {
    const [x, width] = [blockX(open.start, timeline), widthOf(open, timeline)];
    paths.plot += `M${x} ${foot - TOP_PX}h${width}v${TOP_PX}h${-width}z`;
    paths.full += `M${x} ${foot - FULL_PX - 0.5}h${width}`;
  }
  for (const { x, width, height, level } of columnsOf(load, first, span, timeline)) {
    paths[level] += `M${x} ${foot - height}h${width}v${height}h${-width}z`;
    paths[`${level}Edge`] += `M${x} ${foot - height}h${width}v2h${-width}z`;
    if (level === 'over') paths.cross += `M${x} ${foot - FULL_PX - 0.5}h${width}`;
  }
}

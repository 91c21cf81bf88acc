import type { Instant } from '../../../server/domain/ground/plant-time.ts';
import { NAMED_PX } from '../chart/paint/facility-look.ts';
import { type Bar, drawnSpan } from '../chart/scene/bars.ts';
import { type Span, type Timeline, widthOf } from '../chart/scene/blocks.ts';
import { barsBetween, type Row } from '../chart/scene/layout.ts';
import type { Scene } from '../chart/scene/scene.ts';

/** A line of a list: a facility, or a bar or a lot of a furnace run on it. */
export type ListLine = { facility: string } | Listed;

interface Listed {
  id: number;
  start: Instant;
  end: Instant;
  unique_order: string;
  task_name: string;
}

/** Lines of a column, and columns of a sheet. */
export const LINES = 56;
export const COLUMNS = 4;

/** Whether a bar bears its 製番; the box of a furnace run never does. */
const isNamed = (bar: Bar, timeline: Timeline): boolean => !bar.charge && widthOf(drawnSpan(bar, bar.span), timeline) >= NAMED_PX - 1;

function listed({ entry, charge }: Bar): Listed[] {
  const { id, start_date: start, end_date: end, unique_order, task_name } = entry;
  if (!charge) return [{ id, start, end, unique_order, task_name }];
  return charge.run.members.map(({ entry_id, unique_order: lot }) => ({ id: entry_id, start, end, unique_order: lot, task_name }));
}

/** All that is searched on a facility in these days, where some of it bears no 製番. */
function linesOf(row: Row, facility: string, timeline: Timeline): ListLine[] {
  const span: Span = { start: timeline.start, end: timeline.end };
  const bars = barsBetween(row, span).flatMap(({ bar }) => (bar.entry.unmatched ? [] : bar));
  if (bars.every((bar) => isNamed(bar, timeline))) return [];
  return [{ facility }, ...bars.flatMap(listed)];
}

const parts = <One>(all: readonly One[], size: number): One[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

/** The lists behind a sheet of facilities: what stands on it without its 製番, by facility and start, a sheet in columns. */
export function listsOf({ layout, timeline }: Pick<Scene, 'layout' | 'timeline'>): ListLine[][][] {
  const lines = layout.rows.flatMap((row) => {
    const { facility } = layout.groups[row.group]!.group;
    return facility ? linesOf(row, facility.name, timeline) : [];
  });
  return parts(parts(lines, LINES), COLUMNS);
}

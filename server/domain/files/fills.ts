import { codeKey } from '../ground/fold.ts';
import { IMPORT_TEXTS as TEXTS } from '../texts/files/imports.ts';
import { spelled } from './cells/cell-context.ts';
import { type Cell, cellValue, type Grid, type GridRow, isBlank, type Merge } from './grid.ts';
import type { ImportKind } from './imports.ts';
import type { Issues } from './issues.ts';
import { type Layout, rangeName } from './layout.ts';

/** Blank cells that mean something: merged ones, and those that mean "as above". */

/** Gives each row inside a vertical merge the value of the merge's first row. */
export function fillDown(merges: ReadonlyMap<number, readonly Merge[]>): (row: GridRow) => Cell[] {
  if (merges.size === 0) return (row) => row.cells;
  const state = new Map([...merges].map(([at, list]) => [at, { list, next: 0, value: null as Cell }]));
  return (row) => {
    const cells = [...row.cells];
    for (const [at, one] of state) {
      while (one.next < one.list.length && (one.list[one.next] as Merge).bottom < row.row) one.next += 1;
      const merge = one.list[one.next];
      if (merge === undefined || merge.top > row.row) continue;
      if (merge.top === row.row) one.value = cells[at] ?? null;
      else cells[at] = one.value;
    }
    return cells;
  };
}

/** Where several rows describe one thing, a blank under a value of its own means the value above (hazard H12, without the merge). */
export function asAbove(kind: ImportKind, grid: Grid, layout: Layout): { fill(cells: Cell[]): Cell[]; say(found: Issues): void } {
  const keyed = layout.columns.find(({ column }) => column.field === kind.owner?.key);
  const own = layout.columns.filter(({ column, at }) => at >= 0 && kind.owner?.fields.includes(column.field));
  const counts = own.map(() => 0);
  const last = new Map<string, Cell[]>();
  const fill = (cells: Cell[]): Cell[] => {
    const key = keyed && codeKey(spelled(cellValue(cells[keyed.at])));
    if (!key) return cells;
    const above = last.get(key);
    let filled = cells;
    for (const [index, { at }] of above ? own.entries() : []) {
      if (!isBlank(cells[at]) || isBlank(above?.[at]) || (grid.format === 'csv' && at >= cells.length)) continue;
      if (filled === cells) filled = [...cells];
      filled[at] = above?.[at] ?? null;
      counts[index] = (counts[index] ?? 0) + 1;
    }
    // The row itself, no copy of it: there may be 200,000.
    last.set(key, filled);
    return filled;
  };
  const say = (found: Issues): void => {
    for (const [index, { column }] of own.entries()) {
      if (counts[index]) found.add('warning', null, null, TEXTS.asAbove(column.header, keyed?.column.header ?? '', counts[index]));
    }
  };
  return { fill: keyed && own.length > 0 ? fill : (cells) => cells, say };
}

/** Where a file numbers the parts of a thing and names both once, in the first of their rows: blanks under them mean the row above. */
export function keysAbove(kind: ImportKind, layout: Layout): { fill(cells: Cell[]): Cell[]; say(found: Issues): void } {
  const part = layout.columns.find(({ column }) => column.within !== undefined);
  const whole = part && layout.columns.find(({ column }) => column.field === part.column.within);
  // Without a key of its own under them a row is no row of the same part.
  if (!part || !whole || whole.at < 0 || part.at < 0 || kind.key.length < 3) return { fill: (cells) => cells, say: () => undefined };
  const others = layout.columns.filter((one) => one !== part && one !== whole && one.column.filled);
  const counts = [0, 0];
  let [thing, number]: Cell[] = [null, null];
  const fill = (cells: Cell[]): Cell[] => {
    if (!isBlank(cells[whole.at])) {
      [thing, number] = [cells[whole.at] ?? null, cells[part.at] ?? null];
      return cells;
    }
    if (isBlank(thing) || others.every(({ at }) => isBlank(cells[at]))) return cells;
    const filled = [...cells];
    filled[whole.at] = thing ?? null;
    counts[0] = (counts[0] ?? 0) + 1;
    if (!isBlank(cells[part.at])) number = cells[part.at] ?? null;
    else if (!isBlank(number)) {
      filled[part.at] = number ?? null;
      counts[1] = (counts[1] ?? 0) + 1;
    }
    return filled;
  };
  const say = (found: Issues): void => {
    for (const [index, { column }] of [whole, part].entries()) {
      if (counts[index]) found.add('warning', null, null, TEXTS.keyAbove(column.header, counts[index]));
    }
  };
  return { fill, say };
}

/** Gives the merge that swallowed a blank cell in need of a value, and whether the merge is named for the first time; undefined: no merge did. */
export type Swallowed = (row: number, at: number) => { merge: Merge; first: boolean } | undefined;

/** Merges whose value belongs to their first row alone: one sentence for those of the same columns, and one for a whole block of cells that lack a value they need. */
export function blocksOf(merges: readonly Merge[]): { swallowed: Swallowed; say(found: Issues): void } {
  const named = new Set<Merge>();
  const swallowed: Swallowed = (row, at) => {
    const merge = merges.find(({ top, bottom, left, right }) => row >= top && row <= bottom && at >= left && at <= right);
    if (merge === undefined) return undefined;
    const first = !named.has(merge);
    named.add(merge);
    return { merge, first };
  };
  const say = (found: Issues): void => {
    const groups = new Map<string, Merge[]>();
    for (const merge of merges) {
      const columns = `${merge.left} ${merge.right}`;
      if (!named.has(merge)) groups.set(columns, [...(groups.get(columns) ?? []), merge]);
    }
    for (const group of groups.values()) found.add('warning', group[0]?.top ?? null, null, TEXTS.merged(group.map(rangeName)));
  };
  return { swallowed, say };
}

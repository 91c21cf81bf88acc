import type { PlacedBar } from '../../../domain/bars/judge.ts';
import { grouped } from '../../../domain/ground/collections.ts';
import { epochMs, type Instant } from '../../../domain/ground/plant-time.ts';
import type { PlanningRows } from '../../../scheduling/index.ts';

/** A bar as it is judged, or a piece of it in one of several furnace runs, and what its neighbours are held to. */
export interface Placed extends PlacedBar {
  lot_id: number;
  task_id: number;
  task_sort: number | null;
  facility_id: number | null;
  bar_start: Instant;
  bar_end: Instant;
  /** When the bar was begun and ended, and when this piece of it was begun. */
  bar_started: Instant | null;
  finished_at: Instant | null;
  started_at: Instant | null;
  outsourced: boolean;
  before_casting: boolean;
  finished: boolean;
  open: boolean;
  holds: boolean;
}

type Row<Table extends keyof PlanningRows> = PlanningRows[Table][number];

/** The rows of a plan that belong to a lot or a furnace run. */
export interface LotTables {
  order_tasks: Row<'order_tasks'>;
  plan_entries: Row<'plan_entries'>;
  closed: Row<'closed'> & { lot_id: number };
  placed: Placed;
  furnace_runs: Row<'furnace_runs'>;
  furnace_run_members: Row<'furnace_run_members'>;
}
export type LotTable = keyof LotTables;

/** Lots and furnace runs. */
export interface Keys {
  lots: readonly number[];
  runs: readonly number[];
}

/** Rows by table. */
export type RowsOfLots = { readonly [Table in LotTable]: readonly LotTables[Table][] };

/** All rows of lots and furnace runs as they are now, in place of those that were known; of no keys: all there are. */
export interface LotChange {
  keys: Keys | null;
  rows: RowsOfLots;
}

/** By which column the rows of each table are found, and of what it is the id. */
export const KEY_OF = {
  order_tasks: { column: 'lot_id', of: 'lots' },
  plan_entries: { column: 'lot_id', of: 'lots' },
  closed: { column: 'lot_id', of: 'lots' },
  placed: { column: 'lot_id', of: 'lots' },
  furnace_runs: { column: 'id', of: 'runs' },
  furnace_run_members: { column: 'furnace_run_id', of: 'runs' },
} as const satisfies { readonly [Table in LotTable]: { column: keyof LotTables[Table]; of: keyof Keys } };
export const LOT_TABLES = Object.keys(KEY_OF) as LotTable[];

/** The order of a table's rows as a run reads them, where it is not that of lots or furnace runs. */
const IN_ORDER: { readonly [Table in LotTable]?: (row: LotTables[Table]) => number } = {
  plan_entries: ({ id }) => id,
  closed: ({ order_task_id }) => order_task_id,
};

/** A bar at its facility, from when to when in epoch ms. */
export interface Standing {
  readonly bar: Placed;
  readonly from: number;
  readonly to: number;
}

/** Rows by lot and by furnace run, and where the bars stand. What is changed is another one; the former stays as it was. */
export interface LotRows {
  readonly tables: { readonly [Table in LotTable]: ReadonlyMap<number, readonly LotTables[Table][]> };
  /** Pieces by facility. */
  readonly standing: ReadonlyMap<number, readonly Standing[]>;
  /** The lot of each bar that ever was. */
  readonly lotOf: ReadonlyMap<number, number>;
}

/** Rows by lot and by furnace run. */
export function lotRowsOf(rows: RowsOfLots): LotRows {
  const tables = Object.fromEntries(LOT_TABLES.map((table) => [table, byKey(table, rows[table])])) as unknown as LotRows['tables'];
  const standing = new Map<number, Standing[]>();
  for (const bar of rows.placed) stand(standing, bar);
  return { tables, standing, lotOf: new Map(rows.placed.map(({ id, lot_id }) => [id, lot_id])) };
}

/** The rows after a change of lots and furnace runs. */
export function changedRows(before: LotRows, { keys, rows }: LotChange): LotRows {
  if (!keys) return lotRowsOf(rows);
  const after: Record<string, ReadonlyMap<number, unknown>> = {};
  for (const table of LOT_TABLES) {
    const map = new Map<number, unknown>(before.tables[table]);
    for (const key of keys[KEY_OF[table].of]) map.delete(key);
    for (const [key, own] of byKey(table, rows[table])) map.set(key, own);
    after[table] = map;
  }
  const lots = new Set(keys.lots);
  const former = keys.lots.flatMap((lot) => before.tables.placed.get(lot) ?? []);
  const standing = new Map(before.standing as ReadonlyMap<number, Standing[]>);
  for (const facility of new Set([...former, ...rows.placed].flatMap(({ facility_id }) => facility_id ?? [])))
    standing.set(
      facility,
      (standing.get(facility) ?? []).filter(({ bar }) => !lots.has(bar.lot_id)),
    );
  const lotOf = before.lotOf as Map<number, number>;
  for (const bar of rows.placed) {
    stand(standing, bar);
    lotOf.set(bar.id, bar.lot_id);
  }
  return { tables: after as unknown as LotRows['tables'], standing, lotOf };
}

const byKey = <Table extends LotTable>(table: Table, rows: readonly LotTables[Table][]): Map<number, LotTables[Table][]> =>
  grouped(rows, (row) => row[KEY_OF[table].column as keyof LotTables[Table]] as number);

function stand(standing: Map<number, Standing[]>, bar: Placed): void {
  if (bar.facility_id === null) return;
  const one = { bar, from: epochMs(bar.start_at), to: epochMs(bar.end_at) };
  const others = standing.get(bar.facility_id);
  if (others) others.push(one);
  else standing.set(bar.facility_id, [one]);
}

/** The rows of a table, of all lots and furnace runs or of these, in the order in which a run reads them. */
export function allOf<Table extends LotTable>({ tables }: LotRows, table: Table, keys?: readonly number[]): LotTables[Table][] {
  const groups: ReadonlyMap<number, readonly LotTables[Table][]> = tables[table];
  const rows = [...(keys ?? groups.keys())].sort((a, b) => a - b).flatMap((key) => groups.get(key) ?? []);
  const order = IN_ORDER[table] as ((row: LotTables[Table]) => number) | undefined;
  return order ? rows.sort((a, b) => order(a) - order(b)) : rows;
}

/** The lots of the bars that stand in furnace runs. */
export const lotsInRuns = ({ tables, lotOf }: LotRows, runs: readonly number[]): number[] =>
  runs.flatMap((run) => (tables.furnace_run_members.get(run) ?? []).flatMap(({ plan_entry_id }) => lotOf.get(plan_entry_id) ?? []));

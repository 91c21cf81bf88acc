import type { Knex } from 'knex';
import type { Plan } from '../../../db/plan.ts';
import type { PlanSettings } from '../../../domain/plant/plan-settings.ts';
import { type PlanningRows, withPremises, withSettings } from '../../../scheduling/index.ts';
import { premisesIn } from '../../plan/plan.service.ts';
import { settingsInForce } from '../ask/plan-settings.service.ts';
import { allOf, changedRows, LOT_TABLES, type LotRows, type LotTable, lotRowsOf, lotsInRuns } from '../judge/lot-rows.ts';
import { keysOf, type RowChange, readAllLots, readLots, rowChanges, TOLD_BY_ROW } from '../judge/lots.store.ts';
import { type CommonRows, type Plant, plantOf } from '../judge/plant.ts';
import { QUERIES } from '../tables.store.ts';
import { readTables } from '../work/load-rows.ts';
import { fewPlans } from './few-plans.ts';
import { asText, changesOfTables, READ_OF } from './touched.store.ts';

/** What a run would read of a plan at a moment, in the plant of its premises. */
export interface Read {
  readonly rows: PlanningRows;
  readonly settings: PlanSettings;
  /** Counts up: another reading of the same number says the same. */
  readonly version: number;
  /** What was told of the changes of its tables, as one text. */
  readonly told: string;
  /** The same by lot, as bars are judged. */
  readonly plant: Plant;
  readonly lots: LotRows;
  /** In which lots alone the reading of another version differs from this one; null: nobody knows. */
  lotsSince(version: number): ReadonlySet<number> | null;
}

/** The tables of no lot: what they say of a plant is the same for every plan. */
const COMMON = (Object.keys(QUERIES) as (keyof PlanningRows)[]).filter(
  (table): table is keyof CommonRows => !(LOT_TABLES as readonly string[]).includes(table),
);
const SETTINGS = 'settings';
/** Of more lots than these the tables are read whole. */
const MOST_LOTS = 300;
/** So many changes, one after another, are remembered by their lots. */
const MOST_CHANGES = 100;

type Told = ReadonlyMap<string, string>;

/** The tables of a plan, and the reading that was made of them and of what is of no plan. */
interface KeptPlan {
  lots: LotRows;
  told: Told;
  /** The changes that are in it, of tables that tell them by row. */
  seen: ReadonlySet<number>;
  common: CommonRows;
  settings: PlanSettings;
  /** As one text. */
  premises: string;
  read: Read;
  /** The last changes that were of single lots, each with the version of the reading before it. */
  changes: readonly Change[];
}

/** In which lots a reading differs from the one before it. */
interface Change {
  readonly from: number;
  readonly lots: ReadonlySet<number>;
}

/**
 * A reading that stays: asked again it reads what has changed, in the snapshot of the transaction that it is given: lots and furnace runs where that is known of a table, else
 * the table. What is of no plan is read once for all.
 */
export function createReading(): (trx: Knex.Transaction, plan: Plan) => Promise<Read> {
  let common: { rows: Partial<CommonRows>; told: Told } = { rows: {}, told: new Map() };
  let settings: PlanSettings | undefined;
  const plans = fewPlans((): { last?: KeptPlan } => ({}));
  let versions = 0;
  return async (trx, plan) => {
    const told = await changesOfTables(trx);
    if (!settings || told.get(SETTINGS) !== common.told.get(SETTINGS)) settings = await settingsInForce(trx);
    const changed = COMMON.filter((table) => !common.rows[table] || changesIn(table, common.told, told).length > 0);
    const rows = (changed.length === 0 ? common.rows : { ...common.rows, ...(await readTables(trx, changed, plan)) }) as CommonRows;
    common = { rows, told };
    const kept = plans(plan);
    const { last } = kept;
    const own = await lotsNow(trx, plan, told, last);
    const stands = await premisesIn(trx, plan);
    const premises = JSON.stringify(stands);
    const isSamePlant = last?.settings === settings && last.premises === premises && last.common === rows;
    const isSame = isSamePlant && last.lots === own.lots;
    const changes = isSame ? last.changes : isSamePlant && own.changed ? withChange(last, own.changed) : [];
    const read = isSame
      ? last.read
      : reading({
          lots: own.lots,
          plant: isSamePlant ? last.read.plant : plantOf(rows, withSettings(settings, stands), stands),
          version: ++versions,
          told: asText(told),
          lotsSince: (version) => lotsSince(changes, version),
        });
    kept.last = { ...own, told, common: rows, settings, premises, read, changes };
    return read;
  };
}

const withChange = ({ changes, read }: KeptPlan, lots: ReadonlySet<number>): Change[] =>
  [...changes, { from: read.version, lots }].slice(-MOST_CHANGES);

function lotsSince(changes: readonly Change[], version: number): ReadonlySet<number> | null {
  const first = changes.findIndex(({ from }) => from === version);
  return first < 0 ? null : new Set(changes.slice(first).flatMap(({ lots }) => [...lots]));
}

/** Its rows are put together once somebody asks for them. */
function reading(read: Omit<Read, 'rows' | 'settings'>): Read {
  let rows: PlanningRows | undefined;
  const { plant, lots } = read;
  return {
    ...read,
    settings: plant.settings,
    get rows() {
      rows ??= withPremises(inOrder(plant.rows, lots), plant.premises);
      return rows;
    },
  };
}

/** The tables of which a table of the reading is made, and of whose changes something else was told. */
const changesIn = (table: keyof typeof READ_OF, before: Told, now: Told): string[] =>
  READ_OF[table].filter((name) => now.get(name) !== before.get(name));

const isToldByRow = (name: string): boolean => TOLD_BY_ROW.includes(name);

/** The rows of lots and furnace runs as they are now; `changed`: in which lots alone they differ from those before, null: nobody knows. */
async function lotsNow(
  trx: Knex.Transaction,
  plan: Plan,
  told: Told,
  last: KeptPlan | undefined,
): Promise<Pick<KeptPlan, 'lots' | 'seen'> & { changed: ReadonlySet<number> | null }> {
  if (!last) return { lots: lotRowsOf(await readAllLots(trx, plan)), seen: seenIn(await rowChanges(trx)), changed: null };
  const touched = LOT_TABLES.filter((table) => changesIn(table, last.told, told).length > 0);
  if (touched.length === 0) return { lots: last.lots, seen: last.seen, changed: new Set() };
  const changes = await rowChanges(trx);
  const unseen = changes.filter(({ id }) => !last.seen.has(id));
  const seen = seenIn(changes);
  // Of changes that were taken back or put together nobody knows what they were.
  const keys = [...last.seen].every((id) => seen.has(id)) ? await keysOf(trx, unseen) : null;
  const former = keys && lotsInRuns(last.lots, keys.runs);
  const lots = new Set([...(keys?.lots ?? []), ...(former ?? [])]);
  const isByRow = touched.every((table) => changesIn(table, last.told, told).every(isToldByRow));
  if (!keys || lots.size > MOST_LOTS || !isByRow) {
    const known = LOT_TABLES.filter((table) => !touched.includes(table)).map((table) => [table, allOf(last.lots, table)]);
    return { lots: lotRowsOf(await readAllLots(trx, plan, Object.fromEntries(known))), seen, changed: null };
  }
  const own = { lots: [...lots], runs: keys.runs };
  return { lots: changedRows(last.lots, { keys: own, rows: await readLots(trx, plan, own) }), seen, changed: lots };
}

const seenIn = (changes: readonly RowChange[]): Set<number> => new Set(changes.map(({ id }) => id));

/** The rows with their tables in the order of the queries, as a run reads them. */
const inOrder = (common: CommonRows, lots: LotRows): PlanningRows =>
  Object.fromEntries(
    (Object.keys(QUERIES) as (keyof PlanningRows)[]).map((table) => [
      table,
      (common as Partial<PlanningRows>)[table] ?? allOf(lots, table as Exclude<LotTable, 'placed'>),
    ]),
  ) as unknown as PlanningRows;

import type { Knex } from 'knex';
import type { Plan } from '../../../db/plan.ts';
import type { PlanSettings } from '../../../domain/plant/plan-settings.ts';
import { type PlanningRows, withPremises, withSettings } from '../../../scheduling/index.ts';
import { premisesIn } from '../../plan/plan.service.ts';
import { settingsInForce } from '../ask/plan-settings.service.ts';
import { QUERIES } from '../tables.store.ts';
import { readTables } from '../work/load-rows.ts';
import { asText, changesOfTables, READ_OF } from './touched.store.ts';

/** What a run would read of a plan at a moment, in the plant of its premises. */
export interface Read {
  readonly rows: PlanningRows;
  readonly settings: PlanSettings;
  /** Counts up: another reading of the same number says the same. */
  readonly version: number;
  /** What was told of the changes of its tables, as one text. */
  readonly told: string;
}

const TABLES = Object.keys(QUERIES) as (keyof PlanningRows)[];
const [OF_PLAN, OF_ALL] = [true, false].map((is) => TABLES.filter((table) => QUERIES[table].includes(':plan') === is)) as [
  typeof TABLES,
  typeof TABLES,
];
const SETTINGS = 'settings';
/** More plans than these are not kept in memory; the one that was asked for longest ago goes. */
const MOST_PLANS = 3;

/** Tables as they were read, and what was told of their changes then. */
interface Kept {
  rows: Partial<PlanningRows>;
  told: ReadonlyMap<string, string>;
}

/** The tables of a plan, and the reading that was made of them and of what is of no plan. */
interface KeptPlan extends Kept {
  common: Kept['rows'];
  settings: PlanSettings;
  /** As one text. */
  premises: string;
  read: Read;
}

const NOTHING: Kept = { rows: {}, told: new Map() };

/** A reading that stays: asked again it reads the tables that have changed, in the snapshot of the transaction that it is given. What is of no plan is read once for all. */
export function createReading(): (trx: Knex.Transaction, plan: Plan) => Promise<Read> {
  let common = NOTHING;
  let settings: PlanSettings | undefined;
  const plans = new Map<Plan, KeptPlan>();
  let versions = 0;
  return async (trx, plan) => {
    const told = await changesOfTables(trx);
    const readAnew = async (kept: Kept, tables: readonly (keyof PlanningRows)[]): Promise<Kept> => {
      const changed = tables.filter((table) => !kept.rows[table] || READ_OF[table].some((name) => told.get(name) !== kept.told.get(name)));
      return { rows: changed.length === 0 ? kept.rows : { ...kept.rows, ...(await readTables(trx, changed, plan)) }, told };
    };
    if (!settings || told.get(SETTINGS) !== common.told.get(SETTINGS)) settings = await settingsInForce(trx);
    common = await readAnew(common, OF_ALL);
    const last = plans.get(plan);
    const own = await readAnew(last ?? NOTHING, OF_PLAN);
    const stands = await premisesIn(trx, plan);
    const premises = JSON.stringify(stands);
    const isSame = last?.settings === settings && last.premises === premises && last.common === common.rows && last.rows === own.rows;
    const premised = (): Omit<Read, 'version' | 'told'> => ({
      rows: withPremises(inOrder({ ...common.rows, ...own.rows }), stands),
      settings: withSettings(settings!, stands),
    });
    const read = isSame ? last.read : { ...premised(), version: ++versions, told: asText(told) };
    plans.delete(plan);
    plans.set(plan, { ...own, common: common.rows, settings, premises, read });
    for (const oldest of [...plans.keys()].slice(0, -MOST_PLANS)) plans.delete(oldest);
    return read;
  };
}

/** The rows with their tables in the order of the queries, as a run reads them. */
const inOrder = (rows: Partial<PlanningRows>): PlanningRows =>
  Object.fromEntries(TABLES.map((table) => [table, rows[table]])) as unknown as PlanningRows;

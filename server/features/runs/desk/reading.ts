import type { Knex } from 'knex';
import { PUBLISHED } from '../../../db/plan.ts';
import type { PlanningRows, PlanSettings } from '../../../scheduling/index.ts';
import { settingsInForce } from '../ask/plan-settings.service.ts';
import { QUERIES } from '../tables.store.ts';
import { readTables } from '../work/load-rows.ts';
import { changesOfTables, READ_OF } from './touched.store.ts';

/** What a run would read of the published plan at a moment. */
export interface Read {
  readonly rows: PlanningRows;
  readonly settings: PlanSettings;
  /** Counts up: another reading of the same number says the same. */
  readonly version: number;
}

const TABLES = Object.keys(QUERIES) as (keyof PlanningRows)[];
const SETTINGS = 'settings';

/** A reading that stays: asked again it reads the tables that have changed, in the snapshot of the transaction that it is given. */
export function createReading(): (trx: Knex.Transaction) => Promise<Read> {
  let told = new Map<string, string>();
  let last: Read | undefined;
  return async (trx) => {
    const now = await changesOfTables(trx);
    const isNew = (name: string): boolean => last === undefined || now.get(name) !== told.get(name);
    const changed = TABLES.filter((table) => READ_OF[table].some(isNew));
    if (last && changed.length === 0 && !isNew(SETTINGS)) return last;
    const rows = { ...last?.rows, ...(await readTables(trx, changed, PUBLISHED)) } as PlanningRows;
    last = { rows, settings: await settingsInForce(trx), version: (last?.version ?? 0) + 1 };
    told = now;
    return last;
  };
}

import type { Knex } from 'knex';
import { lockPlan, type Plan, PUBLISHED } from '../../../db/plan.ts';
import type { PlanPart } from '../../../domain/plant/plan-inputs.ts';
import { type PlanningRows, withPremises } from '../../../scheduling/index.ts';
import { premisesIn } from '../../plan/plan.service.ts';
import type { PlanPremise } from '../../plan/publish.service.ts';
import { QUERIES } from '../tables.store.ts';
import { type InputPrints, inputPrints, unseenChanges } from './inputs.store.ts';

/** What a run reads: the rows of one consistent snapshot, and the plan they stand in. */
export interface Snapshot {
  rows: PlanningRows;
  /** Its times are the database's own, as it writes them. */
  plan: {
    id: number;
    fingerprint: string | null;
    /** null: nothing has been planned yet. */
    published_at: string | null;
    /** When it was changed by hand since it was published; null: not. */
    edited_at: string | null;
    /** Whether something of that stays: not every step of it was taken back. */
    stays_edited: boolean;
    /** When the shop floor said something of it since it was published. */
    marked_at: string | null;
    /** The newest tap of the shop floor that was read; each waits for the plan's row, so that later ones have greater numbers, whatever the clock says. */
    last_tap: number;
    /** What the plan was made from; null: by a version that printed nothing, or never. */
    input_prints: InputPrints | null;
  };
  /** The print of what was read, and the changes that are in it for the first time. */
  inputs: { prints: InputPrints; changes: { audit_id: number; part: PlanPart }[] };
}

/** What a scenario is planned from: the plant and its own bars, and the print of that. */
export const loadScenario = (
  db: Knex,
  plan: Plan,
): Promise<{ rows: PlanningRows; prints: InputPrints; last_tap: number; premises: PlanPremise[] }> =>
  inSnapshot(db, async (trx) => {
    const { last_tap } = (await trx('work_taps').first(trx.raw('coalesce(max(id), 0) as last_tap')))!;
    return { rows: await loadRows(trx, plan), prints: await inputPrints(trx), last_tap, premises: await premisesIn(trx, plan) };
  });

/** Every write is a step; those that were taken back changed nothing in the end. */
const STAYS_EDITED = `edited_at is not null and coalesce(
  (select bool_or(not undone) from schedule_steps s where s.layer = plans.layer and s.at > plans.published_at), true) as stays_edited`;

/** Reads in one snapshot, whatever is written meanwhile. */
export const inSnapshot = <Read>(db: Knex, read: (trx: Knex.Transaction) => Promise<Read>): Promise<Read> =>
  db.transaction(read, { isolationLevel: 'repeatable read', readOnly: true });

/** These tables of a plan as they are now. */
export async function readTables(db: Knex, tables: readonly (keyof PlanningRows)[], plan: Plan): Promise<Partial<PlanningRows>> {
  const rows: Record<string, unknown> = {};
  for (const table of tables) rows[table] = (await db.raw(QUERIES[table], { plan })).rows;
  return rows;
}

/** Every table of a plan as it is now, in the plant of its premises. */
export const loadRows = async (db: Knex, plan: Plan): Promise<PlanningRows> =>
  withPremises((await readTables(db, Object.keys(QUERIES) as (keyof PlanningRows)[], plan)) as PlanningRows, await premisesIn(db, plan));

/** The standing plan as it is now. */
export const loadPlan = (trx: Knex.Transaction, plan: Plan): Promise<Partial<PlanningRows>> =>
  readTables(trx, ['plan_entries', 'furnace_runs', 'furnace_run_members'], plan);

/**
 * Reads everything a run needs in one repeatable-read snapshot. A schedule write that was accepted before the run was asked for is in it:
 * each locks the plan's row, and so does the first statement here.
 */
export async function loadSnapshot(db: Knex): Promise<Snapshot> {
  await db.transaction((trx) => lockPlan(trx, PUBLISHED, 'share'));
  return inSnapshot(db, async (trx) => {
    const [plan] = await trx('plans')
      .where('layer', PUBLISHED)
      .select(
        'id',
        'fingerprint',
        'input_prints',
        trx.raw(STAYS_EDITED),
        trx.raw(
          'published_at::text as published_at, edited_at::text as edited_at, marked_at::text as marked_at, (select coalesce(max(id), 0) from work_taps) as last_tap',
        ),
      );
    const rows = await loadRows(trx, PUBLISHED);
    const inputs = { prints: await inputPrints(trx), changes: await unseenChanges(trx) };
    return { rows, plan, inputs };
  });
}

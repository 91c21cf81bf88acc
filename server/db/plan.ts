import type { Knex } from 'knex';
import type { Instant } from '../domain/ground/plant-time.ts';
import { prepared } from './prepared.ts';
import type { Db } from './types.ts';

declare const PLAN: unique symbol;
/** The plan that is meant: the layer in which its bars lie, a whole number that may stand in SQL as it is. */
export type Plan = number & { readonly [PLAN]: true };

/** The published plan: its bars lie in one layer, whichever plan is published. For who begins a work that means no other; a store is told its plan. */
export const PUBLISHED = 1 as Plan;

/** The plan that lies in this layer. */
export const inLayer = (layer: number): Plan => layer as Plan;

/** Whether it is the published one. */
export const isPublished = (plan: Plan): boolean => plan === PUBLISHED;

/** What becomes of a plan: it is the one in force, one that a run offers, one to try things in, or one that was in force. */
export type PlanKind = 'published' | 'candidate' | 'scenario' | 'former';

/** A plan's own row. Its times are texts of the database, to the microsecond, so that a later state can be told from an earlier one. */
export interface PlanRow {
  id: number;
  kind: PlanKind;
  /** That people gave it; empty: none did. */
  name: string;
  /** The run that made it, or that left it as it was. */
  job_id: number | null;
  /** By which its run offers it. */
  number: number | null;
  /** The plan that stood before. */
  base_id: number | null;
  fingerprint: string | null;
  published_at: string | null;
  edited_at: string | null;
  marked_at: string | null;
  /** When another one took its place, or, while it is published again under its name, did before. */
  left_at: string | null;
}
const ROW = `id, kind, name, job_id, number, base_id, fingerprint, published_at::text, edited_at::text, marked_at::text, left_at::text`;

/** The row of a plan. Throws where it was closed meanwhile. */
export async function rowOf(db: Db, plan: Plan): Promise<PlanRow> {
  const { rows } = await prepared<PlanRow>(db, `select ${ROW} from plans where layer = ?`, [plan]);
  if (!rows[0]) throw new Error(`no plan lies in layer ${plan}`);
  return rows[0];
}

/** So often another plan may be adopted while one waits. */
const MOST_TRIES = 20;

/** Locks the row of a plan: writes of it go one after another, and a run's snapshot waits for them. Undefined once it was closed. */
export async function lockPlan(trx: Knex.Transaction, plan: Plan, how: 'update' | 'share' = 'update'): Promise<PlanRow | undefined> {
  for (let tries = 1; ; tries++) {
    const { rows } = await trx.raw(`select ${ROW} from plans where layer = ? for ${how}`, [plan]);
    // Another was adopted while this waited: who waits for the published one means that.
    if (rows[0] || !isPublished(plan) || tries === MOST_TRIES) return rows[0];
  }
}

/** When the plan was made, by the program's clock; null: never. */
export async function plannedAt(db: Db, plan: Plan): Promise<Instant | null> {
  return (await db('plans').where('layer', plan).first(db.raw('on_clock(published_at) as at')))?.at ?? null;
}

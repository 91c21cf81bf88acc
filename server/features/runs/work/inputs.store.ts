import type { Knex } from 'knex';
import { bound } from '../../../db/bound.ts';
import type { Db } from '../../../db/types.ts';
import { PLAN_PARTS, type PlanPart } from '../../../domain/plant/plan-inputs.ts';
import { type InputTable, QUERIES } from '../tables.store.ts';

/** What each part is printed of: the tables that a run reads, and the plant's own settings. */
const TABLES: Readonly<Record<PlanPart, readonly (InputTable | 'settings')[]>> = {
  holidays: ['holidays'],
  availability: ['facility_availabilities'],
  orders: ['orders', 'lots', 'order_tasks'],
  products: ['products', 'heat_treatments', 'product_processings', 'demoldings'],
  facilities: ['facilities'],
  tasks: ['tasks'],
  outsourcing: ['outsourcings', 'outsourcing_answers'],
  settings: ['settings'],
};
const SETTINGS = `select coalesce((select value from settings where key = 'plan_settings'), '{}') as value`;
/** What things are called moves no bar. */
const NAMES = '{product_name,facility_name,task_name}';

/** The print of each part, as far as it was asked: equal prints plan alike. */
export type InputPrints = Partial<Record<PlanPart, string>>;

/** Prints parts of what a plan is made from, as they are now. Reads their tables whole. */
export async function inputPrints(db: Db, parts: readonly PlanPart[] = PLAN_PARTS): Promise<InputPrints> {
  const prints: InputPrints = {};
  for (const part of parts) {
    const sums: string[] = [];
    for (const table of TABLES[part]) {
      const { rows } = await db.raw(
        `select count(*) || ':' || coalesce(sum(hashtextextended((to_jsonb(t) - '${NAMES}'::text[])::text, 0)), 0) as print
         from (${table === 'settings' ? SETTINGS : QUERIES[table]}) t`,
      );
      sums.push(rows[0].print);
    }
    prints[part] = sums.join(' ');
  }
  return prints;
}

/** The changes that no run has seen yet, in the caller's snapshot: their rows of the history, and the part of each. */
export const unseenChanges = (db: Db): Promise<{ audit_id: number; part: PlanPart }[]> =>
  db('input_changes').orderBy('audit_id').select('audit_id', 'part');

/** A run has seen these changes; `prints` is what its plan was made from. */
export async function settleInputs(
  trx: Knex.Transaction,
  planId: number,
  inputs: { seen: readonly number[]; prints: InputPrints },
): Promise<void> {
  await trx.raw('delete from input_changes where audit_id = any(?::bigint[])', bound([inputs.seen]));
  await trx('plans')
    .where('id', planId)
    .update({ input_prints: JSON.stringify(inputs.prints) });
}

/** The published plan's prints, and of each part that has changed since: how many changes, and the newest. */
export interface Since {
  prints: InputPrints | null;
  changed: { part: PlanPart; newest: number; count: number }[];
}

/** What has changed since the published plan was made; undefined while there is none. One short query. */
export async function changedSince(db: Db): Promise<Since | undefined> {
  const { rows } = await db.raw(
    `select input_prints as prints, coalesce((select jsonb_agg(c) from (
       select part, max(audit_id) as newest, count(*) as count from input_changes group by part) c), '[]') as changed
     from plans where published and published_at is not null`,
  );
  return rows[0];
}

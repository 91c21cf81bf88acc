import type { Knex } from 'knex';
import { bound } from '../../../db/bound.ts';
import type { Plan } from '../../../db/plan.ts';
import { newestCompleteRun } from '../../../db/sql/newest-run.ts';
import type { Db } from '../../../db/types.ts';
import { PLANT_ONLY } from '../../../domain/ground/constants.ts';
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
/** What no run asks is of no plan. */
const SETTINGS = `select coalesce((select value - '{${Object.keys(PLANT_ONLY).join(',')}}'::text[] from settings where key = 'plan_settings'), '{}') as value`;
/** What things are called moves no bar. */
const NAMES = /product_name|facility_name|task_name/;
/** What is printed of row `t` of a query: its text, which takes a seventh of the time, where nothing of it is left out. */
const printed = (query: string): string =>
  NAMES.test(query) ? `(to_jsonb(t) - '{product_name,facility_name,task_name}'::text[])::text` : 't::text';

/** The print of each part, as far as it was asked: equal prints plan alike. */
export type InputPrints = Partial<Record<PlanPart, string>>;

/** Prints parts of what a plan is made from, as they are now. Reads their tables whole. */
export async function inputPrints(db: Db, parts: readonly PlanPart[] = PLAN_PARTS): Promise<InputPrints> {
  const prints: InputPrints = {};
  for (const part of parts) {
    const sums: string[] = [];
    for (const table of TABLES[part]) {
      const query = table === 'settings' ? SETTINGS : QUERIES[table];
      const { rows } = await db.raw(
        `select count(*) || ':' || coalesce(sum(hashtextextended(${printed(query)}, 0)), 0) as print from (${query}) t`,
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

/** A run has seen these changes; `prints` is what its plans were made from. */
export async function settleInputs(
  trx: Knex.Transaction,
  jobId: number,
  inputs: { seen: readonly number[]; prints: InputPrints },
): Promise<void> {
  await trx.raw('delete from input_changes where audit_id = any(?::bigint[])', bound([inputs.seen]));
  await trx('plans')
    .where('job_id', jobId)
    .update({ input_prints: JSON.stringify(inputs.prints) });
}

/** A plan's prints, and of each part that has changed since: how many changes, and the newest; `run`: the newest run, which has seen all changes before. */
export interface Since {
  run: number | null;
  prints: InputPrints | null;
  changed: { part: PlanPart; newest: number; count: number }[];
}

/** What has changed since a plan was made; undefined where it never was. One short query. */
export async function changedSince(db: Db, plan: Plan): Promise<Since | undefined> {
  const { rows } = await db.raw(
    `select ${newestCompleteRun()} as run, p.input_prints as prints, n.input_prints as newest, coalesce((select jsonb_agg(c) from (
       select part, max(audit_id) as newest, count(*) as count from input_changes group by part) c), '[]') as changed
     from plans p left join lateral (select input_prints from plans where job_id = ${newestCompleteRun()} limit 1) n on true
     where p.layer = ${plan} and p.published_at is not null`,
  );
  const [found] = rows as (Since & { newest: InputPrints | null })[];
  if (!found) return undefined;
  const { run, prints, newest, changed } = found;
  // Of a plan that was published before: what the newest run has seen changed it had not.
  const since = PLAN_PARTS.filter((part) => newest?.[part] !== prints?.[part] && !changed.some((change) => change.part === part));
  return { run, prints, changed: [...changed, ...since.map((part) => ({ part, newest: 0, count: 0 }))] };
}

/** Keeps what the plan with this id was made from. */
export const keepPrints = (trx: Knex.Transaction, id: number, prints: InputPrints | null): Promise<unknown> =>
  trx('plans')
    .where({ id })
    .update({ input_prints: prints && JSON.stringify(prints) });

/** What the plan with this id was made from; undefined: there is none. */
export const printsOf = async (db: Db, id: number): Promise<InputPrints | null | undefined> =>
  (await db('plans').where({ id }).first('input_prints'))?.input_prints;

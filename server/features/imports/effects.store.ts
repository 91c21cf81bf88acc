import type { Knex } from 'knex';
import type { Plan } from '../../db/plan.ts';
import type { ImportKindName } from '../../domain/files/imports.ts';
import { goneFrom, matches } from './compare.store.ts';
import { ROWS } from './staging.store.ts';
import type { Target } from './targets.store.ts';

/** Keeps what an import does besides writing its rows, for the day on which it is taken back. `audit`: the row of the import in the history. */

/** What hangs on order tasks, parents first, each with the condition on `t` that it hangs on one of `leaving`, or of their `bars`. */
export const DEPENDENTS: Readonly<Record<string, string>> = {
  outsourcing_answers: 't.order_task_id in (select id from leaving)',
  outsourcing_requests: 't.order_task_id in (select id from leaving)',
  furnace_runs:
    't.id in (select m.furnace_run_id from furnace_run_members m where (m.layer, m.plan_entry_id) in (select layer, id from bars))',
  plan_entries: '(t.layer, t.id) in (select layer, id from bars)',
  furnace_run_members: '(t.layer, t.plan_entry_id) in (select layer, id from bars)',
};

/** Order tasks that go or become another process take their bars and answers along: these, and the bars of the plan, are kept as they stand. */
export async function keepDependents(trx: Knex.Transaction, plan: Plan, audit: number, target: Target): Promise<void> {
  const copies = Object.entries(DEPENDENTS).map(
    ([table, condition]) => `select '${table}' as table_name, to_jsonb(t) as old from ${table} t where ${condition}`,
  );
  await trx.raw(
    `with s as materialized (${target.source}),
       leaving as (select t.id ${goneFrom(target, 's')}
         union select t.id from s join order_tasks t on ${matches(target, 't', 's')} where t.task_id <> s.task_id),
       bars as (select layer, id from plan_entries where layer = ${plan} and id in (select id from leaving))
     insert into import_effects (audit_id, table_name, old) select ?, table_name, old from (${copies.join(' union all ')}) kept`,
    [audit],
  );
}

/** A record as it was before an import and as it is by it, each with its id. */
export interface Effect {
  old: object;
  new: object;
}

/** Records of a table that became others. */
export async function keepEffects(trx: Knex.Transaction, audit: number, table: string, effects: readonly Effect[]): Promise<void> {
  if (effects.length === 0) return;
  await trx.raw(
    `insert into import_effects (audit_id, table_name, old, new) select ?, ?, old, new from jsonb_to_recordset(?::jsonb) as r (old jsonb, new jsonb)`,
    [audit, table, JSON.stringify(effects)],
  );
}

/** Whether an import did something besides writing its rows; what the figures remember is reckoned again by itself. */
export async function hasEffects(trx: Knex.Transaction, audit: number): Promise<boolean> {
  const found = await trx('import_effects').where({ audit_id: audit }).whereNot({ table_name: 'completed_orders' }).first('id');
  return found !== undefined;
}

/** The passwords that the file replaces, as they are stored. */
export async function keepPasswords(trx: Knex.Transaction, audit: number): Promise<void> {
  await trx.raw(
    `insert into import_effects (audit_id, table_name, old, new)
     select ?, 'employees', jsonb_build_object('id', e.id, 'password_hash', e.password_hash), jsonb_build_object('id', e.id, 'password_hash', r.password_hash)
     from ${ROWS} r join employees e on e.employee_key = r.employee_id_key where not r.bad and r.password_hash is not null`,
    [audit],
  );
}

const COMPLETED = 'import_completed';

/** Does what may change the completions that the figures remember, and keeps those that it changed of the orders in the file. */
export async function keepCompleted(trx: Knex.Transaction, audit: number, work: () => Promise<void>): Promise<void> {
  const own = `(select serial_number_key from ${ROWS} where not bad)`;
  await trx.raw(
    `create temporary table ${COMPLETED} on commit drop as select * from completed_orders where completed_on is null or serial_key in ${own}`,
  );
  await work();
  await trx.raw(
    `insert into import_effects (audit_id, table_name, old, new)
     select ?, 'completed_orders', to_jsonb(b), to_jsonb(c)
     from ${COMPLETED} b full join (select * from completed_orders where serial_key in ${own} or serial_key in (select serial_key from ${COMPLETED})) c
       using (serial_key) where to_jsonb(b) is distinct from to_jsonb(c)`,
    [audit],
  );
  await trx.raw(`drop table ${COMPLETED}`);
}

/** Whether an import of the kind may change what the figures remember of completed orders. */
export const changesCompleted = (kind: ImportKindName): boolean => ['orders', 'order-tasks', 'castings'].includes(kind);

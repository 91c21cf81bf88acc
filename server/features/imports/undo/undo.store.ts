import type { Knex } from 'knex';
import { AUDIT_HIDDEN } from '../../../db/audit.ts';
import type { Plan } from '../../../db/plan.ts';
import type { Db } from '../../../db/types.ts';
import { MAX_IMPORT_MESSAGES } from '../../../domain/ground/constants.ts';
import { forgetOutside } from '../../work/work.service.ts';
import { type Described, describeTable } from './table.store.ts';

/** The records of one import on their way back: a temporary table that says of each what it was, what the import made of it, and why it stays where it does. */
const BACK = 'import_back';

/** Why a record is left as it is. */
export type LeftReason = 'changed' | 'gone' | 'taken' | 'used' | 'empty';

const list = (columns: readonly string[], prefix = ''): string => columns.map((column) => `${prefix}"${column}"`).join(', ');
const same = (columns: readonly string[], a: string, b: string): string =>
  columns.map((column) => `${a}."${column}" = ${b}."${column}"`).join(' and ');
/** Counters: they say nothing of whether a record was changed. */
const COUNTED: readonly string[] = ['version', 'last_version', 'session_number'];
const HIDDEN = `'{${AUDIT_HIDDEN.join(',')}}'::text[]`;
const asRow = (table: string, json: string): string => `jsonb_populate_record(null::${table}, ${json})`;

/** Lays out the records that the import wrote, and gives their tables. `audit`: its row in the history. */
export async function layOut(trx: Knex.Transaction, audit: number): Promise<Set<string>> {
  await trx.raw(
    `create temporary table ${BACK} on commit drop as
     select 'a' || id as id, kind as table_name, key, old, new, true as told, null::text as reason, false as done from audit where part_of = :audit
     union all select 'e' || id, table_name, '', old, new, false, null, false from import_effects where audit_id = :audit`,
    { audit },
  );
  await trx.raw(`create index on ${BACK} (table_name)`);
  await trx.raw(`analyze ${BACK}`);
  const { rows } = await trx.raw(`select distinct table_name as name from ${BACK}`);
  return new Set(rows.map(({ name }: { name: string }) => name));
}

/** The product codes that the orders had and have no more: their folded form is not in the history. */
export async function formerProducts(trx: Knex.Transaction): Promise<string[]> {
  const { rows } = await trx.raw(
    `select distinct old ->> 'product_code' as code from ${BACK}
     where table_name = 'orders' and told and old is not null and old ->> 'product_code' is distinct from new ->> 'product_code'`,
  );
  return rows.map(({ code }: { code: string }) => code);
}

/** Puts the folded form of product codes to the orders that had them. */
export async function foldProducts(trx: Knex.Transaction, keys: Readonly<Record<string, string>>): Promise<void> {
  await trx.raw(
    `update ${BACK} b set old = old || jsonb_build_object('product_key', k.value) from jsonb_each_text(?::jsonb) k
     where b.table_name = 'orders' and b.told and b.old ->> 'product_code' = k.key and b.old ->> 'product_code' is distinct from b.new ->> 'product_code'`,
    [JSON.stringify(keys)],
  );
}

/** What may hang on a record that an import added without its being used: it goes along. A condition on `t` says what is a use all the same. */
const uses = (plan: Plan): Readonly<Record<string, string>> => ({
  employees: 'false',
  // Its free bars go as they do when a file lacks it.
  order_tasks: `(exists (select 1 from plan_entries e where e.layer = ${plan} and e.id = t.id and e.locked)
    or exists (select 1 from actuals a where a.order_task_id = t.id and (a.marked or a.started_at is not null))
    or exists (select 1 from outsourcing_answers a where a.order_task_id = t.id))`,
  // An order that is shipped all the same keeps the day on which it was first seen so.
  completed_orders: `exists (select 1 from orders o left join order_states s on s.layer = ${plan} and s.order_id = o.id
    where o.serial_key = t.serial_key and not coalesce(s.open, not is_delivered(o.delivery_status)))`,
});

const usedBy = ({ children }: Described): string =>
  children
    .map(({ table, columns, own }) => {
      const joined = columns.map((column, at) => `c."${column}" = t."${own[at]}"`).join(' and ');
      return `exists (select 1 from ${table} c where ${joined})`;
    })
    .join(' or ') || 'false';

const parentsStand = ({ parents }: Described, row: string): string =>
  parents
    .map(({ table, columns, own }) => {
      const joined = columns.map((column, at) => `p."${column}" = ${row}."${own[at]}"`).join(' and ');
      return `(${own.map((column) => `${row}."${column}" is null`).join(' or ')} or exists (select 1 from ${table} p where ${joined}))`;
    })
    .join(' and ') || 'true';

/** Whether row `t` still says what the import made of it. */
const untouched = (json: string): string => `to_jsonb(jsonb_populate_record(t, ${json} - '{${COUNTED.join(',')}}'::text[])) = to_jsonb(t)`;

/** Removes what the import added to a table, unless it was changed since or is used. */
export async function removeAdded(trx: Knex.Transaction, plan: Plan, table: string): Promise<void> {
  const described = await describeTable(trx, table);
  const used = uses(plan)[table] ?? usedBy(described);
  await trx.raw(
    `update ${BACK} b set reason = case when j.at is null then 'gone' when not j.untouched then 'changed' when j.used then 'used' end, done = true
     from (select b.id, t.ctid as at, ${untouched('b.new')} as untouched, ${used} as used
       from ${BACK} b cross join lateral ${asRow(table, 'b.new')} r left join ${table} t on ${same(described.key, 't', 'r')}
       where b.table_name = '${table}' and b.old is null and not b.done) j where j.id = b.id`,
  );
  await trx.raw(
    `delete from ${table} t using ${BACK} b cross join lateral ${asRow(table, 'b.new')} r
     where b.table_name = '${table}' and b.old is null and b.done and b.reason is null and ${same(described.key, 't', 'r')}`,
  );
}

/** Takes back what the import alone said of the processes that went with it; what happened to them in the plant stays. */
export async function forgetReceptions(trx: Knex.Transaction): Promise<void> {
  const { rows } = await trx.raw(
    `select (new ->> 'id')::bigint as id from ${BACK} where table_name = 'order_tasks' and old is null and done and reason is null`,
  );
  await forgetOutside(
    trx,
    rows.map(({ id }: { id: number }) => id),
  );
}

/** Gives changed records of a table back what they were, unless they were changed since: those of the file, or what the import did besides. */
export async function giveBack(trx: Knex.Transaction, table: string, of: 'file' | 'effects'): Promise<void> {
  const described = await describeTable(trx, table);
  const sets = restoring(described, of);
  if (sets.length === 0) return;
  const own = `b.table_name = '${table}' and b.old is not null and b.new is not null and ${of === 'file' ? 'b.told' : 'not b.told'}`;
  const renamed = table === 'facilities';
  // Facilities in use have names of their own.
  const taken = renamed
    ? `r.active and exists (select 1 from facilities o where o.active and o.facility_name = r.facility_name
        and o.id not in (select (b.new ->> 'id')::bigint from ${BACK} b where ${own}))`
    : 'false';
  await trx.raw(
    `update ${BACK} b set done = true, reason = case when j.at is null or not j.parents then 'gone' when not j.untouched then 'changed' when j.taken then 'taken' end
     from (select b.id, t.ctid as at, ${untouched('b.new')} as untouched, ${parentsStand(described, 'r')} as parents, ${taken} as taken
       from ${BACK} b cross join lateral ${asRow(table, 'b.old')} r left join ${table} t on ${same(described.key, 't', 'r')} where ${own} and not b.done) j
     where j.id = b.id`,
  );
  const going = `${own} and b.done and b.reason is null`;
  // While they are renamed none is in use: two may have changed their names with each other.
  if (renamed)
    await trx.raw(`update facilities set active = false where id in (select (b.new ->> 'id')::bigint from ${BACK} b where ${going})`);
  await trx.raw(
    `update ${table} t set ${sets.join(', ')}
     from (select o.ctid as at, b.old, b.new, jsonb_populate_record(o, b.old) as r
       from ${BACK} b cross join lateral ${asRow(table, 'b.old')} k join ${table} o on ${same(described.key, 'o', 'k')} where ${going}) b
     where t.ctid = b.at`,
  );
}

/** What a changed record becomes: all that it was. Counters go on: a form that stood open must not write over it, and a session that was ended stays so. */
function restoring({ key, columns }: Described, of: 'file' | 'effects'): string[] {
  const own = columns.filter((column) => !key.includes(column) && !COUNTED.includes(column));
  const counted = of === 'file' ? columns.filter((column) => COUNTED.includes(column)) : [];
  return [
    ...own.map((column) => `"${column}" = (b.r)."${column}"`),
    ...counted.map((column) => `"${column}" = t."${column}" + case when b.old ->> '${column}' <> b.new ->> '${column}' then 1 else 0 end`),
  ];
}

/** Puts back what the import took from a table, where its place is free and what it belongs to is there. */
export async function putBack(trx: Knex.Transaction, table: string): Promise<void> {
  const described = await describeTable(trx, table);
  const { columns, key } = described;
  const own = `${BACK} b cross join lateral ${asRow(table, 'b.old')} r`;
  const gone = `b.table_name = '${table}' and b.new is null and not b.done`;
  const parents = parentsStand(described, 'r');
  await trx.raw(
    `with back as (insert into ${table} (${list(columns)}) overriding system value select ${list(columns, 'r.')} from ${own} where ${gone} and ${parents}
       on conflict do nothing returning ${list(key)})
     update ${BACK} b set done = true, reason = case when j.back then null when j.parents then 'taken' else 'gone' end
     from (select b.id, back."${key[0]}" is not null as back, ${parents} as parents from ${own} left join back on ${same(key, 'back', 'r')} where ${gone}) j
     where j.id = b.id`,
  );
}

/** Counts up the version of the rows to which records that came back or went belong. */
export async function touchOwners(
  trx: Knex.Transaction,
  { table, owner, column }: { table: string; owner: string; column: string },
): Promise<void> {
  await trx.raw(
    `update ${owner} o set version = version + 1 where o.id in (
       select distinct (coalesce(b.old, b.new) ->> '${column}')::bigint from ${BACK} b where b.table_name = '${table}' and b.done and b.reason is null)`,
  );
}

/** The lots whose order tasks became what they were, as a query of their ids. */
export const LOTS_BACK = `select (b.new ->> 'lot_id')::bigint from ${BACK} b where b.table_name = 'order_tasks' and b.old is not null and b.new is not null and b.done and b.reason is null`;

/** What came back and what did not. */
export interface Counts {
  restored: number;
  removed: number;
  returned: number;
  left: number;
  bars: number;
}

/** How many records the history names became what they were, went and came back, how many are left, and how many bars came back. */
export async function countBack(trx: Knex.Transaction): Promise<Counts> {
  const { rows } = await trx.raw(
    `select count(*) filter (where told and reason is null and old is not null and new is not null)::int as restored,
       count(*) filter (where told and reason is null and old is null)::int as removed,
       count(*) filter (where told and reason is null and new is null)::int as returned,
       count(*) filter (where told and reason is not null)::int as left,
       count(*) filter (where table_name = 'plan_entries' and done and reason is null)::int as bars from ${BACK}`,
  );
  return rows[0] as Counts;
}

/** A record that is left as it is, and why. */
export interface LeftRecord {
  table: string;
  key: string;
  reason: LeftReason;
}

/** The records that are left, the first of them. */
export async function leftRecords(trx: Knex.Transaction): Promise<LeftRecord[]> {
  const { rows } = await trx.raw(
    `select table_name as table, key, reason from ${BACK} where told and reason is not null order by key, table_name limit ${MAX_IMPORT_MESSAGES}`,
  );
  return rows as LeftRecord[];
}

/** The lots that lost their last process or casting with the import, and were not made by it. */
export async function emptyLots(trx: Knex.Transaction): Promise<LeftRecord[]> {
  const { rows } = await trx.raw(
    `select 'lots' as table, o.serial_number || '-' || l.lot_number as key, 'empty' as reason from lots l join orders o on o.id = l.order_id
     where l.id in (select (new ->> 'lot_id')::bigint from ${BACK} where table_name in ('order_tasks', 'castings') and old is null and done and reason is null)
       and not exists (select 1 from order_tasks t where t.lot_id = l.id) and not exists (select 1 from castings c where c.lot_id = l.id) order by 2`,
  );
  return rows as LeftRecord[];
}

/** Writes what came back into the history, under the row of the taking back; gives what was done by table. */
export async function recordBack(
  trx: Knex.Transaction,
  by: { actor: string; operation: string; part_of: number },
): Promise<Record<string, { added: number; altered: number; removed: number }>> {
  await trx.raw(
    `insert into audit (actor, operation, kind, part_of, key, old, new)
     select ?, ?, table_name, ?::bigint, key, new - ${HIDDEN}, old - ${HIDDEN} from ${BACK} where told and reason is null order by id`,
    [by.actor, by.operation, by.part_of],
  );
  const { rows } = await trx.raw(
    `select table_name as table, count(*) filter (where new is null)::int as added, count(*) filter (where old is not null and new is not null)::int as altered,
       count(*) filter (where old is null)::int as removed from ${BACK} where told and reason is null group by 1`,
  );
  return Object.fromEntries(
    rows.map(({ table, ...done }: { table: string; added: number; altered: number; removed: number }) => [table, done]),
  );
}

/** What is known of an import that is to be taken back. */
export interface Imported {
  id: number;
  kind: string;
  file_name: string;
  at: string;
  refused: boolean;
  audit_id: number | null;
  /** What the history of changes calls it by. */
  table: string;
  undoes: number | null;
  undone: boolean;
  passed: boolean;
  /** Imports of the same kind that came after it and stand. */
  later: number;
}

/** The import, whose row nobody else changes until the transaction ends where it is `locked`; undefined when there is none. */
export async function importedEntry(db: Db, id: number, days: number, locked: boolean): Promise<Imported | undefined> {
  const { rows } = await db.raw(
    `select i.id, i.kind, i.file_name, on_clock(i.at) as at, i.refused, i.audit_id, a.kind as table, i.undoes,
       exists (select 1 from import_log u where u.undoes = i.id) as undone, i.at < now() - make_interval(days => ?) as passed,
       (select count(*) from import_log l where l.kind = i.kind and l.id > i.id and l.audit_id is not null and l.undoes is null
          and not exists (select 1 from import_log u where u.undoes = l.id))::int as later
     from import_log i left join audit a on a.id = i.audit_id where i.id = ? ${locked ? 'for update of i' : ''}`,
    [days, id],
  );
  return rows[0] as Imported | undefined;
}

/** Whether the plan is still the one that stood when the import came: no run has made it anew since, and none took its place. */
export async function planStands(trx: Knex.Transaction, plan: Plan, id: number): Promise<boolean> {
  const { rows } = await trx.raw(
    `select coalesce((select published_at from plans where layer = ${plan}) <= i.at, true) and not exists (select 1 from plans where left_at > i.at) as stands
     from import_log i where i.id = ?`,
    [id],
  );
  return rows[0].stands as boolean;
}

/** How many people may do everything. */
export async function admins(trx: Knex.Transaction): Promise<number> {
  const { rows } = await trx.raw(`select count(*)::int as count from employees where active and permission = 'master_admin'`);
  return rows[0].count as number;
}

import type { Knex } from 'knex';
import { MAX_IMPORT_MESSAGES } from '../../domain/ground/constants.ts';
import type { Target } from './targets.store.ts';

/** One cell that an import changes. A record that comes or goes as part of another stands with its table as field and null on one side. */
export interface Change {
  /** Its row in the file; null for a record that goes. */
  row: number | null;
  key: string;
  field: string;
  old: unknown;
  new: unknown;
}

/** The effect of an import in people's counts: orders, products with their treatments, tasks of lots. */
export interface Counts {
  new: number;
  changed_count: number;
  unchanged: number;
  /** Records that go: the file speaks for the whole and lacks them, or says so. None of them counts as changed. */
  deleted: number;
  /** Records the file lacks, and that stay. */
  missing: number;
}

/** The same with the first of what changes and of what is new, by row. */
export interface Comparison extends Counts {
  changed: Change[];
  added: Added[];
}

/** A record that is new with an import. */
export interface Added {
  row: number;
  key: string;
}

/** `a` and `b` are the same record. A column that may be null is compared with 0 in its place, so that the planner can still hash. */
export function matches(target: Target, a: string, b: string): string {
  return target.match
    .map((column) =>
      target.nullable?.includes(column)
        ? `coalesce(${a}."${column}", 0) = coalesce(${b}."${column}", 0)`
        : `${a}."${column}" = ${b}."${column}"`,
    )
    .join(' and ');
}

/** `a` and `b` say different things about one record. */
export const differs = (target: Target, a: string, b: string): string =>
  target.columns.length === 0 ? 'false' : `(${row(target, a)}) is distinct from (${row(target, b)})`;
const row = (target: Target, name: string): string =>
  target.columns.length === 1
    ? `${name}."${target.columns[0]}"`
    : `row(${target.columns.map((column) => `${name}."${column}"`).join(', ')})`;

/** Rows `t` that the file speaks for and lacks; none where it does not speak for the whole. */
export const goneFrom = (target: Target, s: string): string =>
  `from ${target.table} t where ${target.replaces ?? 'false'} and not (${target.kept ?? 'false'})
     and not exists (select 1 from ${s} s where ${matches(target, 't', 's')})`;

/** How a changed column is shown; those of null are bookkeeping. */
const SHOWN: Readonly<Record<string, { field: string; show: (column: string) => string } | null>> = {
  task_id: { field: 'task_code', show: (column) => `to_jsonb((select k.task_code from tasks k where k.id = ${column}))` },
  password_hash: { field: 'password', show: () => `to_jsonb('●●●●'::text)` },
  product_id: null,
  product_key: null,
  session_number: null,
};

/** What the staged rows come to, counted; reads only. */
export async function countTargets(trx: Knex.Transaction, targets: readonly Target[]): Promise<Counts> {
  const { rows } = await trx.raw(countsSql(targets));
  return rows[0] as Counts;
}

/** Compares the staged rows with what is there; reads only. */
export async function compareTargets(trx: Knex.Transaction, targets: readonly Target[]): Promise<Comparison> {
  const counts = await countTargets(trx, targets);
  const changed: Change[] = [];
  // What goes comes first, of all targets: nobody agrees to deletions that nobody can see.
  for (const sqlOf of counts.deleted > 0 ? [goneSql, changesSql] : [changesSql]) {
    for (const target of targets) {
      const sql = changed.length < MAX_IMPORT_MESSAGES && sqlOf(target, MAX_IMPORT_MESSAGES - changed.length);
      if (sql) changed.push(...((await trx.raw(sql)).rows as Change[]));
    }
  }
  const { rows } = counts.new === 0 ? { rows: [] } : await trx.raw(addedSql(targets.filter(({ primary }) => primary)));
  return { ...counts, changed, added: rows as Added[] };
}

/** Each new record once, at its first row. */
function addedSql(targets: readonly Target[]): string {
  const parts = targets.map((target, index) => `s${index} as materialized (${target.source})`);
  const found = targets.map(
    (target, index) => `select s.row_number, s.label, s.owner from s${index} s
      where not exists (select 1 from ${target.table} t where ${matches(target, 't', 's')})`,
  );
  return `with ${parts.join(',\n')},
    first as (select distinct on (owner) row_number, label from (${found.join(' union all ')}) found order by owner, row_number)
    select row_number as row, label as key from first order by row_number limit ${MAX_IMPORT_MESSAGES}`;
}

function countsSql(targets: readonly Target[]): string {
  const parts = targets.map((target, index) => statesSql(target, index));
  const states = targets.flatMap((target, index) => [
    `select * from d${index}`,
    ...(target.replaces && !target.primary ? [`select * from g${index}`] : []),
    ...(target.stays_gone ? [`select owner, 'unchanged', false from (${target.stays_gone}) gone`] : []),
  ]);
  const deleted = targets.flatMap((target, index) => (target.replaces ? [`(select count(*) from g${index})`] : []));
  const missing = targets.map((target, index) => missingSql(target, index)).join(' + ');
  return `with ${parts.join(',\n')},
    owners as (select owner, bool_or(state = 'new' and main) as is_new, bool_or(state <> 'unchanged') as is_changed
               from (${states.join(' union all ')}) states group by owner)
    select count(*) filter (where is_new)::int as new, count(*) filter (where not is_new and is_changed)::int as changed_count,
      count(*) filter (where not is_changed)::int as unchanged, (${deleted.join(' + ') || '0'})::int as deleted, (${missing})::int as missing from owners`;
}

function statesSql(target: Target, index: number): string {
  const s = `s${index}`;
  const asleep = target.wakes ? ' or not t.active' : '';
  const gone = target.replaces
    ? `, g${index} as (select ${target.gone_owner} as owner, 'changed' as state, false as main ${goneFrom(target, s)})`
    : '';
  return `${s} as materialized (${target.source}),
    d${index} as (select s.owner, case when t."${target.match[0]}" is null then 'new' when ${differs(target, 't', 's')}${asleep} then 'changed' else 'unchanged' end as state,
      ${target.primary === true} as main from ${s} s left join ${target.table} t on ${matches(target, 't', 's')})${gone}`;
}

function missingSql(target: Target, index: number): string {
  if (!target.primary || target.replaces) return '0';
  const awake = target.wakes ? 't.active and ' : '';
  const apart = target.apart ? `not ${target.apart} and ` : '';
  return `(select count(*) from ${target.table} t where ${awake}${apart}not exists (select 1 from s${index} s where ${matches(target, 't', 's')}))`;
}

/** Records of a target that go; undefined where none can. */
function goneSql(target: Target, limit: number): string | undefined {
  if (!target.replaces) return undefined;
  return `with s as materialized (${target.source})
    select null::integer as row, ${target.gone_label} as key, '${target.table}' as field, to_jsonb(${target.gone_label}) as old, null::jsonb as new
    ${goneFrom(target, 's')} order by 2 limit ${limit}`;
}

/** Cells of a target that come out otherwise, and what is new beside its records; undefined where neither can be. */
function changesSql(target: Target, limit: number): string | undefined {
  const cells = target.columns.flatMap((column) => {
    const shown = SHOWN[column];
    if (shown === null) return [];
    const show = shown?.show ?? ((name: string) => `to_jsonb(${name})`);
    const [old, now] = [`t."${column}"`, `s."${column}"`];
    return [`('${shown?.field ?? column}', ${show(old)}, ${show(now)}, ${old} is distinct from ${now})`];
  });
  const selects: string[] = [];
  if (cells.length > 0) {
    selects.push(`select s.row_number, s.label as key, c.field, c.old, c.new from s join ${target.table} t on ${matches(target, 't', 's')}
      cross join lateral (values ${cells.join(', ')}) c (field, old, new, changed) where ${differs(target, 't', 's')} and c.changed`);
  }
  if (target.wakes) {
    selects.push(
      `select s.row_number, s.label, 'active', to_jsonb(false), to_jsonb(true) from s join ${target.table} t on ${matches(target, 't', 's')} where not t.active`,
    );
  }
  if (!target.primary) {
    selects.push(`select s.row_number, s.label, '${target.table}', null, to_jsonb(s.label) from s
      where s.owner in (select owner from s) and not exists (select 1 from ${target.table} t where ${matches(target, 't', 's')})`);
  }
  if (selects.length === 0) return undefined;
  return `with s as materialized (${target.source})
    select row_number as row, key, field, old, new from (${selects.join('\n union all ')}) as changes (row_number, key, field, old, new)
    order by row_number, key limit ${limit}`;
}

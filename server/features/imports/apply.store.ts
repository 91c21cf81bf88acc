import type { Knex } from 'knex';
import { AUDIT_HIDDEN } from '../../db/audit.ts';
import { differs, goneFrom, matches } from './compare.store.ts';
import type { Target } from './targets.store.ts';

const hidden = `'{${AUDIT_HIDDEN.join(',')}}'::text[]`;
const names = (columns: readonly string[], prefix = ''): string => columns.map((column) => `${prefix}"${column}"`).join(', ');

/** What one target did. */
export interface Applied {
  added: number;
  altered: number;
  removed: number;
}

/** The importing employee, the operation, and the history row of the import. */
export interface Importer {
  actor: string;
  operation: string;
  part_of: number;
}

/**
 * Writes a target in one statement: missing rows go, different ones are changed, new ones are added, and the history gets a row for each.
 * All parts see the same rows from before.
 */
export async function applyTarget(trx: Knex.Transaction, target: Target, by: Importer): Promise<Applied> {
  const { rows } = await trx.raw(applySql(target), [by.actor, by.operation, target.table, by.part_of]);
  return rows[0] as Applied;
}

function applySql(target: Target): string {
  const parts = [`s as materialized (${target.source})`, gonePart(target), alteredPart(target), addedPart(target)];
  const touched = target.touches;
  if (touched) {
    parts.push(`touched as (update ${touched.table} p set version = p.version + 1 where p.id in (
      select "${touched.column}" from gone union select "${touched.column}" from altered union select "${touched.column}" from added) returning 1)`);
  }
  return `with ${parts.join(',\n')},
    changes as (
      select label, to_jsonb(gone) - 'label' as old, null::jsonb as new from gone
      union all select label, old, new from altered
      union all select s.label, null, to_jsonb(added) from added join s on ${matches(target, 'added', 's')}),
    log as (insert into audit (actor, operation, kind, part_of, key, old, new)
      select ?, ?, ?, ?::bigint, label, old - ${hidden}, new - ${hidden} from changes returning 1)
    select (select count(*) from added)::int as added, (select count(*) from altered)::int as altered, (select count(*) from gone)::int as removed`;
}

function gonePart(target: Target): string {
  if (!target.replaces) return `gone as (select null::text as label, t.* from ${target.table} t where false)`;
  return `gone as (delete from ${target.table} t using (select t.ctid as at, ${target.gone_label} as label ${goneFrom(target, 's')}) g
    where t.ctid = g.at returning g.label, t.*)`;
}

function alteredPart(target: Target): string {
  const owner = target.touches ? `, t."${target.touches.column}"` : '';
  const sets = [
    ...target.columns.map((column) => `"${column}" = s."${column}"`),
    ...(target.versioned ? ['version = t.version + 1'] : []),
    ...(target.wakes ? ['active = true'] : []),
  ];
  if (sets.length === 0)
    return `altered as (select s.label, null::jsonb as old, null::jsonb as new${owner.replace('t.', 's.')} from s where false)`;
  const asleep = target.wakes ? ' or not old.active' : '';
  return `altered as (update ${target.table} t set ${sets.join(', ')} from s join ${target.table} old on ${matches(target, 'old', 's')}
    where ${matches(target, 't', 's')} and (${differs(target, 'old', 's')}${asleep})
    returning s.label, to_jsonb(old) as old, to_jsonb(t) as new${owner})`;
}

function addedPart(target: Target): string {
  const columns = [...target.match, ...(target.fixed ?? []), ...target.columns];
  return `added as (insert into ${target.table} (${names(columns)}) select ${names(columns, 's.')} from s
    where not exists (select 1 from ${target.table} t where ${matches(target, 't', 's')}) order by s.row_number returning *)`;
}

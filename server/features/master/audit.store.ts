import { auditRows } from '../../db/audit.ts';
import { type ListDescription, listPage, type Page } from '../../db/list.ts';
import type { Db } from '../../db/types.ts';

const AUDIT: ListDescription = {
  filters: {
    kind: { how: 'exact', column: 'audit.kind' },
    key_search: { how: 'part', column: 'audit.key' },
    actor_search: { how: 'part', column: 'audit.actor' },
    from_date: { how: 'from', column: `(audit.at at time zone 'Asia/Tokyo')::date` },
    to_date: { how: 'to', column: `(audit.at at time zone 'Asia/Tokyo')::date` },
  },
  order: ['audit.id desc'],
  sortable: { id: 'audit.id', at: 'audit.at', actor: 'audit.actor', kind: 'audit.kind', key: 'audit.key', operation: 'audit.operation' },
  tie: 'audit.id desc',
};

/** A page of the history of changes, newest first. */
export function auditPage<Wire>(db: Db, path: string, parameters: object): Promise<Page<Wire>> {
  const query = auditRows(db).select('id', 'at', 'actor', 'operation', 'kind', 'key', 'old', 'new');
  return listPage<Wire>(query, path, parameters as Record<string, unknown>, AUDIT);
}

import type { Knex } from 'knex';
import { closeAudit, openAudit } from '../../db/audit.ts';
import type { ImportKind } from '../../domain/files/imports.ts';
import { beginningOf } from '../../domain/ground/cut.ts';
import { type Applied, applyTarget } from './apply.store.ts';
import { hasEffects } from './effects.store.ts';
import type { Target } from './targets.store.ts';

const LONGEST_NAME = 255;

/** Begins the row of the history that says what the whole import did; the rows of its records stand under it. */
export async function openTrace(trx: Knex.Transaction, kind: ImportKind, fileName: string, targets: readonly Target[], actor: string) {
  const by = { actor, operation: kind.operation };
  const part_of = await openAudit(trx, { ...by, kind: targets[0]!.table, key: beginningOf(fileName, LONGEST_NAME) });
  const tables: Record<string, Applied> = {};
  return {
    /** The number of that row. */
    audit: part_of,
    apply: async (target: Target): Promise<void> => {
      tables[target.table] = await applyTarget(trx, target, { ...by, part_of });
    },
    close: async (rows: number): Promise<void> => {
      const hasChanged = Object.values(tables).some(({ added, altered, removed }) => added + altered + removed > 0);
      await closeAudit(trx, part_of, hasChanged || (await hasEffects(trx, part_of)) ? { rows, tables } : null);
    },
  };
}

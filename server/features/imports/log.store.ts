import type { Db } from '../../db/types.ts';

/** When the same bytes were imported last, as an instant; undefined when never. */
export async function lastImportOf(db: Db, kind: string, contentHash: string): Promise<string | undefined> {
  const row = await db('import_log').where({ kind, content_hash: contentHash }).orderBy('id', 'desc').first('at');
  return row?.at as string | undefined;
}

/** Notes an import that was written. */
export async function logImport(
  trx: Db,
  entry: { actor: string; kind: string; file_name: string; content_hash: string; row_count: number },
): Promise<void> {
  await trx('import_log').insert(entry);
}

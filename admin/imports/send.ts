import type { OperationId, Success } from '../../server/contract/handlers.ts';
import type { ImportKind } from '../../server/domain/imports.ts';
import { callRaw } from '../providers/client.ts';
import { type Chosen, decisionsOf } from './use-file.ts';

/** The answer of an import or of its dry run. */
export type ImportAnswer = Success<'importProducts'>;

/** Sends what the preview holds: as rows, or as the file itself where there are too many. Throws as every call does. */
export async function sendImport(
  kind: ImportKind,
  chosen: Chosen,
  options: { dryRun: boolean; signal?: AbortSignal },
): Promise<ImportAnswer> {
  const operation = kind.operation as OperationId;
  const decisions = decisionsOf(chosen);
  const { json } = await chosen.reader.body(decisions, chosen.withoutBad);
  const query = { ...(options.dryRun ? { dry_run: 1 } : {}), ...(chosen.withoutBad ? { skip_bad_rows: 1 } : {}) } as never;
  const signal = options.signal ? { signal: options.signal } : {};
  const response =
    json === undefined
      ? await callRaw(operation, { query, form: formOf(chosen, decisions), ...signal })
      : await callRaw(operation, { query, text: json, ...signal });
  return (await response.json()) as ImportAnswer;
}

function formOf(chosen: Chosen, { skip_rows, repairs }: ReturnType<typeof decisionsOf>): FormData {
  const form = new FormData();
  form.set('file', chosen.file);
  if (skip_rows.length > 0) form.set('skip_rows', skip_rows.join(','));
  if (chosen.sheet) form.set('sheet', chosen.sheet);
  if (repairs.length > 0) form.set('repairs', JSON.stringify(repairs));
  return form;
}

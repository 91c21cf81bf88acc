import type { OperationId, Success } from '../../server/contract/handlers.ts';
import type { ImportKind } from '../../server/domain/imports.ts';
import type { PlannerDataProvider } from '../providers/data-provider.ts';
import { type Chosen, decisionsOf } from './use-file.ts';

/** The answer of an import or of its dry run. */
export type ImportAnswer = Success<'importProducts'>;

/**
 * Sends what the preview holds: as rows, or as the file itself where there are too many, bad ones among them, or some to be left out (the history keeps those as they stand in it). Throws as every call does.
 * A dry run is always asked of all rows: what is wrong with bad ones, the person wants to see.
 */
export async function sendImport(
  { call }: Pick<PlannerDataProvider, 'call'>,
  kind: ImportKind,
  chosen: Chosen,
  options: { dryRun: boolean; signal?: AbortSignal },
): Promise<ImportAnswer> {
  const operation = kind.operation as OperationId;
  const decisions = decisionsOf(chosen);
  const withoutBad = chosen.withoutBad && !options.dryRun;
  const leavesOut = !options.dryRun && (withoutBad || decisions.skip_rows.length > 0);
  const { json } = leavesOut ? { json: undefined } : await chosen.reader.body(decisions);
  const flags = { ...(options.dryRun ? { dry_run: 1 } : {}), ...(withoutBad ? { skip_bad_rows: 1 } : {}) };
  const signal = options.signal ? { signal: options.signal } : {};
  const answer =
    json === undefined
      ? await call(operation, {
          // All or none are accepted, and a list of them may be longer than a form's field.
          query: { ...flags, ...(decisions.repairs.length > 0 ? { repair: 1 } : {}) } as never,
          form: formOf(chosen, decisions),
          ...signal,
        })
      : await call(operation, { query: { ...flags, file_name: chosen.file.name.slice(-255) } as never, text: json, ...signal });
  return answer as ImportAnswer;
}

function formOf(chosen: Chosen, { skip_rows }: ReturnType<typeof decisionsOf>): FormData {
  const form = new FormData();
  form.set('file', chosen.file);
  if (skip_rows.length > 0) form.set('skip_rows', skip_rows.join(','));
  if (chosen.sheet) form.set('sheet', chosen.sheet);
  return form;
}

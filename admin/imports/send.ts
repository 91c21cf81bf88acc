import type { OperationId, Success } from '../../server/contract/handlers.ts';
import type { ImportKind } from '../../server/domain/files/imports.ts';
import type { PlannerDataProvider } from '../providers/data-provider.ts';
import { type Chosen, decisionsOf } from './use-file.ts';

/** The answer of an import or of its dry run. */
export type ImportAnswer = Success<'importProducts'>;

/**
 * Sends what the preview holds: as rows, or as the file itself where there are too many or bad ones among them. An import of which there is anything to tell later
 * (rows left out, zeros given back, whatever was read otherwise than it stands) goes as the file too: the history keeps what is said of that. Throws as every call does.
 * A dry run is always asked of all rows: what is wrong with bad ones, the person wants to see. It goes the way of the import, by which a file that was imported before is
 * recognised; but for zeros given back, which the panel says itself.
 */
export async function sendImport(
  { call }: Pick<PlannerDataProvider, 'call'>,
  kind: ImportKind,
  chosen: Chosen,
  options: { dryRun: boolean; asIs?: boolean; signal?: AbortSignal },
): Promise<ImportAnswer> {
  const operation = kind.operation as Extract<OperationId, `import${string}`>;
  const decisions = decisionsOf(chosen);
  const withoutBad = chosen.withoutBad && !options.dryRun;
  const asFile = options.dryRun ? isNoted(chosen) && decisions.repairs.length === 0 : isTold(chosen);
  const { json } = asFile ? { json: undefined } : await chosen.reader.body(decisions);
  // What would double something is asked about by the panel itself, so it is looked at as it is.
  const asIs = options.asIs ?? (options.dryRun && !chosen.joins);
  const flags = {
    ...(options.dryRun ? { dry_run: 1 as const } : {}),
    ...(withoutBad ? { skip_bad_rows: 1 as const } : {}),
    ...(asIs ? { as_is: 1 as const } : {}),
    ...(chosen.joins ? { repair: 1 as const } : {}),
  };
  const signal = options.signal ? { signal: options.signal } : {};
  const answer =
    json === undefined
      ? await call(operation, {
          // All or none are accepted, and a list of them may be longer than a form's field.
          query: { ...flags, ...(decisions.repairs.length > 0 ? { repair: 1 as const } : {}) },
          form: formOf(chosen, decisions),
          ...signal,
        })
      : await call(operation, { query: { ...flags, file_name: chosen.file.name.slice(-255) }, text: json, ...signal });
  return answer as ImportAnswer;
}

const isNoted = ({ verdict, skipped }: Chosen): boolean => skipped.size > 0 || (verdict?.warning_count ?? 0) > 0;
const isTold = (chosen: Chosen): boolean => chosen.withoutBad || chosen.joins || chosen.repairs.length > 0 || isNoted(chosen);

function formOf(chosen: Chosen, { skip_rows }: ReturnType<typeof decisionsOf>): FormData {
  const form = new FormData();
  form.set('file', chosen.file);
  if (skip_rows.length > 0) form.set('skip_rows', skip_rows.join(','));
  if (chosen.sheet) form.set('sheet', chosen.sheet);
  return form;
}

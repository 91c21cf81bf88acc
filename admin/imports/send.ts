import type { OperationId, Success } from '../../server/contract/handlers.ts';
import { isKept, ofRows } from '../../server/domain/files/cells/zeros.ts';
import type { ImportKind } from '../../server/domain/files/imports.ts';
import { endOf } from '../../server/domain/ground/cut.ts';
import type { PlannerDataProvider } from '../providers/data-provider.ts';
import { mustBeThere } from './reader.ts';
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
  options: { dryRun: boolean; signal?: AbortSignal },
): Promise<ImportAnswer> {
  const operation = kind.operation as Extract<OperationId, `import${string}`>;
  const decisions = decisionsOf(chosen);
  const withoutBad = chosen.withoutBad && !options.dryRun;
  const asFile = options.dryRun ? isLookedAtAsFile(chosen) : isTold(chosen);
  const body = asFile ? undefined : await chosen.reader.body(decisions);
  const query = {
    ...(options.dryRun ? { dry_run: 1 as const } : {}),
    ...(withoutBad ? { skip_bad_rows: 1 as const } : {}),
    ...(chosen.asIs ? { as_is: 1 as const } : {}),
    ...(chosen.joins ? { repair: 1 as const } : {}),
  };
  if (body === undefined) await mustBeThere(chosen.file);
  const signal = options.signal ? { signal: options.signal } : {};
  const answer =
    body === undefined
      ? await call(operation, { query, form: formOf(chosen, decisions), ...signal })
      : await call(operation, {
          query: { ...query, file_name: endOf(chosen.file.name, 255), content_hash: body.content_hash },
          text: body.json,
          ...signal,
        });
  return answer as ImportAnswer;
}

const isNoted = ({ verdict, skipped }: Chosen): boolean => skipped.size > 0 || (verdict?.warning_count ?? 0) > 0;
const isTold = (chosen: Chosen): boolean => chosen.withoutBad || chosen.joins || chosen.repairs.length > 0 || isNoted(chosen);
/** Rows hold zeros given back, but not that nothing was lost. */
const isLookedAtAsFile = (chosen: Chosen): boolean => (chosen.repairs.length > 0 ? chosen.repairs.some(isKept) : isNoted(chosen));

function formOf(chosen: Chosen, { skip_rows, repairs }: ReturnType<typeof decisionsOf>): FormData {
  const form = new FormData();
  form.set('file', chosen.file);
  if (skip_rows.length > 0) form.set('skip_rows', skip_rows.join(','));
  if (repairs.length > 0) form.set('repairs', JSON.stringify(ofRows(repairs)));
  if (chosen.sheet) form.set('sheet', chosen.sheet);
  return form;
}

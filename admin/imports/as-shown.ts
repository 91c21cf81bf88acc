import type { ImportKind } from '../../server/domain/files/imports.ts';
import type { PlannerDataProvider } from '../providers/data-provider.ts';
import { type ImportAnswer, sendImport } from './send.ts';
import type { Told } from './together.ts';
import type { Chosen } from './use-file.ts';

/** What was shown of a file before it is taken in. */
interface Shown {
  told: Told;
  deleted: number;
}

/** Takes a file in as it was shown: asked about anew just before, so that it leaves out, deletes and says no more than that; undefined where it would.
 * The answer counts what was new, changed and unchanged, as it was asked about last. */
export async function sendAsShown(
  calls: Pick<PlannerDataProvider, 'call'>,
  kind: ImportKind,
  chosen: Chosen,
  { told, deleted }: Shown,
): Promise<ImportAnswer | undefined> {
  const now = await sendImport(calls, kind, chosen, { dryRun: true });
  const warned = new Set(told.warnings.map(({ text }) => text));
  const asBefore =
    (now.deleted ?? 0) <= deleted &&
    (chosen.withoutBad
      ? (now.bad_rows ?? []).every((row) => told.bad_rows.has(row))
      : now.errors.length === 0 && now.warnings.every((text) => warned.has(text)));
  return asBefore ? { ...now, ...(await sendImport(calls, kind, chosen, { dryRun: false })) } : undefined;
}

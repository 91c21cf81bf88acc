import type { ImportKind } from '../../server/domain/files/imports.ts';
import type { PlannerDataProvider } from '../providers/data-provider.ts';
import { type ImportAnswer, sendImport } from './send.ts';
import type { Told } from './together.ts';
import type { Chosen } from './use-file.ts';

/** What was shown of a file before it is taken in; `answer`: what the server said of it as it was decided, where it has. */
interface Shown {
  told: Told;
  answer: ImportAnswer | undefined;
  deleted: number;
}

/** Takes a file in as it was shown: asked about anew just before, so that it leaves out those rows alone, and deletes and says no more than that; undefined where it would. */
export async function sendAsShown(
  calls: Pick<PlannerDataProvider, 'call'>,
  kind: ImportKind,
  chosen: Chosen,
  { told, answer, deleted }: Shown,
): Promise<ImportAnswer | undefined> {
  const now = await sendImport(calls, kind, chosen, { dryRun: true });
  const warned = answer && new Set(answer.warnings);
  const asBefore =
    (now.deleted ?? 0) <= deleted &&
    (chosen.withoutBad ? isSame(now.bad_rows ?? [], told.bad_rows) : now.errors.length === 0) &&
    (warned === undefined || now.warnings.every((text) => warned.has(text)));
  return asBefore ? sendImport(calls, kind, chosen, { dryRun: false }) : undefined;
}

const isSame = (rows: readonly number[], shown: ReadonlySet<number>): boolean =>
  rows.length === shown.size && rows.every((row) => shown.has(row));

import type { ImportKind } from '../../server/domain/files/imports.ts';
import { isAlone, issuesOf } from '../../server/domain/files/issues.ts';
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

/** Takes a file in as it was shown: asked about anew just before, so that it leaves out those rows alone, and deletes and says no more than that; undefined where it would. Its errors where it has come to have some. */
export async function sendAsShown(
  calls: Pick<PlannerDataProvider, 'call'>,
  kind: ImportKind,
  chosen: Chosen,
  { told, answer, deleted }: Shown,
): Promise<ImportAnswer | undefined> {
  const now = await sendImport(calls, kind, chosen, { dryRun: true });
  if (!chosen.withoutBad && now.errors.length > 0) return now;
  const asBefore =
    (now.deleted ?? 0) <= deleted &&
    (!chosen.withoutBad || isSame(now.bad_rows ?? [], told.bad_rows)) &&
    (answer === undefined || warnsNoMore(now, answer));
  return asBefore ? sendImport(calls, kind, chosen, { dryRun: false }) : undefined;
}

/** Whether all was shown that is said of rows and of the file now; what many rows have in common, and how many more there are, is said otherwise of fewer. */
function warnsNoMore(now: ImportAnswer, shown: ImportAnswer): boolean {
  const textsOf = ({ warnings, warning_places }: ImportAnswer): string[] =>
    issuesOf(warnings, warning_places)
      .filter(isAlone)
      .map(({ text }) => text);
  const known = new Set(textsOf(shown));
  return (now.warning_count ?? 0) <= (shown.warning_count ?? 0) && textsOf(now).every((text) => known.has(text));
}

const isSame = (rows: readonly number[], shown: ReadonlySet<number>): boolean =>
  rows.length === shown.size && rows.every((row) => shown.has(row));

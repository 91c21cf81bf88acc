import type { Success } from '../../contract/handlers.ts';
import { transaction } from '../../db/errors.ts';
import type { Db } from '../../db/types.ts';
import { type ImportKind, importKind } from '../../domain/files/imports.ts';
import type { Issue, Issues } from '../../domain/files/issues.ts';
import { MAX_IMPORT_MESSAGES } from '../../domain/ground/constants.ts';
import { DomainError, notFound } from '../../domain/ground/errors.ts';
import { epochMs, fileStamp } from '../../domain/ground/plant-time.ts';
import { HISTORY_TEXTS, IMPORT_TEXTS } from '../../domain/texts/files/imports.ts';
import { HTTP } from '../../domain/texts/program/http.ts';
import type { Source } from '../../files/judge-source.ts';
import type { JudgedSource } from '../../files/read-file.ts';
import type { SourceRows } from '../../files/source-rows.ts';
import { writeWorkbook } from '../../files/write-sheets.ts';
import { type ImportAnswer, warningsOf } from './answer.ts';
import type { Counts } from './compare.store.ts';
import { historyEntry, historyPage, type LeftOutRow, type LogEntry, leftOutOf, logImport } from './log.store.ts';

export type ImportHistoryEntry = Success<'getImportHistory'>;
export type ImportHistoryRow = Omit<ImportHistoryEntry, 'errors' | 'warnings'>;

/** What the history needs of an import under way. */
interface Subject {
  kind: ImportKind;
  source: Source;
  content_hash: string;
}
interface Work extends Subject {
  judged: JudgedSource;
  found: Issues;
}
interface By {
  actor: string;
  skipRows?: readonly number[];
  recorded?: (trx: Db, importId: number) => Promise<void>;
}

const entryOf = (
  { kind, source, content_hash }: Subject,
  { actor }: By,
  answer: Pick<ImportAnswer, 'errors' | 'warnings' | 'error_count' | 'warning_count'>,
): LogEntry => ({
  actor,
  kind: kind.name,
  file_name: source.name,
  content_hash,
  refused: answer.errors.length > 0,
  row_count: 0,
  errors: answer.errors,
  warnings: answer.warnings,
  error_count: answer.error_count ?? answer.errors.length,
  warning_count: answer.warning_count ?? answer.warnings.length,
});

/** Keeps what an import did and the rows it left out, in its transaction. Gives the answer, which names those rows. */
export async function recordImport(
  trx: Db,
  work: Work,
  by: By,
  { answer, counts, bad, audit }: { answer: ImportAnswer; counts: Counts; bad: readonly number[]; audit: number },
): Promise<ImportAnswer> {
  const takenOut = new Set(by.skipRows);
  const numbers = [...bad, ...takenOut];
  const source = numbers.length > 0 ? await work.judged.sourceRows(numbers) : { headers: [], rows: [] };
  const rows = withReasons(source, [...work.judged.summary.errors, ...work.found.errors], takenOut);
  const left = rows.map(({ row }) => row);
  const said = left.length > 0 ? { ...answer, warnings: [IMPORT_TEXTS.leftOut(left.length, left), ...answer.warnings] } : answer;
  // What is said of left-out rows stands among the sentences, but is no warning about what was imported.
  const warning_count = warningsOf({ summary: work.judged.summary, found: work.found }, new Set(left)).count;
  const entry = { ...entryOf(work, by, said), row_count: answer.imported ?? 0, warning_count, counts, audit_id: audit };
  const import_id = await logImport(trx, entry, { headers: source.headers, rows });
  await by.recorded?.(trx, import_id);
  const told = { ...said, warning_count };
  return left.length > 0 ? { ...told, left_out: { import_id, count: left.length, rows: left.slice(0, MAX_IMPORT_MESSAGES) } } : told;
}

const NOTHING = { headers: [], rows: [] };

/** Keeps that an import was refused and why: its one trace. */
export async function recordRefusal(db: Db, subject: Subject, by: By, answer: ImportAnswer): Promise<void> {
  await transaction(db, async (trx) => {
    const id = await logImport(trx, entryOf(subject, by, answer), NOTHING);
    await by.recorded?.(trx, id);
  });
}

/** The same for a file that could not even be read through; other failures are none of the file's. */
export async function recordUnread(db: Db, subject: Subject, by: By, error: unknown): Promise<void> {
  if (!(error instanceof DomainError) || error.kind !== 'refused' || subject.source.form !== 'file') return;
  await recordRefusal(db, subject, by, { errors: [error.message], warnings: [] });
}

/** The newest imports, at most so many. */
export const newestImports = async (db: Db, limit: number): Promise<ImportHistoryRow[]> =>
  (await historyPage<ImportHistoryRow>(db, '', { limit })).results;

/** One import with its sentences. Throws not found. */
export async function importHistory(db: Db, id: number): Promise<ImportHistoryEntry> {
  const found = await historyEntry<ImportHistoryEntry>(db, id);
  if (found === undefined) throw notFound(HTTP.notFound);
  return found;
}

/** Rows left out by an import, each with its reasons: its errors, a person's choice, or a bad row it belongs to. */
function withReasons({ rows }: SourceRows, issues: readonly Issue[], takenOut: ReadonlySet<number>): LeftOutRow[] {
  const reasons = new Map<number, string[]>();
  for (const { row, text, also = [] } of issues) {
    if (row === null) continue;
    for (const one of [row, ...also]) reasons.set(one, [...(reasons.get(one) ?? []), text]);
  }
  return rows.map(({ row, cells }) => ({
    row,
    cells,
    reason: takenOut.has(row) ? IMPORT_TEXTS.takenOut : (reasons.get(row)?.join('\n') ?? IMPORT_TEXTS.errorOfOthers),
  }));
}

type LeftOut = NonNullable<Awaited<ReturnType<typeof leftOutOf>>>;

/** The rows that an import left out as a workbook to be handed on or printed: number, cells as they were, reasons. Throws not found where there are none. */
export async function leftOutFile(db: Db, id: number): Promise<{ name: string; bytes: Uint8Array }> {
  const found = await leftOutOf(db, id);
  if (found === undefined || found.rows.length === 0) throw notFound(HTTP.notFound);
  const kind = importKind(found.kind) as ImportKind;
  const bytes = await writeWorkbook([leftOutSheet(HISTORY_TEXTS.leftOutSheet, found)]);
  return { name: HISTORY_TEXTS.leftOutFile(kind.label, fileStamp(epochMs(found.at))), bytes };
}

/** The same of several imports, a sheet for each that left rows out. Throws not found where none did. */
export async function leftOutWorkbook(db: Db, ids: readonly number[]): Promise<Uint8Array> {
  const sheets: Sheet[] = [];
  for (const id of ids) {
    const found = await leftOutOf(db, id);
    if (found === undefined || found.rows.length === 0) continue;
    sheets.push(leftOutSheet(`${sheets.length + 1} ${importKind(found.kind)?.label ?? found.kind}`, found));
  }
  if (sheets.length === 0) throw notFound(HTTP.notFound);
  return writeWorkbook(sheets);
}

type Sheet = Parameters<typeof writeWorkbook>[0][number];

function leftOutSheet(name: string, found: LeftOut): Sheet {
  const width = Math.max(found.headers.length, ...found.rows.map(({ cells }) => cells.length));
  const headers = Array.from({ length: width }, (_, at) => found.headers[at] ?? '');
  return {
    name,
    print: true,
    columns: [
      { header: HISTORY_TEXTS.rowNumber, width: 6 },
      ...headers.map((header) => ({ header, text: true })),
      { header: HISTORY_TEXTS.reason, width: 60, text: true, wrap: true },
    ],
    rows: found.rows.map(({ row, cells, reason }) => [row, ...headers.map((_, at) => cells[at] ?? ''), reason]),
  };
}

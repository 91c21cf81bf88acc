import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { codeOf, toDomainError } from '../../db/errors.ts';
import type { Db } from '../../db/types.ts';
import { type Findings, findings, type Issue } from '../../domain/findings.ts';
import { type ImportKind, type ImportKindName, importKind } from '../../domain/imports.ts';
import { type Clock, formatInstant, plantDate } from '../../domain/plant-time.ts';
import { type Repair, sentences } from '../../domain/rows.ts';
import { IMPORT_TEXTS, STORE_TEXTS } from '../../domain/texts/imports.ts';
import type { Piece, Source, Summary } from '../../files/judge-source.ts';
import { judgeInThread } from '../../files/read-file.ts';
import { AFTER, BEFORE } from './after.store.ts';
import { applyTarget } from './apply.store.ts';
import { CHECKS } from './checks.store.ts';
import { type Change, compareTargets } from './compare.store.ts';
import { lastImportOf, logImport } from './log.store.ts';
import { type Passwords, preparePasswords } from './passwords.ts';
import { findShortened, findUnknown, resolveNames } from './references.store.ts';
import { analyzeStaging, countStaged, createStaging, dropStaging, lockImports, markBad, stageHashes, stageRows } from './staging.store.ts';
import { TARGETS } from './targets.store.ts';

export interface ImportOptions {
  /** Employee id, or the name of a program. */
  actor: string;
  clock: Clock;
  /** Write nothing, say what would change. */
  dryRun?: boolean;
  /** Leave bad rows out instead of refusing the whole. */
  skipBadRows?: boolean;
  /** Row numbers taken out in the preview. */
  skipRows?: readonly number[];
  /** Repairs of lost zeros that a person accepted. */
  repairs?: readonly Repair[];
  sheet?: string | undefined;
}

/** The answer of an import, as the contract has it. */
export interface ImportAnswer {
  errors: string[];
  warnings: string[];
  /** Rows taken in (a real import). */
  imported?: number;
  /** A dry run: what people count, what would change (the first 1,000 cells), lost zeros that could be given back. */
  new?: number;
  changed?: Change[];
  changed_count?: number;
  unchanged?: number;
  missing?: number;
  repairs?: Repair[];
}

/** Imports a file (xlsx or csv). All or nothing; says in sentences what is wrong. Throws only for what no sentence about rows can say. */
export const importFile = (
  db: Db,
  kind: ImportKindName,
  file: { name: string; bytes: Uint8Array },
  options: ImportOptions,
): Promise<ImportAnswer> => importSource(db, kind, { form: 'file', name: file.name, bytes: file.bytes, sheet: options.sheet }, options);

/** Imports the rows of a JSON body `{rows}`, given as it came. Throws a field error when it is no such body. */
export const importRows = (db: Db, kind: ImportKindName, body: Uint8Array, options: ImportOptions): Promise<ImportAnswer> =>
  importSource(db, kind, { form: 'json', name: '', bytes: body }, options);

const ATTEMPTS = 4;
const TRY_AGAIN = new Set(['40001', '40P01']);

/** A deadlock or a lost race begins anew, from the bytes. */
async function importSource(db: Db, name: ImportKindName, source: Source, options: ImportOptions): Promise<ImportAnswer> {
  const kind = importKind(name) as ImportKind;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await importOnce(db, kind, source, options);
    } catch (error) {
      if (db.isTransaction || attempt === ATTEMPTS || !TRY_AGAIN.has(codeOf(error) ?? '')) throw toDomainError(error);
    }
  }
}

async function importOnce(db: Db, kind: ImportKind, source: Source, options: ImportOptions): Promise<ImportAnswer> {
  const judged = await judgeInThread(source, {
    kind: kind.name,
    today: plantDate(options.clock()),
    skip_rows: options.skipRows ?? [],
    repairs: options.repairs ?? [],
  });
  try {
    const work = startWork(kind, source, options, judged.summary);
    if (judged.summary.refused) return answerOf(work, options);
    await sameFileAgain(db, work);
    const pieces = kind.columns.some(({ type }) => type === 'secret') ? await withPasswords(db, work, judged.pieces()) : judged.pieces();
    return await inTransaction(db, (trx) => importStaged(trx, work, pieces, options));
  } finally {
    await judged.close();
  }
}

/** One import under way. */
interface Work {
  kind: ImportKind;
  source: Source;
  summary: Summary;
  content_hash: string;
  found: Findings;
  repairs: Repair[];
  passwords: Passwords;
  has(field: string): boolean;
  report(level: 'error' | 'warning', row: number | null, field: string | null, text: string): void;
  repair(row: number, field: string, from: string, to: string): void;
}

function startWork(kind: ImportKind, source: Source, options: ImportOptions, summary: Summary): Work {
  const found = findings();
  const fields = new Set(summary.fields);
  const repairs = [...summary.repairs];
  const proposed = new Set(repairs.map(({ row, field }) => `${row} ${field}`));
  const headers = new Map(kind.columns.map(({ field, header }) => [field, header]));
  const report: Work['report'] = (level, row, field, text) => {
    const header = field === null ? undefined : headers.get(field);
    found.add(level, row, field, row === null || header === undefined ? text : IMPORT_TEXTS.at(row, header, text));
  };
  return {
    kind,
    source,
    summary,
    content_hash: hashOf(source, options),
    found,
    repairs,
    passwords: { hashes: [], faults: [] },
    has: (field) => fields.has(field),
    report,
    repair(row, field, from, to) {
      if (proposed.has(`${row} ${field}`)) return;
      proposed.add(`${row} ${field}`);
      repairs.push({ row, field, from, to });
      report('warning', row, field, IMPORT_TEXTS.zerosLost(from, to));
    },
  };
}

/** The bytes and what was chosen of them. */
const hashOf = (source: Source, options: ImportOptions): string =>
  createHash('sha256')
    .update(source.bytes)
    .update(JSON.stringify([options.skipRows ?? [], options.sheet ?? '']))
    .digest('hex');

async function sameFileAgain(db: Db, work: Work): Promise<void> {
  const at = await lastImportOf(db, work.kind.name, work.content_hash);
  if (at !== undefined) work.report('warning', null, null, STORE_TEXTS.sameFile(formatInstant(at)));
}

/** Hashing comes before the transaction, so its pieces are collected; a file of employees is small. */
async function withPasswords(db: Db, work: Work, pieces: AsyncGenerator<Piece>): Promise<Piece[]> {
  const collected: Piece[] = [];
  for await (const piece of pieces) collected.push(piece);
  work.passwords = await preparePasswords(
    db,
    collected.flatMap(({ secrets }) => secrets),
  );
  for (const { row, text } of work.passwords.faults) work.report('error', row, 'password', text);
  return collected;
}

/** Thrown to leave a transaction without a trace, with the answer all the same. */
class Undone {
  readonly answer: ImportAnswer;
  constructor(answer: ImportAnswer) {
    this.answer = answer;
  }
}

async function inTransaction(db: Db, work: (trx: Knex.Transaction) => Promise<ImportAnswer>): Promise<ImportAnswer> {
  try {
    return await db.transaction(work);
  } catch (error) {
    if (error instanceof Undone) return error.answer;
    throw error;
  }
}

async function importStaged(
  trx: Knex.Transaction,
  work: Work,
  pieces: AsyncIterable<Piece> | Iterable<Piece>,
  options: ImportOptions,
): Promise<ImportAnswer> {
  const { kind, found } = work;
  await lockImports(trx, options.dryRun === true);
  await createStaging(trx, kind);
  await stageRows(trx, kind, texts(pieces));
  await settlePasswords(trx, work);
  await analyzeStaging(trx);
  await checkReferences(trx, work);
  for (const check of CHECKS[kind.name] ?? []) {
    await check({ trx, has: work.has, report: work.report, repair: work.repair });
  }
  const targets = TARGETS[kind.name](work.has);
  if (options.dryRun) throw new Undone({ ...answerOf(work, options), ...(await compareTargets(trx, targets)), repairs: work.repairs });
  const refusing = options.skipBadRows ? found.errors.some(({ row }) => row === null) : work.summary.error_count + found.error_count > 0;
  if (refusing) throw new Undone(answerOf(work, options));
  await BEFORE[kind.name]?.(trx);
  for (const target of targets) await applyTarget(trx, target, { actor: options.actor, operation: kind.operation });
  await AFTER[kind.name]?.(trx);
  const { rows, bad } = await countStaged(trx);
  const { source, content_hash } = work;
  await logImport(trx, {
    actor: options.actor,
    kind: kind.name,
    file_name: source.name.slice(0, 255),
    content_hash,
    row_count: rows - bad,
  });
  await dropStaging(trx);
  return { ...answerOf(work, options), imported: rows - bad };
}

async function* texts(pieces: AsyncIterable<Piece> | Iterable<Piece>): AsyncGenerator<Uint8Array> {
  for await (const { text } of pieces) yield text;
}

async function settlePasswords(trx: Knex.Transaction, { passwords }: Work): Promise<void> {
  await stageHashes(trx, passwords.hashes);
  if (passwords.faults.length > 0) await markBad(trx, 'r.row_number = any (?)', [passwords.faults.map(({ row }) => row)]);
}

/** Unknown codes become row messages; codes that exist with zeros in front are offered for repair. */
async function checkReferences(trx: Knex.Transaction, work: Work): Promise<void> {
  for (const column of work.kind.columns) {
    const reference = column.refers;
    if (reference === undefined || !work.has(column.field)) continue;
    if (reference.by_name) await resolveNames(trx, column, reference);
    const { rows, count } = await findUnknown(trx, column, reference);
    for (const { row, value, padded } of rows) {
      const unknown = STORE_TEXTS.unknown[reference.to](value);
      work.report(reference.unknown, row, column.field, padded === null ? unknown : unknown + IMPORT_TEXTS.zerosLost(value, padded));
      if (padded !== null) work.repairs.push({ row, field: column.field, from: value, to: padded });
    }
    work.found[`${reference.unknown}_count`] += count - rows.length;
  }
  const shortened = await findShortened(trx, work.kind);
  for (const { row, value, padded } of shortened.rows) if (padded !== null) work.repair(row, shortened.field, value, padded);
}

const byRow = (one: Issue, other: Issue): number => (one.row ?? 0) - (other.row ?? 0);

/** The sentences, by row. With bad rows left out, what is wrong with them stands among the warnings. */
function answerOf({ summary, found }: Work, options: ImportOptions): ImportAnswer {
  const errors = [...summary.errors, ...found.errors].sort(byRow);
  const warnings = [...summary.warnings, ...found.warnings].sort(byRow);
  const [errorCount, warningCount] = [summary.error_count + found.error_count, summary.warning_count + found.warning_count];
  const none = options.dryRun ? {} : { imported: 0 };
  if (!options.skipBadRows || summary.refused || errors.some(({ row }) => row === null)) {
    return { errors: sentences(errors, errorCount), warnings: sentences(warnings, warningCount), ...none };
  }
  const skipped = errors.map((issue) => ({ ...issue, text: IMPORT_TEXTS.skipped(issue.text) }));
  return { errors: [], warnings: sentences([...skipped, ...warnings].sort(byRow), errorCount + warningCount), ...none };
}

import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { beginBulk, inBulkTurn, inLookingTurn } from '../../db/bulk.ts';
import { codeOf, toDomainError } from '../../db/errors.ts';
import { inTransaction } from '../../db/last-word.ts';
import { type Plan, PUBLISHED } from '../../db/plan.ts';
import type { Db } from '../../db/types.ts';
import { givesZeros, isKept, keptAsIs, repairsInWords } from '../../domain/files/cells/zeros.ts';
import { behindContent } from '../../domain/files/content-hash.ts';
import { type ImportKind, type ImportKindName, importKind } from '../../domain/files/imports.ts';
import type { Repair } from '../../domain/files/issues.ts';
import { cellOf, type Issues, noIssues } from '../../domain/files/issues.ts';
import type { Lacking } from '../../domain/files/waiting.ts';
import { plainFileName } from '../../domain/ground/fold.ts';
import { type Clock, formatInstant, plantDate } from '../../domain/ground/plant-time.ts';
import { IMPORT_TEXTS, MOST_VALUES, STORE_TEXTS } from '../../domain/texts/files/imports.ts';
import type { Piece, Source, Summary } from '../../files/judge-source.ts';
import { type JudgedSource, judgeInThread } from '../../files/read-file.ts';
import { AFTER, BEFORE } from './after.store.ts';
import { answerOf, type Head, type ImportAnswer } from './answer.ts';
import { CHECKS } from './checks.store.ts';
import { compareTargets, countTargets } from './compare.store.ts';
import { type Effect, keepEffects } from './effects.store.ts';
import { recordImport, recordRefusal, recordUnread } from './history.service.ts';
import { lastImportOf } from './log.store.ts';
import { type Passwords, preparePasswords } from './passwords.ts';
import { leaveOutQuestions, type Question, refuseDoubles } from './questions.store.ts';
import {
  findBrought,
  findDoubleKeys,
  findUnknown,
  refuseSharedNames,
  refuseUnknown,
  resolveNames,
  spellReferences,
} from './references.store.ts';
import { analyzeStaging, badRows, countStaged, createStaging, dropStaging, markBad, stageHashes, stageRows } from './staging.store.ts';
import { TARGETS } from './targets.store.ts';
import { openTrace } from './trace.ts';

export interface ImportOptions {
  /** The employee id of the person who imports, or the name of the program that does. */
  actor: string;
  clock: Clock;
  /** True: nothing is written, and the answer says what would change. */
  dryRun?: boolean;
  /** True: bad rows are left out. Else one bad row refuses the whole file. */
  skipBadRows?: boolean;
  /** Numbers of the rows that a person took out in the preview. */
  skipRows?: readonly number[];
  /** Repairs of lost zeros that a person accepted, and cells that a person left as they are. */
  repairs?: readonly Repair[];
  /** True: every repair of lost zeros that a dry run would propose is accepted, and a known lot takes the longer spelling of the file. */
  repairAll?: boolean;
  /** True: a row that differs from a known lot or key only by zeros in front is taken in as it is. Else such a row is bad. */
  asIs?: boolean;
  sheet?: string | undefined;
  /** True: nobody is there to answer questions, so rows that may have lost zeros or would double a lot count as bad. */
  questionsAreBad?: boolean;
  /**
   * Is called with the number of the import in the history, also of a refused one, in the transaction that writes it. An error thrown here undoes the
   * import and its record.
   */
  recorded?: (trx: Db, importId: number) => Promise<void>;
}

/**
 * Imports a file (xlsx or csv), all of it or nothing. The answer says in sentences what is wrong with the rows; only an error that concerns no rows
 * is thrown.
 */
export const importFile = (
  db: Db,
  kind: ImportKindName,
  file: { name: string; bytes: Uint8Array },
  options: ImportOptions,
): Promise<ImportAnswer> => importSource(db, kind, { form: 'file', name: file.name, bytes: file.bytes, sheet: options.sheet }, options);

/**
 * Imports the rows of a JSON body `{rows}`, given as it came. `fileName` names the file that the rows were read from, `contentHash` is the hash
 * by which it is known. Throws a field error when the body has no such rows.
 */
export const importRows = (
  db: Db,
  kind: ImportKindName,
  body: Uint8Array,
  options: ImportOptions & { fileName?: string | undefined; contentHash?: string | undefined },
): Promise<ImportAnswer> =>
  importSource(db, kind, { form: 'json', name: options.fileName ?? '', bytes: body, content_hash: options.contentHash }, options);

const ATTEMPTS = 4;
const TRY_AGAIN = new Set(['40001', '40P01']);

async function importSource(db: Db, name: ImportKindName, given: Source, options: ImportOptions): Promise<ImportAnswer> {
  const kind = importKind(name) as ImportKind;
  const source = { ...given, name: plainFileName(given.name) };
  if (!options.repairAll) return importAgain(db, kind, source, options);
  const asked = options.repairs ?? [];
  let repairs = [...asked];
  // The rows are judged anew with what is given back: a repaired key may stand in the file already, or lead to others that lost theirs.
  for (let round = 0; round < ROUNDS; round++) {
    const found = (await importAgain(db, kind, source, { ...options, repairs, dryRun: true })).repairs ?? [];
    if (found.length === 0) break;
    const cells = new Set(found.map(cellOf));
    repairs = [...repairs.filter((repair) => !cells.has(cellOf(repair))), ...found];
  }
  const answer = await importAgain(db, kind, source, { ...options, repairs });
  return { ...answer, repairs: repairs.slice(asked.length) };
}

/** Zeros that were given back may show that others are lost: the file is gone through so many times. */
const ROUNDS = 3;

/** A deadlock or a lost race begins anew, from the bytes. */
async function importAgain(db: Db, kind: ImportKind, source: Source, options: ImportOptions): Promise<ImportAnswer> {
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
    keep_source: !options.dryRun && (options.skipBadRows === true || (options.skipRows ?? []).length > 0),
  }).catch(async (error: unknown) => {
    if (!options.dryRun) await recordUnread(db, { kind, source, content_hash: hashOf(source, options, '') }, options, error);
    throw error;
  });
  try {
    const work = startWork(kind, source, options, judged);
    const answer = judged.summary.refused ? answerOf(work, options) : await importJudged(db, work, options);
    if (answer.errors.length > 0 && !options.dryRun) await recordRefusal(db, work, options, answer);
    return answer;
  } finally {
    await judged.close();
  }
}

async function importJudged(db: Db, work: Work, options: ImportOptions): Promise<ImportAnswer> {
  const { kind, judged } = work;
  await sameFileAgain(db, work);
  const pieces = kind.columns.some(({ type }) => type === 'secret') ? await withPasswords(db, work, judged.pieces()) : judged.pieces();
  const turn = options.dryRun ? inLookingTurn : inBulkTurn;
  return turn(() => undoable(db, (trx) => importStaged(trx, PUBLISHED, work, pieces, options)));
}

/** One import under way. */
interface Work {
  kind: ImportKind;
  source: Source;
  judged: JudgedSource;
  summary: Summary;
  content_hash: string;
  found: Issues;
  /** Sentences about many rows at once; they are said before the rows. */
  heads: Head[];
  /** By row and field. */
  repairs: Map<string, Repair>;
  passwords: Passwords;
  /** Codes that the plant does not know. */
  lacking: Lacking[];
  /** Rows that would double a lot of an order, or a key. */
  doubles: Question[];
  respelled: Effect[];
  renumbered: Effect[];
  has(field: string): boolean;
  /** Whether a person wants the cell taken in as it is, whatever it doubles. */
  isAsIs(row: number, field: string): boolean;
  /** Proposes zeros to give back, unless a person has said that none were lost. */
  offer(repair: Repair): void;
  report(level: 'error' | 'warning', row: number | null, field: string | null, text: string, also?: readonly number[]): void;
  repair(row: number, field: string, from: string, to: string, owner?: string): void;
}

function startWork(kind: ImportKind, source: Source, options: ImportOptions, judged: JudgedSource): Work {
  const { summary } = judged;
  const found = noIssues();
  const fields = new Set(summary.fields);
  const repairs = new Map(summary.repairs.map((repair) => [cellOf(repair), repair]));
  const said = new Set<string>();
  const kept = keptAsIs(options.repairs ?? []);
  const headers = new Map(kind.columns.map(({ field, header }) => [field, header]));
  const report: Work['report'] = (level, row, field, text, also = []) => {
    const header = field === null ? undefined : headers.get(field);
    // Rows that follow each other are named from the first to the last.
    const until = row !== null && also.at(-1) === row + also.length ? row + also.length : undefined;
    const said = row === null || header === undefined ? text : IMPORT_TEXTS.at(row, header, text, until);
    found.add(level, row, field, said, ...(also.length > 0 ? [also] : []));
  };
  const isAsIs: Work['isAsIs'] = (row, field) => options.asIs === true || kept.has(cellOf({ row, field }));
  const offer: Work['offer'] = (repair) => {
    if (!kept.has(cellOf(repair))) repairs.set(cellOf(repair), repair);
  };
  const given = repairsInWords(kind, options.repairs?.filter(({ from, to }) => givesZeros(from, to)) ?? []);
  if (given !== '') report('warning', null, null, IMPORT_TEXTS.zerosGiven(given));
  return {
    kind,
    source,
    judged,
    summary,
    content_hash: hashOf(source, options, summary.sheet),
    found,
    heads: [],
    lacking: [],
    repairs,
    passwords: { hashes: [], errors: [] },
    doubles: [],
    respelled: [],
    renumbered: [],
    has: (field) => fields.has(field),
    isAsIs,
    offer,
    report,
    repair(row, field, from, to, owner = '') {
      const once = `${field} ${owner} ${from}`;
      const cell = cellOf({ row, field });
      takeBack(summary, repairs.get(cell), to);
      // Else an error says so.
      if (isAsIs(row, field) && repairs.get(cell)?.to !== to && !said.has(once))
        report('warning', row, field, IMPORT_TEXTS.zerosLost(from, to));
      said.add(once);
      offer({ row, field, from, to });
    },
  };
}

/** Drops the repair that was guessed from the file alone where the database knows another one: a code has one proposal. */
function takeBack(summary: Summary, guessed: Repair | undefined, known: string): void {
  if (guessed === undefined || guessed.to === known) return;
  const kept = summary.warnings.filter(({ row, field }) => row !== guessed.row || field !== guessed.field);
  summary.warning_count -= summary.warnings.length - kept.length;
  summary.warnings = kept;
}

/** The hash of the bytes and of the choices made for them. Rows have the hash of the file that they were read from, where the sender knows it. */
const hashOf = (source: Source, options: ImportOptions, sheet: string): string =>
  source.content_hash ??
  createHash('sha256')
    .update(source.bytes)
    .update(behindContent(options.skipRows ?? [], sheet))
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
  for (const { row, text } of work.passwords.errors) work.report('error', row, 'password', text);
  return collected;
}

/** Is thrown to undo a transaction and carries the answer out of it. */
class Undone {
  readonly answer: ImportAnswer;
  constructor(answer: ImportAnswer) {
    this.answer = answer;
  }
}

async function undoable(db: Db, work: (trx: Knex.Transaction) => Promise<ImportAnswer>): Promise<ImportAnswer> {
  try {
    return await inTransaction(db, work);
  } catch (error) {
    if (error instanceof Undone) return error.answer;
    throw error;
  }
}

async function importStaged(
  trx: Knex.Transaction,
  plan: Plan,
  work: Work,
  pieces: AsyncIterable<Piece> | Iterable<Piece>,
  options: ImportOptions,
): Promise<ImportAnswer> {
  const { kind, found } = work;
  await beginBulk(trx, options.dryRun !== true);
  await createStaging(trx, kind);
  await stageRows(trx, kind, texts(pieces));
  await settlePasswords(trx, work);
  await analyzeStaging(trx);
  await checkReferences(trx, work);
  // Which rows are bad is known only now, and the checks ask for it.
  await analyzeStaging(trx);
  for (const check of CHECKS[kind.name] ?? []) {
    await check({
      ...work,
      trx,
      plan,
      kept: (field) => (options.repairs ?? []).filter((one) => one.field === field && isKept(one)).map(({ row }) => row),
      doubles: (question) => work.doubles.push(question),
      joins: options.repairAll === true,
    });
  }
  if (options.questionsAreBad) await leaveOutQuestions(trx, kind, work);
  else await refuseDoubles(trx, work);
  const targets = TARGETS[kind.name](work.has, plan);
  const answerNow = async () => answerOf({ ...work, brings: await findBrought(trx, kind) }, options, await badRows(trx));
  if (options.dryRun) {
    const { rows, bad } = await countStaged(trx);
    throw new Undone({ ...(await answerNow()), row_count: rows - bad, ...(await compareTargets(trx, targets)) });
  }
  const refusing = options.skipBadRows ? found.errors.some(({ row }) => row === null) : work.summary.error_count + found.error_count > 0;
  if (refusing) throw new Undone(await answerNow());
  const counts = await countTargets(trx, targets);
  const today = plantDate(options.clock());
  const traced = await openTrace(trx, kind, work.source.name, targets, options.actor);
  await keepEffects(trx, traced.audit, 'lots', work.respelled);
  await keepEffects(trx, traced.audit, 'orders', work.renumbered);
  const about = { plan, today, audit: traced.audit, targets };
  await BEFORE[kind.name]?.(trx, about);
  for (const target of targets) await traced.apply(target);
  await AFTER[kind.name]?.(trx, about);
  const { rows, bad } = await countStaged(trx);
  const left = bad > 0 ? await badRows(trx) : [];
  const answer = {
    ...answerOf(work, options, undefined, left),
    imported: rows - bad,
    new: counts.new,
    changed_count: counts.changed_count,
    unchanged: counts.unchanged,
    deleted: counts.deleted,
  };
  const recorded = await recordImport(trx, work, options, { answer, counts, bad: left, audit: traced.audit });
  await traced.close(rows - bad);
  await dropStaging(trx);
  return recorded;
}

async function* texts(pieces: AsyncIterable<Piece> | Iterable<Piece>): AsyncGenerator<Uint8Array> {
  for await (const { text } of pieces) yield text;
}

async function settlePasswords(trx: Knex.Transaction, { passwords }: Work): Promise<void> {
  await stageHashes(trx, passwords.hashes);
  if (passwords.errors.length > 0) await markBad(trx, 'r.row_number = any (?)', [passwords.errors.map(({ row }) => row)]);
}

/**
 * Reports unknown codes by row, and offers a repair for codes that exist with zeros in front. The rows without another error are read before this
 * makes them bad.
 */
async function checkReferences(trx: Knex.Transaction, work: Work): Promise<void> {
  const references = work.kind.columns.flatMap((column) =>
    column.refers && work.has(column.field) ? [{ column, reference: column.refers, named: new Map<string, string[]>() }] : [],
  );
  for (const one of references) {
    if (one.reference.by_name) {
      await resolveNames(trx, one.column, one.reference);
      one.named = await refuseSharedNames(trx, one.column, one.reference);
    }
    await spellReferences(trx, one.column, one.reference);
  }
  for (const { column, reference, named } of references) {
    const { rows, count, shortened, values } = await findUnknown(trx, column, reference, named);
    if (values.some(({ rows }) => rows > 1)) {
      const text = STORE_TEXTS.unknownValues(reference.to, values.slice(0, MOST_VALUES), values.length);
      work.heads.push({ level: reference.unknown, field: column.field, text });
    }
    for (const { value, numbers } of values) work.lacking.push({ field: column.field, code: value, rows: numbers });
    for (const { row, value, padded, codes } of rows) {
      const unknown = codes ? STORE_TEXTS.severalNames(codes) : STORE_TEXTS.unknown[reference.to](value);
      work.report(reference.unknown, row, column.field, padded === null ? unknown : unknown + IMPORT_TEXTS.zerosLost(value, padded));
    }
    for (const { row, value, padded } of shortened) {
      work.offer({ row, field: column.field, from: value, to: padded });
    }
    work.found[`${reference.unknown}_count`] += count - rows.length;
  }
  for (const { column, reference } of references) if (reference.unknown === 'error') await refuseUnknown(trx, column, reference);
  await refuseDoubleKeys(trx, work);
}

/** Notes the rows whose key differs from another one only by zeros in front, and offers the longer spelling as a repair. */
async function refuseDoubleKeys(trx: Knex.Transaction, work: Work): Promise<void> {
  const { field, rows } = await findDoubleKeys(trx, work.kind);
  for (const { row, value, padded, longer } of rows) {
    if (longer) work.repair(row, field, value, padded);
    work.doubles.push({ row, field, text: STORE_TEXTS.keyDoubles(value, padded) });
  }
}

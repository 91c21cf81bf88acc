import type { Knex } from 'knex';
import type { Success } from '../../contract/handlers.ts';
import { transaction } from '../../db/errors.ts';
import type { Plan } from '../../db/plan.ts';
import { givesZeros } from '../../domain/files/cells/zeros.ts';
import { MAX_IMPORT_ROWS } from '../../domain/ground/constants.ts';
import { storable } from '../../domain/ground/fold.ts';
import { type PlantDate, plantDate } from '../../domain/ground/plant-time.ts';
import { backOn, spareDays, spareDaysIfBack } from '../../domain/plant/outsourcing.ts';
import { OUTSOURCING_TEXTS, REQUEST_SHEET, SHEET_TEXTS as TEXTS } from '../../domain/texts/outsourcing.ts';
import { readSheetsInThread } from '../../files/read-file.ts';
import { type By, holidaysAhead, type Judged, judgeAnswer, worksToJudge, writeAnswers } from './answers.service.ts';
import { lockOrderTasks, type Said } from './answers.store.ts';
import { entriesOfTasks, type WorkDetail } from './outsourcing.store.ts';
import { checkOf, type Identity, identityOf, isSameNote } from './sheet-mark.service.ts';
import { type Refused, readRequestSheets, type SheetRow, subjectOf } from './sheet-rows.ts';

type Answer = Success<'takeAnsweredSheets'>;
type Change = Answer['rows'][number];

const NOTE_LENGTH = 200;

/** A row that changes something, on its way to the database and to the screen. */
interface Taken {
  work: WorkDetail;
  said: Said;
  shown: Change;
}

/** What becomes of the rows of a file. */
interface Verdict {
  taken: Taken[];
  unchanged: number;
  refused: Refused[];
  warnings: string[];
}

/**
 * Reads a file of answered sheets and holds it against what is known. Rows left as they were sent out change nothing, whatever was answered since; an emptied cell
 * takes nothing back. Bad rows keep all others back unless they are to be left out. Throws a refusal for a file that cannot be read.
 */
export async function takeAnsweredSheets(
  db: Knex,
  plan: Plan,
  file: { name: string; bytes: Uint8Array },
  options: { dryRun: boolean; skipBadRows: boolean },
  by: By,
): Promise<Answer> {
  const today = plantDate(by.now_ms);
  const { rows, refused, warnings } = readRequestSheets(await readSheetsInThread(file.bytes, MAX_IMPORT_ROWS), today);
  return transaction(db, async (trx) => {
    const ids = [...new Set(rows.map(({ mark }) => mark.order_task_id))];
    if (!options.dryRun) await lockOrderTasks(trx, ids);
    const verdict = judgeRows(rows, await knownWork(trx, plan, ids), today, await holidaysAhead(trx, today, lastAnswered(rows, today)));
    const all: Verdict = { ...verdict, refused: [...refused, ...verdict.refused], warnings: [...warnings, ...verdict.warnings] };
    const applies = !options.dryRun && (all.refused.length === 0 || options.skipBadRows);
    if (applies) await writeAnswers(trx, all.taken, { ...by, file_name: file.name });
    return answerOf(all, applies);
  });
}

const lastAnswered = (rows: readonly SheetRow[], today: PlantDate): PlantDate =>
  rows.reduce((last, { answered_date }) => (answered_date !== undefined && answered_date > last ? answered_date : last), today);

interface Known {
  work: Judged;
  finished: boolean;
}

async function knownWork(trx: Knex.Transaction, plan: Plan, ids: readonly number[]): Promise<Map<number, Known>> {
  const entries = await entriesOfTasks(trx, plan, ids);
  const finished = new Map(entries.map((entry) => [entry.id, entry.finished]));
  const works = await worksToJudge(trx, plan, [...finished.keys()]);
  return new Map(works.map((work) => [work.order_task_id, { work, finished: finished.get(work.id) === true }]));
}

function judgeRows(rows: readonly SheetRow[], known: Map<number, Known>, today: PlantDate, holidays: ReadonlySet<PlantDate>): Verdict {
  const verdict: Verdict = { taken: [], unchanged: 0, refused: [], warnings: [] };
  const seen = new Map<number, SheetRow>();
  for (const row of rows) {
    const first = seen.get(row.mark.order_task_id);
    if (first && isAlike(first, row)) continue;
    seen.set(row.mark.order_task_id, first ?? row);
    const message = first ? TEXTS.twice(first.row) : judgeRow(row, known.get(row.mark.order_task_id), today, holidays, verdict);
    if (message !== undefined) verdict.refused.push({ sheet: row.sheet, row: row.row, ...subjectOf(row.identity), message });
  }
  return verdict;
}

const isAlike = (one: SheetRow, other: SheetRow): boolean =>
  JSON.stringify([one.identity, one.answered_date, one.completed_quantity, one.note]) ===
  JSON.stringify([other.identity, other.answered_date, other.completed_quantity, other.note]);

/** Puts a row where it belongs; gives why it cannot be taken. */
function judgeRow(
  row: SheetRow,
  known: Known | undefined,
  today: PlantDate,
  holidays: ReadonlySet<PlantDate>,
  verdict: Verdict,
): string | undefined {
  const genuine = verify(row, known?.work);
  if (genuine.error !== undefined) return genuine.error;
  if (isAsSent(row)) {
    verdict.unchanged += 1;
    return undefined;
  }
  if (row.errors.length > 0) return row.errors.join('');
  if (!known) return TEXTS.gone;
  if (known.finished) return TEXTS.finished;
  const { work } = known;
  if (work.task_name !== row.identity.task_name) return TEXTS.moved;
  if (!storable(row.note)) return OUTSOURCING_TEXTS.noteCharacters;
  if (row.note.length > NOTE_LENGTH) return OUTSOURCING_TEXTS.noteLength(NOTE_LENGTH);
  const said = saidBy(row, work);
  const { errors, warnings } = judgeAnswer(work, said, today, holidays);
  const texts = Object.values(errors).flat();
  if (texts.length > 0) return texts.join('');
  const changes = changesOf(work, said);
  if (changes.length === 0) verdict.unchanged += 1;
  else
    verdict.taken.push({
      work,
      said,
      shown: shownOf(row, { work, said, changes, warnings: [...genuine.warnings, ...row.warnings, ...warnings] }, holidays),
    });
  return undefined;
}

/** Whether the three cells are as the sheet went out. */
const isAsSent = ({ mark, answered_date, completed_quantity, note, errors }: SheetRow): boolean =>
  errors.length === 0 &&
  (answered_date ?? '') === mark.answered_date &&
  String(completed_quantity ?? '') === mark.completed_quantity &&
  isSameNote(mark, note);

const LABELS: Readonly<Record<keyof Identity, string>> = REQUEST_SHEET.headers;

/** Whether the row is the one that was sent out. Zeros that a spreadsheet ate are given back and told. */
function verify({ mark, identity }: SheetRow, work: WorkDetail | undefined): { error?: string; warnings: string[] } {
  if (checkOf(mark, identity) === mark.check) return { warnings: [] };
  if (!work) return { error: TEXTS.wrongMark, warnings: [] };
  const own = identityOf(work);
  const fields = Object.keys(own) as (keyof Identity)[];
  const repaired = { ...identity };
  const warnings: string[] = [];
  for (const field of ['serial_number', 'lot_number'] as const) {
    if (identity[field] === own[field] || !givesZeros(identity[field], own[field])) continue;
    repaired[field] = own[field];
    warnings.push(TEXTS.zeros(LABELS[field], identity[field], own[field]));
  }
  if (warnings.length > 0 && checkOf(mark, repaired) === mark.check) return { warnings };
  const differing = fields.find((field) => repaired[field] !== own[field]);
  if (!differing) return { error: TEXTS.wrongMark, warnings: [] };
  return { error: TEXTS.tampered(LABELS[differing], own[differing], identity[differing]), warnings: [] };
}

/** The answer of a row over the stored one: a cell left as it was sent, or emptied, changes nothing. */
function saidBy(row: SheetRow, work: WorkDetail): Said {
  const { mark } = row;
  const date = row.answered_date === undefined || row.answered_date === mark.answered_date ? work.answered_date : row.answered_date;
  const done =
    row.completed_quantity === undefined || String(row.completed_quantity) === mark.completed_quantity
      ? work.completed_quantity
      : row.completed_quantity;
  const note = row.note === '' || isSameNote(mark, row.note) ? work.note : row.note;
  return { answered_date: date, completed_quantity: done, note, handed_on: work.handed_on };
}

function changesOf(work: WorkDetail, said: Said): Change['changes'] {
  const fields = ['answered_date', 'completed_quantity', 'note'] as const;
  return fields.flatMap((field) => (work[field] === said[field] ? [] : [{ field, old: work[field], new: said[field] }]));
}

function shownOf(
  { row, sheet }: SheetRow,
  { work, said, changes, warnings }: { work: WorkDetail; said: Said } & Pick<Change, 'changes' | 'warnings'>,
  holidays: ReadonlySet<PlantDate>,
): Change {
  const { unique_order, product_name, task_name, quantity, return_date } = work;
  const back = (date: PlantDate | null): PlantDate => (date === null ? return_date : backOn(date, (day) => holidays.has(day)));
  const spare = (date: PlantDate | null): number | null => (back(date) > return_date ? spareDaysIfBack(work, back(date)) : spareDays(work));
  const [before, after] = [spare(work.answered_date), spare(said.answered_date)];
  const affected = after !== null && before !== null && after < before && after < 0;
  return {
    row,
    sheet,
    unique_order,
    product_name,
    task_name,
    quantity,
    changes,
    warnings,
    return_date: back(work.answered_date),
    new_return_date: back(said.answered_date),
    spare_days: before,
    new_spare_days: after,
    affected,
  };
}

function answerOf({ taken, unchanged, refused, warnings }: Verdict, applied: boolean): Answer {
  return {
    changed_count: taken.length,
    unchanged_count: unchanged,
    refused_count: refused.length,
    affected_count: taken.filter(({ shown }) => shown.affected).length,
    applied: applied ? taken.length : 0,
    rows: taken.map(({ shown }) => shown),
    refused,
    warnings,
  };
}

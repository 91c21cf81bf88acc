import type { Knex } from 'knex';
import type { Body, CurrentUser, Success } from '../../contract/handlers.ts';
import { recordAuditMany } from '../../db/audit.ts';
import { transaction } from '../../db/errors.ts';
import type { Plan } from '../../db/plan.ts';
import { closedDaysBetween } from '../../db/sql/calendar.ts';
import { conflict, type FieldErrors, invalid, notFound } from '../../domain/ground/errors.ts';
import { trimmed } from '../../domain/ground/fold.ts';
import { addDays, addMonths, type Clock, type PlantDate, plantDate, toInstant } from '../../domain/ground/plant-time.ts';
import { backOn } from '../../domain/plant/outsourcing.ts';
import { OUTSOURCING_TEXTS as TEXTS } from '../../domain/texts/outsourcing.ts';
import { databaseTexts } from '../../domain/texts/program/database.ts';
import { type AnswerToKeep, keepAnswers, keepRequests, lockOrderTasks, type Said } from './answers.store.ts';
import { type WorkDetail, workOf } from './outsourcing.service.ts';
import { entriesOfTasks, entriesThatWait, workDetails } from './outsourcing.store.ts';

/** An answered day lies no further ahead. */
const MOST_MONTHS_AHEAD = 24;
const LONGEST_HOLIDAY_DAYS = 60;

/** Who answers, from which file; by hand where there is none. */
export interface By {
  employee_id: string;
  operation: string;
  file_name: string;
  now_ms: number;
}

/** Whether the partner has it, as somebody said or as planned. */
const isAway = ({ handed_on, handover_date }: Pick<WorkDetail, 'handed_on' | 'handover_date'>, today: PlantDate): boolean =>
  handed_on !== null || handover_date <= today;

/** Work as an answer is judged; whether an earlier process of its lot is open. */
export type Judged = WorkDetail & { waits: boolean };

/** What a partner's answer may say of work; field errors where it may not, and what should be known. */
export function judgeAnswer(
  work: Judged,
  said: Said,
  today: PlantDate,
  holidays: ReadonlySet<PlantDate>,
): { errors: FieldErrors; warnings: string[] } {
  const errors: FieldErrors = {};
  const warnings: string[] = [];
  const { answered_date: date, completed_quantity: done } = said;
  if (date !== null && date !== work.answered_date) {
    if (date < today) errors.answered_date = [TEXTS.past(date)];
    else if (date > addMonths(today, MOST_MONTHS_AHEAD)) errors.answered_date = [TEXTS.tooFar(date)];
    else {
      const back = backOn(date, (day) => holidays.has(day));
      if (back !== date) warnings.push(TEXTS.holiday(date, back));
      if (date <= work.handover_date) warnings.push(TEXTS.beforeHandover(work.handover_date));
      if (work.locked && date !== work.return_date) warnings.push(isAway(work, today) ? TEXTS.away : TEXTS.locked);
    }
  }
  if (said.handed_on !== null && said.handed_on !== work.handed_on && said.handed_on > today)
    errors.handed_on = [TEXTS.handedLater(said.handed_on)];
  if (done !== null && done !== work.completed_quantity) {
    if (!Number.isInteger(done) || done < 0 || done > work.quantity) errors.completed_quantity = [TEXTS.beyond(done, work.quantity)];
    else {
      if (done > 0 && !isAway({ ...work, handed_on: said.handed_on }, today)) warnings.push(TEXTS.notHandedOver(work.handover_date));
      if (done > 0 && work.waits) warnings.push(TEXTS.previousOpen);
      if (done === work.quantity) warnings.push(TEXTS.allDone);
    }
  }
  return { errors, warnings };
}

/** Work in full, by entry, as an answer is judged. */
export async function worksToJudge(db: Knex | Knex.Transaction, plan: Plan, entries: readonly number[]): Promise<Judged[]> {
  const waiting = await entriesThatWait(db, plan, entries);
  return (await workDetails(db, plan, entries)).map((work) => ({ ...work, waits: waiting.has(work.id) }));
}

/** The holidays that answers to come may fall on: those up to the last that may be given. */
export const holidaysAhead = (db: Knex | Knex.Transaction, today: PlantDate, last: PlantDate): Promise<ReadonlySet<PlantDate>> =>
  closedDaysBetween(db, today, addDays([last, addMonths(today, MOST_MONTHS_AHEAD)].sort()[0]!, LONGEST_HOLIDAY_DAYS));

const saidBefore = ({ answered_date, completed_quantity, note, handed_on }: WorkDetail): Said => ({
  answered_date,
  completed_quantity,
  note,
  handed_on,
});

/** Writes answers that were judged, with their history, in the caller's transaction. The handover an answer is given for stays while its day does. */
export async function writeAnswers(trx: Knex.Transaction, answers: readonly { work: WorkDetail; said: Said }[], by: By): Promise<void> {
  if (answers.length === 0) return;
  const rows = answers.map(({ work, said }): AnswerToKeep => {
    const { order_task_id, task_id, file_code: outsourcing_code, handover_date } = work;
    return {
      ...said,
      order_task_id,
      task_id,
      outsourcing_code,
      handover_date,
      answered_by: by.employee_id,
      answered_at: toInstant(by.now_ms),
      file_name: by.file_name,
    };
  });
  await keepAnswers(trx, rows);
  const file = by.file_name === '' ? {} : { file_name: by.file_name };
  await recordAuditMany(
    trx,
    answers.map(({ work, said }) => ({
      actor: by.employee_id,
      operation: by.operation,
      kind: 'outsourcing_answers',
      key: `${work.unique_order} ${work.task_name}`,
      old: work.answer_version === 0 ? null : saidBefore(work),
      new: { ...said, ...file },
    })),
  );
}

/** Keeps an answer typed by hand. Throws field errors, not found for work that is no partner's, a conflict for a stale version. */
export async function answerByHand(
  db: Knex,
  plan: Plan,
  body: Body<'answerOutsourcing'>,
  user: Pick<CurrentUser, 'employee_id'>,
  clock: Clock,
): Promise<Success<'answerOutsourcing'>> {
  const now_ms = clock();
  const today = plantDate(now_ms);
  return transaction(db, async (trx) => {
    await lockOrderTasks(trx, [body.order_task_id]);
    const [entry] = await entriesOfTasks(trx, plan, [body.order_task_id]);
    const [work] = entry ? await worksToJudge(trx, plan, [entry.id]) : [];
    if (!entry || !work) throw notFound(databaseTexts.notFound);
    if (body.version !== undefined && body.version !== null && body.version !== work.answer_version)
      throw conflict(databaseTexts.changedByOther, await workOf(trx, plan, work.id, today));
    if (entry.finished) throw invalid({ completed_quantity: [TEXTS.finished] });
    const {
      answered_date = work.answered_date,
      completed_quantity = work.completed_quantity,
      note = work.note,
      handed_on = work.handed_on,
    } = body;
    const said = { answered_date, completed_quantity, note: trimmed(note), handed_on };
    const { errors, warnings } = judgeAnswer(work, said, today, await holidaysAhead(trx, today, answered_date ?? today));
    if (Object.keys(errors).length > 0) throw invalid(errors);
    if (JSON.stringify(said) !== JSON.stringify(saidBefore(work)))
      await writeAnswers(trx, [{ work, said }], { employee_id: user.employee_id, operation: 'answerOutsourcing', file_name: '', now_ms });
    return { result: (await workOf(trx, plan, work.id, today))!, warnings };
  });
}

/** Remembers that sheets asked partners for this work. */
export const rememberRequests = (trx: Knex.Transaction, works: readonly WorkDetail[], now_ms: number): Promise<void> =>
  keepRequests(
    trx,
    works.map(({ order_task_id, task_id, file_code, return_date }) => {
      return { order_task_id, task_id, outsourcing_code: file_code, asked_at: toInstant(now_ms), wanted_date: return_date };
    }),
  );

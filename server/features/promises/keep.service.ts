import type { Knex } from 'knex';
import type { Body, Success } from '../../contract/handlers.ts';
import { recordAudit, recordAuditMany } from '../../db/audit.ts';
import { transaction } from '../../db/errors.ts';
import { announce } from '../../db/events.ts';
import { lockPlan, PUBLISHED } from '../../db/plan.ts';
import type { Db } from '../../db/types.ts';
import { MOST_HELD_DAYS } from '../../domain/ground/constants.ts';
import { conflict, invalid, notFound } from '../../domain/ground/errors.ts';
import { codeKey } from '../../domain/ground/fold.ts';
import {
  addDays,
  type Clock,
  endDate,
  instantAt,
  instantOfMinutes,
  type PlantDate,
  plantDate,
  toInstant,
} from '../../domain/ground/plant-time.ts';
import { masterTexts } from '../../domain/texts/master.ts';
import { isProvisional, KEPT_TEXTS as TEXTS } from '../../domain/texts/plan/promises.ts';
import { databaseTexts } from '../../domain/texts/program/database.ts';
import { dropOrders, ordersShown } from '../orders/orders.service.ts';
import { isStillSo, type PlacedLine } from '../runs/desk/desk.service.ts';
import { knownToPlan } from '../runs/story/stale.service.ts';
import { type Author, type NewBar, placeOrders, refusePending, takeOver } from '../schedule/write/place.service.ts';
import {
  awaitOrder,
  extendLines,
  firmLines,
  heldLines,
  holdLine,
  insertProvisional,
  type KeptLine,
  type OrderToTie,
  orderNumbered,
  orderToTie,
  settleLines,
} from './kept.store.ts';
import { chosen, type PromiseContext, type Promised, promiseShown, questionOf } from './promises.service.ts';
import { forgetWish } from './promises.store.ts';

type Lines = readonly number[] | undefined;

/** The line of a question and its answer, as it was given, and the day that is promised: the answer's, or an earlier one of it. */
type Answer = Promised['answers'][number] & { promised_on: PlantDate | null };

/**
 * Holds days that were answered: each line becomes an order like the one that it is made by, due on that day or on an earlier one of its answer, with its bars in the
 * published plan where they move nothing. All lines or none. Throws not found, a field map for a day that was not answered, and a conflict where a line is held already,
 * has no day, or can no longer ship on the day on which it would with nothing moved.
 */
export async function keepPromise(
  context: PromiseContext,
  author: Author,
  id: number,
  { days, lines, dates = [] }: Body<'keepPromise'>,
): Promise<Success<'keepPromise'>> {
  const { db, desk, clock } = context;
  const promise = await promiseShown(db, id);
  // The desk takes seconds to answer beside a run, and the write would be refused behind it.
  await refusePending(db, PUBLISHED);
  const today = plantDate(clock());
  const answers = promisedOn(chosen(promise, lines), dates);
  for (const { line, date, kept, promised_on } of answers) {
    if (kept?.state === 'kept') throw conflict(TEXTS.already(line));
    if (date === null) throw conflict(TEXTS.noDay(line));
    if (promised_on! < today) throw conflict(TEXTS.passed(line, promised_on!));
  }
  const expires_at = instantAt(addDays(today, days + 1), '00:00');
  const question = await questionOf(context, answers);
  const holding = { id, author, answers, expires_at };
  for (let asked = 0; asked < MOST_ASKED; asked += 1) {
    const found = await desk.ask('places', question);
    const held = await hold(db, holding, async (trx) => ((await isStillSo(trx, found.told)) ? found.lines : null));
    if (held) return held;
  }
  return (await hold(db, holding, async () => (await desk.ask('places', question)).lines))!;
}

/** Answers with the days that are to be promised. Throws a field map for one that is none of the earlier days of its line. */
function promisedOn(answers: Promised['answers'], dates: NonNullable<Body<'keepPromise'>['dates']>): Answer[] {
  const wanted = new Map(dates.map(({ line, date }) => [line, date]));
  const wrong = dates.flatMap(({ line, date }, at): string[] => {
    if (dates.findIndex((one) => one.line === line) < at) return [TEXTS.twice(line)];
    const answer = answers.find((one) => one.line === line);
    if (!answer) return [TEXTS.noLine];
    const earlier = answer.earlier.map((one) => one.date);
    return earlier.includes(date) ? [] : [TEXTS.notItsDay(line, date, earlier)];
  });
  if (wrong.length > 0) throw invalid({ dates: wrong });
  return answers.map((answer) => ({ ...answer, promised_on: wanted.get(answer.line) ?? answer.date }));
}

/** So often the desk is asked while others write; where each time somebody has, they wait for the last one. */
const MOST_ASKED = 3;

/** Is thrown to leave the transaction without a trace. */
class Outdated extends Error {}

interface Holding {
  id: number;
  author: Author;
  answers: readonly Answer[];
  expires_at: string;
}

/** Holds lines at places that hold good under the plan's lock; undefined where there are none such. */
async function hold(
  db: Knex,
  { id, author, answers, expires_at }: Holding,
  placesIn: (trx: Knex.Transaction) => Promise<readonly (PlacedLine | null)[] | null>,
): Promise<Success<'keepPromise'> | undefined> {
  const placing = placeOrders(db, author, async (trx) => {
    const held = new Set((await heldLines(trx, { promise: id })).map((one) => one.line));
    for (const { line } of answers) if (held.has(line)) throw conflict(TEXTS.already(line));
    const placed = await placesIn(trx);
    if (!placed) throw new Outdated();
    const made: Made[] = [];
    await knownToPlan(trx, ['orders'], async () => {
      for (const [at, answer] of answers.entries()) {
        const own = stillThere(answer, placed[at] ?? null);
        made.push(await makeProvisional(trx, author, { promise_id: id, answer, own, expires_at }));
      }
    });
    await forgetWish(
      trx,
      id,
      answers.map(({ line }) => line),
    );
    await announce(trx, { kind: 'promise' });
    const orders = made.map(({ order }) => order);
    return { orders, bars: made.flatMap(({ bars }) => bars), tell: async () => ({ results: await ordersShown(trx, PUBLISHED, orders) }) };
  });
  return placing.catch((error: unknown) => {
    if (error instanceof Outdated) return undefined;
    throw error;
  });
}

interface Made {
  order: number;
  bars: NewBar[];
}

/** Makes the order that holds a line, with its bars. */
async function makeProvisional(
  trx: Knex.Transaction,
  { user: { employee_id: kept_by }, operation }: Author,
  { promise_id, answer, own, expires_at }: { promise_id: number; answer: Answer; own: PlacedLine; expires_at: string },
): Promise<Made> {
  const serial_number = TEXTS.serial(promise_id, answer.line);
  const { order, tasks } = await insertProvisional(trx, own.added, {
    serial: serial_number,
    like: answer.routing!.order_id,
    due: answer.promised_on!,
  });
  await holdLine(trx, {
    promise_id,
    line: answer.line,
    order_id: order,
    serial_number,
    product_id: answer.product_id!,
    promised_on: answer.promised_on!,
    kept_by,
    expires_at,
  });
  await recordAudit(trx, { actor: kept_by, operation, kind: 'orders', key: serial_number, old: null, new: toldOf(serial_number, answer) });
  return { order, bars: barsOf(own, tasks) };
}

/** Where a line stands with nothing moved. Throws a conflict where that is later than was answered: an earlier day is promised beside that one. */
function stillThere({ line, date }: Answer, placed: PlacedLine | null): PlacedLine {
  if (!placed) throw conflict(TEXTS.gone(line));
  if (placed.date > date!) throw conflict(TEXTS.taken(line, date!, placed.date));
  return placed;
}

/** What the history keeps of an order that was made. */
const toldOf = (
  serial_number: string,
  { product_code, product_name, pieces: number, promised_on: delivery_date, ready_date: casting_date }: Answer,
): object => ({
  serial_number,
  product_code,
  product_name,
  number,
  delivery_date,
  casting_date,
});

/** The bars of a line, by its real processes. */
const barsOf = ({ bars }: PlacedLine, tasks: ReadonlyMap<number, number>): NewBar[] =>
  bars.map(({ order_task_id, facility_id, outsourced, start_minutes, end_minutes, shares }) => ({
    id: tasks.get(order_task_id)!,
    facility_id,
    outsourced,
    start_at: instantOfMinutes(start_minutes),
    end_at: instantOfMinutes(end_minutes),
    shares: shares.map(({ start_minutes: from, end_minutes: to, ...share }) => ({
      ...share,
      run_start: instantOfMinutes(from),
      run_end: instantOfMinutes(to),
    })),
  }));

/** Gives up what is held of a question: its provisional orders go, with their bars. Throws not found, and a conflict where nothing of it is held. */
export async function releasePromise(db: Knex, author: Author, id: number, { lines }: Body<'releasePromise'>): Promise<Promised> {
  return transaction(db, async (trx) => {
    await promiseShown(trx, id);
    await lockPlan(trx, PUBLISHED);
    const held = await heldNow(trx, id, lines);
    await giveUp(trx, held, 'released', { actor: author.user.employee_id, operation: author.operation });
    return promiseShown(trx, id);
  });
}

/** What is held of lines. Throws a conflict where nothing is. */
async function heldNow(trx: Knex.Transaction, id: number, lines: Lines): Promise<KeptLine[]> {
  const held = (await heldLines(trx, { promise: id })).filter(({ line }) => !lines || lines.includes(line));
  if (held.length === 0) throw conflict(TEXTS.notKept);
  return held;
}

/** Holds what is held of a question for more days. Throws not found, a field map where that is longer than anything is held, and a conflict where nothing of it is held. */
export async function extendPromise(db: Knex, author: Author, id: number, { days, lines }: Body<'extendPromise'>): Promise<Promised> {
  return transaction(db, async (trx) => {
    await promiseShown(trx, id);
    const held = await heldNow(trx, id, lines);
    const last = addDays(plantDate(author.clock()), MOST_HELD_DAYS);
    const tooLong = held.filter(({ expires_at }) => addDays(endDate(expires_at), days) > last);
    if (tooLong.length > 0) throw invalid({ days: tooLong.map(({ serial_number }) => TEXTS.tooLong(serial_number, last)) });
    await extendLines(
      trx,
      held.map((one) => one.id),
      days,
    );
    await announce(trx, { kind: 'promise' });
    const extended = await promiseShown(trx, id);
    const until = new Map(extended.answers.map(({ line, kept }) => [line, kept && endDate(kept.expires_at)]));
    await recordAuditMany(
      trx,
      held.map(({ line, serial_number: key, expires_at }) => ({
        actor: author.user.employee_id,
        operation: author.operation,
        kind: 'orders',
        key,
        old: { held_until: endDate(expires_at) },
        new: { held_until: until.get(line) },
      })),
    );
    return extended;
  });
}

async function giveUp(
  trx: Knex.Transaction,
  held: readonly KeptLine[],
  state: 'released' | 'expired',
  by: { actor: string; operation: string },
): Promise<void> {
  await settleLines(
    trx,
    held.map(({ id }) => id),
    { state },
  );
  await announce(trx, { kind: 'promise' });
  await knownToPlan(trx, ['orders'], () =>
    dropOrders(
      trx,
      held.flatMap(({ order_id }) => order_id ?? []),
      by,
    ),
  );
}

/** Who gives up what has expired. */
const BY_ITSELF = { actor: 'expiry', operation: 'expirePromise' };

/** Gives up what has expired by now; tells how many lines that were. */
export async function expirePromises(db: Db, clock: Clock): Promise<number> {
  return transaction(db, async (trx) => {
    await lockPlan(trx, PUBLISHED);
    const held = await heldLines(trx, { by: toInstant(clock()) });
    if (held.length > 0) await giveUp(trx, held, 'expired', BY_ITSELF);
    return held.length;
  });
}

/**
 * Lets a real order take the place of a provisional one of its product, which goes: processes that have no bars yet get those of the provisional order, lot by lot. An order
 * that is not there yet is awaited; `serial_number` null: none is any more. Throws not found, and a conflict where nothing that is held fits the order.
 */
export async function fulfilPromise(
  db: Knex,
  author: Author,
  id: number,
  { order_id, serial_number, line }: Body<'fulfilPromise'>,
): Promise<Promised> {
  if ((order_id === undefined) === (serial_number === undefined)) throw invalid({ order_id: [TEXTS.oneOrder] });
  const promise = await promiseShown(db, id);
  if (serial_number === null) return letAwait(db, author, promise, { serial: null, line });
  const known = order_id ?? (await orderNumbered(db, serial_number!));
  if (known === undefined) {
    if (codeKey(serial_number!) === '') throw invalid({ serial_number: [masterTexts.required] });
    if (isProvisional(serial_number!)) throw conflict(TEXTS.notReal(serial_number!));
    return letAwait(db, author, promise, { serial: serial_number!, line });
  }
  const real = await orderToTie(db, known);
  if (!real) throw invalid({ order_id: [databaseTexts.notFound] });
  if (real.held) throw conflict(TEXTS.notReal(real.serial_number));
  const lines = promise.answers.filter(
    ({ kept, product_id, line: own }) => kept?.state === 'kept' && product_id === real.product_id && (line === undefined || own === line),
  );
  if (lines.length === 0) throw conflict(TEXTS.otherProduct(real.serial_number));
  if (lines.length > 1) throw invalid({ line: [TEXTS.whichLine] });
  const provisional = await orderToTie(db, lines[0]!.kept!.order_id!);
  if (!provisional) throw notFound(databaseTexts.notFound);
  // An order whose processes are not there yet goes on with those of the provisional one, until a file brings its own.
  const isBare = real.tasks.length === 0;
  const from = isBare ? { lotsOf: provisional.id } : { pairs: pairsOf(provisional, real) };
  return takeOver(db, author, { order: real.id, ...from }, async (trx) => {
    const held = (await heldLines(trx, { promise: id })).filter(({ order_id: own }) => own === provisional.id);
    if (held.length === 0) throw conflict(TEXTS.notKept);
    if ((await orderToTie(trx, real.id))?.tied) throw conflict(TEXTS.tied(real.serial_number));
    await settleLines(
      trx,
      held.map((one) => one.id),
      { state: 'fulfilled', order_id: real.id, serial_number: real.serial_number, provisional: isBare },
    );
    await announce(trx, { kind: 'promise' });
    await knownToPlan(trx, ['orders'], () =>
      dropOrders(trx, [provisional.id], { actor: author.user.employee_id, operation: author.operation }),
    );
    return promiseShown(trx, id);
  });
}

/** Lets an order that is not there yet take the place of what is held, once a file brings it; null: none does. Throws a conflict where nothing is held, or where another line waits for it. */
async function letAwait(
  db: Knex,
  { user, operation }: Author,
  { id, answers }: Promised,
  { serial, line }: { serial: string | null; line: number | undefined },
): Promise<Promised> {
  const lines = answers.flatMap(({ kept, line: own }) => (kept?.state === 'kept' && (line === undefined || own === line) ? own : []));
  if (lines.length > 1) throw invalid({ line: [TEXTS.whichLine] });
  return transaction(db, async (trx) => {
    const [held] = await heldNow(trx, id, lines);
    if (held!.awaits === serial) return promiseShown(trx, id);
    if (!(await awaitOrder(trx, held!.id, serial))) throw conflict(TEXTS.tied(serial!));
    const told = { actor: user.employee_id, operation, kind: 'orders', key: held!.serial_number };
    await recordAudit(trx, { ...told, old: { awaits: held!.awaits }, new: { awaits: serial } });
    await announce(trx, { kind: 'promise' });
    return promiseShown(trx, id);
  });
}

/** A file has brought these orders, which held days: they are firm from now on. Gives what was noted of each day, before and after. */
export async function firmByFile(
  trx: Knex.Transaction,
  orders: readonly number[],
  has: { processes: boolean },
): Promise<{ old: object; new: object }[]> {
  const lines = await firmLines(trx, orders, has);
  if (lines.length > 0) await announce(trx, { kind: 'promise' });
  return lines;
}

/** Processes of two orders that are the same: of the same lot, and in it the same task as often as it comes. */
function pairsOf({ tasks }: OrderToTie, real: OrderToTie): { from: number; to: number }[] {
  const keyed = (rows: OrderToTie['tasks']): Map<string, number> => {
    const seen = new Map<string, number>();
    return new Map(
      rows.map(({ id, lot, task_id }) => {
        const key = `${lot}/${task_id}`;
        seen.set(key, (seen.get(key) ?? 0) + 1);
        return [`${key}/${seen.get(key)}`, id];
      }),
    );
  };
  const theirs = keyed(real.tasks);
  return [...keyed(tasks)].flatMap(([key, from]) => {
    const to = theirs.get(key);
    return to === undefined ? [] : [{ from, to }];
  });
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Body, Success } from '../../contract/handlers.ts';
import { transaction } from '../../db/errors.ts';
import { announce } from '../../db/events.ts';
import type { PageBounds } from '../../db/list.ts';
import { PUBLISHED } from '../../db/plan.ts';
import type { Db } from '../../db/types.ts';
import { conflict, type FieldErrors, invalid, notFound } from '../../domain/ground/errors.ts';
import { codeKey } from '../../domain/ground/fold.ts';
import { addDays, type Clock, instantAt, plantDate, plantMinutes } from '../../domain/ground/plant-time.ts';
import { KEPT_TEXTS, PROMISE_TEXTS as TEXTS } from '../../domain/texts/plan/promises.ts';
import { databaseTexts } from '../../domain/texts/program/database.ts';
import { plantOnly } from '../runs/ask/plan-settings.service.ts';
import type { Desk, PromisedLine, PromiseQuestion } from '../runs/desk/desk.service.ts';
import { answerOf, answerTold, type Line, type Names } from './answers.ts';
import { keptLines, type StandingLine } from './kept.store.ts';
import {
  type Answer,
  type AskedPromise,
  facilitiesNamed,
  forgetWish,
  insertPromise,
  keepAnswers,
  keepWish,
  type NamedProduct,
  newestPromises,
  partnersNamed,
  productsNamed,
  promiseById,
} from './promises.store.ts';

export type Question = Body<'askPromise'>;
type Asked = Question['lines'][number];
export type Promised = Success<'askPromise'>;

/** The parts that a promise needs. */
export interface PromiseContext {
  db: Knex;
  clock: Clock;
  desk: Pick<Desk, 'ask'>;
}

/** Who asks, and whether he waits until nothing better will be found. */
export interface Asker {
  actor: string;
  wait: boolean;
}

/** Answers when something could ship, and keeps question and answers. Better answers are kept as they are found. Throws invalid where a line names no product, or an order that is not its own. */
export async function askPromise(
  { db, clock, desk }: PromiseContext,
  { title = '', lines: asked }: Question,
  { actor, wait }: Asker,
): Promise<Promised> {
  const today = plantDate(clock());
  const lines = await linesOf(db, asked, today);
  const routed = lines.map((line, at) => ({
    ...line,
    routing: asked[at]!.routing_order_id ? { order_id: asked[at]!.routing_order_id! } : null,
  }));
  const question = await questionOf({ db, clock }, routed);
  const better = betterAnswers();
  const known = await desk.ask('promise', question, better.hear);
  refuseOtherRoutings(asked, known);
  const kept = { title, asked_by: actor, lines: asked, answers: await answered(db, lines, known, today), done: better.isWhole() };
  const first = await transaction(db, async (trx) => promiseShown(trx, await insertPromise(trx, kept)));
  if (kept.done) return first;
  const keeping = better.keep(async (answer, final) =>
    keepAnswers(db, first.id, answer && (await answered(db, lines, answer, today)), final),
  );
  if (wait) {
    await keeping;
    return promiseShown(db, first.id);
  }
  // Nobody waits for it: what could not be kept is asked again.
  keeping.catch(() => undefined);
  return first;
}

/** So often what is heard is kept again where its row is not there yet: the transaction that wrote it ends with the answer to its caller. */
const MOST_KEPT = 200;
const KEPT_AGAIN_MS = 50;

/** Answers as they get better, kept one at a time; of several that came meanwhile the newest. */
function betterAnswers() {
  const heard: { answer: PromisedLine[] | null; final: boolean }[] = [];
  let wake = (): void => undefined;
  return {
    /** Hears of an answer; null: nothing better than before. */
    hear: (answer: PromisedLine[] | null, final: boolean): void => {
      heard.push({ answer, final });
      wake();
    },
    /** Whether nothing better will come. */
    isWhole: (): boolean => heard.some(({ final }) => final),
    /** Keeps answers by `write`, which tells how many rows it wrote, until the final one is kept. */
    async keep(write: (answer: PromisedLine[] | null, final: boolean) => Promise<number>): Promise<void> {
      for (let isFinal = false; !isFinal; ) {
        const newest = heard.splice(0).at(-1);
        if (newest === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          continue;
        }
        for (let tries = 1; (await write(newest.answer, newest.final)) === 0 && tries < MOST_KEPT; tries++) await pause(KEPT_AGAIN_MS);
        isFinal = newest.final;
      }
    },
  };
}

/** What the desk is asked for lines: at this moment, by what the plant says of promises. */
export async function questionOf(
  { db, clock }: Pick<PromiseContext, 'db' | 'clock'>,
  lines: readonly (Pick<Answer, 'product_id' | 'pieces' | 'ready_date' | 'wished_date'> & { routing: { order_id: number } | null })[],
): Promise<PromiseQuestion> {
  const { promise_margin_days: marginDays, promise_moved_orders: mostMoved } = await plantOnly(db);
  return {
    now: plantMinutes(clock()),
    today: plantDate(clock()),
    marginDays,
    mostMoved,
    lines: lines.map(({ product_id, pieces, ready_date, wished_date, routing }) => ({
      product_id: product_id!,
      pieces,
      ready_date,
      wished_date,
      routing_order_id: routing?.order_id ?? null,
    })),
  };
}

/** A question with its answers. Throws not found. */
export async function promiseShown(db: Db, id: number): Promise<Promised> {
  const kept = await promiseById(db, id);
  if (!kept) throw notFound(databaseTexts.notFound);
  return (await shown(db, [kept]))[0]!;
}

/** Days that expire within so many, today among them, are said. */
const SAID_DAYS = 2;

/** A page of questions, the newest first, or those that wait for a person (`attention`). `mayHold`: whether he may hold days. */
export async function promisesOf(
  { db, clock }: Pick<PromiseContext, 'db' | 'clock'>,
  page: PageBounds,
  { kept = false, wanted = false, attention = false }: { kept?: boolean; wanted?: boolean; attention?: boolean },
  person: { employee_id: string; mayHold: boolean },
): Promise<{ count: number; rows: Promised[] }> {
  const until = instantAt(addDays(plantDate(clock()), SAID_DAYS), '00:00');
  const which = attention ? { attention: { until, of: person.mayHold ? null : person.employee_id } } : { kept, wanted };
  const { count, rows } = await newestPromises(db, PUBLISHED, page, which);
  return { count, rows: await shown(db, rows) };
}

/** Orders whose processes a product could be made by, newest first. Throws not found where no such product is in use. */
export async function routingsOf({ db, desk }: Pick<PromiseContext, 'db' | 'desk'>, product_id: number) {
  const [product] = await productsNamed(db, { ids: [product_id], codes: [] });
  if (!product) throw notFound(databaseTexts.notFound);
  const known = await desk.ask('routings', { product_id });
  return known.map(({ product_id: _, ...routing }) => routing);
}

/** The answers of these lines, all where none are named. Throws a field map where one of them is none of the question's. */
export function chosen({ answers }: Promised, lines: readonly number[] | undefined): Promised['answers'] {
  if (!lines) return answers;
  const found = answers.filter(({ line }) => lines.includes(line));
  if (found.length < new Set(lines).size) throw invalid({ lines: [KEPT_TEXTS.noLine] });
  return found;
}

/** Asks those who may hold days to hold those of lines, or takes that back. Throws not found, a field map for a line that is none of the question's, and a conflict where none of them can be held. */
export async function wantPromise(db: Knex, id: number, { wanted, lines }: Body<'wantPromise'>, by: string): Promise<Promised> {
  return transaction(db, async (trx) => {
    const named = chosen(await promiseShown(trx, id), lines);
    const free = named.filter(({ date, kept }) => date !== null && kept?.state !== 'kept' && kept?.state !== 'fulfilled');
    const [first] = named;
    if (wanted && free.length === 0) throw conflict(first!.date === null ? KEPT_TEXTS.noDay(first!.line) : KEPT_TEXTS.already(first!.line));
    if (wanted) await keepWish(trx, id, { by, lines: linesIn(free) });
    else await forgetWish(trx, id, linesIn(named));
    await announce(trx, { kind: 'promise' });
    return promiseShown(trx, id);
  });
}

const linesIn = (answers: readonly { line: number }[]): number[] => answers.map(({ line }) => line);

/** Questions with what became of their lines. */
async function shown(db: Db, promises: readonly AskedPromise[]): Promise<Promised[]> {
  const lines = await keptLines(
    db,
    PUBLISHED,
    promises.map(({ id }) => id),
  );
  const heldOf = new Map(lines.map((line) => [`${line.promise_id}/${line.line}`, asShown(line)]));
  return promises.map(({ done, answers, ...promise }) => ({
    ...promise,
    status: done ? 'done' : 'refining',
    answers: answers.map((answer) => ({
      ...answerTold(answer, { done, on: plantDate(promise.asked_at) }),
      kept: heldOf.get(`${promise.id}/${answer.line}`) ?? null,
    })),
  }));
}

/** What became of a line, as its answer tells it. */
const asShown = ({
  id,
  promise_id,
  line,
  product_id,
  promised_on: date,
  ...kept
}: StandingLine): NonNullable<Promised['answers'][number]['kept']> => ({ ...kept, date });

/** The lines with their products. Throws invalid, with an error for each line that names none. */
async function linesOf(db: Db, asked: readonly Asked[], today: string): Promise<Line[]> {
  const found = await productsNamed(db, {
    ids: asked.flatMap(({ product_id }) => product_id ?? []),
    codes: asked.flatMap(({ product_code }) => product_code ?? []),
  });
  const products = asked.map((line) => productOf(found, line));
  const errors = products.map((product): FieldErrors => ('error' in product ? { [product.field]: [product.error] } : {}));
  refuse(errors);
  return asked.map(({ pieces, ready_date, wished_date }, at) => {
    const { id: product_id, product_code, product_name } = products[at] as NamedProduct;
    return {
      line: at + 1,
      product_id,
      product_code,
      product_name,
      pieces,
      ready_date: ready_date ?? today,
      wished_date: wished_date ?? null,
    };
  });
}

function productOf(found: readonly NamedProduct[], { product_id, product_code }: Asked): NamedProduct | { field: string; error: string } {
  if (product_id !== undefined && product_code !== undefined) return { field: 'product_id', error: TEXTS.bothProducts };
  if (product_id !== undefined)
    return found.find(({ id }) => id === product_id) ?? { field: 'product_id', error: TEXTS.unknownProduct(`ID ${product_id}`) };
  const key = codeKey(product_code ?? '');
  if (product_code === undefined || key === '') return { field: 'product_code', error: TEXTS.noProduct };
  return (
    found.find((product) => codeKey(product.product_code) === key) ?? { field: 'product_code', error: TEXTS.unknownProduct(product_code) }
  );
}

/** Throws invalid where anything is wrong with a line. */
function refuse(errors: readonly FieldErrors[]): void {
  if (errors.some((error) => Object.keys(error).length > 0)) throw invalid({ lines: [...errors] });
}

/** Throws invalid where a line names an order that is not of its product, or that cannot be made by. */
function refuseOtherRoutings(asked: readonly Asked[], known: readonly PromisedLine[]): void {
  const errors = asked.map(
    ({ routing_order_id }, at): FieldErrors =>
      routing_order_id && known[at]!.routing === null ? { routing_order_id: [TEXTS.notItsRouting] } : {},
  );
  refuse(errors);
}

async function answered(db: Db, lines: readonly Line[], known: readonly PromisedLine[], today: string): Promise<Answer[]> {
  const names = await namesFor(db, known);
  return lines.map((line, at) => answerOf(line, known[at]!, today, names));
}

async function namesFor(db: Db, known: readonly PromisedLine[]): Promise<Names> {
  const premises = known.flatMap(({ wish }) => (wish?.tried ?? []).flatMap((tried) => tried.premises));
  const codes = [
    ...known.flatMap(({ entries }) => entries.flatMap(({ outsourced, outsourcing_code }) => (outsourced ? outsourcing_code : []))),
    ...premises.flatMap((premise) => (premise.kind === 'partner' ? premise.outsourcing_code : [])),
  ];
  const facilities = premises.flatMap((premise) => (premise.kind === 'availability' ? premise.facility_id : []));
  return {
    facilities: await facilitiesNamed(db, [...new Set(facilities)]),
    partners: await partnersNamed(
      db,
      [...new Set(codes)].filter((code) => code !== ''),
    ),
  };
}

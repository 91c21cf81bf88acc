import type { Body } from '../../../server/contract/handlers.ts';
import { MOST_LINES, type QuestionLine } from '../../../server/domain/files/promise-rows.ts';
import { codeKey } from '../../../server/domain/ground/fold.ts';
import { isPlanDate, plantDate } from '../../../server/domain/ground/plant-time.ts';
import { DATE_TEXTS } from '../../../server/domain/texts/dates.ts';
import { wholeOf } from '../../parts/format.ts';
import { QUESTION } from '../../texts/promises/question.ts';
import type { Answer, Answered, Routing } from '../answered.ts';

/** A product as it was chosen, or, without an id, as a file names it. */
export interface Product {
  id: number | null;
  product_code: string;
  product_name: string;
}

/** A line as it stands in the form. */
export interface Draft {
  /** Stays the line's own, whatever stands above it. */
  key: number;
  product: Product | null;
  pieces: string;
  /** Empty: today. */
  ready: string;
  wished: string;
  /** null: the newest order of the product. */
  routing: Routing | null;
}

/** The form of a question. */
export interface Question {
  title: string;
  lines: readonly Draft[];
}

const MOST_PIECES = 100_000;

const blank = (key: number): Draft => ({ key, product: null, pieces: '', ready: '', wished: '', routing: null });
const nextKey = (lines: readonly Draft[]): number => Math.max(0, ...lines.map(({ key }) => key)) + 1;
const isBlank = ({ product, pieces, ready, wished }: Draft): boolean => product === null && `${pieces}${ready}${wished}`.trim() === '';

/** Whether anything is filled in but its subject. */
export const isFilled = ({ lines }: Question): boolean => !lines.every(isBlank);

/** A form in which nothing is filled in. */
export const emptyQuestion = (): Question => ({ title: '', lines: [blank(1)] });

/** With another line below; as it is where it has as many as are asked at once. */
export const withNewLine = ({ title, lines }: Question): Question => ({
  title,
  lines: lines.length < MOST_LINES ? [...lines, blank(nextKey(lines))] : lines,
});

/** With a line changed. Another product is made by processes of its own. */
export const withChange = ({ title, lines }: Question, key: number, change: Partial<Draft>): Question => ({
  title,
  lines: lines.map((line) => (line.key === key ? { ...line, ...('product' in change ? { routing: null } : {}), ...change } : line)),
});

/** Without a line; the last one is emptied instead. */
export function withoutLine({ title, lines }: Question, key: number): Question {
  const left = lines.filter((line) => line.key !== key);
  return { title, lines: left.length > 0 ? left : [blank(nextKey(lines))] };
}

/** With lines that were read, below those that are filled in; undefined where they were too many. */
export function withRead({ title, lines }: Question, read: readonly QuestionLine[]): Question | undefined {
  const filled = lines.filter((line) => !isBlank(line));
  if (filled.length + read.length > MOST_LINES) return undefined;
  const first = nextKey(lines);
  const added = read.map(
    ({ product_code, pieces, ready_date, wished_date }, index): Draft => ({
      key: first + index,
      product: { id: null, product_code, product_name: '' },
      pieces: String(pieces),
      ready: ready_date ?? '',
      wished: wished_date ?? '',
      routing: null,
    }),
  );
  return { title, lines: [...filled, ...added] };
}

/** Without the lines in which nothing is filled in, unless it is all of them. */
export function filledOf({ title, lines }: Question): Question {
  const filled = lines.filter((line) => !isBlank(line));
  return { title, lines: filled.length > 0 ? filled : lines };
}

/** The number of pieces as typed; undefined where it is none that can be asked for. */
const piecesOf = (text: string): number | undefined => wholeOf(text, MOST_PIECES);

/** What keeps a line from being asked, by its fields. */
export type LineErrors = Partial<Record<'product' | 'pieces' | 'ready' | 'wished', string>>;

/** What is wrong with a line; empty where it can be asked. */
export function errorsOf({ product, pieces, ready, wished }: Draft): LineErrors {
  const wrongDay = (day: string): boolean => day !== '' && !isPlanDate(day);
  return {
    ...(product === null ? { product: QUESTION.chooseProduct } : {}),
    ...(piecesOf(pieces) === undefined ? { pieces: QUESTION.noPieces } : {}),
    ...(wrongDay(ready) ? { ready: DATE_TEXTS.out_of_range } : {}),
    ...(wrongDay(wished) ? { wished: DATE_TEXTS.out_of_range } : {}),
  };
}
export const isRight = (line: Draft): boolean => Object.keys(errorsOf(line)).length === 0;

/** The question as it is sent; expects every line to be right. */
export const bodyOf = ({ title, lines }: Question): Body<'askPromise'> => ({
  ...(title.trim() === '' ? {} : { title: title.trim() }),
  lines: lines.map(({ product, pieces, ready, wished, routing }) => ({
    ...(product?.id ? { product_id: product.id } : { product_code: product?.product_code ?? '' }),
    pieces: piecesOf(pieces) ?? 0,
    ready_date: ready === '' ? null : ready,
    wished_date: wished === '' ? null : wished,
    routing_order_id: routing?.order_id ?? null,
  })),
});

/** The day from which a line was asked, as the form has it: the day of the question is left empty. */
const readyOf = ({ ready_date }: Answer, asked_at: string): string => (ready_date === plantDate(asked_at) ? '' : ready_date);

/** The form that an answer was given to. `lines`: those that stand in the form; of as many, each stays where the keyboard may be. */
export const questionOf = ({ title, answers, asked_at }: Answered, lines: readonly Draft[] = []): Question => ({
  title,
  lines: answers.map((answer, index) => ({
    key: (lines.length === answers.length ? lines[index]?.key : undefined) ?? index + 1,
    product: { id: answer.product_id, product_code: answer.product_code, product_name: answer.product_name },
    pieces: String(answer.pieces),
    ready: readyOf(answer, asked_at),
    wished: answer.wished_date ?? '',
    routing: answer.routing,
  })),
});

const isSameProduct = (product: Product | null, { product_id, product_code }: Answer): boolean =>
  product !== null && (product.id === null ? codeKey(product.product_code) === codeKey(product_code) : product.id === product_id);

/** Whether the form asks what was answered. */
export function isAnswered({ title, lines }: Question, answered: Answered | undefined): boolean {
  if (!answered || title.trim() !== answered.title || lines.length !== answered.answers.length) return false;
  return lines.every((line, index) => {
    const answer = answered.answers[index] as Answer;
    return (
      isSameProduct(line.product, answer) &&
      piecesOf(line.pieces) === answer.pieces &&
      line.ready === readyOf(answer, answered.asked_at) &&
      line.wished === (answer.wished_date ?? '') &&
      (line.routing === null || line.routing.order_id === answer.routing?.order_id)
    );
  });
}

import { daysBetween, type PlantDate } from '../ground/plant-time.ts';
import { ANSWER_COLUMNS, VERDICTS } from '../texts/files/promises.ts';

/** The answers of 納期回答 as rows, for the table of the page, its file, and the command line. */

/** What is asked of an answer here. */
export interface AnsweredLine {
  line: number;
  product_code: string;
  product_name: string;
  pieces: number;
  wished_date: PlantDate | null;
  date: PlantDate | null;
  text: string;
}

/** A cell of a file; a day is a day. */
export type AnswerCell = string | number | null | { date: PlantDate };

/** How an answer stands beside the wished day. */
export type Verdict = { kind: 'none' | 'unwished' | 'kept' } | { kind: 'late'; days: number };

/** How the answered day stands beside the one that was wished for. */
export function verdictOf({ date, wished_date }: Pick<AnsweredLine, 'date' | 'wished_date'>): Verdict {
  if (date === null) return { kind: 'none' };
  if (wished_date === null) return { kind: 'unwished' };
  const days = daysBetween(wished_date, date);
  return days > 0 ? { kind: 'late', days } : { kind: 'kept' };
}

/** The same in words. */
export function verdictText(answer: Pick<AnsweredLine, 'date' | 'wished_date'>): string {
  const verdict = verdictOf(answer);
  return verdict.kind === 'late' ? VERDICTS.late(verdict.days) : VERDICTS[verdict.kind];
}

const day = (date: PlantDate | null): AnswerCell => (date === null ? null : { date });

/** The answers as the rows of a file, the head first. */
export const answerRows = (answers: readonly AnsweredLine[]): AnswerCell[][] => [
  Object.values(ANSWER_COLUMNS),
  ...answers.map((answer) => [
    answer.line,
    answer.product_code,
    answer.product_name,
    answer.pieces,
    day(answer.wished_date),
    day(answer.date),
    verdictText(answer),
    answer.text,
  ]),
];

import { daysBetween, endDate, type PlantDate } from '../ground/plant-time.ts';
import { ANSWER_COLUMNS, type EarlierDay, earlierText, VERDICTS } from '../texts/files/promises.ts';
import { KEPT_TEXTS as HELD } from '../texts/plan/promises.ts';

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
  earlier: readonly EarlierDay[];
  /** Days by which it has shipped in so many of all cases; null: too little is known, or not within sight. */
  likely: { half: PlantDate | null; nine_of_ten: PlantDate | null } | null;
  kept: {
    state: keyof typeof HELD.states;
    /** The day that was promised: the answered one, or an earlier one. */
    date: PlantDate;
    serial_number: string;
    expires_at: string;
    broken: boolean;
    reaches: PlantDate | null;
  } | null;
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

/** That the plan does not keep a day that is held, in words: where it has it now; undefined: it does. */
export function brokenText({
  date,
  kept: { state, broken, reaches, date: promised },
}: {
  date: PlantDate | null;
  kept: Pick<NonNullable<AnsweredLine['kept']>, 'state' | 'broken' | 'reaches' | 'date'>;
}): string | undefined {
  if (!broken) return undefined;
  if (reaches === null) return HELD.unplanned;
  return state === 'kept' && date !== null && promised < date ? HELD.notYet(reaches) : HELD.late(reaches);
}

/** What became of an answered day, in words. */
function heldText({ date, kept }: Pick<AnsweredLine, 'date' | 'kept'>): string {
  if (kept === null) return '';
  const { state, serial_number, expires_at } = kept;
  const said = HELD.states[state];
  const broken = brokenText({ date, kept }) ?? [];
  if (state === 'fulfilled') return [said, serial_number, broken].flat().join(' ');
  if (state !== 'kept') return said;
  const other = kept.date === date ? [] : [HELD.on(kept.date)];
  return [said, serial_number, ...other, HELD.until(endDate(expires_at)), broken].flat().join(' ');
}

/** Days between the answered day and the wished one; below zero: it comes later. */
const marginOf = ({ date, wished_date }: Pick<AnsweredLine, 'date' | 'wished_date'>): number | null =>
  date === null || wished_date === null ? null : daysBetween(date, wished_date);

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
    marginOf(answer),
    answer.earlier.map(earlierText).join(' / '),
    heldText(answer),
    day(answer.likely?.half ?? null),
    day(answer.likely?.nine_of_ten ?? null),
  ]),
];

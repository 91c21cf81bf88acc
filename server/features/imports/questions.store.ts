import type { Knex } from 'knex';
import { bound } from '../../db/bound.ts';
import type { ImportKind } from '../../domain/files/imports.ts';
import type { Repair } from '../../domain/files/issues.ts';
import { cellOf } from '../../domain/files/issues.ts';
import { IMPORT_TEXTS } from '../../domain/texts/files/imports.ts';
import { CREATED } from './references.store.ts';
import { markBad, ROWS } from './staging.store.ts';

/** A row that nobody should take in unasked, and why. */
export interface Question {
  row: number;
  field: string;
  text: string;
}

interface Work {
  repairs: ReadonlyMap<string, Repair>;
  doubles: readonly Question[];
  isAsIs(row: number, field: string): boolean;
  report(level: 'error' | 'warning', row: number | null, field: string | null, text: string, also?: readonly number[]): void;
}

/** Makes rows bad that would double what is there, unless a person has said what they are: a sentence for those that double the same. */
export async function refuseDoubles(trx: Knex.Transaction, work: Pick<Work, 'doubles' | 'isAsIs' | 'report'>): Promise<void> {
  const doubles = work.doubles.filter(({ row, field }) => !work.isAsIs(row, field));
  const good = await goodOf(trx, doubles);
  const groups = new Map<string, Question[]>();
  for (const question of doubles) {
    if (!good.has(question.row)) continue;
    const of = groups.get(question.text);
    if (of) of.push(question);
    else groups.set(question.text, [question]);
  }
  for (const [first, ...others] of groups.values()) {
    if (first)
      work.report(
        'error',
        first.row,
        first.field,
        first.text,
        others.map(({ row }) => row),
      );
  }
  await markBad(trx, 'r.row_number = any (?)', [[...good]]);
}

/** Which of these rows are good: a row that is bad already says why. */
async function goodOf(trx: Knex.Transaction, questions: readonly Question[]): Promise<Set<number>> {
  if (questions.length === 0) return new Set();
  const { rows } = await trx.raw(
    `select row_number as row from ${ROWS} where not bad and row_number = any (?)`,
    bound([questions.map(({ row }) => row)]),
  );
  return new Set((rows as { row: number }[]).map(({ row }) => row));
}

/**
 * Makes rows bad that a person would be asked about, where nobody can be asked: codes that may have lost zeros, lots that would be doubled, and new keys as short as
 * keys known to have lost theirs, since a spreadsheet eats the zeros of a whole column.
 */
export async function leaveOutQuestions(trx: Knex.Transaction, kind: ImportKind, { repairs, doubles, report }: Work): Promise<void> {
  const lost = [...repairs.values()].map(
    ({ row, field, from, to }): Question => ({ row, field, text: IMPORT_TEXTS.zerosUndecided(from, to) }),
  );
  const others = doubles.filter(({ row, field }) => !repairs.has(cellOf({ row, field })));
  const questions = [...lost, ...(await alikeOf(trx, kind, [...repairs.values()])), ...others];
  const good = await goodOf(trx, questions);
  for (const { row, field, text } of questions) if (good.has(row)) report('error', row, field, text);
  await markBad(trx, 'r.row_number = any (?)', [[...good]]);
}

/** Rows whose new key is all digits and as short as a key that lost its zeros. */
async function alikeOf(trx: Knex.Transaction, kind: ImportKind, repairs: readonly Repair[]): Promise<Question[]> {
  const column = kind.columns.find(({ field, zeros, refers }) => field === kind.key[0] && zeros && !refers);
  const lengths = new Map(repairs.filter(({ field }) => field === column?.field).map(({ from, to }) => [from.length, to.length]));
  const home = CREATED[kind.name];
  if (!column || !home || lengths.size === 0) return [];
  const known = new Set(repairs.filter(({ field }) => field === column.field).map(({ row }) => row));
  const { rows } = await trx.raw(
    `select r.row_number as row, r."${column.field}" as value from ${ROWS} r
     where not r.bad and r."${column.field}_key" ~ '^[1-9][0-9]*$' and length(r."${column.field}_key") = any (?)
       and not exists (select 1 from ${home.table} t where t.${home.key} = r."${column.field}_key")`,
    bound([[...lengths.keys()]]),
  );
  return (rows as { row: number; value: string }[])
    .filter(({ row }) => !known.has(row))
    .map(({ row, value }) => {
      const padded = value.padStart(lengths.get(value.length) ?? value.length, '0');
      return { row, field: column.field, text: IMPORT_TEXTS.zerosUndecided(value, padded) };
    });
}

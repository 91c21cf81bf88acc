import { MAX_IMPORT_MESSAGES } from '../ground/constants.ts';
import { codeKey } from '../ground/fold.ts';
import { MOST_VALUES, STORE_TEXTS } from '../texts/files/imports.ts';
import type { ImportKind, ImportKindName, Reference } from './imports.ts';
import { alone, type Issue, issuesOf, sentences } from './issues.ts';

/** Files that name what others among them bring: which of them waits for which, and what is wrong with it all the same. */

/** A code that a file names and the plant does not know, with its rows; where that is an error, with those that nothing else is wrong with. */
export interface Lacking {
  field: string;
  code: string;
  rows: readonly number[];
}

/** A code, or a name that stands for one, that the plant would know once a file is taken in, with the rows that say it. */
export interface Brought {
  code: string;
  rows: readonly number[];
}

/** A file that is taken in before another, and the keys of what it brings. */
export interface Bringer {
  kind: ImportKindName;
  keys: ReadonlySet<string>;
}

/** What an import, or its dry run, answers of a file, as far as it speaks of this. */
export interface Answered {
  errors: string[];
  warnings: string[];
  error_count?: number;
  warning_count?: number;
  error_places?: Omit<Issue, 'text'>[];
  warning_places?: Omit<Issue, 'text'>[];
  bad_rows?: number[];
  lacking?: Lacking[];
  brings?: Brought[];
}

/** The keys of what a file brings; `left`: its rows that are left out. */
export const keysOf = ({ brings = [] }: Pick<Answered, 'brings'>, left: ReadonlySet<number> = new Set()): Set<string> =>
  new Set(brings.flatMap(({ code, rows }) => (rows.every((row) => left.has(row)) ? [] : [codeKey(code)])));

interface Lack extends Lacking {
  reference: Reference;
}

function lacksOf(kind: ImportKind, { lacking = [] }: Answered): Lack[] {
  const references = new Map(kind.columns.map(({ field, refers }) => [field, refers]));
  return lacking.flatMap((lack) => {
    const reference = references.get(lack.field);
    return reference ? [{ ...lack, reference }] : [];
  });
}

const isBrought = ({ code, reference }: Lack, by: Bringer): boolean => by.kind === reference.to && by.keys.has(codeKey(code));

/** Those of the files before it that bring what this one lacks. */
export function awaitedBy<File extends Bringer>(kind: ImportKind, answer: Answered, before: readonly File[]): File[] {
  const lacks = lacksOf(kind, answer);
  return before.filter((one) => lacks.some((lack) => isBrought(lack, one)));
}

/** What is still said of a file where files before it are taken in: the answer itself where they bring nothing that it lacks. A row of which one code stays unknown stays as it is. */
export function onceBrought<Answer extends Answered>(kind: ImportKind, answer: Answer, before: readonly Bringer[]): Answer {
  const lacks = lacksOf(kind, answer);
  const coming = new Set(lacks.filter((lack) => before.some((one) => isBrought(lack, one))));
  if (coming.size === 0) return answer;
  const [waits, stays] = [rowsOf(lacks.filter((lack) => coming.has(lack))), rowsOf(lacks.filter((lack) => !coming.has(lack)))];
  const good = new Set([...waits.error].filter((row) => !stays.error.has(row)));
  const silent = new Set([...coming].filter(isWarning).flatMap(({ field, rows }) => rows.map((row) => `${row} ${field}`)));
  const bad_rows = (answer.bad_rows ?? []).filter((row) => !good.has(row));
  const heads = headsOf(lacks, coming);
  // Left out unasked, what is wrong with a row stands among the warnings; else those are of what is taken in, and stay.
  const isLeftOut = answer.errors.length === 0;
  const left = (issues: Issue[], ofErrors: boolean): Issue[] =>
    issues.flatMap((issue) => {
      const { row, field } = issue;
      if (row === null) return field !== null && heads.has(field) ? (heads.get(field) ?? []) : [issue];
      return (ofErrors && good.has(row)) || silent.has(`${row} ${field}`) ? [] : [issue];
    });
  const errors = left(issuesOf(answer.errors, answer.error_places), true);
  const warnings = left(issuesOf(answer.warnings, answer.warning_places), isLeftOut);
  const ofFile = errors.some(({ row, field }) => row === null && field === null);
  const error_count = bad_rows.length === 0 && !ofFile ? 0 : Math.max(alone(errors), (answer.error_count ?? 0) - good.size);
  const warning_count = Math.max(alone(warnings), (answer.warning_count ?? 0) - silent.size - (isLeftOut ? good.size : 0));
  return {
    ...answer,
    errors: sentences(errors, error_count + errors.length - alone(errors)),
    warnings: sentences(warnings, warning_count + warnings.length - alone(warnings)),
    error_count,
    warning_count,
    bad_rows,
    error_places: placesOf(errors),
    warning_places: placesOf(warnings),
  };
}

const isWarning = ({ reference }: Lack): boolean => reference.unknown === 'warning';

/** Rows by what an unknown code in them is. */
function rowsOf(lacks: readonly Lack[]): Record<Reference['unknown'], Set<number>> {
  const of = (wanted: Reference['unknown']) =>
    new Set(lacks.filter(({ reference }) => reference.unknown === wanted).flatMap(({ rows }) => rows));
  return { error: of('error'), warning: of('warning') };
}

/** What many rows have in common, of the codes that stay unknown; only of columns of which some come. */
function headsOf(lacks: readonly Lack[], coming: ReadonlySet<Lack>): Map<string, Issue[]> {
  const heads = new Map<string, Issue[]>();
  for (const { field, reference } of coming) {
    if (heads.has(field)) continue;
    const values = lacks
      .filter((lack) => lack.field === field && !coming.has(lack))
      .map(({ code, rows }) => ({ value: code, rows: rows.length }));
    const text = STORE_TEXTS.unknownValues(reference.to, values.slice(0, MOST_VALUES), values.length);
    heads.set(field, values.some(({ rows }) => rows > 1) ? [{ row: null, field, text }] : []);
  }
  return heads;
}

const placesOf = (issues: readonly Issue[]): Omit<Issue, 'text'>[] =>
  issues.slice(0, MAX_IMPORT_MESSAGES).map(({ text: _, ...place }) => place);

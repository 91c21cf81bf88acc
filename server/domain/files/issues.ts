import { MAX_IMPORT_MESSAGES } from '../ground/constants.ts';
import { codeKey } from '../ground/fold.ts';
import { IMPORT_TEXTS as TEXTS } from '../texts/files/imports.ts';
import type { TypedValue } from './cells/cell-context.ts';
import type { ImportColumn, ImportKind } from './imports.ts';

/** What judging a file collects: issues, rows, proposed repairs. */

/** One thing that is wrong with a file or said of it: `text` is the whole sentence. `row` and `field` are null where it concerns the file. */
export interface Issue {
  row: number | null;
  field: string | null;
  text: string;
  /** Further rows it speaks for: the rest of a merged block, the other of two duplicates. */
  also?: readonly number[];
}

/** The place of an issue or a repair, in maps and sets. */
export const cellOf = ({ row, field }: { row: number | null; field: string | null }): string => `${row} ${field}`;

/** A lost leading zero that a person may give back, never done silently; `to` the same as `from`: a person says that nothing was lost. */
export interface Repair {
  row: number;
  field: string;
  from: string;
  to: string;
}

/** A row that says the same as an earlier one and counts as one with it. */
export interface JoinedRow {
  row: number;
  same_as: number;
}

export interface ImportRow {
  /** Number in the file. */
  row: number;
  /** An error names this row. */
  bad: boolean;
  values: Record<string, TypedValue>;
}

/** Collects issues up to the limit of the contract; counts all. */
export interface Issues {
  errors: Issue[];
  warnings: Issue[];
  error_count: number;
  warning_count: number;
  add(level: 'error' | 'warning', row: number | null, field: string | null, text: string, also?: readonly number[]): void;
}

/** An empty collection of issues. */
export function noIssues(): Issues {
  const found: Issues = {
    errors: [],
    warnings: [],
    error_count: 0,
    warning_count: 0,
    add(level, row, field, text, also) {
      const list = level === 'error' ? found.errors : found.warnings;
      found[`${level}_count`] += 1;
      if (list.length < MAX_IMPORT_MESSAGES) list.push({ row, field, text, ...(also && { also }) });
    },
  };
  return found;
}

/** A row on its way through the judge. */
export interface Line extends ImportRow {
  /** A key cell itself could not be read, so the row is like no other. */
  unkeyed: boolean;
  /** Fields that an error names: their values say nothing. */
  wrong?: Set<string>;
  /** Codes as their number format shows them, with the zeros in front that their values lack; by field. */
  shown?: Record<string, string>;
}

/** Reports on a cell of a line; an error makes the line bad. */
export type ReportLine = (line: Line, level: 'error' | 'warning', field: string, text: string, also?: readonly number[]) => void;

/** One reporter for all lines of a file: they are many. */
export function reporter(kind: ImportKind, found: Issues): ReportLine {
  const headers = new Map(kind.columns.map(({ field, header }) => [field, header]));
  return (line, level, field, text, also) => {
    if (level === 'error') spoil(kind, line, field);
    found.add(level, line.row, field, TEXTS.at(line.row, headers.get(field) ?? field, text), also);
  };
}

/** Marks a line as bad because of one field. */
export function spoil(kind: ImportKind, line: Line, field: string): void {
  line.bad = true;
  line.wrong ??= new Set();
  line.wrong.add(field);
  if (kind.key.includes(field)) line.unkeyed = true;
}

/** Issues by row, those about the file first; within a row as they were found. */
export const byRow = (one: Issue, other: Issue): number => (one.row ?? 0) - (other.row ?? 0);

/** Whether this is an error or a warning by itself: what many rows have in common stands before them and is none more. */
export const isAlone = ({ row, field }: Pick<Issue, 'row' | 'field'>): boolean => row !== null || field === null;
/** How many errors or warnings these are. */
export const alone = (issues: readonly Issue[]): number => issues.filter(isAlone).length;

/** All that is wrong with one row as one issue, which keeps the field of the first and speaks for the rows of all. Expects them by row. */
export function joinRows(issues: readonly Issue[]): Issue[] {
  const joined: Issue[] = [];
  for (const issue of issues) {
    const last = joined.at(-1);
    if (last === undefined || issue.row === null || issue.row !== last.row) joined.push(issue);
    else {
      const also = [...(last.also ?? []), ...(issue.also ?? [])];
      joined[joined.length - 1] = { ...last, text: TEXTS.further(last.text, issue.row, issue.text), ...(also.length > 0 && { also }) };
    }
  }
  return joined;
}

/** The sentences of a list of issues, with a closing count where there were more. */
export function sentences(issues: readonly Issue[], count = issues.length): string[] {
  const texts = issues.slice(0, MAX_IMPORT_MESSAGES).map(({ text }) => text);
  return count > texts.length ? [...texts, TEXTS.more(count - texts.length)] : texts;
}

/** The sentences of a list with their places; the closing count has none and is left out. */
export function issuesOf<Place extends Omit<Issue, 'text'>>(
  texts: readonly string[],
  places: readonly Place[] | undefined,
): (Issue & Partial<Place>)[] {
  if (places === undefined) return texts.map((text) => ({ row: null, field: null, text }) as Issue & Partial<Place>);
  return places.map((place, index) => ({ ...place, text: texts[index] as string }));
}

/** The columns that an issue names: the one it points at, and those of all issues that were joined into it. */
export const namedBy = (kind: ImportKind, { field, text }: Pick<Issue, 'field' | 'text'>): ImportColumn[] =>
  kind.columns.filter((column) => column.field === field || TEXTS.names(text, column.header));

/** The comparable form of a key cell. */
export const keyText = (value: TypedValue | undefined): string => (typeof value === 'string' ? codeKey(value) : String(value ?? ''));

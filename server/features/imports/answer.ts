import { alsoJoined } from '../../domain/files/cells/zeros.ts';
import { byRow, cellOf, type Issue, type Issues, joinRows, type Repair, sentences } from '../../domain/files/issues.ts';
import type { Brought, Lacking } from '../../domain/files/waiting.ts';
import { MAX_IMPORT_MESSAGES } from '../../domain/ground/constants.ts';
import { IMPORT_TEXTS } from '../../domain/texts/files/imports.ts';
import type { Summary } from '../../files/judge-source.ts';
import type { Added, Change } from './compare.store.ts';
import type { Question } from './questions.store.ts';

/** The answer of an import, as the contract has it. */
export interface ImportAnswer {
  errors: string[];
  warnings: string[];
  /** How many there are (the first 1,000 are said), where each points, in their order, and the rows that errors name: what a dry run and a refused import add. */
  error_count?: number;
  warning_count?: number;
  error_places?: Place[];
  warning_places?: Place[];
  bad_rows?: number[];
  /** Codes that the file names and the plant does not know, and those that it would know with it: other files may bring the one and lack the other. */
  lacking?: Lacking[];
  brings?: Brought[];
  /** Rows that would double what is there but for its zeros. */
  doubles?: number;
  /** Rows taken in (a real import). */
  imported?: number;
  /** The same before it, in a dry run. */
  row_count?: number;
  /** Records that went or, in a dry run, would go. */
  deleted?: number;
  /** A dry run: counts in people's terms, the first 1,000 new records and changed cells, and lost zeros that could be given back. */
  new?: number;
  added?: Added[];
  changed?: Change[];
  changed_count?: number;
  unchanged?: number;
  missing?: number;
  /** Given back, where every repair was accepted. */
  repairs?: Repair[];
  /** Rows of the file that are not in the import: their number, the first of them, and the import in the history, which keeps them all. */
  left_out?: { import_id: number; count: number; rows: number[] };
}

/** A row of the file and a field in it, null where a sentence concerns the file or the whole row, and the further rows it speaks for. */
export interface Place extends Omit<Issue, 'text'> {
  /** What it says is that something would be doubled. */
  doubles?: true;
}

/** What many rows have in common: it stands before what is said of each of them, and is no error or warning more. */
export interface Head {
  level: 'error' | 'warning';
  field: string;
  text: string;
}

/** What judging and the database had to say. */
interface Said {
  summary: Pick<Summary, 'errors' | 'warnings' | 'error_count' | 'warning_count' | 'refused' | 'joined_rows'>;
  found: Issues;
  heads: readonly Head[];
  repairs: ReadonlyMap<string, Repair>;
  doubles: readonly Question[];
  lacking: readonly Lacking[];
  brings?: readonly Brought[];
}

/** The warnings about what is imported, by row, and how many there are: those of a row that is left out are none any more. */
export function warningsOf(
  { summary, found }: Pick<Said, 'found'> & { summary: Pick<Summary, 'warnings' | 'warning_count'> },
  left: ReadonlySet<number>,
) {
  const all = [...summary.warnings, ...found.warnings];
  const list = all.filter(({ row }) => row === null || !left.has(row)).sort(byRow);
  return { list, count: summary.warning_count + found.warning_count - (all.length - list.length) };
}

const headsOf = ({ heads }: Said, wanted: Head['level']): Issue[] =>
  heads.filter(({ level }) => level === wanted).map(({ field, text }) => ({ row: null, field, text }));

/**
 * The sentences, by row, one for all errors of a row, what many have in common before them. With bad rows left out, what is wrong with them stands
 * first among the warnings. `badRows` where nothing was written, `left` after an import that left rows out.
 */
export function answerOf(
  work: Said,
  options: { dryRun?: boolean; skipBadRows?: boolean },
  badRows?: number[],
  left: readonly number[] = badRows ?? [],
): ImportAnswer {
  const { summary, found, repairs } = work;
  const all = [...summary.errors, ...found.errors].sort(byRow);
  const errors = joinRows(all);
  const errorCount = summary.error_count + found.error_count - (all.length - errors.length);
  const leavesOut = options.skipBadRows && !summary.refused && errors.every(({ row }) => row !== null);
  const warnings = warningsOf(work, new Set(leavesOut ? left : []));
  const skip = options.dryRun ? IMPORT_TEXTS.skipped : IMPORT_TEXTS.skippedAlso;
  const skipped = leavesOut ? errors.map((issue) => ({ ...issue, text: skip(issue.text, rowsOf(issue)) })) : [];
  const [errorHeads, warningHeads] = [headsOf(work, 'error'), headsOf(work, 'warning')];
  const said = leavesOut
    ? {
        errors: [],
        warnings: [...errorHeads, ...skipped, ...warningHeads, ...warnings.list],
        counts: [0, errorCount + warnings.count] as const,
        heads: [0, errorHeads.length + warningHeads.length] as const,
      }
    : {
        errors: [...errorHeads, ...errors],
        warnings: [...warningHeads, ...warnings.list],
        counts: [errorCount, warnings.count] as const,
        heads: [errorHeads.length, warningHeads.length] as const,
      };
  return {
    errors: sentences(said.errors, said.counts[0] + said.heads[0]),
    warnings: sentences(said.warnings, said.counts[1] + said.heads[1]),
    ...(options.dryRun ? {} : { imported: 0 }),
    ...(badRows && {
      error_count: said.counts[0],
      warning_count: said.counts[1],
      error_places: placesOf(said.errors, work.doubles),
      warning_places: placesOf(said.warnings),
      bad_rows: badRows,
      lacking: [...work.lacking],
      brings: [...(work.brings ?? [])],
      ...(work.doubles.length > 0 && { doubles: work.doubles.length }),
      repairs: alsoJoined([...repairs.values()], summary.joined_rows),
    }),
  };
}

/** Every row that a sentence speaks for. */
const rowsOf = ({ row, also = [] }: Issue): number[] =>
  [...new Set(row === null ? also : [row, ...also])].sort((one, other) => one - other);
function placesOf(issues: readonly Issue[], doubles: readonly Question[] = []): Place[] {
  const doubled = new Set(doubles.map(cellOf));
  return issues
    .slice(0, MAX_IMPORT_MESSAGES)
    .map(({ text: _, ...place }) => ({ ...place, ...(doubled.has(cellOf(place)) && { doubles: true }) }));
}

import { repairsInWords } from '../../server/domain/files/cells/zeros.ts';
import type { ImportKind } from '../../server/domain/files/imports.ts';
import type { Issue, Repair } from '../../server/domain/files/issues.ts';
import { alone, cellOf, issuesOf, joinRows } from '../../server/domain/files/issues.ts';
import { IMPORT_TEXTS } from '../../server/domain/texts/files/imports.ts';
import type { DryRunState } from './preview/use-dry-run.ts';
import type { Chosen } from './use-file.ts';

/** An issue; `doubles`: its row would double something that is there but for zeros in front. */
export interface Said extends Issue {
  doubles?: true;
}

/** What browser and server found, as one. */
export interface Told {
  /** One sentence for a row, whatever is wrong with it. */
  errors: readonly Said[];
  /** Each cell that is wrong. */
  cells: readonly Issue[];
  error_count: number;
  warnings: readonly Issue[];
  warning_count: number;
  bad_rows: ReadonlySet<number>;
  /** Lost zeros that are offered and not given back yet. */
  repairs: readonly Repair[];
}

const byRow = (one: Issue, other: Issue): number => (one.row ?? 0) - (other.row ?? 0);

/** Joins the browser's verdict with the server's answer, each thing once. What the person has decided since the answer came is taken off it. */
export function together(
  {
    verdict,
    skipped,
    repairs,
    withoutBad = false,
    asIs = false,
  }: Pick<Chosen, 'verdict' | 'skipped' | 'repairs'> & Partial<Pick<Chosen, 'withoutBad' | 'asIs'>>,
  { answer, current }: Pick<DryRunState, 'answer' | 'current'>,
): Told {
  // An answer to these very decisions says what is left.
  const mended = new Set(current ? [] : repairs.map(cellOf));
  const stands = (issue: Omit<Issue, 'text'>): boolean => issue.row === null || (!skipped.has(issue.row) && !mended.has(cellOf(issue)));
  const join = (own: readonly Said[], said: readonly Said[]): Said[] => {
    const known = new Set(own.map(({ text }) => text));
    return [...own, ...said.filter((issue) => !known.has(issue.text) && stands(issue))].sort(byRow);
  };
  const [saidErrors, saidWarnings] = [
    issuesOf(answer?.errors ?? [], answer?.error_places),
    issuesOf(answer?.warnings ?? [], answer?.warning_places),
  ];
  // What the server says of a row begins with what the browser found in it.
  const own = joinRows(verdict?.errors ?? []);
  const more = new Map(saidErrors.filter(stands).map(({ row, text }) => [row, text]));
  const errors = join(
    own.filter(({ row, text }) => row === null || !more.get(row)?.startsWith(text)),
    saidErrors,
  );
  const guessed = new Map(verdict?.repairs.map((repair) => [cellOf(repair), repair.to]));
  // The server proposes otherwise: what the file alone let guess of that code is no longer said.
  const better = new Set((answer?.repairs ?? []).filter((repair) => (guessed.get(cellOf(repair)) ?? repair.to) !== repair.to).map(cellOf));
  // Nor what is an error there already.
  const doubled = new Set(
    saidErrors.flatMap(({ doubles, row, field, also = [] }) => (doubles ? [row, ...also].map((one) => cellOf({ row: one, field })) : [])),
  );
  const ownWarnings = (verdict?.warnings ?? []).filter((issue) => !better.has(cellOf(issue)) && !doubled.has(cellOf(issue)));
  const warnings = join(ownWarnings, saidWarnings);
  const unsaid = (count: number | undefined, said: readonly Issue[]): number => Math.max(0, (count ?? 0) - alone(said));
  const offered = new Map(
    [...(verdict?.repairs ?? []), ...(answer?.repairs ?? [])].filter(stands).map((repair) => [cellOf(repair), repair]),
  );
  const bad_rows = new Set([
    ...(verdict?.bad_rows ?? []),
    ...errors.flatMap(({ row }) => (row === null ? [] : [row])),
    ...(current ? (answer?.bad_rows ?? []) : []),
  ]);
  // A row that is left out warns of nothing any more.
  const kept = withoutBad ? warnings.filter(({ row }) => row === null || !bad_rows.has(row)) : warnings;
  const ownCount = (verdict?.error_count ?? 0) - ((verdict?.errors.length ?? 0) - own.length);
  return {
    errors,
    cells: [...errors, ...(verdict?.errors ?? [])],
    error_count: Math.max(ownCount, alone(errors) + unsaid(answer?.error_count, saidErrors)),
    warnings: kept,
    warning_count: Math.max(
      (verdict?.warning_count ?? 0) - ((verdict?.warnings.length ?? 0) - ownWarnings.length) - (warnings.length - kept.length),
      alone(kept) + unsaid(answer?.warning_count, saidWarnings),
    ),
    bad_rows,
    repairs: asIs ? [] : [...offered.values()],
  };
}

/** The file with what is offered left as it stands, where the server is told which zeros to give back. */
export const leftAsTheyAre = (chosen: Chosen, { repairs }: Told): Chosen =>
  chosen.joins ? { ...chosen, repairs: [...chosen.repairs, ...repairs.map((repair) => ({ ...repair, to: repair.from }))] } : chosen;

/** The offer of lost zeros in words. */
export const zerosOffered = (kind: ImportKind, repairs: readonly Repair[]): string =>
  IMPORT_TEXTS.zerosOffered(repairs.length, repairsInWords(kind, repairs));

/** Whether the import button can be pressed: the file was read, and no error stands, whoever found it, or what errors name is left out and something stays. */
export function mayImport(chosen: Chosen | undefined, told: Told): boolean {
  const verdict = chosen?.verdict;
  if (chosen?.state !== 'read' || !verdict || verdict.refused || verdict.row_count === 0) return false;
  return told.error_count === 0 || (chosen.withoutBad && canSkipBad(chosen, told));
}

/** Whether leaving out bad rows is a way on: every error names a row, and other rows are there. */
export const canSkipBad = (chosen: Chosen, { errors, bad_rows }: Told): boolean =>
  bad_rows.size > 0 && errors.every(({ row, field }) => row !== null || field !== null) && (chosen.verdict?.row_count ?? 0) > bad_rows.size;

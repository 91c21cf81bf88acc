import { type Grid, gridOfRows } from '../domain/files/grid.ts';
import { type ImportKind, type ImportKindName, importKind } from '../domain/files/imports.ts';
import type { ImportRow, Repair } from '../domain/files/issues.ts';
import { holdsHeaders } from '../domain/files/layout.ts';
import { type Judgement, toRows } from '../domain/files/rows.ts';
import { MAX_IMPORT_ROWS } from '../domain/ground/constants.ts';
import { DomainError, invalid, refused } from '../domain/ground/errors.ts';
import { codeKey } from '../domain/ground/fold.ts';
import type { PlantDate } from '../domain/ground/plant-time.ts';
import { STORE_TEXTS } from '../domain/texts/files/imports.ts';
import { HTTP } from '../domain/texts/program/http.ts';
import { copyText, travelColumns } from './copy-text.ts';
import { readGrid } from './grid.ts';
import { rowsAsTheyWere, type SourceRows } from './source-rows.ts';

/** What is to be imported: a file's bytes, or the bytes of a JSON body `{rows}`. */
export interface Source {
  form: 'file' | 'json';
  name: string;
  bytes: Uint8Array;
  sheet?: string | undefined;
  /** Of the file that the rows were read from, as `behindContent` has it. */
  content_hash?: string | undefined;
}

export interface SourceOptions {
  kind: ImportKindName;
  today: PlantDate;
  skip_rows: readonly number[];
  repairs: readonly Repair[];
  /** Rows will be asked for as they stand in the file, so it is kept in memory. */
  keep_source: boolean;
}

/** A judgement without its rows; those follow in pieces. */
export type Summary = Omit<Judgement, 'rows'> & {
  row_count: number;
  bad_count: number;
  /** The one that was read. */
  sheet: string;
};

/** A password on its way to be hashed, with the folded key of its row. */
export interface Secret {
  row: number;
  key: string;
  secret: string;
}

/** A piece of the rows, ready for the database: the text form of COPY, and the secrets that must not travel in it. */
export interface Piece {
  text: Uint8Array;
  secrets: Secret[];
}

const PIECE_ROWS = 2_000;

/** A source that was judged: what is said of it, its rows for the database in pieces, and any of its rows as they stand in the file. */
export interface JudgedHere {
  summary: Summary;
  pieces(): Generator<Piece>;
  sourceRows(numbers: readonly number[]): SourceRows;
}

/** Reads and judges a source. Sentences about an unreadable file stand in the summary; a body that is no list of rows throws a field error. */
export function judgeSource(source: Source, options: SourceOptions): JudgedHere {
  const kind = importKind(options.kind) as ImportKind;
  const { grid, judgement } = source.form === 'json' ? judgeBody(kind, source, options) : judgeFile(kind, source, options);
  const { rows, ...rest } = judgement;
  const kept = options.keep_source ? grid : undefined;
  const summary = { ...rest, row_count: rows.length, bad_count: rows.filter(({ bad }) => bad).length, sheet: grid?.sheet ?? '' };
  return {
    summary,
    pieces: () => piecesOf(kind, rows),
    sourceRows: (numbers) => (kept ? rowsAsTheyWere(kind, kept, numbers, options.today) : { headers: [], rows: [] }),
  };
}

interface Judged {
  grid?: Grid;
  judgement: Judgement;
}

const judged = (kind: ImportKind, grid: Grid, options: SourceOptions): Judged => ({
  grid,
  judgement: toRows(kind, grid, { today: options.today, skip_rows: new Set(options.skip_rows), repairs: options.repairs }),
});

function judgeFile(kind: ImportKind, source: Source, options: SourceOptions): Judged {
  try {
    const grid = readGrid(source.bytes, { name: source.name, sheet: source.sheet, accepts: (rows) => holdsHeaders(kind, rows) });
    return judged(kind, grid, options);
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'refused') throw error;
    return { judgement: unreadable(error.message) };
  }
}

/** What is said of a file that cannot be read: one sentence, and no rows. */
export const unreadable = (text: string): Judgement => ({
  rows: [],
  fields: [],
  header_row: 1,
  errors: [{ row: null, field: null, text }],
  warnings: [],
  error_count: 1,
  warning_count: 0,
  refused: true,
  repairs: [],
  hidden_rows: [],
  joined_rows: [],
});

function judgeBody(kind: ImportKind, source: Source, options: SourceOptions): Judged {
  const rows = rowsOfBody(source.bytes);
  return judged(
    kind,
    gridOfRows(
      rows,
      kind.columns.map(({ field }) => field),
    ),
    options,
  );
}

function rowsOfBody(bytes: Uint8Array): Record<string, unknown>[] {
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw refused(HTTP.unreadableBody);
  }
  const rows = typeof body === 'object' && body !== null ? (body as { rows?: unknown }).rows : undefined;
  if (!Array.isArray(rows) || !rows.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row))) {
    throw invalid({ rows: [STORE_TEXTS.rowsNotList] });
  }
  if (rows.length > MAX_IMPORT_ROWS) throw invalid({ rows: [STORE_TEXTS.tooManyRows(MAX_IMPORT_ROWS)] });
  return rows;
}

/** Rows in pieces of a size that neither thread nor database minds. Bad ones go along, so that nothing of their owner is taken for gone. */
function* piecesOf(kind: ImportKind, rows: readonly ImportRow[]): Generator<Piece> {
  const columns = travelColumns(kind);
  const secret = kind.columns.find(({ type }) => type === 'secret')?.field;
  for (let from = 0; from < rows.length; from += PIECE_ROWS) {
    const some = rows.slice(from, from + PIECE_ROWS);
    yield { text: copyText(some, columns), secrets: secret === undefined ? [] : some.flatMap((row) => secretOf(kind, row, secret)) };
  }
}

function secretOf(kind: ImportKind, { row, bad, values }: ImportRow, field: string): Secret[] {
  const secret = values[field];
  return typeof secret === 'string' && !bad ? [{ row, key: codeKey(String(values[kind.key[0] as string])), secret }] : [];
}

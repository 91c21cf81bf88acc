import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { spelled } from '../../server/domain/files/cells/cell-context.ts';
import { behindContent } from '../../server/domain/files/content-hash.ts';
import { cellValue, type Grid, markOf } from '../../server/domain/files/grid.ts';
import { type ImportKind, type ImportKindName, importKind } from '../../server/domain/files/imports.ts';
import { findLayout, holdsAnyHeaders, holdsHeaders, kindOfGrid } from '../../server/domain/files/layout.ts';
import { holdsQuestions, questionRows, type ReadQuestions } from '../../server/domain/files/promise-rows.ts';
import { type Judgement, toRows } from '../../server/domain/files/rows.ts';
import { MAX_BODY_BYTES, MAX_IMPORT_ROWS } from '../../server/domain/ground/constants.ts';
import { DomainError } from '../../server/domain/ground/errors.ts';
import { formatDate } from '../../server/domain/ground/plant-time.ts';
import { listSheets, readGrid } from '../../server/files/grid.ts';
import { IMPORT } from '../texts/parts.ts';
import type { Decisions, Opened, OpenRequest, PreviewRow, RowsBody, Verdict, WorkerAnswer, WorkerRequest } from './protocol.ts';

/** Reads a file beside the page, with the reader and the judge of the server: one of each, or the two would see different hazards. */
const port = self as unknown as DedicatedWorkerGlobalScope;

interface Source {
  kind: ImportKind;
  grid: Grid;
  today: string;
  content: Uint8Array;
}
let source: Source | undefined;

const judge = ({ kind, grid, today }: Source, { skip_rows, repairs }: Decisions): Judgement =>
  toRows(kind, grid, { today, skip_rows: new Set(skip_rows), repairs });

const verdictOf = ({ rows, fields: _, header_row: __, ...verdict }: Judgement): Verdict => ({
  ...verdict,
  bad_rows: [
    ...new Set([
      ...rows.filter(({ bad }) => bad).map(({ row }) => row),
      ...verdict.errors.flatMap(({ row }) => (row === null ? [] : [row])),
    ]),
  ],
  row_count: rows.length,
});

function open({ kind: name, name: file, bytes, today, sheet }: OpenRequest): Opened {
  const kind = importKind(name) as ImportKind;
  const content = new Uint8Array(bytes);
  const grid = readGrid(content, { name: file, sheet, accepts: (rows) => holdsHeaders(kind, rows) });
  source = { kind, grid, today, content };
  const judgement = judge(source, { skip_rows: [], repairs: [] });
  return {
    sheet: grid.sheet,
    sheets: listSheets(content),
    fields: judgement.fields,
    rows: judgement.fields.length === 0 ? [] : previewOf(source, judgement),
    verdict: verdictOf(judgement),
  };
}

/** Every row below the header as the file spells it; dates as they were read, secrets masked. */
function previewOf({ kind, grid }: Source, judgement: Judgement): PreviewRow[] {
  const { columns, header } = findLayout(kind, grid);
  const judged = new Map(judgement.rows.map(({ row, values }) => [row, values]));
  // A row that counts as one with another has the days of that one.
  for (const { row, same_as } of judgement.joined_rows) judged.set(row, judged.get(same_as) ?? {});
  return grid.rows.slice(header + 1).map(({ row, cells }) => ({
    row,
    cells: columns.map(({ column, at }) => {
      const text = spelled(cellValue(cells[at])).trim();
      if (column.type === 'secret') return text === '' ? '' : IMPORT.masked;
      const value = judged.get(row)?.[column.field];
      if (column.type === 'date') return typeof value === 'string' ? formatDate(value) : text;
      // What names a row is shown as it was read: as above, of a merged block, or through its number format.
      const isRead = markOf(cells[at]) === 'format' ? value !== '' : text === '' && kind.key.includes(column.field);
      return isRead && typeof value === 'string' ? value : text;
    }),
  }));
}

/** SHA-256 by a library: the browser's own stands only on pages that came over https, which a plant's network need not have. */
const hashOf = (...pieces: readonly Uint8Array[]): string => bytesToHex(sha256(concatBytes(...pieces)));

function bodyOf(decisions: Decisions): RowsBody {
  const { content, grid } = source as Source;
  const { rows } = judge(source as Source, decisions);
  // A bad row goes up as it is spelled, in the file itself: the server must know that it was there, or it takes its lot's other rows for all.
  if (rows.length > MAX_IMPORT_ROWS || rows.some(({ bad }) => bad)) return undefined;
  const json = JSON.stringify({ rows: rows.map(({ row, values }) => ({ row, ...values })) });
  if (new Blob([json]).size > MAX_BODY_BYTES) return undefined;
  return { json, content_hash: hashOf(content, new TextEncoder().encode(behindContent(decisions.skip_rows, grid.sheet))) };
}

function answer(request: WorkerRequest): { kind: ImportKindName | undefined } | ReadQuestions | Opened | Verdict | RowsBody {
  if (request.type === 'kind') {
    return { kind: kindOfGrid(readGrid(new Uint8Array(request.bytes), { name: request.name, accepts: holdsAnyHeaders }))?.name };
  }
  if (request.type === 'questions') {
    const { name, bytes, today } = request;
    return questionRows(readGrid(new Uint8Array(bytes), { name, accepts: holdsQuestions }), today);
  }
  if (request.type === 'open') return open(request);
  return request.type === 'judge' ? verdictOf(judge(source as Source, request)) : bodyOf(request);
}

port.onmessage = ({ data }: MessageEvent<{ id: number; request: WorkerRequest }>) => {
  let said: WorkerAnswer;
  try {
    said = { ok: answer(data.request) };
  } catch (error) {
    said = { refused: error instanceof DomainError ? error.message : IMPORT.unreadable };
  }
  port.postMessage({ id: data.id, said });
};

import type { ImportKindName } from '../../server/domain/files/imports.ts';
import type { Issue, Repair } from '../../server/domain/files/issues.ts';
import type { ReadQuestions } from '../../server/domain/files/promise-rows.ts';

/** One row of the preview, as the file spells it. */
export interface PreviewRow {
  /** Its number in the spreadsheet. */
  row: number;
  cells: string[];
}

/** What the reading found, without the rows themselves. */
export interface Verdict {
  errors: Issue[];
  warnings: Issue[];
  error_count: number;
  warning_count: number;
  /** Rows that an error names. */
  bad_rows: number[];
  /** Rows that would be imported. */
  row_count: number;
  repairs: Repair[];
  hidden_rows: number[];
  refused: boolean;
}

export interface Opened {
  sheet: string;
  sheets: { name: string; hidden: boolean }[];
  /** The fields of the columns that the file has, in the order of the preview's cells. */
  fields: string[];
  rows: PreviewRow[];
  verdict: Verdict;
}

/** What a person decided in the preview. */
export interface Decisions {
  skip_rows: number[];
  repairs: Repair[];
}

/** The body to send, rows as JSON, with the hash of their file; undefined where the file itself must go up. */
export type RowsBody = { json: string; content_hash: string } | undefined;

export interface OpenRequest {
  type: 'open';
  kind: ImportKindName;
  name: string;
  bytes: ArrayBuffer;
  today: string;
  sheet: string | undefined;
}

/** Asks which kind a file is by its headers. */
export interface KindRequest {
  type: 'kind';
  name: string;
  bytes: ArrayBuffer;
}

/** Asks for the lines of a question of 納期回答. */
export interface QuestionsRequest {
  type: 'questions';
  name: string;
  bytes: ArrayBuffer;
  today: string;
}

export type WorkerRequest = KindRequest | QuestionsRequest | OpenRequest | ({ type: 'judge' } & Decisions) | ({ type: 'body' } & Decisions);
export type WorkerAnswer = { ok: { kind: ImportKindName | undefined } | ReadQuestions | Opened | Verdict | RowsBody } | { refused: string };

import type { Knex } from 'knex';
import type { Plan } from '../../db/plan.ts';
import type { Db } from '../../db/types.ts';
import type { FileType, WorkbookSheets } from '../../domain/ground/exports.ts';
import type { PlantDate } from '../../domain/ground/plant-time.ts';
import type { ScheduleFilters } from '../schedule/read/entries.service.ts';

/** What is asked of an export; kept in its job, plain data. */
export interface ExportRequest {
  file_type: FileType;
  /** The id of its plan; the published one when absent. */
  plan?: number;
  /** The first plant day that counts. */
  file_start_date: PlantDate;
  /** The filters of the schedule lists, as their query spells them. */
  filters?: ScheduleFilters;
  /** Of 通常: what of it is written; everything when absent. */
  sheets?: WorkbookSheets;
  /** Of the outsourcing sheets: one partner alone, as the list of 外注 names it. */
  partner?: { key: string; name: string };
  /** Who asked; sheets for partners name the person. */
  asked_by?: string;
}

/** What a workbook is written with, besides its rows. */
export interface ExportHeading {
  request: ExportRequest;
  /** The name under which it is saved; footers name it. */
  file_name: string;
  /** Company and works for the head of each page; empty where nobody configured it (PLANT_NAME). */
  plant_name: string;
  /** The injected present, for 印刷. */
  now_ms: number;
}

/** Says how far the writing is, 0 to 1. Throws where the job shall stop: call it now and then, await nothing else of it. */
export type Advance = (share: number) => void;

/** One kind of workbook. `Rows` is whatever its own reader gives its own writer. */
export interface ExportKind<Rows = unknown> {
  /** The name of the file. */
  fileName(request: ExportRequest): string;
  /** Whether there is anything to write: the call answers 404 and makes no record where there is not. A cheap question, asked on the event loop. */
  hasRows(db: Db, plan: Plan, request: ExportRequest, now_ms: number): Promise<boolean>;
  /** Reads everything in one repeatable-read, read-only snapshot; in the worker thread. */
  read(trx: Knex.Transaction, plan: Plan, request: ExportRequest, now_ms: number): Promise<Rows>;
  /** Makes the workbook's bytes; in the worker thread. */
  write(rows: Rows, heading: ExportHeading, advance: Advance): Promise<Uint8Array>;
  /** What is to be remembered once the file is kept, in the same transaction. */
  kept?(trx: Knex.Transaction, plan: Plan, rows: Rows, now_ms: number): Promise<void>;
}

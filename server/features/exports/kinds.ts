import { isPublished } from '../../db/plan.ts';
import { asStarted } from '../../domain/bars/marks.ts';
import type { FileType } from '../../domain/ground/exports.ts';
import { plantDate } from '../../domain/ground/plant-time.ts';
import { EXPORT_TEXTS } from '../../domain/texts/files/exports.ts';
import { rememberRequests } from '../outsourcing/answers.service.ts';
import { hasOpenWork } from '../outsourcing/outsourcing.service.ts';
import { furnaceRuns, hasRun } from '../schedule/charges/furnace-runs.service.ts';
import { writeCharges } from './charges/workbook.ts';
import type { ExportKind, ExportRequest } from './kind.ts';
import { readRequests } from './outsourcing/outsourcing.reading.ts';
import { writeRequests } from './outsourcing/workbook.ts';
import { hasSchedules, readSchedules } from './schedules/schedules.store.ts';
import { writeSchedules } from './schedules/workbook.ts';

/** Charge sheets are a day's: the runs that start on it, of the furnaces searched. */
const chargesOf = ({ file_start_date, filters }: ExportRequest) => ({
  from_date: file_start_date,
  to_date: file_start_date,
  ...(filters?.facility_search || filters?.facility_ids ? { facility_ids: filters.facility_ids || filters.facility_search } : {}),
});

const kind = <Rows>(row: ExportKind<Rows>): ExportKind => row as ExportKind;

/**
 * Every kind of workbook, a row each. A new kind: its word in FILE_TYPES (server/domain/ground/exports.ts), its label and file name in
 * domain/texts/files/exports.ts, its SQL in `<kind>/<kind>.store.ts`, its writer in `<kind>/workbook.ts`, and its row here. Calls, record, job, thread,
 * page and command line follow; the dialog asks for its row in TARGETS. A kind without a row is answered 404.
 */
export const EXPORT_KINDS: { readonly [Type in FileType]?: ExportKind } = {
  schedules: kind({
    fileName: ({ file_start_date }) => EXPORT_TEXTS.schedulesFile(file_start_date),
    hasRows: hasSchedules,
    read: readSchedules,
    write: writeSchedules,
  }),
  charges: kind({
    fileName: ({ file_start_date }) => EXPORT_TEXTS.chargesFile(file_start_date),
    hasRows: (db, plan, request) => hasRun(db, plan, chargesOf(request)),
    read: async (trx, plan, request) => (await furnaceRuns(trx, plan, chargesOf(request))).rows.map(asStarted),
    write: writeCharges,
  }),
  outsourcing: kind({
    fileName: ({ file_start_date, partner }) => EXPORT_TEXTS.outsourcingFile(file_start_date, partner?.name),
    hasRows: (db, plan, { file_start_date, partner }, now_ms) => hasOpenWork(db, plan, file_start_date, plantDate(now_ms), partner?.key),
    read: readRequests,
    write: writeRequests,
    // Of a plan that is not in force a partner is asked for nothing.
    kept: async (trx, plan, { works }, now_ms) => {
      if (isPublished(plan)) await rememberRequests(trx, works, now_ms);
    },
  }),
};

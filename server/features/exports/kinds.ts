import type { FileType } from '../../domain/exports.ts';
import { EXPORT_TEXTS } from '../../domain/texts/exports.ts';
import type { ExportKind } from './kind.ts';
import { hasSchedules, readSchedules } from './schedules/schedules.store.ts';
import { writeSchedules } from './schedules/workbook.ts';

const kind = <Rows>(row: ExportKind<Rows>): ExportKind => row as ExportKind;

/**
 * Every kind of workbook, a row each. A new kind: its word in FILE_TYPES (server/domain/exports.ts), its label and file name in
 * domain/texts/exports.ts, its SQL in `<kind>/<kind>.store.ts`, its writer in `<kind>/workbook.ts`, and its row here. Calls, record, job, thread,
 * page, dialog and command line follow. A kind without a row is answered 404.
 */
export const EXPORT_KINDS: { readonly [Type in FileType]?: ExportKind } = {
  schedules: kind({
    fileName: ({ file_start_date }) => EXPORT_TEXTS.schedulesFile(file_start_date),
    hasRows: hasSchedules,
    read: readSchedules,
    write: writeSchedules,
  }),
};

import { join } from 'node:path';
import { endOfJob } from '../../db/jobs/worker.ts';
import { DomainError } from '../../domain/ground/errors.ts';
import { FILE_TYPES, type FileType } from '../../domain/ground/exports.ts';
import { EXPORT_LABELS } from '../../domain/texts/files/exports.ts';
import { NIGHT_TEXTS as TEXTS } from '../../domain/texts/nightly.ts';
import { exportedFile, exportWork, requestExport } from '../exports/exports.service.ts';
import { NightLost, type NightWork } from './context.ts';
import { errorCode, writeWhole } from './inbox.ts';
import { keepWorkbook, type NightWorkbook, workbookOf } from './nightly.store.ts';

const ACTOR = 'nightly';
const SHARE = { from: 0.8, to: 0.98 } as const;

/** Every workbook of the plan, one after the other: kept in the database, and written to the outbox whole or not at all. */
export async function makeWorkbooks(work: NightWork): Promise<void> {
  for (const [index, type] of FILE_TYPES.entries()) {
    work.tell(SHARE.from + ((SHARE.to - SHARE.from) * index) / FILE_TYPES.length, 'workbooks');
    try {
      await makeWorkbook(work, type);
    } catch (error) {
      if (error instanceof NightLost || !(error instanceof DomainError)) throw error;
      // Nothing to write of this kind is no failure of the night.
      if (error.kind === 'not_found') continue;
      await work.write((trx) => keepWorkbook(trx, work.night.id, type, { excel_id: null, sentence: error.message }));
      await work.blame(TEXTS.workbookFailed(EXPORT_LABELS[type], error.message));
    }
  }
}

async function makeWorkbook(work: NightWork, type: FileType): Promise<void> {
  const { db, night, clock, log, signal, plantName = '' } = work;
  const requested = await ask(work, type);
  await work.pass('workbook-requested', type);
  if (requested.written || requested.excel_id === null || requested.job_id === null) return;
  await endOfJob(exportWork({ plantName }), { db, clock, log, signal }, requested.job_id);
  const { name, bytes } = await exportedFile(db, requested.excel_id).catch((error: unknown) => {
    throw error instanceof DomainError && error.kind === 'not_found' ? new DomainError('refused', TEXTS.notMade) : error;
  });
  await work.pass('workbook-made', type);
  const sentence = await intoOutbox(work, name, bytes);
  await work.pass('workbook-written', type);
  await work.write((trx) => keepWorkbook(trx, night.id, type, { written: true, file_name: name, sentence }));
}

/** The export of this night, asked for once: record and night know of each other from the same transaction on. */
async function ask(
  { db, night, clock, write }: NightWork,
  type: FileType,
): Promise<Pick<NightWorkbook, 'excel_id' | 'job_id' | 'written'>> {
  const kept = await workbookOf(db, night.id, type);
  if (kept) return kept;
  return write(async (trx) => {
    const { record, job_id } = await requestExport(trx, { file_type: type, file_start_date: night.day }, ACTOR, clock());
    const requested = { excel_id: record.id, job_id };
    await keepWorkbook(trx, night.id, type, requested);
    return { ...requested, written: false };
  });
}

/** Writes the workbook to the outbox; a sentence where that failed. A night of the same day that is worked again writes the same name. */
async function intoOutbox({ folders, blame }: NightWork, name: string, bytes: Uint8Array): Promise<string | null> {
  if (folders.outbox === undefined) return null;
  try {
    await writeWhole(join(folders.outbox, name), bytes);
    return null;
  } catch (error) {
    const sentence = TEXTS.outboxUnwritable(folders.outbox, name, errorCode(error));
    await blame(sentence);
    return sentence;
  }
}

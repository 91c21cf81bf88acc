import { parentPort, workerData } from 'node:worker_threads';
import type { Knex } from 'knex';
import { CANCEL, type JobThreadData, type JobThreadMessage } from '../../db/job-thread.ts';
import { finish, giveBack } from '../../db/jobs.ts';
import { openShared } from '../../db/share.ts';
import { EXPORT_TEXTS } from '../../domain/texts/exports.ts';
import { fileNameOfJob, keepFile } from './exports.store.ts';
import type { ExportRequest } from './kind.ts';
import { EXPORT_KINDS } from './kinds.ts';

/** The whole of one export, off the event loop that answers calls: read, write, keep; ends the job itself. */
const { connection, job, payload, now_ms, flag } = workerData as JobThreadData;
const { plant_name, ...request } = payload as unknown as ExportRequest & { plant_name: string };

const STATEMENT_SECONDS = 120;
const LOCK_SECONDS = 60;
/** Share of the whole that reading takes, for the bar. */
const READ_SHARE = 0.2;

/** The job shall stop, or is no longer this worker's: nothing of the file is kept. */
class Superseded extends Error {}

const say = (message: JobThreadMessage): void => parentPort?.postMessage(message);
const phase = (name: 'read' | 'write', progress: number): void => {
  if (Atomics.load(flag, 0) !== CANCEL.none) throw new Superseded();
  say({ phase: name, progress });
};

async function run(db: Knex): Promise<void> {
  const kind = EXPORT_KINDS[request.file_type];
  const file_name = await fileNameOfJob(db, job.id);
  // A record that is gone takes its job with it.
  if (!kind || file_name === '') {
    await finish(db, job, { status: 'error', error: EXPORT_TEXTS.failed });
    return;
  }
  phase('read', 0.02);
  const rows = await db.transaction((trx) => kind.read(trx, request, now_ms), { isolationLevel: 'repeatable read', readOnly: true });
  phase('write', READ_SHARE);
  const bytes = await kind.write(rows, { request, file_name, plant_name, now_ms }, (share) =>
    phase('write', READ_SHARE + (1 - READ_SHARE) * share),
  );
  await db.transaction(async (trx) => {
    await keepFile(trx, job.id, bytes);
    await kind.kept?.(trx, rows, now_ms);
    if (!(await finish(trx, job, { status: 'complete', statistics: { bytes: bytes.byteLength } }))) throw new Superseded();
  });
}

/** Ends the job of an export that was told to stop. */
async function giveUp(db: Knex): Promise<void> {
  const why = Atomics.load(flag, 0);
  if (why === CANCEL.stop) await giveBack(db, job);
  else if (why !== CANCEL.lost) await finish(db, job, { status: 'cancelled' });
}

const db = openShared(connection, { statementSeconds: STATEMENT_SECONDS, lockSeconds: LOCK_SECONDS });
try {
  await run(db);
} catch (error) {
  if (!(error instanceof Superseded)) throw error;
  await giveUp(db);
} finally {
  await db.destroy();
}
say({ finished: true });

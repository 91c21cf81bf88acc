import type { Knex } from 'knex';
import { finish } from '../../db/jobs/jobs.ts';
import { Superseded, say, stopped, threadData, workJob } from '../../db/jobs/work.ts';
import { EXPORT_TEXTS } from '../../domain/texts/files/exports.ts';
import { notPublished } from '../../domain/texts/plan/plans.ts';
import { nameBeside, planOf } from '../plan/plan.service.ts';
import { fileNameOfJob, keepFile } from './exports.store.ts';
import type { ExportRequest } from './kind.ts';
import { EXPORT_KINDS } from './kinds.ts';

/** The whole of one export, off the event loop that answers calls: read, write, keep; ends the job itself. */
const { job, payload, now_ms } = threadData;
const { plant_name, ...request } = payload as unknown as ExportRequest & { plant_name: string };

const STATEMENT_SECONDS = 120;
const LOCK_SECONDS = 60;
/** Share of the whole that reading takes, for the bar. */
const READ_SHARE = 0.2;

/** Says how far the file is. Throws when nobody wants it any more. */
const phase = (name: 'read' | 'write', progress: number): void => {
  if (stopped()) throw new Superseded();
  say(name, progress);
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
  const plan = await planOf(db, request.plan);
  const rows = await db.transaction((trx) => kind.read(trx, plan, request, now_ms), { isolationLevel: 'repeatable read', readOnly: true });
  phase('write', READ_SHARE);
  const name = await nameBeside(db, plan);
  const head = name === undefined ? plant_name : `${notPublished(name)} ${plant_name}`.trim();
  const bytes = await kind.write(rows, { request, file_name, plant_name: head, now_ms }, (share) =>
    phase('write', READ_SHARE + (1 - READ_SHARE) * share),
  );
  await db.transaction(async (trx) => {
    await keepFile(trx, job.id, bytes);
    await kind.kept?.(trx, plan, rows, now_ms);
    if (!(await finish(trx, job, { status: 'complete', statistics: { bytes: bytes.byteLength } }))) throw new Superseded();
  });
}

await workJob({ statementSeconds: STATEMENT_SECONDS, lockSeconds: LOCK_SECONDS }, run);

import { BEAT_MS, beat, finish, giveBack, isHeld, type Job } from '../../db/jobs/jobs.ts';
import type { JobContext, JobWork } from '../../db/jobs/worker.ts';
import { PUBLISHED } from '../../db/plan.ts';
import { toInstant } from '../../domain/ground/plant-time.ts';
import { NIGHT_TEXTS as TEXTS } from '../../domain/texts/nightly.ts';
import { NightLost, type NightPhase, type NightSetting, type NightWork } from './context.ts';
import { listInbox, takeFiles } from './files.ts';
import { addProblem, closeNight, endInError, nightOfJob, problemsOf } from './nightly.store.ts';
import { planAnew } from './plan.ts';
import type { NightSummary } from './report.ts';
import { summaryOf } from './summary.ts';
import { makeWorkbooks } from './workbooks.ts';

/** Works a claimed night with these folders. Whatever it dies of ends it in error; one that the process's stop cuts off goes back to the queue. */
export const workNight =
  (setting: NightSetting): JobWork =>
  async (context, job) => {
    const { db, log, signal } = context;
    try {
      await runNight(setting, context, job);
    } catch (error) {
      if (signal?.aborted) return giveBack(db, job).catch(() => undefined);
      if (error instanceof NightLost) return;
      log?.error({ job: job.id, err: error }, 'night failed');
      await fail(context, job).catch(() => undefined);
    }
  };

/** Ends a night that died. */
async function fail({ db, clock }: JobContext, job: Job): Promise<void> {
  const night = await nightOfJob(db, job.id);
  await db.transaction(async (trx) => {
    if (night) await addProblem(trx, night.id, TEXTS.interrupted);
    if (night) await endInError(trx, night.id, toInstant(clock()));
    if (!(await finish(trx, job, { status: 'error', error: TEXTS.interrupted }))) throw new NightLost();
  });
}

/**
 * The night from wherever it stands: inbox, imports, run, workbooks, summary. Every step keeps what it did in the transaction that does it, or
 * finds it done when it is asked again: cut off at any moment and begun anew, a night comes to the same end. Throws where it was cut off.
 */
export async function runNight(setting: NightSetting, context: JobContext, job: Job): Promise<void> {
  const { db, clock } = context;
  const night = await nightOfJob(db, job.id);
  if (!night) throw new Error(`job ${job.id} has no night`);
  const held = hold(context, job);
  const fence: NightWork['fence'] = async (trx) => {
    if (!(await isHeld(trx, job))) throw new NightLost();
  };
  const write: NightWork['write'] = (written) =>
    db.transaction(async (trx) => {
      const result = await written(trx);
      await fence(trx);
      return result;
    });
  const work: NightWork = {
    ...setting,
    ...context,
    night,
    signal: held.signal,
    now: () => toInstant(clock()),
    tell: held.tell,
    pass: async (point, subject = '') => {
      await setting.at?.(point, subject);
      held.signal.throwIfAborted();
      await fence(db);
    },
    write,
    fence,
    blame: (sentence) => write((trx) => addProblem(trx, night.id, sentence)),
  };
  try {
    await work.pass('begin');
    await listInbox(work);
    await work.pass('listed');
    await takeFiles(work);
    const run = await planAnew(work);
    if (run) await makeWorkbooks(work);
    work.tell(0.98, 'summary');
    await work.pass('close');
    await close(work, job, await summaryOf(db, PUBLISHED, { id: night.id, late_before: night.baseline?.late ?? [] }, run));
  } finally {
    held.release();
  }
}

/** How the night and its job end is one transaction. */
async function close({ db, night, now, log }: NightWork, job: Job, summary: NightSummary): Promise<void> {
  const problems = await problemsOf(db, night.id);
  const status = problems.length > 0 ? 'error' : summary.failed_count > 0 ? 'partial' : 'complete';
  await db.transaction(async (trx) => {
    await closeNight(trx, night.id, { status, finished_at: now(), summary });
    const end = status === 'error' ? ({ status: 'error', error: problems.join('\n') } as const) : ({ status: 'complete' } as const);
    if (!(await finish(trx, job, { ...end, statistics: { night_id: night.id, status } }))) throw new NightLost();
  });
  const { file_count, failed_count, left_out_count, late_before_count, late_after_count } = summary;
  log?.info({ night: night.id, status, file_count, failed_count, left_out_count, late_before_count, late_after_count, problems }, 'night');
}

/** Beats for the job while the night is worked; its signal aborts when the process stops or the job is another's. */
function hold({ db, signal, onProgress }: JobContext, job: Job) {
  const ending = new AbortController();
  const at = { progress: 0, phase: 'files' };
  const lose = (): void => ending.abort(new NightLost());
  const tellNow = async (): Promise<void> => {
    const told = await beat(db, job, at).catch(() => undefined);
    if (told && (!told.held || told.cancel)) lose();
  };
  const timer = setInterval(() => void tellNow(), BEAT_MS);
  signal?.addEventListener('abort', lose);
  if (signal?.aborted) lose();
  return {
    signal: ending.signal,
    tell: (progress: number, phase: NightPhase): void => {
      const isNew = phase !== at.phase;
      Object.assign(at, { progress, phase });
      onProgress?.(progress, phase);
      if (isNew) void tellNow();
    },
    release: (): void => {
      clearInterval(timer);
      signal?.removeEventListener('abort', lose);
    },
  };
}

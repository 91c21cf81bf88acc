import type { Job } from '../../db/jobs/jobs.ts';
import { endOfJob } from '../../db/jobs/worker.ts';
import { DomainError } from '../../domain/ground/errors.ts';
import { NIGHT_TEXTS as TEXTS } from '../../domain/texts/nightly.ts';
import { askForRun, seesAll, workRun } from '../runs/ask/runs.service.ts';
import type { NightWork } from './context.ts';
import { updateNight } from './nightly.store.ts';

const ACTOR = 'nightly';
const SHARE = { from: 0.4, to: 0.8 } as const;

/**
 * Waits for the run that plans this night's imports, to its end; a run already under way is waited for and another one asked for. The night
 * names its run from the same transaction on, so that a night cut off asks for no second one. Undefined: no plan came of it.
 */
export async function planAnew(work: NightWork): Promise<Job | undefined> {
  const { night, blame } = work;
  work.tell(SHARE.from, 'run');
  try {
    let job = await newRun(work);
    while (!night.run_settled) {
      await waitFor(work, job);
      job = await newRun(work);
    }
    await work.pass('run-requested');
    const ended = await waitFor(work, job);
    await work.pass('run-ended');
    if (ended.status === 'complete') return ended;
    const why = ended.error ?? TEXTS.runCutOff;
    await blame(ended.status === 'cancelled' ? TEXTS.runCancelled : TEXTS.runFailed(why));
  } catch (error) {
    // Settings of the plant that are wrong: the run cannot even be asked for.
    if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
    await blame(TEXTS.runFailed(error.message));
  }
  return undefined;
}

/** The night's run, asked for where there is none that will see its imports. */
async function newRun({ night, run = {}, write }: NightWork): Promise<number> {
  if (night.run_job_id !== null && night.run_settled) return night.run_job_id;
  const begun = await write(async (trx) => {
    const asked = await askForRun(trx, run, ACTOR);
    const values = { run_job_id: asked.job.id, run_settled: seesAll(asked) };
    await updateNight(trx, night.id, values);
    return values;
  });
  Object.assign(night, begun);
  return begun.run_job_id;
}

const waitFor = ({ db, clock, log, signal, tell }: NightWork, id: number): Promise<Job> =>
  endOfJob(workRun, { db, clock, log, signal, onProgress: (share) => tell(SHARE.from + (SHARE.to - SHARE.from) * share, 'run') }, id);

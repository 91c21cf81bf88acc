import type { Knex } from 'knex';
import { cancel, enqueue, type Job } from '../../../db/jobs/jobs.ts';
import { workInThread } from '../../../db/jobs/thread.ts';
import type { JobWork } from '../../../db/jobs/worker.ts';
import { jobOfScenario, keepJob } from '../runs.store.ts';
import { runOptions } from './plan-settings.service.ts';

/** Works the planning of a scenario: a thread reads it, solves, checks, writes it and ends the job. */
export const workScenario: JobWork = (context, job) => workInThread(context, job, new URL('../work/scenario-thread.ts', import.meta.url));

/** Asks for a scenario, whose row is locked, to be planned; what was asked already stays as it was asked. */
export async function askForScenario(
  trx: Knex.Transaction,
  scenario: number,
  seconds: number | undefined,
  requested_by: string,
): Promise<void> {
  if (await isScenarioPending(trx, scenario)) return;
  const options = await runOptions(trx, seconds === undefined ? {} : { time_limit_seconds: seconds });
  const { job } = await enqueue(trx, { kind: 'scenario', payload: { ...options, scenario }, requested_by });
  await keepJob(trx, scenario, job.id);
}

/** Whether somebody has asked for a scenario to be planned, and it is not yet. */
export const isScenarioPending = async (trx: Knex.Transaction, scenario: number): Promise<boolean> =>
  isPending(await jobOfScenario(trx, scenario));

/** Stops the planning of a scenario, where somebody has asked for it. */
export async function cancelForScenario(trx: Knex.Transaction, scenario: number): Promise<void> {
  const job = await jobOfScenario(trx, scenario);
  if (job && isPending(job)) await cancel(trx, 'scenario', job.id);
}

const isPending = (job: Pick<Job, 'status' | 'cancel_requested'> | undefined): boolean =>
  job !== undefined && (job.status === 'queued' || job.status === 'running') && !job.cancel_requested;

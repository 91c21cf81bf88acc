import type { Knex } from 'knex';
import type { Body, Success } from '../../contract/handlers.ts';
import { transaction } from '../../db/errors.ts';
import { cancel, enqueue, pendingJob } from '../../db/jobs/jobs.ts';
import { workInThread } from '../../db/jobs/thread.ts';
import type { JobWork } from '../../db/jobs/worker.ts';
import { PUBLISHED, rowOf } from '../../db/plan.ts';
import { MOST_SCENARIO_NAME } from '../../domain/ground/constants.ts';
import { conflict, notFound } from '../../domain/ground/errors.ts';
import { PROPOSAL_TEXTS as TEXTS } from '../../domain/texts/plan/scenarios.ts';
import { databaseTexts } from '../../domain/texts/program/database.ts';
import type { Budget } from '../../scheduling/index.ts';
import { adoptedProposals, keepProposed } from '../plan/publish.service.ts';
import { makeScenario, planMade, scenarioShown } from '../scenarios/scenarios.service.ts';
import { jobBeside, keepTried, lockTried, type ProposalRow, scenariosOf, triedBeside } from './proposals.store.ts';

/** 改善提案: changes of the plant that are tried of their own accord beside the published plan. */

/** Works a run as before, which nothing may slow, and has changes tried beside the plan that it published. */
export const beforeProposals =
  (workRun: JobWork): JobWork =>
  async (context, job) => {
    await stopTrying(context.db);
    await workRun(context, job);
    await askForProposals(context.db);
  };

/** Works the trials, each with this budget: a thread of low priority reads the plan, tries, and keeps what is worth showing. */
export const workProposals =
  (budget: Budget): JobWork =>
  (context, job) =>
    workInThread(context, { ...job, payload: { ...job.payload, budget } }, new URL('./proposals-thread.ts', import.meta.url));

async function stopTrying(db: Knex): Promise<void> {
  const pending = await pendingJob(db, 'proposals');
  if (pending && !pending.cancel_requested) await cancel(db, 'proposals', pending.id);
}

/** Has changes tried beside the published plan, unless that was done, or nothing is planned. */
async function askForProposals(db: Knex): Promise<void> {
  const { id, published_at } = await rowOf(db, PUBLISHED);
  if (published_at === null || (await triedBeside(db, id))) return;
  await enqueue(db, { kind: 'proposals', payload: { plan: id }, requested_by: '' });
}

/** So many of those that were adopted are told of. */
const MOST_ADOPTED = 20;

/** What was tried beside the published plan and is worth showing, the best first; and what came of those that were adopted. */
export async function proposalsNow(
  db: Knex,
  { limit, offset }: { limit: number; offset: number },
): Promise<Omit<Success<'listProposals'>, 'next' | 'previous'>> {
  const { id: plan } = await rowOf(db, PUBLISHED);
  const kept = await triedBeside(db, plan);
  const job = await jobBeside(db, plan);
  const there = await scenariosOf(db, kept?.results.flatMap((one) => one.plan ?? []) ?? []);
  const isTrying = !kept && (job?.status === 'queued' || job?.status === 'running');
  return {
    plan,
    status: isTrying ? 'trying' : 'done',
    progress: isTrying ? (job?.progress ?? 0) : 1,
    tried: kept?.tried ?? 0,
    noise_days: kept?.noise_days ?? 0,
    count: kept?.results.length ?? 0,
    results: (kept?.results ?? [])
      .map((result, at) => ({ id: at + 1, ...result, plan: result.plan !== null && there.has(result.plan) ? result.plan : null }))
      .slice(offset, offset + limit),
    adopted: await adoptedProposals(db, PUBLISHED, MOST_ADOPTED),
  };
}

/**
 * Makes the scenario of a proposal of this plan and has it planned; one that is there already is given as it is. Throws not found, and a conflict once another plan is
 * published.
 */
export function tryProposal(
  db: Knex,
  user: { employee_id: string; now_ms: number },
  number: number,
  { plan }: Body<'tryProposal'>,
): Promise<Success<'tryProposal'>> {
  return transaction(db, async (trx) => {
    if ((await rowOf(trx, PUBLISHED)).id !== plan) throw conflict(TEXTS.other_plan);
    const kept = await lockTried(trx, plan);
    const proposal = kept?.results[number - 1];
    if (!kept || !proposal) throw notFound(databaseTexts.notFound);
    if (proposal.plan !== null && (await scenariosOf(trx, [proposal.plan])).size > 0) return scenarioShown(trx, proposal.plan);
    const { premises, text, late_days } = proposal;
    const name = [...text].slice(0, MOST_SCENARIO_NAME).join('');
    const { id } = await makeScenario(trx, user, { name, premises: premises.map(({ text: _, ...premise }) => premise) });
    const results = kept.results.map((one): ProposalRow => (one === proposal ? { ...one, plan: id } : one));
    await keepTried(trx, plan, { ...kept, results });
    await keepProposed(trx, id, { text, late_days });
    return planMade(trx, user, id);
  });
}

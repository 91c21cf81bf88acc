import { expect, it } from 'vitest';
import type { Success } from '../../server/contract/handlers.ts';
import { enqueue } from '../../server/db/jobs/jobs.ts';
import { endOfJob, type JobWork } from '../../server/db/jobs/worker.ts';
import { PROPOSAL_TEXTS as TEXTS } from '../../server/domain/texts/plan/scenarios.ts';
import { beforeProposals, workProposals } from '../../server/features/proposals/proposals.service.ts';
import { workScenario } from '../../server/features/runs/ask/scenario-runs.service.ts';
import { offeredPlant } from './offered-plant.ts';

const { server, db, call, adopt, undo, published, bars, lock, put, wholePlan } = offeredPlant();

const context = () => ({ db: db(), clock: () => Date.parse('2026-04-01T07:00:00+09:00') });
const list = () => server.get<'listProposals'>('/api/proposals/');
const tried = (id: number, plan: number) => call<Success<'tryProposal'> & { error: string }>(`proposals/${id}/try/`, { plan });
/** Tries changes beside the published plan, each with few moves. */
async function propose(): Promise<void> {
  const { job } = await enqueue(db(), { kind: 'proposals', payload: { plan: await published() }, requested_by: '' });
  expect(await endOfJob(workProposals({ rounds: 500 }), context(), job.id)).toMatchObject({ status: 'complete', error: null });
}

it('a lock that makes an order late is proposed, made a scenario by one press, published by one more, and held against what came', async () => {
  const bar = bars()[3]!;
  await put(bar, 9);
  await lock(bar);
  expect(await list()).toMatchObject({ status: 'done', tried: 0, results: [] });
  await propose();
  const plan = await published();
  const { results, tried: count, ...told } = await list();
  expect(told).toMatchObject({ plan, status: 'done', progress: 1, noise_days: 0, adopted: [] });
  expect(count).toBeGreaterThan(0);
  const [first] = results;
  expect(first).toMatchObject({ id: 1, why: 'lock', late_orders: [1, 0], late_days: [6, 0], gain_days: [6, 6, 6], plan: null });
  expect(first!.premises).toEqual([{ kind: 'unlock', order_task_id: bar, text: expect.stringMatching(/^B.*のロックを外す$/) }]);
  const before = await wholePlan();
  const made = await tried(1, plan);
  expect([made.status, made.body.kind, made.body.status, made.body.premises]).toEqual([201, 'scenario', 'queued', first!.premises]);
  // Pressed again, it is the one that is there.
  expect((await tried(1, plan)).body.id).toBe(made.body.id);
  expect((await list()).results[0]!.plan).toBe(made.body.id);
  const { job_id } = await db()('plans').where({ id: made.body.id }).first('job_id');
  await db()('jobs')
    .where('id', job_id)
    .update({ payload: db().raw(`payload || '{"time_limit_seconds": 1}'`) });
  await endOfJob(workScenario, context(), job_id);
  expect(await wholePlan()).toEqual(before);
  // What was locked by hand is said to be lost: that is what it is about.
  expect((await adopt(made.body.id, { anyway: true })).status).toBe(200);
  expect(await list()).toMatchObject({ results: [], adopted: [{ text: first!.text, promised_days: -6, came_days: -6 }] });
  // Published once more, it is so already: nothing begins anew.
  await adopt(made.body.id, { anyway: true });
  await put(bar, 7);
  expect((await list()).adopted).toMatchObject([{ promised_days: -6, came_days: -2 }]);
  await undo();
  expect((await undo()).status).toBe(200);
  expect((await list()).adopted).toEqual([]);
});

it('nothing is proposed where nothing helps, and nothing of a plan that is published no more', async () => {
  await propose();
  expect((await list()).results).toEqual([]);
  const plan = await published();
  expect((await tried(1, plan)).status).toBe(404);
  expect(await tried(1, plan + 1)).toMatchObject({ status: 409, body: { error: TEXTS.other_plan } });
  expect((await call(`proposals/1/try/`, { plan }, await server.token('1004'))).status).toBe(403);
});

it('trials give way to a run, and are made beside the plan that it publishes, once', async () => {
  const { job } = await enqueue(db(), { kind: 'proposals', payload: { plan: await published() }, requested_by: '' });
  const seen: unknown[] = [];
  const run: JobWork = async () => void seen.push(...(await db()('jobs').where({ id: job.id }).pluck('status')));
  const { job: asked } = await enqueue(db(), { kind: 'schedule', payload: {}, requested_by: '' });
  await beforeProposals(run)(context(), asked);
  expect(seen).toEqual(['cancelled']);
  const queued = () => db()('jobs').where({ kind: 'proposals', status: 'queued' });
  expect((await queued()).length).toBe(1);
  expect((await list()).status).toBe('trying');
  await beforeProposals(run)(context(), asked);
  expect((await queued()).length).toBe(1);
  await propose();
  await beforeProposals(run)(context(), asked);
  expect(await queued()).toEqual([]);
});

import type { Success } from '../../../contract/handlers.ts';
import { type JobStatus, pendingJob } from '../../../db/jobs/jobs.ts';
import type { Db } from '../../../db/types.ts';
import { notFound } from '../../../domain/ground/errors.ts';
import { planName } from '../../../domain/texts/plan/plans.ts';
import { databaseTexts } from '../../../domain/texts/program/database.ts';
import { type ListedPlan, listPlans, planById } from '../../plan/plan.service.ts';
import { isPlannedOn } from '../../plan/publish.service.ts';
import type { Staleness } from '../../runs/story/stale.service.ts';

type Shown = Success<'getPlan'>;

/** A page of plans, the published one first. */
export async function plansOf(
  db: Db,
  staleness: Staleness,
  kind: Shown['kind'] | undefined,
  page: { limit: number; offset: number },
): Promise<{ count: number; rows: Shown[] }> {
  const { count, rows } = await listPlans(db, kind, page);
  return { count, rows: await shown(db, staleness, rows) };
}

/** A plan. Throws not found. */
export async function planShown(db: Db, staleness: Staleness, id: number): Promise<Shown> {
  const plan = await planById(db, id);
  if (!plan) throw notFound(databaseTexts.notFound);
  return (await shown(db, staleness, [plan]))[0]!;
}

async function shown(db: Db, staleness: Staleness, plans: readonly ListedPlan[]): Promise<Shown[]> {
  const pending = await pendingJob(db, 'schedule');
  return Promise.all(
    plans.map(async ({ layer: _, input_prints, job, planned_on, ...plan }) => {
      // Nothing was ever planned: there is nothing to be stale of.
      const parts = plan.published_at === null ? [] : (await staleness.of(input_prints)).parts;
      const stale_of = [...parts, ...(isPlannedOn(planned_on, plan.premises) ? [] : ['premises' as const])];
      // A run is pending for the plan that it will replace, as the planning of a scenario is for that.
      const run = plan.kind === 'published' ? pending : plan.kind === 'scenario' ? (job ?? undefined) : undefined;
      return {
        ...plan,
        name: planName(plan),
        stale: stale_of.length > 0,
        stale_of,
        status: statusOf(run?.status),
        progress: run && statusOf(run.status) !== 'idle' ? run.progress : 1,
        error: plan.kind === 'scenario' ? (job?.error ?? null) : null,
      } satisfies Shown;
    }),
  );
}

/** Where the planning of a plan stands; one that has ended as it should leaves nothing to be told. */
function statusOf(status: JobStatus | undefined): Shown['status'] {
  return status === 'queued' || status === 'running' || status === 'error' ? status : 'idle';
}

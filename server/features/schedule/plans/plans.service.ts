import type { Success } from '../../../contract/handlers.ts';
import { pendingJob } from '../../../db/jobs/jobs.ts';
import type { Db } from '../../../db/types.ts';
import { notFound } from '../../../domain/ground/errors.ts';
import { planName } from '../../../domain/texts/plan/plans.ts';
import { databaseTexts } from '../../../domain/texts/program/database.ts';
import { type ListedPlan, listPlans, planById } from '../../plan/plan.service.ts';
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
    plans.map(async ({ layer: _, input_prints, ...plan }) => {
      // Nothing was ever planned: there is nothing to be stale of.
      const stale_of = plan.published_at === null ? [] : (await staleness.of(input_prints)).parts;
      // A run is pending for the plan that it will replace.
      const run = plan.kind === 'published' ? pending : undefined;
      return {
        ...plan,
        name: planName(plan),
        stale: stale_of.length > 0,
        stale_of,
        status: run === undefined ? 'idle' : run.status === 'queued' ? 'queued' : 'running',
        progress: run === undefined ? 1 : run.progress,
        premises: [],
      } satisfies Shown;
    }),
  );
}

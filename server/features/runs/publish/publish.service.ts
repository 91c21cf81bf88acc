import type { Knex } from 'knex';
import { recordAudit } from '../../../db/audit.ts';
import { announce } from '../../../db/events.ts';
import { conflict, notFound } from '../../../domain/ground/errors.ts';
import { RUN_TEXTS as TEXTS } from '../../../domain/texts/plan/runs.ts';
import { databaseTexts } from '../../../domain/texts/program/database.ts';
import type { Moves, Outcome } from '../../../scheduling/index.ts';
import { NO_PLAN, rememberRun } from '../../figures/remember.service.ts';
import type { RunStatistics } from '../runs.store.ts';
import { type Baseline, keepBaseline, keptBaseline } from '../story/baseline.store.ts';
import { behindFrozen, changeOfLateness, lateNow, shiftOf } from '../story/report.service.ts';
import { NONE_BEHIND, orderEnds, type RunReport } from '../story/report.store.ts';
import { keepAlternatives, newestOffer, type OfferedPlan, restate, type Said, saidOf, standsAsStaged } from './alternatives.store.ts';
import { blamesPartner, countExcluded, messagesOf } from './messages.ts';
import { matchBars, type Published, partnerNames, publishStaged, replaceMessages } from './publish.store.ts';
import { planRows, stage, stageKept } from './stage.store.ts';

export { isUntouched } from './alternatives.store.ts';

/** What stood before a run: null where there was no plan. */
type Before = Baseline | null;

/** What a run says of a plan that was just written, beside what it says of itself whatever plan it publishes. */
export interface Told {
  statistics: Pick<
    RunStatistics,
    'late_orders' | 'late_days' | 'moved' | 'moved_orders' | 'moved_far' | 'moved_by' | 'moved_entries' | 'late' | 'excluded_orders'
  > & {
    published: Omit<Published, 'moved'>;
  };
  report: Omit<RunReport, 'reasons' | 'unchanged' | 'seconds' | 'frozen_days' | 'first_orders'>;
}

/** Says of a plan that was just written what became of orders and bars, and keeps its messages. */
export async function tellPlan(
  trx: Knex.Transaction,
  jobId: number,
  said: Said,
  { moved, ...counts }: Published,
  before: Before,
): Promise<Told> {
  const { messages, figures, late } = said;
  const partners = await partnerNames(
    trx,
    messages.filter(blamesPartner).flatMap((message) => message.order_task_ids),
  );
  const lateAfter = await lateNow(trx);
  const lateness = { late_orders: lateAfter.length, late_days: lateAfter.reduce((sum, { late_days }) => sum + late_days, 0) };
  await replaceMessages(trx, jobId, messagesOf(messages, figures, { ...counts, moved, partners, ...lateness }));
  const excluded_orders = countExcluded(messages);
  const endsBefore = new Map(before?.ends);
  const did = { moved: moved.count, moved_orders: moved.orders, moved_far: moved.far_count, moved_by: moved.by };
  return {
    statistics: {
      ...{ ...lateness, ...did, excluded_orders, published: counts },
      ...{ late: structuredClone(late) as NonNullable<RunStatistics['late']>, moved_entries: moved.entries },
    },
    report: {
      ...(await changeOfLateness(trx, before?.late, lateAfter)),
      ...did,
      ...shiftOf(endsBefore, await orderEnds(trx)),
      ...{ unplaced: figures.unplaced, excluded_orders },
      ...(before ? behindFrozen(before.late, lateAfter, new Map(said.gains), endsBefore) : NONE_BEHIND),
    },
  };
}

/** A complete plan of a run, and what is said of it. */
export interface RunPlan {
  outcome: Outcome;
  said: Said;
  /** Undefined where there is no plan beside it. */
  moves: Moves | undefined;
  published: boolean;
}

/** The plans of a run that ends, and the plan that they are to take the place of. */
interface Publication {
  job: number;
  planId: number;
  /** The newest tap that the run has read. */
  lastTap?: number;
  plans: readonly RunPlan[];
  before: Before;
}

/** Writes the plan of a run that is to be published, in the caller's transaction, keeps the others to choose from, and gives what the run says of both. */
export async function publishPlans(
  trx: Knex.Transaction,
  { job, planId, lastTap, plans, before }: Publication,
): Promise<{ told: Told; alternatives: OfferedPlan[] }> {
  const rows = plans.map(({ outcome }) => planRows(outcome));
  const at = plans.findIndex(({ published }) => published);
  const { said } = plans[at]!;
  await stage(trx, rows[at]!);
  const written = await publishStaged(trx, planId, said.messages, lastTap === undefined ? {} : { lastTap });
  const told = await tellPlan(trx, job, said, written, before);
  const alternatives = offeredPlans(plans, told);
  const kept = alternatives.length > 1 ? plans.map((plan, index) => ({ id: index + 1, rows: rows[index]!, said: plan.said })) : [];
  await keepAlternatives(trx, job, kept);
  if (before) await keepBaseline(trx, job, before);
  return { told, alternatives };
}

/** The plans to choose from, by what they move. Of the published one the figures are those of what was written. */
function offeredPlans(plans: readonly RunPlan[], { statistics }: Told): OfferedPlan[] {
  const written = plans.find(({ published }) => published)!.said.figures;
  return plans.flatMap(({ moves, said: { figures }, published }, at) => {
    if (!moves) return [];
    const moved = published
      ? { moved_orders: statistics.moved_orders ?? moves.orders, moved_entries: statistics.moved ?? moves.entries }
      : { moved_orders: moves.orders, moved_entries: moves.entries };
    // Orders that are late whatever is planned are no part of the problem.
    const late_orders = Number(statistics.late_orders) + figures.late_orders - written.late_orders;
    const late_days = Number(statistics.late_days) + figures.late_days - written.late_days;
    return [{ id: at + 1, ...moved, later_orders: moves.later_orders, late_orders, late_days, furnace_runs: figures.runs, published }];
  });
}

/**
 * Puts another plan of the newest run in the place of the one that it published, in the caller's transaction, and gives the number of the former. Throws not
 * found for a plan that it does not offer, and a conflict once the plan stands otherwise than the run left it, or another of its plans was chosen meanwhile.
 */
export async function takeOver(trx: Knex.Transaction, planId: number, by: Taking): Promise<number> {
  const { job, alternative, from, actor, operation, now_ms } = by;
  const offer = await newestOffer(trx);
  const offered = offer?.statistics.alternatives ?? [];
  if (offer?.job !== job) throw conflict(TEXTS.no_choice);
  const former = offered.find(({ published }) => published);
  const said = await saidOf(trx, job, alternative);
  if (!former || !said) throw notFound(databaseTexts.notFound);
  if (from !== undefined && former.id !== from) throw conflict(TEXTS.chosen_meanwhile);
  if (former.id === alternative) return former.id;
  await stageKept(trx, job, former.id);
  await matchBars(trx, planId);
  if (!(await standsAsStaged(trx, job, alternative))) throw conflict(TEXTS.no_choice);
  await stageKept(trx, job, alternative);
  const published = await publishStaged(trx, planId, said.messages, { again: true });
  const before = (await keptBaseline(trx, job)) ?? null;
  const { statistics, report } = await tellPlan(trx, job, said, published, before);
  const alternatives: OfferedPlan[] = offered.map((plan) => ({ ...plan, published: plan.id === alternative }));
  await restate(trx, job, { ...offer.statistics, ...said.figures, score: said.score, ...statistics, alternatives }, report);
  await rememberRun(trx, { job, now_ms, before: before?.figures ?? NO_PLAN });
  await recordAudit(trx, { actor, operation, kind: 'plans', key: String(job), old: { alternative: former.id }, new: { alternative } });
  await announce(trx, { kind: 'run', job, status: 'complete' });
  return former.id;
}

/** Who takes over which plan of which run. */
export interface Taking {
  job: number;
  alternative: number;
  /** The plan that must be the published one; undefined: whichever is. */
  from: number | undefined;
  actor: string;
  operation: string;
  now_ms: number;
}

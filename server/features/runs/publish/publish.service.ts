import type { Knex } from 'knex';
import type { components } from '../../../contract/types.ts';
import { recordAudit } from '../../../db/audit.ts';
import { announce } from '../../../db/events.ts';
import { lockPlan, type PlanRow, PUBLISHED } from '../../../db/plan.ts';
import { conflict, notFound } from '../../../domain/ground/errors.ts';
import type { PlanPart } from '../../../domain/plant/plan-inputs.ts';
import { changeOfPlan, planName } from '../../../domain/texts/plan/plans.ts';
import { PART_NAMES } from '../../../domain/texts/plan/run-report.ts';
import { RUN_TEXTS as TEXTS } from '../../../domain/texts/plan/runs.ts';
import { databaseTexts } from '../../../domain/texts/program/database.ts';
import type { Moves, Outcome } from '../../../scheduling/index.ts';
import { NO_PLAN, rememberRun } from '../../figures/remember.service.ts';
import { named, namedPlan, planById } from '../../plan/plan.service.ts';
import {
  addCandidate,
  countMissing,
  dropFormer,
  dropOffered,
  dropPlan,
  type KeptPlan,
  keepFigures,
  leave,
  lockKept,
  mergeStaged,
  type Published,
  planColumns,
  stage,
  stageKept,
  takePlace,
  takePlaceAgain,
} from '../../plan/publish.service.ts';
import { plantOnly } from '../ask/plan-settings.service.ts';
import { newestRuns, type RunStatistics } from '../runs.store.ts';
import { type Baseline, keepStood, stoodOf } from '../story/baseline.store.ts';
import { behindFrozen, changeOfLateness, shiftOf } from '../story/report.service.ts';
import { NONE_BEHIND, orderEnds, type RunReport } from '../story/report.store.ts';
import { type Edits, editsOf } from './edits.store.ts';
import { hasMessages } from './messages.store.ts';
import { countExcluded } from './messages.ts';
import { type OfferedPlan, restate, type Said, statisticsOfJob } from './said.store.ts';
import { putIntoWords } from './told.service.ts';

type Summary = components['schemas']['PlanSummary'];

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
async function tellPlan(
  trx: Knex.Transaction,
  of: { job: number; plan: number },
  said: Said,
  { moved, ...counts }: Published,
  before: Before,
): Promise<Told> {
  const { messages, figures, late } = said;
  const { late: lateAfter, ...lateness } = await putIntoWords(trx, { id: of.plan, job_id: of.job, plan: PUBLISHED }, said, {
    ...counts,
    moved,
  });
  const excluded_orders = countExcluded(messages);
  const endsBefore = new Map(before?.ends);
  const did = { moved: moved.count, moved_orders: moved.orders, moved_far: moved.far_count, moved_by: moved.by };
  return {
    statistics: {
      ...lateness,
      ...did,
      excluded_orders,
      published: counts,
      late: structuredClone(late) as NonNullable<RunStatistics['late']>,
      moved_entries: moved.entries,
    },
    report: {
      ...(await changeOfLateness(trx, PUBLISHED, before?.late, lateAfter)),
      ...did,
      ...shiftOf(endsBefore, await orderEnds(trx, PUBLISHED)),
      unplaced: figures.unplaced,
      excluded_orders,
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

/** The plans of a run that ends. */
interface Publication {
  job: number;
  author: string;
  /** The published plan as the run has read it, and the newest tap that it has read. */
  read: Pick<PlanRow, 'edited_at' | 'marked_at'>;
  lastTap: number;
  plans: readonly RunPlan[];
  before: Before;
}

/**
 * A run publishes one of its plans, in the caller's transaction: the plan that stood becomes a former one, the others candidates. Gives what the run says of them, and
 * the plan's own row.
 */
export async function publishPlans(
  trx: Knex.Transaction,
  { job, author, read, lastTap, plans, before }: Publication,
): Promise<{ told: Told; alternatives: OfferedPlan[]; published: PlanRow }> {
  const rows = plans.map(({ outcome }) => planColumns(outcome));
  const at = plans.findIndex(({ published }) => published);
  const { said, moves } = plans[at]!;
  const former = (await lockPlan(trx, PUBLISHED))!;
  const stood = former.published_at !== null;
  await leave(trx, former);
  if (before) await keepStood(trx, former.id, before);
  const number = plans.length > 1 ? at + 1 : null;
  const own = { job_id: job, author, base_id: stood ? former.id : null };
  const later = { edited_at: unread(read, former, 'edited_at'), marked_at: unread(read, former, 'marked_at') };
  const published = await takePlace(trx, { ...own, number, said, figures: {} }, later);
  if (!stood) await dropPlan(trx, former.id);
  await dropOffered(trx, job);
  await dropFormer(trx, (await plantOnly(trx)).kept_plans);
  await stage(trx, rows[at]!);
  const written = await mergeStaged(trx, PUBLISHED, { messages: said.messages, lastTap, before: stood ? 'standing' : null });
  const told = await tellPlan(trx, { job, plan: published.id }, said, written, before);
  const offered = offeredPlans(plans, told);
  await keepFigures(trx, published.id, figuresOf(said, told, moves !== undefined));
  const alternatives: OfferedPlan[] = [];
  for (const plan of offered) {
    const { said: others } = plans[plan.id - 1]!;
    const id = plan.published
      ? published.id
      : await addCandidate(trx, { ...own, number: plan.id, said: others, figures: summaryOf(plan) }, rows[plan.id - 1]!);
    alternatives.push({ ...plan, plan: id });
  }
  return { told, alternatives, published };
}

/** When it was changed since the run has read it; null: not. */
const unread = (read: Publication['read'], now: PlanRow, what: 'edited_at' | 'marked_at'): string | null =>
  now[what] === read[what] ? null : now[what];

/** The figures of a plan as lists of plans show them. */
const summaryOf = ({ late_orders, late_days, moved_orders, moved_entries, furnace_runs }: Summary): Summary => ({
  late_orders,
  late_days,
  moved_orders,
  moved_entries,
  furnace_runs,
});

const figuresOf = ({ figures }: Said, { statistics }: Told, moves: boolean): Summary => ({
  late_orders: Number(statistics.late_orders),
  late_days: Number(statistics.late_days),
  moved_orders: moves ? (statistics.moved_orders ?? null) : null,
  moved_entries: moves ? (statistics.moved ?? null) : null,
  furnace_runs: figures.runs,
});

/** The plans to choose from, by what they move. Of the published one the figures are those of what was written. */
function offeredPlans(plans: readonly RunPlan[], { statistics }: Told): Omit<OfferedPlan, 'plan'>[] {
  const { said, moves: own } = plans.find(({ published }) => published)!;
  const written = said.figures;
  return plans.flatMap(({ moves, said: { figures }, published }, at) => {
    if (!moves || !own) return [];
    // What moves or is late whatever is planned, as what lies before a casting, is no part of the problem.
    const moved = {
      moved_orders: moves.orders + (statistics.moved_orders ?? own.orders) - own.orders,
      moved_entries: moves.entries + (statistics.moved ?? own.entries) - own.entries,
    };
    const late_orders = Number(statistics.late_orders) + figures.late_orders - written.late_orders;
    const late_days = Number(statistics.late_days) + figures.late_days - written.late_days;
    return [{ id: at + 1, ...moved, later_orders: moves.later_orders, late_orders, late_days, furnace_runs: figures.runs, published }];
  });
}

/** Who puts which plan in the place of the published one. */
export interface Adopting {
  /** The plan's id. */
  plan: number;
  /** The plan that must be the published one: the one that the caller saw. */
  from: number;
  /** Asked where it is adopted only if nothing stands in its way: what it was made from that is otherwise now, and what else there is to say. */
  ask?: { staleOf(plan: number): Promise<PlanPart[]>; objections(plan: KeptPlan): Promise<string[]> };
  actor: string;
  /** Their name, for whoever looks on. */
  name: string | undefined;
  operation: string;
  now_ms: number;
  /** That an adoption is taken back: one to try things in is that again. */
  back?: boolean;
}

/** What an adoption did: which plan gave its place, and the change in words. */
export interface Adopted {
  former: number;
  change: string;
}

/**
 * The one verb that publishes: puts a kept plan in the place of the published one, in the caller's transaction, which keeps what it was. Bars, locks and furnace runs
 * become those of the plan; what the shop floor has begun or closed stays. Gives what it did; undefined: it was published already. Throws not found, and a conflict where
 * another plan was published meanwhile, or, where that is asked, something would be lost or has changed.
 */
export async function adopt(trx: Knex.Transaction, by: Adopting): Promise<Adopted | undefined> {
  const former = (await lockPlan(trx, PUBLISHED))!;
  if (former.id !== by.from) throw conflict(TEXTS.chosen_meanwhile, await nowPublished(trx, former));
  if (former.id === by.plan) return undefined;
  const plan = await lockKept(trx, by.plan);
  if (!plan) throw notFound(databaseTexts.notFound);
  const edits = await editsOf(trx, PUBLISHED, former);
  const objections = by.ask ? await objectionsTo(trx, plan, edits, by.ask) : [];
  if (objections.length > 0) throw conflict(objections.join(''), await nowPublished(trx, former));
  // Called as before it is the published one: what was published before has no other name.
  const was = (await planById(trx, plan.id))!;
  await leave(trx, former, kindAfter(former, plan, edits, by.back));
  await takePlaceAgain(trx, plan.id);
  await stageKept(trx, plan.id);
  const said = (plan.said ?? undefined) as Said | undefined;
  const written = await mergeStaged(trx, PUBLISHED, { messages: said?.messages ?? [], before: plan.base_id });
  const left = (await planById(trx, former.id))!;
  await dropFormer(trx, (await plantOnly(trx)).kept_plans);
  if (said) await tellAgain(trx, plan, said, written, by.now_ms);
  const { actor, operation } = by;
  const stands = { ...(await namedPlan(trx, plan.id))!, name: planName(was) };
  await recordAudit(trx, {
    actor,
    operation,
    kind: 'plans',
    key: String(plan.id),
    old: { plan: former.id, ...named(left) },
    new: { plan: plan.id, ...stands },
  });
  const told = { plan: plan.id, ...(by.name === undefined ? {} : { by: by.name }) };
  await announce(trx, { kind: 'run', status: 'complete', ...(plan.job_id === null ? {} : { job: plan.job_id }), ...told });
  return { former: former.id, change: changeOfPlan(left, was) };
}

/** The published plan, as whoever saw another one is told of it. */
async function nowPublished(trx: Knex.Transaction, { id }: PlanRow): Promise<{ id: number; name: string }> {
  return { id, name: (await namedPlan(trx, id))!.name };
}

/** What becomes of the published plan when another takes its place. */
function kindAfter(former: PlanRow, plan: KeptPlan, edits: Edits | undefined, back = false): 'candidate' | 'scenario' | 'former' {
  if (former.number !== null && edits === undefined && plan.job_id === former.job_id) return 'candidate';
  return back && former.name !== '' && former.left_at === null ? 'scenario' : 'former';
}

/** What is said before a plan is adopted: what of the published one would be lost, and what has changed since the other was made. */
async function objectionsTo(
  trx: Knex.Transaction,
  plan: KeptPlan,
  edits: Edits | undefined,
  ask: NonNullable<Adopting['ask']>,
): Promise<string[]> {
  const missing = await countMissing(trx, PUBLISHED, plan.id);
  const stale = await ask.staleOf(plan.id);
  return [
    ...(await ask.objections(plan)),
    ...(edits === undefined ? [] : [TEXTS.edits_lost(edits)]),
    ...(stale.length > 0 ? [TEXTS.made_otherwise(stale.map((part) => PART_NAMES[part]))] : []),
    ...(missing.count > 0 ? [TEXTS.left_unplanned(missing.count)] : []),
    ...(missing.held > 0 ? [TEXTS.holds_lost(missing.held)] : []),
  ];
}

/** A plan is put into words where it never was; the newest run says what it made of orders and bars, now that another of its plans is published. */
async function tellAgain(trx: Knex.Transaction, plan: KeptPlan, said: Said, written: Published, now_ms: number): Promise<void> {
  const { id, job_id: job } = plan;
  const statistics = await statisticsOfJob(trx, job);
  // What an earlier run did is told already, and stays so.
  if (job === null || !statistics || job !== (await newestRuns(trx)).complete) {
    if (!(await hasMessages(trx, id))) await putIntoWords(trx, { id, job_id: job, plan: PUBLISHED }, said, written);
    return;
  }
  const before = await stoodOf(trx, plan.base_id);
  const told = await tellPlan(trx, { job, plan: id }, said, written, before);
  const alternatives = (statistics.alternatives ?? []).map((offered) => ({ ...offered, published: offered.plan === id }));
  await restate(trx, job, { ...statistics, ...said.figures, score: said.score, ...told.statistics, alternatives }, told.report);
  await rememberRun(trx, PUBLISHED, { job, now_ms, before: before?.figures ?? NO_PLAN });
}

import { performance } from 'node:perf_hooks';
import type { Knex } from 'knex';
import { recordAudit } from '../../../db/audit.ts';
import { codeOf, FOREIGN_KEY_VIOLATION, transaction } from '../../../db/errors.ts';
import { finish } from '../../../db/jobs/jobs.ts';
import { Superseded, say, stopped, threadData, workJob } from '../../../db/jobs/work.ts';
import { lockPlan, PUBLISHED } from '../../../db/plan.ts';
import { plantMinutes } from '../../../domain/ground/plant-time.ts';
import { completeSettings } from '../../../domain/plant/plan-settings.ts';
import { RUN_TEXTS as TEXTS } from '../../../domain/texts/plan/runs.ts';
import { check, essence, type Outcome, type Problem, readForRun } from '../../../scheduling/index.ts';
import { NO_PLAN, rememberRun } from '../../figures/remember.service.ts';
import { forgetMoved } from '../../plan/publish.service.ts';
import type { RunOptions } from '../ask/plan-settings.service.ts';
import { keepFailedProblem, repeatMessages } from '../publish/messages.store.ts';
import { publishPlans, type RunPlan } from '../publish/publish.service.ts';
import { inheritPlans, keepFingerprint, statisticsOfJob } from '../publish/said.store.ts';
import type { RunStatistics } from '../runs.store.ts';
import { keepStood, stoodInTheEvening } from '../story/baseline.store.ts';
import { reasonsOf } from '../story/reasons.ts';
import { baselineNow, changeOfLateness, lateNow } from '../story/report.service.ts';
import { changesOf, momentBefore, NONE_BEHIND, type RunReport, saveReport } from '../story/report.store.ts';
import { fingerprint } from './fingerprint.ts';
import { settleInputs } from './inputs.store.ts';
import { inSnapshot, loadPlan, loadSnapshot, type Snapshot } from './load-rows.ts';
import { explained, type Making, type Searched, search } from './making.ts';
import { type Phase, phaseClock } from './phases.ts';
import { searchSeconds } from './search-seconds.ts';

/** The whole of one run, off the event loop that answers calls: read, solve, check, explain, publish; ends the job itself. */
const { job, requested_by, payload, now_ms } = threadData;
const requested = payload as unknown as RunOptions;
/** A run that was asked for before an upgrade says nothing of newer settings. */
const options: RunOptions = { ...requested, settings: completeSettings(requested.settings) };

const STATEMENT_SECONDS = 300;
/** Imports may hold rows for a while; a run waits for them longer than a call would. */
const LOCK_SECONDS = 60;
const PUBLISH_ATTEMPTS = 3;
/** An import crossed the publishing: a row it needs was deleted, or both waited for each other. */
const CROSSED = new Set([FOREIGN_KEY_VIOLATION, '40001', '40P01']);
/** Share of the whole that solving takes, for the bar. */
const [SOLVE_FROM, SOLVE_TO] = [0.1, 0.85];

const clock = phaseClock();

function phase(name: Phase, progress: number): void {
  clock.begin(name);
  say(name, progress);
}

async function run(db: Knex): Promise<void> {
  const began = performance.now();
  phase('read', 0.02);
  const snapshot = await loadSnapshot(db);
  const from = performance.now();
  const { problem, messages } = readForRun(snapshot.rows, options.settings, plantMinutes(now_ms));
  const reading = (performance.now() - from) / 1000;
  const { edited_at, marked_at, fingerprint: print } = snapshot.plan;
  const first = options.first_orders ?? [];
  if (first.length === 0 && edited_at === null && marked_at === null && print === printOf(problem)) return standing(db, snapshot, began);
  phase('solve', SOLVE_FROM);
  const result = await search(problem, makingOf(snapshot), searchSeconds(options.time_limit_seconds, problem, reading), {
    onProgress: (share) => phase('solve', SOLVE_FROM + (SOLVE_TO - SOLVE_FROM) * share),
    cancelled: stopped,
  });
  if (stopped()) throw new Superseded();
  phase('check', SOLVE_TO);
  const solutions = [result.solution, ...result.alternatives.map(({ solution }) => solution)];
  const violations = [...new Set(solutions)].flatMap((solution) => check(problem, solution));
  if (violations.length > 0) {
    await transaction(db, async (trx) => {
      await keepFailedProblem(trx, job.id, { rows: snapshot.rows, options, now_ms }, violations);
      if (!(await finish(trx, job, { status: 'error', error: TEXTS.check_failed }))) throw new Superseded();
    });
    return;
  }
  phase('explain', 0.9);
  const plans = explained(makingOf(snapshot), problem, messages, result);
  phase('publish', 0.93);
  const published_at = await publish(db, { snapshot, plans, statistics: statisticsFrom(plans, result, began) });
  await keepPrint(db, snapshot, published_at);
}

/** Two runs of equal print would plan the same. */
const printOf = (problem: Problem): string => fingerprint(essence(problem), options.time_limit_seconds, options.seed);

/**
 * Keeps the print of the next run, if nothing changes: of the same rows with the plan that was just written. Everybody sees that plan already, for reading it takes a
 * second or more; without a print the next run would plan anew.
 */
async function keepPrint(db: Knex, { rows }: Snapshot, published_at: string): Promise<void> {
  const standing = { ...rows, ...(await inSnapshot(db, (trx) => loadPlan(trx, PUBLISHED))) };
  await keepFingerprint(db, PUBLISHED, published_at, printOf(readForRun(standing, options.settings, plantMinutes(now_ms)).problem));
}

/** What the run is asked to make. */
const makingOf = ({ rows }: Snapshot): Making => ({ rows, options, now: plantMinutes(now_ms) });

const secondsSince = (began: number): number => Math.round((performance.now() - began) / 10) / 100;

/** The changes that the run has read count as planned. */
const seen = (trx: Knex.Transaction, { inputs }: Snapshot): Promise<void> =>
  settleInputs(trx, job.id, { seen: inputs.changes.map(({ audit_id }) => audit_id), prints: inputs.prints });

/** Equal fingerprint and no bar edited since: the same plan stands, nothing is solved, and the plans beside it can be chosen as before. */
async function standing(db: Knex, snapshot: Snapshot, began: number): Promise<void> {
  await transaction(db, async (trx) => {
    const plan = (await lockPlan(trx, PUBLISHED))!;
    const statistics = await statisticsOfJob(trx, plan.job_id);
    await inheritPlans(trx, plan, job.id);
    await seen(trx, snapshot);
    await forgetMoved(trx, PUBLISHED);
    await repeatMessages(trx, { job: job.id, plan: plan.id });
    const late = await lateNow(trx, PUBLISHED);
    const kept = await stoodInTheEvening(trx, job.id);
    await keepStood(trx, plan.id, await baselineNow(trx, PUBLISHED, now_ms));
    const { unplaced = 0, excluded_orders = null } = statistics ?? {};
    const nothing = { unchanged: true, moved: 0, moved_orders: 0, moved_far: 0, moved_by: null };
    const repeated = { ...statistics, ...nothing, first_plan: false, moved_entries: [] };
    const report = { ...nothing, earlier_count: 0, later_count: 0, unplaced, excluded_orders, seconds: secondsSince(began), reasons: [] };
    const { frozen_days } = options.settings;
    const told = { ...report, frozen_days, ...NONE_BEHIND, first_orders: [] };
    await saveReport(trx, job.id, { ...(await changeOfLateness(trx, PUBLISHED, kept?.late ?? late, late)), ...told });
    if (!(await finish(trx, job, { status: 'complete', statistics: repeated }))) throw new Superseded();
    await rememberRun(trx, PUBLISHED, { job: job.id, now_ms, before: kept?.figures });
  });
}

interface Planned {
  snapshot: Snapshot;
  plans: readonly RunPlan[];
  statistics: RunStatistics;
}

/**
 * Writes the plan, its messages and the end of the job in one transaction; the fence is the last statement. What an import deletes in that
 * very moment shows as a foreign key: the next attempt leaves it out. Gives the moment of publishing.
 */
async function publish(db: Knex, planned: Planned): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction((trx) => publishOnce(trx, planned));
    } catch (error) {
      if (attempt === PUBLISH_ATTEMPTS || !CROSSED.has(codeOf(error) ?? '')) throw error;
    }
  }
}

async function publishOnce(trx: Knex.Transaction, { snapshot, plans, statistics }: Planned): Promise<string> {
  const isFirst = snapshot.plan.published_at === null;
  const before = isFirst ? null : ((await stoodInTheEvening(trx, job.id)) ?? (await baselineNow(trx, PUBLISHED, now_ms)));
  const { plan: read } = snapshot;
  const { told, alternatives, published } = await publishPlans(trx, {
    job: job.id,
    author: requested_by,
    read,
    lastTap: read.last_tap,
    plans,
    before,
  });
  const { frozen_days } = options.settings;
  await report(trx, snapshot, { ...told.report, seconds: Number(statistics.seconds), frozen_days, first_orders: placedFirst(snapshot) });
  await seen(trx, snapshot);
  await rememberRun(trx, PUBLISHED, { job: job.id, now_ms, before: before?.figures ?? NO_PLAN });
  const { moved_entries, late, ...counts } = told.statistics;
  const kept = { ...statistics, ...counts, first_plan: isFirst, alternatives, phases: clock.seconds() };
  await recordAudit(trx, { actor: requested_by, operation: 'runSchedule', kind: 'plans', key: String(job.id), old: null, new: kept });
  const listed: RunStatistics = { ...kept, late, moved_entries };
  if (!(await finish(trx, job, { status: 'complete', statistics: listed }))) throw new Superseded();
  return published.published_at!;
}

/** The orders that it was asked to place first, in that order. */
function placedFirst({ rows }: Snapshot): RunReport['first_orders'] {
  const serials = new Map(rows.orders.map(({ id, serial_number }) => [id, serial_number]));
  return (options.first_orders ?? []).flatMap((order_id) => {
    const serial_number = serials.get(order_id);
    return serial_number === undefined ? [] : [{ order_id, serial_number }];
  });
}

/** Keeps what the run did, and why the plan became another. */
async function report(trx: Knex.Transaction, snapshot: Snapshot, did: Omit<RunReport, 'reasons' | 'unchanged'>): Promise<void> {
  const changes = await changesOf(
    trx,
    snapshot.inputs.changes.map(({ audit_id }) => audit_id),
  );
  const moments = { before: await momentBefore(trx, job.id), now: { settings: options.settings, now_ms } };
  await saveReport(trx, job.id, { ...did, unchanged: false, reasons: reasonsOf(snapshot, changes, moments) });
}

/** Bars that stay where they are and break a rule there (W206). */
const contradicting = ({ messages }: Outcome): number =>
  new Set(messages.flatMap(({ code, params }) => (code === 'W206' ? (params.entry_ids as number[]) : []))).size;

function statisticsFrom(plans: readonly RunPlan[], result: Searched, began: number): RunStatistics {
  const { outcome } = plans.find(({ published }) => published)!;
  const { figures } = outcome;
  return {
    ...figures,
    status: result.status,
    score: result.score,
    rounds: result.statistics.rounds,
    threads: result.statistics.threads,
    conflicts: contradicting(outcome),
    thread_faults: result.errors,
    moves: result.statistics.moves,
    first: result.statistics.first,
    seconds: secondsSince(began),
    now_ms,
  };
}

await workJob({ statementSeconds: STATEMENT_SECONDS, lockSeconds: LOCK_SECONDS }, run, TEXTS.cancelled);

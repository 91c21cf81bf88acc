import { performance } from 'node:perf_hooks';
import type { Knex } from 'knex';
import { finish } from '../../../db/jobs/jobs.ts';
import { giveWay, Superseded, say, stopped, threadData, workJob } from '../../../db/jobs/work.ts';
import { plantMinutes } from '../../../domain/ground/plant-time.ts';
import { completeSettings } from '../../../domain/plant/plan-settings.ts';
import { RUN_TEXTS } from '../../../domain/texts/plan/runs.ts';
import { SCENARIO_TEXTS as TEXTS } from '../../../domain/texts/plan/scenarios.ts';
import { check, readForRun, withSettings } from '../../../scheduling/index.ts';
import { planOf } from '../../plan/plan.service.ts';
import { rewriteScenario, textsOf } from '../../plan/publish.service.ts';
import type { RunOptions } from '../ask/plan-settings.service.ts';
import type { RunPlan } from '../publish/publish.service.ts';
import { putIntoWords } from '../publish/told.service.ts';
import { loadScenario } from './load-rows.ts';
import { explained, type Making, search } from './making.ts';
import { searchSeconds } from './search-seconds.ts';

/** The planning of a scenario, off the event loop that answers calls: read with its premises, solve, check, write over it; ends the job itself. */
const { job, payload, now_ms } = threadData;
const { scenario, ...requested } = payload as unknown as RunOptions & { scenario: number };
const options: RunOptions = { ...requested, settings: completeSettings(requested.settings) };

const STATEMENT_SECONDS = 300;
const LOCK_SECONDS = 60;
/** Share of the whole that solving takes, for the bar. */
const [SOLVE_FROM, SOLVE_TO] = [0.1, 0.9];

async function run(db: Knex): Promise<void> {
  // A run of the plant is never slower for it.
  giveWay();
  say('read', 0.02);
  // Nobody edits it while its job is pending: what is read here is what is written over.
  const { rows, prints, last_tap, premises } = await loadScenario(db, await planOf(db, scenario));
  const settings = withSettings(options.settings, premises);
  const making: Making = { rows, options: { ...options, settings }, now: plantMinutes(now_ms) };
  const from = performance.now();
  const { problem, messages } = readForRun(rows, settings, making.now);
  const reading = (performance.now() - from) / 1000;
  const result = await search(problem, making, searchSeconds(options.time_limit_seconds, problem, reading), {
    onProgress: (share) => say('solve', SOLVE_FROM + (SOLVE_TO - SOLVE_FROM) * share),
    cancelled: stopped,
  });
  if (stopped()) throw new Superseded();
  say('check', SOLVE_TO);
  if (check(problem, result.solution).length > 0) {
    if (!(await finish(db, job, { status: 'error', error: TEXTS.check_failed }))) throw new Superseded();
    return;
  }
  const plan = explained(making, problem, messages, result).find(({ published }) => published)!;
  say('publish', 0.95);
  await write(db, plan, { prints, lastTap: last_tap, premises: textsOf(premises) });
}

/** Writes the plan and the end of its job in one transaction; the fence is the last statement. */
async function write(db: Knex, { outcome, said }: RunPlan, read: { prints: object; lastTap: number; premises: string[] }): Promise<void> {
  const plan = await planOf(db, scenario);
  await db.transaction(async (trx) => {
    const written = await rewriteScenario(trx, plan, outcome, { ...read, said });
    await putIntoWords(trx, { id: scenario, job_id: job.id, plan }, said, written);
    if (!(await finish(trx, job, { status: 'complete' }))) throw new Superseded();
  });
}

await workJob({ statementSeconds: STATEMENT_SECONDS, lockSeconds: LOCK_SECONDS }, run, RUN_TEXTS.cancelled);

import { performance } from 'node:perf_hooks';
import type { Knex } from 'knex';
import { finish } from '../../db/jobs/jobs.ts';
import { giveWay, Superseded, say, stopped, threadData, workJob } from '../../db/jobs/work.ts';
import { PUBLISHED, rowOf } from '../../db/plan.ts';
import { plantDate, plantMinutes } from '../../domain/ground/plant-time.ts';
import { premisesText } from '../../domain/texts/plan/premises.ts';
import { type Budget, type Proposal, tryProposals } from '../../scheduling/index.ts';
import { toldPremises } from '../premises/premises.service.ts';
import { settingsInForce } from '../runs/ask/plan-settings.service.ts';
import { readPlan } from '../runs/work/reading.service.ts';
import { keepTried, type ProposalRow } from './proposals.store.ts';

/** The trials of 改善提案, off the event loop and behind everything else: read the published plan, try, keep what is worth showing; ends the job itself. */
const { job, payload, now_ms } = threadData;
const { plan, budget } = payload as unknown as { plan: number; budget: Budget };

const STATEMENT_SECONDS = 300;
const LOCK_SECONDS = 60;
/** The first searches every trial, the others the best of them again. */
const SEEDS = [1, 2, 3] as const;
/** More of them say nothing more. */
const MOST_SHOWN = 10;

async function run(db: Knex): Promise<void> {
  giveWay();
  if ((await rowOf(db, PUBLISHED)).id !== plan) return void (await finish(db, job, { status: 'complete' }));
  const rows = await readPlan(db, PUBLISHED);
  let share = 0;
  const found = tryProposals(rows, await settingsInForce(db), plantMinutes(now_ms), {
    budget,
    seeds: SEEDS,
    elapsed: () => performance.now() / 1000,
    cancelled: stopped,
    onTried: (made, of) => {
      // There are more to try once the first are made.
      share = Math.max(share, made / of);
      say('try', share);
    },
  });
  if (!found || stopped()) throw new Superseded();
  const shown = found.proposals.filter((proposal) => proposal.shown).slice(0, MOST_SHOWN);
  await db.transaction(async (trx) => {
    const results: ProposalRow[] = [];
    for (const proposal of shown) results.push(...(await rowsOf(trx, proposal)));
    await keepTried(trx, plan, { tried: found.proposals.length, noise_days: found.noise_days, results });
    if (!(await finish(trx, job, { status: 'complete' }))) throw new Superseded();
  });
}

/** A proposal as it is kept; none where what it speaks of has gone since. */
async function rowsOf(trx: Knex.Transaction, proposal: Proposal): Promise<ProposalRow[]> {
  const premises = await toldPremises(trx, proposal.premises, plantDate(now_ms));
  if (!premises) return [];
  const { why, late_orders, late_days, noise_days, gain_days, moved } = proposal;
  return [
    {
      premises,
      text: premisesText(premises.map(({ text }) => text)),
      why: why.kind,
      late_of: why.order_ids.length,
      late_orders: [...late_orders],
      late_days: [...late_days],
      noise_days,
      gain_days: [...gain_days],
      moved_orders: moved.orders,
      moved_entries: moved.entries,
      plan: null,
    },
  ];
}

await workJob({ statementSeconds: STATEMENT_SECONDS, lockSeconds: LOCK_SECONDS }, run);

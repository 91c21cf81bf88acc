import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import type { Knex } from 'knex';
import { codeOf } from '../../../db/errors.ts';
import { type Plan, PUBLISHED } from '../../../db/plan.ts';
import { openShared } from '../../../db/share.ts';
import { readForRunInSteps, routingsOf } from '../../../scheduling/index.ts';
import { learnedNoise } from '../../work/noise.service.ts';
import { rulesOfBars } from '../judge/bar-rules.ts';
import { createJudge, judgeBars } from '../judge/judge.ts';
import { changedRows } from '../judge/lot-rows.ts';
import { createMisfits } from '../misfits/misfit-bars.ts';
import { inSnapshot } from '../work/load-rows.ts';
import { fewPlans } from './few-plans.ts';
import { placedLines, promisedLines } from './promise.ts';
import type { Asked, DeskData, ErrorTold, Kind, Lent, Questions, Told } from './questions.ts';
import { createReading, type Read } from './reading.ts';

/**
 * The desk's thread. Each question is answered in a snapshot of its own, in steps: whenever another one has been sent, the one that comes first goes on.
 */
const { connection, sent } = workerData as DeskData;
const LIMITS = { statementSeconds: 60, lockSeconds: 10 };
const readNow = createReading();

const judgeOf = fewPlans(createJudge);
const misfitsOf = fewPlans(createMisfits);

type Answer = Questions[Kind]['answer'];

/** A question that is being answered: a step gives a better answer than before, or none yet. */
interface Job {
  readonly id: number;
  /** How many that were asked behind it have been answered before it. */
  passed: number;
  rank: number;
  readonly steps: AsyncGenerator<Answer | undefined, Answer, void>;
  /** The last answer that was told. */
  told: Answer | undefined;
}

/**
 * Who saves or drags a bar comes first, for a save holds the plan meanwhile; then who waits for a first answer; behind them who looks for all misfits of a plan, for whom nobody
 * waits, and at last what makes answers better.
 */
const RANKS: { readonly [K in Kind]?: number } = { judge: 0, rules: 0, misfits: 2 };
const USUAL_RANK = 1;
const BETTER_RANK = 3;
/** Of more answers that are made better the oldest stay as they are. */
const MOST_BETTERED = 8;

let jobs: Job[] = [];
let received = 0;
let working = false;

const isAwaited = (): boolean => Atomics.load(sent, 0) > received;

parentPort!.on('message', (asked: Asked) => {
  received += 1;
  jobs.push({ id: asked.id, passed: 0, rank: RANKS[asked.ask] ?? USUAL_RANK, steps: answersTo(asked), told: undefined });
  if (!working) void work();
});

async function work(): Promise<void> {
  working = true;
  for (let job = first(); job; job = first()) {
    await goOn(job);
    // Questions that were sent meanwhile arrive now.
    await turnOfLoop();
  }
  working = false;
}

/** Whom so many have passed comes one rank sooner: saves may follow each other without an end, and an overview is waited for, too. */
const MOST_PASSED = 5;
const rankNow = ({ rank, passed }: Job): number => (rank === BETTER_RANK || passed < MOST_PASSED ? rank : Math.max(0, rank - 1));

/** Of those that come first the one that waits longest. */
function first(): Job | undefined {
  const least = Math.min(...jobs.map(rankNow));
  return jobs.find((job) => rankNow(job) === least);
}

/** Goes on with a question until it has something to tell, or another one has been sent or comes first. */
async function goOn(job: Job): Promise<void> {
  try {
    do {
      const step = await job.steps.next();
      if (step.done) return end(job, { answer: step.value, final: true });
      if (step.value !== undefined) return better(job, step.value);
    } while (first() === job && !isAwaited());
  } catch (error) {
    end(job, { error: told(error) });
  }
}

/** Tells an answer that will be made better: the newest first, for somebody is looking at it. */
function better(job: Job, answer: Answer): void {
  tell({ id: job.id, answer, final: false });
  job.told = answer;
  job.rank = BETTER_RANK;
  jobs = [job, ...jobs.filter((other) => other !== job)];
  for (const oldest of jobs.filter(({ rank }) => rank === BETTER_RANK).slice(MOST_BETTERED))
    end(oldest, { answer: oldest.told!, final: true });
}

type Ending = { answer: Answer; final: boolean } | { error: ErrorTold };

function end(job: Job, ending: Ending): void {
  jobs = jobs.filter((other) => other !== job);
  for (const other of jobs) if (other.id < job.id) other.passed += 1;
  tell({ id: job.id, ...ending });
}

const tell = (told: { id: number } & Ending): void =>
  parentPort!.postMessage({ ...told, heap: getHeapStatistics().used_heap_size } satisfies Told);

const told = (error: unknown): ErrorTold => {
  const { message, stack } = error as Error;
  return { message, code: codeOf(error), stack };
};

const db = openShared(connection, LIMITS);

/** Runs in one snapshot, by a session of its own, which stays open for a while: whoever saves a bar asks again soon. */
const inOwnSession = <Result>(read: (trx: Knex.Transaction) => Promise<Result>): Promise<Result> => inSnapshot(db, read);
const readOf = (plan: Plan): Promise<Read> => inOwnSession((trx) => readNow(trx, plan));

async function* answersTo(asked: Asked): AsyncGenerator<Answer | undefined, Answer, void> {
  switch (asked.ask) {
    case 'judge': {
      const { plant, lots } = await readOf(asked.plan);
      return judgeBars({ plant, lots: asked.change ? changedRows(lots, asked.change) : lots }, asked.ids, asked.today);
    }
    case 'conflicts':
      return yield* judgeOf(asked.plan)(await readOf(asked.plan), asked);
    case 'rules':
      return rulesOfBars(await readOf(asked.plan), asked.facilities, asked.today);
    case 'misfits':
      return yield* misfitsOf(asked.plan)(await readOf(asked.plan), asked.today);
    case 'places': {
      const read = await readOf(PUBLISHED);
      return { lines: yield* placedLines(read, asked), told: read.told };
    }
    case 'routings':
      return routingsOf((await readOf(PUBLISHED)).rows).get(asked.product_id) ?? [];
    case 'lend': {
      const { rows, settings } = await readOf(asked.plan);
      const { problem } = yield* readForRunInSteps(rows, settings, asked.now);
      asked.to.postMessage({ problem, settings } satisfies Lent);
      return null;
    }
    case 'promise':
      return yield* promisedLines(await readOf(PUBLISHED), asked, {
        isAwaited,
        noise: () => inOwnSession((trx) => learnedNoise(trx, asked.today)),
      });
  }
}

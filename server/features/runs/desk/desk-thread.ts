import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import type { Knex } from 'knex';
import { codeOf } from '../../../db/errors.ts';
import { PUBLISHED } from '../../../db/plan.ts';
import { openShared } from '../../../db/share.ts';
import { type Noise, readForRun, routingsOf } from '../../../scheduling/index.ts';
import { learnedNoise } from '../../work/noise.service.ts';
import { rulesOfBars } from '../judge/bar-rules.ts';
import { createJudge, judgeBars } from '../judge/judge.ts';
import { changedRows } from '../judge/lot-rows.ts';
import { createMisfits } from '../misfits/misfit-bars.ts';
import { inSnapshot } from '../work/load-rows.ts';
import { fewPlans } from './few-plans.ts';
import { type PromisedLine, placedLines, promisedLines } from './promise.ts';
import type { Asked, DeskData, ErrorTold, Kind, Lent, Questions, Told } from './questions.ts';
import { createReading, type Read } from './reading.ts';

/**
 * The desk's thread. Questions are answered one after another, each in a snapshot of its own. What takes longer (earlier days of a promise) goes on in slices behind
 * them, and a slice gives way to a question that has just been sent.
 */
const { connection, sent } = workerData as DeskData;
const LIMITS = { statementSeconds: 60, lockSeconds: 10 };
const readNow = createReading();
const readPublished = (trx: Knex.Transaction): Promise<Read> => readNow(trx, PUBLISHED);

const judgeOf = fewPlans(createJudge);
const misfitsOf = fewPlans(createMisfits);

const waiting: Asked[] = [];
/** What is still being found, the newest question first: somebody is looking at it. Of more than so many the oldest stay as they are. */
const refining: { id: number; slices: Iterator<PromisedLine[]>; last: PromisedLine[] }[] = [];
const MOST_REFINED = 8;
let received = 0;
let working = false;

const isAwaited = (): boolean => Atomics.load(sent, 0) > received;

parentPort!.on('message', (asked: Asked) => {
  received += 1;
  waiting.push(asked);
  if (!working) void work();
});

/** Who saves or drags a bar comes first, for a save holds the plan meanwhile; last who looks for all misfits of a plan, for whom nobody waits. */
const RANKS: { readonly [K in Kind]?: number } = { judge: 0, rules: 0, misfits: 2 };
const rankOf = ({ ask }: Asked): number => RANKS[ask] ?? 1;

/** The question that waits longest among those that come first. */
function next(): Asked | undefined {
  const first = Math.min(...waiting.map(rankOf));
  return waiting.splice(
    waiting.findIndex((asked) => rankOf(asked) === first),
    1,
  )[0];
}

async function work(): Promise<void> {
  working = true;
  for (let asked = next(); asked !== undefined || refining.length > 0; asked = next()) {
    if (asked) await answer(asked);
    else refine();
    // Questions that were sent meanwhile arrive now.
    await turnOfLoop();
  }
  working = false;
}

const tell = (told: { id: number } & ({ answer: Questions[Kind]['answer']; final: boolean } | { error: ErrorTold })): void =>
  parentPort!.postMessage({ ...told, heap: getHeapStatistics().used_heap_size } satisfies Told);

const db = openShared(connection, LIMITS);

/** Runs in one snapshot, by a session of its own, which stays open for a while: whoever saves a bar asks again soon. */
const inOwnSession = <Result>(read: (trx: Knex.Transaction) => Promise<Result>): Promise<Result> => inSnapshot(db, read);

const told = (error: unknown): ErrorTold => {
  const { message, stack } = error as Error;
  return { message, code: codeOf(error), stack };
};

async function answer(asked: Asked): Promise<void> {
  const { id } = asked;
  try {
    switch (asked.ask) {
      case 'judge': {
        const { plant, lots } = await inOwnSession((trx) => readNow(trx, asked.plan));
        const plan = { plant, lots: asked.change ? changedRows(lots, asked.change) : lots };
        return tell({ id, answer: judgeBars(plan, asked.ids, asked.today), final: true });
      }
      case 'conflicts': {
        const read = await inOwnSession((trx) => readNow(trx, asked.plan));
        return tell({ id, answer: judgeOf(asked.plan)(read, asked), final: true });
      }
      case 'rules':
        return tell({
          id,
          answer: rulesOfBars(await inOwnSession((trx) => readNow(trx, asked.plan)), asked.facilities, asked.today),
          final: true,
        });
      case 'misfits':
        return tell({ id, answer: misfitsOf(asked.plan)(await inOwnSession((trx) => readNow(trx, asked.plan)), asked.today), final: true });
      case 'places': {
        const read = await inOwnSession(readPublished);
        return tell({ id, answer: { lines: placedLines(read, asked), told: read.told }, final: true });
      }
      case 'routings':
        return tell({ id, answer: routingsOf((await inOwnSession(readPublished)).rows).get(asked.product_id) ?? [], final: true });
      case 'lend':
        asked.to.postMessage(lentOf(await inOwnSession((trx) => readNow(trx, asked.plan)), asked.now));
        return tell({ id, answer: null, final: true });
      case 'promise': {
        let noise: Noise | null = null;
        const slices = promisedLines(await inOwnSession(readPublished), asked, { isAwaited, noise: () => noise });
        const first = slices.next();
        tell({ id, answer: first.value, final: first.done === true });
        if (first.done) return;
        noise = await inOwnSession((trx) => learnedNoise(trx, asked.today));
        refining.unshift({ id, slices, last: first.value });
        for (const { id, last } of refining.splice(MOST_REFINED)) tell({ id, answer: last, final: true });
      }
    }
  } catch (error) {
    tell({ id, error: told(error) });
  }
}

const lentOf = ({ rows, settings }: Read, now: number): Lent => ({ problem: readForRun(rows, settings, now).problem, settings });

/** Goes on with what was asked last. */
function refine(): void {
  const [own] = refining;
  if (!own) return;
  try {
    const { value, done } = own.slices.next();
    own.last = value;
    if (done) refining.shift();
    tell({ id: own.id, answer: value, final: done === true });
  } catch (error) {
    refining.shift();
    tell({ id: own.id, error: told(error) });
  }
}

import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import type { Knex } from 'knex';
import type { Plan } from '../../../db/plan.ts';
import { connectionOf } from '../../../db/share.ts';
import { startThread } from '../../../thread.ts';
import type { Asked, DeskData, Kind, Questions, Told } from './questions.ts';
import { asText, changesOfTables } from './touched.store.ts';

export type { PlacedLine, PromisedLine, PromiseQuestion } from './promise.ts';

/** The engine in a thread that stays: it keeps what it has read of plans, and reads again what has changed. */
export interface Desk {
  /**
   * Answers a question. `hear` is told that answer and every better one; null, and final, where none can come any more. Rejects where the thread dies before; asked again,
   * another one answers.
   */
  ask<K extends Kind>(
    ask: K,
    question: Questions[K]['question'],
    hear?: (answer: Questions[K]['answer'] | null, final: boolean) => void,
  ): Promise<Questions[K]['answer']>;
  /** Gives a port at which the problem of a plan as it stands arrives. `now` in plant minutes. */
  lend(plan: Plan, now: number): { port: MessagePort; lent: Promise<null> };
  /** The bytes of its thread's heap as it last said; 0: there is no thread. */
  heap(): number;
  close(): Promise<void>;
}

/** Whether a reading by which the desk has answered says in this transaction what it said then. */
export const isStillSo = async (trx: Knex.Transaction, told: string): Promise<boolean> => asText(await changesOfTables(trx)) === told;

/** Nobody has asked for so long: its memory is worth more than a warm answer. */
const IDLE_MS = 10 * 60_000;
/** A plant of 50,000 tasks is read in a third of this. */
const MOST_HEAP_MB = 2_048;

/** Who waits for an answer. */
interface Waiter {
  resolve(answer: unknown): void;
  reject(error: unknown): void;
  hear: ((answer: never, final: boolean) => void) | undefined;
}

/** A thread and who waits for it. */
interface Turn {
  thread: Promise<Worker>;
  waiting: Map<number, Waiter>;
  sent: Int32Array;
  heap: number;
}

/** The desk of a database. `idleMs`: how long its thread stays without a question; 0: it answers one and goes. */
export function deskOf(db: Knex, idleMs = IDLE_MS): Desk {
  let turn: Turn | undefined;
  let last = 0;
  let idle: NodeJS.Timeout | undefined;

  const desk: Desk = {
    ask(ask, question, hear) {
      clearTimeout(idle);
      turn ??= begin();
      const own = turn;
      const id = ++last;
      return new Promise((resolve, reject) => {
        own.waiting.set(id, { resolve: resolve as Waiter['resolve'], reject, hear: hear as Waiter['hear'] });
        const asked = { id, ask, ...question } as Asked;
        own.thread.then(
          (thread) => {
            Atomics.add(own.sent, 0, 1);
            thread.postMessage(asked, asked.ask === 'lend' ? [asked.to] : []);
          },
          (error) => lose(own, error),
        );
      });
    },
    lend(plan, now) {
      const { port1: port, port2: to } = new MessageChannel();
      return { port, lent: desk.ask('lend', { plan, now, to }) };
    },
    heap: () => turn?.heap ?? 0,
    async close() {
      const own = turn;
      if (own) lose(own, new Error('the desk was closed'));
      await own?.thread.catch(() => undefined);
    },
  };
  return desk;

  function begin(): Turn {
    const sent = new Int32Array(new SharedArrayBuffer(4));
    const own: Turn = { thread: startDesk(db, sent), waiting: new Map(), sent, heap: 0 };
    own.thread.then(
      (thread) => {
        thread.unref();
        thread.on('message', (told: Told) => hear(own, told));
        thread.on('error', (error) => lose(own, error));
        thread.on('exit', () => lose(own, new Error('the thread ended without an answer')));
      },
      (error) => lose(own, error),
    );
    return own;
  }

  function hear(own: Turn, told: Told): void {
    own.heap = told.heap;
    const waiter = own.waiting.get(told.id);
    if (!waiter) return;
    const isLast = 'error' in told || told.final;
    if (isLast) own.waiting.delete(told.id);
    if ('error' in told) end(waiter, Object.assign(new Error(told.error.message), told.error));
    else {
      waiter.resolve(told.answer);
      waiter.hear?.(told.answer as never, told.final);
    }
    if (own === turn && own.waiting.size === 0) idle = setTimeout(() => lose(own), idleMs).unref();
  }

  /** Leaves a thread; who still waits is told why, and the next question begins another one. */
  function lose(own: Turn, error: unknown = new Error('the desk was left')): void {
    if (turn === own) turn = undefined;
    own.thread.then(
      (thread) => void thread.terminate(),
      () => undefined,
    );
    for (const waiter of own.waiting.values()) end(waiter, error);
    own.waiting.clear();
  }
}

/** Tells who waits that nothing comes any more. */
function end({ reject, hear }: Waiter, error: unknown): void {
  reject(error);
  hear?.(null as never, true);
}

async function startDesk(db: Knex, sent: Int32Array): Promise<Worker> {
  const workerData: DeskData = { connection: await connectionOf(db), sent };
  return startThread(new URL('./desk-thread.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
  });
}

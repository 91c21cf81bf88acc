import type { Worker } from 'node:worker_threads';
import type { Told } from './advice-thread.ts';

/** Who waits for the first answer on an order. */
interface Waiter {
  resolve(told: Told): void;
  reject(error: unknown): void;
}

/** The order whose plans are being made. */
interface Turn {
  readonly orderId: number;
  readonly thread: Promise<Worker>;
  answered: boolean;
  idle: NodeJS.Timeout;
}

/** Answers on late orders, made in one thread at a time. */
export interface Turns {
  /** What is known of an order: at once where something is, else when its thread says the first. It is made better while it is asked for. */
  ask(orderId: number): Promise<Told>;
  /** Begins with nothing more; who waits is answered. */
  close(): void;
}

/** An answer that nobody has asked for during so long is not made better any more. */
const LOOKED_AT_MS = 6_000;

/** Turns whose threads are started by `begin`. */
export function createTurns(begin: (orderId: number) => Promise<Worker>): Turns {
  const known = new Map<number, Told>();
  const waiting = new Map<number, Waiter[]>();
  let turn: Turn | null = null;
  let closed = false;

  return {
    ask(orderId) {
      if (turn?.orderId === orderId) turn.idle.refresh();
      const told = known.get(orderId);
      const waiters = waiting.get(orderId) ?? [];
      if (!told?.final && !(told && turn?.orderId === orderId)) waiting.set(orderId, waiters);
      const answer = told ? Promise.resolve(told) : new Promise<Told>((resolve, reject) => waiters.push({ resolve, reject }));
      giveWay();
      return answer;
    },
    close() {
      closed = true;
      if (turn?.answered) end(turn);
    },
  };

  /** A turn that has answered ends where another order waits. */
  function giveWay(): void {
    if (!turn) next();
    else if (turn.answered && [...waiting.keys()].some((orderId) => orderId !== turn?.orderId)) end(turn);
  }

  function next(): void {
    const [orderId] = waiting.keys();
    if (orderId === undefined) return;
    const own: Turn = {
      orderId,
      thread: begin(orderId),
      answered: false,
      idle: setTimeout(() => own.answered && end(own), LOOKED_AT_MS).unref(),
    };
    turn = own;
    own.thread.then(
      (thread) => {
        thread.unref();
        thread.on('message', (told: Told) => hear(own, told));
        thread.on('error', (error) => end(own, error));
        thread.on('exit', () => end(own, new Error('the thread ended without an answer')));
      },
      (error) => end(own, error),
    );
  }

  function hear(own: Turn, told: Told): void {
    if (turn !== own) return;
    own.answered = true;
    own.idle.refresh();
    known.set(own.orderId, told);
    for (const { resolve } of waiting.get(own.orderId) ?? []) resolve(told);
    waiting.delete(own.orderId);
    if (told.final || closed) end(own);
    else giveWay();
  }

  /** Ends a turn; who still waits for it is told why. */
  function end(own: Turn, error?: unknown): void {
    if (turn !== own) return;
    turn = null;
    clearTimeout(own.idle);
    own.thread.then(
      (thread) => thread.terminate(),
      () => undefined,
    );
    if (error !== undefined && !own.answered) {
      for (const { reject } of waiting.get(own.orderId) ?? []) reject(error);
      waiting.delete(own.orderId);
    }
    next();
  }
}

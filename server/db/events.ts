import pg from 'pg';
import { compactEvent, type PlantEvent } from '../domain/ground/events.ts';
import type { Log } from '../log.ts';
import { settle } from './session.ts';
import type { Db } from './types.ts';

/**
 * Events between the processes of one plant, by PostgreSQL's own LISTEN and NOTIFY. A notification is part of the transaction that sends
 * it: what is rolled back is never heard of, and what is heard of can be read.
 */
const CHANNEL = 'planner_events';
/** Asked again it changes nothing, so that whoever looks at the database's sessions always sees what this one does. */
const LISTEN = `listen ${CHANNEL}`;

/** Tells everybody of a change, with the transaction that makes it (outside of one: at once). */
export async function announce(db: Db, event: PlantEvent): Promise<void> {
  await db.raw('select pg_notify(?, ?)', [CHANNEL, JSON.stringify(compactEvent(event))]);
}

/**
 * How listening goes: it has begun (again), and what happened before may have been missed; its session has just answered, and all that happened before has been
 * told; it is lost until it begins again.
 */
export type FeedState = 'listening' | 'answered' | 'lost';
/** A token has died, or every token of a user (of a terminal: its id below zero); told by the database itself, and no business of screens. */
export interface SessionEnd {
  kind: 'session';
  jti?: string;
  user?: number;
}
/** What a listener hears. */
export type FeedEvent = PlantEvent | SessionEnd | FeedState;
export type Listener = (event: FeedEvent) => void;

/** Every event of the database, by one session of this process, which is opened for the first listener and again whenever it breaks. */
export interface EventFeed {
  /** Hears of every event from now on; the answer ends that. */
  hear(listener: Listener): () => void;
  close(): Promise<void>;
}

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
/** How often the session is asked whether it lives, and how long it may take to say so. */
const PROBE_MS = 15_000;

/** `session` says how one more session is opened, where the database is now. */
export function eventFeed(session: () => Record<string, unknown>, log: Log, probeMs = PROBE_MS): EventFeed {
  const listeners = new Set<Listener>();
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pause = FIRST_PAUSE_MS;
  let begun = false;
  let closed = false;

  const tell = (event: FeedEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const again = (): void => {
    if (closed) return;
    timer = setTimeout(() => void open(), pause);
    timer.unref();
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  };
  /** Leaves a session, once, and comes back later. */
  const lose = (lost: pg.Client, error?: unknown): void => {
    if (client !== lost) return;
    client = undefined;
    clearTimeout(timer);
    if (!closed) log.warn({ error: String(error ?? 'ended') }, 'events: listening again');
    tell('lost');
    void lost.end().catch(() => undefined);
    again();
  };
  const probeLater = (of: pg.Client): void => {
    timer = setTimeout(() => {
      const late = setTimeout(() => lose(of, 'no answer'), probeMs);
      late.unref();
      of.query(LISTEN)
        .then(() => {
          if (client !== of) return;
          tell('answered');
          probeLater(of);
        })
        .catch((error: unknown) => lose(of, error))
        .finally(() => clearTimeout(late));
    }, probeMs);
    timer.unref();
  };
  const open = async (): Promise<void> => {
    const opened = new pg.Client(session());
    client = opened;
    opened.on('error', (error) => lose(opened, error));
    opened.on('end', () => lose(opened));
    opened.on('notification', ({ payload }) => tell(JSON.parse(payload ?? '{}') as PlantEvent | SessionEnd));
    try {
      await opened.connect();
      await settle(opened);
      await opened.query(LISTEN);
      if (client !== opened) return;
      pause = FIRST_PAUSE_MS;
      tell('listening');
      probeLater(opened);
    } catch (error) {
      lose(opened, error);
    }
  };
  return {
    hear: (listener) => {
      listeners.add(listener);
      if (!begun) {
        begun = true;
        void open();
      }
      return () => listeners.delete(listener);
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      listeners.clear();
      const last = client;
      client = undefined;
      await last?.end().catch(() => undefined);
    },
  };
}

import { Readable } from 'node:stream';
import type { Knex } from 'knex';
import type { CurrentUser } from '../../contract/handlers.ts';
import type { EventFeed, FeedEvent } from '../../db/events.ts';
import { unavailable } from '../../domain/ground/errors.ts';
import type { PlantEvent, StreamReady } from '../../domain/ground/events.ts';
import type { Clock } from '../../domain/ground/plant-time.ts';
import { HTTP } from '../../domain/texts/program/http.ts';
import { livingTokens } from '../session/session.service.ts';

/** Tabs of one user, and streams of one process. */
export const MOST_OF_USER = 20;
const MOST_OF_PROCESS = 500;
/** Whoever leaves so much unread is let go; they come back and read anew. */
const MOST_UNREAD_BYTES = 256 * 1024;
const BUSY_SECONDS = 30;

/** Keeps proxies from closing what is silent, and says that whatever happened so far has been told. */
const HEARTBEAT = Buffer.from(': still here\n\n');
/** Whose stream it is. */
type Hearer = Pick<CurrentUser, 'id' | 'jti' | 'terminal'>;

/** What a terminal hears of an event: that its work may look otherwise, without ids and names; undefined: nothing. */
function barely({ kind, status }: PlantEvent): PlantEvent | undefined {
  if (kind === 'schedule' || kind === 'marks') return { kind };
  return kind === 'run' && status === 'complete' ? { kind, status } : undefined;
}

const message = (name: string, data: StreamReady | PlantEvent): Buffer => Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);

/** The streams of a process: what is heard of the database goes to all of them, to terminals the bare news. */
export interface EventHub {
  /** A stream for this user. Throws unavailable where there are too many. */
  open(user: Hearer): Readable;
  /** How many are open. */
  count(): number;
  /** Ends every stream, for a server that stops. */
  end(): void;
}

interface Hub {
  db: Knex;
  clock: Clock;
  feed: EventFeed;
}

/** `feed` is listened to from the first stream on. */
export function eventHub({ db, clock, feed }: Hub): EventHub {
  const streams = new Map<Readable, Hearer>();
  /** When something was heard last, or listening began again; undefined while nobody listens. */
  let heardAt: number | undefined;
  let stopHearing: (() => void) | undefined;

  const send = (stream: Readable, bytes: Buffer): void => {
    stream.push(bytes);
    if (stream.readableLength > MOST_UNREAD_BYTES) stream.destroy();
  };
  const sendAll = (full: Buffer, bare: Buffer | undefined): void => {
    for (const [stream, { terminal }] of streams) {
      const bytes = terminal ? bare : full;
      if (bytes) send(stream, bytes);
    }
  };
  /** Ends the streams whose token has died; where the database cannot say, they stay. */
  const endDead = async (): Promise<void> => {
    if (streams.size === 0) return;
    const living = await livingTokens(db, [...new Set([...streams.values()].map(({ jti }) => jti))], clock).catch(() => undefined);
    if (living) for (const [stream, { jti }] of streams) if (!living.has(jti)) stream.push(null);
  };
  const hear = (event: FeedEvent): void => {
    if (event === 'lost') heardAt = undefined;
    else if (event === 'answered') {
      sendAll(HEARTBEAT, HEARTBEAT);
      void endDead();
    } else if (event === 'listening') {
      heardAt = performance.now();
      const ready = message('ready', { quiet_ms: 0 });
      sendAll(ready, ready);
    } else {
      // Whoever misses how far a run is hears it with its next step.
      if (event.kind !== 'progress') heardAt = performance.now();
      const bare = barely(event);
      sendAll(message(event.kind, event), bare && message(bare.kind, bare));
    }
  };
  return {
    open: (user) => {
      const own = [...streams.values()].filter(({ id }) => id === user.id).length;
      if (streams.size >= MOST_OF_PROCESS || own >= MOST_OF_USER) throw unavailable(HTTP.unavailable, BUSY_SECONDS);
      const stream = new Readable({ read: () => undefined });
      streams.set(stream, user);
      stream.once('close', () => streams.delete(stream));
      stopHearing ??= feed.hear(hear);
      // Else it comes as soon as the database is heard.
      if (heardAt !== undefined) stream.push(message('ready', { quiet_ms: Math.floor(performance.now() - heardAt) }));
      return stream;
    },
    count: () => streams.size,
    end: () => {
      stopHearing?.();
      for (const stream of streams.keys()) stream.push(null);
    },
  };
}

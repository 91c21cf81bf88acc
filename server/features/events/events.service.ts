import { Readable } from 'node:stream';
import type { Knex } from 'knex';
import type { CurrentUser } from '../../contract/handlers.ts';
import type { EventFeed, FeedEvent, SessionEnd } from '../../db/events.ts';
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
/** How often is looked whether a token may have come to its end by itself, or is to be asked for again. */
const LOOK_MS = 500;

/** Keeps proxies from closing what is silent, and says that whatever happened so far has been told. */
const HEARTBEAT = Buffer.from(': still here\n\n');
/** Whose stream it is. */
type Hearer = Pick<CurrentUser, 'id' | 'jti' | 'terminal'>;
interface Held extends Hearer {
  /** Its token lives until then, as far as is known; nothing is told later. 0: it is not known, and asked for. */
  until: number;
  /** How often it was asked for anew, so that an answer to an earlier question does not count. */
  questions: number;
}

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

/** `feed` is listened to from the first stream on. A stream is told nothing while it is not known that its token lives, and ends with it. */
export function eventHub({ db, clock, feed }: Hub): EventHub {
  const streams = new Map<Readable, Held>();
  /** When something was heard last, or listening began again; undefined while nobody listens. */
  let heardAt: number | undefined;
  let stopHearing: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  let again = false;

  const isKnown = ({ until }: Held): boolean => until > clock();
  const send = (stream: Readable, bytes: Buffer): void => {
    stream.push(bytes);
    if (stream.readableLength > MOST_UNREAD_BYTES) stream.destroy();
  };
  const sendAll = (full: Buffer, bare: Buffer | undefined): void => {
    for (const [stream, held] of streams) {
      const bytes = held.terminal ? bare : full;
      if (bytes && isKnown(held)) send(stream, bytes);
    }
  };
  const end = (stream: Readable): void => {
    streams.delete(stream);
    stream.push(null);
  };
  /** Who has just come, or was told nothing for a while, hears how long nothing has happened. */
  const settle = (stream: Readable, held: Held, until: number): void => {
    const wasKnown = isKnown(held);
    held.until = until;
    if (!wasKnown && heardAt !== undefined) send(stream, message('ready', { quiet_ms: Math.floor(performance.now() - heardAt) }));
  };
  /** Asks which tokens live. Where the database cannot say, what is not known stays so, and is asked for again. */
  const look = async (): Promise<void> => {
    again = true;
    if (looking) return;
    looking = true;
    while (again) {
      again = false;
      const asked = [...streams].map(([stream, held]) => ({ stream, held, questions: held.questions }));
      const living = await livingTokens(db, [...new Set(asked.map(({ held }) => held.jti))]).catch(() => undefined);
      for (const { stream, held, questions } of living ? asked : []) {
        const until = living?.get(held.jti) ?? 0;
        if (!streams.has(stream)) continue;
        if (until <= clock()) end(stream);
        else if (held.questions === questions) settle(stream, held, until);
      }
    }
    looking = false;
  };
  const askAnew = (isMeant: (held: Held) => boolean): void => {
    for (const held of streams.values()) if (isMeant(held)) Object.assign(held, { until: 0, questions: held.questions + 1 });
    if (streams.size > 0) void look();
  };
  const hear = (event: FeedEvent | SessionEnd): void => {
    if (event === 'lost') heardAt = undefined;
    else if (event === 'answered') {
      sendAll(HEARTBEAT, HEARTBEAT);
      if (streams.size > 0) void look();
    } else if (event === 'listening') {
      heardAt = performance.now();
      // Meanwhile anything may have happened, the end of a session too.
      askAnew(() => true);
    } else if (event.kind === 'session') askAnew(({ id, jti }) => id === event.user || jti === event.jti);
    else {
      // Whoever misses how far a run is hears it with its next step.
      if (event.kind !== 'progress') heardAt = performance.now();
      const bare = barely(event);
      sendAll(message(event.kind, event), bare && message(bare.kind, bare));
    }
  };
  const begin = (): void => {
    stopHearing = feed.hear(hear);
    timer = setInterval(() => [...streams.values()].every(isKnown) || void look(), LOOK_MS);
    timer.unref();
  };
  return {
    open: (user) => {
      const own = [...streams.values()].filter(({ id }) => id === user.id).length;
      if (streams.size >= MOST_OF_PROCESS || own >= MOST_OF_USER) throw unavailable(HTTP.unavailable, BUSY_SECONDS);
      const stream = new Readable({ read: () => undefined });
      streams.set(stream, { ...user, until: 0, questions: 0 });
      stream.once('close', () => streams.delete(stream));
      if (!stopHearing) begin();
      void look();
      return stream;
    },
    count: () => streams.size,
    end: () => {
      stopHearing?.();
      clearInterval(timer);
      for (const stream of streams.keys()) end(stream);
    },
  };
}

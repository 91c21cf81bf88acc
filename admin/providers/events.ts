import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { createParser } from 'eventsource-parser';
import { useEffect, useRef } from 'react';
import { HttpError } from 'react-admin';
import { EVENT_KINDS, type EventKind, type PlantEvent, type StreamReady } from '../../server/domain/ground/events.ts';
import { callRaw, endsSession } from './client.ts';
import { PUBLISHED_KEY } from './plan/keys.ts';
import { concernsShown, useShownPlan } from './plan/shown-plan.ts';
import { currentSession, onSession } from './session.ts';

/** What a listener is told: an event, or that some may have been missed (while there was no connection). */
export type Heard = PlantEvent | { kind: 'missed' };
type Listener = (heard: Heard) => void;

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
/** The server speaks every 15 seconds, as long as it hears the plant; who is silent for so long is gone, whatever the socket says. */
const SILENCE_MS = 50_000;
/** A tab out of sight gives its connection back: a browser has six for one server. */
const UNSEEN_MS = 10_000;
/** Server and browser reckon each by its own clock, and the way between them takes its time. */
const LEEWAY_MS = 1_000;

const listeners = new Set<Listener>();
let connection: AbortController | undefined;
/** Since when an event may have gone unheard: the first listener came, or the server told of what happened last. By the wall clock: a device that slept was deaf. */
let deafSince = 0;
let pause = FIRST_PAUSE_MS;
let timer: number | undefined;
let unseen = false;
let leaving: number | undefined;

function tell(heard: Heard): void {
  for (const listener of [...listeners]) listener(heard);
}

const heardAll = (): void => {
  deafSince = Date.now();
};
function hear(kind: string | undefined, data: string): void {
  if (kind === 'ready') {
    pause = FIRST_PAUSE_MS;
    const { quiet_ms } = JSON.parse(data) as StreamReady;
    // That it has heard nothing may also mean that it is deaf and does not know yet: what follows says that it hears.
    if (quiet_ms >= Date.now() - deafSince + LEEWAY_MS) return;
    heardAll();
    tell({ kind: 'missed' });
  } else if (EVENT_KINDS.includes(kind as EventKind)) {
    heardAll();
    tell(JSON.parse(data) as PlantEvent);
  }
}

/** Reads one stream to its end; ends it when nothing comes for long. */
async function follow(stop: AbortController): Promise<void> {
  const answer = await callRaw('getEvents', { signal: stop.signal });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  const parser = createParser({ onEvent: ({ event, data }) => hear(event, data), onComment: heardAll });
  for (;;) {
    const silent = window.setTimeout(() => stop.abort(), SILENCE_MS);
    const { done, value } = await reader.read().finally(() => window.clearTimeout(silent));
    if (done) return;
    parser.feed(value);
  }
}

const wanted = (): boolean => listeners.size > 0 && currentSession().token !== null && !unseen;

async function connect(): Promise<void> {
  const stop = new AbortController();
  connection = stop;
  const refusal = await follow(stop).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (connection !== stop) return;
  connection = undefined;
  // Whoever is not signed in any more comes back with the next token.
  if (refusal instanceof HttpError && endsSession(refusal)) return;
  timer = window.setTimeout(settle, pause * (0.5 + Math.random() / 2));
  pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
}

/** Opens the connection where somebody listens and may, and closes it where not. */
function settle(): void {
  window.clearTimeout(timer);
  if (wanted()) {
    if (!connection) void connect();
    return;
  }
  const closing = connection;
  connection = undefined;
  closing?.abort();
}

let token = currentSession().token;
onSession(() => {
  const next = currentSession().token;
  if (next === token) return;
  token = next;
  pause = FIRST_PAUSE_MS;
  settle();
});
document.addEventListener('visibilitychange', () => {
  window.clearTimeout(leaving);
  if (!document.hidden) {
    unseen = false;
    return settle();
  }
  leaving = window.setTimeout(() => {
    unseen = true;
    settle();
  }, UNSEEN_MS);
});
window.addEventListener('online', () => {
  pause = FIRST_PAUSE_MS;
  settle();
});

/** Hears of what happens in the plant until the answer is called. One connection serves all of a tab. */
export function listen(listener: Listener): () => void {
  // What is shown is read from here on.
  if (listeners.size === 0) heardAll();
  listeners.add(listener);
  settle();
  return () => {
    listeners.delete(listener);
    // The next page may listen at once.
    window.setTimeout(settle, 0);
  };
}

/** Events that come together are one question: a file changes hundreds of rows. */
const GATHER_MS = 150;

/** Has what is kept under these keys read anew at events of these kinds; `of` as `usePlantEvents` takes it. */
export function useReadAnew(kinds: readonly EventKind[], keys: readonly QueryKey[], of: Of = 'shown'): void {
  const queries = useQueryClient();
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  usePlantEvents(
    kinds,
    () => {
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => {
        for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
      }, GATHER_MS);
    },
    of,
  );
}

/** Whether changes of all plans are heard of, or of the one that the page shows alone. */
type Of = 'any' | 'shown';

/** Calls back at each event of these kinds, and when some may have been missed. */
export function usePlantEvents(kinds: readonly EventKind[], onEvent: Listener, of: Of = 'shown'): void {
  const queries = useQueryClient();
  const shown = useShownPlan();
  const latest = useRef({ kinds, onEvent, of, shown });
  latest.current = { kinds, onEvent, of, shown };
  useEffect(
    () =>
      listen((heard) => {
        const { kinds: wanted, onEvent: tellIt, of: which, shown: plan } = latest.current;
        if (heard.kind !== 'missed' && !wanted.includes(heard.kind)) return;
        const published = queries.getQueryData<{ id: number } | null>(PUBLISHED_KEY)?.id;
        if (which === 'any' || concernsShown(heard, plan, published)) tellIt(heard);
      }),
    [queries],
  );
}

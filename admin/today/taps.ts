import { useSyncExternalStore } from 'react';
import { HttpError } from 'react-admin';
import type { Body, Success } from '../../server/contract/handlers.ts';
import { toInstant } from '../../server/domain/ground/plant-time.ts';
import { call, clientId, messageOf } from '../providers/client.ts';
import { now } from '../providers/clock.ts';
import { mayAct } from '../providers/roles.ts';
import { currentSession, onSession } from '../providers/session.ts';
import { TAPS } from '../texts/today.ts';
import { currentWorker } from './worker.ts';

/** One tap, as it is sent. */
export type Tap = Body<'postMark'>;
/** A tap that this device keeps until the server has it. */
export interface KeptTap {
  key: string;
  tap: Tap;
  /** What it is about, for the list of what is not sent. */
  label: string;
  /** It may have reached the server. */
  tried?: boolean;
  /** Why the server did not take it; it waits for a person. */
  reason?: string;
  /** Another device was first, and has said the same or other numbers. */
  elsewhere?: 'same' | 'differs';
}

export interface Taps {
  /** In the order in which they were tapped. */
  kept: readonly KeptTap[];
  /** When the last one was taken by the server. */
  sentAt: number | undefined;
  /** The last attempt did not reach the server. */
  away: boolean;
  /** An attempt is under way. */
  sending: boolean;
}

/** One key a tap: two tabs of a device never write over each other. */
const PREFIX = 'production-planner.tap.';
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

const listeners = new Set<() => void>();
const settlers = new Set<() => Promise<unknown>>();
let taps: Taps = { kept: read(), sentAt: undefined, away: false, sending: false };
let sending = false;
let timer: number | undefined;
let pause = FIRST_PAUSE_MS;
let made = 0;

function read(): KeptTap[] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  return keys.sort().flatMap((key) => {
    try {
      return [{ ...(JSON.parse(localStorage.getItem(key) ?? '') as KeptTap), key }];
    } catch {
      return [];
    }
  });
}

function change(more: Partial<Omit<Taps, 'kept'>> = {}): void {
  taps = { ...taps, ...more, kept: read() };
  for (const listener of listeners) listener();
}

const write = (kept: KeptTap): void => localStorage.setItem(kept.key, JSON.stringify(kept));

/** Keeps a tap on the device and sends it as soon as it can be. Another quantity replaces one that is still to be sent. */
export function tapped(tap: Omit<Tap, 'client_id' | 'at'>, label: string): void {
  const [entry] = tap.entries ?? [];
  const replaced = taps.kept.find(
    (kept) => tap.kind === 'quantity' && kept.tap.kind === 'quantity' && !kept.tried && kept.tap.entries?.[0]?.entry_id === entry?.entry_id,
  );
  if (replaced) localStorage.removeItem(replaced.key);
  const key = `${PREFIX}${String(Date.now()).padStart(15, '0')}.${String(made++).padStart(6, '0')}`;
  const worker = currentWorker();
  write({ key, tap: { ...tap, ...(worker ? { worker } : {}), client_id: clientId(), at: toInstant(now()) }, label });
  change();
  void send();
}

/** Forgets a tap that was not taken. */
export function discard(key: string): void {
  localStorage.removeItem(key);
  change();
}

/** Takes a tap back: forgets one that was never sent, tells the server of any other. */
export function takeBack(client_id: string, tap: Omit<Tap, 'client_id' | 'at' | 'kind'>, label: string): void {
  const unsent = taps.kept.find((kept) => kept.tap.client_id === client_id);
  if (unsent && !unsent.tried) {
    // What was counted since goes with the start.
    const ids = new Set(unsent.tap.entries?.map(({ entry_id }) => entry_id));
    const since = taps.kept.filter(
      (kept) => unsent.tap.kind === 'start' && kept.tap.kind === 'quantity' && kept.tap.entries?.some(({ entry_id }) => ids.has(entry_id)),
    );
    for (const { key } of since) localStorage.removeItem(key);
    discard(unsent.key);
  } else tapped({ ...tap, kind: 'undo', undoes: client_id }, label);
}

/** Tries a refused tap once more, as a new one: the server answers the same one always as the first time. */
export function tryAgain(key: string): void {
  const kept = taps.kept.find((one) => one.key === key);
  if (!kept) return;
  const { reason: _reason, tried: _tried, elsewhere: _elsewhere, tap, ...rest } = kept;
  write({ ...rest, tap: { ...tap, client_id: clientId() } });
  change();
  void send();
}

/** Reads the server's new state before a taken tap is forgotten here, or the screen would jump back for a moment. */
export function onTaken(settle: () => Promise<unknown>): () => void {
  settlers.add(settle);
  return () => settlers.delete(settle);
}

/** What was sent last, the newest first. */
export interface SentTap {
  at: string;
  label: string;
  worker: string;
}
const SENT_KEY = 'production-planner.sent';
const MOST_SENT = 50;

/** The records that this device has sent, the newest first. */
export function sentTaps(): SentTap[] {
  try {
    return JSON.parse(localStorage.getItem(SENT_KEY) ?? '[]') as SentTap[];
  } catch {
    return [];
  }
}

const rememberSent = ({ tap, label }: KeptTap): void =>
  localStorage.setItem(SENT_KEY, JSON.stringify([{ at: tap.at, label, worker: tap.worker ?? '' }, ...sentTaps()].slice(0, MOST_SENT)));

/** What a person is to see of an answer; undefined: nothing. */
function saidOf({ tap }: KeptTap, { result, reason }: Success<'postMark'>): Pick<KeptTap, 'reason' | 'elsewhere'> | undefined {
  if (result === 'refused') return { reason: reason ?? '' };
  if (result !== 'already' || (tap.kind !== 'start' && tap.kind !== 'finish')) return undefined;
  const first = TAPS.elsewhere[tap.kind];
  return reason ? { reason: `${first}。${reason}`, elsewhere: 'differs' } : { reason: first, elsewhere: 'same' };
}

/** Sends one; false when the rest must wait. */
async function sendOne(kept: KeptTap): Promise<boolean> {
  write({ ...kept, tried: true });
  change({ sending: true });
  try {
    const said = saidOf(kept, await call('postMark', { body: kept.tap }));
    if (said) write({ ...kept, tried: true, ...said });
    await Promise.all([...settlers].map((settle) => settle().catch(() => undefined)));
    if (!said) {
      localStorage.removeItem(kept.key);
      rememberSent(kept);
    }
    change({ away: false, sentAt: now() });
    return true;
  } catch (error) {
    const status = error instanceof HttpError ? error.status : 0;
    if (status !== 400 && status !== 404) {
      change({ away: status === 0, sending: false });
      return false;
    }
    write({ ...kept, tried: true, reason: messageOf(error) });
    change();
    return true;
  }
}

/** Sends what waits, one after the other, in order; comes back by itself while anything waits. */
async function send(): Promise<void> {
  const { user } = currentSession();
  // Whoever may only read leaves them to the next one who may write: a refused role would end the session.
  if (sending || !user || !mayAct(user.permission, 'postMark', 'postMark')) return;
  sending = true;
  window.clearTimeout(timer);
  const next = (): KeptTap | undefined => read().find(({ reason }) => reason === undefined);
  try {
    for (let kept = next(); kept; kept = next()) {
      if (await sendOne(kept)) {
        pause = FIRST_PAUSE_MS;
        continue;
      }
      timer = window.setTimeout(() => void send(), pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      return;
    }
  } finally {
    sending = false;
    if (taps.sending) change({ sending: false });
  }
}

window.addEventListener('online', () => void send());
window.addEventListener('storage', ({ key }) => {
  if (key === null || key.startsWith(PREFIX)) change();
});
onSession(() => void send());
void send();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** How many taps wait to be sent, or for a person to decide. */
export const keptTaps = (): number => taps.kept.filter(({ elsewhere }) => elsewhere !== 'same').length;

/** What this device keeps, live. */
export const useTaps = (): Taps => useSyncExternalStore(subscribe, () => taps);

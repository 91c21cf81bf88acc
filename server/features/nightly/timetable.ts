import type { Knex } from 'knex';
import { schedule } from 'node-cron';
import { getSetting, removeSetting, setSetting } from '../../db/settings.ts';
import { epochMs, type Instant, toInstant } from '../../domain/ground/plant-time.ts';
import type { Log } from '../../log.ts';
import { newestComplete, nightSince } from './reads.store.ts';

/** The zone of the timetable, whatever the server's. */
const ZONE = 'Asia/Tokyo';
const KEY = 'nightly_timetable';
/** A night that has not begun so long after its time was missed. */
const GRACE_MS = 10 * 60_000;
/** How often the clock is compared with a stopwatch, and by how much it must differ to have been set. */
const [WATCH_MS, SET_MS] = [1_000, 1_000];

/** What every process knows of the timetable: a worker keeps it. */
interface Timetable {
  cron: string;
  /** When the next night begins; null where nights are asked for by hand. */
  next_at: Instant | null;
  /** The newest time that passed without a night while no worker was there. */
  missed_at: Instant | null;
  /** Since when nights are kept; a timetable of an earlier version says nothing of it. */
  since?: Instant | undefined;
}

/** What a worker keeps a timetable with; the machine's clock, not the plan's, says when it is time. */
interface Keeping {
  db: Knex;
  log: Log;
  /** Undefined: this plant has no nights. */
  cron: string | undefined;
  /** Begins a night; `firing` is the instant at which it was due. */
  begin(firing: Instant): Promise<unknown>;
}

/** A timetable that this process keeps. */
export interface KeptTimetable {
  /** Every process knows of it by then. */
  ready: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Begins a night at each time of the timetable. Any number of processes may keep the same one: the firing's instant makes their nights one.
 * An empty one begins none; nights by hand are shown all the same. Without any, what was kept of one is forgotten. A clock that is set forward over a time of
 * it begins that night at once; one that is set back begins none a second time.
 */
export function keepTimetable({ db, log, cron, begin }: Keeping): KeptTimetable {
  const quietly = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      log.error({ cron, error: String(error) }, 'timetable of the night');
    }
  };
  if (!cron) {
    const byHand = { cron: '', next_at: null, missed_at: null } satisfies Timetable;
    const written = quietly(() => (cron === undefined ? removeSetting(db, KEY) : setSetting(db, KEY, byHand)));
    return { ready: written, stop: () => written };
  }
  const fire = async ({ date }: { date: Date }): Promise<void> => {
    await quietly(() => begin(toInstant(date)));
    await quietly(() => note());
  };
  const task = schedule(cron, fire, { timezone: ZONE, suppressMissedWarning: true });
  // The event loop was held up past the moment: late is better than not at all.
  task.on('execution:missed', fire);
  let due = task.getNextRun();
  const note = async (): Promise<void> => {
    const next = task.getNextRun();
    due = next;
    const was = await getSetting<Timetable>(db, KEY);
    const missed_at = was && (await missedOf(db, was, Date.now()));
    const since = (was?.cron ? was.since : undefined) ?? toInstant(Date.now());
    await setSetting(db, KEY, { cron, next_at: next && toInstant(next), missed_at: missed_at ?? null, since } satisfies Timetable);
  };
  const noted = quietly(note);
  const ahead = (): number => Date.now() - performance.now();
  let stood = ahead();
  // The library waits by a stopwatch for the time that was to come.
  const watch = setInterval(async () => {
    const isSet = Math.abs(ahead() - stood) > SET_MS;
    stood = ahead();
    if (!isSet) return;
    const passed = due;
    task.stop();
    task.start();
    if (passed && passed.getTime() <= Date.now()) await fire({ date: passed });
    else await quietly(note);
  }, WATCH_MS).unref();
  return {
    ready: noted,
    stop: async () => {
      clearInterval(watch);
      await task.destroy();
      await noted;
    },
  };
}

/** The newest time of the timetable at which no night began and after which none did. */
async function missedOf(db: Knex, { next_at, missed_at }: Timetable, nowMs: number): Promise<Instant | null> {
  const due = next_at !== null && epochMs(next_at) + GRACE_MS < nowMs ? next_at : missed_at;
  return due !== null && !(await nightSince(db, due)) ? due : null;
}

/** Seconds since the newest complete night, or since nights are kept where there is none yet; undefined where no timetable is kept. */
export async function nightAge(db: Knex, nowMs: number): Promise<number | undefined> {
  const kept = await getSetting<Timetable>(db, KEY);
  if (!kept?.cron) return undefined;
  const known = [kept.since, await newestComplete(db)].flatMap((instant) => (instant ? [epochMs(instant)] : []));
  return known.length === 0 ? undefined : (nowMs - Math.max(...known)) / 1000;
}

/** Whether nights are kept, when the next begins, and which was missed. */
export async function timetableNow(
  db: Knex,
  nowMs: number,
): Promise<{ configured: boolean; next_at: Instant | null; missed_at: Instant | null }> {
  const kept = await getSetting<Timetable>(db, KEY);
  if (!kept) return { configured: false, next_at: null, missed_at: null };
  const isPast = kept.next_at !== null && epochMs(kept.next_at) < nowMs;
  return { configured: true, next_at: isPast ? null : kept.next_at, missed_at: await missedOf(db, kept, nowMs) };
}

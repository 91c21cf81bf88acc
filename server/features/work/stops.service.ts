import type { Knex } from 'knex';
import type { Body, CurrentUser } from '../../contract/handlers.ts';
import { recordAuditMany } from '../../db/audit.ts';
import { announce } from '../../db/events.ts';
import { addDays, epochMs, type Instant, type PlantDate, plantDate, toInstant } from '../../domain/ground/plant-time.ts';
import { MARK_TEXTS as TEXTS } from '../../domain/texts/plan/marks.ts';
import { STOPS } from '../../domain/texts/plan/reasons.ts';
import { beginStop, changeStop, dropStop, facilityName, openStop, type StopRow, stopOf } from './stops.store.ts';

/** One tap of 今日の作業, as the device sends it. */
export type Tap = Body<'postMark'>;
/** Who taps. */
export type Tapper = Pick<CurrentUser, 'employee_id' | 'name'>;

/** What a device is told of a tap. */
export interface TapAnswer {
  result: 'accepted' | 'already' | 'refused';
  reason: string | null;
}

/** A tap that does not stand; nothing of it is written. */
export class Refused extends Error {}

/** A stop before and after a tap; null: there is none. */
export interface StopChange {
  before: StopRow | null;
  after: StopRow | null;
}

/** Nobody knows more than a year ahead when something works again. */
const LONGEST_STOP_DAYS = 366;

/** Two devices with two clocks: nothing ends before it began. */
export const notBefore = (at: Instant, started: Instant | null): Instant =>
  started !== null && epochMs(started) > epochMs(at) ? toInstant(started) : at;

/**
 * Notes that a unit, or a facility as a whole, stands and why, that it goes on, or of what stands already another day on which it is expected to work again.
 * Undefined: nothing new. Throws Refused for a day that can be none.
 */
export async function halt(trx: Knex.Transaction, tap: Tap, at: Instant): Promise<StopChange | undefined> {
  const open = await openStop(trx, tap.facility, tap.unit ?? null);
  if (tap.kind === 'resume')
    return open && { before: open, after: await changeStop(trx, open.id, { resumed_at: notBefore(at, open.stopped_at) }) };
  const resumes_on = expectedEnd(tap.resumes_on ?? null, at);
  const place = { facility_id: tap.facility, unit: tap.unit ?? null };
  if (!open) return { before: null, after: await beginStop(trx, { ...place, reason: tap.stop ?? 'other', stopped_at: at, resumes_on }) };
  const reason = tap.stop ?? open.reason;
  // A tap of the shop floor says nothing of the day: what stands already stays as it is.
  if (tap.resumes_on === undefined || (resumes_on === open.resumes_on && reason === open.reason)) return undefined;
  return { before: open, after: await changeStop(trx, open.id, { resumes_on, reason }) };
}

function expectedEnd(day: PlantDate | null, at: Instant): PlantDate | null {
  const today = plantDate(at);
  if (day !== null && (day <= today || day > addDays(today, LONGEST_STOP_DAYS))) throw new Refused(TEXTS.resumes_on);
  return day;
}

/** Takes a stop, its end or a change of it back; nothing where another has begun since. */
export async function undoHalt(
  trx: Knex.Transaction,
  target: { kind: string; before: { stop?: number; stop_before?: StopRow | null } },
): Promise<StopChange | undefined> {
  const before = target.before.stop === undefined ? undefined : await stopOf(trx, target.before.stop);
  if (!before) return undefined;
  const was = target.before.stop_before;
  if (target.kind === 'stop' && was)
    return { before, after: await changeStop(trx, before.id, { reason: was.reason, resumes_on: was.resumes_on }) };
  if (target.kind === 'stop') {
    await dropStop(trx, before.id);
    return { before, after: null };
  }
  if (await openStop(trx, before.facility_id, before.unit)) throw new Refused(TEXTS.stopped_again);
  return { before, after: await changeStop(trx, before.id, { resumed_at: null }) };
}

/** The history and the event of a stop. */
export async function tellStop(trx: Knex.Transaction, user: Tapper, tap: Tap, { before, after }: StopChange): Promise<TapAnswer> {
  const traced = (stop: StopRow | null): object | null =>
    stop && {
      unit: stop.unit === null ? null : stop.unit + 1,
      reason: STOPS[stop.reason],
      stopped_at: stop.stopped_at,
      resumes_on: stop.resumes_on,
      resumed_at: stop.resumed_at,
      ...(tap.worker ? { worker: tap.worker } : {}),
    };
  const name = await facilityName(trx, tap.facility);
  await recordAuditMany(trx, [
    { actor: user.employee_id, operation: 'postMark', kind: 'facility_stops', key: name, old: traced(before), new: traced(after) },
  ]);
  await announce(trx, { kind: 'marks', entries: [], orders: [], facilities: [tap.facility] });
  return { result: 'accepted', reason: null };
}

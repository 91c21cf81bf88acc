import type { Knex } from 'knex';
import { type AuditEntry, recordAuditMany } from '../../../db/audit.ts';
import { transaction } from '../../../db/errors.ts';
import { announce } from '../../../db/events.ts';
import { lockPlan, type Plan } from '../../../db/plan.ts';
import { barEnd, endOnGrid, startedBar, startOnGrid } from '../../../domain/bars/marks.ts';
import { trimmed } from '../../../domain/ground/fold.ts';
import { type Clock, epochMs, type Instant, instantOfMinutes, plantMinutes, toInstant } from '../../../domain/ground/plant-time.ts';
import { CONTRADICTIONS, contradictionsText, processesText, MARK_TEXTS as TEXTS } from '../../../domain/texts/plan/marks.ts';
import { DEFECTS } from '../../../domain/texts/plan/reasons.ts';
import { turns } from '../../../turns.ts';
import {
  halt,
  notBefore,
  Refused,
  type StopChange,
  type Tap,
  type TapAnswer,
  type Tapper,
  tellStop,
  undoHalt,
} from '../../work/stops.service.ts';
import { type MarkRow, writeMark } from '../../work/work.service.ts';
import { minutesInFurnace } from '../charges/furnace-runs.service.ts';
import { openBefore, underWayAt } from '../judge/skipped.store.ts';
import { noteMarks } from '../write/write.store.ts';
import {
  answerTo,
  type Before,
  barsOf,
  hasFacility,
  insertTap,
  keepAnswer,
  laterTaps,
  type MarkedBar,
  type MarkedRun,
  runOf,
  spansOfRuns,
  startedAt,
  type TapRow,
  tapOf,
  undoTaps,
  writeBar,
  writeRun,
} from './marks.store.ts';

const HALF_HOUR = 30;
const MINUTE_MS = 60_000;
/** Longer than any holidays that a device may lie without a connection. */
const OLDEST_TAP_MS = 31 * 24 * 60 * 60 * 1000;
const inTurn = turns(1);

/**
 * Takes what the shop floor says, also while a run is pending: it is a fact, not a plan. The same client id counts once and is always answered
 * as the first time. A started bar stands where it was started (工程開始), a finished one ends when it was finished (工程終了); both are taken
 * back by `undo`. What the plan does not know any more, or knows otherwise, is refused with a reason that names it.
 */
export const recordTap = (db: Knex, plan: Plan, clock: Clock, user: Tapper, sent: Tap): Promise<TapAnswer> =>
  inTurn(async () => {
    const tap = sent.worker ? { ...sent, worker: trimmed(sent.worker) } : sent;
    try {
      return await transaction(db, async (trx) => {
        await lockPlan(trx, plan);
        return (await answerTo(trx, tap.client_id)) ?? keepAnswer(trx, tap.client_id, await record(trx, plan, clock, user, tap));
      });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // Nothing of the tap stands; its refusal does, or an answer that was quicker elsewhere.
      return keepAnswer(db, tap.client_id, { result: 'refused', reason: error.message });
    }
  });

async function record(trx: Knex.Transaction, plan: Plan, clock: Clock, user: Tapper, tap: Tap): Promise<TapAnswer> {
  // Of a time when answers were not kept.
  if (await tapOf(trx, tap.client_id)) return { result: 'already', reason: null };
  if (!(await hasFacility(trx, tap.facility))) throw new Refused(TEXTS.facility_unknown);
  const at = timeOf(tap, clock());
  const row = rowOf(tap, user, at);
  const done = await doneBy(trx, plan, tap, at);
  const target = tap.kind === 'undo' ? done.target : undefined;
  await insertTap(trx, {
    ...row,
    ...(target
      ? { entry_ids: target.entry_ids, quantities: target.quantities, furnace_run_id: target.furnace_run_id, unit: target.unit }
      : {}),
    before: done.before,
  });
  if (done.stop) return tellStop(trx, user, tap, done.stop);
  if (done.bars.length === 0) return { result: 'already', reason: done.differs ?? null };
  const after = await barsOf(
    trx,
    plan,
    done.bars.map(({ id }) => id),
    (target ?? row).furnace_run_id,
  );
  await recordAuditMany(trx, auditOf(user, done.bars, after));
  await noteMarks(trx, plan);
  const { entries, orders } = { entries: after.map(({ id }) => id), orders: [...new Set(after.map(({ order_id }) => order_id))] };
  await announce(trx, { kind: 'marks', entries, orders, facilities: [tap.facility], by: tap.worker || user.name });
  return { result: 'accepted', reason: await contradiction(trx, plan, tap, entries) };
}

/** What a start or an end contradicts, in a sentence; null: nothing. It is a fact all the same. */
async function contradiction(trx: Knex.Transaction, plan: Plan, tap: Tap, ids: readonly number[]): Promise<string | null> {
  if (tap.kind !== 'start' && tap.kind !== 'finish') return null;
  const waiting = (await openBefore(trx, plan, ids)).map(({ unique_order, task_names }) => `${unique_order} ${processesText(task_names)}`);
  const there = tap.kind === 'start' ? await underWayAt(trx, plan, tap.facility, ids) : undefined;
  const busy = there && there.names.length >= Math.max(1, there.units) ? there : undefined;
  const said = [
    ...(waiting.length > 0 ? [CONTRADICTIONS.open_before(waiting)] : []),
    ...(busy ? [CONTRADICTIONS.busy(busy.facility_name, busy.units, busy.names)] : []),
  ];
  return contradictionsText(said) || null;
}

async function doneBy(trx: Knex.Transaction, plan: Plan, tap: Tap, at: Instant): Promise<Done> {
  if (tap.kind === 'undo') return undo(trx, plan, tap);
  if (tap.kind !== 'stop' && tap.kind !== 'resume') return apply(trx, plan, tap, at);
  const stop = await halt(trx, tap, at);
  return { bars: [], before: stop?.after ? { stop: stop.after.id, stop_before: stop.before } : {}, stop };
}

/** When it happened. A device whose clock is ahead does not finish things tomorrow; one whose clock was lost puts nothing into 1970. */
function timeOf(tap: Tap, now: number): Instant {
  const at = epochMs(tap.at);
  if (!(at >= now - OLDEST_TAP_MS)) throw new Refused(TEXTS.wrong_clock);
  return toInstant(Math.min(at, now));
}

function rowOf(tap: Tap, user: Tapper, at: Instant): Omit<TapRow, 'id' | 'undone' | 'before'> {
  const entries = [...new Map((tap.entries ?? []).map((entry) => [entry.entry_id, entry])).values()];
  return {
    client_id: tap.client_id,
    kind: tap.kind,
    tapped_at: at,
    employee_id: user.employee_id,
    employee_name: user.name,
    facility_id: tap.facility,
    unit: tap.unit ?? null,
    furnace_run_id: tap.furnace_run ?? null,
    entry_ids: entries.map(({ entry_id }) => entry_id),
    quantities: entries.map(({ quantity }) => quantity ?? -1),
    reason: tap.stop ?? tap.defect ?? null,
    worker: tap.worker ?? '',
  };
}

/** What the device calls the bars that the plan does not have any more. */
const goneOf = ({ entries = [] }: Tap, bars: readonly MarkedBar[]): string[] =>
  entries.flatMap(({ entry_id, name }) => (name && !bars.some(({ id }) => id === entry_id) ? name : []));

interface Done {
  /** The bars that changed, as they were. */
  bars: MarkedBar[];
  before: Before;
  /** The tap that was taken back. */
  target?: TapRow;
  stop?: StopChange | undefined;
  /** In which numbers the tap differs from what another device has said before it. */
  differs?: string | null;
}

/** Of an end that comes second: where its good pieces are others than those that stand, in a sentence; null: nowhere. */
function differing(tap: Tap, bars: readonly MarkedBar[], wanted: ReadonlyMap<number, number | null>): string | null {
  if (tap.kind !== 'finish') return null;
  const others = bars.flatMap(({ id, name, quantity, mark }) => {
    const [said, stands] = [wanted.get(id) ?? null, mark?.quantity ?? quantity];
    return said === null || said === stands ? [] : [TEXTS.other_count(name, stands, said)];
  });
  return others.length > 0 ? TEXTS.other_counts(others) : null;
}

async function apply(trx: Knex.Transaction, plan: Plan, tap: Tap, at: Instant): Promise<Done> {
  const wanted = new Map((tap.entries ?? []).map(({ entry_id, quantity }) => [entry_id, quantity ?? null]));
  const bars = await barsOf(trx, plan, [...wanted.keys()], tap.furnace_run ?? null);
  if (bars.length === 0 || bars.length < wanted.size) throw new Refused(TEXTS.gone(goneOf(tap, bars)));
  await refuseStrange(trx, tap, bars);
  if (tap.kind === 'finish' && tap.furnace_run) await beginMates(trx, plan, bars, tap.furnace_run);
  const told = bars.filter((bar) => judge(bar, tap, wanted.get(bar.id) ?? null));
  const second: Done = { bars: [], before: {}, differs: differing(tap, bars, wanted) };
  if (told.length === 0) return second;
  const toldIds = told.map(({ id }) => id);
  const run = tap.furnace_run ? await runOf(trx, plan, toldIds, tap.furnace_run) : undefined;
  // Another device was first: a run is started and finished as a whole. What it did not know of is said of all the same.
  const first = run && ((tap.kind === 'start' && run.started_at) || (tap.kind === 'finish' && run.finished_at));
  const open = first ? await leftOpen(trx, plan, tap, told) : told;
  if (open.length === 0) return second;
  const ids = open.map(({ id }) => id);
  if (tap.kind === 'quantity')
    for (const bar of open) {
      const quantity = wanted.get(bar.id) ?? null;
      const mark = { ...bar.mark!, ...piecesOf(bar, quantity, tap.defect), worker: tap.worker ?? bar.mark!.worker };
      await writeMark(trx, plan, bar.id, mark, run?.id ?? null);
    }
  if (tap.kind === 'start') {
    if (run && !first) await writeRun(trx, startedRun(run, at, await minutesInFurnace(trx, plan, run.id)));
    const spans = await spansOfRuns(trx, plan, run ? ids : []);
    for (const bar of open) {
      const own = spans.get(bar.id) ?? startedBar(bar, at);
      await writeBar(trx, plan, { id: bar.id, locked: true, start_at: own.start_at, end_at: own.end_at });
      const began = (first && run?.started_at) || at;
      const mark = bar.mark ?? {
        started_at: began,
        planned_start_at: bar.start_at,
        planned_end_at: bar.end_at,
        quantity: null,
        defect: null,
      };
      await writeMark(trx, plan, bar.id, { ...mark, worker: tap.worker ?? '', finished_at: null }, run?.id ?? null);
    }
  }
  if (tap.kind === 'finish')
    await finish(trx, plan, open, run, { at, quantities: wanted, defect: tap.defect, worker: tap.worker ?? '', whole: !first });
  return { bars: open, before: await beforeOf(trx, plan, open, run) };
}

/** Bars of a run under way that came into it after it was started were started with it. */
async function beginMates(trx: Knex.Transaction, plan: Plan, bars: readonly MarkedBar[], named: number): Promise<void> {
  const run = await runOf(
    trx,
    plan,
    bars.map(({ id }) => id),
    named,
  );
  if (!run?.started_at) return;
  for (const bar of bars) {
    if (bar.mark !== null || bar.finished) continue;
    const planned = { planned_start_at: bar.start_at, planned_end_at: bar.end_at };
    bar.mark = { started_at: run.started_at, finished_at: null, quantity: null, defect: null, worker: '', ...planned };
  }
}

/** Of bars whose run another device has started or finished those that it has not: a lot of which another run is to come goes on. */
async function leftOpen(trx: Knex.Transaction, plan: Plan, { kind }: Tap, bars: readonly MarkedBar[]): Promise<MarkedBar[]> {
  if (kind === 'start') return bars.filter(({ mark }) => mark === null);
  const spans = await spansOfRuns(
    trx,
    plan,
    bars.map(({ id }) => id),
  );
  return bars.filter(({ id }) => spans.get(id)?.finished);
}

/** A facility marks what stands on it, and what was started on it before the plan moved it: nothing of another one's. */
async function refuseStrange(trx: Knex.Transaction, tap: Tap, bars: readonly MarkedBar[]): Promise<void> {
  const elsewhere = bars.filter(({ facility_id, mark }) => mark !== null && facility_id !== tap.facility);
  if (elsewhere.length === 0) return;
  const own = await startedAt(
    trx,
    tap.facility,
    elsewhere.map(({ id }) => id),
  );
  const strange = elsewhere.find(({ id }) => !own.has(id));
  if (strange) throw new Refused(placedText(strange));
}

/** Where a bar stands that does not stand at the facility of a tap. */
const placedText = ({ name, facility_name, outsourced }: MarkedBar): string =>
  facility_name !== null ? TEXTS.moved(name, facility_name) : outsourced ? TEXTS.outsourced(name) : TEXTS.without_facility(name);

/** A run from when it was started: its furnace is held for as long as the treatment takes from that minute, or for as long as was planned. */
const startedRun = (run: MarkedRun, at: Instant, minutes = plantMinutes(run.run_end) - plantMinutes(run.run_start)): MarkedRun => ({
  id: run.id,
  run_start: instantOfMinutes(startOnGrid(plantMinutes(at))),
  run_end: barEnd(toInstant(epochMs(at) + minutes * MINUTE_MS)),
  started_at: at,
  finished_at: null,
});

interface Ending {
  at: Instant;
  quantities: ReadonlyMap<number, number | null>;
  defect: Tap['defect'];
  worker: string;
  /** Whether the run itself ends with it; else another device has said so. */
  whole: boolean;
}

/** The good pieces of a bar, and why the others are none, as far as anybody said. */
const piecesOf = (bar: MarkedBar, quantity: number | null, defect: Tap['defect']): Pick<MarkRow, 'quantity' | 'defect'> => ({
  quantity,
  defect: quantity !== null && quantity < bar.quantity ? (defect ?? bar.mark?.defect ?? null) : null,
});

/** Ends what was started. A lot of which another furnace run is still to come goes on. */
async function finish(
  trx: Knex.Transaction,
  plan: Plan,
  open: readonly MarkedBar[],
  run: MarkedRun | undefined,
  { at, quantities, defect, worker, whole }: Ending,
): Promise<void> {
  const after = (start: Instant): Instant => instantOfMinutes(Math.max(endOnGrid(plantMinutes(at)), plantMinutes(start) + HALF_HOUR));
  if (run && whole) await writeRun(trx, { ...run, run_end: after(run.run_start), finished_at: notBefore(at, run.started_at) });
  const ids = open.map(({ id }) => id);
  const spans = await spansOfRuns(trx, plan, run && whole ? ids : []);
  for (const bar of open) {
    const span = spans.get(bar.id);
    const finished = span?.finished ?? true;
    await writeBar(trx, plan, { id: bar.id, end_at: span?.end_at ?? after(bar.start_at) });
    const counted = piecesOf(bar, quantities.get(bar.id) ?? bar.mark!.quantity, defect);
    const ended = { worker: worker || bar.mark!.worker, finished_at: finished ? notBefore(at, bar.mark!.started_at) : null };
    await writeMark(trx, plan, bar.id, { ...bar.mark!, ...counted, ...ended }, run?.id ?? null);
  }
}

/** Whether the tap says anything new of the bar. Throws Refused with the reason where it cannot be. */
function judge(bar: MarkedBar, tap: Tap, quantity: number | null): boolean {
  if (quantity !== null && quantity > bar.quantity) throw new Refused(TEXTS.too_many(bar.name, bar.quantity));
  const started = bar.mark !== null;
  if (tap.kind === 'start') {
    if (bar.mark?.finished_at) return false;
    if (bar.finished) throw new Refused(TEXTS.finished(bar.name));
    if (!started && bar.facility_id !== tap.facility) throw new Refused(placedText(bar));
    return !started || Boolean(tap.furnace_run);
  }
  if (!started) throw new Refused(bar.finished ? TEXTS.finished(bar.name) : TEXTS.not_started(bar.name));
  return tap.kind === 'finish' ? !bar.mark?.finished_at : bar.mark?.quantity !== quantity || (tap.defect ?? null) !== bar.mark?.defect;
}

/** The changes of a tap, kept for taking it back, with the dates that it wrote. */
async function beforeOf(trx: Knex.Transaction, plan: Plan, bars: readonly MarkedBar[], run: MarkedRun | undefined): Promise<Before> {
  const ids = bars.map(({ id }) => id);
  const now = new Map((await barsOf(trx, plan, ids, null)).map((bar) => [bar.id, { start_at: bar.start_at, end_at: bar.end_at }]));
  return {
    bars: bars.map(({ id, locked, start_at, end_at, mark }) => {
      return { id, locked, start_at, end_at, mark, wrote: now.get(id)! };
    }),
    run: run ?? null,
  };
}

/** What stands in the way of taking a tap back; pieces that were counted since go with a start, and stay when an end is taken back. */
const hinders = (target: TapRow, { kind }: Pick<TapRow, 'kind'>): boolean => kind !== 'quantity' || target.kind === 'quantity';

/** The mark as it was before a tap, with the pieces that were counted since. */
function markBefore(was: MarkRow | null, now: MarkRow | null, counted: boolean): MarkRow | null {
  if (!was || !now || !counted) return was;
  return { ...was, quantity: now.quantity, defect: now.defect, worker: now.worker };
}

/** Takes a tap back: the mark as it was, the bar too unless somebody has moved it since; then only its two marks. */
async function undo(trx: Knex.Transaction, plan: Plan, tap: Tap): Promise<Done> {
  const target = tap.undoes ? await tapOf(trx, tap.undoes) : undefined;
  if (!target || target.kind === 'undo' || target.facility_id !== tap.facility) throw new Refused(TEXTS.nothing_to_undo);
  const bars = await barsOf(trx, plan, target.entry_ids, target.furnace_run_id);
  if (target.undone) return { bars: [], before: {}, target };
  if (target.kind === 'stop' || target.kind === 'resume') {
    const stop = await undoHalt(trx, target);
    await undoTaps(trx, [target.id]);
    return { bars: [], before: {}, target, stop };
  }
  const later = await laterTaps(trx, target);
  if (later.some((one) => hinders(target, one))) throw new Refused(TEXTS.later_marks(bars[0]?.name ?? TEXTS.gone([])));
  const { bars: changed = [], run } = target.before;
  if (run) await writeRun(trx, run);
  const counted = target.kind === 'finish' ? new Set(later.flatMap(({ entry_ids }) => entry_ids)) : new Set<number>();
  for (const was of changed) {
    const bar = bars.find(({ id }) => id === was.id);
    if (!bar) {
      await writeMark(trx, plan, was.id, was.mark, run?.id ?? null);
      continue;
    }
    const { locked, start_at, end_at } = was;
    await writeBar(trx, plan, { id: was.id, locked, ...(isAsWritten(bar, was.wrote) ? { start_at, end_at } : {}) });
    await writeMark(trx, plan, was.id, markBefore(was.mark, bar.mark, counted.has(was.id)), run?.id ?? null);
  }
  await undoTaps(trx, [target.id, ...(target.kind === 'start' ? later.map(({ id }) => id) : [])]);
  const ids = new Set(changed.map(({ id }) => id));
  return { bars: bars.filter(({ id }) => ids.has(id)), before: {}, target };
}

const isAsWritten = (bar: MarkedBar, wrote: { start_at: Instant; end_at: Instant }): boolean =>
  bar.start_at === wrote.start_at && bar.end_at === wrote.end_at;

/** A line of the history for each bar, in words of bars and marks. */
function auditOf(user: Tapper, before: readonly MarkedBar[], after: readonly MarkedBar[]): AuditEntry[] {
  const traced = (bar: MarkedBar): object => ({
    id: bar.id,
    start_date: bar.start_at,
    end_date: bar.end_at,
    locked: bar.locked,
    received_locked: bar.received_locked,
    started_at: bar.mark ? toInstant(bar.mark.started_at) : null,
    finished_at: bar.mark?.finished_at ? toInstant(bar.mark.finished_at) : null,
    good_quantity: bar.mark?.quantity ?? null,
    defect: bar.mark?.defect ? DEFECTS[bar.mark.defect] : null,
    worker: bar.mark?.worker ?? '',
  });
  return after.flatMap((bar) => {
    const was = before.find(({ id }) => id === bar.id);
    if (!was) return [];
    return [{ actor: user.employee_id, operation: 'postMark', kind: 'plan_entries', key: bar.name, old: traced(was), new: traced(bar) }];
  });
}

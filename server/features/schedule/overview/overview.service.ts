import type { Knex } from 'knex';
import type { Success } from '../../../contract/handlers.ts';
import { plannedAt } from '../../../db/sql/published.ts';
import type { Db } from '../../../db/types.ts';
import { type Conflict, ruleOf } from '../../../domain/bars/conflicts.ts';
import { sayOnce } from '../../../domain/bars/judge.ts';
import { warningsOf } from '../../../domain/bars/warnings.ts';
import { SUNK_CAUSES } from '../../../domain/ground/constants.ts';
import { type Instant, type PlantDate, plantDate } from '../../../domain/ground/plant-time.ts';
import type { PlanPart } from '../../../domain/plant/plan-inputs.ts';
import { adviceAgainst, causeInBrief, daysInParts } from '../../../domain/texts/plan/late.ts';
import { type LateOrder, lateOrders } from '../../figures/figures.service.ts';
import { countMisfits, type Misfit, type MisfitsContext, misfits } from '../../runs/misfits/misfits.service.ts';
import { type LateCause, lateCauses } from '../../runs/story/causes.service.ts';
import { staleness } from '../../runs/story/stale.service.ts';
import { type JudgedBar, judgedBars } from '../judge/judged-bars.ts';
import { type LateBar, lateBars, type NamedBar, namesOf, suspectIds } from './overview.store.ts';

/** A late open order: how late, why, and where to look first. */
export interface Late extends LateBar {
  serial_number: string;
  deadline_date: PlantDate;
  late_days: number;
  /** The main cause as the newest complete run found it; null where it did not know the order to be late. */
  cause: string | null;
  /** The same without its facility, with its partner. */
  cause_name: string | null;
  /** Its days, while those of the order are what the run found. */
  cause_days: number | null;
  /** What helps against it, one sentence. */
  advice: string | null;
}

type Why = Pick<Late, 'cause' | 'cause_name' | 'cause_days' | 'advice'>;

/** An open bar that contradicts the rest of the plan, or breaks a rule where it stands. */
export interface ConflictingBar extends NamedBar {
  kinds: Conflict['kind'][];
  sentences: string[];
}

/** What of the published plan needs the planner, whatever the filter. */
export interface Overview {
  planned_at: Instant | null;
  /** What has changed since the plan was made. */
  stale: PlanPart[];
  late: { count: number; overdue: number; worst_days: number; orders: Late[] };
  conflicts: ConflictingBar[];
  /** How many bars that the next run places anew break a rule since then; null while that is not known, or where nothing has changed. */
  misfits: number | null;
}

/** By database: the reading under way, and the next one, which has not begun. */
const underWay = new WeakMap<Knex, Promise<unknown>>();
const next = new WeakMap<Knex, Promise<Overview>>();

/**
 * Late orders and conflicts of the plan as it stands. Every open board asks after every change; calls that come while the plan is read
 * share one more reading, which sees everything written before them.
 */
export function overview(context: MisfitsContext): Promise<Overview> {
  const { db } = context;
  const shared = next.get(db);
  if (shared) return shared;
  const before = underWay.get(db) ?? Promise.resolve();
  const begun = (): Promise<Overview> => {
    next.delete(db);
    const reading = readOverview(context);
    underWay.set(db, reading);
    return reading;
  };
  const own = before.then(begun, begun);
  next.set(db, own);
  return own;
}

async function readOverview(context: MisfitsContext): Promise<Overview> {
  const { db, clock } = context;
  const today = plantDate(clock());
  const changed = await staleness(db);
  const broken = misfits(context, changed);
  const [planned_at, late, conflicts] = await Promise.all([
    plannedAt(db),
    latenessOf(db, today),
    broken.then((found) => conflictingBars(db, today, (found ?? []).filter(isKept))),
  ]);
  return { planned_at, stale: changed.parts, late, conflicts, misfits: countMisfits(await broken).misfits };
}

type MisfitRow = Success<'listMisfits'>['results'][number];

/** A page of the bars that break rules since something has changed, with names and what each breaks, by start, and how many there are; null while that is not known. */
export async function misfitRows(
  context: MisfitsContext,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; rows: MisfitRow[] } | null> {
  const changed = await staleness(context.db);
  const found = await misfits(context, changed);
  if (found === null) return changed.parts.length > 0 ? null : { count: 0, rows: [] };
  const page = found.slice(offset, offset + limit);
  const ids = page.map(({ entry_id }) => entry_id);
  const named = new Map((ids.length === 0 ? [] : await namesOf(context.db, ids)).map((bar) => [bar.entry_id, bar]));
  const rows = page.flatMap(({ entry_id, kept, conflicts }) => {
    const bar = named.get(entry_id);
    if (!bar) return [];
    const said = warningsOf([{ name: bar.task_name, conflicts }], false);
    return [{ ...bar, kept, sentences: said.map(({ text }) => text) }];
  });
  return { count: found.length, rows };
}

async function latenessOf(db: Knex, today: PlantDate): Promise<Overview['late']> {
  const [late, causes] = await Promise.all([lateOrders(db), lateCauses(db)]);
  const ids = late.map(({ order_id }) => order_id);
  const bars = await lateBars(
    db,
    ids,
    ids.flatMap((id) => stepToShow(causes.get(id)) ?? []),
  );
  const whyOf = ({ order_id, late_days }: LateOrder): Why => {
    const why = causes.get(order_id);
    if (!why) return { cause: null, cause_name: null, cause_days: null, advice: null };
    // Days that have changed since are made of other parts.
    const parts = why.late_days === late_days ? why.parts : [];
    return {
      cause: causeInBrief(why.cause, why.place),
      cause_name: causeInBrief(why.cause, why.cause === 'outsourcing_lead' ? why.place : null),
      cause_days: parts.find(({ part }) => part === why.cause)?.days ?? null,
      advice: `${daysInParts(late_days, parts)}${adviceAgainst(why.cause)}` || null,
    };
  };
  const orders = late.flatMap((order) => lateWith(order, bars.get(order.order_id), whyOf(order)));
  return {
    count: orders.length,
    overdue: orders.filter(({ deadline_date }) => deadline_date < today).length,
    worst_days: orders[0]?.late_days ?? 0,
    orders,
  };
}

const SUNK: readonly string[] = SUNK_CAUSES;

/** The process at which an order is looked at: the one that waits, else the one that its cause speaks of, where that can be helped. */
const stepToShow = (why: LateCause | undefined): number | null | undefined =>
  why?.wait ? why.wait.order_task_id : why && !SUNK.includes(why.cause) ? why.order_task_id : undefined;

/** Nothing where the order's last bar was finished between two questions. */
function lateWith({ serial_number, delivery_date, late_days }: LateOrder, bar: LateBar | undefined, why: Why): Late[] {
  return bar ? [{ ...bar, serial_number, deadline_date: delivery_date, late_days, ...why }] : [];
}

/** What no run moves contradicts the plan; all else is for the next run to mend. */
const isKept = ({ kept }: Misfit): boolean => kept !== null;

/** Each suspect is judged where it stands; what no run moves and breaks a rule since something has changed (`broken`) was, for the whole plan. */
async function conflictingBars(db: Db, today: PlantDate, broken: readonly Misfit[]): Promise<ConflictingBar[]> {
  const suspected = await suspectIds(db);
  const unsound = [...suspected].flatMap(([id, isUnsound]) => (isUnsound ? [id] : []));
  const judged = suspected.size === 0 ? new Map<number, JudgedBar>() : await judgedBars(db, [...suspected.keys()], today, unsound);
  for (const misfit of broken) judged.set(misfit.entry_id, withConflicts(judged.get(misfit.entry_id), misfit));
  return judged.size === 0 ? [] : conflictsAmong(await namesOf(db, [...judged.keys()]), judged);
}

/** What depends on where others stand, who may have been moved since the plan was read: only who looks now knows. */
const OF_OTHERS: ReadonlySet<Conflict['kind']> = new Set(['before_previous', 'over_capacity']);

/** The rules that it breaks beside what was judged already. */
function withConflicts(judged: JudgedBar | undefined, { conflicts }: Misfit): JudgedBar {
  const own = judged?.conflicts ?? [];
  const known = new Set(own.map(ruleOf));
  const more = conflicts.filter((conflict) => !OF_OTHERS.has(conflict.kind) && !known.has(ruleOf(conflict)));
  return { conflicts: sayOnce([...own, ...more]), next_id: judged?.next_id };
}

/** Two processes of a lot in the wrong order are one conflict: it stands on the one that starts too early. */
function conflictsAmong(suspected: readonly NamedBar[], found: ReadonlyMap<number, JudgedBar>): ConflictingBar[] {
  const judged = suspected.flatMap((bar) => {
    const one = found.get(bar.entry_id);
    return one ? [{ bar, ...one }] : [];
  });
  const early = new Set(
    judged.filter(({ conflicts }) => conflicts.some(({ kind }) => kind === 'before_previous')).map(({ bar }) => bar.entry_id),
  );
  return judged.flatMap(({ bar, next_id, conflicts }) => {
    const own = conflicts.filter(({ kind }) => kind !== 'after_next' || !early.has(next_id ?? 0));
    const sentences = warningsOf([{ name: bar.task_name, conflicts: own }], false).map(({ text }) => text);
    if (sentences.length === 0) return [];
    const kinds = new Set(own.map(({ kind }) => kind));
    return [{ ...bar, kinds: [...kinds], sentences }];
  });
}

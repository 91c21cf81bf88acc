import type { Knex } from 'knex';
import type { Db } from '../../../db/types.ts';
import { CONFLICT_KINDS, type Finding } from '../../../domain/bar-judge.ts';
import type { BarFault } from '../../../domain/bar-rules.ts';
import { warningsOf } from '../../../domain/bar-warnings.ts';
import type { PlanPart } from '../../../domain/plan-inputs.ts';
import { type Clock, type Instant, type PlantDate, plantDate } from '../../../domain/plant-time.ts';
import { causeInBrief } from '../../../domain/texts/runs.ts';
import { type LateOrder, lateOrders } from '../../figures/figures.service.ts';
import { lateCauses } from '../../runs/causes.service.ts';
import { staleParts } from '../../runs/stale.service.ts';
import { type JudgedBar, judgedBars } from '../moves/judged-bars.ts';
import { type LateStanding, plannedAt, type Suspect, standingOf, suspects } from './overview.store.ts';

/** A late open order: how late, why, and where to look first. */
export interface Late extends LateStanding {
  serial_number: string;
  deadline_date: PlantDate;
  late_days: number;
  /** The main cause as the newest complete run found it; null where it did not know the order to be late. */
  cause: string | null;
}

type ConflictKind = Exclude<Finding['kind'], 'past_deadline'> | BarFault['kind'];

/** An open bar that contradicts the rest of the plan, or breaks a rule where it stands. */
export interface ConflictingBar extends Omit<Suspect, 'unsound'> {
  kinds: ConflictKind[];
  sentences: string[];
}

/** What of the published plan needs the planner, whatever the filter. */
export interface Overview {
  planned_at: Instant | null;
  /** What has changed since the plan was made. */
  stale: PlanPart[];
  late: { count: number; overdue: number; worst_days: number; orders: Late[] };
  conflicts: ConflictingBar[];
}

/** By database: the reading under way, and the next one, which has not begun. */
const underWay = new WeakMap<Knex, Promise<unknown>>();
const next = new WeakMap<Knex, Promise<Overview>>();

/**
 * Late orders and conflicts of the plan as it stands. Every open board asks after every change: those who ask while the plan is being read
 * share one more reading, which sees what had been written when they asked.
 */
export function overview(db: Knex, clock: Clock): Promise<Overview> {
  const shared = next.get(db);
  if (shared) return shared;
  const before = underWay.get(db) ?? Promise.resolve();
  const begun = (): Promise<Overview> => {
    next.delete(db);
    const reading = readOverview(db, clock);
    underWay.set(db, reading);
    return reading;
  };
  const own = before.then(begun, begun);
  next.set(db, own);
  return own;
}

async function readOverview(db: Knex, clock: Clock): Promise<Overview> {
  const today = plantDate(clock());
  const asked = staleParts(db);
  const [planned_at, stale, late, conflicts] = await Promise.all([
    plannedAt(db),
    asked,
    latenessOf(db, today),
    asked.then((parts) => conflictingBars(db, today, parts.length > 0)),
  ]);
  return { planned_at, stale, late, conflicts };
}

async function latenessOf(db: Knex, today: PlantDate): Promise<Overview['late']> {
  const [late, causes] = await Promise.all([lateOrders(db), lateCauses(db)]);
  const standing = await standingOf(
    db,
    late.map(({ order_id }) => order_id),
  );
  const causeOf = (id: number): string | null => {
    const why = causes.get(id);
    return why ? causeInBrief(why.cause, why.facility_name) : null;
  };
  const orders = late.flatMap((order) => lateWith(order, standing.get(order.order_id), causeOf(order.order_id)));
  return {
    count: orders.length,
    overdue: orders.filter(({ deadline_date }) => deadline_date < today).length,
    worst_days: orders[0]?.late_days ?? 0,
    orders,
  };
}

/** Nothing where the order's last bar was finished between two questions. */
function lateWith(
  { serial_number, delivery_date, late_days }: LateOrder,
  standing: LateStanding | undefined,
  cause: string | null,
): Late[] {
  return standing ? [{ ...standing, serial_number, deadline_date: delivery_date, late_days, cause }] : [];
}

async function conflictingBars(db: Db, today: PlantDate, stale: boolean): Promise<ConflictingBar[]> {
  const suspected = await suspects(db, stale);
  if (suspected.length === 0) return [];
  const ids = suspected.map(({ entry_id }) => entry_id);
  const unsound = suspected.filter((suspect) => suspect.unsound).map(({ entry_id }) => entry_id);
  return conflictsAmong(suspected, await judgedBars(db, ids, today, unsound));
}

const isConflict = ({ kind }: Finding): boolean => CONFLICT_KINDS.includes(kind);

/** Two processes of a lot in the wrong order are one conflict: it stands on the one that starts too early. */
function conflictsAmong(suspected: readonly Suspect[], found: ReadonlyMap<number, JudgedBar>): ConflictingBar[] {
  const judged = suspected.flatMap(({ unsound: _unsound, ...bar }) => {
    const one = found.get(bar.entry_id);
    return one ? [{ bar, ...one, findings: one.findings.filter(isConflict) }] : [];
  });
  const early = new Set(
    judged.filter(({ findings }) => findings.some(({ kind }) => kind === 'before_previous')).map(({ bar }) => bar.entry_id),
  );
  return judged.flatMap(({ bar, next_id, findings, faults }) => {
    const own = findings.filter(({ kind }) => kind !== 'after_next' || !early.has(next_id ?? 0));
    const sentences = warningsOf([{ name: bar.task_name, findings: own, faults }], false).map(({ text }) => text);
    if (sentences.length === 0) return [];
    const kinds = new Set([...own, ...faults].map(({ kind }) => kind as ConflictKind));
    return [{ ...bar, kinds: [...kinds], sentences }];
  });
}

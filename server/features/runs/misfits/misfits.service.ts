import type { Knex } from 'knex';
import { announce } from '../../../db/events.ts';
import type { Plan } from '../../../db/plan.ts';
import type { Conflict } from '../../../domain/bars/conflicts.ts';
import { type Clock, instantOfMinutes, plantDate, plantMinutes } from '../../../domain/ground/plant-time.ts';
import type { Log } from '../../../log.ts';
import { planningStartOf } from '../../../scheduling/index.ts';
import { type Desk, deskOf } from '../desk/desk.service.ts';
import { type Judge, judgeAt } from '../judge/judge.service.ts';
import { type Staleness, stalenessOf } from '../story/stale.service.ts';
import { type MisfitBar, type OpenMisfit, openMisfits } from './misfits.store.ts';

/** The parts that a search for misfits needs. `log` is told of a search that failed. */
export interface MisfitsContext {
  db: Knex;
  desk: Pick<Desk, 'ask'>;
  clock: Clock;
  log: Pick<Log, 'error'>;
}

/** The result of a search, or the search under way (`bars` null). `by` names the changes it was made for; null: they are no longer asked about. */
interface Found {
  by: string | null;
  bars: MisfitBar[] | null;
  /** The result of the search before, while `bars` is null; null: there is none. */
  former: MisfitBar[] | null;
  /** When the search failed, in epoch ms, while `bars` is null; undefined: it is under way. */
  failed_at?: number;
}

/** A search that failed mostly fails again, and reads the whole plan each time: the next one waits so long. */
const PAUSE_MS = 10 * 60_000;

/** A bar that breaks a rule where it stands, because something has changed since the plan was made. */
export interface Misfit extends OpenMisfit {
  conflicts: readonly Conflict[];
}

/** The misfits of plans. */
export interface Misfits {
  /**
   * Gives the misfits of a plan, as the engine finds them when it reads the whole of it. `parts` are the inputs that have changed since the plan was made,
   * and `by` names these changes. The desk searches once for each `by`. Until it ends, this gives the result of the search before; once it ends, the
   * followers of the inputs are told. Gives null where there is no result yet, and where the plan is not stale. Leaves out bars that were moved,
   * finished or begun since the search.
   */
  since(plan: Plan, changed: { parts: readonly unknown[]; by: string }): Promise<Misfit[] | null>;
  /** Whether a search of a plan is under way. */
  areSought(plan: Plan): boolean;
}

/** Makes the misfits of a database. They keep the last result of each plan in memory. */
export function misfitsOf(context: MisfitsContext): Misfits {
  const searches = new Map<Plan, Search>();
  return {
    areSought: (plan) => searches.get(plan)?.isUnderWay() ?? false,
    async since(plan, { parts, by }) {
      const search = searches.get(plan) ?? searchOf(context, plan);
      searches.set(plan, search);
      if (parts.length === 0) {
        search.forget();
        return null;
      }
      const { bars, former } = search.for(by);
      const known = bars ?? former;
      return known && stillOpen(context, plan, known);
    },
  };
}

/** The search for the misfits of a plan. */
interface Search {
  /** Gives the last result for these changes, or begins to search. */
  for(by: string): Found;
  /** Drops the result once the plan is no longer stale: it says nothing about the next change. */
  forget(): void;
  isUnderWay(): boolean;
}

function searchOf({ db, desk, clock, log }: MisfitsContext, plan: Plan): Search {
  /** The last result, or the search under way. */
  let last: Found | undefined;
  const isUnderWay = (): boolean => last?.bars === null && last.failed_at === undefined;
  return {
    isUnderWay,
    for(by) {
      last = searchFor(by);
      return last;
    },
    forget() {
      if (isUnderWay()) Object.assign(last!, { by: null, former: null });
      else last = undefined;
    },
  };

  function searchFor(by: string): Found {
    if (last?.bars && last.by === by) return last;
    if (last?.bars === null) {
      // One at a time: who asks after it is told asks for what has changed meanwhile.
      if (last.failed_at === undefined) return last;
      // Either way: the clock may have been set back since.
      if (last.by === by && Math.abs(clock() - last.failed_at) < PAUSE_MS) return last;
    }
    const own: Found = { by, bars: null, former: last?.by == null ? null : (last.bars ?? last.former) };
    desk.ask('misfits', { plan, today: plantDate(clock()) }).then(
      (bars) => {
        own.bars = bars;
        return announce(db, { kind: 'inputs' }).catch(() => undefined);
      },
      (error: unknown) => {
        Object.assign(own, { former: null, failed_at: clock() });
        log.error({ err: error }, 'bars that do not fit any more could not be counted');
      },
    );
    return own;
  }
}

/** The state of plans: which changes have made them stale, their misfits, and the desk that reads them. A program has one of these. */
export interface Standing {
  staleness: Staleness;
  misfits: Misfits;
  desk: Desk;
  judge: Judge;
}

/** Makes the standing of the plans of a database. */
export function standingOf(context: Omit<MisfitsContext, 'desk'>): Standing {
  const desk = deskOf(context.db);
  return { staleness: stalenessOf(context.db), misfits: misfitsOf({ ...context, desk }), desk, judge: judgeAt(desk) };
}

async function stillOpen({ db, clock }: Pick<MisfitsContext, 'db' | 'clock'>, plan: Plan, bars: readonly MisfitBar[]): Promise<Misfit[]> {
  if (bars.length === 0) return [];
  const now = plantMinutes(clock());
  const still = await openMisfits(db, plan, bars, { now: instantOfMinutes(now), planned: instantOfMinutes(planningStartOf(now)) });
  const conflictsOf = new Map(bars.map(({ id, conflicts }) => [id, conflicts]));
  return still.flatMap((bar) => {
    const conflicts = (conflictsOf.get(bar.entry_id) ?? []).filter((conflict) => isOfBar(conflict, bar));
    return conflicts.length > 0 ? [{ ...bar, conflicts }] : [];
  });
}

/**
 * Whether a conflict counts for a bar. A crowded facility does not count for a bar that stays, since the next run may move another one; `judgeBar`
 * tells where all of them are locked.
 */
const isOfBar = ({ kind }: Conflict, { kept }: OpenMisfit): boolean => kind !== 'over_capacity' || kept === null;

/** Counts the misfits that the next run places anew (`misfits`) and those that it leaves (`kept_misfits`); both null where `found` is null. */
export function countMisfits(found: readonly Misfit[] | null): { misfits: number | null; kept_misfits: number | null } {
  if (found === null) return { misfits: null, kept_misfits: null };
  const kept_misfits = found.filter(({ kept }) => kept !== null).length;
  return { misfits: found.length - kept_misfits, kept_misfits };
}

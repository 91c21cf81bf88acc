import type { Knex } from 'knex';
import { announce } from '../../../db/events.ts';
import { connectionOf } from '../../../db/share.ts';
import type { Conflict } from '../../../domain/bars/conflicts.ts';
import { type Clock, instantOfMinutes, plantDate, plantMinutes } from '../../../domain/ground/plant-time.ts';
import type { Log } from '../../../log.ts';
import { planningStartOf } from '../../../scheduling/index.ts';
import { askThread } from '../../../thread.ts';
import { type Staleness, stalenessOf } from '../story/stale.service.ts';
import { type MisfitBar, type OpenMisfit, openMisfits } from './misfits.store.ts';
import type { MisfitsTask } from './misfits-thread.ts';

/** What is asked of misfits: the database, the clock, and where it is said that they could not be found. */
export interface MisfitsContext {
  db: Knex;
  clock: Clock;
  log: Pick<Log, 'error'>;
}

/** What was found: after which changes (null: nobody asks for those any more), and the bars with where each stood. */
interface Found {
  by: string | null;
  bars: MisfitBar[] | null;
  /** While there are no bars: what was found before; null: nothing is known. */
  former: MisfitBar[] | null;
  /** While there are no bars: when finding them failed, epoch ms; undefined: under way. */
  failed_at?: number;
}

/** What has failed mostly fails again, and reads the whole plan to do so. */
const PAUSE_MS = 10 * 60_000;

/** A bar that breaks rules where it stands since the plan was made. */
export interface Misfit extends OpenMisfit {
  conflicts: readonly Conflict[];
}

/** The bars of the published plan that break rules since it was made, for whoever asks. */
export interface Misfits {
  /**
   * The bars that break a rule where they stand since the plan was made, by the engine's reading of the whole plan. A thread finds them once for the
   * same changes (`by`); until it has, those found after the changes before them stand, and who follows the inputs is told of the new ones. Null while
   * nothing is known, and of a plan that is not stale. Bars moved, finished or begun since they were found are left out.
   */
  since(changed: { parts: readonly unknown[]; by: string }): Promise<Misfit[] | null>;
  /** Whether they are being looked for just now. */
  areSought(): boolean;
}

/** The misfits of a database; what was found last is kept here. */
export function misfitsOf(context: MisfitsContext): Misfits {
  const { db, clock, log } = context;
  /** What was found last, or the search under way. */
  let last: Found | undefined;
  const areSought = (): boolean => last?.bars === null && last.failed_at === undefined;

  return {
    areSought,
    async since({ parts, by }) {
      if (parts.length === 0) {
        forget();
        return null;
      }
      last = searchFor(by);
      const known = last.bars ?? last.former;
      return known && stillOpen(context, known);
    },
  };

  /** What was found of a plan that is as it was again says nothing of the next change. */
  function forget(): void {
    if (areSought()) Object.assign(last!, { by: null, former: null });
    else last = undefined;
  }

  function searchFor(by: string): Found {
    if (last?.bars && last.by === by) return last;
    if (last?.bars === null) {
      // One at a time: who asks after it is told asks for what has changed meanwhile.
      if (last.failed_at === undefined) return last;
      // Either way: the clock may have been set back since.
      if (last.by === by && Math.abs(clock() - last.failed_at) < PAUSE_MS) return last;
    }
    const own: Found = { by, bars: null, former: last?.by == null ? null : (last.bars ?? last.former) };
    findInThread(context).then(
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

/** What is known of the published plan as it stands now: what it is stale of, and which bars do not fit any more. One for a program. */
export interface Standing {
  staleness: Staleness;
  misfits: Misfits;
}

/** What is known of the plan that stands in a database. */
export const standingOf = (context: MisfitsContext): Standing => ({ staleness: stalenessOf(context.db), misfits: misfitsOf(context) });

async function stillOpen({ db, clock }: Pick<MisfitsContext, 'db' | 'clock'>, bars: readonly MisfitBar[]): Promise<Misfit[]> {
  if (bars.length === 0) return [];
  const now = plantMinutes(clock());
  const still = await openMisfits(db, bars, { now: instantOfMinutes(now), planned: instantOfMinutes(planningStartOf(now)) });
  const conflictsOf = new Map(bars.map(({ id, conflicts }) => [id, conflicts]));
  return still.flatMap((bar) => {
    const conflicts = (conflictsOf.get(bar.entry_id) ?? []).filter((conflict) => isOfBar(conflict, bar));
    return conflicts.length > 0 ? [{ ...bar, conflicts }] : [];
  });
}

/** Too many at once are no conflict of one that stays, as long as the next run may move another of them; of locked ones `judgeBar` says it. */
const isOfBar = ({ kind }: Conflict, { kept }: OpenMisfit): boolean => kind !== 'over_capacity' || kept === null;

/** How many of them the next run places anew, and how many it leaves. */
export function countMisfits(found: readonly Misfit[] | null): { misfits: number | null; kept_misfits: number | null } {
  if (found === null) return { misfits: null, kept_misfits: null };
  const kept_misfits = found.filter(({ kept }) => kept !== null).length;
  return { misfits: found.length - kept_misfits, kept_misfits };
}

async function findInThread({ db, clock }: MisfitsContext): Promise<MisfitBar[]> {
  const workerData: MisfitsTask = { connection: await connectionOf(db), today: plantDate(clock()) };
  return askThread(new URL('./misfits-thread.ts', import.meta.url), workerData);
}

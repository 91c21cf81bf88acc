import type { Knex } from 'knex';
import type { Success } from '../../../contract/handlers.ts';
import type { PageBounds } from '../../../db/list.ts';
import { type Plan, plannedAt } from '../../../db/plan.ts';
import { keepOrderStatesIfPossible } from '../../../db/sql/states.ts';
import { warningsOf } from '../../../domain/bars/warnings.ts';
import { type Clock, plantDate } from '../../../domain/ground/plant-time.ts';
import { sharing } from '../../../turns.ts';
import { countMisfits, type Standing } from '../../runs/misfits/misfits.service.ts';
import { staleOfPlan } from '../../runs/story/stale.service.ts';
import { type ConflictingBar, conflictingBars } from './conflicts.service.ts';
import { lateOnes } from './late.service.ts';
import { namesOf } from './overview.store.ts';

/** What of a plan needs the planner, whatever the filter. */
type Overview = Success<'getScheduleOverview'>;

/** The plan as it was read: its overview, and every bar in conflict. */
interface Reading {
  overview: Overview;
  conflicts: ConflictingBar[];
}

/** So many late orders and so many conflicts are told with their counts; the others by pages. */
const TOLD = 50;

/** Where the plans are that are looked over, and what is known of the published one as it stands. */
export interface OverviewContext {
  db: Knex;
  clock: Clock;
  standing: Standing;
}

/** What of a plan needs the planner. */
export interface PlanOverview {
  /** Late orders and conflicts of the plan as it stands: how many there are, and the first of them. */
  overview(plan: Plan): Promise<Overview>;
  /** A page of the bars in conflict by start, and how many there are. */
  conflictPage(plan: Plan, page: PageBounds): Promise<{ count: number; rows: ConflictingBar[] }>;
}

/** The overviews of plans. Every open board asks after every change: those who ask of the same plan at the same time share one reading. */
export function overviewOf(context: OverviewContext): PlanOverview {
  const readings = new Map<Plan, () => Promise<Reading>>();
  const read = (plan: Plan): Promise<Reading> => {
    const reading = readings.get(plan) ?? sharing<void, Reading>(() => readNow(context, plan));
    readings.set(plan, reading);
    return reading();
  };
  return {
    overview: async (plan) => (await read(plan)).overview,
    async conflictPage(plan, { limit, offset }) {
      const bars = (await read(plan)).conflicts;
      return { count: bars.length, rows: bars.slice(offset, offset + limit) };
    },
  };
}

async function readNow({ db, clock, standing }: OverviewContext, plan: Plan): Promise<Reading> {
  const today = plantDate(clock());
  await keepOrderStatesIfPossible(db);
  const changed = await staleOfPlan(db, standing.staleness, plan);
  const broken = standing.misfits.since(plan, changed);
  const [planned_at, { found: _, ...late }, conflicts] = await Promise.all([
    plannedAt(db, plan),
    lateOnes(db, plan, today, { limit: TOLD, offset: 0 }),
    conflictingBars(db, standing.judge, plan, clock()),
  ]);
  const told = { count: conflicts.length, bars: conflicts.slice(0, TOLD) };
  const { misfits } = countMisfits(await broken);
  return { overview: { planned_at, stale: changed.parts, late, conflicts: told, misfits }, conflicts };
}

type MisfitRow = Success<'listMisfits'>['results'][number];

/** A page of the bars of a plan that break rules since something has changed, with names and what each breaks, by start, and how many there are; null while that is not known. */
export async function misfitRows(
  { db, standing }: Pick<OverviewContext, 'db' | 'standing'>,
  plan: Plan,
  { limit, offset }: PageBounds,
): Promise<{ count: number; rows: MisfitRow[] } | null> {
  const changed = await staleOfPlan(db, standing.staleness, plan);
  const found = await standing.misfits.since(plan, changed);
  if (found === null) return changed.parts.length > 0 ? null : { count: 0, rows: [] };
  const page = found.slice(offset, offset + limit);
  const ids = page.map(({ entry_id }) => entry_id);
  const named = new Map((ids.length === 0 ? [] : await namesOf(db, plan, ids)).map((bar) => [bar.entry_id, bar]));
  const rows = page.flatMap(({ entry_id, kept, conflicts }) => {
    const bar = named.get(entry_id);
    if (!bar) return [];
    const said = warningsOf([{ name: bar.task_name, conflicts }], false);
    return [{ ...bar, kept, sentences: said.map(({ text }) => text) }];
  });
  return { count: found.length, rows };
}

import type { Knex } from 'knex';
import type { Success } from '../../../contract/handlers.ts';
import type { PageBounds } from '../../../db/list.ts';
import { plannedAt } from '../../../db/sql/published.ts';
import { keepOrderStatesIfPossible } from '../../../db/sql/states.ts';
import { warningsOf } from '../../../domain/bars/warnings.ts';
import { plantDate } from '../../../domain/ground/plant-time.ts';
import { sharing } from '../../../turns.ts';
import { countMisfits, type MisfitsContext, misfits } from '../../runs/misfits/misfits.service.ts';
import { staleness } from '../../runs/story/stale.service.ts';
import { type ConflictingBar, type Conflicts, conflictingBars, isKept } from './conflicts.service.ts';
import { lateOnes } from './late.service.ts';
import { namesOf } from './overview.store.ts';

/** What of the published plan needs the planner, whatever the filter. */
type Overview = Success<'getScheduleOverview'>;

/** The plan as it was read: its overview, and every bar in conflict. */
interface Reading {
  overview: Overview;
  conflicts: Conflicts;
}

/** So many late orders and so many conflicts are told with their counts; the others by pages. */
const TOLD = 50;

/** Every open board asks after every change: by database, one reading for those who ask at the same time. */
const readings = new WeakMap<Knex, (context: MisfitsContext) => Promise<Reading>>();

/** Late orders and conflicts of the plan as it stands: how many there are, and the first of them. */
export const overview = async (context: MisfitsContext): Promise<Overview> => (await read(context)).overview;

/** A page of the bars in conflict by start, and how many there are. */
export async function conflictPage(
  context: MisfitsContext,
  { limit, offset }: PageBounds,
): Promise<{ count: number; rows: ConflictingBar[] }> {
  const { bars } = (await read(context)).conflicts;
  return { count: bars.length, rows: bars.slice(offset, offset + limit) };
}

function read(context: MisfitsContext): Promise<Reading> {
  const known = readings.get(context.db) ?? sharing(([first = context]) => readNow(first));
  readings.set(context.db, known);
  return known(context);
}

async function readNow(context: MisfitsContext): Promise<Reading> {
  const { db, clock } = context;
  const today = plantDate(clock());
  await keepOrderStatesIfPossible(db);
  const changed = await staleness(db);
  const broken = misfits(context, changed);
  const [planned_at, { found: _, ...late }, conflicts] = await Promise.all([
    plannedAt(db),
    lateOnes(db, today, { limit: TOLD, offset: 0 }),
    broken.then((found) => conflictingBars(db, today, (found ?? []).filter(isKept))),
  ]);
  const told = { count: conflicts.bars.length, more: conflicts.more, bars: conflicts.bars.slice(0, TOLD) };
  return { overview: { planned_at, stale: changed.parts, late, conflicts: told, misfits: countMisfits(await broken).misfits }, conflicts };
}

type MisfitRow = Success<'listMisfits'>['results'][number];

/** A page of the bars that break rules since something has changed, with names and what each breaks, by start, and how many there are; null while that is not known. */
export async function misfitRows(
  context: MisfitsContext,
  { limit, offset }: PageBounds,
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

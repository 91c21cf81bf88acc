import type { Knex } from 'knex';
import type { Plan } from '../../../db/plan.ts';
import type { Conflict } from '../../../domain/bars/conflicts.ts';
import type { PlantDate } from '../../../domain/ground/plant-time.ts';
import { fixedConflicts, type PlanningRows } from '../../../scheduling/index.ts';
import type { Read } from '../desk/reading.ts';
import { readInPlace, rulesBroken } from './bar-rules.service.ts';
import { type MisfitBar, placedByHand } from './misfits.store.ts';

type Entry = PlanningRows['plan_entries'][number];

/**
 * The bars that break a rule where they stand, were all of the plan fixed. Unfinished bars that were moved by hand are left out, so that nobody's move is the cause;
 * those of them that no run moves are judged by the rules of their own tasks.
 */
export async function misfitBars(trx: Knex.Transaction, plan: Plan, read: Read, today: PlantDate): Promise<MisfitBar[]> {
  const { rows } = read;
  const byHand = await placedByHand(trx, plan);
  const isMoved = ({ id, received_locked }: Entry): boolean => !received_locked && byHand.has(id);
  const placed = rows.plan_entries.filter((entry) => !isMoved(entry));
  const kept = rows.plan_entries.filter((entry) => isMoved(entry) && (entry.locked || entry.created_by_hand));
  const own = await rulesBroken(
    trx,
    plan,
    kept.map(({ id }) => id),
    today,
  );
  const broken = new Map([...brokenAmong(read, placed, today), ...own]);
  return [...placed, ...kept].flatMap(({ id, start_at, end_at, facility_id }) => {
    const conflicts = broken.get(id) ?? [];
    return conflicts.length > 0 ? [{ id, start_at, end_at, facility_id, conflicts }] : [];
  });
}

/** The rules that bars break, by their ids, were all of them fixed and nothing else there. */
function brokenAmong({ rows, settings }: Read, bars: readonly Entry[], today: PlantDate): Map<number, Conflict[]> {
  const broken = new Map<number, Conflict[]>();
  if (bars.length === 0) return broken;
  const fixed = bars.map((entry) => ({ ...entry, locked: true }));
  const problem = readInPlace({ ...rows, plan_entries: fixed }, settings, today);
  for (const { conflict, bars: party } of fixedConflicts(problem)) {
    for (const { entry_id } of party) broken.set(entry_id, [...(broken.get(entry_id) ?? []), conflict]);
  }
  return broken;
}

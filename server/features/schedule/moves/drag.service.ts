import type { Knex } from 'knex';
import type { Success } from '../../../contract/handlers.ts';
import { notFound } from '../../../domain/ground/errors.ts';
import type { PlantDate } from '../../../domain/ground/plant-time.ts';
import { databaseTexts } from '../../../domain/texts/program/database.ts';
import { type RulesAround, rulesOfBar } from '../../runs/misfits/bar-rules.service.ts';
import { eligibilityOf } from '../eligibility.store.ts';
import { occupantsOf } from '../judge/surroundings.store.ts';
import { draggedRow, holidaysBetween, lotBars, orderEnds, unitsOf } from './drag.store.ts';

/**
 * Everything a bar is judged by anywhere between two days: the order of its lot, its rules, the facilities of its task and of the later
 * tasks with their units and bars, holidays, and the deadline of its order. Throws not found.
 */
export async function surroundingsBetween(
  db: Knex,
  id: number,
  days: readonly [PlantDate, PlantDate],
  today: PlantDate,
): Promise<Success<'getSurroundings'>> {
  const bar = await draggedRow(db, id);
  if (!bar) throw notFound(databaseTexts.notFound);
  const lot = bar.task_sort === null ? [bar] : await lotBars(db, bar);
  const ids = lot.map((one) => one.id);
  const able = bar.outsourced ? [] : (await eligibilityOf(db, bar.product_id))(bar.task_id);
  const eligible = new Set([...able, ...(bar.facility === null ? [] : [bar.facility])]);
  const later = lot.slice(ids.indexOf(id) + 1).filter(({ finished }) => !finished);
  const wanted = [...new Set([...eligible, ...later.flatMap(({ facility }) => facility ?? [])])];
  const facilities = await unitsOf(db, wanted, days);
  const { rules, weekdays, rests }: RulesAround = bar.finished
    ? { rules: new Map(), weekdays: new Map(), rests: new Map() }
    : await rulesOfBar(db, id, [null, ...eligible], today);
  const ordered = [...facilities.filter((one) => eligible.has(one.id)), ...facilities.filter((one) => !eligible.has(one.id))];
  return {
    id,
    lot: lot.map((one) => ({ ...lotBar(one), weekdays: weekdays.get(one.id) ?? null, rest: rests.get(one.id) ?? null })),
    deadline_date: bar.deadline_date,
    ...(await orderEnds(db, bar, ids)),
    facilities: ordered.map((one) => ({ ...one, eligible: eligible.has(one.id), rules: rules.get(one.id) ?? null })),
    rules_without_facility: rules.get(null) ?? null,
    occupants: await occupantsOf(db, wanted, days, ids),
    holidays: await holidaysBetween(db, days),
  };
}

/** A bar of the lot without what only its reading needs. */
function lotBar(bar: Awaited<ReturnType<typeof lotBars>>[number]) {
  const { id, placed_by, furnace_run_id, start_at, end_at, work_time_set, elapsed, hours } = bar;
  const { version, task_name, facility, outsourced, locked, finished } = bar;
  return {
    id,
    placed_by,
    furnace_run_id,
    start_at,
    end_at,
    work_time_set,
    elapsed,
    hours,
    version,
    task_name,
    facility,
    outsourced,
    locked,
    finished,
  };
}

import type { Knex } from 'knex';
import type { FieldErrors } from '../../domain/errors.ts';
import { masterTexts } from '../../domain/texts/master.ts';
import { facilityAbilities, nestedRows, taskCodes } from './master.store.ts';
import type { Nested, Resource } from './resources.ts';

type Body = Record<string, unknown>;
type Known = { tasks: Map<number, string>; facilities: Map<number, { code: string; tasks: Set<number> }> };

const idsOf = (rows: readonly Body[], field: string): number[] =>
  rows.map((row) => row[field]).filter((id): id is number => typeof id === 'number');

/**
 * What is wrong with the nested rows of a body, as arrays of field maps beside the rows. A row whose task and facility stand in the
 * database already is let through: the master may have changed around it, and that must not hold up another change of the product.
 */
export async function nestedErrors(
  trx: Knex.Transaction,
  resource: Resource,
  body: Body,
  before: { id: number } | undefined,
): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  const lists = (resource.nested ?? []).filter((nested) => body[nested.field] !== undefined);
  const all = lists.flatMap((nested) => body[nested.field] as Body[]);
  if (all.length === 0) return errors;
  const known: Known = {
    tasks: await taskCodes(trx, idsOf(all, 'task')),
    facilities: await facilityAbilities(trx, idsOf(all, 'facility')),
  };
  for (const nested of lists) {
    const stored = before ? await nestedRows(trx, nested, before.id) : [];
    const rows = body[nested.field] as Body[];
    const maps = rows.map((row, index) => rowErrors(nested, row, rows.slice(0, index), stored, known));
    if (maps.some((map) => Object.keys(map).length > 0)) errors[nested.field] = maps;
  }
  return errors;
}

const sameKey = (nested: Nested, one: Body, other: Body): boolean =>
  nested.key.every((field) => (one[field] ?? null) === (other[field] ?? null));

function rowErrors(nested: Nested, row: Body, earlier: readonly Body[], stored: readonly Body[], known: Known): FieldErrors {
  const old = stored.find((candidate) => candidate.id === row.id);
  if (row.id != null && !old) return { id: [masterTexts.unknownRow] };
  if (earlier.some((other) => sameKey(nested, row, other))) return { task: [masterTexts.rowTwice] };
  if (stored.some((candidate) => sameKey(nested, row, candidate))) return {};
  const errors: FieldErrors = {};
  const task = known.tasks.get(row.task as number);
  if (task === undefined) errors.task = [masterTexts.unknownTask];
  else if (!nested.takesTask(task)) errors.task = [masterTexts.taskNotForList];
  if (row.facility == null || !('facility' in nested.columns)) return errors;
  const facility = known.facilities.get(row.facility as number);
  if (!facility) errors.facility = [masterTexts.unknownFacility];
  else if (nested.takesFacility && !nested.takesFacility(facility.code)) errors.facility = [masterTexts.facilityNotForList];
  else if (task !== undefined && !facility.tasks.has(row.task as number)) errors.facility = [masterTexts.facilityCannot];
  return errors;
}

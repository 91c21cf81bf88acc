import type { Knex } from 'knex';
import type { FieldErrors } from '../../domain/ground/errors.ts';
import { masterTexts } from '../../domain/texts/master.ts';
import { facilityAbilities, nestedRows, taskCodes } from './master.store.ts';
import type { Nested, Resource } from './resources.ts';

type Body = Record<string, unknown>;
type Known = { tasks: Map<number, string>; facilities: Map<number, { code: string; tasks: Set<number> }> };

/** The rows of a list as they stand: their ids, and their keys. */
interface Stored {
  ids: ReadonlySet<unknown>;
  keys: ReadonlySet<string>;
}

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
    const own: Stored = { ids: new Set(stored.map(({ id }) => id)), keys: new Set(stored.map((row) => keyOf(nested, row))) };
    const earlier = new Set<string>();
    const maps = rows.map((row) => {
      const errors = rowErrors(nested, row, earlier, own, known);
      earlier.add(keyOf(nested, row));
      return errors;
    });
    if (maps.some((map) => Object.keys(map).length > 0)) errors[nested.field] = maps;
  }
  return errors;
}

const keyOf = (nested: Nested, row: Body): string => JSON.stringify(nested.key.map((field) => row[field] ?? null));

function rowErrors(nested: Nested, row: Body, earlier: ReadonlySet<string>, stored: Stored, known: Known): FieldErrors {
  if (row.id != null && !stored.ids.has(row.id)) return { id: [masterTexts.unknownRow] };
  const key = keyOf(nested, row);
  if (earlier.has(key)) return { task: [masterTexts.rowTwice] };
  if (stored.keys.has(key)) return {};
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

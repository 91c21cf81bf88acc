import { bound } from '../../db/bound.ts';
import type { Plan } from '../../db/plan.ts';
import type { Db } from '../../db/types.ts';
import { NIGHT_TEXTS } from '../../domain/texts/nightly.ts';
import type { NightFile, NightWorkbook } from './nightly.store.ts';

/** A file of a night with what its import came to. */
export type FileOutcome = Pick<NightFile, 'name' | 'kind' | 'outcome' | 'sentence' | 'import_id'> & {
  row_count: number | null;
  new_count: number | null;
  changed_count: number | null;
  unchanged_count: number | null;
  deleted_count: number | null;
  left_out_count: number | null;
  refused: boolean | null;
  errors: string[] | null;
  warnings: string[] | null;
};

/** The files of a night, in their order. */
export const fileOutcomes = (db: Db, nightId: number): Promise<FileOutcome[]> =>
  db('night_files as f')
    .leftJoin('import_log as i', 'i.id', 'f.import_id')
    .where('f.night_id', nightId)
    .orderBy('f.position')
    .select('f.name', 'f.kind', 'f.outcome', 'f.sentence', 'f.import_id')
    .select(
      ...['row_count', 'new_count', 'changed_count', 'unchanged_count', 'deleted_count', 'left_out_count'].map((name) => `i.${name}`),
      ...['refused', 'errors', 'warnings'].map((name) => `i.${name}`),
    ) as unknown as Promise<FileOutcome[]>;

/** The first rows that a night's imports left out. */
export const leftOutOfNight = (
  db: Db,
  nightId: number,
  limit: number,
): Promise<{ import_id: number; kind: string; row: number; reason: string }[]> =>
  db('night_files as f')
    .join('import_log as i', 'i.id', 'f.import_id')
    .join('import_left_out as l', 'l.import_id', 'i.id')
    .where('f.night_id', nightId)
    .orderBy(['f.position', 'l.row_number'])
    .limit(limit)
    .select('i.id as import_id', 'i.kind', 'l.row_number as row', 'l.reason');

/** What orders are called, by id. */
export async function orderNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await db.raw(
    `select o.id, coalesce(p.product_name, o.product_name) as name from orders o left join products p on p.id = o.product_id
     where o.id = any(?::bigint[])`,
    bound([ids]),
  );
  return new Map(rows.map(({ id, name }: { id: number; name: string }) => [id, name]));
}

/** The code of the run's first message about each given order that has no place in its plan. */
export async function codesOfOrders(db: Db, plan: Plan, runId: number, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await db.raw(
    `select distinct on (wanted.id) wanted.id, m.code from unnest(?::bigint[]) as wanted(id)
       join plans p on p.layer = ${plan} join schedule_messages m on (m.plan_id, m.job_id) = (p.id, ?) and wanted.id = any(m.order_ids)
     where m.code = any(?::text[]) order by wanted.id, m.position`,
    bound([ids, runId, Object.keys(NIGHT_TEXTS.lost)]),
  );
  return new Map(rows.map(({ id, code }: { id: number; code: string }) => [id, code]));
}

/** What facilities are called, by id. */
export async function facilityNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = (await db('facilities').whereIn('id', ids).select('id', 'facility_name')) as { id: number; facility_name: string }[];
  return new Map(rows.map(({ id, facility_name }) => [id, facility_name]));
}

/** Entries of the plan that are fixed and not finished. */
export async function lockedCount(db: Db, plan: Plan): Promise<number> {
  const { rows } = await db.raw(`select count(*)::integer as count from bars where layer = ${plan} and locked and not finished`);
  return rows[0].count as number;
}

/** The workbooks of a night. */
export const workbooksOf = (db: Db, nightId: number): Promise<NightWorkbook[]> =>
  db('night_workbooks').where({ night_id: nightId }).orderBy('file_type', 'desc').select('*') as unknown as Promise<NightWorkbook[]>;

import type { PageBounds } from '../../db/list.ts';
import type { Db } from '../../db/types.ts';
import type { FileType } from '../../domain/ground/exports.ts';
import type { Instant } from '../../domain/ground/plant-time.ts';

/** A record of an export as `get_excels` shows it. */
export interface ExportRecord {
  id: number;
  date: Instant;
  file_type: FileType;
  status: 'in_progress' | 'complete' | 'error';
  /** Where the file is fetched; null until it is complete. */
  output_file: string | null;
}

/** A record is as its file and its job are: no third place that could say otherwise. */
const RECORD = `f.id, f.date, f.file_type,
  case when f.content is not null then 'complete' when j.status in ('queued','running') then 'in_progress' else 'error' end as status,
  case when f.content is not null then '/api/schedules/excels/' || f.id || '/' end as output_file`;

/** Makes the record of an export that a job is to write. */
export async function insertRecord(
  db: Db,
  record: { job_id: number; file_type: FileType; file_name: string; date: Instant },
): Promise<ExportRecord> {
  const [{ id }] = await db('excel_files').insert(record).returning('id');
  const { rows } = await db.raw(`select ${RECORD} from excel_files f left join jobs j on j.id = f.job_id where f.id = ?`, [id]);
  return rows[0];
}

/** A page of records, newest first. */
export async function listRecords(db: Db, page: PageBounds): Promise<{ count: number; rows: ExportRecord[] }> {
  const [{ count }] = (await db('excel_files').count('id as count')) as unknown as [{ count: number }];
  const { rows } = await db.raw(
    `select ${RECORD} from excel_files f left join jobs j on j.id = f.job_id order by f.date desc, f.id desc limit ? offset ?`,
    [page.limit, page.offset],
  );
  return { count, rows };
}

/** A file as it is saved. */
export interface ExportedFile {
  name: string;
  bytes: Uint8Array;
}

const fileWhere = async (db: Db, condition: object): Promise<ExportedFile | undefined> => {
  const row = await db('excel_files').where(condition).whereNotNull('content').first('file_name', 'content');
  return row && { name: row.file_name, bytes: row.content };
};

/** The file of a complete record. */
export const fileOfRecord = (db: Db, id: number): Promise<ExportedFile | undefined> => fileWhere(db, { id });
/** The file that a job wrote. */
export const fileOfJob = (db: Db, job_id: number): Promise<ExportedFile | undefined> => fileWhere(db, { job_id });

/** The name under which the job's file is to be saved. */
export async function fileNameOfJob(db: Db, job_id: number): Promise<string> {
  return (await db('excel_files').where({ job_id }).first('file_name'))?.file_name ?? '';
}

/** Keeps the bytes that a job wrote: from now on its record is complete. */
export async function keepFile(db: Db, job_id: number, bytes: Uint8Array): Promise<void> {
  await db('excel_files')
    .where({ job_id })
    .update({ content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) });
}

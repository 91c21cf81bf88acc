import { beforeAll, describe, expect, it } from 'vitest';
import type { Success } from '../../server/contract/handlers.ts';
import { clearPassed } from '../../server/db/jobs/retention.ts';
import { addDays } from '../../server/domain/ground/plant-time.ts';
import { TODAY } from '../support/demos.ts';
import { serverHere } from '../support/here.ts';
import { plannedBar } from '../support/planned-bar.ts';
import { plantBuilder } from '../support/plant.ts';
import { eventually } from '../support/wait.ts';

const NOT_FOUND = { error: '該当のデータが存在しません。' };
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const server = serverHere({ demo: false }, '1004');

beforeAll(async () => {
  const make = plantBuilder(server.db);
  const task = await make.task({ task_name: '検査' });
  const facility = await make.facility({ tasks: [task] });
  for (const [serial_number, days] of [
    ['02640001', 5],
    ['02640002', 400],
  ] as const) {
    const lot = await make.lot(await make.order({ serial_number }));
    const date = addDays(TODAY, days);
    await plannedBar(make)(lot, task, [`${date} 08:00`, `${date} 16:00`], { facility_id: facility });
  }
});

const ask = (query = '', headers: Record<string, string> = {}) => server.download(`schedules/download_excel_gantt/${query}`, headers);
const records = () => server.get<'listExcels'>('/api/schedules/get_excels/');

describe('asking for a workbook', () => {
  it('answers 404 and makes no record where no task is in range, or nothing matches the filters', async () => {
    for (const query of [`?file_start_date=${addDays(TODAY, 30)}`, '?serial_number_search=nobody', '?file_start_date=2000-01-01']) {
      const answer = await ask(query);
      expect([answer.status, await answer.json()], query).toEqual([404, NOT_FOUND]);
    }
    expect(await records()).toMatchObject({ count: 0, results: [] });
    expect(await server.db('jobs').where('kind', 'export')).toEqual([]);
  });

  it('answers the workbook itself, with a Japanese name, and keeps it', async () => {
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(XLSX);
    expect(answer.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent('生産計画_通常_20260401.xlsx')}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    const [record] = (await records()).results;
    expect(record).toMatchObject({ file_type: 'schedules', status: 'complete', output_file: `/api/schedules/excels/${record?.id}/` });
    expect(record?.date).toMatch(/^2026-04-01T.*\+09:00$/);
    const again = await server.download(record!.output_file!.slice('/api/'.length));
    expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('answers 202 and the record at once where that is preferred; the file follows', async () => {
    const answer = await ask('', { prefer: 'respond-async' });
    const record = (await answer.json()) as Success<'listExcels'>['results'][number];
    expect([answer.status, record.status, record.output_file]).toEqual([202, 'in_progress', null]);
    await eventually(async () => (await records()).results[0]).toMatchObject({ id: record.id, status: 'complete' });
  });
});

describe('the records', () => {
  it('say error once their job has ended without a file, and the file is 404', async () => {
    const [job] = await server.db('jobs').insert({ kind: 'export', status: 'error' }).returning('id');
    const [file] = await server
      .db('excel_files')
      .insert({ job_id: job.id, file_type: 'schedules', date: `${TODAY}T23:00:00+09:00` })
      .returning('id');
    expect((await records()).results[0]).toMatchObject({ id: file.id, status: 'error', output_file: null });
    const answer = await server.ask('GET', `/api/schedules/excels/${file.id}/`);
    expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
  });

  it("never stay in progress: a killed worker's export is made anew, and after the last attempt it ends in error", async () => {
    const left = async (attempt: number): Promise<number> => {
      const answer = await ask('', { prefer: 'respond-async' });
      const { id } = (await answer.json()) as Success<'listExcels'>['results'][number];
      await eventually(async () => (await records()).results.find((row) => row.id === id)?.status).toBe('complete');
      // As a worker leaves it that was killed in its work, a lease ago.
      await server.db('excel_files').where({ id }).update({ content: null });
      await server
        .db('jobs')
        .whereIn('id', server.db('excel_files').where({ id }).select('job_id'))
        .update({
          status: 'running',
          attempt,
          worker: 'gone',
          finished_at: null,
          heartbeat_at: server.db.raw(`now() - interval '1 minute'`),
        });
      return id;
    };
    const [again, last] = [await left(1), await left(3)];
    const status = async (id: number) => (await records()).results.find((row) => row.id === id)?.status;
    await eventually(() => status(last)).toBe('error');
    await eventually(() => status(again)).toBe('complete');
  });

  it('go after 90 days with their jobs, changes and imports after five years; a worker clears them away', async () => {
    const { db } = server;
    const [job, kept] = await Promise.all(
      [91, 89].map(async (days) => {
        const finished_at = db.raw(`now() - interval '${days} days'`);
        const [{ id }] = await db('jobs').insert({ kind: 'export', status: 'complete', finished_at }).returning('id');
        const date = `${addDays(TODAY, -days)}T12:00:00+09:00`;
        await db('excel_files').insert({ file_type: 'schedules', job_id: id, date });
        return id;
      }),
    );
    const long = { at: db.raw(`now() - interval '5 years 1 day'`), actor: '1001', kind: 'orders' };
    const [{ id: change }] = await db('audit')
      .insert({ ...long, operation: 'importOrders', key: '*' })
      .returning('id');
    await db('audit').insert({ ...long, operation: 'importOrders', key: '02640001', part_of: change });
    await db('import_log').insert({ ...long, audit_id: change, content_hash: 'h', row_count: 1 });
    await clearPassed(db);
    expect(await db('jobs').whereIn('id', [job, kept]).pluck('id')).toEqual([kept]);
    expect(await db('excel_files').whereIn('job_id', [job, kept]).pluck('job_id')).toEqual([kept]);
    const years = db.raw(`now() - interval '5 years'`);
    expect([await db('audit').where('at', '<', years), await db('import_log').where('at', '<', years)]).toEqual([[], []]);
  });
});

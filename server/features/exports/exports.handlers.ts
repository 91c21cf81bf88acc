import type { Knex } from 'knex';
import { answer, type Handlers } from '../../contract/handlers.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { pageBounds, pageOf } from '../../db/list.ts';
import { type Clock, plantDate } from '../../domain/ground/plant-time.ts';
import { workbookHeaders } from '../../files/headers.ts';
import { partnerOf } from '../outsourcing/outsourcing.service.ts';
import { planOf } from '../plan/plan.service.ts';
import type { ExportedFile } from './exports.service.ts';
import { exportAndWait, exportedFile, requestExport } from './exports.service.ts';
import { listRecords } from './exports.store.ts';
import { schedulePages } from './schedules/pages.ts';

const PLAIN_NAME = 'export';
const fileAnswer = ({ name, bytes }: ExportedFile) => answer(200, bytes, workbookHeaders(name, PLAIN_NAME));
const isAsync = (prefer: string | undefined): boolean => /(^|[,;\s])respond-async($|[,;\s])/i.test(prefer ?? '');

/** Handlers of the workbooks that leave the house: asking for one, the records, the files. */
export function exportsHandlers(context: {
  db: Knex;
  clock: Clock;
  plantName: string;
}): Handlers<'downloadExcelGantt' | 'getWorkbookPages' | 'listExcels' | 'getExcelFile'> {
  const { db, clock, plantName } = context;
  return {
    downloadExcelGantt: async ({ query, user, header }) => {
      const { file_type = 'schedules', file_start_date = plantDate(clock()), sheets = 'all', partner: key, plan, ...filters } = query;
      const partner = key ? ((await partnerOf(db, await planOf(db, plan), key)) ?? { key, name: key }) : undefined;
      const asked = { ...(plan === undefined ? {} : { plan }), ...(partner ? { partner } : {}) };
      const request = { file_type, file_start_date, sheets, filters, asked_by: user.name, ...asked };
      if (!isAsync(header('prefer'))) return fileAnswer(await exportAndWait(db, request, user.employee_id, { clock, plantName }));
      const { record } = await requestExport(db, request, user.employee_id, clock());
      return answer(202, record, { 'preference-applied': 'respond-async' });
    },
    getWorkbookPages: async ({ query: { file_start_date = plantDate(clock()), plan, ...filters } }) =>
      schedulePages(db, await planOf(db, plan), { file_type: 'schedules', file_start_date, filters }),
    listExcels: async ({ query }) => {
      const { count, rows } = await listRecords(db, pageBounds(query));
      return pageOf(OPERATIONS.listExcels.path, query, count, rows);
    },
    getExcelFile: async ({ params }) => fileAnswer(await exportedFile(db, params.id)),
  };
}

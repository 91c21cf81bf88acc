import type { Knex } from 'knex';
import { type Plan, plannedAt } from '../../../db/plan.ts';
import { plantDate } from '../../../domain/ground/plant-time.ts';
import { type WorkDetail, workForSheets } from '../../outsourcing/outsourcing.service.ts';
import type { ExportRequest } from '../kind.ts';

/** What the sheets are written from. */
export interface RequestRows {
  works: WorkDetail[];
  planned_at: string | null;
}

/** Every open work of the plan with partners from the day on, or with one partner. */
export async function readRequests(trx: Knex.Transaction, plan: Plan, request: ExportRequest, now_ms: number): Promise<RequestRows> {
  const works = await workForSheets(trx, plan, request.file_start_date, plantDate(now_ms), request.partner?.key);
  return { works, planned_at: await plannedAt(trx, plan) };
}

import { type Page, pageBounds, pageOf } from '../../db/list.ts';
import type { Db } from '../../db/types.ts';
import type { PlantDate } from '../../domain/ground/plant-time.ts';
import { plantSettings } from '../runs/ask/plan-settings.service.ts';
import { type Finding, findingsOf } from './findings.ts';
import { loadMasters } from './master-check.store.ts';

/** A page of what keeps the scheduler from planning the open orders well; on a clean plant nothing. */
export async function masterCheck(db: Db, today: PlantDate, path: string, parameters: object): Promise<Page<Finding>> {
  const found = findingsOf(await loadMasters(db, today), await plantSettings(db), today);
  const { limit, offset } = pageBounds(parameters as Record<string, unknown>);
  return pageOf(path, parameters as Record<string, unknown>, found.length, found.slice(offset, offset + limit));
}

import type { Success } from '../../../contract/handlers.ts';
import type { Plan } from '../../../db/plan.ts';
import type { Db } from '../../../db/types.ts';
import type { ExportRequest } from '../kind.ts';
import { groupOfBar, WINDOW_DAYS } from './arrangement.ts';
import { countRows } from './schedules.store.ts';

/** Rows that fit on a page under its head, as LibreOffice breaks them: A3 of the boards, A4 of the list. */
const BOARD_ROWS = 53;
const LIST_ROWS = 47;

/** The pages that 通常 of a plan takes when it is printed whole: three weeks of a group begin a page, a task and a furnace run are a row each. */
export async function schedulePages(db: Db, plan: Plan, request: ExportRequest): Promise<Success<'getWorkbookPages'>> {
  const { facilities, rows, tasks: all } = await countRows(db, plan, request, WINDOW_DAYS);
  const byId = new Map(facilities.map((facility) => [facility.id, facility]));
  const windows = new Map<string, number>();
  for (const { facility_id, outsourced, index, tasks, runs } of rows) {
    const key = `${groupOfBar(byId.get(facility_id ?? 0), outsourced)} ${index}`;
    windows.set(key, (windows.get(key) ?? 0) + 1 + tasks + runs);
  }
  const pagesOf = (count: number, perPage: number): number => Math.ceil(count / perPage);
  return {
    gantt: [...windows.values()].reduce((sum, count) => sum + pagesOf(count, BOARD_ROWS), 0),
    list: pagesOf(all, LIST_ROWS),
  };
}

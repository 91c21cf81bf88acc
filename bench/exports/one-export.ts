import { performance } from 'node:perf_hooks';
import ExcelJS from 'exceljs';
import { openDatabase } from '../../server/db/connect.ts';
import { PUBLISHED } from '../../server/db/plan.ts';
import { arrange } from '../../server/features/exports/schedules/arrangement.ts';
import { writeGantt } from '../../server/features/exports/schedules/gantt-sheet.ts';
import { writeList } from '../../server/features/exports/schedules/list-sheet.ts';
import { readSchedules, type ScheduleRows } from '../../server/features/exports/schedules/schedules.store.ts';
import { writeSchedules } from '../../server/features/exports/schedules/workbook.ts';

import type { StreamedWorkbook } from '../../server/files/stream-workbook.ts';

/** One export in a process of its own: `streamed`, as the product does it, or `in-memory`, the same cells in exceljs's own workbook. Says its figures as JSON. */
const [how = '', databaseUrl = '', today = ''] = process.argv.slice(2);
const heading = {
  request: { file_type: 'schedules' as const, file_start_date: today },
  file_name: 'bench.xlsx',
  plant_name: '',
  now_ms: Date.parse(`${today}T08:00:00+09:00`),
};

async function inMemory(rows: ScheduleRows): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook();
  // Such a sheet has nothing to commit.
  const add: StreamedWorkbook['add'] = (name, options) => Object.assign(workbook.addWorksheet(name, options), { commit: () => undefined });
  const book: StreamedWorkbook = { add, printOnly: () => undefined, pace: () => undefined };
  for (const group of arrange(rows)) await writeGantt(book, { group, rows, heading });
  await writeList(book, rows);
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);
const { knex, close } = await openDatabase({ databaseUrl, dataDir: '' });
const idle_mb = megabytes(process.memoryUsage().rss);
const began = performance.now();
const rows = await knex.transaction((trx) => readSchedules(trx, PUBLISHED, heading.request));
const read_ms = Math.round(performance.now() - began);
const bytes = how === 'streamed' ? await writeSchedules(rows, heading, () => undefined) : await inMemory(rows);
const all_ms = Math.round(performance.now() - began);
const peak_mb = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(
  JSON.stringify({ how, entries: rows.entries.length, read_ms, all_ms, idle_mb, peak_mb, file_mb: bytes.byteLength / 1024 / 1024 }),
);
await close();

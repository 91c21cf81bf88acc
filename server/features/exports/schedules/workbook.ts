import { streamWorkbook } from '../../../files/stream-workbook.ts';
import type { Advance, ExportHeading } from '../kind.ts';
import { arrange } from './arrangement.ts';
import { writeGantt } from './gantt-sheet.ts';
import { writeList } from './list-sheet.ts';
import type { ScheduleRows } from './schedules.store.ts';

/** Writes the plan for the shop floor: a Gantt sheet a group of facilities, and the list of all tasks. */
export function writeSchedules(rows: ScheduleRows, heading: ExportHeading, advance: Advance): Promise<Uint8Array> {
  const { sheets = 'all' } = heading.request;
  const groups = sheets === 'list' ? [] : arrange(rows);
  return streamWorkbook(async (book) => {
    for (const [index, group] of groups.entries()) {
      advance(index / (groups.length + 1));
      await writeGantt(book, { group, rows, heading });
    }
    advance(groups.length / (groups.length + 1));
    if (sheets !== 'gantt') await writeList(book, rows);
  });
}

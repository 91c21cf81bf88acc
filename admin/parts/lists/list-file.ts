import { fileStamp } from '../../../server/domain/ground/plant-time.ts';
import type { SheetCell } from '../../../server/files/write-sheets.ts';
import { now } from '../../providers/clock.ts';
import { saveCsv, saveFile } from '../download.ts';

/** What a list may be saved as, the one that keeps the zeros of codes in Excel first. */
export const LIST_FORMATS = ['xlsx', 'csv'] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

const [NARROWEST, WIDEST] = [8, 60];
/** Rows whose texts say how wide a column is. */
const MEASURED = 500;

/** The text of a cell in a CSV file: a day as spreadsheets read it. */
export function csvText(cell: SheetCell): string {
  if (cell === null) return '';
  return typeof cell === 'object' ? cell.date.replaceAll('-', '/') : String(cell);
}

/** How many figures wide a text is: signs beyond Latin take two. */
const widthOf = (text: string): number =>
  Math.max(...text.split('\n').map((line) => [...line].reduce((sum, sign) => sum + (sign > '\u02ff' ? 2 : 1), 0)));

/** Saves a list under its name and the present, the head its first row; in a workbook each column is as wide as what it holds. */
export async function saveList(format: ListFormat, name: string, rows: readonly (readonly SheetCell[])[]): Promise<void> {
  const file = `${name}${fileStamp(now())}.${format}`;
  if (format === 'csv') {
    saveCsv(
      file,
      rows.map((row) => row.map(csvText)),
    );
    return;
  }
  const [head = [], ...body] = rows;
  const columns = Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, at) => {
    const texts = rows.slice(0, MEASURED).map((row) => csvText(row[at] ?? null));
    return {
      header: csvText(head[at] ?? null),
      width: Math.min(WIDEST, Math.max(NARROWEST, ...texts.map(widthOf)) + 2),
      text: body.some((row) => typeof row[at] === 'string' && row[at] !== ''),
      wrap: texts.some((text) => text.includes('\n')),
    };
  });
  // With the first press: no page needs it before.
  const { writeWorkbook } = await import('../../../server/files/write-sheets.ts');
  saveFile(file, await writeWorkbook([{ name, columns, rows: body }]));
}

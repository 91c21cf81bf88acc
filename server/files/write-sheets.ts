import { PassThrough } from 'node:stream';
import type ExcelJS from 'exceljs';

/** A cell to be written. A day is given as `{ date: 'YYYY-MM-DD' }` and becomes a real date cell; a text is always a text, never a formula (hazard H27). */
export type SheetCell = string | number | boolean | null | { date: string };

export interface Sheet {
  name: string;
  columns: readonly { header: string; width?: number; text?: boolean; wrap?: boolean }[];
  rows: readonly (readonly SheetCell[])[];
  /** Prints on A4 across, as wide as the paper, the header on each page. */
  print?: boolean;
}

const ON_PAPER: Partial<ExcelJS.PageSetup> = {
  paperSize: 9,
  orientation: 'landscape',
  fitToPage: true,
  fitToWidth: 1,
  fitToHeight: 0,
  printTitlesRow: '1:1',
};

const DATE_FORMAT = 'yyyy/mm/dd';

/** Writes in the calling thread. */
export async function writeHere(sheets: readonly Sheet[]): Promise<Uint8Array> {
  const stream = new PassThrough();
  const pieces: Buffer[] = [];
  stream.on('data', (piece: Buffer) => pieces.push(piece));
  // Here, not above: most commands write no workbook, and start without it.
  const exceljs = (await import('exceljs')).default;
  const workbook = new exceljs.stream.xlsx.WorkbookWriter({ stream, useStyles: true, useSharedStrings: false });
  for (const sheet of sheets) writeSheet(workbook, sheet);
  await workbook.commit();
  return new Uint8Array(Buffer.concat(pieces));
}

function writeSheet(workbook: ExcelJS.stream.xlsx.WorkbookWriter, { name, columns, rows, print }: Sheet): void {
  const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }], ...(print ? { pageSetup: ON_PAPER } : {}) });
  sheet.columns = columns.map(({ width, text, wrap }) => ({
    width: width ?? 14,
    style: { ...(text ? { numFmt: '@' } : {}), ...(wrap ? { alignment: { wrapText: true, vertical: 'top' } } : {}) },
  }));
  const header = sheet.addRow(columns.map(({ header }) => header));
  header.font = { bold: true };
  header.commit();
  for (const cells of rows) {
    const row = sheet.addRow([]);
    cells.forEach((cell, index) => {
      if (cell === null || cell === '') return;
      const target = row.getCell(index + 1);
      if (typeof cell === 'object') {
        target.value = new Date(Date.parse(`${cell.date}T00:00:00Z`));
        target.numFmt = DATE_FORMAT;
      } else target.value = cell;
    });
    row.commit();
  }
  sheet.commit();
}

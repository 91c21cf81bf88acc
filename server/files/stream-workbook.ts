import { PassThrough } from 'node:stream';
import { setImmediate as breath } from 'node:timers/promises';
import type ExcelJS from 'exceljs';

/** Rows after which the writer takes a breath, in which what is written is packed. */
const ROWS_PER_BREATH = 100;
/** Workbooks shrink to a tenth at any level; more effort saves little and costs seconds. */
const PACKING = { zlib: { level: 3 } };

/** A workbook that is written row by row and packed as it grows. */
export interface StreamedWorkbook {
  /** Adds a sheet; it is written as its rows are committed. */
  add(name: string, options: Partial<ExcelJS.AddWorksheetOptions>): ExcelJS.Worksheet;
  /** Prints only these areas (`$A$1:$C$9`) of a sheet, each beginning on a page of its own. */
  printOnly(sheet: ExcelJS.Worksheet, areas: readonly string[]): void;
  /** To be awaited after each row: lets what is written be packed, so that memory stays flat. */
  pace(): Promise<void> | undefined;
}

const quoted = (name: string): string => `'${name.replaceAll("'", "''")}'`;

/** Writes a workbook through `write` and gives its bytes. */
export async function streamWorkbook(write: (book: StreamedWorkbook) => Promise<void>): Promise<Uint8Array> {
  const stream = new PassThrough();
  const pieces: Buffer[] = [];
  stream.on('data', (piece: Buffer) => pieces.push(piece));
  // Here, not above: most commands write no workbook, and start without it.
  const exceljs = (await import('exceljs')).default;
  const writer = new exceljs.stream.xlsx.WorkbookWriter({ stream, useStyles: true, useSharedStrings: false, zip: PACKING });
  const names: { name: string; ranges: string[]; localSheetId: number }[] = [];
  // exceljs itself writes one name an area, which Excel takes for a damaged file.
  Object.defineProperty(writer.definedNames, 'model', { get: () => names });
  const sheets: ExcelJS.Worksheet[] = [];
  let rows = 0;
  await write({
    add: (name, options) => {
      const sheet = writer.addWorksheet(name, options);
      sheets.push(sheet);
      return sheet;
    },
    printOnly: (sheet, areas) => {
      const ranges = areas.map((area) => `${quoted(sheet.name)}!${area}`);
      names.push({ name: '_xlnm.Print_Area', ranges, localSheetId: sheets.indexOf(sheet) });
    },
    pace: () => (++rows % ROWS_PER_BREATH === 0 ? breath() : undefined),
  });
  await writer.commit();
  return new Uint8Array(Buffer.concat(pieces));
}

import { writeFileSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import ExcelJS from 'exceljs';
import type { ImportColumn, ImportKind } from '../../server/domain/files/imports.ts';
import { dayNumber } from '../../server/domain/ground/plant-time.ts';
import type { MadeRow } from './made-rows.ts';

const DAY_MS = 86_400_000;

/** Writes rows as the file people would have: real date cells, codes as texts, shared strings, as a spreadsheet saves it. */
export async function writeMadeFile(path: string, kind: ImportKind, rows: readonly MadeRow[]): Promise<void> {
  if (kind.file_format === 'csv') return writeFileSync(path, csvOf(kind, rows));
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: path, useStyles: true, useSharedStrings: true });
  const sheet = workbook.addWorksheet(kind.sheet);
  sheet.addRow(kind.columns.map(({ header }) => header)).commit();
  for (const row of rows) {
    const line = sheet.addRow(kind.columns.map((column) => cellOf(column, row[column.field] ?? null)));
    for (const [index, column] of kind.columns.entries()) {
      if (column.type === 'date' && dated(row[column.field])) line.getCell(index + 1).numFmt = 'yyyy/mm/dd';
    }
    line.commit();
  }
  const { stream } = workbook as unknown as { stream: NodeJS.WritableStream };
  await workbook.commit();
  if (!(stream as unknown as { writableFinished: boolean }).writableFinished) await finished(stream as never);
}

/** Days beyond the spreadsheet's useful range stay texts. */
const dated = (value: MadeRow[string] | undefined): value is string =>
  typeof value === 'string' && value >= '1990-01-01' && value <= '2100-12-31';

function cellOf(column: ImportColumn, value: MadeRow[string]): string | number | Date | null {
  if (value === null || value === '') return null;
  if (column.type === 'date' && dated(value)) return new Date(dayNumber(value) * DAY_MS);
  if (column.type === 'closed_day') return value ? '非稼働' : '稼働';
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value;
}

const csvOf = (kind: ImportKind, rows: readonly MadeRow[]): string =>
  `\ufeff${[kind.columns.map(({ header }) => header), ...rows.map((row) => kind.columns.map(({ field }) => String(row[field] ?? '')))]
    .map((cells) => cells.join(','))
    .join('\r\n')}\r\n`;

import type ExcelJS from 'exceljs';
import type { SheetStyle } from '../paper.ts';

/** Columns of the page: every part of it spans some of them. */
export const COLUMNS = 48;
/** Characters: 48 of them fill most of A4 upright in Excel's own font, and little more than it in wider ones, where the page is made smaller. */
const COLUMN_WIDTH = 1.75;
const MARGIN_INCHES = 12 / 25.4;

/** What stands in some columns of a row: a text, a number, a moment as the plant's clock shows it, or nothing. */
export interface Span {
  from: number;
  to: number;
  value: string | number | Date | null;
  look: SheetStyle;
}

/** How a page prints: A4 upright, whole, with its place in the workbook at the foot. */
export const pageOptions = (footer: string): Partial<ExcelJS.AddWorksheetOptions> => ({
  pageSetup: {
    paperSize: 9,
    orientation: 'portrait',
    fitToPage: true,
    fitToWidth: 1,
    fitToHeight: 1,
    horizontalCentered: true,
    margins: { left: MARGIN_INCHES, right: MARGIN_INCHES, top: MARGIN_INCHES, bottom: 0.6, header: 0.2, footer: 0.3 },
  },
  headerFooter: { oddFooter: footer },
  views: [{ showGridLines: false }],
});

/** The columns of a page before its rows are written. */
export function setColumns(sheet: ExcelJS.Worksheet): void {
  sheet.columns = Array.from({ length: COLUMNS }, () => ({ width: COLUMN_WIDTH }));
}

/** Writes one row of so many points and gives its number. */
export function line(sheet: ExcelJS.Worksheet, height: number, spans: readonly Span[]): number {
  const row = sheet.addRow([]);
  row.height = height;
  for (const { from, to, value, look } of spans) {
    const cell = row.getCell(from);
    if (value !== null) cell.value = value;
    cell.style = look;
    if (to > from) sheet.mergeCells(row.number, from, row.number, to);
  }
  row.commit();
  return row.number;
}

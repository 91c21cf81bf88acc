import { PassThrough } from 'node:stream';
import { setImmediate as breath } from 'node:timers/promises';
import type ExcelJS from 'exceljs';
import { looksLikeFormula } from '../domain/files/cells/formulas.ts';
import { workbookText } from './workbook-text.ts';

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

const quotedName = (name: string): string => `'${name.replaceAll("'", "''")}'`;

type Quotable = Partial<ExcelJS.Style> & { quotePrefix?: true };

/** What exceljs's streaming writer keeps to itself: where styles become rows of the styles part, and where a row is written. */
interface Styles {
  map: { style: { toXml(style: object): string } };
  addStyleModel(style: Quotable, type: number): number;
}
interface Rows {
  _writeRow(row: ExcelJS.Row): void;
}

/** exceljs knows no `quotePrefix`: a style that asks for it gets a row of its own. */
function quoteStyles(styles: Styles): void {
  const { style } = styles.map;
  const [toXml, add] = [style.toXml.bind(style), styles.addStyleModel.bind(styles)];
  let quoting = false;
  style.toXml = (model) => (quoting ? toXml(model).replace('<xf ', '<xf quotePrefix="1" ') : toXml(model));
  styles.addStyleModel = (model, type) => {
    quoting = model.quotePrefix === true;
    const id = add(model, type);
    quoting = false;
    return id;
  };
}

type Rich = ExcelJS.CellRichTextValue;
const isRich = (value: ExcelJS.CellValue): value is Rich => value !== null && typeof value === 'object' && 'richText' in value;

/** Brings the texts of each row under the rule of workbooks, and asks for `quotePrefix` where one looks like a formula. */
function settleTexts(sheet: Rows): void {
  const write = sheet._writeRow.bind(sheet);
  const known = new WeakMap<object, Quotable>();
  const quoted = (style: Partial<ExcelJS.Style>): Quotable => {
    const found = known.get(style) ?? { ...style, quotePrefix: true };
    known.set(style, found);
    return found;
  };
  sheet._writeRow = (row) => {
    row.eachCell((cell) => {
      const { value } = cell;
      if (typeof value !== 'string' && !isRich(value)) return;
      if (looksLikeFormula(cell.text)) cell.style = quoted(cell.style);
      // A merged cell shows the value of its first: it would be coded twice.
      if (cell.master !== cell) return;
      if (isRich(value)) cell.value = { richText: value.richText.map((run) => ({ ...run, text: workbookText(run.text) })) };
      else if (workbookText(value) !== value) {
        // exceljs writes a mere text as the result of a formula, where LibreOffice decodes nothing.
        cell.value = { richText: [{ text: workbookText(value), ...(cell.font && { font: cell.font }) }] };
      }
    });
    write(row);
  };
}

const settled = (parts: Partial<ExcelJS.HeaderFooter> = {}): Partial<ExcelJS.HeaderFooter> =>
  Object.fromEntries(Object.entries(parts).map(([part, text]) => [part, typeof text === 'string' ? workbookText(text) : text]));

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
  quoteStyles((writer as unknown as { styles: Styles }).styles);
  const sheets: ExcelJS.Worksheet[] = [];
  let rows = 0;
  await write({
    add: (name, options) => {
      const sheet = writer.addWorksheet(name, { ...options, headerFooter: settled(options.headerFooter) });
      settleTexts(sheet as unknown as Rows);
      sheets.push(sheet);
      return sheet;
    },
    printOnly: (sheet, areas) => {
      const ranges = areas.map((area) => `${quotedName(sheet.name)}!${area}`);
      names.push({ name: '_xlnm.Print_Area', ranges, localSheetId: sheets.indexOf(sheet) });
    },
    pace: () => (++rows % ROWS_PER_BREATH === 0 ? breath() : undefined),
  });
  await writer.commit();
  return new Uint8Array(Buffer.concat(pieces));
}

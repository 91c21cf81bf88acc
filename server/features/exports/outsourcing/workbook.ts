import type { Row, Worksheet } from 'exceljs';
import { formatDate, type PlantDate, plantClock, plantDate } from '../../../domain/ground/plant-time.ts';
import { OUTSOURCING_TEXTS, REQUEST_SHEET as TEXTS } from '../../../domain/texts/outsourcing.ts';
import { type StreamedWorkbook, streamWorkbook } from '../../../files/stream-workbook.ts';
import { sheetNamer } from '../../../files/workbook-text.ts';
import type { WorkDetail } from '../../outsourcing/outsourcing.service.ts';
import { markText } from '../../outsourcing/sheet-mark.service.ts';
import type { Advance, ExportHeading } from '../kind.ts';
import { isChained, partnerName, writeChains } from './chains.ts';
import type { RequestRows } from './outsourcing.reading.ts';
import { answerHeader, answerStyle, byHand, CELLS, HEAD, HEADER, LATE_CELLS, PARTNER, RICH, TEXT } from './styles.ts';

const A4 = 9;
const MARGIN_INCHES = 0.394;
const WIDTHS = [4, 10, 5, 15, 8, 5.5, 9, 12, 12, 11, 11, 11, 11.5, 7.5, 16, 40];
const COLUMNS = Object.keys(TEXTS.headers) as (keyof typeof TEXTS.headers)[];
const HEADER_ROW = 7;
const FIRST_ROW = 8;
const ROW_PT = 21;

/** What a sheet is written with. */
export interface SheetContext {
  heading: ExportHeading;
  planned_at: string | null;
  today: PlantDate;
}

/** Writes a sheet a partner: what is asked of it, room for its answers, and the chains it stands in. */
export function writeRequests(rows: RequestRows, heading: ExportHeading, advance: Advance): Promise<Uint8Array> {
  const partners = new Map<string, WorkDetail[]>();
  for (const work of rows.works) partners.set(work.partner, [...(partners.get(work.partner) ?? []), work]);
  const nameOf = sheetNamer(OUTSOURCING_TEXTS.nobody);
  const context = { heading, planned_at: rows.planned_at, today: plantDate(heading.now_ms) };
  return streamWorkbook(async (book) => {
    let written = 0;
    for (const works of partners.values()) {
      advance(written / partners.size);
      await writePartner(book, nameOf(partnerName(works[0]!)), works, context);
      written += 1;
    }
  });
}

async function writePartner(book: StreamedWorkbook, name: string, works: readonly WorkDetail[], context: SheetContext): Promise<void> {
  const sheet = book.add(name, {
    views: [{ state: 'frozen', xSplit: 3, ySplit: HEADER_ROW, showGridLines: false }],
    pageSetup: {
      paperSize: A4,
      orientation: 'landscape',
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
      horizontalCentered: true,
      margins: { left: MARGIN_INCHES, right: MARGIN_INCHES, top: MARGIN_INCHES, bottom: 0.55, header: 0.2, footer: 0.25 },
      printTitlesRow: `${HEADER_ROW}:${HEADER_ROW}`,
    },
    headerFooter: { oddFooter: footer(context.heading.file_name, name) },
  });
  sheet.columns = WIDTHS.map((width, index) => ({ width, hidden: index === WIDTHS.length - 1 }));
  protect(sheet);
  writeHead(sheet, works, context);
  for (const [index, work] of works.entries()) {
    writeWork(sheet, work, index, works.length, context);
    await book.pace();
  }
  writeLegend(sheet, FIRST_ROW + works.length);
  const last = writeChains(sheet, works, FIRST_ROW + works.length + 2);
  book.printOnly(sheet, [`$A$1:$O$${last}`]);
  sheet.commit();
}

const footer = (file: string, sheet: string): string =>
  `&L&8${escaped(file)}  ${escaped(TEXTS.sheet(sheet))}&C&8&P / &N&R&8${TEXTS.product}`;
/** In a footer & begins a code. */
const escaped = (text: string): string => text.replaceAll('&', '&&');

/** Protected without a password: only the cells of the answers take anything. exceljs's streaming writer types no method for it. */
function protect(sheet: Worksheet): void {
  (sheet as unknown as { sheetProtection: object }).sheetProtection = { sheet: true, formatColumns: true, formatRows: true };
}

function writeHead(sheet: Worksheet, works: readonly WorkDetail[], { heading, planned_at, today }: SheetContext): void {
  const [first] = works as [WorkDetail];
  const line = (height: number, cells: readonly (readonly [from: string, to: string, value: string | object, style: object])[]): void => {
    const row = sheet.addRow([]);
    row.height = height;
    for (const [from, to, value, style] of cells) {
      const cell = row.getCell(from);
      cell.value = value as string;
      cell.style = style;
      if (from !== to) sheet.mergeCells(`${from}${row.number}:${to}${row.number}`);
    }
    row.commit();
  };
  const stamp = (instant: string | number): string => `${formatDate(plantDate(instant))} ${plantClock(instant)}`;
  const made = TEXTS.made(planned_at === null ? '' : stamp(planned_at), stamp(heading.now_ms));
  const pieces = works.reduce((sum, { quantity }) => sum + quantity, 0);
  const late = works.filter(({ return_date }) => return_date < today).length;
  const chained = works.filter(isChained).length;
  const code = first.outsourcing_code === '' ? '' : TEXTS.code(first.outsourcing_code);
  const rich = (...parts: [keyof typeof RICH, string][]) => ({ richText: parts.map(([look, text]) => ({ font: RICH[look], text })) });
  line(25, [
    ['A', 'E', TEXTS.to(partnerName(first)), HEAD.to],
    ['G', 'J', TEXTS.title, HEAD.title],
    ['K', 'O', heading.plant_name, HEAD.plant],
  ]);
  line(15, [
    ['A', 'E', code, HEAD.left],
    ['K', 'O', TEXTS.clerk(heading.request.asked_by ?? ''), HEAD.right],
  ]);
  line(15, [['I', 'O', made, HEAD.right]]);
  line(18, [
    ['A', 'L', rich(['plain', TEXTS.ask[0]], ['answers', ` ${TEXTS.ask[1]} `], ['plain', TEXTS.ask[2]]), HEAD.left],
    ['M', 'O', TEXTS.counts(works.length, pieces), HEAD.count],
  ]);
  line(16, [
    ['A', 'L', TEXTS.how, HEAD.left],
    ['M', 'O', TEXTS.more(late, chained), HEAD.right],
  ]);
  line(5, []);
  const header = sheet.addRow([]);
  header.height = 30;
  COLUMNS.forEach((column, index) => {
    const cell = header.getCell(index + 1);
    cell.value = TEXTS.headers[column];
    cell.style =
      column === 'answered_date' || column === 'completed_quantity' || column === 'note'
        ? answerHeader(column === 'answered_date', column === 'note')
        : HEADER;
  });
  header.commit();
}

/** A plant day as a real date cell. */
const dateCell = (date: PlantDate | null): Date | null => (date === null ? null : new Date(Date.parse(`${date}T00:00:00Z`)));
const short = (date: PlantDate): string => date.slice(5).replace('-', '/');

function writeWork(sheet: Worksheet, work: WorkDetail, index: number, count: number, { today }: SheetContext): void {
  const row = sheet.addRow([]);
  row.height = ROW_PT;
  const styles = work.return_date < today ? LATE_CELLS : CELLS;
  const left = work.handover_date < today;
  const cells: [string | number | Date | null, object][] = [
    [index + 1, styles.centre],
    [work.serial_number, styles.text],
    [work.lot_number, styles.centre],
    [work.product_name, styles.text],
    [work.material, styles.text],
    [work.quantity, styles.number],
    [work.task_name, work.origin === 'hand' ? byHand(styles.text) : styles.text],
    partnerCell(work.previous?.outsourcing_name ?? null, styles),
    partnerCell(work.next?.outsourcing_name ?? null, styles),
    left ? [TEXTS.handedOver(short(work.handover_date)), styles.centre] : [dateCell(work.handover_date), styles.date],
    [dateCell(work.return_date), styles.wanted],
    [dateCell(work.shipping_date), styles.date],
  ];
  cells.forEach(([value, style], column) => {
    const cell = row.getCell(column + 1);
    cell.value = value;
    cell.style = style;
  });
  writeAnswer(row, work, { first: index === 0, last: index === count - 1 }, today);
  row.commit();
}

function partnerCell(name: string | null, styles: typeof CELLS): [string, object] {
  return name === null ? [OUTSOURCING_TEXTS.inHouse, styles.centre] : [name, PARTNER];
}

function writeAnswer(row: Row, work: WorkDetail, edge: { first: boolean; last: boolean }, today: PlantDate): void {
  const [date, done, note, mark] = ['M', 'N', 'O', 'P'].map((column) => row.getCell(column)) as [Cell, Cell, Cell, Cell];
  date.value = dateCell(work.answered_date);
  date.style = answerStyle('date', { ...edge, left: true, right: false });
  done.value = work.completed_quantity;
  done.style = answerStyle('number', { ...edge, left: false, right: false });
  note.value = work.note === '' ? null : work.note;
  note.style = answerStyle('text', { ...edge, left: false, right: true });
  mark.value = markText(work);
  mark.style = { numFmt: TEXT };
  date.dataValidation = {
    type: 'date',
    operator: 'greaterThanOrEqual',
    allowBlank: true,
    formulae: [dateCell(today) as Date],
    showErrorMessage: true,
    errorTitle: TEXTS.dateTitle,
    error: TEXTS.dateError,
  };
  done.dataValidation = {
    type: 'whole',
    operator: 'between',
    allowBlank: true,
    formulae: [0, work.quantity],
    showErrorMessage: true,
    errorTitle: TEXTS.quantityTitle,
    error: TEXTS.quantityError(work.quantity),
  };
}
type Cell = ReturnType<Row['getCell']>;

function writeLegend(sheet: Worksheet, at: number): void {
  const row = sheet.getRow(at);
  row.height = 17;
  const [red, past, amber, chain] = TEXTS.legend;
  row.getCell('A').value = {
    richText: [
      { font: RICH.red, text: red },
      { font: RICH.plain, text: ` ${past}　` },
      { font: RICH.amber, text: amber },
      { font: RICH.plain, text: ` ${chain}` },
    ],
  };
  sheet.mergeCells(`A${at}:O${at}`);
  row.commit();
}

import { plantMinutes } from '../../../domain/ground/plant-time.ts';
import { EXPORT_REMARKS, EXPORT_GANTT as GANTT, EXPORT_LIST as TEXTS } from '../../../domain/texts/files/exports.ts';
import { BY_HAND } from '../../../domain/texts/plan/origin.ts';
import type { StreamedWorkbook } from '../../../files/stream-workbook.ts';
import type { Entry } from '../../schedule/read/entries.service.ts';
import { marksOf } from './marks.ts';
import type { OrderRow, ScheduleRows } from './schedules.store.ts';
import { dateCell, letters, put } from './sheet-context.ts';
import { LIST_STYLES as STYLES } from './styles.ts';

type Type = keyof Omit<typeof STYLES, 'head'>;
type Value = string | number | Date | null;

/** An instant as a cell of date and time: the plant's clock, as Excel counts. */
const instantCell = (instant: string): Date => new Date(plantMinutes(instant) * 60_000);

type ColumnName = keyof typeof TEXTS.headers;
const COLUMN_NAMES = Object.keys(TEXTS.headers) as ColumnName[];

/** The type, width and value of each column. */
const COLUMNS: Record<ColumnName, readonly [type: Type, width: number, value: (entry: Entry, order: OrderRow | undefined) => Value]> = {
  serial_number: ['text', 12, (entry) => entry.serial_number],
  lot_number: ['text', 6, (entry) => entry.lot_number],
  product_name: ['text', 24, (entry) => entry.product_name],
  customer_name: ['text', 20, (_, order) => order?.customer_name ?? ''],
  material: ['text', 10, (_, order) => order?.material ?? ''],
  quantity: ['number', 7, (entry) => entry.quantity],
  deadline_date: ['date', 15, (entry) => dateCell(entry.deadline_date)],
  task_name: ['text', 16, (entry) => entry.task_name],
  facility_name: ['text', 22, (entry) => entry.facility_name ?? (entry.outsourced ? (entry.outsourcing_name ?? GANTT.noPartner) : '')],
  start: ['instant', 20, (entry) => instantCell(entry.start_date)],
  end: ['instant', 20, (entry) => instantCell(entry.end_date)],
  remarks: [
    'text',
    20,
    (entry) =>
      EXPORT_REMARKS([marksOf(entry), entry.outsourced ? GANTT.legend.outsourced : '', entry.origin === 'hand' ? BY_HAND.remark : '']),
  ],
};
const A4 = 9;
const MARGIN_INCHES = 0.394;

/** Writes the sheet with every task, one row each, to be sorted and filtered. */
export async function writeList(book: StreamedWorkbook, { entries, orders }: ScheduleRows): Promise<void> {
  const byId = new Map(orders.map((order) => [order.id, order]));
  const sheet = book.add(TEXTS.sheet, {
    views: [{ state: 'frozen', xSplit: 2, ySplit: 1 }],
    pageSetup: {
      paperSize: A4,
      orientation: 'landscape',
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
      margins: { left: MARGIN_INCHES, right: MARGIN_INCHES, top: MARGIN_INCHES, bottom: 0.55, header: 0.2, footer: 0.25 },
      printTitlesRow: '1:1',
    },
    headerFooter: { oddFooter: `&L&9&F  &A&C&9&P / &N&R&9${GANTT.system}` },
  });
  sheet.columns = COLUMN_NAMES.map((column) => ({ width: COLUMNS[column][1] }));
  sheet.autoFilter = `A1:${letters(COLUMN_NAMES.length)}${entries.length + 1}`;
  const head = sheet.addRow([]);
  COLUMN_NAMES.forEach((column, index) => {
    put(head, index + 1, TEXTS.headers[column], STYLES.head);
  });
  head.commit();
  for (const entry of entries) {
    const row = sheet.addRow([]);
    COLUMN_NAMES.forEach((column, index) => {
      const [type, , value] = COLUMNS[column];
      put(row, index + 1, value(entry, byId.get(entry.order_id)), STYLES[type]);
    });
    row.commit();
    await book.pace();
  }
  sheet.commit();
}

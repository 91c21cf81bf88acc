import { endDate, plantDate } from '../../../domain/plant-time.ts';
import { EXPORT_LIST } from '../../../domain/texts/exports.ts';
import { writeHere } from '../../../files/write-sheets.ts';
import type { Advance, ExportHeading } from '../kind.ts';
import type { ScheduleRows } from './schedules.store.ts';

/** Writes the workbook. */
export async function writeSchedules(rows: ScheduleRows, _heading: ExportHeading, _advance: Advance): Promise<Uint8Array> {
  const orders = new Map(rows.orders.map((order) => [order.id, order]));
  return writeHere([
    {
      name: EXPORT_LIST.sheet,
      print: true,
      columns: EXPORT_LIST.headers.map((header) => ({ header })),
      rows: rows.entries.map((entry) => [
        entry.serial_number,
        entry.lot_number,
        entry.product_name,
        orders.get(entry.order_id)?.customer_name ?? '',
        orders.get(entry.order_id)?.material ?? '',
        entry.quantity,
        entry.deadline_date && { date: entry.deadline_date },
        entry.task_name,
        entry.facility_name,
        { date: plantDate(entry.start_date) },
        { date: endDate(entry.end_date) },
        '',
      ]),
    },
  ]);
}

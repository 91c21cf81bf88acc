import type { ListColumn } from '../parts/columns.ts';
import { day, numeral, rounded } from '../parts/format.ts';
import { ORDER_WORDS, ORDER_TASK_WORDS as WORDS } from '../texts/master.ts';

/** The columns of one order's tasks; the lot stands first, or eight lots look alike. */
export const ORDER_TASK_COLUMNS: readonly ListColumn[] = [
  { source: 'lot_number', label: ORDER_WORDS.lot, mono: true },
  { source: 'task_sort', label: WORDS.sort, right: true },
  { source: 'task_code', label: WORDS.code, mono: true },
  { source: 'task_name', label: WORDS.name },
  { source: 'setup_hours', label: WORDS.setup, right: true, text: (row) => numeral(row.setup_hours) },
  { source: 'work_hours', label: WORDS.work, right: true, text: (row) => numeral(row.work_hours) },
  { source: 'solution_frame_days', label: WORDS.frame, right: true, text: (row) => numeral(row.solution_frame_days) },
  { source: 'received', label: WORDS.received, right: true, text: (row) => (row.received ? '1' : '0') },
  { source: 'last_reception_date', label: WORDS.lastReception, text: (row) => day(row.last_reception_date) },
  { source: 'order_quantity', label: WORDS.ordered, right: true, text: (row) => rounded(row.order_quantity) },
  { source: 'received_quantity', label: WORDS.receivedCount, right: true, text: (row) => rounded(row.received_quantity) },
];

import type { Success } from '../../../../server/contract/handlers.ts';
import { formatMonthDay, type Instant, type PlantDate } from '../../../../server/domain/ground/plant-time.ts';
import { LATE_TABLE } from '../../../texts/board/strip.ts';
import type { Message } from '../strip/use-messages.ts';
import type { LateOrder } from '../strip/use-overview.ts';

/** An order of a message, as its table shows it. */
export interface OrderRow {
  order_id: number;
  serial_number: string;
  product_name: string;
  deadline_date: PlantDate | null;
  late_days: number;
  cause: string;
  remaining_tasks: number | null;
  task_count: number;
  next_task: string;
  next_start: Instant | null;
  /** The bar to show; null: to be looked for. */
  entry_id: number | null;
}

export type Column = keyof typeof LATE_TABLE.columns;
export const COLUMNS = Object.keys(LATE_TABLE.columns) as Column[];
/** Figures stand to the right. */
export const isFigure = (column: Column): boolean => column === 'late_days' || column === 'remaining_tasks';

/** The rows of a message's orders: what the overview knows of the late ones, what the plan says of the others. */
export function rowsOf(orders: Message['orders'], late: ReadonlyMap<number, LateOrder>, info: Success<'getScheduleOrderInfo'>): OrderRow[] {
  return orders.map(({ order_id, serial_number }) => {
    const known = late.get(order_id);
    if (known) return { ...known, cause: known.cause ?? '' };
    const plan = info[String(order_id)];
    return {
      ...{ order_id, serial_number, product_name: plan?.product_name ?? '', deadline_date: plan?.deadline_date ?? null },
      ...{ late_days: plan?.late_days ?? 0, cause: '', task_count: plan?.task_count ?? 0, next_task: '', next_start: null, entry_id: null },
      remaining_tasks: plan && plan.task_count > 0 ? plan.task_count - plan.finished_count : null,
    };
  });
}

const rank = (row: OrderRow, column: Column): string | number => row[column] ?? (column === 'remaining_tasks' ? -1 : '\uffff');

/** The rows by a column; equal ones by deadline and serial number. */
export function sorted(rows: readonly OrderRow[], column: Column, descending: boolean): OrderRow[] {
  const compare = (a: OrderRow, b: OrderRow, by: Column): number => {
    const [x, y] = [rank(a, by), rank(b, by)];
    return x < y ? -1 : x > y ? 1 : 0;
  };
  const sign = descending ? -1 : 1;
  return [...rows].sort((a, b) => sign * compare(a, b, column) || compare(a, b, 'deadline_date') || compare(a, b, 'serial_number'));
}

/** What a cell says. */
export function cellOf(row: OrderRow, column: Column): string {
  const { unknown, days, remaining, next } = LATE_TABLE;
  switch (column) {
    case 'deadline_date':
      return row.deadline_date === null ? unknown : formatMonthDay(row.deadline_date);
    case 'late_days':
      return row.late_days > 0 ? days(row.late_days) : unknown;
    case 'remaining_tasks':
      return row.remaining_tasks === null ? unknown : remaining(row.remaining_tasks, row.task_count);
    case 'next_start':
      return row.next_start === null ? unknown : next(row.next_task, row.next_start);
    default:
      return row[column] === '' ? unknown : row[column];
  }
}

/** The table as a file: dates and figures as a spreadsheet takes them. */
export const csvRows = (rows: readonly OrderRow[]): string[][] => [
  COLUMNS.map((column) => LATE_TABLE.columns[column]),
  ...rows.map((row) =>
    COLUMNS.map((column) => {
      if (column === 'deadline_date') return row.deadline_date ?? '';
      if (column === 'late_days') return String(row.late_days);
      if (column === 'remaining_tasks') return String(row.remaining_tasks ?? '');
      const text = cellOf(row, column);
      return text === LATE_TABLE.unknown ? '' : text;
    }),
  ),
];

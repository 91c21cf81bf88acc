import type { Success } from '../../../../server/contract/handlers.ts';
import { formatMonthDay, type Instant, type PlantDate } from '../../../../server/domain/ground/plant-time.ts';
import { daysText } from '../../../texts/board/story.ts';
import { LATE_TABLE } from '../../../texts/board/strip.ts';
import type { Message } from '../strip/use-messages.ts';
import type { LateOrder } from '../strip/use-overview.ts';
import { type ListColumn, lateLook } from './list-columns.ts';

/** An order of a message, as its list shows it. */
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

/** Behind everything that can be known. */
const LAST = '\uffff';
const ordered = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The orders of a message by deadline and serial number: late ones from the overview, others from the plan. */
export function rowsOf(orders: Message['orders'], late: ReadonlyMap<number, LateOrder>, info: Success<'getScheduleOrderInfo'>): OrderRow[] {
  const rows = orders.map(({ order_id, serial_number }) => {
    const known = late.get(order_id);
    if (known) return { ...known, cause: known.cause ?? '' };
    const plan = info[String(order_id)];
    return {
      order_id,
      serial_number,
      product_name: plan?.product_name ?? '',
      deadline_date: plan?.deadline_date ?? null,
      late_days: plan?.late_days ?? 0,
      cause: '',
      task_count: plan?.task_count ?? 0,
      next_task: '',
      next_start: null,
      entry_id: null,
      remaining_tasks: plan && plan.task_count > 0 ? plan.task_count - plan.finished_count : null,
    };
  });
  return rows.sort((a, b) => ordered(a.deadline_date ?? LAST, b.deadline_date ?? LAST) || ordered(a.serial_number, b.serial_number));
}

const { columns, unknown, remaining, next } = LATE_TABLE;
const nextOf = ({ next_task, next_start }: OrderRow): string => (next_start === null ? '' : next(next_task, next_start));

/** A column of words that may be unknown. */
const said = (label: string, words: (row: OrderRow) => string): ListColumn<OrderRow> => ({
  label,
  rank: words,
  file: words,
  text: (row) => words(row) || unknown,
});

/** The columns of a message's orders. */
export const ORDER_COLUMNS: readonly ListColumn<OrderRow>[] = [
  { label: columns.serial_number, text: ({ serial_number }) => serial_number },
  said(columns.product_name, ({ product_name }) => product_name),
  {
    label: columns.deadline_date,
    text: ({ deadline_date }) => (deadline_date === null ? unknown : formatMonthDay(deadline_date)),
    rank: ({ deadline_date }) => deadline_date ?? LAST,
    file: ({ deadline_date }) => deadline_date && { date: deadline_date },
    look: lateLook,
  },
  {
    label: columns.late_days,
    text: ({ late_days }) => (late_days > 0 ? daysText(late_days) : unknown),
    rank: ({ late_days }) => late_days,
    file: ({ late_days }) => late_days,
    figure: true,
    look: (row) => ({ ...lateLook(row), fontWeight: 700 }),
  },
  said(columns.cause, ({ cause }) => cause),
  {
    label: columns.remaining_tasks,
    text: ({ remaining_tasks, task_count }) => (remaining_tasks === null ? unknown : remaining(remaining_tasks, task_count)),
    rank: ({ remaining_tasks }) => remaining_tasks ?? -1,
    file: ({ remaining_tasks }) => remaining_tasks,
    figure: true,
  },
  { ...said(columns.next_start, nextOf), rank: ({ next_start }) => next_start ?? LAST },
];
/** Its column of late days. */
export const WORST_ORDERS = 3;

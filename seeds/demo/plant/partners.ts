import { addDays } from '../../../server/domain/ground/plant-time.ts';
import { isDelivered } from '../../../server/domain/plant/lateness.ts';
import type { Demo, OrderTaskRow } from '../types.ts';
import { type PlantCalendar, plantCalendar } from './calendar.ts';

/** Work that is with a partner on the demo's day, and what the partner said. */
export type HandedOver = {
  serial_number: string;
  lot_number: string;
  task_sort: number;
  handover_date: string;
  return_date: string;
  asked_date: string;
  answered_date: string | null;
  completed_quantity: number | null;
  note: string;
};

/** Work that left so many days ago may have been agreed for a day that has passed. */
const LONG_AGO_DAYS = 5;
const NOTES = ['材料待ちのため遅れます', '刃物待ち', '機械故障のため遅れます'];

/** Lots whose next process is at a partner's, the one before received. */
function waitingLots(demo: Demo): { task: OrderTaskRow; received: string }[] {
  const closed = new Set(demo.orders.filter((order) => isDelivered(order.delivery_status)).map((row) => row.serial_number));
  const lots = new Map<string, OrderTaskRow[]>();
  for (const task of demo['order-tasks']) {
    const key = `${task.serial_number}/${task.lot_number}`;
    const tasks = lots.get(key);
    if (tasks) tasks.push(task);
    else lots.set(key, [task]);
  }
  return [...lots.values()].flatMap((tasks) => {
    const next = tasks.findIndex((task) => !task.received);
    const [before, task] = [tasks[next - 1], tasks[next]];
    if (!before?.last_reception_date || !task?.outsourcing_code || closed.has(task.serial_number)) return [];
    return [{ task, received: before.last_reception_date }];
  });
}

/** When it should be back: by its lead time; of work that left long ago every second was agreed for a day that has passed by now. */
function returnOf(task: OrderTaskRow, handover: string, long: number, today: string, calendar: PlantCalendar): string {
  const usual = calendar.workingFrom(addDays(handover, task.solution_frame_days));
  const agreed = calendar.workingUpTo(addDays(today, -1 - (long % 6)));
  return handover <= addDays(today, -LONG_AGO_DAYS) && long % 2 === 0 && agreed > handover ? agreed : usual;
}

/** What the partner said: the agreed day, a later one with its reason, nothing, or a part that is done. */
function answerOf(
  { task, back, index }: { task: OrderTaskRow; back: string; index: number },
  today: string,
  calendar: PlantCalendar,
): Pick<HandedOver, 'answered_date' | 'completed_quantity' | 'note'> {
  const later = calendar.workingFrom(addDays(back < today ? today : back, 2 + (index % 3)));
  const none = { answered_date: null, completed_quantity: null, note: '' };
  if (index % 4 === 0) return { ...none, answered_date: later, note: NOTES[(index / 4) % NOTES.length] as string };
  if (index % 4 === 1) return { ...none, answered_date: back };
  if (index % 4 === 2) return none;
  return { ...none, answered_date: back, completed_quantity: task.order_quantity > 1 ? Math.floor(task.order_quantity / 2) : null };
}

/** Work that left the house before the demo's day: some comes back late, some is answered, some not. Pure, as the demo itself. */
export function handedOver(demo: Demo): HandedOver[] {
  const { today, months } = demo.options;
  const calendar = plantCalendar(today, months);
  let long = 0;
  return waitingLots(demo)
    .map(({ task, received }) => ({ task, handover: calendar.workingFrom(addDays(received, 1)) }))
    .filter(({ handover }) => handover < today)
    .map(({ task, handover }, index) => {
      const back = returnOf(task, handover, long, today, calendar);
      if (handover <= addDays(today, -LONG_AGO_DAYS)) long += 1;
      const { serial_number, lot_number, task_sort } = task;
      const days = { handover_date: handover, return_date: back, asked_date: calendar.workingUpTo(addDays(handover, -1)) };
      return { serial_number, lot_number, task_sort, ...days, ...answerOf({ task, back, index }, today, calendar) };
    });
}

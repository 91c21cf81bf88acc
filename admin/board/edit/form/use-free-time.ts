import { useEffect, useState } from 'react';
import type { Success } from '../../../../server/contract/handlers.ts';
import { composedInstants } from '../../../../server/domain/bars/task-form.ts';
import { endDate, formatMonthDay, plantClock, plantDate } from '../../../../server/domain/ground/plant-time.ts';
import { lateUntil } from '../../../../server/domain/plant/lateness.ts';
import { useCall } from '../../../providers/queries.ts';
import { ADDING } from '../../../texts/board/adding.ts';
import { halfDay } from '../../../texts/board/board.ts';
import type { Adding, Order, Subject } from './adding.ts';
import type { TaskFields } from './task-fields.ts';

type Dates = Pick<TaskFields, 'start_date_date' | 'start_date_hour' | 'end_date_date' | 'end_date_hour'>;
type Free = Success<'getFreeTime'>;

const datesOf = (start: string, end: string): Dates => ({
  start_date_date: plantDate(start),
  start_date_hour: plantClock(start),
  end_date_date: plantDate(end),
  end_date_hour: plantClock(end),
});

/** The morning or afternoon of an adding, in words. */
const asked = ({ date, hour }: Adding): string => `${formatMonthDay(date)} ${halfDay(hour >= '12:00')}`;

/** Whether the first free time is in the half day that was asked for. */
const isThere = ({ date, hour }: Adding, start: string): boolean =>
  plantDate(start) === date && plantClock(start) >= '12:00' === hour >= '12:00';

/** What the dates stand for: the place that was pressed, the first free time, or what was typed. */
type Choice = 'pressed' | 'free' | 'typed';

/** What is said of an adding whose facility has no room where it was pressed, and the free time that is offered instead. */
interface NoRoom {
  text: string;
  offer: string;
}

/** A row was pressed in which there is too little room for the task: that is said, and the dates stay there. */
function noRoomOf(adding: Adding, facility: number | null, { gap, hours, start_date, end_date }: Free, order: Order): NoRoom | undefined {
  const isPressed = adding.facility !== null && adding.facility === facility;
  if (!isPressed || !gap || (start_date !== null && isThere(adding, start_date))) return undefined;
  return {
    text: gap.hours > 0 ? ADDING.tooSmall(asked(adding), gap.hours, hours) : ADDING.full(asked(adding)),
    offer: start_date && end_date ? ADDING.next(start_date, end_date, lateUntil(order, endDate(end_date))) : ADDING.never,
  };
}

/** What the first free time is. */
function hintOf(adding: Adding, facility: number | null, start: string | null): string {
  if (start === null) return ADDING.never;
  if (isThere(adding, start)) return facility === null ? ADDING.freePlant : ADDING.free;
  return ADDING.taken(asked(adding));
}

/**
 * Dates of a task that is added: where it was pressed, or of the facility's first free time, until they are changed by hand. `noRoom` says
 * what speaks against the place that was pressed, `hint` what the dates are, `late` how late they make the order.
 */
export function useFreeTime(adding: Adding, facility: number | null, subject: Subject | undefined, order: Order | undefined) {
  const [dates, setDates] = useState<Dates>({
    start_date_date: adding.date,
    start_date_hour: '08:00',
    end_date_date: adding.date,
    end_date_hour: '16:00',
  });
  const [choice, choose] = useState<Choice>('pressed');
  const what = subject?.order_task === undefined ? { task_id: subject?.task_id } : { order_task: subject.order_task };
  const query = { from_date: adding.date, from_hour: adding.hour, ...(facility === null ? {} : { facility }), ...what };
  const { data: free } = useCall('getFreeTime', { query }, { enabled: subject !== undefined });
  const noRoom = free && order && noRoomOf(adding, facility, free, order);
  const stays = noRoom !== undefined && choice === 'pressed';
  const [start, end] = stays ? [free?.gap?.start_date, free?.gap?.end_date] : [free?.start_date, free?.end_date];
  useEffect(() => {
    if (choice !== 'typed' && start && end) setDates(datesOf(start, end));
  }, [start, end, choice]);
  const { end_date } = composedInstants(dates);
  return {
    dates,
    change: (changed: Partial<Dates>): void => {
      choose('typed');
      setDates((before) => ({ ...before, ...changed }));
    },
    noRoom: stays ? noRoom : undefined,
    hint: free && !stays && choice !== 'typed' ? hintOf(adding, facility, free.start_date) : undefined,
    late: subject && order && end_date ? lateUntil(order, endDate(end_date)) : undefined,
    toFree: free?.start_date && (stays || choice === 'typed') ? () => choose('free') : undefined,
  };
}

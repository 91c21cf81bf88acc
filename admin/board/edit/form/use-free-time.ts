import { useEffect, useState } from 'react';
import { formatMonthDay, plantClock, plantDate } from '../../../../server/domain/ground/plant-time.ts';
import { useCall } from '../../../providers/queries.ts';
import { ADDING } from '../../../texts/board/adding.ts';
import { halfDay } from '../../../texts/board/board.ts';
import type { Adding, Subject } from './adding.ts';
import type { TaskFields } from './task-fields.ts';

type Dates = Pick<TaskFields, 'start_date_date' | 'start_date_hour' | 'end_date_date' | 'end_date_hour'>;

const datesOf = (start: string, end: string): Dates => ({
  start_date_date: plantDate(start),
  start_date_hour: plantClock(start),
  end_date_date: plantDate(end),
  end_date_hour: plantClock(end),
});

/** The morning or afternoon of an adding, in words. */
const asked = ({ date, hour }: Adding): string => `${formatMonthDay(date)} ${halfDay(hour >= '12:00')}`;

function hintOf(adding: Adding, facility: number | null, start: string | null): string {
  if (start === null) return ADDING.never;
  const same = plantDate(start) === adding.date && plantClock(start) >= '12:00' === adding.hour >= '12:00';
  if (same) return facility === null ? ADDING.freePlant : ADDING.free;
  return ADDING.taken(asked(adding));
}

/**
 * Dates of a task that is added: the first free time of the facility, until they are changed by hand. `hint` says what they are; `toFree`
 * brings them back.
 */
export function useFreeTime(adding: Adding, facility: number | null, subject: Subject | undefined) {
  const [dates, setDates] = useState<Dates>({
    ...{ start_date_date: adding.date, start_date_hour: '08:00' },
    ...{ end_date_date: adding.date, end_date_hour: '16:00' },
  });
  const [byHand, setByHand] = useState(false);
  const what = subject?.order_task === undefined ? { task_id: subject?.task_id } : { order_task: subject.order_task };
  const query = { from_date: adding.date, from_hour: adding.hour, ...(facility === null ? {} : { facility }), ...what };
  const { data: free } = useCall('getFreeTime', { query }, { enabled: subject !== undefined });
  useEffect(() => {
    if (!byHand && free?.start_date && free.end_date) setDates(datesOf(free.start_date, free.end_date));
  }, [free, byHand]);
  return {
    dates,
    change: (changed: Partial<Dates>): void => {
      setByHand(true);
      setDates((before) => ({ ...before, ...changed }));
    },
    hint: free && !byHand ? hintOf(adding, facility, free.start_date) : undefined,
    toFree: byHand && free?.start_date ? () => setByHand(false) : undefined,
  };
}

import type { Knex } from 'knex';
import { answer, type Handlers } from '../../contract/handlers.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { listRows } from '../../db/rows.ts';
import { closedDaysBetween, lastHoliday } from '../../db/sql/calendar.ts';
import type { Clock } from '../../domain/ground/plant-time.ts';
import { planOf } from '../plan/plan.service.ts';
import { availabilityBetween, changeAvailability, createHoliday, deleteHoliday } from './calendar.service.ts';
import { HOLIDAYS } from './calendar.store.ts';

/** The operations of this feature. */
export type CalendarOperation =
  | 'listHolidays'
  | 'getClosedDays'
  | 'createHoliday'
  | 'deleteHoliday'
  | 'getAvailability'
  | 'setAvailability';

/** The handlers of the holiday calendar and of the facilities' availability. */
export function calendarHandlers({ db }: { db: Knex; clock: Clock }): Handlers<CalendarOperation> {
  return {
    listHolidays: (call) => listRows(db, HOLIDAYS, OPERATIONS.listHolidays.path, call.query),
    getClosedDays: async ({ query }) => ({
      days: [...(await closedDaysBetween(db, query.from_date, query.to_date, await planOf(db, query.plan)))],
      last: await lastHoliday(db),
    }),
    createHoliday: async (call) => {
      const { created, ...row } = await createHoliday(db, call.body.date, { actor: call.user.employee_id, operation: 'createHoliday' });
      return answer(created ? 201 : 200, row);
    },
    deleteHoliday: async (call) => {
      await deleteHoliday(db, call.params.id, { actor: call.user.employee_id, operation: 'deleteHoliday' });
      return undefined;
    },
    getAvailability: (call) => availabilityBetween(db, call.query.from_date, call.query.to_date, call.query),
    setAvailability: (call) => changeAvailability(db, call.body, { actor: call.user.employee_id, operation: 'setAvailability' }),
  };
}

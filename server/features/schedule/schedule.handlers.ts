import type { Knex } from 'knex';
import type { Call, Handlers, OperationId, Query } from '../../contract/handlers.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { integers, type Page, pageBounds, pageOf } from '../../db/list.ts';
import { notFound } from '../../domain/ground/errors.ts';
import { type Clock, plantDate } from '../../domain/ground/plant-time.ts';
import { databaseTexts } from '../../domain/texts/program/database.ts';
import { furnaceRuns } from './charges/furnace-runs.service.ts';
import { facilityLoads } from './loads/loads.service.ts';
import { surroundingsBetween } from './moves/drag.service.ts';
import { eligibleByTask, freeTime } from './moves/free-time.service.ts';
import { moveEntries } from './moves/move.service.ts';
import { laborFacts } from './read/details.store.ts';
import { type Entry, hasPlan, listEntries, listFacilityIds } from './read/entries.store.ts';
import { findInPlan } from './read/find.service.ts';
import { formerPlaces } from './read/former-places.store.ts';
import { laborForces } from './read/labor.ts';
import { orderInfo } from './read/order-info.service.ts';
import { listOrderIds, placeOf } from './read/order-places.store.ts';
import { adoptAlternative } from './steps/adopt.service.ts';
import { historyOf, restore } from './steps/steps.service.ts';
import { addEntry } from './write/add.service.ts';
import { lockOrders, setWorkTime } from './write/bulk.service.ts';
import { deleteEntries, modifyEntry, switchLock, type Written } from './write/write.service.ts';

type ScheduleOperations =
  | 'listSchedules'
  | 'listFacilitySchedules'
  | 'getScheduleOrderInfo'
  | 'getScheduleDetails'
  | 'findInSchedule'
  | 'adoptAlternative'
  | 'getFormerPlaces'
  | 'getSchedulePlace'
  | 'addSchedule'
  | 'getSurroundings'
  | 'getFreeTime'
  | 'getEligibleFacilities'
  | 'moveSchedules'
  | 'modifySchedule'
  | 'modifyFacilitySchedule'
  | 'deleteSchedule'
  | 'deleteFacilitySchedule'
  | 'deleteSchedules'
  | 'switchLockStatus'
  | 'lockOrder'
  | 'unlockOrder'
  | 'setWorkTime'
  | 'getScheduleHistory'
  | 'undoSchedule'
  | 'redoSchedule'
  | 'listScheduleOrders'
  | 'listScheduleFacilities'
  | 'listScheduleLoads'
  | 'listFurnaceRuns'
  | 'getFurnaceRun';

/** A call with the inputs of this operation, whichever of its variants was asked. */
type Changing<Id extends OperationId> = Pick<Call<Id>, 'params' | 'query' | 'body' | 'user' | 'gone'>;

/** Handlers of the plan that is shown: its lists, its details, and every change by hand. */
export function scheduleHandlers({ db, clock = Date.now }: { db: Knex; clock?: Clock }): Handlers<ScheduleOperations> {
  const author = (call: Pick<Call, 'user' | 'gone'>, operation: OperationId) => ({ user: call.user, operation, clock, gone: call.gone });
  const entryPage = async (id: 'listSchedules' | 'listFacilitySchedules', query: Query<'listSchedules'>): Promise<Page<Entry>> => {
    const { count, rows } = await listEntries(db, query, { ...pageBounds(query), ordering: query.ordering });
    return pageOf(OPERATIONS[id].path, query, count, rows);
  };
  const modify =
    (operation: 'modifySchedule' | 'modifyFacilitySchedule') =>
    (call: Changing<'modifySchedule'>): Promise<Written> =>
      modifyEntry(db, author(call, operation), call.params.id, call.body);
  const remove =
    (operation: 'deleteSchedule' | 'deleteFacilitySchedule') =>
    (call: Changing<'deleteSchedule'>): Promise<undefined> =>
      deleteEntries(db, author(call, operation), [{ id: call.params.id, version: call.body?.version ?? call.query.version }]);
  return {
    listSchedules: ({ query }) => entryPage('listSchedules', query),
    listFacilitySchedules: ({ query }) => entryPage('listFacilitySchedules', query),
    getScheduleOrderInfo: ({ query }) => orderInfo(db, integers(query.order_ids ?? '')),
    getScheduleDetails: async ({ params }) => {
      const facts = await laborFacts(db, params.id);
      if (!facts) throw notFound(databaseTexts.notFound);
      return { labor_forces: laborForces(facts), task_tools: [], furnace_runs: (await furnaceRuns(db, { entry_id: params.id })).rows };
    },
    adoptAlternative: async (call) => {
      await adoptAlternative(db, author(call, 'adoptAlternative'), call.params.id, call.body);
      return historyOf(db, call.user.employee_id);
    },
    getFormerPlaces: async ({ query }) => ({ places: await formerPlaces(db, query) }),
    findInSchedule: ({ query }) => findInPlan(db, query.q),
    getSchedulePlace: async ({ params, query }) => {
      const place = await placeOf(db, params.id, query, query.ordering);
      if (!place) throw notFound(databaseTexts.notFound);
      return place;
    },
    addSchedule: (call) => addEntry(db, author(call, 'addSchedule'), call.body),
    getFreeTime: ({ query }) => freeTime(db, query),
    getEligibleFacilities: ({ params }) => eligibleByTask(db, params.id),
    getSurroundings: ({ query }) =>
      surroundingsBetween(db, integers(query.entry_ids), [query.from_date, query.to_date], plantDate(clock())),
    moveSchedules: (call) => moveEntries(db, author(call, 'moveSchedules'), call.body.moves),
    modifySchedule: modify('modifySchedule'),
    modifyFacilitySchedule: modify('modifyFacilitySchedule'),
    deleteSchedule: remove('deleteSchedule'),
    deleteFacilitySchedule: remove('deleteFacilitySchedule'),
    deleteSchedules: (call) => deleteEntries(db, author(call, 'deleteSchedules'), call.body.entries),
    switchLockStatus: (call) => switchLock(db, author(call, 'switchLockStatus'), call.params.id, call.body?.version),
    lockOrder: (call) => lockOrders(db, author(call, 'lockOrder'), call.body, true),
    unlockOrder: (call) => lockOrders(db, author(call, 'unlockOrder'), call.body, false),
    setWorkTime: async (call) => ({ results: await setWorkTime(db, author(call, 'setWorkTime'), call.body) }),
    getScheduleHistory: ({ user }) => historyOf(db, user.employee_id),
    undoSchedule: (call) => restore(db, author(call, 'undoSchedule'), 'undo', call.body?.step),
    redoSchedule: (call) => restore(db, author(call, 'redoSchedule'), 'redo', call.body?.step),
    listScheduleOrders: async ({ query }) => {
      const { count, rows } = await listOrderIds(db, query, { ...pageBounds(query), ordering: query.ordering });
      return pageOf(OPERATIONS.listScheduleOrders.path, query, count, rows);
    },
    listScheduleFacilities: async ({ query }) => {
      const ids = (await hasPlan(db)) ? await listFacilityIds(db, query) : [];
      const { limit, offset } = pageBounds(query);
      return pageOf(OPERATIONS.listScheduleFacilities.path, query, ids.length, ids.slice(offset, offset + limit));
    },
    listScheduleLoads: async ({ query }) => {
      const { count, rows } = await facilityLoads(db, query, pageBounds(query));
      return pageOf(OPERATIONS.listScheduleLoads.path, query, count, rows);
    },
    listFurnaceRuns: async ({ query }) => {
      const { count, rows } = await furnaceRuns(db, query, pageBounds(query));
      return pageOf(OPERATIONS.listFurnaceRuns.path, query, count, rows);
    },
    getFurnaceRun: async ({ params }) => {
      const [run] = (await furnaceRuns(db, { ids: [params.id] })).rows;
      if (!run) throw notFound(databaseTexts.notFound);
      return run;
    },
  };
}

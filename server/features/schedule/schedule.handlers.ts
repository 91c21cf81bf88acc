import type { Knex } from 'knex';
import type { Call, Handlers, OperationId, Query } from '../../contract/handlers.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { integers, type Page, pageBounds, pageOf } from '../../db/list.ts';
import type { Plan } from '../../db/plan.ts';
import { notFound } from '../../domain/ground/errors.ts';
import { type Clock, plantDate } from '../../domain/ground/plant-time.ts';
import { databaseTexts } from '../../domain/texts/program/database.ts';
import { planOf } from '../plan/plan.service.ts';
import type { Judge } from '../runs/judge/judge.service.ts';
import { furnaceRuns } from './charges/furnace-runs.service.ts';
import { facilityLoads } from './loads/loads.service.ts';
import { surroundingsBetween } from './moves/drag.service.ts';
import { eligibleByTask, freeTime } from './moves/free-time.service.ts';
import { moveEntries } from './moves/move.service.ts';
import { laborFacts } from './read/details.store.ts';
import { type Entry, hasPlan, listEntries, listFacilityIds } from './read/entries.store.ts';
import { findInPlan } from './read/find.service.ts';
import { formerPlacesIn } from './read/former-places.service.ts';
import { laborForces } from './read/labor.ts';
import { orderInfo } from './read/order-info.service.ts';
import { listOrderIds, placeOf } from './read/order-places.store.ts';
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

/** Handlers of the plan that is shown, the published one unless another is asked for: its lists, its details, and every change by hand. */
export function scheduleHandlers({ db, clock, judge }: { db: Knex; clock: Clock; judge: Judge }): Handlers<ScheduleOperations> {
  const asked = (query: { plan?: number }): Promise<Plan> => planOf(db, query.plan);
  const author = (call: Pick<Call, 'user' | 'gone'>, operation: OperationId) => ({
    user: call.user,
    operation,
    clock,
    gone: call.gone,
    judge,
  });
  const entryPage = async (id: 'listSchedules' | 'listFacilitySchedules', query: Query<'listSchedules'>): Promise<Page<Entry>> => {
    const { count, rows } = await listEntries(db, await asked(query), query, { ...pageBounds(query), ordering: query.ordering });
    return pageOf(OPERATIONS[id].path, query, count, rows);
  };
  const modify =
    (operation: 'modifySchedule' | 'modifyFacilitySchedule') =>
    async (call: Changing<'modifySchedule'>): Promise<Written> =>
      modifyEntry(db, await asked(call.query), author(call, operation), call.params.id, call.body);
  const remove =
    (operation: 'deleteSchedule' | 'deleteFacilitySchedule') =>
    async (call: Changing<'deleteSchedule'>): Promise<undefined> =>
      deleteEntries(db, await asked(call.query), author(call, operation), [
        { id: call.params.id, version: call.body?.version ?? call.query.version },
      ]);
  return {
    listSchedules: ({ query }) => entryPage('listSchedules', query),
    listFacilitySchedules: ({ query }) => entryPage('listFacilitySchedules', query),
    getScheduleOrderInfo: async ({ query }) => orderInfo(db, await asked(query), integers(query.order_ids ?? '')),
    getScheduleDetails: async ({ params, query }) => {
      const plan = await asked(query);
      const facts = await laborFacts(db, plan, params.id);
      if (!facts) throw notFound(databaseTexts.notFound);
      return {
        labor_forces: laborForces(facts),
        task_tools: [],
        furnace_runs: (await furnaceRuns(db, plan, { entry_id: params.id })).rows,
      };
    },
    getFormerPlaces: async ({ query }) => ({ places: await formerPlacesIn(db, await asked(query), query) }),
    findInSchedule: async ({ query }) => findInPlan(db, await asked(query), query.q),
    getSchedulePlace: async ({ params, query }) => {
      const place = await placeOf(db, await asked(query), params.id, query, query.ordering);
      if (!place) throw notFound(databaseTexts.notFound);
      return place;
    },
    addSchedule: async (call) => addEntry(db, await asked(call.query), author(call, 'addSchedule'), call.body, call.query.dry_run === 1),
    getFreeTime: async ({ query }) => freeTime(db, await asked(query), query),
    getEligibleFacilities: ({ params }) => eligibleByTask(db, params.id),
    getSurroundings: async ({ query }) =>
      surroundingsBetween(db, judge, await asked(query), integers(query.entry_ids), {
        days: [query.from_date, query.to_date],
        today: plantDate(clock()),
      }),
    moveSchedules: async (call) => moveEntries(db, await asked(call.query), author(call, 'moveSchedules'), call.body.moves),
    modifySchedule: modify('modifySchedule'),
    modifyFacilitySchedule: modify('modifyFacilitySchedule'),
    deleteSchedule: remove('deleteSchedule'),
    deleteFacilitySchedule: remove('deleteFacilitySchedule'),
    deleteSchedules: async (call) => deleteEntries(db, await asked(call.query), author(call, 'deleteSchedules'), call.body.entries),
    switchLockStatus: async (call) =>
      switchLock(db, await asked(call.query), author(call, 'switchLockStatus'), call.params.id, call.body?.version),
    lockOrder: async (call) => lockOrders(db, await asked(call.query), author(call, 'lockOrder'), call.body, true),
    unlockOrder: async (call) => lockOrders(db, await asked(call.query), author(call, 'unlockOrder'), call.body, false),
    setWorkTime: async (call) => ({ results: await setWorkTime(db, await asked(call.query), author(call, 'setWorkTime'), call.body) }),
    getScheduleHistory: async ({ query, user }) => historyOf(db, await asked(query), user.employee_id),
    undoSchedule: async (call) => restore(db, await asked(call.query), author(call, 'undoSchedule'), 'undo', call.body?.step),
    redoSchedule: async (call) => restore(db, await asked(call.query), author(call, 'redoSchedule'), 'redo', call.body?.step),
    listScheduleOrders: async ({ query }) => {
      const { count, rows } = await listOrderIds(db, await asked(query), query, { ...pageBounds(query), ordering: query.ordering });
      return pageOf(OPERATIONS.listScheduleOrders.path, query, count, rows);
    },
    listScheduleFacilities: async ({ query }) => {
      const plan = await asked(query);
      const ids = (await hasPlan(db, plan)) ? await listFacilityIds(db, plan, query) : [];
      const { limit, offset } = pageBounds(query);
      return pageOf(OPERATIONS.listScheduleFacilities.path, query, ids.length, ids.slice(offset, offset + limit));
    },
    listScheduleLoads: async ({ query }) => {
      const { count, rows } = await facilityLoads(db, await asked(query), query, pageBounds(query));
      return pageOf(OPERATIONS.listScheduleLoads.path, query, count, rows);
    },
    listFurnaceRuns: async ({ query }) => {
      const { count, rows } = await furnaceRuns(db, await asked(query), query, pageBounds(query));
      return pageOf(OPERATIONS.listFurnaceRuns.path, query, count, rows);
    },
    getFurnaceRun: async ({ params, query }) => {
      const [run] = (await furnaceRuns(db, await asked(query), { ids: [params.id] })).rows;
      if (!run) throw notFound(databaseTexts.notFound);
      return run;
    },
  };
}

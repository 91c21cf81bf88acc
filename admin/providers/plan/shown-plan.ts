import type { QueryKey } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import type { OperationId, Query } from '../../../server/contract/handlers.ts';
import type { PlantEvent } from '../../../server/domain/ground/events.ts';

type Asks<Id extends OperationId> = string extends keyof Query<Id> ? never : 'plan' extends keyof Query<Id> ? Id : never;
/** The calls that the contract gives the parameter `plan`. */
type OfPlan = { [Id in OperationId]: Asks<Id> }[OperationId];

/** Which of them are made of the plan that is shown; what is done today is that of the published plan, whatever is looked at. */
const OF_SHOWN: Record<OfPlan, boolean> = {
  getToday: false,
  getClosedDays: true,
  getScheduleHistory: true,
  addSchedule: true,
  deleteFacilitySchedule: true,
  deleteSchedule: true,
  deleteSchedules: true,
  lockOrder: true,
  modifyFacilitySchedule: true,
  modifySchedule: true,
  moveSchedules: true,
  redoSchedule: true,
  setWorkTime: true,
  switchLockStatus: true,
  undoSchedule: true,
  unlockOrder: true,
  listSchedules: true,
  listFacilitySchedules: true,
  downloadExcelGantt: true,
  getWorkbookPages: true,
  getScheduleOrderInfo: true,
  getScheduleOverview: true,
  listLateOrders: true,
  listScheduleConflicts: true,
  getLateness: true,
  getAdvice: true,
  listMisfits: true,
  getScheduleDetails: true,
  listFurnaceRuns: true,
  getFurnaceRun: true,
  getSchedulePlace: true,
  findInSchedule: true,
  getFreeTime: true,
  getSurroundings: true,
  listScheduleOrders: true,
  listScheduleFacilities: true,
  listScheduleLoads: true,
  getFormerPlaces: true,
  listScheduleErrors: true,
};
const asked: Readonly<Partial<Record<OperationId, boolean>>> = OF_SHOWN;

/** Whether an operation is made of the plan that is shown. */
export const isOfShown = (operation: OperationId): boolean => asked[operation] === true;

/** Pages that show a plan: the two boards, and the sheets of what stands on them. */
const SHOWING: readonly string[] = ['/gantt', '/facility-calendar', '/charge-sheet'];

/** An id as addresses bear it; undefined for anything else. */
export const idOf = (text: string | null): number | undefined => (text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);

/** The plan that an address shows beside the published one, which is undefined. */
export const planIn = ({ pathname, search }: { pathname: string; search: string }): number | undefined =>
  SHOWING.includes(pathname) ? idOf(new URLSearchParams(search).get('plan')) : undefined;

/** The id of the plan that the page shows; undefined: the published one. */
export const useShownPlan = (): number | undefined => planIn(useLocation());

/** What a call is made with: the plan that is shown, where it takes one and names none itself. */
export function ofPlan<Options extends { query?: object }>(operation: OperationId, options: Options, plan: number | undefined): Options {
  return plan === undefined || !isOfShown(operation) ? options : { ...options, query: { plan, ...options.query } };
}

/** A key under which a reading of this plan is kept. */
export const keyOfPlan = (key: QueryKey, plan: number | undefined): QueryKey => (plan === undefined ? key : [...key, { plan }]);

/** The key of something that is read of the plan that is shown. */
export function useShownKey(): (key: QueryKey) => QueryKey {
  const plan = useShownPlan();
  return (key) => keyOfPlan(key, plan);
}

/** Whether an event speaks of the plan that is shown; one that names no plan speaks of all, and so does any while it is not known which is published. */
export function concernsShown(
  { kind, plan }: Pick<PlantEvent, 'plan'> & { kind: string },
  shown: number | undefined,
  published: number | undefined,
): boolean {
  const own = shown ?? published;
  return kind !== 'schedule' || plan === undefined || own === undefined || plan === own;
}

import type { QueryKey } from '@tanstack/react-query';
import { HttpError } from 'react-admin';
import type { OperationId, Success } from '../../server/contract/handlers.ts';
import { OPERATIONS } from '../../server/contract/operations.ts';
import { SCHEDULE_TEXTS } from '../../server/domain/texts/plan/schedule.ts';
import type { call } from './client.ts';
import { keyOfPlan } from './plan/shown-plan.ts';
import { queryClient } from './query-client.ts';

/** Keys of readings that every write of the schedule makes old: the pending run, and the user's steps in a plan. */
export const PENDING_KEY = ['hasPendingSchedule'];
export const historyKey = (plan: number | undefined): QueryKey => keyOfPlan(['getScheduleHistory', {}], plan);
/** First words of the keys of everything else that shows a plan. */
const SHOWS_PLAN = ['plan', 'plans', 'overview', 'getScheduleDetails', 'getSurroundings', 'getOrder', 'getRunReport'];

const isScheduleWrite = (operation: OperationId): boolean =>
  OPERATIONS[operation].method !== 'get' && /^\/api\/(?:schedules|plans)\//.test(OPERATIONS[operation].path);

/** Has everything read anew that shows the plan; done when it is there. */
export async function freshenPlan(): Promise<void> {
  await Promise.all(SHOWS_PLAN.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}

/** Someone else was first (409), or it is no more (404): what stands here is old. A run that is pending is known at once. */
function onRefusal(error: unknown): void {
  if (!(error instanceof HttpError) || (error.status !== 404 && error.status !== 409)) return;
  if (error.message === SCHEDULE_TEXTS.pending) queryClient.setQueryData(PENDING_KEY, true);
  void queryClient.invalidateQueries({ queryKey: PENDING_KEY });
  void freshenPlan();
}

let lastStep: number | undefined;
/** The user's newest step before the last write; a newer one is the work of that write. */
export const stepBefore = (): number | undefined => lastStep;

/** The calls, watched: after any write of the schedule, old readings are read anew. */
export function watchingWrites(calls: typeof call): typeof call {
  return async (operation, options) => {
    if (!isScheduleWrite(operation)) return calls(operation, options);
    const key = historyKey((options?.query as { plan?: number } | undefined)?.plan);
    lastStep = queryClient.getQueryData<Success<'getScheduleHistory'>>(key)?.undo?.step;
    try {
      return await calls(operation, options);
    } catch (error) {
      onRefusal(error);
      throw error;
    } finally {
      void queryClient.invalidateQueries({ queryKey: key });
    }
  };
}

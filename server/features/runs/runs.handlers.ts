import type { Knex } from 'knex';
import { answer, type Handlers } from '../../contract/handlers.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { pendingJob } from '../../db/jobs/jobs.ts';
import { pageBounds, pageOf } from '../../db/list.ts';
import { isPublished } from '../../db/plan.ts';
import type { Clock } from '../../domain/ground/plant-time.ts';
import { JOB_INTERRUPTED } from '../../domain/texts/program/database.ts';
import { figuresOfRuns } from '../figures/figures.service.ts';
import { planOf } from '../plan/plan.service.ts';
import { adviceOf } from './advice/advice.service.ts';
import { runSettings } from './ask/plan-settings.service.ts';
import { cancelRun, requestRun } from './ask/runs.service.ts';
import type { Standing } from './misfits/misfits.service.ts';
import { toldPlan } from './publish/told.service.ts';
import { countMovable, listMessages, listQueue, newestRuns, queueEntry, type ShownMessage } from './runs.store.ts';
import { closeReport, runMoves, runReport } from './story/report.service.ts';

type RunOperations =
  | 'runSchedule'
  | 'getAdvice'
  | 'getRunSettings'
  | 'countMovable'
  | 'listScheduleQueues'
  | 'hasPendingSchedule'
  | 'cancelScheduleQueue'
  | 'getRunReport'
  | 'getRunMoves'
  | 'closeRunReport'
  | 'listScheduleErrors';

/** What stands before the messages of the newest complete run when a later one failed. */
const interrupted = (jobId: number): ShownMessage => ({
  id: jobId,
  level: 'error',
  code: 'E100',
  message: JOB_INTERRUPTED.schedule,
  order_id: null,
  task_id: null,
  facility_id: null,
  order_task_ids: [],
  orders: [],
  late: false,
});

/** Handlers of scheduler runs: asking for one and its settings, the queue, its messages. */
export function runsHandlers({ db, clock, standing }: { db: Knex; clock: Clock; standing: Standing }): Handlers<RunOperations> {
  const adviceFor = adviceOf({ db, clock, ...standing });
  return {
    runSchedule: async ({ body, user }) => {
      const { id, status } = await requestRun(db, body ?? {}, user.employee_id);
      return answer(202, { id, status });
    },
    getAdvice: async ({ query }) => adviceFor(await planOf(db, query.plan), query.order_id),
    getRunSettings: () => runSettings(db),
    countMovable: async () => ({ entries: await countMovable(db, await planOf(db)) }),
    listScheduleQueues: async ({ query }) => {
      const { count, rows } = await listQueue(db, pageBounds(query));
      const figures = await figuresOfRuns(
        db,
        rows.map(({ id }) => id),
      );
      const runs = rows.map((row) => ({ ...row, figures: figures.get(row.id) ?? null }));
      return pageOf(OPERATIONS.listScheduleQueues.path, query, count, runs);
    },
    hasPendingSchedule: async () => ({ pending: (await pendingJob(db, 'schedule')) !== undefined }),
    cancelScheduleQueue: async ({ params }) => queueEntry(await cancelRun(db, params.id)),
    getRunReport: ({ user }) => runReport(db, standing, user.id),
    getRunMoves: () => runMoves(db),
    closeRunReport: async ({ params, user }) => {
      await closeReport(db, params.id, user.id);
      return answer(204);
    },
    listScheduleErrors: async ({ query }) => {
      const plan = await planOf(db, query.plan);
      const { failed } = await newestRuns(db);
      const { limit, offset } = pageBounds(query);
      const first = failed === undefined || !isPublished(plan) ? [] : [interrupted(failed)];
      const shift = first.length;
      const page = { limit: limit - (offset < shift ? shift : 0), offset: Math.max(0, offset - shift) };
      const { count, rows } = await listMessages(db, await toldPlan(db, plan), page);
      return pageOf(OPERATIONS.listScheduleErrors.path, query, count + shift, [...first.slice(offset), ...rows]);
    },
  };
}

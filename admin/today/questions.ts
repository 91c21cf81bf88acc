import { epochMs, formatMonthDay, plantDate } from '../../server/domain/ground/plant-time.ts';
import { STOPS } from '../../server/domain/texts/plan/reasons.ts';
import { TODAY } from '../texts/today.ts';
import { endTimeOf } from './when.ts';
import type { Run, Task, Today, Unit } from './with-taps.ts';

/** What stands against 開始 or 終了, each as a sentence without its full stop: it is asked about once. None: it counts at once. */
export type Questions = readonly string[];

/** Much before its end, work is finished by mistake. */
const EARLY_MS = 30 * 60_000;

/** When work is planned to end, where that is far off. */
export const earlyEnd = (end: string, now: number): string | undefined => (epochMs(end) - now > EARLY_MS ? endTimeOf(end, now) : undefined);

/** The earlier processes that are open, as a row names them: of a charge with the lot in front. */
export const openBefore = ({ open_before }: Pick<Run, 'open_before'> | Pick<Task, 'open_before'>): string[] =>
  open_before.map((one) => (typeof one === 'string' ? one : `${one.unique_order} ${one.task_names.join(TODAY.dot)}`));

const questionsOfOrder = (of: Parameters<typeof openBefore>[0]): Questions => (openBefore(of).length > 0 ? [TODAY.openBefore] : []);

const questionsOfStop = (stop: Unit['stop']): Questions => (stop ? [TODAY.stands(STOPS[stop.reason])] : []);

const questionsOfDay = (start: string, now: number): Questions => {
  const day = plantDate(start);
  return day > plantDate(now) ? [TODAY.plannedOn(formatMonthDay(day))] : [];
};

/** Of the start of a charge: at a unit that stands, not of today, or over earlier processes that are open. */
export const startOfRun = (run: Run, stop: Unit['stop'], now: number): Questions => [
  ...questionsOfStop(stop),
  ...questionsOfDay(run.run_start, now),
  ...questionsOfOrder(run),
];

/** Of the start of a task: likewise, or beside as many others as the facility has units. */
export const startOfTask = (task: Task, { tasks, facility, stop }: Pick<Today, 'tasks' | 'facility' | 'stop'>, now: number): Questions => {
  const working = tasks.filter(
    ({ entry_id, started_at, finished_at }) => entry_id !== task.entry_id && started_at !== null && finished_at === null,
  );
  const names = working.map(({ unique_order, task_name }) => `${unique_order} ${task_name}`);
  const busy = names.length >= Math.max(1, facility?.units ?? 1) ? [TODAY.busy(names)] : [];
  return [...questionsOfStop(stop), ...questionsOfDay(task.start_date, now), ...questionsOfOrder(task), ...busy];
};

/** Of an end: much before the planned one, or over earlier processes that are open. */
export const finishOf = (of: Run | Task, end: string, now: number): Questions => {
  const early = earlyEnd(end, now);
  return [...(early === undefined ? [] : [TODAY.endsAt(early)]), ...questionsOfOrder(of)];
};

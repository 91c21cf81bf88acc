import type { plantBuilder } from './plant.ts';

type Values = Record<string, unknown>;
/** `hours` are those of set-up and work, `row` what else the file says; anything else is the bar's. */
type Process = Values & { task_sort?: number; hours?: readonly [setup: number, work: number]; row?: Values };

/** Builds processes of the file with their bars in the published plan, and gives the id that both bear; `at` is written as in `plantBuilder`. */
export const plannedBar =
  (make: ReturnType<typeof plantBuilder>) =>
  async (lot: number, task: number, at: readonly [string, string], { hours, row = {}, ...bar }: Process = {}): Promise<number> => {
    const sort = bar.task_sort === undefined ? {} : { task_sort: bar.task_sort };
    const worked = hours ? { setup_hours: hours[0], work_hours: hours[1] } : {};
    return make.entry(lot, task, at, { order_task_id: await make.orderTask(lot, task, { ...sort, ...worked, ...row }), ...bar });
  };

import type { Success } from '../../../../server/contract/handlers.ts';
import { HALF_DAY_MINUTES, TICK_MINUTES } from '../../../../server/domain/ground/constants.ts';
import { clockOfMinutes, type PlantDate } from '../../../../server/domain/ground/plant-time.ts';
import { isOutsourced } from '../../../../server/domain/plant/task-purpose.ts';
import { ADDING } from '../../../texts/board/adding.ts';
import { type Block, dateOfBlock } from '../../chart/scene/blocks.ts';

/** Where a task is to be added: from this day and clock time on, the first time that is free. */
export interface Adding {
  facility: number | null;
  date: PlantDate;
  hour: string;
}

/** A facility as the calendar and its form need it. */
export interface Facility {
  id: number;
  active: boolean;
  facility_code: string;
  facility_name: string;
  task_ids: number[];
}

export type Order = Success<'getOrder'>;
type Task = Pick<Success<'listTasks'>['results'][number], 'id' | 'task_code' | 'task_name'>;
type Eligible = Success<'getEligibleFacilities'>;

/** What can be added to a lot. */
export interface Subject {
  /** `order:<id>` an order task without a bar, `task:<id>` a task by hand. */
  key: string;
  order_task: number | undefined;
  task_id: number;
  task_sort: number | undefined;
  task_name: string;
  task_code: string;
  outsourced: boolean;
  /** The active facilities that may do it; none for a partner's. */
  facilities: readonly number[];
}

/** The place that a cell of the calendar stands for; in the half day that is now (`now` in plant minutes), from the next half hour on. */
export function addingAt(facility: number | null, block: Block, now: number): Adding {
  const [from, to] = [block * HALF_DAY_MINUTES, (block + 1) * HALF_DAY_MINUTES];
  const minute = now > from && now < to ? Math.min(Math.ceil(now / TICK_MINUTES) * TICK_MINUTES, to - TICK_MINUTES) : from;
  return { facility, date: dateOfBlock(block), hour: clockOfMinutes(minute) };
}

/** Tasks to be added to a lot: its order tasks without a bar, in their order, then other active tasks. */
export function subjectsOf(order: Order, lot: string, tasks: readonly Task[], eligible: Eligible): Subject[] {
  const facilities = new Map(eligible.map(({ task_id, facility_ids }) => [task_id, facility_ids]));
  const planned = new Set(order.entries.map(({ order_task_id }) => order_task_id));
  // What was added by hand may be added once more.
  const own = order.order_tasks.filter(({ lot_number, origin }) => lot_number === lot && origin === 'file');
  const owned = new Set(own.map(({ task_id }) => task_id));
  const open = own
    .filter(({ id }) => !planned.has(id))
    .map((row): Subject => {
      const { id, task_id, task_name, task_code } = row;
      const outsourced = isOutsourced(row);
      const able = outsourced ? [] : (facilities.get(task_id) ?? []);
      return {
        key: `order:${id}`,
        order_task: id,
        task_id,
        task_sort: row.task_sort ?? undefined,
        task_name,
        task_code,
        outsourced,
        facilities: able,
      };
    });
  const others = tasks
    .filter(({ id }) => !owned.has(id))
    .map(({ id, task_name, task_code }): Subject => {
      return {
        key: `task:${id}`,
        order_task: undefined,
        task_sort: undefined,
        outsourced: false,
        task_id: id,
        task_name,
        task_code,
        facilities: facilities.get(id) ?? [],
      };
    });
  return [...open, ...others];
}

/** A turn that a task by hand can take in its lot: behind the process that is named, before all of them without a name. */
export interface Turn {
  task_sort: number;
  behind: string | undefined;
}

/** The turns of a lot, in order: half way to the process that comes next, or beside the one before where there is no number between. */
export function turnsOf(order: Order, lot: string): Turn[] {
  const own = order.order_tasks
    .flatMap(({ lot_number, task_sort, task_name }) => (lot_number === lot && task_sort !== null ? { task_sort, task_name } : []))
    .sort((a, b) => a.task_sort - b.task_sort);
  const first = own[0] && own[0].task_sort > 0 ? [{ task_sort: Math.floor(own[0].task_sort / 2), behind: undefined }] : [];
  const turns = own.map(({ task_sort, task_name }, at): Turn => {
    const next = own[at + 1]?.task_sort ?? task_sort + LAST_STEP;
    return { task_sort: Math.floor((task_sort + next) / 2), behind: ADDING.sorted(task_sort, task_name) };
  });
  // Of processes of one turn the last is named.
  return [...new Map([...first, ...turns].map((turn) => [turn.task_sort, turn])).values()];
}

/** How far behind the last process of a lot there is room for others. */
const LAST_STEP = 20;

/** Tasks for a facility; all of them where none is chosen. */
export const doneBy = (subjects: readonly Subject[], facility: number | null): Subject[] =>
  facility === null ? [...subjects] : subjects.filter(({ facilities }) => facilities.includes(facility));

/** The active facilities to choose from, by code: those that may do the task, or all before a task is chosen. */
export function facilitiesFor(subject: Subject | undefined, all: Iterable<Facility>): Facility[] {
  const offered = [...all].filter(({ id, active }) => active && (subject === undefined || subject.facilities.includes(id)));
  return offered.sort((a, b) => a.facility_code.localeCompare(b.facility_code));
}

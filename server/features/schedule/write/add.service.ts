import type { Knex } from 'knex';
import type { Plan } from '../../../db/plan.ts';
import { judgeTaskForm, type TaskForm, type TaskSpan } from '../../../domain/bars/task-form.ts';
import { type FieldErrors, invalid } from '../../../domain/ground/errors.ts';
import { codeKey } from '../../../domain/ground/fold.ts';
import { isOutsourced } from '../../../domain/plant/task-purpose.ts';
import { SCHEDULE_TEXTS as TEXTS } from '../../../domain/texts/plan/schedule.ts';
import { closeByHand } from '../../work/work.service.ts';
import { eligibilityOf } from '../eligibility.store.ts';
import { warningsOfBars } from '../judge/warnings.ts';
import type { Written } from './write.service.ts';
import {
  insertEntry,
  insertHandTask,
  lotsOfOrder,
  type OrderTaskRow,
  ordersById,
  orderTask,
  orderTasksOfLot,
  taskExists,
} from './write.store.ts';
import { changedBars, type Editor, refuseFacts, type Write, writeSchedule } from './write.ts';

/** The form of `add_schedule`: the order, and its order task or a task of one of its lots. */
export interface AddForm extends TaskForm {
  order?: number | null;
  order_task?: number | null;
  task_id?: number | null;
  lot_number?: string | null;
  task_sort?: number | null;
}

/** What is to be added: for an order task, or by hand. */
interface Subject {
  order_id: number;
  product_id: number | null;
  lot_id: number;
  task_id: number;
  task_sort: number | null;
  order_task: OrderTaskRow | null;
}

/**
 * Adds a bar: for an order task that has none, or by hand for a task that the lot does not have. Throws a field map for an unknown order,
 * lot or task, for a second bar of one order task, and for a form that cannot be; a conflict for what only the published plan may say. `tried`: nothing
 * is written, it gives the warnings alone.
 */
export async function addEntry(db: Knex, plan: Plan, author: Editor, form: AddForm, tried = false): Promise<Written> {
  const written = await writeSchedule(db, plan, author, (write) => add(write, author, form), { tried });
  return tried ? { ...written, results: [] } : written;
}

async function add(write: Write, author: Editor, form: AddForm): Promise<Written> {
  const dates = judgeTaskForm(form);
  const errors: FieldErrors = 'errors' in dates ? { ...dates.errors } : {};
  const found = await subjectOf(write, form);
  if ('errors' in found) Object.assign(errors, found.errors);
  else if (!(await able(write, found.subject, form.facility ?? null))) errors.facility = [TEXTS.facility_cannot];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const { subject } = found as { subject: Subject };
  let id = 0;
  const results = await changedBars(write, [subject.order_id], async () => {
    id = await insert(write, subject, form, (dates as { span: TaskSpan }).span);
    return [id];
  });
  return { results, warnings: await warningsOfBars(author.judge, write, [id], results) };
}

async function able(write: Write, subject: Subject, facility: number | null): Promise<boolean> {
  if (facility === null) return true;
  return !isPartners(subject) && (await eligibilityOf(write.trx, subject.product_id))(subject.task_id).includes(facility);
}

const isPartners = ({ order_task }: Subject): boolean => order_task !== null && isOutsourced(order_task);

async function insert(write: Write, subject: Subject, form: AddForm, span: TaskSpan): Promise<number> {
  const { lot_id, task_id, task_sort } = subject;
  const closes = form.received_locked === true && !subject.order_task?.received;
  if (closes || !subject.order_task) refuseFacts(write);
  const id = subject.order_task?.id ?? (await insertHandTask(write.trx, { lot_id, task_id, task_sort }));
  await write.noteAdded(id);
  await insertEntry(write.trx, write.plan, {
    id,
    lot_id,
    task_id,
    task_sort,
    facility_id: form.facility ?? null,
    outsourced: isPartners(subject),
    locked: form.locked ?? false,
    start_at: span.start,
    end_at: span.end,
  });
  if (closes) await closeByHand(write.trx, write.plan, [id]);
  return id;
}

type Found = { subject: Subject } | { errors: FieldErrors };

async function subjectOf(write: Write, form: AddForm): Promise<Found> {
  if (form.order_task) return ofOrderTask(write, form.order_task, form.order);
  if (!form.order) return { errors: { order: [TEXTS.required] } };
  const [order] = await ordersById(write.trx, [form.order]);
  if (!order) return { errors: { order: [TEXTS.order_unknown] } };
  if (!form.task_id) return { errors: { task_id: [TEXTS.required] } };
  if (!(await taskExists(write.trx, form.task_id))) return { errors: { task_id: [TEXTS.task_unknown] } };
  const lots = await lotsOfOrder(write.trx, order.id);
  const key = codeKey(form.lot_number ?? '');
  const lot = lots.find((candidate) => candidate.lot_key === key) ?? (key === '' && lots.length === 1 ? lots[0] : undefined);
  if (!lot) return { errors: { lot_number: [TEXTS.lot_unknown] } };
  const same = await orderTasksOfLot(write.trx, write.plan, lot.id, form.task_id);
  const wanted = form.task_sort === undefined || form.task_sort === null ? same : same.filter((task) => task.task_sort === form.task_sort);
  const free = wanted.find((task) => !task.has_entry);
  if (free) return { subject: ofRow(free) };
  if (wanted.length > 0) return { errors: { task_id: [TEXTS.entry_exists] } };
  const by_hand = { order_id: order.id, product_id: order.product_id, lot_id: lot.id, task_id: form.task_id };
  return { subject: { ...by_hand, task_sort: form.task_sort ?? null, order_task: null } };
}

async function ofOrderTask(write: Write, id: number, order: number | null | undefined): Promise<Found> {
  const task = await orderTask(write.trx, write.plan, id);
  if (!task) return { errors: { order_task: [TEXTS.order_task_unknown] } };
  if (order && order !== task.order_id) return { errors: { order: [TEXTS.order_unknown] } };
  return task.has_entry ? { errors: { order_task: [TEXTS.entry_exists] } } : { subject: ofRow(task) };
}

const ofRow = (task: OrderTaskRow): Subject => ({
  order_id: task.order_id,
  product_id: task.product_id,
  lot_id: task.lot_id,
  task_id: task.task_id,
  task_sort: task.task_sort,
  order_task: task,
});

import type { Knex } from 'knex';
import { bound } from '../../db/bound.ts';
import type { PlantDate } from '../../domain/ground/plant-time.ts';

/** What a partner said of one work. */
export interface Said {
  answered_date: PlantDate | null;
  completed_quantity: number | null;
  note: string;
  /** The day on which it was handed over, as somebody here said. */
  handed_on: PlantDate | null;
}

/** An answer to be kept: what is said, of what, and where it comes from. */
export interface AnswerToKeep extends Said {
  order_task_id: number;
  task_id: number;
  outsourcing_code: string;
  handover_date: PlantDate | null;
  answered_by: string;
  answered_at: string;
  file_name: string;
}

/** Locks order tasks, in their order, so that answers to them come one after another. */
export async function lockOrderTasks(trx: Knex.Transaction, ids: readonly number[]): Promise<void> {
  await trx.raw('select id from order_tasks where id = any(?::bigint[]) order by id for update', bound([ids]));
}

/** Keeps answers; one to the same order task is written over, its version counts up. */
export async function keepAnswers(trx: Knex.Transaction, answers: readonly AnswerToKeep[]): Promise<void> {
  await trx.raw(
    `insert into outsourcing_answers
       (order_task_id, task_id, outsourcing_code, answered_date, completed_quantity, note, handover_date, handed_on, answered_at, answered_by, file_name)
     select order_task_id, task_id, outsourcing_code, answered_date, completed_quantity, note, handover_date, handed_on, answered_at, answered_by, file_name
     from jsonb_to_recordset(?::jsonb) as a (order_task_id bigint, task_id bigint, outsourcing_code text, answered_date date, completed_quantity integer,
       note text, handover_date date, handed_on date, answered_at timestamptz, answered_by text, file_name text)
     on conflict (order_task_id) do update set task_id = excluded.task_id, outsourcing_code = excluded.outsourcing_code,
       answered_date = excluded.answered_date, completed_quantity = excluded.completed_quantity, note = excluded.note,
       handover_date = excluded.handover_date, handed_on = excluded.handed_on, answered_at = excluded.answered_at, answered_by = excluded.answered_by, file_name = excluded.file_name,
       version = outsourcing_answers.version + 1`,
    [JSON.stringify(answers)],
  );
}

/** Remembers what sheets asked partners for; when it was asked first stays while process and partner do. */
export async function keepRequests(
  trx: Knex.Transaction,
  requests: readonly { order_task_id: number; task_id: number; outsourcing_code: string; asked_at: string; wanted_date: PlantDate }[],
): Promise<void> {
  await trx.raw(
    `insert into outsourcing_requests (order_task_id, task_id, outsourcing_code, asked_at, wanted_date)
     select a.order_task_id, a.task_id, a.outsourcing_code, a.asked_at, a.wanted_date
     from jsonb_to_recordset(?::jsonb) as a (order_task_id bigint, task_id bigint, outsourcing_code text, asked_at timestamptz, wanted_date date)
     where exists (select from order_tasks ot where ot.id = a.order_task_id)
     on conflict (order_task_id) do update set
       asked_at = case when (outsourcing_requests.task_id, outsourcing_requests.outsourcing_code) = (excluded.task_id, excluded.outsourcing_code)
         then outsourcing_requests.asked_at else excluded.asked_at end,
       task_id = excluded.task_id, outsourcing_code = excluded.outsourcing_code, wanted_date = excluded.wanted_date`,
    [JSON.stringify(requests)],
  );
}

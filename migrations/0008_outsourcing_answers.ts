import type { Knex } from 'knex';

/**
 * What partners were asked and what they answered, beside the order task: it stays when 工程情報 is imported again, and counts only while the order task
 * is still that process with that partner. `handover_date` is the handover the answer was given for, `wanted_date` the return that the sheet asked for.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table outsourcing_answers (
      id bigint generated always as identity primary key,
      version integer not null default 1,
      order_task_id bigint not null references order_tasks on delete cascade,
      task_id bigint not null,
      outsourcing_code text collate "C" not null default '',
      answered_date date,
      completed_quantity integer check (completed_quantity >= 0),
      note text not null default '',
      handover_date date,
      answered_at timestamptz not null default now(),
      answered_by text not null default '',
      file_name text not null default '',
      constraint outsourcing_answers_order_task_key unique (order_task_id)
    );
    create table outsourcing_requests (
      order_task_id bigint primary key references order_tasks on delete cascade,
      task_id bigint not null,
      outsourcing_code text collate "C" not null default '',
      asked_at timestamptz not null,
      wanted_date date
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table outsourcing_requests, outsourcing_answers');
}

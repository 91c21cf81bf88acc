import type { Knex } from 'knex';

/**
 * The complete plans that the newest run offers, the published one among them: what publishing writes, and what is said of each. Of bars that not all of them
 * have at one place, where each has them. Taking another one over is a step without bars of its own: it is taken back by taking over the former.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table run_alternatives (
      job_id bigint not null references jobs on delete cascade,
      id integer not null,
      entries jsonb not null,
      runs jsonb not null,
      members jsonb not null,
      -- What a run says of it: messages, late orders, figures.
      said jsonb not null,
      primary key (job_id, id)
    );
    create table run_alternative_places (
      job_id bigint not null,
      alternative integer not null,
      plan_entry_id bigint not null references plan_entries on delete cascade,
      facility_id bigint,
      start_at timestamptz not null,
      end_at timestamptz not null,
      primary key (plan_entry_id, alternative),
      foreign key (job_id, alternative) references run_alternatives on update cascade on delete cascade
    );
    create index run_alternative_places_alternative on run_alternative_places (job_id, alternative);
    alter table schedule_steps add column run_job_id bigint, add column old_alternative integer, add column new_alternative integer;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table schedule_steps drop column run_job_id, drop column old_alternative, drop column new_alternative;
    drop table run_alternative_places, run_alternatives;
  `);
}

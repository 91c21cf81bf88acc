import type { Knex } from 'knex';

/** What each tap of the shop floor was told, refusals too: sent again, it is told the same. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table work_tap_answers (
      client_id uuid primary key,
      result text not null check (result in ('accepted','already','refused')),
      reason text,
      answered_at timestamptz not null default clock_timestamp()
    );
    create index work_tap_answers_at on work_tap_answers (answered_at);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table work_tap_answers');
}

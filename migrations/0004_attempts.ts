import type { Knex } from 'knex';

/** Wrong passwords and tokens are counted by rate-limiter-flexible: the table is as it wants it, and what was counted in the last ten minutes is forgotten. Unlogged as before. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table attempt_counts;
    create unlogged table attempt_counts (key text primary key, points integer not null, expire bigint not null)`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table attempt_counts;
    create unlogged table attempt_counts (name text primary key, hits integer not null, resets_at timestamptz not null)`);
}

import type { Knex } from 'knex';

/** Wrong passwords and tokens by name until their window ends, and where each employee has signed in: what the limits on wrong ones rest on. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table login_failures;
    -- Unlogged: a flood is counted without waiting for the disk. A crash of the database empties it, a restart does not.
    create unlogged table attempt_counts (
      name text primary key,
      hits integer not null,
      resets_at timestamptz not null
    );
    create table known_places (
      employee_id bigint not null references employees on delete cascade,
      -- An address or a browser, hashed.
      place text not null,
      last_at timestamptz not null,
      primary key (employee_id, place)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table attempt_counts, known_places;
    create table login_failures (
      subject text primary key,
      failures integer not null,
      last_failed_at timestamptz not null
    );
  `);
}

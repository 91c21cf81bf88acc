import type { Knex } from 'knex';

/** Devices of the shop floor. One is paired by a code that is used once; of code and token only hashes are kept. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table terminals (
      id bigint generated always as identity primary key,
      name text collate "C" not null,
      name_key text collate "C" not null constraint terminals_name_key unique,
      facility_ids bigint[] not null,
      code_hash text collate "C" constraint terminals_code_key unique,
      code_until timestamptz,
      -- Names the token in the life of sessions; another one with each pairing.
      token_id uuid constraint terminals_token_key unique,
      token_hash text collate "C",
      paired_at timestamptz,
      seen_at timestamptz,
      version integer not null default 1,
      created_at timestamptz not null default clock_timestamp()
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table terminals');
}

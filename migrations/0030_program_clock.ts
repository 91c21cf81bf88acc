import type { Knex } from 'knex';

/**
 * Rows bear the machine's time, which only goes on. Screens show them by the program's clock, which may be set to another day: `on_clock` says what it showed then,
 * as far ahead as the session was told that it is. `off_clock` is the way back, for what is searched by its day.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function clock_ahead() returns interval language sql stable parallel safe as
      $$ select coalesce(nullif(current_setting('planner.clock_ahead', true), ''), '0')::interval $$;
    create function on_clock(at timestamptz) returns timestamptz language sql stable parallel safe as $$ select at + clock_ahead() $$;
    create function off_clock(at timestamptz) returns timestamptz language sql stable parallel safe as $$ select at - clock_ahead() $$;
    drop index audit_day;
    create index audit_at on audit (at desc, id desc) where part_of is null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index audit_at;
    create index audit_day on audit (((at at time zone 'Asia/Tokyo')::date), id desc) where part_of is null;
    drop function off_clock(timestamptz), on_clock(timestamptz), clock_ahead();
  `);
}

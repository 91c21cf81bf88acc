import type { Knex } from 'knex';

/**
 * Whichever way a token dies (left, another id, password or role by form, file or command, an employee who goes, a terminal that is cut off or paired anew), every process
 * hears of it with the transaction: a stream of events must not outlive its token. A terminal is a user whose id is below zero.
 */
const told = (fields: string): string => `perform pg_notify('planner_events', json_build_object('kind', 'session', ${fields})::text)`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function end_sessions() returns trigger language plpgsql as $$ begin
      delete from token_activity where employee_id = old.id;
      ${told(`'user', old.id`)};
      return null;
    end $$;
    create trigger sessions_ended after update on employees for each row
      when (old.session_number <> new.session_number or old.active and not new.active) execute function end_sessions();
    create trigger sessions_gone after delete on employees for each row execute function end_sessions();

    create function end_token() returns trigger language plpgsql as $$ begin
      ${told(`'jti', new.jti`)};
      return null;
    end $$;
    create trigger token_ended after insert on revoked_tokens for each row execute function end_token();

    create function end_terminal() returns trigger language plpgsql as $$ begin
      ${told(`'user', -old.id`)};
      return null;
    end $$;
    create trigger terminal_ended after update on terminals for each row
      when (old.token_id is distinct from new.token_id) execute function end_terminal();
    create trigger terminal_gone after delete on terminals for each row execute function end_terminal();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger terminal_gone on terminals;
    drop trigger terminal_ended on terminals;
    drop function end_terminal();
    drop trigger token_ended on revoked_tokens;
    drop function end_token();
    drop trigger sessions_gone on employees;
    drop trigger sessions_ended on employees;
    drop function end_sessions();
  `);
}

-- Whichever way the tokens of an employee die (another id, password or role by form, file or command, an employee who goes), every process hears of it with the
-- transaction: a stream of events must not outlive its token.
create or replace function end_sessions() returns trigger language plpgsql as $$ begin
  delete from token_activity where employee_id = old.id;
  perform pg_notify('planner_events', json_build_object('kind', 'session', 'user', old.id)::text);
  return null;
end $$;

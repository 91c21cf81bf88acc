-- A token that was left: every process hears of it.
create or replace function end_token() returns trigger language plpgsql as $$ begin
  perform pg_notify('planner_events', json_build_object('kind', 'session', 'jti', new.jti)::text);
  return null;
end $$;

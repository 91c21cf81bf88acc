-- A terminal that is cut off or paired anew: every process hears of it. A terminal is a user whose id is below zero.
create or replace function end_terminal() returns trigger language plpgsql as $$ begin
  perform pg_notify('planner_events', json_build_object('kind', 'session', 'user', -old.id)::text);
  return null;
end $$;

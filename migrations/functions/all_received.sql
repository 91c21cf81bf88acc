-- Whether all of a process has come: its file says so, or as many pieces as were ordered.
create or replace function all_received(received boolean, ordered integer, came integer) returns boolean language sql immutable as
  $$ select received or (ordered > 0 and came >= ordered) $$;

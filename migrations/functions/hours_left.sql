-- The hours that a process still needs, as domain/plant/hours says it: of one that has come in part its share of the work, without set-up.
create or replace function hours_left(setup numeric, work numeric, ordered integer, came integer, unsaid numeric) returns numeric language sql immutable as
  $$ select case when came > 0 and came < ordered then case when setup + work > 0 then work else unsaid end * (ordered - came) / ordered
    else coalesce(nullif(setup + work, 0), unsaid) end $$;

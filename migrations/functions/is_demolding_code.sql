-- Whether a task is the demolding of a casting by its code (domain/plant/task-purpose).
create or replace function is_demolding_code(code_key text) returns boolean language sql immutable as
  $$ select code_key in ('320-3121-060', '340-3151-040') $$;

-- Whether a task is a heat treatment by its code (domain/plant/task-purpose).
create or replace function is_heat_code(code_key text) returns boolean language sql immutable as
  $$ select strpos(code_key, '3123') > 0 or strpos(code_key, '3153') > 0 $$;

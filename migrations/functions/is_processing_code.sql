-- Whether a task is machining by its code (domain/plant/task-purpose).
create or replace function is_processing_code(code_key text) returns boolean language sql immutable as
  $$ select strpos(code_key, '5131') > 0 and strpos(code_key, '3123') = 0 and strpos(code_key, '3153') = 0 $$;

-- What 1.0.0 added to the tables of 0048_whole_plan, the last migration before it: a database, or the rows of a backup, that had come so far go on from here.
drop view if exists completed_away;
alter table facility_stops add column if not exists resumes_on date check (resumes_on > stopped_at::date);
alter table run_moves add column if not exists new_end_at timestamptz,
  add column if not exists moved_by text check (moved_by in ('unfit', 'first', 'room', 'plan'));

create or replace trigger sessions_ended after update on employees for each row
  when (old.session_number <> new.session_number or old.active and not new.active) execute function end_sessions();
create or replace trigger sessions_gone after delete on employees for each row execute function end_sessions();
create or replace trigger token_ended after insert on revoked_tokens for each row execute function end_token();
create or replace trigger terminal_ended after update on terminals for each row
  when (old.token_id is distinct from new.token_id) execute function end_terminal();
create or replace trigger terminal_gone after delete on terminals for each row execute function end_terminal();

-- Keys were made by another text of code_fold. Of several that are one by now the first gets the key; the others keep what they had, and are found by their
-- spelling in the lists.
do $$ declare one record; begin
  for one in select * from (values ('tasks', 'code_key', 'task_code', null), ('facilities', 'code_key', 'facility_code', null),
    ('outsourcings', 'code_key', 'outsourcing_code', null), ('products', 'code_key', 'product_code', null), ('employees', 'employee_key', 'employee_id', null),
    ('orders', 'serial_key', 'serial_number', null), ('completed_orders', 'serial_key', 'serial_number', null), ('lots', 'lot_key', 'lot_number', 'order_id'),
    ('terminals', 'name_key', 'name', null)) as keys (home, key, code, owner)
  loop
    execute format('
      update %1$I k set %2$I = s.new from (
        select distinct on (owner, new) * from (
          select ctid as place, %4$s as owner, %2$I as old, code_fold(%3$I) as new from %1$I where %2$I <> code_fold(%3$I)) stale
        order by owner, new, old) s
      where k.ctid = s.place and not exists (
        select 1 from (select %4$s as owner, %2$I as key from %1$I) o where o.owner is not distinct from s.owner and o.key = s.new)',
      one.home, one.key, one.code, coalesce(one.owner, 'null::bigint'));
  end loop;
end $$;
update orders set product_key = code_fold(product_code) where product_key <> code_fold(product_code);
update orders o set product_id = p.id from products p where o.product_id is null and p.active and o.product_key <> '' and p.code_key = o.product_key;

-- What was kept by another text of search_fold.
update audit set kind = kind where part_of is null and subject_key is distinct from search_fold(audit_subject(kind, key, old, new));
do $$ begin
  if to_regclass('orders_serial_search') is not null then reindex index orders_serial_search; end if;
end $$;

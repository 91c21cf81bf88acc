-- The key and what people call the row beside it: the history keeps it, whatever becomes of the row. A stored column of audit is made of it.
create or replace function audit_subject(kind text, key text, old jsonb, new jsonb) returns text language sql immutable parallel safe as
  $$ select concat_ws(' ', key, coalesce(new ->> field, old ->> field)) from (select case
      when kind in ('products', 'orders') then 'product_name'
      when kind in ('tasks', 'order_tasks') then 'task_name'
      when kind = 'facilities' then 'facility_name'
      when kind in ('outsourcings', 'employees') then 'name'
    end as field) as name $$;

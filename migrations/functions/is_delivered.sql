-- Whether an order is closed by its delivery status: nothing of it is planned any more.
create or replace function is_delivered(status text) returns boolean language sql immutable as
  $$ select btrim(status, ' 　') in ('納入済', '納品済', '出荷済', '完納') $$;

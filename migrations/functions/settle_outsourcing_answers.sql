-- Partners say something else of what they have completed.
create or replace function settle_outsourcing_answers() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then perform settle_receptions(array(select order_task_id from changed where completed_quantity > 0));
  elsif tg_op = 'DELETE' then perform settle_receptions(array(select order_task_id from former where completed_quantity > 0));
  else perform settle_receptions(array(select order_task_id from changed union select order_task_id from former));
  end if;
  return null;
end $$;

-- What the states of all orders hang on has changed: they are reckoned anew.
create or replace function note_every_order() returns trigger language plpgsql as $$ begin
  insert into noted_orders select id from orders union select order_id from kept_orders;
  return null;
end $$;

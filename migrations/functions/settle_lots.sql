-- Orders have other lots.
create or replace function settle_lots() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then perform settle_shares(array(select distinct order_id from changed));
  else perform settle_shares(array(select distinct order_id from former));
  end if;
  return null;
end $$;

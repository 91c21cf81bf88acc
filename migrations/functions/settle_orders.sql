-- Orders are of another number of pieces.
create or replace function settle_orders() returns trigger language plpgsql as $$ begin
  perform settle_shares(array(select c.id from changed c join former f using (id) where c.number <> f.number));
  return null;
end $$;

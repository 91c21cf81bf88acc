-- The pieces of a process whose row says none: the equal share that its lot has of the order.
create or replace function lot_pieces(lot bigint) returns integer language sql stable as
  $$ select ceil(max(o.number)::numeric / count(*))::integer
    from lots own join orders o on o.id = own.order_id join lots s on s.order_id = o.id where own.id = lot $$;

-- Where the bars of the published plan lie, whichever plan that is: adopting one writes there what differs.
create or replace function published_layer() returns integer language sql immutable parallel safe as $$ select 1 $$;

-- Bars of the published plan that go leave their version with their order task.
create or replace function keep_versions() returns trigger language plpgsql as $$ begin
  update order_tasks t set last_version = f.version from (select id, max(version) as version from former where layer = published_layer() group by id) f where t.id = f.id and t.last_version < f.version;
  return null;
end $$;

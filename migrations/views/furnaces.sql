-- A furnace: a facility that may do a heat treatment, by its own list of tasks or by the rows of a product.
create view furnaces as
select f.id from facilities f
where exists (select 1 from facility_tasks able join tasks t on t.id = able.task_id where able.facility_id = f.id
    and (is_heat_code(t.code_key) or t.id in (select task_id from heat_treatments)))
  or exists (select 1 from heat_treatments named where named.facility_id = f.id)
  or exists (select 1 from product_processings named join tasks t on t.id = named.task_id where named.facility_id = f.id
    and (is_heat_code(t.code_key) or t.id in (select task_id from heat_treatments)));

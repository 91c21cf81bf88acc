import type { Knex } from 'knex';

/** Pieces of a furnace load are counted by load: of a lot in several of them each says its own. What was said until now was said of the load that began last. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table furnace_load_members add column good integer, add column defect_reason text;
    update furnace_load_members m set good = least(a.good, m.pieces), defect_reason = a.defect_reason
    from (select distinct on (i.order_task_id) i.order_task_id, d.id from furnace_load_members i join furnace_loads d on d.id = i.furnace_load_id
      where d.started_at is not null order by i.order_task_id, d.started_at desc) last
      join actuals a on a.order_task_id = last.order_task_id
    where (m.furnace_load_id, m.order_task_id) = (last.id, last.order_task_id) and a.good is not null`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table furnace_load_members drop column good, drop column defect_reason');
}

import type { Knex } from 'knex';

/** What a run says names its orders, in the order of the sentence, and what makes them late; of runs before this one as far as their rows tell it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table schedule_messages add column order_ids bigint[] not null default '{}', add column cause text;
    update schedule_messages m set order_ids = coalesce(
      (select array_agg(named.order_id order by named.place) from (
         select l.order_id, min(row.place) as place from unnest(m.order_task_ids) with ordinality as row (id, place)
         join order_tasks ot on ot.id = row.id join lots l on l.id = ot.lot_id group by l.order_id) named),
      case when m.order_id is null then '{}' else array[m.order_id] end);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table schedule_messages drop column order_ids, drop column cause');
}

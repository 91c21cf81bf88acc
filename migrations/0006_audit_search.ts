import type { Knex } from 'knex';

/**
 * The history is read by people: records that an import wrote belong to the import's own row, what is searched for is kept folded, and person, kind,
 * day and what is gone are found by indexes. The many records of imports pay for none of it: they are looked at through their import or their name.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The key and what people call the row beside it: the history keeps it, whatever becomes of the row.
    create function audit_subject(kind text, key text, old jsonb, new jsonb) returns text language sql immutable parallel safe as
      $$ select concat_ws(' ', key, coalesce(new ->> field, old ->> field)) from (select case
          when kind in ('products', 'orders') then 'product_name'
          when kind in ('tasks', 'order_tasks') then 'task_name'
          when kind = 'facilities' then 'facility_name'
          when kind in ('outsourcings', 'employees') then 'name'
        end as field) as name $$;
    alter table audit
      add column part_of bigint references audit on delete cascade,
      add column subject_key text collate "C"
        generated always as (case when part_of is null then search_fold(audit_subject(kind, key, old, new)) end) stored;
    create index audit_part_of on audit (part_of, id desc) where part_of is not null;
    create index audit_top on audit (id desc) where part_of is null;
    create index audit_kind on audit (kind, id desc) where part_of is null;
    create index audit_actor on audit (actor, id desc) where part_of is null;
    create index audit_day on audit (((at at time zone 'Asia/Tokyo')::date), id desc) where part_of is null;
    create index audit_gone on audit (kind, (old ->> 'id')) where new is null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index audit_gone, audit_day, audit_actor, audit_kind, audit_top, audit_part_of;
    alter table audit drop column subject_key, drop column part_of;
    drop function audit_subject(text, text, jsonb, jsonb);
  `);
}

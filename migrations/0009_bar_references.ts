import type { Knex } from 'knex';

/** Tables that are analyzed by their layer whenever a plan is laid out; there are few layers, which a small sample tells. */
const LAYERED = ['plan_entries', 'furnace_runs', 'furnace_run_members', 'kept_orders'];
const sampled = (target: number): string =>
  LAYERED.map((table) => `alter table ${table} alter column layer set statistics ${target};`).join(' ');

/**
 * Bars are held to their order tasks and facilities once a statement. Foreign keys ask of each row: of a plan that is laid out, or published for the first time, that is
 * half of all the time that its rows take.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table plan_entries drop constraint plan_entries_id_fkey, drop constraint plan_entries_facility_id_fkey;
    create trigger referred_added after insert on plan_entries referencing new table as changed for each statement execute function refer_bars();
    create trigger referred_altered after update on plan_entries referencing old table as former new table as changed for each statement execute function refer_bars();
    create trigger bars_gone after delete on order_tasks referencing old table as former for each statement execute function leave_bars();
    create trigger bars_emptied after truncate on order_tasks for each statement execute function leave_bars();
    create trigger bars_stand after delete on facilities referencing old table as former for each statement execute function leave_bars();
    create trigger bars_emptied after truncate on facilities for each statement execute function leave_bars();
    ${sampled(10)}`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger referred_added on plan_entries; drop trigger referred_altered on plan_entries;
    drop trigger bars_gone on order_tasks; drop trigger bars_emptied on order_tasks; drop trigger bars_stand on facilities; drop trigger bars_emptied on facilities;
    alter table plan_entries add constraint plan_entries_id_fkey foreign key (id) references order_tasks on delete cascade,
      add constraint plan_entries_facility_id_fkey foreign key (facility_id) references facilities;
    ${sampled(-1)}`);
}

import type { Knex } from 'knex';

/**
 * Why pieces were lost and why a facility stands, from the short lists of server/domain/texts/plan/reasons.ts, and who worked: kept with the mark and the tap. A terminal
 * keeps the names that may be tapped.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table work_marks add column defect text, add column worker text not null default '';
    alter table work_taps add column reason text, add column worker text not null default '',
      drop constraint work_taps_kind_check,
      add constraint work_taps_kind_check check (kind in ('start','finish','quantity','stop','resume','undo'));
    create table facility_stops (
      id bigint generated always as identity primary key,
      facility_id bigint not null references facilities on delete cascade,
      -- null: the facility as a whole.
      unit integer,
      reason text not null,
      stopped_at timestamptz not null,
      resumed_at timestamptz check (resumed_at >= stopped_at)
    );
    create unique index facility_stops_open on facility_stops (facility_id, coalesce(unit, -1)) where resumed_at is null;
    create index facility_stops_time on facility_stops (stopped_at);
    alter table terminals add column workers text[] not null default '{}';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table terminals drop column workers;
    drop table facility_stops;
    delete from work_taps where kind in ('stop','resume');
    alter table work_taps drop column reason, drop column worker,
      drop constraint work_taps_kind_check, add constraint work_taps_kind_check check (kind in ('start','finish','quantity','undo'));
    alter table work_marks drop column defect, drop column worker;
  `);
}

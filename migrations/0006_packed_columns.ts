import type { Knex } from 'knex';

/** The bars, furnace runs and members of a plan that is kept: of each column a list. */
const PARTS = {
  entries: {
    ...{ bar_id: 'bigint', bar_written: 'boolean', bar_lot_id: 'bigint', bar_task_id: 'bigint', bar_task_sort: 'integer' },
    ...{ bar_facility_id: 'bigint', bar_unit: 'integer', bar_outsourced: 'boolean', bar_finished: 'boolean', bar_moved_by: 'text' },
    ...{ bar_start_at: 'timestamptz', bar_end_at: 'timestamptz', bar_locked: 'boolean', bar_work_time_set: 'boolean' },
    ...{ bar_sound_start: 'timestamptz', bar_sound_end: 'timestamptz', bar_sound_facility_id: 'bigint' },
  },
  runs: {
    ...{ run_facility_id: 'bigint', run_unit: 'integer', run_temperature: 'numeric', run_retention_time: 'numeric' },
    ...{ run_cooling_method: 'text', run_cooling_time: 'numeric', run_run_start: 'timestamptz', run_run_end: 'timestamptz' },
  },
  members: { member_run: 'integer', member_entry: 'integer', member_pieces: 'integer', member_weight: 'numeric', member_volume: 'numeric' },
} as const;

/** What the JSON called otherwise, or did not say. */
const WAS: Record<string, string> = {
  bar_id: "coalesce(row ->> 'order_task_id', row ->> 'entry_id')",
  bar_written: "(row ->> 'order_task_id') is not null",
  bar_moved_by: "nullif(row ->> 'moved_by', 'stays')",
};

/**
 * A plan that is kept is lists, not JSON, and written and read in a fraction of the time. Not compressed: that takes ten times as long as writing, on the way of a run
 * that publishes, and spares 1 MB of 16,000 bars.
 */
export async function up(knex: Knex): Promise<void> {
  const columns = Object.values(PARTS).flatMap((part) => Object.entries(part));
  await knex.raw(`alter table plan_contents ${columns.map(([name, type]) => `add column ${name} ${type}[]`).join(', ')}`);
  for (const [json, part] of Object.entries(PARTS)) {
    const lists = Object.entries(part).map(([name, type]) => {
      const value = WAS[name] ?? `row ->> '${name.slice(name.indexOf('_') + 1)}'`;
      return `coalesce(array_agg((${value})::${type} order by n) filter (where n is not null), '{}') as ${name}`;
    });
    await knex.raw(
      `update plan_contents c set ${Object.keys(part)
        .map((name) => `${name} = l.${name}`)
        .join(', ')}
       from (select of.plan_id, ${lists.join(', ')} from plan_contents of left join lateral json_array_elements(of.${json}) with ordinality as e (row, n) on true group by of.plan_id) l
       where l.plan_id = c.plan_id`,
    );
  }
  await knex.raw(`alter table plan_contents drop column entries, drop column runs, drop column members,
    ${columns.map(([name]) => `alter column ${name} set not null, alter column ${name} set storage external`).join(', ')}`);
}

/** There is no way back but the whole one: what the first migration made goes with it. */
export async function down(): Promise<void> {}

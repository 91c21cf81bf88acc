import type { Knex } from 'knex';

/** How much the lateness of an order weighs: 特急, 通常, 後回し. People say so, or a file with a column for it; what the core system sends without one keeps it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table orders add column priority text not null default 'normal',
      add constraint orders_priority_known check (priority in ('rush', 'normal', 'deferred'));
    create index orders_with_priority on orders (priority) where priority <> 'normal';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table orders drop column priority');
}

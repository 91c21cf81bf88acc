import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as excludedOrders from '../../migrations/0021_excluded_orders.ts';
import * as oneFold from '../../migrations/0049_one_fold.ts';
import type { Database } from '../../server/db/connect.ts';
import { migrate, migrateDown, migrationStatus } from '../../server/db/migrate.ts';
import { testDatabase } from '../support/database.ts';

describe('migrations', () => {
  let database: Database;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());

  it('go down to an empty schema and up again', async () => {
    const { knex } = database;
    expect((await migrationStatus(knex)).pending).toEqual([]);
    await migrateDown(knex);
    const left = await knex('information_schema.tables').where({ table_schema: 'public' }).pluck('table_name');
    expect(left.sort()).toEqual(['knex_migrations', 'knex_migrations_lock']);
    expect((await knex.raw(`select count(*) from pg_proc where pronamespace = 'public'::regnamespace`)).rows[0].count).toBe(0);
    expect((await migrate(knex)).length).toBeGreaterThan(0);
    expect(await migrate(knex)).toEqual([]);
    expect(await knex('plans').where({ published: true })).toHaveLength(1);
  });

  it('run once when two processes start together', async () => {
    const { knex } = database;
    await migrateDown(knex);
    const applied = await Promise.all([migrate(knex), migrate(knex), migrate(knex)]);
    expect(applied.flat()).toEqual((await migrationStatus(knex)).applied);
  });

  it('keep what older runs counted, by its present name', async () => {
    const { knex } = database;
    const counted = { tasks: 3, left_out: 2 };
    const [job] = await knex('jobs')
      .insert({ kind: 'schedule', status: 'complete', requested_by: 'x', statistics: counted })
      .returning('id');
    const [uncounted] = await knex('jobs')
      .insert({ kind: 'schedule', status: 'complete', requested_by: 'x', statistics: { tasks: 3 } })
      .returning('id');
    await knex('run_reports').insert({ job_id: job.id, report: { moved: 0, left_out: null } });
    const kept = async () => [
      (await knex('jobs').where(job).first('statistics')).statistics,
      (await knex('jobs').where(uncounted).first('statistics')).statistics,
      (await knex('run_reports').where({ job_id: job.id }).first('report')).report,
    ];
    const before = await kept();
    await excludedOrders.up(knex);
    expect(await kept()).toEqual([{ tasks: 3, excluded_orders: 2 }, { tasks: 3 }, { moved: 0, excluded_orders: null }]);
    await excludedOrders.down(knex);
    expect(await kept()).toEqual(before);
    await knex('jobs').whereIn('id', [job.id, uncounted.id]).del();
  });

  it('give keys that were folded otherwise their present form, one of two that became one', async () => {
    const { knex } = database;
    const keys = async () => await knex('products').orderBy('id').pluck('code_key');
    await oneFold.down(knex);
    const spellings = { 'WD〜01': 'WD〜01', 'WD～01': 'WD~01', 'WD‖02': 'WD‖02', 'WD∥02': 'WD∥02', ローラ: 'ローラ' };
    const rows = Object.entries(spellings).map(([product_code, code_key]) => ({ product_code, code_key, product_name: '弁箱' }));
    await knex('products').insert(rows);
    const order = { serial_number: 'S1', serial_key: 'S1', number: 1, product_name: '弁箱', product_code: 'ロ−ラ', product_key: 'ロ-ラ' };
    await knex('orders').insert(order);
    await oneFold.up(knex);
    expect(await keys()).toEqual(['WD〜01', 'WD~01', 'WD‖02', 'WD∥02', 'ロ-ラ']);
    expect((await knex('orders').join('products', 'products.id', 'product_id').first('products.product_code')).product_code).toBe('ローラ');
    await oneFold.down(knex);
    expect(await keys()).toEqual(['WD〜01', 'WD~01', 'WD‖02', 'WD∥02', 'ローラ']);
    await oneFold.up(knex);
    await knex('orders').del();
    await knex('products').del();
  });

  it('refuse a database that a newer program has changed', async () => {
    const { knex } = database;
    await knex('knex_migrations').insert({ name: '9999_later', batch: 9, migration_time: new Date() });
    await expect(migrate(knex)).rejects.toThrow('9999_later');
    await knex('knex_migrations').where({ name: '9999_later' }).del();
  });
});

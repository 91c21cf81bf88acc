import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadDemo } from '../../seeds/demo/load.ts';
import { backup } from '../../server/db/backup/backup.ts';
import { checkBackupFile, readBackupFile, writeBackupFile } from '../../server/db/backup/backup-file.ts';
import { restore } from '../../server/db/backup/restore.ts';
import type { Database } from '../../server/db/connect.ts';
import { migrate, migrationStatus } from '../../server/db/schema/migrate.ts';
import { ownDatabase } from '../support/database.ts';
import { TODAY, testDemo } from '../support/demos.ts';
import { ownFolder } from '../support/here.ts';
import { FORMER_MIGRATIONS, MIGRATIONS, makeFormer } from '../support/schema.ts';

const made = { program: '1.2.3', now_ms: Date.parse(`${TODAY}T08:30:00+09:00`) };
const folder = ownFolder();
const source = ownDatabase();
const target = ownDatabase();
const path = (name: string): string => join(folder, name);

/** What stands in every table, whatever the order of its rows. */
async function contentOf(database: Database, names: readonly string[]): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const name of names) {
    const { rows } = await database.knex.raw(
      `select count(*)::int as rows, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as hash from "${name}" t`,
    );
    found[name] = rows[0];
  }
  return found;
}

beforeAll(async () => {
  await loadDemo(source.knex, testDemo({ orders: 30 }), { clock: () => made.now_ms });
  await source.knex('excel_files').insert({ file_type: 'schedules', file_name: 'a.xlsx', content: Buffer.from([0, 255, 92, 10, 9]) });
  // A step and its bar: their constraint is judged at the end of a transaction.
  const step = { layer: 1, plan_id: 1, employee_id: '1002', kind: 'move', name: '検査', bars: 1 };
  const [{ id }] = await source.knex('schedule_steps').insert(step).returning('id');
  await source.knex('schedule_step_bars').insert({ step_id: id, entry_id: 1, position: 0 });
});

describe('a backup', () => {
  test('made while others write holds one moment, and restored it is that moment to the byte', async () => {
    let writing = true;
    let day = 0;
    const writes = async (): Promise<void> => {
      while (writing) {
        day += 1;
        const date = new Date(Date.UTC(2030, 0, day)).toISOString().slice(0, 10);
        await source.knex.transaction(async (trx) => {
          await trx('holidays').insert({ date });
          await trx('settings').insert({ key: `holiday ${date}`, value: '1' });
        });
      }
    };
    const load = Promise.all([writes()]);
    await expect.poll(() => day).toBeGreaterThan(5);
    const content = await backup(source.knex, path('plant.backup'), made);
    expect(statSync(path('plant.backup')).mode & 0o777).toBe(0o600);
    const before = day;
    await expect.poll(() => day).toBeGreaterThan(before);
    writing = false;
    await load;
    expect(await checkBackupFile(path('plant.backup'))).toEqual(content);
    expect(await readdir(folder)).toEqual(['plant.backup']);

    expect(await restore(target.knex, path('plant.backup'), made)).toMatchObject({ safety: undefined, migrated: [] });
    const again = await backup(target.knex, path('again.backup'), made);
    expect(again.tables).toEqual(content.tables);
    const rowsOf = (name: string) => content.tables.find((table) => table.name === name)?.rows ?? 0;
    expect(rowsOf('orders')).toBe(30);
    expect(await target.knex('settings').where('key', 'like', 'holiday %').count('key as n')).toEqual([
      { n: (await target.knex('holidays').where('date', '>=', '2030-01-01')).length },
    ]);
    // What did not change meanwhile is the same in both, workbooks and all.
    const still = content.tables.map(({ name }) => name).filter((name) => !['holidays', 'settings', 'table_changes'].includes(name));
    expect(await contentOf(target, still)).toEqual(await contentOf(source, still));
    expect((await target.knex('excel_files').first('content')).content).toEqual(Buffer.from([0, 255, 92, 10, 9]));
    expect(await target.knex('holidays').insert({ date: '2031-01-01' }).returning('id')).toHaveLength(1);
  });

  test('leaves out sessions; a job that was open is over', async () => {
    const [employee] = await source.knex('employees').limit(1);
    await source.knex('revoked_tokens').insert({ jti: '00000000-0000-4000-8000-000000000001', expires_at: '2030-01-01' });
    await source.knex('token_activity').insert({
      jti: '00000000-0000-4000-8000-000000000002',
      employee_id: employee.id,
      last_seen_at: '2026-04-01',
      expires_at: '2030-01-01',
    });
    await source.knex('jobs').insert({ kind: 'schedule', requested_by: '1002' });
    await backup(source.knex, path('sessions.backup'), made);
    await restore(target.knex, path('sessions.backup'), { ...made, safety: path('safety.backup') });
    expect(await target.knex('token_activity')).toEqual([]);
    expect(await target.knex('jobs').select('status', 'error')).toEqual([
      { status: 'error', error: 'バックアップから復元したため中断しました。' },
    ]);
    expect((await checkBackupFile(path('safety.backup'))).tables.find(({ name }) => name === 'orders')?.rows).toBe(30);
  });

  test('of the last version before 1.0.0 is restored, row for row; of an older one and of a newer one it is refused in words', async () => {
    const names = (await backup(source.knex, path('today.backup'), made)).tables.map(({ name }) => name);
    await makeFormer(source.knex);
    await backup(source.knex, path('former.backup'), made);
    await migrate(source.knex);
    const restored = await restore(target.knex, path('former.backup'), { ...made, safety: path('x.backup') });
    expect(restored).toMatchObject({
      safety: path('x.backup'),
      migrated: MIGRATIONS.slice(1),
    });
    expect(await migrationStatus(target.knex)).toMatchObject({
      applied: MIGRATIONS,
      pending: [],
    });
    // Its orders are noted: it does not say by which views they were reckoned.
    const still = names.filter((name) => !['jobs', 'noted_orders'].includes(name));
    expect(await contentOf(target, still)).toEqual(await contentOf(source, still));

    await makeFormer(source.knex, FORMER_MIGRATIONS.slice(0, 40));
    await backup(source.knex, path('older.backup'), made);
    await makeFormer(source.knex);
    await migrate(source.knex);
    await source.knex('knex_migrations').insert({ name: '9999_from_the_future', batch: 9, migration_time: new Date() });
    await backup(source.knex, path('newer.backup'), { ...made, program: '9.9.9' });
    await source.knex('knex_migrations').where({ name: '9999_from_the_future' }).delete();
    const before = await contentOf(target, still);
    for (const [name, sentence] of [
      ['older', /1\.0\.0 より前の版.*直前の版で.*データベースは変更していません。 \/ .*the last version before 1\.0\.0/],
      ['newer', /新しい版 \(9\.9\.9\).*データベースは変更していません。/],
    ] as const)
      await expect(restore(target.knex, path(`${name}.backup`), { ...made, safety: path('x.backup') })).rejects.toThrow(sentence);
    expect(await contentOf(target, still)).toEqual(before);
  });

  test('made by other views than those of this program has its orders reckoned anew', async () => {
    const { header } = await checkBackupFile(path('today.backup'));
    await writeBackupFile(path('other.backup'), { ...header, definitions: 'others' }, async (write) => {
      for await (const { kind, bytes } of readBackupFile(path('today.backup'))) if (!'HZ'.includes(kind)) await write(kind, bytes);
    });
    const noted = async () => (await target.knex('noted_orders').distinct('order_id')).length;
    await target.knex('noted_orders').delete();
    await backup(target.knex, path('kept.backup'), made);
    await restore(target.knex, path('kept.backup'), { ...made, safety: path('x.backup') });
    expect(await noted()).toBe(0);
    await restore(target.knex, path('other.backup'), { ...made, safety: path('x.backup') });
    expect(await noted()).toBe(30);
  });

  test('of this version does not take the place of a database of a newer one, which says how to go back', async () => {
    await backup(source.knex, path('before.backup'), made);
    await target.knex('knex_migrations').insert({ name: '9999_from_the_future', batch: 9, migration_time: new Date() });
    const [before] = await target.knex('orders').count('* as orders');
    await expect(restore(target.knex, path('before.backup'), { ...made, safety: path('newer-safety.backup') })).rejects.toThrow(
      /9999_from_the_future.*空のデータベースに復元してください。/,
    );
    expect(await target.knex('orders').count('* as orders')).toEqual([before]);
    await target.knex('knex_migrations').where({ name: '9999_from_the_future' }).delete();
  });
});

test('a file that is cut off, differs by one bit or is none, and a database that is not empty, are refused with nothing changed', async () => {
  const whole = readFileSync(path('plant.backup'));
  const names = (await checkBackupFile(path('plant.backup'))).tables.map(({ name }) => name);
  const before = await contentOf(target, names);
  const flipped = Buffer.from(whole);
  flipped[whole.length >> 1] = (flipped[whole.length >> 1] as number) ^ 4;
  const damaged = {
    cut: whole.subarray(0, whole.length - 20),
    half: whole.subarray(0, whole.length / 2),
    flipped,
    none: Buffer.from('PK'),
    // 64 KB that unpack to one frame of 64 MiB: refused in seconds.
    bomb: gzipSync(Buffer.concat([Buffer.from([0x44, 4, 0, 0, 0]), Buffer.alloc(64 * 1024 * 1024)])),
  };
  for (const [name, bytes] of Object.entries(damaged)) {
    writeFileSync(path(name), bytes);
    await expect(restore(target.knex, path(name), { ...made, safety: path('unused') }), name).rejects.toThrow(
      `「${path(name)}」は壊れているか、バックアップではありません。`,
    );
  }
  await expect(restore(target.knex, path('plant.backup'), made)).rejects.toThrow('--replace');
  await expect(restore(target.knex, path('nowhere'), made)).rejects.toThrow('見つかりません');
  await expect(backup(source.knex, path('nowhere/x.backup'), made)).rejects.toThrow('見つかりません');
  expect(await contentOf(target, names)).toEqual(before);
  expect(await readdir(folder)).not.toContain('unused');
});

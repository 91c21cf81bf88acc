import { execFileSync } from 'node:child_process';
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { report } from '../../cli/commands/nightly.ts';
import { CLI } from '../../server/domain/texts/program/cli.ts';
import { lookInto } from '../../server/features/nightly/inbox.ts';
import { workbookOf } from '../imports/support.ts';
import { ownDatabase } from '../support/database.ts';
import { TODAY } from '../support/demos.ts';
import { contentOf, type Folders, latest, makeFolders, night, order, smallPlant, write } from './support.ts';

const database = ownDatabase();
let folders: Folders;

beforeAll(async () => {
  await smallPlant(database.knex);
});
beforeEach(async () => {
  folders = await makeFolders();
  return folders.remove;
});

test('what is no file, and a name that is not UTF-8, is said with what to do and left alone: neither opened nor followed', async () => {
  const { inbox, root } = folders;
  await write(root, 'elsewhere.xlsx', workbookOf('orders', [order('02647001')]));
  await symlink(join(root, 'elsewhere.xlsx'), join(inbox, '08-orders-link.xlsx'));
  await symlink(join(root, 'nowhere'), join(inbox, '.hidden'));
  execFileSync('mkfifo', [join(inbox, '08-orders-pipe.xlsx')]);
  for (const name of ['08-orders-dir.xlsx', 'archive', 'done', 'failed']) await mkdir(join(inbox, name));
  // 「受注.xlsx」 as Shift_JIS writes it.
  const name = Buffer.from([0x8e, 0xf3, 0x92, 0x8d, 0x2e, 0x78, 0x6c, 0x73, 0x78]);
  await writeFile(Buffer.concat([Buffer.from(`${inbox}/`), name]), 'x');
  await write(inbox, '08-orders.xlsx', workbookOf('orders', [order('02647002')]));
  const before = await readdir(inbox, { encoding: 'buffer' });
  await night(database.knex, { folders });
  const { status, problems, files } = await latest(database.knex);
  expect(status).toBe('error');
  expect(problems).toEqual([
    '受付フォルダの「08-orders-dir.xlsx」は、フォルダのため取り込みませんでした。中のファイルを受付フォルダの直下に移し、このフォルダを削除してください。',
    '受付フォルダの「08-orders-link.xlsx」は、リンクのため取り込みませんでした。リンクを削除し、ファイルそのものを受付フォルダに入れてください。',
    '受付フォルダの「08-orders-pipe.xlsx」は、ファイルではない特殊な項目のため取り込みませんでした。削除し、ファイルそのものを受付フォルダに入れてください。',
    '受付フォルダの「\\x8e\\xf3\\x92\\x8d.xlsx」は、ファイル名の文字コードがUTF-8ではないため取り込みませんでした。ファイル名を「08-orders.xlsx」のような英数字、またはUTF-8の日本語に変えてください。',
  ]);
  expect(files.map((file) => [file.name, file.outcome])).toEqual([['08-orders.xlsx', 'done']]);
  expect(await database.knex('orders').pluck('serial_number')).toEqual(['02647002']);
  const left = (await readdir(inbox, { encoding: 'buffer' })).map(String).sort();
  expect(left).toEqual(
    before
      .map(String)
      .filter((one) => one !== '08-orders.xlsx')
      .sort(),
  );
});

test('a link in place of a folder of the night is the plant’s to make; a link that takes the place of a found file is not followed', async () => {
  await mkdir(join(folders.root, 'other'));
  await symlink(join(folders.root, 'other'), join(folders.inbox, 'done'));
  expect(await lookInto(folders.inbox, 1)).toEqual({ found: [], strays: [] });
  await write(folders.root, 'elsewhere.xlsx', workbookOf('orders', [order('02647003')]));
  await write(folders.inbox, '08-orders.xlsx', workbookOf('orders', [order('02647004')]));
  const at = async (point: string): Promise<void> => {
    if (point !== 'listed') return;
    await rm(join(folders.inbox, '08-orders.xlsx'));
    await symlink(join(folders.root, 'elsewhere.xlsx'), join(folders.inbox, '08-orders.xlsx'));
  };
  await night(database.knex, { folders, at });
  expect((await latest(database.knex)).files).toMatchObject([{ outcome: 'failed', import_id: null }]);
  expect(await database.knex('orders').where('serial_number', 'like', '0264700%').pluck('serial_number')).not.toContain('02647003');
});

test('names as long as a name can be are refused like others: each file moved, its message beside it under a shortened name', async () => {
  const names = [`${'a'.repeat(251)}.txt`, `${'注'.repeat(84)}.xl`, `${'a'.repeat(251)}.pdf`];
  for (const round of [1, 2]) {
    for (const name of names) await write(folders.inbox, name, `x${round}`);
    await night(database.knex, { folders });
    expect(await latest(database.knex)).toMatchObject({ status: 'partial', problems: [], failed_count: names.length });
  }
  const kept = Object.keys(await contentOf(join(folders.inbox, 'failed', TODAY)));
  expect(kept).toHaveLength(names.length * 4);
  expect(kept).toEqual(expect.arrayContaining(names));
  expect(kept.filter((name) => name.includes('…') && name.endsWith('.txt'))).toHaveLength(names.length * 2);
});

test('without its inbox nobody says that there were no files', async () => {
  await rm(folders.inbox, { recursive: true });
  await night(database.knex, { folders });
  const lines = report(await latest(database.knex));
  expect(lines.filter((line) => line.startsWith('受付フォルダ「'))).toHaveLength(1);
  expect(lines).not.toContain(CLI.nightNoFiles);
  await mkdir(folders.inbox);
  await night(database.knex, { folders });
  expect(report(await latest(database.knex))).toContain(CLI.nightNoFiles);
});

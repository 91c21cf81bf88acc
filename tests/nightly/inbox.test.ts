import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { warnOfFolders } from '../../server/features/nightly/folders.ts';
import { freePath, hashOf, moveTo } from '../../server/features/nightly/inbox.ts';
import type { Log } from '../../server/log.ts';

test('a link that leads nowhere has its name: the night moves its file beside it, and does not try for ever', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'planner-inbox-'));
  const path = (name: string): string => join(folder, name);
  await symlink(path('nowhere'), path('orders.xlsx'));
  await symlink(path('nowhere'), path('orders (2).xlsx.txt'));
  await writeFile(path('inbox.xlsx'), 'x');
  const free = await freePath(path('orders.xlsx'));
  expect(free).toBe(path('orders (3).xlsx'));
  expect(await moveTo(path('inbox.xlsx'), free, (await hashOf(path('inbox.xlsx'))) as string)).toBe('moved');
  await rm(folder, { recursive: true });
});

test('the start tells of a folder that is missing, or is none; of one that can be used it says nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'planner-inbox-'));
  await writeFile(join(folder, 'file'), 'x');
  const told: object[] = [];
  const warn = (line: object): void => void told.push(line);
  const [inbox, outbox] = [join(folder, 'none'), join(folder, 'file')];
  await warnOfFolders({ inbox, outbox }, { warn } as Pick<Log, 'warn'>);
  expect(told).toEqual([
    { variable: 'INBOX_DIR', folder: inbox, code: 'ENOENT' },
    { variable: 'OUTBOX_DIR', folder: outbox, code: 'ENOTDIR' },
  ]);
  await warnOfFolders({ inbox: folder, outbox: undefined }, { warn } as Pick<Log, 'warn'>);
  expect(told).toHaveLength(2);
  await rm(folder, { recursive: true });
});

import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePath, hashOf, moveTo } from '../../server/features/nightly/inbox.ts';

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

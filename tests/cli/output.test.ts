import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeOut } from '../../cli/output.ts';
import { ownFolder } from '../support/here.ts';

const folder = ownFolder();
const at = (name: string): string => join(folder, name);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('a file that is replaced keeps its rights and the links to it, and nothing is left beside it', async () => {
  writeFileSync(at('plan.xlsx'), 'before');
  chmodSync(at('plan.xlsx'), 0o664);
  symlinkSync('plan.xlsx', at('today.xlsx'));
  await writeOut(at('today.xlsx'), bytes('after'));
  expect(readFileSync(at('plan.xlsx'), 'utf8')).toBe('after');
  expect(statSync(at('plan.xlsx')).mode & 0o777).toBe(0o664);
  expect(lstatSync(at('today.xlsx')).isSymbolicLink()).toBe(true);
  expect(readdirSync(folder).sort()).toEqual(['plan.xlsx', 'today.xlsx']);
});

test('a link that leads nowhere yet is followed', async () => {
  symlinkSync('later.xlsx', at('link.xlsx'));
  await writeOut(at('link.xlsx'), bytes('new'));
  expect(readFileSync(at('later.xlsx'), 'utf8')).toBe('new');
  expect(lstatSync(at('link.xlsx')).isSymbolicLink()).toBe(true);
});

test('what a killed process left a day ago goes with the next file; what may be under way and what is not ours stays', async () => {
  const old = new Date(Date.now() - 25 * 60 * 60_000);
  for (const name of ['.planner-old.part', '.planner-new.part', 'mine.part']) writeFileSync(at(name), 'part');
  for (const name of ['.planner-old.part', 'mine.part']) utimesSync(at(name), old, old);
  await writeOut(at('next.xlsx'), bytes('whole'));
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual(['.planner-new.part', 'mine.part']);
});

test('where nothing can be written the file is named', async () => {
  await expect(writeOut(at('none/plan.xlsx'), bytes('x'))).rejects.toThrow(`ファイル「${at('none/plan.xlsx')}」に書き込めません。`);
});

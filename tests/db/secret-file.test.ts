import { mkdirSync, readdirSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { secretOfFile } from '../../server/db/postgres/secret-file.ts';
import { dataDir } from '../support/data-dir.ts';
import { testDatabase } from '../support/database.ts';
import { planner } from '../support/program.ts';

const folder = dataDir();
afterAll(() => folder.remove());

test('a secret is made once, for the owner alone, and leaves nothing beside it', () => {
  const path = join(folder.path, 'once');
  const secret = secretOfFile(path, 48);
  expect(Buffer.from(secret, 'base64url')).toHaveLength(48);
  expect(secretOfFile(path, 48)).toBe(secret);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder.path).filter((name) => name.startsWith('once'))).toEqual(['once']);
});

test('an empty file, as a crash or a full disk left it, is no secret', () => {
  const path = join(folder.path, 'empty');
  writeFileSync(path, '');
  const secret = secretOfFile(path, 24);
  expect(secret).toHaveLength(32);
  expect(secretOfFile(path, 24)).toBe(secret);
});

test('where the password of the first person cannot be written, nobody is there with one that nobody knows', async () => {
  const database = await testDatabase();
  const env = { DATABASE_URL: database.url, DATA_DIR: folder.path, DEMO: '0', PORT: '0' };
  const file = join(folder.path, 'first-admin.password');
  mkdirSync(file);
  expect((await planner(env, 'serve')).code).not.toBe(0);
  expect(await database.knex('employees')).toEqual([]);
  rmdirSync(file);
  await database.close();
});

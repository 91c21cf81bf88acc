import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { secretOfFile } from '../../server/db/postgres/secret-file.ts';
import { testDatabase } from '../support/database.ts';
import { ownFolder } from '../support/here.ts';
import { planner } from '../support/program.ts';

const MODULE = fileURLToPath(new URL('../../server/db/postgres/secret-file.ts', import.meta.url));
const folder = ownFolder();
/** Processes that begin at once. */
const RACERS = 3;
let count = 0;
const made = (): string => `secret ${++count}`;

test('a secret is made once, for the owner alone, and leaves nothing beside it', () => {
  const path = join(folder, 'once');
  const secret = secretOfFile(path, made);
  expect(secret).toBe('secret 1');
  expect(secretOfFile(path, made)).toBe(secret);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).filter((name) => name.startsWith('once'))).toEqual(['once']);
});

test('an empty file, as a crash or a full disk left it, is no secret', () => {
  const path = join(folder, 'empty');
  writeFileSync(path, '');
  const secret = secretOfFile(path, made);
  expect(secret).toMatch(/^secret/);
  expect(secretOfFile(path, made)).toBe(secret);
});

test('processes that begin at once agree on one secret, whether nothing is there or an empty file', async () => {
  const script = `import { secretOfFile } from ${JSON.stringify(MODULE)};
    import { readdirSync, writeFileSync } from 'node:fs';
    const [names, meeting] = process.argv.slice(2);
    writeFileSync(meeting + '/' + process.pid, '');
    while (readdirSync(meeting).length < ${RACERS});
    for (const name of names.split(',')) console.log(secretOfFile(name, () => String(process.pid)));`;
  const meeting = join(folder, 'meeting');
  mkdirSync(meeting);
  const file = join(folder, 'racer.ts');
  writeFileSync(file, script);
  const names = Array.from({ length: 100 }, (_, n) => join(folder, `race${n}`));
  for (const name of names.slice(50)) writeFileSync(name, '');
  const run = promisify(execFile);
  const said = await Promise.all(
    Array.from({ length: RACERS }, () => run(process.execPath, ['--import', 'tsx', file, names.join(','), meeting])),
  );
  const [first, ...others] = said.map(({ stdout }) => stdout);
  expect(first?.trim().split('\n')).toHaveLength(names.length);
  expect(others).toEqual(others.map(() => first));
});

test('where the password of the first person cannot be written, nobody is there with one that nobody knows', async () => {
  const database = await testDatabase();
  const env = { DATABASE_URL: database.url, DATA_DIR: folder, DEMO: '0', PORT: '0' };
  const file = join(folder, 'first-admin.password');
  mkdirSync(file);
  expect((await planner(env, 'serve')).code).not.toBe(0);
  expect(await database.knex('employees')).toEqual([]);
  rmdirSync(file);
  await database.close();
});

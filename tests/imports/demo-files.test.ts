import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeDemoFiles } from '../../seeds/demo/files.ts';
import { generateDemo } from '../../seeds/demo/index.ts';
import type { Database } from '../../server/db/connect.ts';
import { keepOrderStates } from '../../server/db/sql/states.ts';
import { IMPORT_KINDS, type ImportKind, importFileName } from '../../server/domain/files/imports.ts';
import { epochMs } from '../../server/domain/ground/plant-time.ts';
import { importFile } from '../../server/features/imports/imports.service.ts';
import { testDatabase } from '../support/database.ts';
import { dumpOf } from './support.ts';

const TODAY = '2026-11-20';
const options = { actor: '1001', clock: (): number => epochMs(`${TODAY}T07:30:00+09:00`) };
const demo = generateDemo({ today: TODAY, orders: 60, products: 40 });
let database: Database;
let folder: string;

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'planner-imports-'));
  await writeDemoFiles(folder, demo);
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const fileOf = async (kind: ImportKind): Promise<{ name: string; bytes: Uint8Array }> => ({
  name: importFileName(kind),
  bytes: await readFile(join(folder, importFileName(kind))),
});

test('the ten demo files import in their natural order without an error', async () => {
  for (const kind of IMPORT_KINDS) {
    const answer = await importFile(database.knex, kind.name, await fileOf(kind), options);
    expect(answer.errors, kind.name).toEqual([]);
    expect(answer.imported, kind.name).toBe((demo[kind.name] as readonly unknown[]).length);
  }
});

test('the same files again change nothing but the log of imports, and say that they are known', async () => {
  // What the first import has noted is reckoned by the first who asks.
  await keepOrderStates(database.knex);
  const { import_log: _, sequences: __, ...before } = await dumpOf(database.knex);
  for (const kind of IMPORT_KINDS) {
    const dry = await importFile(database.knex, kind.name, await fileOf(kind), { ...options, dryRun: true });
    expect(dry, kind.name).toMatchObject({ errors: [], new: 0, changed: [], changed_count: 0, missing: 0 });
    const answer = await importFile(database.knex, kind.name, await fileOf(kind), options);
    expect(answer.errors, kind.name).toEqual([]);
    expect(
      answer.warnings.some((text) => text.startsWith('同じファイルが')),
      kind.name,
    ).toBe(true);
  }
  const { import_log: ___, sequences: ____, ...after } = await dumpOf(database.knex);
  expect(after).toEqual(before);
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../server/contract/operations.ts';
import { type ImportKind, importKind } from '../../server/domain/files/imports.ts';
import { planner } from '../support/program.ts';
import { type TestServer, testServer } from '../support/server.ts';
import { FORGIVING_FILES, type ForgivingFile, forgivingPlant } from './forgiving-files.ts';
import { upload } from './support.ts';

let server: TestServer;
let token: string;
let folder: string;

beforeAll(async () => {
  server = await testServer({ demo: false });
  token = await server.token('1001');
  await forgivingPlant(server.db);
  folder = await mkdtemp(join(tmpdir(), 'planner-files-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

type Said = { errors: string[]; warnings: string[] };

async function asked(file: ForgivingFile): Promise<Said> {
  const kind = importKind(file.kind) as ImportKind;
  const operation = OPERATIONS[kind.operation as keyof typeof OPERATIONS];
  const { status, body } = await upload(server, token, `${operation.path}?dry_run=1`, file);
  expect(status).toBe(200);
  return body as Said;
}

/** The same file on the command line, on the same database. */
async function typed(file: ForgivingFile): Promise<Said> {
  const path = join(folder, file.name);
  await writeFile(path, file.bytes);
  const env = { DATABASE_URL: server.databaseUrl, DATA_DIR: folder };
  return JSON.parse((await planner(env, 'import', file.kind, path, '--dry-run', '--json')).out) as Said;
}

describe('a call and the command line say the same of a file', () => {
  test.each(FORGIVING_FILES.map((file) => [file.what, file] as const))('%s', async (_, file) => {
    const said = await asked(file);
    expect(said.errors).toEqual(file.references ?? file.errors);
    expect(said.warnings).toEqual(expect.arrayContaining([...file.warnings]));
    expect(await typed(file)).toMatchObject({ errors: said.errors, warnings: said.warnings });
  });
});

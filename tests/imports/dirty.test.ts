import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { importCommand } from '../../cli/commands/import.ts';
import { OPERATIONS } from '../../server/contract/operations.ts';
import { type ImportKind, type ImportKindName, importKind } from '../../server/domain/files/imports.ts';
import { joinRows } from '../../server/domain/files/issues.ts';
import { holdsHeaders } from '../../server/domain/files/layout.ts';
import { toRows } from '../../server/domain/files/rows.ts';
import { DomainError } from '../../server/domain/ground/errors.ts';
import { STORE_TEXTS } from '../../server/domain/texts/files/imports.ts';
import type { ImportAnswer } from '../../server/features/imports/answer.ts';
import { newestImports } from '../../server/features/imports/history.service.ts';
import { undoImport } from '../../server/features/imports/undo/undo.service.ts';
import { readGrid } from '../../server/files/grid.ts';
import { hazardFiles } from '../hazards/make.ts';
import { book } from '../hazards/parts.ts';
import { TODAY } from '../support/demos.ts';
import { serverHere } from '../support/here.ts';
import { FORGIVING_FILES, forgivingPlant } from './forgiving-files.ts';
import { clock, stateOf, upload } from './support.ts';

/** Dirty files as mornings bring them, some of each hazard among them (two in the long leg): one sentence in panel, call and command line, nothing doubled, each taken back to the byte. */

interface DirtyFile {
  what: string;
  kind: ImportKindName;
  name: string;
  bytes: Uint8Array;
  errors?: readonly string[] | undefined;
  warnings?: readonly string[] | undefined;
}

const LONG = Boolean(process.env.LONG_TESTS);
const EACH = LONG ? 2 : 1;
/** Begins what is said of a file that was imported before. */
const SAME_FILE = STORE_TEXTS.sameFile('').slice(0, 4);

function dirtyFiles(): DirtyFile[] {
  const hazards = hazardFiles().filter(({ sheet }) => sheet === undefined);
  const codes = [...new Set(hazards.map(({ code }) => code))];
  const some = codes.flatMap((code) => hazards.filter((file) => file.code === code).slice(0, EACH));
  return [
    ...some.map((file, at) => ({ ...file, what: `${file.code} ${file.what}`, name: `${at} ${file.code}.xlsx`, errors: undefined })),
    ...FORGIVING_FILES.map((file) => ({ ...file, errors: file.references ?? file.errors })),
    {
      what: 'castings of orders that nobody knows',
      kind: 'castings',
      name: '鋳込.xlsx',
      bytes: book('castings', [
        ['02640123', '01', { date: '2026-04-20' }],
        ['02649999', '01', { date: '2026-04-20' }],
      ]),
      errors: ['行3「製番」: 「02649999」はオーダーに登録されていません。'],
    },
  ];
}

const server = serverHere({ demo: false });
let folder: string;
let before: Awaited<ReturnType<typeof stateOf>>;

beforeAll(async () => {
  await forgivingPlant(server.db);
  before = await stateOf(server.db);
  folder = await mkdtemp(join(tmpdir(), 'planner-files-'));
  for (const [name, value] of Object.entries({ DATABASE_URL: server.databaseUrl, DATA_DIR: folder, TODAY })) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

/** What is said of a file: of one that cannot be read a single error. */
type Said = { errors: readonly string[]; warnings: readonly string[] };
const unread = (error: string): Said => ({ errors: [error], warnings: [] });

/** What the panel's worker says. */
function shown({ kind: name, bytes, name: file }: DirtyFile): Said {
  const kind = importKind(name) as ImportKind;
  try {
    const grid = readGrid(bytes, { name: file, accepts: (rows) => holdsHeaders(kind, rows) });
    const { errors, warnings } = toRows(kind, grid, { today: TODAY });
    return { errors: joinRows(errors).map(({ text }) => text), warnings: warnings.map(({ text }) => text) };
  } catch (error) {
    if (error instanceof DomainError) return unread(error.message);
    throw error;
  }
}

/** What a call says, and does. */
async function sent(file: DirtyFile): Promise<Said> {
  const { operation } = importKind(file.kind) as ImportKind;
  const { path } = OPERATIONS[operation as keyof typeof OPERATIONS];
  const { status, body } = await upload(server, server.own, path, file);
  return status === 200 ? (body as unknown as ImportAnswer) : unread(String(body.error));
}

/** What the command line says, without writing. */
async function typed(file: DirtyFile): Promise<Said & Pick<ImportAnswer, 'new' | 'changed_count' | 'deleted'>> {
  const path = join(folder, file.name);
  await writeFile(path, file.bytes);
  const out: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => out.push(String(text)) > 0);
  try {
    await importCommand().parseAsync([file.kind, path, '--dry-run', '--json'], { from: 'user' });
  } catch (error) {
    if (error instanceof DomainError) return unread(error.message);
    throw error;
  } finally {
    write.mockRestore();
    process.exitCode = 0;
  }
  return JSON.parse(out.at(-1) as string) as ImportAnswer;
}

/** Every sentence of the one is among those of the other, which may say more of the same row. */
const among = (some: readonly string[], all: readonly string[]): string[] =>
  some.filter((text) => !all.some((other) => other.startsWith(text)));

const files = dirtyFiles();

test('there are enough of them', () => expect(files.length).toBeGreaterThanOrEqual(LONG ? 54 : 30));

test.each(files.map((file) => [file.what, file] as const))('%s', async (_, file) => {
  const panel = shown(file);
  const { errors, warnings } = await sent(file);
  const said = await typed(file);
  expect(said.errors).toEqual(errors);
  expect(said.warnings.filter((text) => !text.startsWith(SAME_FILE))).toEqual(warnings);
  expect(among(panel.errors, errors)).toEqual([]);
  expect(among(panel.warnings, warnings)).toEqual([]);
  if (file.errors) expect(errors).toEqual(file.errors);
  expect(warnings).toEqual(expect.arrayContaining([...(file.warnings ?? [])]));
  if (errors.length === 0) {
    expect(said).toMatchObject({ new: 0, changed_count: 0, deleted: 0 });
    const [entry] = await newestImports(server.db, 1);
    const { id, new_count, changed_count, deleted_count } = entry!;
    const undo = () => undoImport(server.db, id, { actor: '1001', clock });
    if ((new_count ?? 0) + (changed_count ?? 0) + (deleted_count ?? 0) > 0) expect(await undo()).toMatchObject({ left: 0 });
  }
  expect(await stateOf(server.db)).toEqual(before);
});

import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../../seeds/demo/dirty-files.ts';
import { writeDemoFiles } from '../../seeds/demo/files.ts';
import { generateDemo } from '../../seeds/demo/index.ts';
import type { Demo } from '../../seeds/demo/types.ts';
import { IMPORT_KINDS, type ImportKind, importFileName } from '../../server/domain/files/imports.ts';
import { type Judgement, toRows } from '../../server/domain/files/rows.ts';
import { codeKey } from '../../server/domain/ground/fold.ts';
import { readGrid } from '../../server/files/grid.ts';
import { ownFolder } from '../support/here.ts';

const TODAY = '2026-11-20';
const folder = ownFolder();

async function judged(kind: ImportKind, path: string): Promise<Judgement> {
  return toRows(kind, readGrid(await readFile(path), { name: basename(path) }), { today: TODAY });
}

/** A demo row as an import reads it: an empty cell means what its column says, weekdays are a list. */
function readRow(kind: ImportKind, row: Record<string, unknown>): Record<string, unknown> {
  const value = (field: string, type: string, empty: unknown): unknown => {
    const given = row[field];
    if (type === 'weekdays') return [...String(given ?? '')];
    return (given ?? '') === '' ? (empty ?? null) : given;
  };
  return Object.fromEntries(kind.columns.map((column) => [column.field, value(column.field, column.type, column.empty)]));
}
const expected = (kind: ImportKind, demo: Demo) => (demo[kind.name] as readonly Record<string, unknown>[]).map((row) => readRow(kind, row));
/** No weekday and an empty list of weekdays mean the same: any. */
const withWeekdays = (values: Record<string, unknown>): Record<string, unknown> =>
  'work_settings' in values ? { ...values, work_settings: values.work_settings ?? [] } : values;
/** The same row whatever the spelling of codes that only point at something. */
function folded(kind: ImportKind, row: Record<string, unknown>): Record<string, unknown> {
  const codes = kind.columns.filter((column) => column.refers).map((column) => [column.field, codeKey(String(row[column.field] ?? ''))]);
  return { ...row, ...Object.fromEntries(codes) };
}

describe('a dirty demo', () => {
  const demo = generateDemo({ today: TODAY, orders: 200, products: 100, dirty: 1 });
  let paths: string[];
  let answers: Answer[];
  beforeAll(async () => {
    paths = await writeDemoFiles(join(folder, 'dirty'), demo);
    answers = (JSON.parse(await readFile(join(folder, 'dirty', 'answers.json'), 'utf8')) as { files: Answer[] }).files;
  });

  test('means the same in other spellings', async () => {
    for (const [index, kind] of IMPORT_KINDS.entries()) {
      const { rows, errors } = await judged(kind, paths[index] as string);
      expect(errors, kind.name).toEqual([]);
      const read = rows.map((row) => folded(kind, withWeekdays(row.values)));
      expect(read, kind.name).toEqual(expected(kind, demo).map((row) => folded(kind, row)));
    }
  });

  test('says in answers.json where each spelling stands', () => {
    expect(new Set(answers.map((answer) => answer.code)).size).toBeGreaterThanOrEqual(10);
    for (const code of ['H02', 'H04', 'H05', 'H09', 'H13', 'H14', 'H15', 'H16', 'H17', 'H19', 'H23', 'H24']) {
      expect(
        answers.some((answer) => answer.code === code),
        code,
      ).toBe(true);
    }
  });

  test('brings one file of each kind that is refused at the row it names', async () => {
    for (const kind of IMPORT_KINDS) {
      const file = `errors/${importFileName(kind)}`;
      const answer = answers.find((one) => one.file === file);
      expect(answer?.expected).toBe('E');
      const { errors } = await judged(kind, join(folder, 'dirty', file));
      // What only the database knows (an unknown process) is refused by the import itself.
      if (kind.name === 'facilities') continue;
      expect(
        errors.map((error) => [error.row, kind.columns.find((column) => column.field === error.field)?.header]),
        kind.name,
      ).toContainEqual([answer?.row, answer?.column]);
    }
  });
});

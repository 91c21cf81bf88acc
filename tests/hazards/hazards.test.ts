import { describe, expect, test } from 'vitest';
import { judgeSource } from '../../server/files/judge-source.ts';
import { hazardFiles } from './make.ts';
import type { HazardFile } from './parts.ts';

const files = hazardFiles();
const judge = ({ kind, bytes, sheet }: HazardFile) => {
  const { summary, pieces } = judgeSource(
    { form: 'file', name: 'file', bytes, sheet },
    { kind, today: '2026-04-01', skip_rows: [], repairs: [] },
  );
  const rows = [...pieces()].flatMap(({ json }) => JSON.parse(new TextDecoder().decode(json)) as Record<string, unknown>[]);
  return { summary, rows };
};

const codes = Array.from({ length: 28 }, (_, index) => `H${String(index + 1).padStart(2, '0')}`);

test.each(codes)('%s has at least three files', (code) => {
  expect(files.filter((file) => file.code === code).length).toBeGreaterThanOrEqual(3);
});

describe.each(codes)('%s', (code) => {
  test.each(files.filter((file) => file.code === code).map((file) => [file.what, file] as const))('%s', (_, file) => {
    const { summary, rows } = judge(file);
    const said = { errors: summary.errors.map(({ text }) => text), warnings: summary.warnings.map(({ text }) => text) };
    expect(said.errors).toEqual(file.errors ?? []);
    expect(said.warnings).toEqual(expect.arrayContaining([...(file.warnings ?? [])]));
    // Nothing is changed in silence: what is accepted silently says nothing, all else says something.
    if (file.verdict === 'A' && file.warnings === undefined) expect(said.warnings).toEqual([]);
    if (file.verdict === 'I' || file.verdict === 'W') expect(said.warnings.length).toBeGreaterThan(0);
    expect(summary.refused).toBe(file.verdict === 'F');
    expect(summary.bad_count > 0).toBe(file.verdict === 'E');
    // No row is lost: each is there, or the sentences name it.
    expect(summary.row_count).toBe(file.rows);
    for (const [index, values] of (file.values ?? []).entries()) expect(rows[index]).toMatchObject(values);
    if (file.repairs) expect(summary.repairs.map(({ row, field, to }) => `${row} ${field} ${to}`)).toEqual(file.repairs);
  });
});

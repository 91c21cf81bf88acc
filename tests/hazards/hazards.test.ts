import { describe, expect, test } from 'vitest';
import { judge } from './judge.ts';
import { hazardFiles } from './make.ts';

const files = hazardFiles();
const codes = Array.from({ length: 28 }, (_, index) => `H${String(index + 1).padStart(2, '0')}`);

test.each(codes)('%s has at least three files', (code) => {
  expect(files.filter((file) => file.code === code).length).toBeGreaterThanOrEqual(3);
});

describe.each(codes)('%s', (code) => {
  test.each(files.filter((file) => file.code === code).map((file) => [file.what, file] as const))('%s', (_, file) => {
    const judgement = judge(file);
    const said = { errors: judgement.errors.map(({ text }) => text), warnings: judgement.warnings.map(({ text }) => text) };
    expect(said.errors).toEqual(file.errors ?? []);
    expect(said.warnings).toEqual(expect.arrayContaining([...(file.warnings ?? [])]));
    // Nothing is changed in silence: what is accepted silently says nothing, all else says something.
    if (file.verdict === 'A' && file.warnings === undefined) expect(said.warnings).toEqual([]);
    if (file.verdict === 'I' || file.verdict === 'W') expect(said.warnings.length).toBeGreaterThan(0);
    expect(judgement.refused).toBe(file.verdict === 'F');
    expect(judgement.rows.some(({ bad }) => bad)).toBe(file.verdict === 'E');
    // No row is lost: each is there, or the sentences name it.
    expect(judgement.rows.length).toBe(file.rows);
    for (const [index, values] of (file.values ?? []).entries()) expect(judgement.rows[index]?.values).toMatchObject(values);
    if (file.repairs) expect(judgement.repairs.map(({ row, field, to }) => `${row} ${field} ${to}`)).toEqual(file.repairs);
  });
});

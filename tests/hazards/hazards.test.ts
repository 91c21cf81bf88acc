import { describe, expect, test } from 'vitest';
import { type ImportKind, importKind } from '../../server/domain/files/imports.ts';
import { holdsHeaders } from '../../server/domain/files/layout.ts';
import { type Judgement, toRows } from '../../server/domain/files/rows.ts';
import { DomainError } from '../../server/domain/ground/errors.ts';
import { readGrid } from '../../server/files/grid.ts';
import { hazardFiles } from './make.ts';
import type { HazardFile } from './parts.ts';

const files = hazardFiles();
/** Reads and judges a file as browser and server do. */
function judge({ kind: name, bytes, sheet }: HazardFile): Judgement {
  const kind = importKind(name) as ImportKind;
  try {
    return toRows(kind, readGrid(bytes, { sheet, accepts: (rows) => holdsHeaders(kind, rows) }), { today: '2026-04-01' });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const errors = [{ row: null, field: null, text: error.message }];
    return {
      rows: [],
      fields: [],
      header_row: 1,
      errors,
      warnings: [],
      error_count: 1,
      warning_count: 0,
      refused: true,
      repairs: [],
      hidden_rows: [],
      joined_rows: [],
    };
  }
}

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

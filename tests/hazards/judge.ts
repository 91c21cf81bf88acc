import { type ImportKind, type ImportKindName, importKind } from '../../server/domain/files/imports.ts';
import { holdsHeaders } from '../../server/domain/files/layout.ts';
import { type Judgement, toRows } from '../../server/domain/files/rows.ts';
import { DomainError } from '../../server/domain/ground/errors.ts';
import { readGrid } from '../../server/files/grid.ts';
import { unreadable } from '../../server/files/judge-source.ts';

/** Reads and judges a file as browser and server do; a refusal is a judgement of one error. */
export function judge({ kind: name, bytes, sheet }: { kind: ImportKindName; bytes: Uint8Array; sheet?: string | undefined }): Judgement {
  const kind = importKind(name) as ImportKind;
  try {
    return toRows(kind, readGrid(bytes, { sheet, accepts: (rows) => holdsHeaders(kind, rows) }), { today: '2026-04-01' });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return unreadable(error.message);
  }
}

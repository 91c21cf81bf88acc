import { spelled } from '../domain/files/cells/cell-context.ts';
import { readDateNumber } from '../domain/files/cells/dates.ts';
import { type Cell, cellValue, type Grid, isBlank, markOf, shownIn } from '../domain/files/grid.ts';
import type { ImportColumn, ImportKind } from '../domain/files/imports.ts';
import { findLayout } from '../domain/files/layout.ts';
import { legible } from '../domain/ground/fold.ts';
import type { PlantDate } from '../domain/ground/plant-time.ts';
import { IMPORT_TEXTS as TEXTS } from '../domain/texts/files/imports.ts';

/** Rows of a file as a reader of the file sees them, with all of its columns. */
export interface SourceRows {
  headers: string[];
  rows: { row: number; cells: string[] }[];
}

/** The rows of these numbers as the file spells them; days as days, secrets masked, nothing that no database text may hold. */
export function rowsAsTheyWere(kind: ImportKind, grid: Grid, numbers: readonly number[], today: PlantDate): SourceRows {
  const { header, columns } = findLayout(kind, grid);
  const head = grid.rows[header];
  const wanted = new Set(numbers);
  const known = new Map(columns.map(({ column, at }) => [at, column]));
  const headers = (head?.cells ?? []).map((cell, at) =>
    grid.format === 'rows' ? (known.get(at)?.header ?? '') : legible(spelled(cellValue(cell))),
  );
  const written = (cell: Cell, at: number): string => asWritten(cell, known.get(at), grid.date1904, today);
  return {
    headers,
    rows: grid.rows.filter(({ row }) => row !== head?.row && wanted.has(row)).map(({ row, cells }) => ({ row, cells: cells.map(written) })),
  };
}

function asWritten(cell: Cell, column: ImportColumn | undefined, date1904: boolean, today: PlantDate): string {
  const value = cellValue(cell);
  if (column?.type === 'secret') return isBlank(cell) ? '' : TEXTS.masked;
  const isDay = typeof value === 'number' && (column?.type === 'date' || markOf(cell) === 'date');
  const day = isDay ? readDateNumber(value, { date1904, today }).date : undefined;
  if (day) return day.replaceAll('-', '/');
  const isText = column?.type === 'code' || column?.type === 'text';
  return legible(spelled(isText ? cellValue(shownIn(cell)) : value));
}

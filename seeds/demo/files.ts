import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IMPORT_KINDS, type ImportColumn, type ImportKind, importFileName } from '../../server/domain/files/imports.ts';
import { dayNumber } from '../../server/domain/ground/plant-time.ts';
import { type Answer, errorFiles, soiled } from './dirty-files.ts';
import type { Demo, FileCell, FileGrid } from './types.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DATE_FORMAT = 'yyyy/mm/dd';
const ANSWERS_FILE = 'answers.json';
const ERRORS_FOLDER = 'errors';

/** Writes the demo as the ten import files `NN-<kind>.xlsx` or `.csv` with the specification's headers, and gives their paths in the order of import.
 * A dirty demo's files spell values as real ones do, without changing what they mean; `answers.json` beside them says where, and `errors/` holds
 * one file per kind that must be refused. */
export async function writeDemoFiles(dir: string, demo: Demo): Promise<string[]> {
  await mkdir(dir, { recursive: true });
  const answers: Answer[] = [];
  const paths: string[] = [];
  for (const kind of [...IMPORT_KINDS].sort((left, right) => left.order - right.order)) {
    const { grid, answers: own } = soiled(kind, gridOf(kind, demo), demo.options);
    answers.push(...own);
    paths.push(join(dir, importFileName(kind)));
    await writeGrid(paths.at(-1) as string, kind, grid);
  }
  if (demo.options.dirty > 0) {
    await mkdir(join(dir, ERRORS_FOLDER), { recursive: true });
    for (const { kind, grid, answer } of errorFiles(demo, gridOf)) {
      answers.push({ ...answer, file: `${ERRORS_FOLDER}/${importFileName(kind)}` });
      await writeGrid(join(dir, ERRORS_FOLDER, importFileName(kind)), kind, grid);
    }
    await writeFile(join(dir, ANSWERS_FILE), `${JSON.stringify({ defects: demo.defects, files: answers }, null, 2)}\n`);
  }
  return paths;
}

/** The rows of a kind as cells under its headers. */
export function gridOf(kind: ImportKind, demo: Demo): FileGrid {
  const rows = demo[kind.name] as readonly Readonly<Record<string, unknown>>[];
  const cells = rows.map((row) => kind.columns.map((column) => cellOf(column, row[column.field])));
  return { rows: [kind.columns.map((column) => column.header), ...cells], hidden: [], hiddenSheets: [] };
}

function cellOf(column: ImportColumn, value: unknown): FileCell {
  if (value === null || value === undefined || value === '') return null;
  if (column.type === 'date') return new Date(dayNumber(String(value)) * DAY_MS);
  if (column.type === 'closed_day') return value ? '非稼働' : '稼働';
  if (column.type === 'boolean') return value ? 1 : 0;
  return typeof value === 'number' ? value : String(value);
}

/** Writes a grid as a file of its kind. */
export async function writeGrid(path: string, kind: ImportKind, grid: FileGrid): Promise<void> {
  if (kind.file_format === 'csv') return writeFile(path, csvOf(grid.rows));
  const exceljs = (await import('exceljs')).default;
  const workbook = new exceljs.stream.xlsx.WorkbookWriter({ filename: path, useStyles: true, useSharedStrings: true });
  for (const name of grid.hiddenSheets) {
    const sheet = workbook.addWorksheet(name, { state: 'hidden' });
    sheet.addRow(['控え']).commit();
    sheet.commit();
  }
  const sheet = workbook.addWorksheet(kind.sheet, { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = kind.columns.map((column) => ({ width: Math.max(10, column.header.length * 2 + 2) }));
  const hidden = new Set(grid.hidden);
  for (const [index, cells] of grid.rows.entries()) {
    const row = sheet.getRow(index + 1);
    for (const [position, cell] of cells.entries()) {
      if (cell === null) continue;
      row.getCell(position + 1).value = cell;
      if (cell instanceof Date) row.getCell(position + 1).numFmt = DATE_FORMAT;
    }
    if (hidden.has(index)) row.hidden = true;
    row.commit();
  }
  sheet.commit();
  await workbook.commit();
}

const BYTE_ORDER_MARK = '\ufeff';

function csvOf(rows: readonly FileCell[][]): string {
  const quoted = (cell: FileCell): string => {
    const text = cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '');
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return `${BYTE_ORDER_MARK}${rows.map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`;
}

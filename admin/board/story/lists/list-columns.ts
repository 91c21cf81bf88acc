import type { SystemStyleObject } from '@mui/system';
import type { SheetCell } from '../../../../server/files/write-sheets.ts';

/** A column of a list of orders or bars. */
export interface ListColumn<Row> {
  label: string;
  text(row: Row): string;
  /** Its place when the list is sorted by it; by its text when absent. */
  rank?(row: Row): string | number;
  /** Its cell in a file, under `fileLabel`; its text when absent. */
  file?(row: Row): SheetCell;
  fileLabel?: string;
  /** Figures stand to the right, and begin with the largest. */
  figure?: true;
  look?(row: Row): SystemStyleObject;
}

/** By which of its columns a list is sorted. */
export interface Sorting {
  column: number;
  descending: boolean;
}

/** The rows by a column; equal ones stay as they were given. */
export function sortedBy<Row>(rows: readonly Row[], columns: readonly ListColumn<Row>[], { column, descending }: Sorting): Row[] {
  const { text, rank = text } = columns[column]!;
  const sign = descending ? -1 : 1;
  return rows
    .map((row) => ({ row, at: rank(row) }))
    .sort((a, b) => (a.at === b.at ? 0 : sign * (a.at < b.at ? -1 : 1)))
    .map(({ row }) => row);
}

/** The list as a file: a head, and a line a row. */
export const fileOf = <Row>(rows: readonly Row[], columns: readonly ListColumn<Row>[]): SheetCell[][] => [
  columns.map(({ label, fileLabel = label }) => fileLabel),
  ...rows.map((row) => columns.map(({ text, file = text }) => file(row))),
];

/** What is late stands in red. */
export const lateLook = ({ late_days }: { late_days: number }): SystemStyleObject => (late_days > 0 ? { color: 'error.main' } : {});

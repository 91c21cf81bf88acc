import type { ReactNode } from 'react';
import type { RaRecord } from 'react-admin';

/** One column of a list, as data. */
export interface ListColumn {
  source: string;
  label: string;
  /** How its text is made; the CSV takes the same text. Default: the value itself. */
  text?: (row: RaRecord) => string;
  /** What the cell shows instead of the text. */
  cell?: (row: RaRecord) => ReactNode;
  right?: boolean;
  mono?: boolean;
  /** The server cannot order by it. */
  unsorted?: boolean;
  /** Starts hidden; column choice shows it. */
  hidden?: boolean;
}

/** One search box of a list, as data. */
export interface ListSearch {
  source: string;
  label: string;
  type?: 'text' | 'date' | 'select';
  choices?: readonly { id: string; name: string }[];
}

/** Figures and codes that are compared digit by digit. */
export const MONO = 'ui-monospace, Consolas, "Noto Sans Mono CJK JP", monospace';

/** The text of a cell. */
export function textOf(column: ListColumn, row: RaRecord): string {
  if (column.text) return column.text(row);
  const value: unknown = row[column.source];
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.join('\n') : String(value);
}

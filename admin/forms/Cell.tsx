import Box from '@mui/material/Box';
import { createContext, type ReactNode, useContext } from 'react';
import { useTranslateLabel, useWrappedSource } from 'react-admin';

/** The name of the row list around. */
export const RowsTitle = createContext('');

/** The label of a field, and its whole name where it stands in a row: list, row number, label. */
export function useLabels(source: string, given?: string): { label: string; spoken: string | undefined } {
  const title = useContext(RowsTitle);
  const row = /\.(\d+)\./.exec(useWrappedSource(source))?.[1];
  const label = String(useTranslateLabel()({ source, ...(given === undefined ? {} : { label: given }) }));
  return { label, spoken: row === undefined ? undefined : `${title} ${Number(row) + 1} ${label}` };
}

interface CellProps {
  /** Columns of the 12 that a section has. */
  span?: number | undefined;
  /** In a row: the word above its column, shown once. */
  head?: string | undefined;
  width?: number | undefined;
  children: ReactNode;
}

/** The place of an input: in the grid of a section, or in a row under the head of its column. */
export const Cell = ({ span = 4, head, width = 0, children }: CellProps) =>
  head === undefined ? (
    <Box sx={{ gridColumn: { xs: 'span 12', sm: span < 12 ? 'span 6' : 'span 12', md: `span ${span}` } }}>{children}</Box>
  ) : (
    <Box sx={{ width, flexShrink: 0 }}>
      <Box aria-hidden className="column-head">
        {head}
      </Box>
      {children}
    </Box>
  );

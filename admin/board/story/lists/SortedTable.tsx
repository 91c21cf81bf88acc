import Download from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import type { SystemStyleObject } from '@mui/system';
import { type ReactNode, useState } from 'react';
import { LATE_TABLE, shownOf } from '../../../texts/board/strip.ts';

/** By which column a table is sorted. */
export interface Sorting<Column extends string> {
  column: Column;
  descending: boolean;
}

interface HeadProps<Column extends string> {
  labels: Readonly<Record<Column, string>>;
  /** Figures stand to the right, and begin with the largest. */
  isFigure(column: Column): boolean;
  by: Sorting<Column>;
  onSort(by: Sorting<Column>): void;
}

const HEAD_PX = 28;

/** The head of a table of rows in the page, each column of which sorts it. */
const SortedHead = <Column extends string>({ labels, isFigure, by, onSort }: HeadProps<Column>) => (
  <TableHead>
    <TableRow>
      {(Object.keys(labels) as Column[]).map((column) => {
        const active = by.column === column;
        return (
          <TableCell
            key={column}
            align={isFigure(column) ? 'right' : 'left'}
            sortDirection={active ? (by.descending ? 'desc' : 'asc') : false}
            sx={{ height: HEAD_PX, py: 0, px: 1, fontSize: 13, whiteSpace: 'nowrap' }}
          >
            <TableSortLabel
              active={active}
              direction={active && by.descending ? 'desc' : 'asc'}
              onClick={() => onSort({ column, descending: active ? !by.descending : isFigure(column) })}
            >
              {labels[column]}
            </TableSortLabel>
          </TableCell>
        );
      })}
    </TableRow>
  </TableHead>
);

/** Rows that are drawn at once. */
const CHUNK = 100;

interface FootProps {
  shown: number;
  count: number;
  /** Draws more. */
  onMore(): void;
  /** Leaves as a file. */
  onSave(): void;
}

/** Below the rows: how many are drawn, the way to more, and to all of them as a file. */
const TableFoot = ({ shown, count, onMore, onSave }: FootProps) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, px: 1, minHeight: 30, color: 'text.secondary', fontSize: '0.82rem' }}>
    <span>{shownOf(Math.min(shown, count), count)}</span>
    {count > shown ? (
      <Button onClick={onMore} sx={{ minHeight: 26, py: 0 }}>
        {LATE_TABLE.more}
      </Button>
    ) : null}
    <Box sx={{ flex: 1 }} />
    <Button startIcon={<Download />} onClick={onSave} sx={{ minHeight: 26, py: 0 }}>
      {LATE_TABLE.csv}
    </Button>
  </Box>
);

interface TableProps<Column extends string, Row> extends HeadProps<Column> {
  label: string;
  /** Sorted, all of them. */
  rows: readonly Row[];
  render(row: Row): ReactNode;
  /** All rows leave as a file. */
  onSave(): void;
  sx?: SystemStyleObject<Theme>;
}

/** A table of rows in the page, sorted by any column: the first of them, the way to more, and all as a file. */
export const SortedTable = <Column extends string, Row>({ label, rows, render, onSave, sx = {}, ...head }: TableProps<Column, Row>) => {
  const [shown, setShown] = useState(CHUNK);
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, overflowX: 'auto', ...sx }}>
      <Table size="small" aria-label={label}>
        <SortedHead {...head} />
        <TableBody>{rows.slice(0, shown).map(render)}</TableBody>
      </Table>
      <TableFoot shown={shown} count={rows.length} onMore={() => setShown(shown + CHUNK)} onSave={onSave} />
    </Box>
  );
};

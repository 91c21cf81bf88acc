import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { alpha, type Theme } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import type { SystemStyleObject } from '@mui/system';
import { type ReactNode, useMemo, useState } from 'react';
import { SaveButton } from '../../../parts/lists/SaveButton.tsx';
import { LATE_TABLE, shownOf } from '../../../texts/board/strip.ts';
import { fileOf, type ListColumn, type Sorting, sortedBy } from './list-columns.ts';

const CELL = { py: 0, px: 1, fontSize: 13 } as const;
const HEAD_PX = 28;
const ROW_PX = 26;
/** Rows that are drawn at once. */
const CHUNK = 100;

interface HeadProps<Row> {
  columns: readonly ListColumn<Row>[];
  /** Undefined: the list keeps its order. */
  by: Sorting | undefined;
  onSort(by: Sorting): void;
}

/** The head of a list, each column of which sorts it. */
const ListHead = <Row,>({ columns, by, onSort }: HeadProps<Row>) => (
  <TableHead>
    <TableRow>
      {columns.map(({ label, figure = false }, column) => {
        const active = by?.column === column;
        const direction = active && by.descending ? 'desc' : 'asc';
        return (
          <TableCell
            key={label}
            align={figure ? 'right' : 'left'}
            sortDirection={active ? direction : false}
            sx={{ ...CELL, height: HEAD_PX, whiteSpace: 'nowrap' }}
          >
            {by ? (
              <TableSortLabel
                active={active}
                direction={direction}
                onClick={() => onSort({ column, descending: active ? !by.descending : figure })}
              >
                {label}
              </TableSortLabel>
            ) : (
              label
            )}
          </TableCell>
        );
      })}
    </TableRow>
  </TableHead>
);

interface FootProps {
  shown: number;
  count: number;
  /** Brings more; undefined: there is none. */
  onMore: (() => void) | undefined;
  /** More is on its way. */
  busy?: boolean;
  /** Saves all of them as a file, where that is offered. */
  save?: ReactNode;
}

const ListFoot = ({ shown, count, onMore, busy = false, save }: FootProps) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, px: 1, minHeight: 30, color: 'text.secondary', fontSize: '0.82rem' }}>
    <span>{shownOf(shown, count)}</span>
    {onMore ? (
      <Button onClick={onMore} disabled={busy} sx={{ minHeight: 26, py: 0 }}>
        {LATE_TABLE.more}
      </Button>
    ) : null}
    <Box sx={{ flex: 1 }} />
    {save}
  </Box>
);

interface Props<Row> {
  label: string;
  columns: readonly ListColumn<NoInfer<Row>>[];
  rows: readonly Row[];
  keyOf(row: Row): string | number;
  /** The first cell of a row, which leads to its bar. */
  lead(row: Row): ReactNode;
  isCurrent?(row: Row): boolean;
  sx?: SystemStyleObject<Theme>;
}

interface PlainProps<Row> extends Props<Row> {
  by?: Sorting;
  onSort?(by: Sorting): void;
  /** Undefined where there are no rows. */
  foot: FootProps | undefined;
  /** The head stays in sight while the region around scrolls. */
  stickyHeader?: boolean;
}

/** A list of orders or bars as it was given, each row leading to its bar; below it how much of it is shown. */
export const ListTable = <Row,>(props: PlainProps<Row>) => {
  const { label, columns, rows, keyOf, lead, isCurrent, by, onSort = () => undefined, foot, stickyHeader = false, sx = {} } = props;
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, overflowX: stickyHeader ? 'visible' : 'auto', ...sx }}>
      <Table size="small" aria-label={label} stickyHeader={stickyHeader}>
        <ListHead columns={columns} by={by} onSort={onSort} />
        <TableBody>
          {rows.map((row) => {
            const current = isCurrent?.(row) ?? false;
            const tint = current ? { bgcolor: (theme: Theme) => alpha(theme.palette.primary.main, 0.08) } : {};
            return (
              <TableRow key={keyOf(row)} hover aria-current={current || undefined} sx={tint}>
                {columns.map(({ label: name, figure = false, text, look }, at) => (
                  <TableCell key={name} align={figure ? 'right' : 'left'} sx={{ ...CELL, height: ROW_PX, ...look?.(row) }}>
                    {at === 0 ? lead(row) : text(row)}
                  </TableCell>
                ))}
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
      {foot ? <ListFoot {...foot} /> : null}
    </Box>
  );
};

interface SortedProps<Row> extends Props<Row> {
  /** The column that the list is sorted by at first, the largest first. */
  worst: number;
  /** What its file is called. */
  file: string;
}

/** A list that any of its columns sorts: the first of its rows, the way to more, and all of them as a file. */
export const SortedList = <Row,>({ worst, file, rows, ...list }: SortedProps<Row>) => {
  const { columns } = list;
  const [by, setBy] = useState<Sorting>({ column: worst, descending: true });
  const [shown, setShown] = useState(CHUNK);
  const sorted = useMemo(() => sortedBy(rows, columns, by), [rows, columns, by]);
  const foot = {
    shown: Math.min(shown, rows.length),
    count: rows.length,
    onMore: rows.length > shown ? () => setShown(shown + CHUNK) : undefined,
    save: <SaveButton name={file} rows={() => fileOf(sorted, columns)} />,
  };
  return <ListTable {...list} rows={sorted.slice(0, shown)} by={by} onSort={setBy} foot={foot} />;
};

import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import { memo, type ReactNode } from 'react';
import { type RaRecord, useListContext } from 'react-admin';
import { TABLE_FIXED_HEIGHT_PX, TABLE_FIXED_HEIGHT_ROWS } from '../../server/domain/constants.ts';
import { COMMON, LIST } from '../texts/parts.ts';
import { type ListColumn, MONO, textOf } from './columns.ts';

interface ListTableProps {
  title: string;
  columns: readonly ListColumn[];
  /** Buttons at the end of each row. */
  actions?: ((row: RaRecord) => ReactNode) | undefined;
  empty?: string | undefined;
}

/** The rows of the list in context. Over ten rows the table is 600 px high and scrolls under its head. */
export const ListTable = ({ title, columns, actions, empty = COMMON.empty }: ListTableProps) => {
  const { data, isPending, isFetching, error } = useListContext();
  const tall = isPending || (data?.length ?? 0) > TABLE_FIXED_HEIGHT_ROWS;
  return (
    <Box sx={{ position: 'relative' }}>
      {isFetching && !isPending ? (
        <LinearProgress aria-label={COMMON.loading} sx={{ position: 'absolute', inset: '0 0 auto 0', zIndex: 3, height: 2 }} />
      ) : null}
      {/* biome wants interactive elements only to take focus; a scrolling region must be reachable by keyboard all the same. */}
      <Box
        role="region"
        aria-label={LIST.table(title)}
        tabIndex={0}
        sx={{ overflow: 'auto', minWidth: 0, height: tall ? TABLE_FIXED_HEIGHT_PX : 'auto' }}
      >
        <Table stickyHeader size="small" aria-busy={isFetching}>
          <Head columns={columns} actions={actions !== undefined} />
          <TableBody>
            {isPending ? <Waiting columns={columns.length + (actions ? 1 : 0)} /> : null}
            {data?.map((row) => (
              <Row key={row.id} row={row} columns={columns} actions={actions} />
            ))}
          </TableBody>
        </Table>
        {!isPending && !error && data?.length === 0 ? <Box sx={{ p: 5, textAlign: 'center', color: 'text.secondary' }}>{empty}</Box> : null}
      </Box>
    </Box>
  );
};

const Head = ({ columns, actions }: { columns: readonly ListColumn[]; actions: boolean }) => {
  const { sort, setSort } = useListContext();
  const toggle = (source: string) => setSort({ field: source, order: sort.field === source && sort.order === 'ASC' ? 'DESC' : 'ASC' });
  return (
    <TableHead>
      <TableRow>
        {columns.map((column) => {
          const active = sort.field === column.source;
          const direction = sort.order === 'ASC' ? 'asc' : 'desc';
          return (
            <TableCell key={column.source} align={column.right ? 'right' : 'left'} sortDirection={active ? direction : false}>
              {column.unsorted ? (
                column.label
              ) : (
                <TableSortLabel active={active} direction={active ? direction : 'asc'} onClick={() => toggle(column.source)}>
                  {column.label}
                </TableSortLabel>
              )}
            </TableCell>
          );
        })}
        {actions ? <TableCell align="right">{COMMON.operation}</TableCell> : null}
      </TableRow>
    </TableHead>
  );
};

const Row = memo(function Row({ row, columns, actions }: { row: RaRecord } & Pick<ListTableProps, 'columns' | 'actions'>) {
  return (
    <TableRow hover>
      {columns.map((column) => (
        <TableCell
          key={column.source}
          align={column.right ? 'right' : 'left'}
          sx={{
            whiteSpace: 'pre-line',
            py: '3px',
            ...(column.mono ? { fontFamily: MONO } : {}),
          }}
        >
          {column.cell ? column.cell(row) : textOf(column, row)}
        </TableCell>
      ))}
      {actions ? (
        <TableCell align="right" sx={{ py: 0 }}>
          {actions(row)}
        </TableCell>
      ) : null}
    </TableRow>
  );
});

const WAITING_ROWS = Array.from({ length: 14 }, (_, row) => row + 1);

/** Grey lines in the table's own grid while the first page is on its way. */
const Waiting = ({ columns }: { columns: number }) =>
  WAITING_ROWS.map((row) => (
    <TableRow key={row}>
      {Array.from({ length: columns }, (_, cell) => cell).map((cell) => (
        <TableCell key={cell}>
          <Skeleton width={`${55 + ((row * 7 + cell * 13) % 40)}%`} />
        </TableCell>
      ))}
    </TableRow>
  ));

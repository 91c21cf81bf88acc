import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { RaRecord } from 'react-admin';
import { TABLE_FIXED_HEIGHT_PX, TABLE_FIXED_HEIGHT_ROWS } from '../../server/domain/constants.ts';
import { COMMON } from '../texts/parts.ts';
import { type ListColumn, MONO, textOf } from './columns.ts';

interface RowsTableProps {
  label: string;
  rows: readonly RaRecord[];
  columns: readonly ListColumn[];
  empty?: string;
}

/** Rows that are here already, as a plain table; over ten of them it scrolls within 600 px. */
export const RowsTable = ({ label, rows, columns, empty = COMMON.empty }: RowsTableProps) => (
  <Box
    role="group"
    aria-label={label}
    tabIndex={0}
    sx={{ overflow: 'auto', minWidth: 0, maxHeight: rows.length > TABLE_FIXED_HEIGHT_ROWS ? TABLE_FIXED_HEIGHT_PX : 'none' }}
  >
    <Table stickyHeader size="small">
      <TableHead>
        <TableRow>
          {columns.map((column) => (
            <TableCell key={column.source} align={column.right ? 'right' : 'left'}>
              {column.label}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.id} hover>
            {columns.map((column) => (
              <TableCell key={column.source} align={column.right ? 'right' : 'left'} sx={column.mono ? { fontFamily: MONO } : {}}>
                {column.cell ? column.cell(row) : textOf(column, row)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
    {rows.length === 0 ? <Box sx={{ p: 3, textAlign: 'center', color: 'text.secondary', typography: 'body2' }}>{empty}</Box> : null}
  </Box>
);

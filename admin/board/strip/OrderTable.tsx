import Download from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { alpha } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { Success } from '../../../server/contract/handlers.ts';
import { fileStamp } from '../../../server/domain/plant-time.ts';
import { saveCsv } from '../../parts/download.ts';
import { now } from '../../providers/clock.ts';
import type { PlannerDataProvider } from '../../providers/data-provider.ts';
import { LATE_TABLE, shownOf } from '../../texts/strip.ts';
import { COLUMNS, type Column, cellOf, csvRows, isFigure, type OrderRow, rowsOf, sorted } from './late-rows.ts';
import type { Message } from './use-messages.ts';
import type { LateOrder } from './use-overview.ts';

const HEAD_PX = 28;
const ROW_PX = 26;
/** Rows that are drawn at once. */
const CHUNK = 100;
/** Orders that one call asks for. */
const ASKED = 500;

/** What the plan says of orders that are not late. */
function useInfo(ids: readonly number[]): Success<'getScheduleOrderInfo'> {
  const { call } = useDataProvider<PlannerDataProvider>();
  const { data } = useQuery({
    queryKey: ['overview', 'orders', ids],
    queryFn: async ({ signal }) => {
      const parts = Array.from({ length: Math.ceil(ids.length / ASKED) }, (_, part) => ids.slice(part * ASKED, (part + 1) * ASKED));
      const infos = await Promise.all(parts.map((part) => call('getScheduleOrderInfo', { query: { order_ids: part.join(',') }, signal })));
      return Object.assign({}, ...infos) as Success<'getScheduleOrderInfo'>;
    },
    enabled: ids.length > 0,
  });
  return data ?? {};
}

const CELL = { height: ROW_PX, py: 0, px: 1, fontSize: 13 } as const;

const Row = ({ row, current, onShow }: { row: OrderRow; current: boolean; onShow(row: OrderRow): void }) => (
  <TableRow hover aria-current={current || undefined} sx={current ? { bgcolor: (theme) => alpha(theme.palette.primary.main, 0.08) } : {}}>
    {COLUMNS.map((column) => (
      <TableCell
        key={column}
        align={isFigure(column) ? 'right' : 'left'}
        sx={{
          ...CELL,
          ...(row.late_days > 0 && (column === 'late_days' || column === 'deadline_date') ? { color: 'error.main' } : {}),
          ...(column === 'late_days' ? { fontWeight: 700 } : {}),
        }}
      >
        {column === 'serial_number' ? (
          <Link component="button" type="button" onClick={() => onShow(row)} sx={{ font: 'inherit', fontWeight: 700 }}>
            {row.serial_number}
          </Link>
        ) : (
          cellOf(row, column)
        )}
      </TableCell>
    ))}
  </TableRow>
);

interface Props {
  orders: Message['orders'];
  late: ReadonlyMap<number, LateOrder>;
  /** The order that was shown last. */
  current: number | undefined;
  onShow(row: OrderRow): void;
}

/** The orders of a message, sorted by any column, each leading to its bar. */
export const OrderTable = ({ orders, late, current, onShow }: Props) => {
  const [by, setBy] = useState<{ column: Column; descending: boolean }>({ column: 'late_days', descending: true });
  const [shown, setShown] = useState(CHUNK);
  const unknown = useMemo(() => orders.flatMap(({ order_id }) => (late.has(order_id) ? [] : [order_id])), [orders, late]);
  const info = useInfo(unknown);
  const rows = useMemo(() => sorted(rowsOf(orders, late, info), by.column, by.descending), [orders, late, info, by]);
  const sortBy = (column: Column): void =>
    setBy((before) => ({ column, descending: before.column === column ? !before.descending : isFigure(column) }));
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, mt: 0.75, ml: { sm: 9 }, overflowX: 'auto' }}>
      <Table size="small" aria-label={LATE_TABLE.label}>
        <TableHead>
          <TableRow>
            {COLUMNS.map((column) => (
              <TableCell
                key={column}
                align={isFigure(column) ? 'right' : 'left'}
                sortDirection={by.column === column ? (by.descending ? 'desc' : 'asc') : false}
                sx={{ height: HEAD_PX, py: 0, px: 1, fontSize: 13 }}
              >
                <TableSortLabel
                  active={by.column === column}
                  direction={by.column === column && by.descending ? 'desc' : 'asc'}
                  onClick={() => sortBy(column)}
                >
                  {LATE_TABLE.columns[column]}
                </TableSortLabel>
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.slice(0, shown).map((row) => (
            <Row key={row.order_id} row={row} current={row.order_id === current} onShow={onShow} />
          ))}
        </TableBody>
      </Table>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, px: 1, minHeight: 30, color: 'text.secondary' }}>
        <span>{shownOf(Math.min(shown, rows.length), rows.length)}</span>
        {rows.length > shown ? (
          <Button onClick={() => setShown(shown + CHUNK)} sx={{ minHeight: 26, py: 0 }}>
            {LATE_TABLE.more}
          </Button>
        ) : null}
        <Box sx={{ flex: 1 }} />
        <Button
          startIcon={<Download />}
          onClick={() => saveCsv(`${LATE_TABLE.file}${fileStamp(now())}.csv`, csvRows(rows))}
          sx={{ minHeight: 26, py: 0 }}
        >
          {LATE_TABLE.csv}
        </Button>
      </Box>
    </Box>
  );
};

import Link from '@mui/material/Link';
import { alpha } from '@mui/material/styles';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { Success } from '../../../../server/contract/handlers.ts';
import { fileStamp } from '../../../../server/domain/ground/plant-time.ts';
import { saveCsv } from '../../../parts/download.ts';
import { now } from '../../../providers/clock.ts';
import type { PlannerDataProvider } from '../../../providers/data-provider.ts';
import { LATE_TABLE } from '../../../texts/board/strip.ts';
import type { Message } from '../strip/use-messages.ts';
import type { LateOrder } from '../strip/use-overview.ts';
import { COLUMNS, type Column, cellOf, csvRows, isFigure, type OrderRow, rowsOf, sorted } from './late-rows.ts';
import { SortedTable, type Sorting } from './SortedTable.tsx';

const ROW_PX = 26;
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
  const [by, setBy] = useState<Sorting<Column>>({ column: 'late_days', descending: true });
  const unknown = useMemo(() => orders.flatMap(({ order_id }) => (late.has(order_id) ? [] : [order_id])), [orders, late]);
  const info = useInfo(unknown);
  const rows = useMemo(() => sorted(rowsOf(orders, late, info), by.column, by.descending), [orders, late, info, by]);
  return (
    <SortedTable
      label={LATE_TABLE.label}
      labels={LATE_TABLE.columns}
      isFigure={isFigure}
      by={by}
      onSort={setBy}
      rows={rows}
      render={(row) => <Row key={row.order_id} row={row} current={row.order_id === current} onShow={onShow} />}
      onSave={() => saveCsv(`${LATE_TABLE.file}${fileStamp(now())}.csv`, csvRows(rows))}
      sx={{ mt: 0.75, ml: { sm: 9 } }}
    />
  );
};

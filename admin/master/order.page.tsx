import ArrowBack from '@mui/icons-material/ArrowBack';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import type { RaRecord } from 'react-admin';
import { Link, useParams } from 'react-router';
import type { Success } from '../../server/contract/handlers.ts';
import { formatInstant } from '../../server/domain/plant-time.ts';
import { FormWaiting, Section } from '../forms/FormFrame.tsx';
import { PageActions, PageTitleExtras } from '../layout/PageActions.tsx';
import type { ListColumn } from '../parts/columns.ts';
import { day, numeral, rounded } from '../parts/format.ts';
import { RowsTable } from '../parts/RowsTable.tsx';
import { messageOf } from '../providers/client.ts';
import { useCall } from '../providers/queries.ts';
import { ORDER_TASK_WORDS, ORDER_WORDS as WORDS } from '../texts/master.ts';
import { COMMON } from '../texts/parts.ts';
import { ORDER_TASK_COLUMNS } from './order-task-columns.ts';

type Order = Success<'getOrder'>;

const LOT_COLUMNS: readonly ListColumn[] = [
  { source: 'lot_number', label: WORDS.lot, mono: true },
  { source: 'casting_date', label: WORDS.castingDate, text: (row) => day(row.casting_date) },
];

const States = ({ entry }: { entry: RaRecord }) => (
  <Box sx={{ display: 'flex', gap: 0.5 }}>
    {entry.locked ? <Chip label={WORDS.locked} variant="outlined" /> : null}
    {entry.received_locked ? <Chip label={WORDS.received} color="success" variant="outlined" /> : null}
    {entry.late_days > 0 ? <Chip label={WORDS.late(entry.late_days)} color="error" variant="outlined" /> : null}
  </Box>
);

const ENTRY_COLUMNS: readonly ListColumn[] = [
  { source: 'lot_number', label: WORDS.lot, mono: true },
  { source: 'task_sort', label: ORDER_TASK_WORDS.sort, right: true },
  { source: 'task_name', label: ORDER_TASK_WORDS.name },
  { source: 'facility_name', label: WORDS.facility },
  { source: 'start_date', label: WORDS.start, text: (row) => formatInstant(row.start_date) },
  { source: 'end_date', label: WORDS.end, text: (row) => formatInstant(row.end_date) },
  { source: 'late_days', label: WORDS.state, cell: (row) => <States entry={row} /> },
];

const facts = (order: Order): [string, string][] => [
  [WORDS.serial, order.serial_number],
  [WORDS.productCode, order.product_code],
  [WORDS.productName, order.product_name],
  [WORDS.number, rounded(order.number)],
  [WORDS.weight, numeral(order.weight)],
  [WORDS.status, order.delivery_status],
  [WORDS.material, order.material],
  [WORDS.deliveryDate, day(order.delivery_date)],
  [WORDS.castingDate, day(order.casting_date)],
];

const Facts = ({ order }: { order: Order }) => (
  <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(200px, 45%), 1fr))', gap: 1.5 }}>
    {facts(order).map(([term, value]) => (
      <div key={term}>
        <Box component="dt" sx={{ typography: 'caption', color: 'text.secondary' }}>
          {term}
        </Box>
        <Box component="dd" sx={{ m: 0, typography: 'body1', minHeight: 22 }}>
          {value}
        </Box>
      </div>
    ))}
  </Box>
);

/** An order with its lots, its tasks and what is planned of it. */
const OrderPage = () => {
  const { id = '' } = useParams();
  const order = useCall('getOrder', { id });
  return (
    <>
      <PageActions>
        {order.data?.product_id ? (
          <Button component={Link} to={`/products/${order.data.product_id}`}>
            {WORDS.toProduct}
          </Button>
        ) : null}
        <Button component={Link} to="/orders" startIcon={<ArrowBack />}>
          {COMMON.back}
        </Button>
      </PageActions>
      <PageTitleExtras>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {order.data?.serial_number ?? ''}
        </Box>
      </PageTitleExtras>
      {order.error ? <Alert severity="error">{messageOf(order.error)}</Alert> : null}
      {order.isPending ? <FormWaiting /> : null}
      {order.data ? (
        <>
          <Section title={WORDS.basics}>
            <Facts order={order.data} />
          </Section>
          <Section title={WORDS.lots}>
            <RowsTable label={WORDS.lots} rows={order.data.lots} columns={LOT_COLUMNS} empty={WORDS.noLots} />
          </Section>
          <Section title={WORDS.tasks}>
            <RowsTable label={WORDS.tasks} rows={order.data.order_tasks} columns={ORDER_TASK_COLUMNS} />
          </Section>
          <Section title={WORDS.entries}>
            <RowsTable label={WORDS.entries} rows={order.data.entries} columns={ENTRY_COLUMNS} empty={WORDS.noEntries} />
          </Section>
        </>
      ) : null}
    </>
  );
};

export default OrderPage;

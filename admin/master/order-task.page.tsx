import ArrowBack from '@mui/icons-material/ArrowBack';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { Link, useParams } from 'react-router';
import { FormWaiting } from '../forms/FormFrame.tsx';
import { PageActions, PageTitleExtras } from '../layout/PageActions.tsx';
import { RowsTable } from '../parts/RowsTable.tsx';
import { messageOf } from '../providers/client.ts';
import { useCall } from '../providers/queries.ts';
import { COMMON, LIST } from '../texts/parts.ts';
import { TITLES } from '../texts/shell.ts';
import { ORDER_TASK_COLUMNS } from './order-task-columns.ts';

/** The tasks of one order, to read. */
const OrderTaskPage = () => {
  const { id = '' } = useParams();
  const order = useCall('getOrder', { id });
  return (
    <>
      <PageActions>
        <Button component={Link} to="/order_tasks" startIcon={<ArrowBack />}>
          {COMMON.back}
        </Button>
      </PageActions>
      <PageTitleExtras>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {order.data ? `${order.data.serial_number} ${order.data.product_name}` : ''}
        </Box>
      </PageTitleExtras>
      {order.error ? <Alert severity="error">{messageOf(order.error)}</Alert> : null}
      {order.isPending ? <FormWaiting /> : null}
      {order.data ? (
        <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
          <Box sx={{ px: 1.5, py: 1, typography: 'body2', color: 'text.secondary' }}>{LIST.count(order.data.order_tasks.length)}</Box>
          <RowsTable label={TITLES.orderTaskDetail} rows={order.data.order_tasks} columns={ORDER_TASK_COLUMNS} />
        </Paper>
      ) : null}
    </>
  );
};

export default OrderTaskPage;

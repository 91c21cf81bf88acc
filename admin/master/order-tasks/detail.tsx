import Box from '@mui/material/Box';
import { Edit, FunctionField } from 'react-admin';
import { BackButton } from '../../parts/BackButton.tsx';
import { LIST } from '../../texts/parts.ts';
import { TITLES } from '../../texts/shell.ts';
import { OrderTaskRows } from '../orders/OrderTaskRows.tsx';

/** The tasks of one order, to read. */
const OrderTaskDetail = () => (
  <Edit actions={<BackButton list="/order_tasks" />}>
    <Box sx={{ px: 1.5, py: 1, color: 'text.secondary' }}>
      <FunctionField render={(order) => (order.order_tasks ? LIST.count(order.order_tasks.length) : '')} />
    </Box>
    <OrderTaskRows label={TITLES.orderTaskDetail} />
  </Edit>
);

export default OrderTaskDetail;

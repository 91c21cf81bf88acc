import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { Edit, useRecordContext } from 'react-admin';
import { Link } from 'react-router';
import { ganttOf } from '../../board/edit/BarLinks.tsx';
import { useLateOrders } from '../../board/story/strip/use-overview.ts';
import { Section } from '../../forms/Section.tsx';
import { PageActions } from '../../layout/PageActions.tsx';
import { BackButton } from '../../parts/BackButton.tsx';
import { Facts, FieldText } from '../../parts/Facts.tsx';
import { Column } from '../../parts/lists/Column.tsx';
import { Rows } from '../../parts/lists/Rows.tsx';
import { PriorityChoice } from '../../parts/PriorityChoice.tsx';
import { ORDER_WORDS as WORDS } from '../../texts/master.ts';
import { ORDER_PLAN, WAYS } from '../../texts/ways.ts';
import { DeleteOrderButton } from './DeleteButtons.tsx';
import { LotTable } from './LotTable.tsx';
import { firstOpen, lotPlans, type Order } from './lot-plans.ts';
import { OrderTaskRows } from './OrderTaskRows.tsx';
import { ProvisionalChip } from './ProvisionalChip.tsx';
import { Shipping } from './Shipping.tsx';

const FACTS = [
  'serial_number',
  'product_code',
  'product_name',
  'number',
  'weight',
  'delivery_status',
  'material',
  'delivery_date',
  'casting_date',
];

/** The order once its own answer has come; a row that a list has shown stands in until then, without lots and bars. */
function useWholeOrder(): Order | undefined {
  const order = useRecordContext<Order>();
  return order?.entries ? order : undefined;
}

const Ways = () => {
  const order = useWholeOrder();
  const bar = order && firstOpen(lotPlans(order));
  return (
    <PageActions>
      {bar ? (
        <Button sx={{ order: -1 }} component={Link} to={ganttOf(bar.id)}>
          {WAYS.gantt}
        </Button>
      ) : null}
      {order ? <DeleteOrderButton order={order} /> : null}
      {order?.product_id ? (
        <Button sx={{ order: -1 }} component={Link} to={`/products/${order.product_id}`}>
          {WORDS.toProduct}
        </Button>
      ) : null}
    </PageActions>
  );
};

const OrderPriority = (_: { source: 'priority' }) => {
  const order = useRecordContext<Order>();
  return order ? <PriorityChoice order={order.id} serial={order.serial_number} priority={order.priority} /> : null;
};

const Plan = () => {
  const order = useWholeOrder();
  const plans = order ? lotPlans(order) : [];
  const { late } = useLateOrders(useMemo(() => (order ? [order.id] : []), [order]));
  const cause = order && late.get(order.id)?.cause;
  return (
    <>
      <Section title={ORDER_PLAN.title}>
        {order ? <Shipping order={order} cause={cause ?? undefined} /> : <Box sx={{ minHeight: 58 }} />}
        {order?.promise ? (
          <Box sx={{ mt: 1, ml: -1 }}>
            <ProvisionalChip order={order} />
          </Box>
        ) : null}
      </Section>
      <Section title={WORDS.entries}>
        {order && plans.length > 0 ? plans.map((plan) => <LotTable key={plan.lot.id} plan={plan} />) : order ? WORDS.noEntries : null}
      </Section>
    </>
  );
};

/** An order: its shipping day and the reasons of its lateness, its lots with their plan, and the fields of the core system. */
const OrderDetail = () => (
  <Edit component="div" actions={<BackButton list="/orders" />}>
    <Ways />
    <Plan />
    <Section title={WORDS.basics}>
      <Facts>
        {FACTS.map((source) => (
          <FieldText key={source} source={source} />
        ))}
        <OrderPriority source="priority" />
      </Facts>
    </Section>
    <Section title={WORDS.lots}>
      <Rows source="lots" label={WORDS.lots} empty={WORDS.noLots}>
        <Column source="lot_number" mono />
        <Column source="casting_date" />
      </Rows>
    </Section>
    <Section title={WORDS.tasks}>
      <OrderTaskRows label={WORDS.tasks} />
    </Section>
  </Edit>
);

export default OrderDetail;

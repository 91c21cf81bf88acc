import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { Edit, type RaRecord, useRecordContext } from 'react-admin';
import { Link } from 'react-router';
import { Section } from '../../forms/Section.tsx';
import { PageActions } from '../../layout/PageActions.tsx';
import { BackButton } from '../../parts/BackButton.tsx';
import { Column } from '../../parts/Column.tsx';
import { Facts, FieldText } from '../../parts/Facts.tsx';
import { Rows } from '../../parts/Rows.tsx';
import { ORDER_WORDS as WORDS } from '../../texts/master.ts';
import { OrderTaskRows } from './OrderTaskRows.tsx';

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

const States = ({ entry }: { entry: RaRecord }) => (
  <Box sx={{ display: 'flex', gap: 0.5 }}>
    {entry.locked ? <Chip label={WORDS.locked} variant="outlined" /> : null}
    {entry.received_locked ? <Chip label={WORDS.received} color="success" variant="outlined" /> : null}
    {entry.late_days > 0 ? <Chip label={WORDS.late(entry.late_days)} color="error" variant="outlined" /> : null}
  </Box>
);

const ToProduct = () => {
  const order = useRecordContext();
  return order?.product_id ? (
    <PageActions>
      <Button sx={{ order: -1 }} component={Link} to={`/products/${order.product_id}`}>
        {WORDS.toProduct}
      </Button>
    </PageActions>
  ) : null;
};

/** An order with its lots, its tasks and what is planned of it, to read. */
const OrderDetail = () => (
  <Edit component="div" actions={<BackButton list="/orders" />}>
    <ToProduct />
    <Section title={WORDS.basics}>
      <Facts>
        {FACTS.map((source) => (
          <FieldText key={source} source={source} />
        ))}
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
    <Section title={WORDS.entries}>
      <Rows source="entries" label={WORDS.entries} empty={WORDS.noEntries}>
        <Column source="lot_number" mono />
        <Column source="task_sort" />
        <Column source="task_name" />
        <Column source="facility_name" />
        <Column source="start_date" />
        <Column source="end_date" />
        <Column source="late_days" align="left" render={(entry) => <States entry={entry as RaRecord} />} />
      </Rows>
    </Section>
  </Edit>
);

export default OrderDetail;

import { ImportPanels } from '../imports/ImportPanels.tsx';
import { PageActions } from '../layout/PageActions.tsx';
import { DeleteAllButton } from '../parts/DeleteAllButton.tsx';
import { DetailsButton } from '../parts/DetailsButton.tsx';
import { day, rounded } from '../parts/format.ts';
import { type ListScreen, ResourceList } from '../parts/ResourceList.tsx';
import { ORDER_WORDS as WORDS } from '../texts/master.ts';
import { TITLES } from '../texts/shell.ts';
import { countsOfOrders } from './counts.ts';
import { ORDER_SEARCHES } from './order-searches.ts';

const SCREEN: ListScreen = {
  resource: 'orders',
  title: TITLES.orders,
  searches: ORDER_SEARCHES,
  columns: [
    { source: 'serial_number', label: WORDS.serial, mono: true },
    { source: 'product_code', label: WORDS.productCode, mono: true },
    { source: 'product_name', label: WORDS.productName },
    { source: 'number', label: WORDS.number, right: true, text: (row) => rounded(row.number) },
    { source: 'weight', label: WORDS.weight, right: true, text: (row) => rounded(row.weight) },
    { source: 'delivery_status', label: WORDS.status },
    { source: 'material', label: WORDS.material },
    { source: 'delivery_date', label: WORDS.deliveryDate, text: (row) => day(row.delivery_date) },
    { source: 'casting_date', label: WORDS.castingDate, text: (row) => day(row.casting_date) },
  ],
  sort: { field: 'serial_number', order: 'ASC' },
};

const OrdersPage = () => (
  <>
    <PageActions>
      <DeleteAllButton operation="deleteAllOrders" label={WORDS.deleteAll} success={WORDS.deletedAll} count={countsOfOrders} />
    </PageActions>
    <ResourceList
      screen={SCREEN}
      above={<ImportPanels kinds={['orders']} />}
      rowActions={(row) => <DetailsButton to={`/orders/${row.id}`} subject={String(row.serial_number)} />}
    />
  </>
);

export default OrdersPage;

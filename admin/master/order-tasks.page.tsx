import { ImportPanels } from '../imports/ImportPanels.tsx';
import { PageActions } from '../layout/PageActions.tsx';
import { DeleteAllButton } from '../parts/DeleteAllButton.tsx';
import { DetailsButton } from '../parts/DetailsButton.tsx';
import { rounded } from '../parts/format.ts';
import { type ListScreen, ResourceList } from '../parts/ResourceList.tsx';
import { ORDER_TASK_WORDS, ORDER_WORDS as WORDS } from '../texts/master.ts';
import { TITLES } from '../texts/shell.ts';
import { countsOfOrderTasks } from './counts.ts';
import { ORDER_SEARCHES } from './order-searches.ts';

const SCREEN: ListScreen = {
  resource: 'orders',
  name: 'order_tasks',
  title: TITLES.orderTasks,
  searches: ORDER_SEARCHES,
  columns: [
    { source: 'serial_number', label: WORDS.serial, mono: true },
    { source: 'product_code', label: WORDS.productCode, mono: true },
    { source: 'product_name', label: WORDS.productName },
    { source: 'task_number', label: WORDS.taskNumber, right: true, text: (row) => rounded(row.task_number) },
  ],
  sort: { field: 'serial_number', order: 'ASC' },
};

const OrderTasksPage = () => (
  <>
    <PageActions>
      <DeleteAllButton
        operation="deleteAllOrderTasks"
        label={ORDER_TASK_WORDS.deleteAll}
        success={ORDER_TASK_WORDS.deletedAll}
        count={countsOfOrderTasks}
      />
    </PageActions>
    <ResourceList
      screen={SCREEN}
      above={<ImportPanels kinds={['order-tasks']} />}
      rowActions={(row) => <DetailsButton to={`/order_tasks/${row.id}`} subject={String(row.serial_number)} />}
    />
  </>
);

export default OrderTasksPage;

import { List } from 'react-admin';
import { ImportPanels } from '../../imports/ImportPanels.tsx';
import { Column } from '../../parts/lists/Column.tsx';
import { DetailsColumn } from '../../parts/lists/DetailsColumn.tsx';
import { SearchBox, SearchForm } from '../../parts/lists/SearchForm.tsx';
import { Table } from '../../parts/lists/Table.tsx';
import { ORDER_TASK_WORDS as WORDS } from '../../texts/master.ts';
import { countsOfOrderTasks } from '../counts.ts';
import { DeleteAllButton } from '../DeleteAllButton.tsx';

const filters = (
  <SearchForm>
    <SearchBox source="serial_number_search" />
    <SearchBox source="product_code_search" />
    <SearchBox source="product_name_search" />
  </SearchForm>
);

const OrderTaskList = () => (
  <>
    <DeleteAllButton operation="deleteAllOrderTasks" label={WORDS.deleteAll} success={WORDS.deletedAll} count={countsOfOrderTasks} />
    <ImportPanels kinds={['order-tasks']} />
    <List filters={filters} sort={{ field: 'serial_number', order: 'ASC' }}>
      <Table>
        <Column source="serial_number" mono />
        <Column source="product_code" mono />
        <Column source="product_name" />
        <Column source="task_number" />
        <DetailsColumn />
      </Table>
    </List>
  </>
);

export default OrderTaskList;

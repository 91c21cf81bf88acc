import { List } from 'react-admin';
import { ImportPanels } from '../../imports/ImportPanels.tsx';
import { rounded } from '../../parts/format.ts';
import { Column } from '../../parts/lists/Column.tsx';
import { DetailsColumn } from '../../parts/lists/DetailsColumn.tsx';
import { SearchBox, SearchForm } from '../../parts/lists/SearchForm.tsx';
import { Table } from '../../parts/lists/Table.tsx';
import { ORDER_WORDS as WORDS } from '../../texts/master.ts';
import { countsOfOrders } from '../counts.ts';
import { DeleteAllButton } from '../DeleteAllButton.tsx';

const filters = (
  <SearchForm>
    <SearchBox source="serial_number_search" />
    <SearchBox source="product_code_search" />
    <SearchBox source="product_name_search" />
  </SearchForm>
);

const OrderList = () => (
  <>
    <DeleteAllButton operation="deleteAllOrders" label={WORDS.deleteAll} success={WORDS.deletedAll} count={countsOfOrders} />
    <ImportPanels kinds={['orders']} />
    <List filters={filters} sort={{ field: 'serial_number', order: 'ASC' }}>
      <Table>
        <Column source="serial_number" mono />
        <Column source="product_code" mono />
        <Column source="product_name" />
        <Column source="number" />
        <Column source="weight" text={(row) => rounded(row.weight)} />
        <Column source="delivery_status" />
        <Column source="material" />
        <Column source="delivery_date" />
        <Column source="shipping_date" />
        <Column source="late_days" text={(row) => (row.late_days > 0 ? String(row.late_days) : '')} />
        <Column source="casting_date" />
        <DetailsColumn />
      </Table>
    </List>
  </>
);

export default OrderList;

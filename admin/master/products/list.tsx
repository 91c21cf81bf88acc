import { List } from 'react-admin';
import { ImportPanels } from '../../imports/ImportPanels.tsx';
import { Column } from '../../parts/lists/Column.tsx';
import { DetailsColumn } from '../../parts/lists/DetailsColumn.tsx';
import { SearchBox, SearchForm } from '../../parts/lists/SearchForm.tsx';
import { Table } from '../../parts/lists/Table.tsx';

const filters = (
  <SearchForm>
    <SearchBox source="product_code_search" />
    <SearchBox source="product_name_search" />
    <SearchBox source="customer_name_search" />
  </SearchForm>
);

const ProductList = () => (
  <>
    <ImportPanels kinds={['products', 'heat-treatments']} />
    <List filters={filters} sort={{ field: 'product_code', order: 'ASC' }}>
      <Table>
        <Column source="product_code" mono />
        <Column source="product_name" />
        <Column source="customer_name" />
        <Column source="volume_factor" />
        <Column source="depth" />
        <Column source="width" />
        <Column source="height" />
        <Column source="volume" />
        <DetailsColumn />
      </Table>
    </List>
  </>
);

export default ProductList;

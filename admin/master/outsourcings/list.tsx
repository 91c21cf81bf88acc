import { List } from 'react-admin';
import { ImportPanels } from '../../imports/ImportPanels.tsx';
import { AddButton } from '../../parts/AddButton.tsx';
import { Column } from '../../parts/lists/Column.tsx';
import { DetailsColumn } from '../../parts/lists/DetailsColumn.tsx';
import { SearchBox, SearchForm } from '../../parts/lists/SearchForm.tsx';
import { Table } from '../../parts/lists/Table.tsx';
import { useMay } from '../../providers/roles.ts';

const filters = (
  <SearchForm>
    <SearchBox source="outsourcing_code_search" />
    <SearchBox source="name_search" />
  </SearchForm>
);

const OutsourcingList = () => {
  const mayEdit = useMay('updateOutsourcing');
  return (
    <>
      <AddButton operation="createOutsourcing" to="/outsourcings/add" />
      <ImportPanels kinds={['outsourcings']} />
      <List filters={filters} sort={{ field: 'outsourcing_code', order: 'ASC' }}>
        <Table rowClick={mayEdit ? 'edit' : false}>
          <Column source="outsourcing_code" mono />
          <Column source="name" />
          {mayEdit ? <DetailsColumn /> : null}
        </Table>
      </List>
    </>
  );
};

export default OutsourcingList;

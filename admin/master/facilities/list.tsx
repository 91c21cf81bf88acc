import { List } from 'react-admin';
import { ImportPanels } from '../../imports/ImportPanels.tsx';
import { Column } from '../../parts/lists/Column.tsx';
import { DetailsColumn } from '../../parts/lists/DetailsColumn.tsx';
import { SearchBox, SearchForm } from '../../parts/lists/SearchForm.tsx';
import { Table } from '../../parts/lists/Table.tsx';

const filters = (
  <SearchForm>
    <SearchBox source="facility_code_search" />
    <SearchBox source="facility_name_search" />
    <SearchBox source="task_name_search" />
  </SearchForm>
);

const FacilityList = () => (
  <>
    <ImportPanels kinds={['facilities']} />
    <List filters={filters} sort={{ field: 'facility_code', order: 'ASC' }} filter={{ active_only: '1' }}>
      <Table>
        <Column source="facility_code" mono />
        <Column source="facility_name" />
        <Column source="task_names" />
        <Column source="task_codes" mono />
        <Column source="availability" />
        <Column source="max_weight" />
        <DetailsColumn />
      </Table>
    </List>
  </>
);

export default FacilityList;

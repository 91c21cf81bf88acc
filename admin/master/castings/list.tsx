import { List } from 'react-admin';
import { ImportPanels } from '../../imports/ImportPanels.tsx';
import { Column } from '../../parts/lists/Column.tsx';
import { SearchDay } from '../../parts/lists/SearchDay.tsx';
import { SearchBox, SearchForm } from '../../parts/lists/SearchForm.tsx';
import { Table } from '../../parts/lists/Table.tsx';
import { CASTING_WORDS as WORDS } from '../../texts/master.ts';
import { countsOfCastings } from '../counts.ts';
import { DeleteAllButton } from '../DeleteAllButton.tsx';

const filters = (
  <SearchForm>
    <SearchBox source="serial_number_search" />
    <SearchBox source="lot_number_search" />
    <SearchDay source="casting_date_gte_search" />
    <SearchDay source="casting_date_lte_search" />
  </SearchForm>
);

const CastingList = () => (
  <>
    <DeleteAllButton operation="deleteAllCastings" label={WORDS.deleteAll} success={WORDS.deletedAll} count={countsOfCastings} />
    <ImportPanels kinds={['castings']} />
    <List filters={filters} sort={{ field: 'serial_number', order: 'ASC' }}>
      <Table>
        <Column source="serial_number" mono />
        <Column source="lot_number" mono />
        <Column source="casting_date" />
      </Table>
    </List>
  </>
);

export default CastingList;

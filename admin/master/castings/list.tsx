import { List, useRecordContext, useRefresh } from 'react-admin';
import { ImportPanels } from '../../imports/ImportPanels.tsx';
import { Column } from '../../parts/lists/Column.tsx';
import { SearchDay } from '../../parts/lists/SearchDay.tsx';
import { SearchBox, SearchForm } from '../../parts/lists/SearchForm.tsx';
import { Table } from '../../parts/lists/Table.tsx';
import { lotName } from '../../texts/board/story.ts';
import { ORDER_WORDS, CASTING_WORDS as WORDS } from '../../texts/master.ts';
import { COMMON } from '../../texts/parts.ts';
import { countsOfCastings } from '../counts.ts';
import { DeleteAllButton, DeleteButton } from '../DeleteAllButton.tsx';

const filters = (
  <SearchForm>
    <SearchBox source="serial_number_search" />
    <SearchBox source="lot_number_search" />
    <SearchDay source="casting_date_gte_search" />
    <SearchDay source="casting_date_lte_search" />
  </SearchForm>
);

const DeleteCasting = () => {
  const row = useRecordContext();
  const refresh = useRefresh();
  if (!row) return null;
  const lot = lotName(row as { serial_number: string; lot_number: string } & typeof row);
  return (
    <DeleteButton
      operation="deleteCasting"
      id={Number(row.id)}
      label={COMMON.delete}
      name={`${lot} ${COMMON.delete}`}
      title={WORDS.deleteOneTitle(lot)}
      success={ORDER_WORDS.deletedOne}
      count={async () => [WORDS.deleteOneBody]}
      onDeleted={refresh}
    />
  );
};

const CastingList = () => (
  <>
    <DeleteAllButton operation="deleteAllCastings" label={WORDS.deleteAll} success={WORDS.deletedAll} count={countsOfCastings} />
    <ImportPanels kinds={['castings']} />
    <List filters={filters} sort={{ field: 'serial_number', order: 'ASC' }}>
      <Table>
        <Column source="serial_number" mono />
        <Column source="lot_number" mono />
        <Column source="casting_date" />
        <Column source="delete" label={COMMON.operation} disableSort action align="right" sx={{ py: 0 }} render={() => <DeleteCasting />} />
      </Table>
    </List>
  </>
);

export default CastingList;

import { List } from 'react-admin';
import { shortForm } from '../../../server/domain/plant/abbreviation.ts';
import { ImportPanels } from '../../imports/ImportPanels.tsx';
import { Column } from '../../parts/lists/Column.tsx';
import { DetailsColumn } from '../../parts/lists/DetailsColumn.tsx';
import { SearchBox, SearchForm } from '../../parts/lists/SearchForm.tsx';
import { Table } from '../../parts/lists/Table.tsx';
import { useMay } from '../../providers/roles.ts';

const filters = (
  <SearchForm>
    <SearchBox source="task_code_search" />
    <SearchBox source="task_name_search" />
  </SearchForm>
);

const TaskList = () => {
  const mayEdit = useMay('updateTask');
  return (
    <>
      <ImportPanels kinds={['tasks']} />
      <List filters={filters} sort={{ field: 'task_code', order: 'ASC' }} filter={{ active_only: '1' }}>
        <Table rowClick={mayEdit ? 'edit' : false}>
          <Column source="task_code" mono />
          <Column source="task_name" />
          <Column source="abbreviation" text={({ task_name, abbreviation }) => shortForm({ task_name, abbreviation })} />
          {mayEdit ? <DetailsColumn /> : null}
        </Table>
      </List>
    </>
  );
};

export default TaskList;

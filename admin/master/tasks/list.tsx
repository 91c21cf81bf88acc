import { List } from 'react-admin';
import { ImportPanels } from '../../imports/ImportPanels.tsx';
import { Column } from '../../parts/Column.tsx';
import { SearchBox, SearchForm } from '../../parts/SearchForm.tsx';
import { Table } from '../../parts/Table.tsx';

const filters = (
  <SearchForm>
    <SearchBox source="task_code_search" />
    <SearchBox source="task_name_search" />
  </SearchForm>
);

const TaskList = () => (
  <>
    <ImportPanels kinds={['tasks']} />
    <List filters={filters} sort={{ field: 'task_code', order: 'ASC' }} filter={{ active_only: '1' }}>
      <Table>
        <Column source="task_code" mono />
        <Column source="task_name" />
      </Table>
    </List>
  </>
);

export default TaskList;

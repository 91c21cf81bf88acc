import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { List, useStore } from 'react-admin';
import type { Permission } from '../../../server/domain/ground/permissions.ts';
import { PERMISSION_LABELS } from '../../../server/domain/texts/files/import-words.ts';
import { ImportPanels } from '../../imports/ImportPanels.tsx';
import { PageTitleExtras } from '../../layout/PageActions.tsx';
import { AddButton } from '../../parts/AddButton.tsx';
import { Column } from '../../parts/lists/Column.tsx';
import { DetailsColumn } from '../../parts/lists/DetailsColumn.tsx';
import { SearchChoice } from '../../parts/lists/SearchChoice.tsx';
import { SearchBox, SearchForm } from '../../parts/lists/SearchForm.tsx';
import { Table } from '../../parts/lists/Table.tsx';
import { useMay } from '../../providers/roles.ts';
import { EMPLOYEE_WORDS as WORDS } from '../../texts/master.ts';
import { ResetRequests } from './ResetRequests.tsx';

const filters = (
  <SearchForm>
    <SearchBox source="employee_id_search" />
    <SearchBox source="name_furigana_search" />
    <SearchChoice source="permission_search" names={PERMISSION_LABELS} />
  </SearchForm>
);

/** The import of employees is hidden until it is asked for. */
const HiddenImport = () => {
  const [shown, setShown] = useStore('employees.show_import', false);
  return (
    <>
      <PageTitleExtras>
        <FormControlLabel
          control={<Checkbox size="small" checked={shown} onChange={(_, checked) => setShown(checked)} />}
          label={WORDS.importSetting}
          slotProps={{ typography: { variant: 'body2' } }}
        />
      </PageTitleExtras>
      {shown ? <ImportPanels kinds={['employees']} /> : null}
    </>
  );
};

const EmployeeList = () => {
  const mayEdit = useMay('updateEmployee');
  const mayImport = useMay('importEmployees');
  return (
    <>
      <AddButton operation="createEmployee" to="/employees/add" />
      <ResetRequests />
      {mayImport ? <HiddenImport /> : null}
      <List filters={filters} sort={{ field: 'employee_id', order: 'ASC' }}>
        <Table rowClick={mayEdit ? 'edit' : false}>
          <Column source="employee_id" mono />
          <Column source="name" />
          <Column source="name_furigana" />
          <Column source="permission" text={(row) => PERMISSION_LABELS[row.permission as Permission]} />
          {mayEdit ? <DetailsColumn /> : null}
        </Table>
      </List>
    </>
  );
};

export default EmployeeList;

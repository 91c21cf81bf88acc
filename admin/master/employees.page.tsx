import Add from '@mui/icons-material/Add';
import Alert from '@mui/material/Alert';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import { useStore } from 'react-admin';
import type { Permission } from '../../server/domain/permissions.ts';
import { formatInstant } from '../../server/domain/plant-time.ts';
import { ImportPanels } from '../imports/ImportPanels.tsx';
import { PageActions, PageTitleExtras } from '../layout/PageActions.tsx';
import { DetailsButton } from '../parts/DetailsButton.tsx';
import { type ListScreen, ResourceList } from '../parts/ResourceList.tsx';
import { RoleButton } from '../parts/RoleButton.tsx';
import { useCall } from '../providers/queries.ts';
import { useMay } from '../providers/roles.ts';
import { EMPLOYEE_WORDS as WORDS } from '../texts/master.ts';
import { COMMON } from '../texts/parts.ts';
import { ROLE_NAMES, TITLES } from '../texts/shell.ts';
import { ROLE_CHOICES } from './employee-form.tsx';
import { ResetLinkButton } from './ResetLinkButton.tsx';

const SCREEN: ListScreen = {
  resource: 'employees',
  title: TITLES.employees,
  searches: [
    { source: 'employee_id_search', label: WORDS.id },
    { source: 'name_furigana_search', label: WORDS.furigana },
    { source: 'permission_search', label: WORDS.permission, type: 'select', choices: ROLE_CHOICES },
  ],
  columns: [
    { source: 'employee_id', label: WORDS.id, mono: true },
    { source: 'name', label: WORDS.name },
    { source: 'name_furigana', label: WORDS.furigana },
    { source: 'permission', label: WORDS.permission, text: (row) => ROLE_NAMES[row.permission as Permission] },
  ],
  sort: { field: 'employee_id', order: 'ASC' },
};

/** Who asked for a new password; only those see it who may answer. */
const ResetRequests = () => {
  const may = useMay('listPasswordResetRequests');
  const requests = useCall('listPasswordResetRequests', {}, may).data;
  if (!requests || requests.count === 0) return null;
  return (
    <Alert severity="info" sx={{ mb: 1.5 }}>
      {WORDS.requests(requests.count)}
      <Stack spacing={1} sx={{ mt: 1 }}>
        {requests.results.map((request) => (
          <Stack key={request.id} direction="row" spacing={2} sx={{ alignItems: 'center' }}>
            <span>{`${request.employee_id} ${request.name}`}</span>
            <span>{formatInstant(request.requested_at)}</span>
            <ResetLinkButton employee={request.employee} name={request.name} />
          </Stack>
        ))}
      </Stack>
    </Alert>
  );
};

const EmployeesPage = () => {
  const mayEdit = useMay('updateEmployee');
  const mayImport = useMay('importEmployees');
  const [withImport, setWithImport] = useStore('employees.show_import', false);
  return (
    <>
      {mayImport ? (
        <PageTitleExtras>
          <FormControlLabel
            control={<Checkbox size="small" checked={withImport} onChange={(_, checked) => setWithImport(checked)} />}
            label={WORDS.importSetting}
            slotProps={{ typography: { variant: 'body2' } }}
          />
        </PageTitleExtras>
      ) : null}
      <PageActions>
        <RoleButton operation="createEmployee" variant="contained" startIcon={<Add />} to="/employees/add">
          {COMMON.add}
        </RoleButton>
      </PageActions>
      <ResetRequests />
      <ResourceList
        screen={SCREEN}
        above={withImport && mayImport ? <ImportPanels kinds={['employees']} /> : undefined}
        {...(mayEdit ? { rowActions: (row) => <DetailsButton to={`/employees/${row.id}`} subject={String(row.name)} /> } : {})}
      />
    </>
  );
};

export default EmployeesPage;

import Add from '@mui/icons-material/Add';
import { ImportPanels } from '../imports/ImportPanels.tsx';
import { PageActions } from '../layout/PageActions.tsx';
import { DetailsButton } from '../parts/DetailsButton.tsx';
import { type ListScreen, ResourceList } from '../parts/ResourceList.tsx';
import { RoleButton } from '../parts/RoleButton.tsx';
import { useMay } from '../providers/roles.ts';
import { OUTSOURCING_WORDS as WORDS } from '../texts/master.ts';
import { COMMON } from '../texts/parts.ts';
import { TITLES } from '../texts/shell.ts';

const SCREEN: ListScreen = {
  resource: 'outsourcings',
  title: TITLES.outsourcings,
  searches: [
    { source: 'outsourcing_code_search', label: WORDS.code },
    { source: 'name_search', label: WORDS.name },
  ],
  columns: [
    { source: 'outsourcing_code', label: WORDS.code, mono: true },
    { source: 'name', label: WORDS.name },
  ],
  sort: { field: 'outsourcing_code', order: 'ASC' },
};

const OutsourcingsPage = () => {
  const mayEdit = useMay('updateOutsourcing');
  return (
    <>
      <PageActions>
        <RoleButton operation="createOutsourcing" variant="contained" startIcon={<Add />} to="/outsourcings/add">
          {COMMON.add}
        </RoleButton>
      </PageActions>
      <ResourceList
        screen={SCREEN}
        above={<ImportPanels kinds={['outsourcings']} />}
        {...(mayEdit ? { rowActions: (row) => <DetailsButton to={`/outsourcings/${row.id}`} subject={String(row.name)} /> } : {})}
      />
    </>
  );
};

export default OutsourcingsPage;

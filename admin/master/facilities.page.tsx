import { ImportPanels } from '../imports/ImportPanels.tsx';
import { DetailsButton } from '../parts/DetailsButton.tsx';
import { numeral, rounded } from '../parts/format.ts';
import { type ListScreen, ResourceList } from '../parts/ResourceList.tsx';
import { FACILITY_WORDS as WORDS } from '../texts/master.ts';
import { TITLES } from '../texts/shell.ts';

const SCREEN: ListScreen = {
  resource: 'facilities',
  title: TITLES.facilities,
  searches: [
    { source: 'facility_code_search', label: WORDS.code },
    { source: 'facility_name_search', label: WORDS.name },
    { source: 'task_name_search', label: WORDS.taskNames },
  ],
  columns: [
    { source: 'facility_code', label: WORDS.code, mono: true },
    { source: 'facility_name', label: WORDS.name },
    { source: 'task_names', label: WORDS.taskNames, unsorted: true },
    { source: 'task_codes', label: WORDS.taskCodes, unsorted: true, mono: true },
    { source: 'availability', label: WORDS.availability, right: true, text: (row) => rounded(row.availability) },
    { source: 'max_weight', label: WORDS.maxWeight, right: true, text: (row) => numeral(row.max_weight) },
  ],
  sort: { field: 'facility_code', order: 'ASC' },
  filter: { active_only: '1' },
};

const FacilitiesPage = () => (
  <ResourceList
    screen={SCREEN}
    above={<ImportPanels kinds={['facilities']} />}
    rowActions={(row) => <DetailsButton to={`/facilities/${row.id}`} subject={String(row.facility_name)} />}
  />
);

export default FacilitiesPage;

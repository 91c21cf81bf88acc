import { ImportPanels } from '../imports/ImportPanels.tsx';
import { PageActions } from '../layout/PageActions.tsx';
import { DeleteAllButton } from '../parts/DeleteAllButton.tsx';
import { day } from '../parts/format.ts';
import { type ListScreen, ResourceList } from '../parts/ResourceList.tsx';
import { CASTING_WORDS as WORDS } from '../texts/master.ts';
import { TITLES } from '../texts/shell.ts';
import { countsOfCastings } from './counts.ts';

const SCREEN: ListScreen = {
  resource: 'orders/get_castings',
  name: 'castings',
  title: TITLES.castings,
  searches: [
    { source: 'serial_number_search', label: WORDS.serial },
    { source: 'lot_number_search', label: WORDS.lot },
    { source: 'casting_date_gte_search', label: WORDS.from, type: 'date' },
    { source: 'casting_date_lte_search', label: WORDS.to, type: 'date' },
  ],
  columns: [
    { source: 'serial_number', label: WORDS.serial, mono: true },
    { source: 'lot_number', label: WORDS.lot, mono: true },
    { source: 'casting_date', label: WORDS.date, text: (row) => day(row.casting_date) },
  ],
  sort: { field: 'serial_number', order: 'ASC' },
};

const CastingsPage = () => (
  <>
    <PageActions>
      <DeleteAllButton operation="deleteAllCastings" label={WORDS.deleteAll} success={WORDS.deletedAll} count={countsOfCastings} />
    </PageActions>
    <ResourceList screen={SCREEN} above={<ImportPanels kinds={['castings']} />} />
  </>
);

export default CastingsPage;

import { List } from 'react-admin';
import { type KeptCounts, takenInWords } from '../../../server/domain/files/change-words.ts';
import { IMPORT_KINDS, importKind } from '../../../server/domain/files/imports.ts';
import { Column } from '../../parts/lists/Column.tsx';
import { DetailsColumn } from '../../parts/lists/DetailsColumn.tsx';
import { SearchChoice } from '../../parts/lists/SearchChoice.tsx';
import { SearchDay } from '../../parts/lists/SearchDay.tsx';
import { SearchBox, SearchForm } from '../../parts/lists/SearchForm.tsx';
import { Table } from '../../parts/lists/Table.tsx';
import { IMPORT_HISTORY as WORDS } from '../../texts/master.ts';
import { ChangesLink } from './ChangesLink.tsx';
import { UndoButton } from './UndoButton.tsx';
import { actorName, outcome } from './words.ts';

const KINDS = Object.fromEntries(IMPORT_KINDS.map(({ name, label }) => [name, label]));

const filters = (
  <SearchForm>
    <SearchChoice source="kind" names={KINDS} />
    <SearchBox source="file_name_search" />
    <SearchBox source="actor_search" />
    <SearchDay source="from_date" />
    <SearchDay source="to_date" />
  </SearchForm>
);

/** Words of few letters, which a narrow column would part within. */
const ONE_LINE = { 'td&&': { whiteSpace: 'nowrap' } } as const;

/** Fifteen columns in a window of 1280 px. */
const NARROW = { '& .RaDataTable-rowCell, & .RaDataTable-headerCell': { px: 1 } } as const;

const ImportHistoryList = () => (
  <List filters={filters} sort={{ field: 'at', order: 'DESC' }}>
    <Table sx={NARROW}>
      <Column source="at" />
      <Column source="actor" text={actorName} />
      <Column source="kind" sx={ONE_LINE} text={(row) => importKind(row.kind)?.label ?? row.kind} />
      <Column source="file_name" sx={{ overflowWrap: 'anywhere', minWidth: 120 }} />
      <Column source="refused" align="left" sx={ONE_LINE} text={outcome} />
      <Column source="row_count" text={(row) => (row.refused ? '' : takenInWords(importKind(row.kind), row as KeptCounts))} align="right" />
      <Column source="new_count" disableSort />
      <Column source="changed_count" disableSort />
      <Column source="unchanged_count" disableSort />
      <Column source="deleted_count" disableSort />
      <Column source="warning_count" disableSort />
      <Column source="left_out_count" disableSort />
      <Column source="changes" label={WORDS.changesColumn} disableSort action sx={{ py: 0 }} render={() => <ChangesLink short />} />
      <Column source="undo" label={WORDS.undoColumn} disableSort action sx={{ py: 0 }} render={() => <UndoButton short />} />
      <DetailsColumn />
    </Table>
  </List>
);

export default ImportHistoryList;

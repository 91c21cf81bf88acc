import { List, type RaRecord } from 'react-admin';
import { Column } from '../../parts/lists/Column.tsx';
import { DetailsColumn } from '../../parts/lists/DetailsColumn.tsx';
import { SearchChoice } from '../../parts/lists/SearchChoice.tsx';
import { SearchDay } from '../../parts/lists/SearchDay.tsx';
import { SearchForm } from '../../parts/lists/SearchForm.tsx';
import { Table } from '../../parts/lists/Table.tsx';
import { change } from '../../texts/board/story.ts';
import { NIGHT } from '../../texts/nightly.ts';
import { byWhom, statusOf } from './words.ts';

const filters = (
  <SearchForm>
    <SearchChoice source="status" names={NIGHT.statuses} />
    <SearchDay source="from_date" />
    <SearchDay source="to_date" />
  </SearchForm>
);

const lateness = (row: RaRecord): string =>
  row.late_after_count === null ? '' : change(row.late_before_count, row.late_after_count, NIGHT.order);

const NightList = () => (
  <List filters={filters} sort={{ field: 'started_at', order: 'DESC' }}>
    <Table>
      <Column source="started_at" />
      <Column source="finished_at" disableSort />
      <Column source="requested_by" text={byWhom} disableSort />
      <Column source="status" text={statusOf} disableSort />
      <Column source="file_count" disableSort />
      <Column source="failed_count" disableSort />
      <Column source="left_out_count" disableSort />
      <Column source="late_after_count" align="left" text={lateness} disableSort />
      <Column source="moved_count" disableSort />
      <DetailsColumn />
    </Table>
  </List>
);

export default NightList;

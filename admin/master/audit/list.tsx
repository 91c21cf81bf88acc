import Box from '@mui/material/Box';
import { List, type RaRecord } from 'react-admin';
import { Column } from '../../parts/Column.tsx';
import { SearchChoice } from '../../parts/SearchChoice.tsx';
import { SearchDay } from '../../parts/SearchDay.tsx';
import { SearchBox, SearchForm } from '../../parts/SearchForm.tsx';
import { Table } from '../../parts/Table.tsx';
import { AUDIT_KINDS, operationName } from '../../texts/audit.ts';
import { changeLines } from './change.ts';

const filters = (
  <SearchForm>
    <SearchChoice source="kind" names={AUDIT_KINDS} />
    <SearchBox source="key_search" />
    <SearchBox source="actor_search" />
    <SearchDay source="from_date" />
    <SearchDay source="to_date" />
  </SearchForm>
);

const changeText = (row: RaRecord): string => changeLines(row.old, row.new).join('\n');
const CHANGE_SX = {
  maxWidth: 560,
  maxHeight: 110,
  overflow: 'auto',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  fontSize: '0.8rem',
  py: 0.5,
};

const AuditList = () => (
  <List filters={filters} sort={{ field: 'at', order: 'DESC' }}>
    <Table>
      <Column source="at" />
      <Column source="actor" mono />
      <Column source="operation" text={(row) => operationName(row.operation)} />
      <Column source="kind" text={(row) => AUDIT_KINDS[row.kind] ?? row.kind} />
      <Column source="key" mono />
      <Column source="change" text={changeText} render={(row) => <Box sx={CHANGE_SX}>{changeText(row as RaRecord)}</Box>} />
    </Table>
  </List>
);

export default AuditList;

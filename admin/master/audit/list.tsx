import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { CanAccess, List, type RaRecord, useListContext } from 'react-admin';
import { Link, Navigate } from 'react-router';
import { Column } from '../../parts/lists/Column.tsx';
import { SearchChoice } from '../../parts/lists/SearchChoice.tsx';
import { SearchDay } from '../../parts/lists/SearchDay.tsx';
import { SearchBox, SearchForm } from '../../parts/lists/SearchForm.tsx';
import { Table } from '../../parts/lists/Table.tsx';
import { AUDIT, SEARCHED_KINDS } from '../../texts/audit.ts';
import { isImport, type Told, told } from './sentences.ts';
import type { AuditRow } from './values.ts';

const filters = (
  <SearchForm>
    <SearchChoice source="kind" names={SEARCHED_KINDS} />
    <SearchBox source="key_search" />
    <SearchBox source="actor_search" />
    <SearchDay source="from_date" />
    <SearchDay source="to_date" />
  </SearchForm>
);

/** The list's rows are the call's. */
const auditRow = (row: RaRecord): AuditRow => row as AuditRow;
const say =
  (part: Exclude<keyof Told, 'lines'>) =>
  (row: RaRecord): string =>
    told(auditRow(row))[part];
const lines = (row: RaRecord): string => told(auditRow(row)).lines.join('\n');

const CHANGE_SX = {
  minWidth: 240,
  maxWidth: 560,
  maxHeight: 130,
  overflow: 'auto',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  py: 0.5,
};

/** What changed, a line each; an import leads to its records. */
const Change = ({ row }: { row: RaRecord }) => {
  const { setFilters } = useListContext();
  return (
    <Box sx={CHANGE_SX}>
      {lines(row)}
      {isImport(auditRow(row)) ? (
        <Button size="small" sx={{ display: 'block', p: 0 }} onClick={() => setFilters({ part_of: String(row.id) }, [])}>
          {AUDIT.details}
        </Button>
      ) : null}
    </Box>
  );
};

/** Says that the list holds the records of one import, and leads to it and back to all. */
const OfImport = () => {
  const { data, filterValues, setFilters } = useListContext();
  const importId = data?.[0]?.import_id;
  if (filterValues.part_of === undefined) return null;
  const ways = (
    <>
      {importId ? (
        <Button component={Link} to={`/import-history/${importId}`}>
          {AUDIT.toImport}
        </Button>
      ) : null}
      <Button onClick={() => setFilters({}, [])}>{AUDIT.toAll}</Button>
    </>
  );
  return (
    <Alert severity="info" sx={{ mb: 1.5 }} action={ways}>
      {AUDIT.ofImport}
    </Alert>
  );
};

// The list asks for its rows before it learns that the role may not have them.
const AuditList = () => (
  <CanAccess resource="audit" action="list" accessDenied={<Navigate to="/not_found" replace />}>
    <List filters={filters} sort={{ field: 'at', order: 'DESC' }}>
      <OfImport />
      <Table>
        <Column source="at" />
        <Column source="actor" text={say('who')} />
        <Column source="operation" text={say('did')} />
        <Column source="kind" text={say('kind')} />
        <Column source="key" text={say('about')} />
        <Column source="change" text={lines} render={(row) => <Change row={row as RaRecord} />} />
      </Table>
    </List>
  </CanAccess>
);

export default AuditList;

import Box from '@mui/material/Box';
import { formatInstant } from '../../server/domain/plant-time.ts';
import { type ListScreen, ResourceList } from '../parts/ResourceList.tsx';
import { AUDIT_KINDS, operationName } from '../texts/audit.ts';
import { AUDIT_WORDS as WORDS } from '../texts/master.ts';
import { TITLES } from '../texts/shell.ts';
import { changeLines } from './audit-change.ts';

const SCREEN: ListScreen = {
  resource: 'audit',
  title: TITLES.audit,
  searches: [
    { source: 'kind', label: WORDS.kind, type: 'select', choices: Object.entries(AUDIT_KINDS).map(([id, name]) => ({ id, name })) },
    { source: 'key_search', label: WORDS.key },
    { source: 'actor_search', label: WORDS.actor },
    { source: 'from_date', label: WORDS.from, type: 'date' },
    { source: 'to_date', label: WORDS.to, type: 'date' },
  ],
  columns: [
    { source: 'at', label: WORDS.at, text: (row) => formatInstant(row.at) },
    { source: 'actor', label: WORDS.actor, mono: true },
    { source: 'operation', label: WORDS.operation, text: (row) => operationName(row.operation) },
    { source: 'kind', label: WORDS.kind, text: (row) => AUDIT_KINDS[row.kind] ?? row.kind },
    { source: 'key', label: WORDS.key, mono: true },
    {
      source: 'change',
      label: WORDS.change,
      unsorted: true,
      text: (row) => changeLines(row.old, row.new).join('\n'),
      cell: (row) => (
        <Box
          sx={{
            maxWidth: 560,
            maxHeight: 110,
            overflow: 'auto',
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
            fontSize: '0.8rem',
            py: 0.5,
          }}
        >
          {changeLines(row.old, row.new).join('\n')}
        </Box>
      ),
    },
  ],
  sort: { field: 'at', order: 'DESC' },
};

const AuditPage = () => <ResourceList screen={SCREEN} />;

export default AuditPage;

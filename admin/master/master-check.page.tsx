import Refresh from '@mui/icons-material/Refresh';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import { useQuery } from '@tanstack/react-query';
import type { RaRecord } from 'react-admin';
import { Link } from 'react-router';
import type { Success } from '../../server/contract/handlers.ts';
import { FormWaiting } from '../forms/FormFrame.tsx';
import { PageActions } from '../layout/PageActions.tsx';
import type { ListColumn } from '../parts/columns.ts';
import { rounded } from '../parts/format.ts';
import { RowsTable } from '../parts/RowsTable.tsx';
import { callAll, messageOf } from '../providers/client.ts';
import { CHECK_WORDS as WORDS } from '../texts/master.ts';
import { COMMON, LIST } from '../texts/parts.ts';
import { TITLES } from '../texts/shell.ts';

type Finding = Success<'getMasterCheck'>['results'][number];

/** Screens whose rows have a page of their own. */
const WITH_ROWS: readonly string[] = ['products', 'facilities', 'orders', 'order_tasks', 'outsourcings'];
const placeOf = ({ resource, id }: Finding): string => (id && WITH_ROWS.includes(resource) ? `/${resource}/${id}` : `/${resource}`);

const LEVEL_COLORS = { error: 'error', warning: 'warning', info: 'info' } as const;

const COLUMNS: readonly ListColumn[] = [
  {
    source: 'level',
    label: WORDS.level,
    cell: (row: RaRecord) => {
      const level = row.level as Finding['level'];
      return <Chip label={WORDS.levels[level]} color={LEVEL_COLORS[level]} variant="outlined" />;
    },
  },
  { source: 'code', label: WORDS.code, mono: true },
  { source: 'message', label: WORDS.message, cell: (row: RaRecord) => <Box sx={{ whiteSpace: 'normal', py: 0.5 }}>{row.message}</Box> },
  { source: 'order_count', label: WORDS.orders, right: true, text: (row) => rounded(row.order_count) },
  {
    source: 'place',
    label: COMMON.operation,
    right: true,
    cell: (row: RaRecord) => (
      <Button component={Link} to={placeOf(row as unknown as Finding)} aria-label={`${row.message} ${WORDS.mend}`}>
        {WORDS.mend}
      </Button>
    ),
  },
];

/** What would keep the scheduler from planning well, each with the place to mend it. */
const MasterCheckPage = () => {
  const check = useQuery({ queryKey: ['master-check'], queryFn: ({ signal }) => callAll<Finding>('getMasterCheck', {}, signal) });
  const rows = check.data?.map((finding, index) => ({ ...finding, finding_id: finding.id, place: finding.id, id: index }));
  return (
    <>
      <PageActions>
        <Button startIcon={<Refresh />} onClick={() => check.refetch()} loading={check.isFetching} loadingPosition="start">
          {WORDS.again}
        </Button>
      </PageActions>
      {check.error ? <Alert severity="error">{messageOf(check.error)}</Alert> : null}
      {check.isPending ? <FormWaiting /> : null}
      {rows?.length === 0 ? <Alert severity="success">{WORDS.fine}</Alert> : null}
      {rows && rows.length > 0 ? (
        <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
          <Box sx={{ px: 1.5, py: 1, typography: 'body2', color: 'text.secondary' }}>{LIST.count(rows.length)}</Box>
          <RowsTable label={TITLES.masterCheck} rows={rows} columns={COLUMNS} />
        </Paper>
      ) : null}
    </>
  );
};

export default MasterCheckPage;

import Refresh from '@mui/icons-material/Refresh';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import { useQuery } from '@tanstack/react-query';
import { DataTable, ListContextProvider, ResourceContextProvider, useList } from 'react-admin';
import { Link } from 'react-router';
import type { Success } from '../../server/contract/handlers.ts';
import { Waiting } from '../forms/Section.tsx';
import { PageActions } from '../layout/PageActions.tsx';
import { Column } from '../parts/lists/Column.tsx';
import { TableRegion } from '../parts/lists/Table.tsx';
import { messageOf } from '../providers/client.ts';
import { useCalls } from '../providers/queries.ts';
import { CHECK_WORDS as WORDS } from '../texts/master.ts';
import { LIST } from '../texts/parts.ts';
import { TITLES } from '../texts/shell.ts';
import { JoinButton } from './JoinButton.tsx';

type Finding = Success<'getMasterCheck'>['results'][number];

/** Screens whose rows have a page of their own. */
const WITH_ROWS: readonly string[] = ['products', 'facilities', 'orders', 'order_tasks', 'outsourcings'];
const placeOf = ({ resource, id }: Finding): string => (id && WITH_ROWS.includes(resource) ? `/${resource}/${id}` : `/${resource}`);

const LEVEL_COLORS = { error: 'error', warning: 'warning', info: 'info' } as const;

const Level = ({ level }: { level: Finding['level'] }) => (
  <Chip label={WORDS.levels[level]} color={LEVEL_COLORS[level]} variant="outlined" />
);

const Findings = () => (
  <TableRegion label={TITLES.masterCheck}>
    <DataTable bulkActionButtons={false} rowClick={false}>
      <Column source="level" render={(row) => <Level level={row.level} />} />
      <Column source="code" mono />
      <Column source="message" render={(row) => <Box sx={{ whiteSpace: 'normal', py: 0.5 }}>{row.message}</Box>} />
      <Column source="order_count" />
      <Column
        source="place"
        align="right"
        render={(row) => (
          <>
            <JoinButton finding={row as unknown as Finding} />
            <Button component={Link} to={row.place} aria-label={`${row.message} ${WORDS.mend}`}>
              {WORDS.mend}
            </Button>
          </>
        )}
      />
    </DataTable>
  </TableRegion>
);

/** What would keep the scheduler from planning well, each with the place to mend it. */
const MasterCheckPage = () => {
  const { callAll } = useCalls();
  const check = useQuery({ queryKey: ['master-check'], queryFn: ({ signal }) => callAll('getMasterCheck', {}, signal) });
  const rows = check.data?.map((finding, index) => ({ ...finding, place: placeOf(finding), id: index }));
  const list = useList({ data: rows ?? [], resource: 'master-check', perPage: Number.MAX_SAFE_INTEGER });
  return (
    <>
      <PageActions>
        <Button startIcon={<Refresh />} onClick={() => check.refetch()} loading={check.isFetching} loadingPosition="start">
          {WORDS.again}
        </Button>
      </PageActions>
      {check.error ? <Alert severity="error">{messageOf(check.error)}</Alert> : null}
      {check.isPending ? <Waiting /> : null}
      {rows?.length === 0 ? <Alert severity="success">{WORDS.fine}</Alert> : null}
      {rows && rows.length > 0 ? (
        <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
          <Box sx={{ px: 1.5, py: 1, typography: 'body2', color: 'text.secondary' }}>{LIST.count(rows.length)}</Box>
          <ResourceContextProvider value="master-check">
            <ListContextProvider value={list}>
              <Findings />
            </ListContextProvider>
          </ResourceContextProvider>
        </Paper>
      ) : null}
    </>
  );
};

export default MasterCheckPage;

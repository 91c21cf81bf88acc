import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { Success } from '../../../../server/contract/handlers.ts';
import { formatInstant } from '../../../../server/domain/ground/plant-time.ts';
import { messageOf } from '../../../providers/client.ts';
import type { PlannerDataProvider } from '../../../providers/data-provider.ts';
import { REPORT, STALE } from '../../../texts/board/runs.ts';
import { LATE_TABLE, shownOf } from '../../../texts/board/strip.ts';
import { LIST_REGION } from '../../run/list-region.ts';
import type { Jump } from '../../search/quick/jump.ts';
import { MISFIT_PAGE, misfitsIn, nextMisfits } from './misfit-pages.ts';

type Misfit = Success<'listMisfits'>['results'][number];

const MisfitRow = ({ bar, onJump }: { bar: Misfit; onJump(jump: Jump): void }) => (
  <TableRow hover>
    <TableCell>
      <Link
        component="button"
        type="button"
        onClick={() => onJump({ entry_id: bar.entry_id, order_id: bar.order_id, serial_number: bar.serial_number })}
        sx={{ font: 'inherit', fontWeight: 700, whiteSpace: 'nowrap' }}
      >
        {bar.unique_order}
      </Link>
    </TableCell>
    <TableCell>{bar.task_name}</TableCell>
    <TableCell>{bar.facility_name ?? REPORT.noFacility}</TableCell>
    <TableCell sx={{ whiteSpace: 'nowrap' }}>{formatInstant(bar.start_date)}</TableCell>
    <TableCell>{bar.sentences.join('')}</TableCell>
    <TableCell sx={{ whiteSpace: 'nowrap', ...(bar.kept === null ? {} : { color: 'error.main', fontWeight: 700 }) }}>
      {STALE.nextRun[bar.kept ?? 'anew']}
    </TableCell>
  </TableRow>
);

/** What stands where there are no rows: they are on their way, not known yet, or there are none. */
function emptySaid(known: boolean | undefined): string {
  if (known === undefined) return STALE.loading;
  return known ? STALE.noMisfits : STALE.notKnown;
}

/** The bars that do not fit any more, each with what it breaks, what the next run does with it, and the way to it. */
export const MisfitList = ({ onJump }: { onJump(jump: Jump): void }) => {
  const { call } = useDataProvider<PlannerDataProvider>();
  // Read anew whenever the strip is.
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['overview', 'misfits'],
    queryFn: ({ pageParam, signal }) => call('listMisfits', { query: { limit: MISFIT_PAGE, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: nextMisfits,
  });
  const { rows, count } = misfitsIn(data?.pages ?? []);
  return (
    <Box role="region" aria-label={STALE.list} tabIndex={0} sx={LIST_REGION}>
      <Table size="small" stickyHeader aria-label={STALE.list} sx={{ '& td, & th': { fontSize: '0.82rem', py: 0, height: 28 } }}>
        <TableHead>
          <TableRow>
            {STALE.columns.map((column) => (
              <TableCell key={column}>{column}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((bar) => (
            <MisfitRow key={bar.entry_id} bar={bar} onJump={onJump} />
          ))}
        </TableBody>
      </Table>
      {rows.length === 0 ? (
        <Box role="status" sx={{ py: 1, fontSize: '0.82rem', color: error ? 'error.main' : 'text.secondary' }}>
          {error ? messageOf(error) : emptySaid(data?.pages[0]?.known)}
        </Box>
      ) : null}
      {rows.length > 0 ? (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, color: 'text.secondary', fontSize: '0.82rem' }}>
          <span>{shownOf(rows.length, count)}</span>
          {hasNextPage ? (
            <Button onClick={() => void fetchNextPage()} disabled={isFetchingNextPage} sx={{ minHeight: 26, py: 0 }}>
              {LATE_TABLE.more}
            </Button>
          ) : null}
        </Box>
      ) : null}
    </Box>
  );
};

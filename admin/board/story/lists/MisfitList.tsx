import Box from '@mui/material/Box';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Success } from '../../../../server/contract/handlers.ts';
import { formatInstant } from '../../../../server/domain/ground/plant-time.ts';
import { messageOf } from '../../../providers/client.ts';
import { useShownKey, useShownPlan } from '../../../providers/plan/shown-plan.ts';
import { useCalls } from '../../../providers/queries.ts';
import { REPORT, STALE } from '../../../texts/board/runs.ts';
import type { Jump } from '../../search/quick/jump.ts';
import { ListTable } from './ListTable.tsx';
import type { ListColumn } from './list-columns.ts';
import { LIST_REGION } from './list-region.ts';
import { MISFIT_PAGE, misfitsIn, nextMisfits } from './misfit-pages.ts';
import { OrderButton, wayTo } from './OrderButton.tsx';

type Misfit = Success<'listMisfits'>['results'][number];

const NOWRAP = { whiteSpace: 'nowrap' } as const;
const { columns } = STALE;

/** The columns of bars that do not fit any more. */
const MISFIT_COLUMNS: readonly ListColumn<Misfit>[] = [
  { label: columns.unique_order, text: ({ unique_order }) => unique_order },
  { label: columns.task_name, text: ({ task_name }) => task_name },
  { label: columns.facility, text: ({ facility_name }) => facility_name ?? REPORT.noFacility },
  { label: columns.start, text: ({ start_date }) => formatInstant(start_date), look: () => NOWRAP },
  { label: columns.misfit, text: ({ sentences }) => sentences.join('') },
];

/** What becomes of them: of the published plan in the next run, which replaces no other one, of which it is said what a run would leave. */
const fateIn = (published: boolean): ListColumn<Misfit> => ({
  label: published ? columns.nextRun : columns.stays,
  text: ({ kept }) => (published ? STALE.nextRun[kept ?? 'anew'] : kept ? STALE.stays[kept] : ''),
  look: ({ kept }) => ({ ...NOWRAP, ...(kept === null ? {} : { color: 'error.main', fontWeight: 700 }) }),
});
const COLUMNS = { published: [...MISFIT_COLUMNS, fateIn(true)], beside: [...MISFIT_COLUMNS, fateIn(false)] };

/** The sentence of an empty list: still loading, not known yet, or nothing to list. */
function emptySaid(known: boolean | undefined): string {
  if (known === undefined) return STALE.loading;
  return known ? STALE.noMisfits : STALE.notKnown;
}

/** Bars that do not fit any more, each with its reasons and its fate; they lead to the board. */
export const MisfitList = ({ onJump }: { onJump(jump: Jump): void }) => {
  const { call } = useCalls();
  const plan = useShownPlan();
  // Read anew whenever the strip is.
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: useShownKey()(['overview', 'misfits']),
    queryFn: ({ pageParam, signal }) => call('listMisfits', { query: { limit: MISFIT_PAGE, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: nextMisfits,
  });
  const { rows, count } = misfitsIn(data?.pages ?? []);
  const onMore = hasNextPage ? () => void fetchNextPage() : undefined;
  return (
    <Box role="region" aria-label={STALE.list} tabIndex={0} sx={LIST_REGION}>
      <ListTable
        label={STALE.list}
        columns={plan === undefined ? COLUMNS.published : COLUMNS.beside}
        rows={rows}
        keyOf={({ entry_id }) => entry_id}
        lead={(bar) => <OrderButton onShow={wayTo(bar, onJump)}>{bar.unique_order}</OrderButton>}
        foot={rows.length > 0 ? { shown: rows.length, count, onMore, busy: isFetchingNextPage } : undefined}
        stickyHeader
        sx={{ border: 0 }}
      />
      {rows.length === 0 ? (
        <Box role="status" sx={{ py: 1, fontSize: '0.82rem', color: error ? 'error.main' : 'text.secondary' }}>
          {error ? messageOf(error) : emptySaid(data?.pages[0]?.known)}
        </Box>
      ) : null}
    </Box>
  );
};

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { HttpError, Title } from 'react-admin';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { boardPath } from '../../board/search/use-address.ts';
import { Waiting } from '../../forms/Section.tsx';
import { PageTitleExtras } from '../../layout/PageActions.tsx';
import { messageOf } from '../../providers/client.ts';
import { PLANS_KEY } from '../../providers/plan/keys.ts';
import { usePublished } from '../../providers/plan/published.ts';
import { idOf } from '../../providers/plan/shown-plan.ts';
import { useCalls } from '../../providers/queries.ts';
import { COMPARE, PLANS } from '../../texts/plans.ts';
import { AdoptDialog } from '../AdoptDialog.tsx';
import { PlanListDialog } from '../PlanList.tsx';
import { SeenNote } from '../SeenNote.tsx';
import { type Adopting, useAdopt } from '../use-adopt.ts';
import { usePlanEvents, usePlans } from '../use-plans.ts';
import { useSeen } from '../use-seen.ts';
import { Figures } from './Figures.tsx';
import { LoadTable } from './LoadTable.tsx';
import { OrderTable } from './OrderTable.tsx';
import { hasSameBase } from './orders.ts';

/** Orders of a page. */
const PAGE = 50;

/** Both plans, and the orders that differ as far as they were asked for. */
function useComparison(id: number, other: number | undefined, enabled: boolean) {
  const { call } = useCalls();
  const query = useInfiniteQuery({
    queryKey: [...PLANS_KEY, 'compare', id, other],
    queryFn: ({ pageParam, signal }) =>
      call('comparePlans', { id, query: { ...(other === undefined ? {} : { with: other }), limit: PAGE, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.next ? pages.reduce((sum, { orders }) => sum + orders.length, 0) : undefined),
    enabled,
  });
  const pages = query.data?.pages ?? [];
  return {
    ...query,
    first: pages[0],
    orders: pages.flatMap(({ orders }) => orders),
    onMore: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
  };
}

/** Chooses the other plan. */
const OtherChoice = ({ id, other, onOther }: { id: number; other: number | undefined; onOther(other: number): void }) => {
  const plans = usePlans().data?.filter((plan) => plan.id !== id) ?? [];
  return (
    <TextField
      select
      label={COMPARE.other}
      value={plans.some((plan) => plan.id === other) ? other : ''}
      onChange={({ target }) => onOther(Number(target.value))}
      sx={{ minWidth: 220, maxWidth: '100%' }}
      slotProps={{ inputLabel: { shrink: true } }}
    >
      {plans.map((plan) => (
        <MenuItem key={plan.id} value={plan.id}>
          {plan.name}
        </MenuItem>
      ))}
    </TextField>
  );
};

/** Why two plans cannot stand side by side: one of them is no more, as a rule; with the way to those there are. */
const Refused = ({ error, adopting }: { error: unknown; adopting: Adopting }) => {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const isGone = error instanceof HttpError && error.status === 404;
  return (
    <>
      <Alert
        severity={isGone ? 'info' : 'error'}
        action={
          <>
            <Button color="inherit" onClick={() => setOpen(true)}>
              {PLANS.list}
            </Button>
            <Button color="inherit" component={Link} to={boardPath('gantt')}>
              {PLANS.back}
            </Button>
          </>
        }
      >
        {isGone ? PLANS.noMore : messageOf(error)}
      </Alert>
      {open ? (
        <PlanListDialog
          shown={null}
          adopting={adopting}
          onLook={(plan) => void navigate(boardPath('gantt', { plan }))}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
};

/** 計画の比較: a plan beside another one, the published one unless another is named. */
const ComparePage = () => {
  const id = idOf(useParams().id ?? null) ?? 0;
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  usePlanEvents();
  const published = usePublished().data?.id;
  const other = idOf(search.get('with'));
  const isOne = id === (other ?? published);
  const asked = useComparison(id, other, !isOne);
  const adopting = useAdopt(() => void navigate(boardPath('gantt')));
  const { first } = asked;
  const seen = useSeen();
  const bases = usePlans().data?.filter((plan) => plan.id === id || plan.id === (other ?? published)) ?? [];
  const choice = (
    <OtherChoice id={id} other={other ?? published} onOther={(next) => setSearch({ with: String(next) }, { replace: true })} />
  );
  return (
    <>
      <Title title={COMPARE.title} preferenceKey={false} />
      <PageTitleExtras>{choice}</PageTitleExtras>
      {asked.error ? <Refused error={asked.error} adopting={adopting} /> : null}
      <SeenNote seen={seen} />
      {isOne ? <Alert severity="info">{COMPARE.one}</Alert> : null}
      {asked.isPending && asked.isFetching ? <Waiting /> : null}
      {first && !asked.error ? (
        <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(440px, 1fr) minmax(0, 2fr)' } }}>
            <Figures comparison={first} sameBase={hasSameBase(bases)} adopting={adopting} seen={seen} />
            <LoadTable plans={first.plans} />
          </Box>
          <OrderTable plans={first.plans} orders={asked.orders} count={first.count} onMore={asked.onMore} busy={asked.isFetchingNextPage} />
        </Box>
      ) : null}
      <AdoptDialog adopting={adopting} />
    </>
  );
};

export default ComparePage;

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMemo, useState } from 'react';
import { HttpError, Title } from 'react-admin';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { boardPath } from '../../board/search/use-address.ts';
import { Card } from '../../figures/Card.tsx';
import { Waiting } from '../../forms/Section.tsx';
import { PageTitleExtras } from '../../layout/PageActions.tsx';
import { messageOf } from '../../providers/client.ts';
import { usePublished } from '../../providers/plan/published.ts';
import { idOf } from '../../providers/plan/shown-plan.ts';
import { COMPARE, PLANS, PROPOSALS } from '../../texts/plans.ts';
import { AdoptDialog } from '../AdoptDialog.tsx';
import { PlanListDialog } from '../PlanList.tsx';
import { ProposalList } from '../proposals/ProposalList.tsx';
import { useProposals } from '../proposals/use-proposals.ts';
import { SeenNote } from '../SeenNote.tsx';
import { type Adopting, useAdopt } from '../use-adopt.ts';
import { usePlanEvents, usePlans } from '../use-plans.ts';
import { useSeen } from '../use-seen.ts';
import { comparePath, MOST_COMPARED } from '../ways.ts';
import { ChangedOrders } from './ChangedOrders.tsx';
import { columnsOf } from './columns.ts';
import { FigureTable } from './FigureTable.tsx';
import { LoadTable } from './LoadTable.tsx';
import { type Effect, firstOf } from './orders.ts';
import { PlanChoice } from './PlanChoice.tsx';
import { useComparison } from './use-comparison.ts';

/** Why plans cannot stand side by side: one of them is no more, as a rule; with the way to those there are. */
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

/** The plans that the address names, each once; the published one beside a single one. */
function idsOf(id: number | undefined, others: readonly string[], published: number | undefined): number[] {
  const named = others.flatMap((text) => idOf(text) ?? []);
  const beside = named.length > 0 || published === undefined ? named : [published];
  return [...new Set([...(id === undefined ? [] : [id]), ...beside])].slice(0, MOST_COMPARED);
}

/** 計画の比較: a plan beside one or two others, the published one unless others are named. */
const ComparePage = () => {
  const { id } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  usePlanEvents();
  const { data: inForce, isPending } = usePublished();
  const published = inForce?.id;
  const ids = idsOf(idOf(id ?? null), search.getAll('with'), published);
  const [chosen, setChosen] = useState<number>();
  const [effect, setEffect] = useState<Effect>('all');
  const [first, setFirst] = useState<'losing' | 'gaining'>('losing');
  const base = published !== undefined && ids.includes(published) ? published : ids[0];
  const others = ids.filter((one) => one !== base);
  const of = chosen !== undefined && others.includes(chosen) ? chosen : others[0];
  const asked = useComparison({ ids, of: isPending ? undefined : of, effect, first: firstOf(effect, first) });
  const adopting = useAdopt(() => void navigate(boardPath('gantt')));
  const seen = useSeen();
  const listed = usePlans().data ?? [];
  // A column of its own has what says something.
  const hasProposals = (useProposals().data?.results.length ?? 0) > 0;
  const plans = asked.first?.plans;
  const columns = useMemo(() => (plans ? columnsOf(plans) : []), [plans]);
  const choose = (next: number[]): void => {
    if (next.length > 0) void navigate(comparePath(...next), { replace: true });
  };
  return (
    <>
      <Title title={COMPARE.title} preferenceKey={false} />
      <PageTitleExtras>
        <PlanChoice plans={listed} chosen={ids} onChoose={choose} />
      </PageTitleExtras>
      {asked.error ? <Refused error={asked.error} adopting={adopting} /> : null}
      <SeenNote seen={seen} />
      {!isPending && others.length === 0 ? <Alert severity="info">{COMPARE.one}</Alert> : null}
      {asked.isPending && asked.isFetching ? <Waiting /> : null}
      {columns.length > 0 && !asked.error ? (
        <Box sx={hasProposals ? BESIDE : PAGE}>
          <Box sx={PAGE}>
            <FigureTable columns={columns} listed={listed} of={of} adopting={adopting} seen={seen} />
            <Box sx={BELOW}>
              <ChangedOrders
                columns={columns}
                {...{ of, effect, first }}
                onOf={setChosen}
                onEffect={setEffect}
                onFirst={setFirst}
                orders={asked.orders}
                count={asked.first?.count ?? 0}
                onMore={asked.onMore}
                busy={asked.isFetchingNextPage}
              />
              <LoadTable columns={columns} of={of} />
            </Box>
          </Box>
          <Card title={PROPOSALS.title}>
            <ProposalList onMade={(plan) => void navigate(boardPath('gantt', { plan }))} />
          </Card>
        </Box>
      ) : null}
      <AdoptDialog adopting={adopting} />
    </>
  );
};
const PAGE = { display: 'grid', gap: 1.25, gridTemplateColumns: 'minmax(0, 1fr)' } as const;
/** Proposals stand beside the plans where there is room, else below them. */
const BESIDE = { ...PAGE, alignItems: 'start', '@media (min-width: 1400px)': { gridTemplateColumns: 'minmax(0, 1fr) 318px' } } as const;
const BELOW = {
  display: 'grid',
  gap: 1.25,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.4fr) minmax(0, 1fr)' },
} as const;

export default ComparePage;

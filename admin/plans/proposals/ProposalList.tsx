import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { messageOf } from '../../providers/client.ts';
import { PLANS_KEY } from '../../providers/plan/keys.ts';
import { useCalls } from '../../providers/queries.ts';
import { PROPOSALS } from '../../texts/plans.ts';
import { ProposalItem } from './ProposalItem.tsx';
import { type Proposals, useProposals } from './use-proposals.ts';

interface Props {
  /** The scenario of a proposal is there. */
  onMade(plan: number): void;
  /** The page is left by a link. */
  onLeave?: () => void;
}

/** 改善提案: what was tried beside the published plan and gains more than its noise, and what came of those that were published. */
export const ProposalList = ({ onMade, onLeave }: Props) => {
  const { data, error } = useProposals();
  const { call } = useCalls();
  const notify = useNotify();
  const queries = useQueryClient();
  const [busy, setBusy] = useState<number>();
  if (error) return <Alert severity="error">{messageOf(error)}</Alert>;
  if (!data) return null;
  const make = async (id: number): Promise<void> => {
    setBusy(id);
    try {
      const { id: plan } = await call('tryProposal', { id, body: { plan: data.plan } });
      void queries.invalidateQueries({ queryKey: PLANS_KEY });
      onMade(plan);
    } catch (refused) {
      notify(messageOf(refused), { type: 'error' });
      void queries.invalidateQueries({ queryKey: PLANS_KEY });
      setBusy(undefined);
    }
  };
  return (
    <>
      <Told proposals={data} />
      {data.results.length > 0 ? (
        <Box component="ol" aria-label={PROPOSALS.title} sx={LIST}>
          {data.results.map((proposal) => (
            <ProposalItem
              key={proposal.id}
              proposal={proposal}
              busy={busy === proposal.id}
              disabled={busy !== undefined}
              onMake={() => void make(proposal.id)}
              onLeave={onLeave}
            />
          ))}
        </Box>
      ) : null}
      {data.adopted.length > 0 ? (
        <Box component="ul" aria-label={PROPOSALS.adoptedOnes} sx={ADOPTED}>
          {data.adopted.map((adopted) => (
            <li key={`${adopted.adopted_at} ${adopted.text}`}>{PROPOSALS.adopted(adopted)}</li>
          ))}
        </Box>
      ) : null}
    </>
  );
};

/** How much was tried, or that it is being tried. */
const Told = ({ proposals: { status, progress, tried, noise_days, results } }: { proposals: Proposals }) => (
  <Box sx={{ fontSize: '0.8rem', color: 'text.secondary', ...(results.length > 0 ? { mb: 1 } : {}) }}>
    {status === 'trying' ? (
      <span role="progressbar" aria-valuenow={Math.round(progress * 100)}>
        {PROPOSALS.trying(progress)}
      </span>
    ) : results.length > 0 ? (
      PROPOSALS.tried(tried, noise_days)
    ) : tried > 0 ? (
      PROPOSALS.nothing(tried)
    ) : (
      PROPOSALS.notYet
    )}
  </Box>
);

/** Beside each other where there is room. */
const LIST = {
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(300px, 100%), 1fr))',
  columnGap: 3,
} as const;
const ADOPTED = { m: 0, mt: 1, pt: 1, pl: 2.5, borderTop: 1, borderColor: 'divider', fontSize: '0.8rem' } as const;

import type { Success } from '../../../server/contract/handlers.ts';
import { PLANS_KEY } from '../../providers/plan/keys.ts';
import { useCall } from '../../providers/queries.ts';

export type Proposals = Success<'listProposals'>;
export type Proposal = Proposals['results'][number];

/** How far the trials are is said by no event. */
const TRYING_POLL_MS = 3_000;

/** What was tried beside the published plan; read anew with plans. */
export const useProposals = () =>
  useCall(
    'listProposals',
    {},
    {
      queryKey: [...PLANS_KEY, 'proposals'],
      refetchInterval: ({ state }) => (state.data?.status === 'trying' ? TRYING_POLL_MS : false),
    },
  );

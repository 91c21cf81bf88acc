import { useQuery } from '@tanstack/react-query';
import { useReadAnew } from '../providers/events.ts';
import { PLANS_KEY } from '../providers/plan/keys.ts';
import type { Plan } from '../providers/plan/published.ts';
import { useCall, useCalls } from '../providers/queries.ts';

/** A plan by its id; nothing is asked without one. */
export const usePlanOf = (id: number | undefined) =>
  useCall(
    'getPlan',
    { id: id ?? 0 },
    {
      queryKey: [...PLANS_KEY, id],
      enabled: id !== undefined,
      // How far a scenario is planned is said by no event.
      refetchInterval: ({ state }) => (state.data?.kind === 'scenario' && isPlanned(state.data) ? PLANNING_POLL_MS : false),
    },
  );

/** Whether a plan is being planned. */
export const isPlanned = ({ status }: Pick<Plan, 'status'>): boolean => status === 'queued' || status === 'running';
const PLANNING_POLL_MS = 1_000;

/** Every plan there is, as the server orders them. */
export function usePlans() {
  const { callAll } = useCalls();
  return useQuery({ queryKey: [...PLANS_KEY, 'all'], queryFn: ({ signal }) => callAll('listPlans', {}, signal) });
}

/** Reads plans anew when any of them, or what they were made from, has changed. To be used once a page. */
export const usePlanEvents = (): void => useReadAnew(['schedule', 'run', 'inputs', 'scenario', 'proposals'], [PLANS_KEY], 'any');

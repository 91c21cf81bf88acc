import { QueryClient, useQuery } from '@tanstack/react-query';
import { HttpError, useDataProvider } from 'react-admin';
import type { OperationId, Success } from '../../server/contract/handlers.ts';
import type { CallOptions } from './client.ts';
import type { PlannerDataProvider } from './data-provider.ts';
import { currentSession } from './session.ts';

/** A refused call is an answer; only what never reached the server, or found it busy, is asked again. */
const worthAgain = (count: number, error: unknown): boolean =>
  count < 2 && (!(error instanceof HttpError) || error.status === 0 || error.status === 503);

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: worthAgain, refetchOnWindowFocus: false } },
});

// Who was signed in at the last load stands in the bar at once.
const { user } = currentSession();
if (user) queryClient.setQueryData(['auth', 'getIdentity'], { id: user.id, fullName: user.name });

/** A reading of the contract, kept by its operation and parameters. */
export function useCall<Id extends OperationId>(operation: Id, options: Omit<CallOptions<Id>, 'signal'> = {}, enabled = true) {
  const { call } = useDataProvider<PlannerDataProvider>();
  return useQuery<Success<Id>>({
    queryKey: [operation, options],
    queryFn: ({ signal }) => call(operation, { ...options, signal }),
    enabled,
  });
}

import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { OperationId, Success } from '../../server/contract/handlers.ts';
import type { CallOptions } from './client.ts';
import type { PlannerDataProvider } from './data-provider.ts';

/** A reading of the contract, kept by its operation and parameters. */
export function useCall<Id extends OperationId>(operation: Id, options: Omit<CallOptions<Id>, 'signal'> = {}, enabled = true) {
  const { call } = useDataProvider<PlannerDataProvider>();
  return useQuery<Success<Id>>({
    queryKey: [operation, options],
    queryFn: ({ signal }) => call(operation, { ...options, signal }),
    enabled,
  });
}

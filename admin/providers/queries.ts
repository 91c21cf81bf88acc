import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDataProvider } from 'react-admin';
import type { OperationId, Success } from '../../server/contract/handlers.ts';
import type { CallOptions } from './client.ts';
import type { PlannerDataProvider } from './data-provider.ts';

/** The calls of the contract, and react-admin's reading and writing of rows; each the same function from one drawing to the next. */
export function useCalls(): PlannerDataProvider {
  // What react-admin gives makes a new function each time that it is asked for one: an effect that calls would run each time.
  const provider = useDataProvider<PlannerDataProvider>();
  return useMemo(() => ({ ...provider }), [provider]);
}

/** How a reading is kept, where it is not by its operation and parameters, and asked again. */
type Reading<Answer> = Partial<
  Pick<UseQueryOptions<Answer>, 'queryKey' | 'enabled' | 'refetchInterval' | 'refetchOnMount' | 'placeholderData'>
>;

/** A reading of the contract. */
export function useCall<Id extends OperationId>(
  operation: Id,
  options: Omit<CallOptions<Id>, 'signal'> = {},
  reading: Reading<Success<Id>> = {},
) {
  const { call } = useCalls();
  return useQuery<Success<Id>>({
    queryKey: [operation, options],
    queryFn: ({ signal }) => call(operation, { ...options, signal }),
    ...reading,
  });
}

/** Ids that one call asks for. */
export const ASKED_AT_ONCE = 500;

/** What calls for parts of a list of ids answer, all of them; `ask` is given a comma list. */
export function byParts<Answer>(ids: readonly number[], ask: (part: string) => Promise<Answer>): Promise<Answer[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / ASKED_AT_ONCE) }, (_, part) =>
    ids.slice(part * ASKED_AT_ONCE, (part + 1) * ASKED_AT_ONCE),
  );
  return Promise.all(parts.map((part) => ask(part.join(','))));
}

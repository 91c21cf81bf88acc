import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDataProvider } from 'react-admin';
import type { OperationId, Success } from '../../server/contract/handlers.ts';
import type { CallOptions } from './client.ts';
import type { PlannerDataProvider } from './data-provider.ts';
import { isOfShown, keyOfPlan, ofPlan, useShownPlan } from './plan/shown-plan.ts';

/** The calls, asking for the plan that is shown. */
const askingFor = (provider: PlannerDataProvider, plan: number | undefined): PlannerDataProvider => ({
  ...provider,
  call: (operation, options = {}) => provider.call(operation, ofPlan(operation, options, plan)),
  callAll: (operation, query = {}, signal) => provider.callAll(operation, ofPlan(operation, { query }, plan).query, signal),
  callRaw: (operation, options = {}) => provider.callRaw(operation, ofPlan(operation, options, plan)),
});

/**
 * The calls of the contract, and react-admin's reading and writing of rows; each the same function from one drawing to the next, while the page shows the
 * same plan: readings that are given of any plan are asked for that one.
 */
export function useCalls(): PlannerDataProvider {
  // What react-admin gives makes a new function each time that it is asked for one: an effect that calls would run each time.
  const provider = useDataProvider<PlannerDataProvider>();
  const plan = useShownPlan();
  return useMemo(() => askingFor({ ...provider }, plan), [provider, plan]);
}

/** How a reading is kept, where it is not by its operation and parameters, and asked again. */
type Reading<Answer> = Partial<
  Pick<UseQueryOptions<Answer>, 'queryKey' | 'enabled' | 'staleTime' | 'refetchInterval' | 'refetchOnMount' | 'placeholderData'>
>;

/** A reading of the contract, kept apart for each plan that is shown. */
export function useCall<Id extends OperationId>(
  operation: Id,
  options: Omit<CallOptions<Id>, 'signal'> = {},
  reading: Reading<Success<Id>> = {},
) {
  const { call } = useCalls();
  const plan = useShownPlan();
  return useQuery<Success<Id>>({
    queryFn: ({ signal }) => call(operation, { ...options, signal }),
    ...reading,
    queryKey: keyOfPlan(reading.queryKey ?? [operation, options], isOfShown(operation) ? plan : undefined),
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

import { useQuery } from '@tanstack/react-query';
import type { Success } from '../../../server/contract/handlers.ts';
import { codeKey } from '../../../server/domain/ground/fold.ts';
import { useCalls } from '../../providers/queries.ts';
import type { ToldPremise } from '../premises.ts';

type Wished = NonNullable<Success<'getPromise'>['answers'][number]['wished']>;
type Tried = Wished['premises'][number];

/** Ids of partners by their codes. */
export type Partners = ReadonlyMap<string, number>;

/** Partners as far as they are known; nothing is asked unless they are wanted. */
export function usePartners(wanted: boolean): Partners {
  const { callAll } = useCalls();
  const { data } = useQuery({
    queryKey: ['premises', 'partners'],
    queryFn: async ({ signal }) =>
      new Map((await callAll('listOutsourcings', {}, signal)).map(({ id, outsourcing_code }) => [codeKey(outsourcing_code), id])),
    enabled: wanted,
  });
  return data ?? new Map();
}

/** What an answer tried, as premises of a scenario; undefined where one of them cannot be: an order that goes before all others, a partner that is no more. */
export function premisesOf(tried: readonly Tried[], partners: Partners): ToldPremise[] | undefined {
  const premises = tried.flatMap(({ outsourcing_code, kind, ...said }): ToldPremise[] => {
    if (kind === 'order_first') return [];
    if (outsourcing_code === undefined) return [{ ...said, kind }];
    const outsourcing_id = partners.get(codeKey(outsourcing_code));
    return outsourcing_id === undefined ? [] : [{ ...said, kind, outsourcing_id }];
  });
  return premises.length === tried.length && premises.length > 0 ? premises : undefined;
}

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCalls } from '../../../providers/queries.ts';
import type { Facility } from './adding.ts';

/** A facility with the names of its tasks. */
type NamedFacility = Facility & { task_names: string[] };

/** Every facility by its id; inactive ones too, for what is planned on them still. */
export function useFacilities(): ReadonlyMap<number, NamedFacility> | undefined {
  const { callAll } = useCalls();
  const { data } = useQuery({
    queryKey: ['facilities', 'all'],
    queryFn: ({ signal }) => callAll('listFacilities', {}, signal),
  });
  return useMemo(() => data && new Map(data.map((facility) => [facility.id, facility])), [data]);
}

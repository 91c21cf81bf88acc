import { useQuery } from '@tanstack/react-query';
import { plantDate, plantMinutes } from '../../server/domain/ground/plant-time.ts';
import { useCalls } from './queries.ts';

const REFRESH_MS = 5 * 60_000;

/** The present by the server's clock, as it puts it on every answer; asked again every five minutes, so that the line of today moves. */
export function useServerClock(): { today: string; now: number } | undefined {
  const { callRaw } = useCalls();
  const { data } = useQuery({
    queryKey: ['serverClock'],
    queryFn: async ({ signal }) => Date.parse((await callRaw('getHealth', { signal })).headers.get('Date') ?? ''),
    refetchInterval: REFRESH_MS,
    staleTime: REFRESH_MS,
  });
  return data === undefined ? undefined : { today: plantDate(data), now: plantMinutes(data) };
}

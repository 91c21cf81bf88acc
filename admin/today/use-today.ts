import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { PENDING_POLL_MS } from '../../server/domain/ground/constants.ts';
import { now } from '../providers/clock.ts';
import { usePlantEvents } from '../providers/events.ts';
import { useCalls } from '../providers/queries.ts';
import { onTaken, useTaps } from './taps.ts';
import { type Today, withTaps } from './with-taps.ts';

const FACILITY_KEY = 'production-planner.today.facility';
const FACILITIES_KEY = 'production-planner.today.facilities';
const seenKey = (facility: number | undefined): string => `production-planner.today.work.${facility ?? ''}`;
const TICK_MS = 15_000;

/** What this device keeps under a key; nothing where that cannot be read. */
export function stored<T>(key: string): T | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** What this device saw last of a facility: shown until the server answers, and while it cannot. */
const lastSeen = (facility: number | undefined): Today | undefined => stored(seenKey(facility));

/** Whether this device keeps anything of a facility. */
export const wasSeen = (facility: number): boolean => lastSeen(facility) !== undefined;

/** Keeps an answer under its facility and, if none was asked for, as the answer to that as well. */
function remember(facility: number | undefined, seen: Today): void {
  try {
    localStorage.setItem(FACILITIES_KEY, JSON.stringify(seen.facilities));
    for (const key of new Set([seenKey(seen.facility?.id), seenKey(facility)])) localStorage.setItem(key, JSON.stringify(seen));
  } catch {
    // A full store keeps taps, not pictures of the past.
  }
}

/** The facility of this device: of the address, else the one that was shown last. */
function useFacility(): [number | undefined, (id: number) => void] {
  const [params, setParams] = useSearchParams();
  const wanted = Number(params.get('facility') ?? localStorage.getItem(FACILITY_KEY) ?? '');
  const choose = (id: number): void => {
    localStorage.setItem(FACILITY_KEY, String(id));
    setParams({ facility: String(id) }, { replace: true });
  };
  return [Number.isInteger(wanted) && wanted > 0 ? wanted : undefined, choose];
}

/** The present, moved on while nobody taps. */
function useNow(): number {
  const [at, setAt] = useState(now);
  useEffect(() => {
    const timer = window.setInterval(() => setAt(now()), TICK_MS);
    return () => window.clearInterval(timer);
  }, []);
  return at;
}

/** What the page shows, and the facility that this device has chosen. */
export function useToday() {
  const [facility, choose] = useFacility();
  useWorkEvents();
  return { ...useWork(facility), choose };
}

/** Reads the work of facilities anew when somebody has changed it, and when the server has taken a tap. To be used once a page. */
export function useWorkEvents(): void {
  const queries = useQueryClient();
  const refetch = () => queries.invalidateQueries({ queryKey: ['getToday'] });
  usePlantEvents(['schedule', 'marks', 'run'], (heard) => {
    if (heard.kind !== 'run' || heard.status === 'complete') void refetch();
  });
  useEffect(() => onTaken(() => queries.invalidateQueries({ queryKey: ['getToday'] })), [queries]);
}

/** The work of a facility as it is asked for and kept. */
const workOf = (call: ReturnType<typeof useCalls>['call'], facility: number | undefined) =>
  queryOptions({
    queryKey: ['getToday', facility],
    queryFn: async ({ signal }) => {
      const seen = await call('getToday', { query: facility === undefined ? {} : { facility }, signal });
      remember(facility, seen);
      return seen;
    },
    initialData: () => lastSeen(facility),
    initialDataUpdatedAt: 0,
    refetchInterval: PENDING_POLL_MS,
    refetchOnReconnect: true,
    networkMode: 'always',
  });

/** How many cards facilities take: one a unit of a furnace, one a machine. */
export function useCards(facilities: readonly number[]): number {
  const { call } = useCalls();
  const answers = useQueries({ queries: facilities.map((facility) => workOf(call, facility)) });
  return answers.reduce((sum, { data }) => sum + Math.max(1, data?.units.length ?? 1), 0);
}

/** The work of a facility: the server's answer, or the last one seen, with what is not sent yet. */
export function useWork(facility: number | undefined) {
  const { call } = useCalls();
  const taps = useTaps();
  const present = useNow();
  const query = useQuery(workOf(call, facility));
  const today = useMemo(() => query.data && withTaps(query.data, taps.kept), [query.data, taps.kept]);
  const facilities = today?.facilities ?? stored<Today['facilities']>(FACILITIES_KEY) ?? [];
  return {
    today,
    facilities,
    facility: today?.facility?.id ?? facility,
    taps,
    now: Math.max(present, now()),
    /** Why the server could not be read last; null when it could. */
    failure: query.error ?? query.failureReason,
    away: query.isError || query.failureCount > 0,
  };
}

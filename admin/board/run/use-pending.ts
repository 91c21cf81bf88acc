import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Success } from '../../../server/contract/handlers.ts';
import { PENDING_POLL_MS } from '../../../server/domain/ground/constants.ts';
import { now } from '../../providers/clock.ts';
import { usePlantEvents } from '../../providers/events.ts';
import { useCalls } from '../../providers/queries.ts';
import { PENDING_KEY } from '../../providers/schedule-writes.ts';

const PROGRESS_POLL_MS = 1_500;
const UNREACHED_POLL_MS = 10_000;
const NEWEST_KEY = ['listScheduleQueues', 'newest'];

export type QueueEntry = Success<'listScheduleQueues'>['results'][number];

const isUnderWay = (entry: QueueEntry | undefined): boolean => entry?.status === 'queued' || entry?.status === 'running';

interface Pending {
  /** A run is queued or running; undefined until the server has said so once. */
  pending: boolean | undefined;
  /** The run under way. */
  run: QueueEntry | undefined;
  /** Asks again now: a run was started here. */
  started(): void;
}

/** The newest run, followed on its way while one is pending; null: there is none. */
function useNewest(pending: boolean | undefined): QueueEntry | null | undefined {
  const { call } = useCalls();
  return useQuery({
    queryKey: NEWEST_KEY,
    queryFn: async ({ signal }) => (await call('listScheduleQueues', { query: { limit: 1 }, signal })).results[0] ?? null,
    enabled: pending === true,
    refetchInterval: ({ state }) => {
      if (state.status === 'error') return UNREACHED_POLL_MS;
      return state.data === undefined || isUnderWay(state.data ?? undefined) ? PROGRESS_POLL_MS : false;
    },
    gcTime: 0,
  }).data;
}

/** Follows the events of runs: `onBegin` is told of one that waits or has begun, `onEnd` of one that began and ended between two questions. */
function useRunEvents(onBegin: () => void, onEnd: () => void): void {
  const queries = useQueryClient();
  usePlantEvents(['run'], (heard) => {
    const status = heard.kind === 'run' ? heard.status : undefined;
    if (status === 'queued' || status === 'running') onBegin();
    if (status === 'complete' && queries.getQueryData(PENDING_KEY) !== true) onEnd();
    for (const queryKey of [PENDING_KEY, NEWEST_KEY]) void queries.invalidateQueries({ queryKey });
  });
  usePlantEvents(['progress'], (heard) => {
    if (heard.kind !== 'progress') return;
    const { job, progress = 0, phase = '' } = heard;
    // A run tells of its progress: that is not asked for, too.
    queries.setQueryData<QueueEntry | null>(NEWEST_KEY, (was) =>
      was && was.id === job && isUnderWay(was)
        ? { ...was, status: 'running', started_at: was.started_at ?? new Date(now()).toISOString(), progress, phase }
        : was,
    );
    if (queries.getQueryData(PENDING_KEY) !== true) void queries.invalidateQueries({ queryKey: PENDING_KEY });
  });
}

/**
 * Whether a run is pending: heard of at once, and asked every 60 s until one has ended; `onEnd` is told of that. While one is pending its progress is asked
 * more often, and its end brings the question forward.
 */
export function usePending(onEnd: () => void): Pending {
  const { call } = useCalls();
  const queries = useQueryClient();
  const ended = useRef(false);
  const before = useRef<boolean>(undefined);
  const { data: pending } = useQuery({
    queryKey: PENDING_KEY,
    queryFn: async ({ signal }) => (await call('hasPendingSchedule', { signal })).pending,
    refetchInterval: ({ state }) => (ended.current && !state.data ? false : PENDING_POLL_MS),
    refetchIntervalInBackground: true,
    gcTime: 0,
  });
  const newest = useNewest(pending);
  const settled = pending === true && newest !== undefined && !isUnderWay(newest ?? undefined);
  useEffect(() => {
    if (settled) void queries.invalidateQueries({ queryKey: PENDING_KEY });
  }, [settled, queries]);
  useEffect(() => {
    if (before.current === true && pending === false) {
      ended.current = true;
      onEnd();
    }
    before.current = pending;
  }, [pending, onEnd]);
  const begin = (): void => {
    ended.current = false;
  };
  useRunEvents(begin, onEnd);
  const started = (): void => {
    begin();
    queries.setQueryData(PENDING_KEY, true);
    void queries.resetQueries({ queryKey: NEWEST_KEY });
    void queries.invalidateQueries({ queryKey: PENDING_KEY });
  };
  return { pending, run: newest ?? undefined, started };
}

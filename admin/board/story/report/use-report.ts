import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Success } from '../../../../server/contract/handlers.ts';
import { PENDING_POLL_MS } from '../../../../server/domain/ground/constants.ts';
import { useReadAnew } from '../../../providers/events.ts';
import { useCall, useCalls } from '../../../providers/queries.ts';

type Answer = Success<'getRunReport'>;
export type RunReport = NonNullable<Answer['report']>;

const KEY = ['getRunReport'];

const useAnswer = () => useCall('getRunReport', {}, { queryKey: KEY, refetchInterval: PENDING_POLL_MS });

/** How many bars the newest run moved; 0 until that is known. */
export const useMovedCount = (): number => useAnswer().data?.report?.moved ?? 0;

/** What the newest run did and what its plan is stale of; `settled` once it is known, or known not to be. */
export function useReport() {
  const { call } = useCalls();
  const queries = useQueryClient();
  const query = useAnswer();
  useReadAnew(['run', 'inputs'], [KEY, ['overview']]);
  const [shown, setShown] = useState<number>();
  const [silenced, silence] = useState('');
  const [listsMisfits, listMisfits] = useState(false);
  const isFresh = query.data?.stale.length === 0;
  // What was listed or closed was that of another stale plan.
  useEffect(() => {
    if (!isFresh) return;
    listMisfits(false);
    silence('');
  }, [isFresh]);
  const report = query.data?.report ?? undefined;
  const stale = query.data?.stale ?? [];
  return {
    settled: !query.isPending,
    report,
    /** Empty, too, once it was closed for these parts. */
    stale: stale.join() === silenced ? [] : stale,
    /** Bars that do not fit any more: those that the next run places anew, and those that it leaves; 0 as long as that is not known. */
    misfits: query.data?.misfits ?? 0,
    keptMisfits: query.data?.kept_misfits ?? 0,
    /** Whether they are listed; who asks for the list sees a closed card again. */
    listsMisfits,
    listMisfits: (on: boolean): void => {
      listMisfits(on);
      if (on) silence('');
    },
    closeStale: () => {
      listMisfits(false);
      silence(stale.join());
    },
    /** The run whose former places are drawn. */
    shownRun: report && shown === report.id ? shown : undefined,
    showMoves: (on: boolean): void => setShown(on ? report?.id : undefined),
    close: (): void => {
      if (!report) return;
      setShown(undefined);
      queries.setQueryData<Answer>(KEY, (was) => was && { ...was, report: was.report && { ...was.report, closed: true } });
      // Not noted: it is there again after the next load, nothing else.
      void call('closeRunReport', { id: report.id }).catch(() => undefined);
    },
  };
}
export type Reporting = ReturnType<typeof useReport>;

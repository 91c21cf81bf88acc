import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Success } from '../../../../server/contract/handlers.ts';
import { PENDING_POLL_MS } from '../../../../server/domain/ground/constants.ts';
import type { PlanPart } from '../../../../server/domain/plant/plan-inputs.ts';
import type { Adopting } from '../../../plans/use-adopt.ts';
import { useReadAnew } from '../../../providers/events.ts';
import { useCall, useCalls } from '../../../providers/queries.ts';

type Answer = Success<'getRunReport'>;
export type RunReport = NonNullable<Answer['report']>;

const KEY = ['getRunReport'];

const useAnswer = () => useCall('getRunReport', {}, { queryKey: KEY, refetchInterval: PENDING_POLL_MS });

/** How many bars the newest run moved; 0 until that is known. */
export const useMovedCount = (): number => useAnswer().data?.report?.moved ?? 0;

/** The changed parts of a stale plan until its card is closed, and the list of that card. */
function useStale(stale: readonly PlanPart[] | undefined) {
  const [silenced, silence] = useState('');
  const [listsMisfits, list] = useState(false);
  const isFresh = stale?.length === 0;
  // A list or a closing was that of another stale plan.
  useEffect(() => {
    if (!isFresh) return;
    list(false);
    silence('');
  }, [isFresh]);
  const parts = stale ?? [];
  return {
    /** Empty, too, once it was closed for these parts. */
    stale: parts.join() === silenced ? [] : parts,
    listsMisfits,
    /** Who asks for the list sees a closed card again. */
    listMisfits: (on: boolean): void => {
      list(on);
      if (on) silence('');
    },
    closeStale: (): void => {
      list(false);
      silence(parts.join());
    },
  };
}

/** A plan that a run offers, while its places are drawn. */
export interface OfferedPlan {
  plan: number;
  /** What the board calls it. */
  mark: string;
}

/** What can be done with the plans that a run offers. */
interface Choosing {
  /** Publishes one. */
  adopt: Adopting['adopt'];
  adopting: boolean;
  /** Shows one whole. */
  look(plan: number): void;
}

/** The newest run and the state of its plan; `settled` once it is known, or known not to be. */
export function useReport(choosing: Choosing) {
  const { call } = useCalls();
  const queries = useQueryClient();
  const { data, isPending } = useAnswer();
  useReadAnew(['run', 'inputs'], [KEY, ['overview']]);
  const [shown, setShown] = useState<number>();
  const [offered, offer] = useState<OfferedPlan>();
  const report = data?.report ?? undefined;
  return {
    settled: !isPending,
    report,
    ...choosing,
    /** The plan whose places are drawn. */
    offered,
    offer,
    ...useStale(data?.stale),
    /** Bars that do not fit any more: `misfits` will be placed anew by the next run, `keptMisfits` stay; 0 until both are known. */
    misfits: data?.misfits ?? 0,
    keptMisfits: data?.kept_misfits ?? 0,
    /** What stopped or works again since the plan was made, and whether nothing else of the availability has changed. */
    stops: { of: data?.stops ?? [], alone: data?.stops_alone ?? false },
    /** They are being looked for since the last change. */
    seeksMisfits: data?.misfits_pending ?? false,
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

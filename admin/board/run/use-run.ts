import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { HttpError, useNotify } from 'react-admin';
import type { Body, Success } from '../../../server/contract/handlers.ts';
import { SCHEDULE_SNACKBAR_MS } from '../../../server/domain/ground/constants.ts';
import { RUN_TEXTS } from '../../../server/domain/texts/plan/runs.ts';
import { JOB_INTERRUPTED } from '../../../server/domain/texts/program/database.ts';
import { useCalls } from '../../providers/queries.ts';
import { RUN } from '../../texts/board/runs.ts';
import { usePending } from './use-pending.ts';

/** Settings of the run dialog that differ from the plant's. */
export interface Asked {
  /** 固定日数, whatever the plant's. */
  frozen_days?: number;
}

/** Reads everything shown anew, and after the end of a run says what ended without a plan. */
function useEnd(onEnd: () => void) {
  const queries = useQueryClient();
  const notify = useNotify();
  const { call } = useCalls();
  const refetch = useCallback(() => {
    for (const key of ['plan', 'listScheduleErrors', 'getRunReport', 'overview']) void queries.invalidateQueries({ queryKey: [key] });
  }, [queries]);
  const ended = useCallback(() => {
    onEnd();
    refetch();
    const say = ({ results: [last] }: Success<'listScheduleQueues'>): void => {
      if (last?.status === 'cancelled') notify(RUN_TEXTS.cancelled, { type: 'info' });
      if (last?.status === 'error') notify(last.error ?? JOB_INTERRUPTED.schedule, { type: 'error' });
    };
    void call('listScheduleQueues', { query: { limit: 1 } }).then(say, () => undefined);
  }, [onEnd, refetch, call, notify]);
  return { refetch, ended };
}

/**
 * Runs of the scheduler: the start, the pending one, and its end (`onEnd`), after which everything shown is read anew from page 1; a run
 * that ends without a plan is told. A start that fails closes its dialog and says nothing else.
 */
export function useRun(onEnd: () => void) {
  const notify = useNotify();
  const { call } = useCalls();
  const [asked, setAsked] = useState<Asked>();
  const [starting, setStarting] = useState(false);
  const { refetch, ended } = useEnd(onEnd);
  const pending = usePending(ended);

  const start = async (body: NonNullable<Body<'runSchedule'>>): Promise<void> => {
    setStarting(true);
    try {
      await call('runSchedule', { body });
      notify(RUN.started, { type: 'success', autoHideDuration: SCHEDULE_SNACKBAR_MS });
      pending.started();
      refetch();
    } catch (error) {
      // The specification: only the dialog closes. But a wish that another run does not grant is not lost in silence.
      if (error instanceof HttpError && error.status === 409) notify(error.message, { type: 'error' });
    } finally {
      setStarting(false);
      setAsked(undefined);
    }
  };
  const cancel = (): void => {
    if (pending.run) void call('cancelScheduleQueue', { id: pending.run.id }).catch(() => undefined);
  };
  return {
    ...pending,
    /** The run dialog is open, and begins with this. */
    asked,
    ask: (request: Asked = {}): void => setAsked(request),
    dismiss: (): void => setAsked(undefined),
    starting,
    start,
    cancel,
  };
}

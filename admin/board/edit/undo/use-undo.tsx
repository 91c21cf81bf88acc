import { useCallback, useEffect, useRef } from 'react';
import { useNotify } from 'react-admin';
import type { Success } from '../../../../server/contract/handlers.ts';
import { SCHEDULE_SNACKBAR_MS, UNDO_SNACKBAR_MS } from '../../../../server/domain/ground/constants.ts';
import { messageOf } from '../../../providers/client.ts';
import { usePlantEvents } from '../../../providers/events.ts';
import { useShownPlan } from '../../../providers/plan/shown-plan.ts';
import { useCall, useCalls } from '../../../providers/queries.ts';
import { queryClient } from '../../../providers/query-client.ts';
import { freshenPlan, historyKey, stepBefore } from '../../../providers/schedule-writes.ts';
import { UNDO } from '../../../texts/board/undo.ts';
import type { Entry } from '../../chart/scene/bars.ts';
import type { Access } from '../../chart/scene/rules.ts';
import { SavedNotice, type SavedNoticeProps } from '../SavedNotice.tsx';
import { takesText, type Way, wayOf } from './undo-keys.ts';

type History = Success<'getScheduleHistory'>;

const CALLS = { undo: 'undoSchedule', redo: 'redoSchedule' } as const;
const DONE = { undo: UNDO.undone, redo: UNDO.redone } as const;
const BACK = { undo: 'redo', redo: 'undo' } as const;

/** Over the foot of the page, not over its bars. */
const PLACE = { '&.MuiSnackbar-root': { bottom: 4 } };

/** Shows what was done. */
function useNotice(): (notice: SavedNoticeProps) => void {
  const notify = useNotify();
  return useCallback(
    (notice) => notify(<SavedNotice {...notice} />, { autoHideDuration: notice.way ? UNDO_SNACKBAR_MS : SCHEDULE_SNACKBAR_MS, sx: PLACE }),
    [notify],
  );
}

type Restore = (way: Way, step?: number) => Promise<void>;

/** The open board shows what was restored, whoever asked for it. */
let show: ((entries: readonly Entry[]) => void) | undefined;

/** Takes a step back, or does it again (`step`: that one and no other); what became of it is said, and shown by whatever shows the plan. */
function useRestore(): Restore {
  const notify = useNotify();
  const notice = useNotice();
  const { call } = useCalls();
  const plan = useShownPlan();
  const latest = useRef<Restore>(undefined);
  const restore: Restore = async (way, step) => {
    try {
      const { label, results, history } = await call(CALLS[way], { body: step === undefined ? {} : { step } });
      queryClient.setQueryData(historyKey(plan), history);
      const back = history[BACK[way]];
      notice({ text: DONE[way](label), way: BACK[way], onPress: () => void latest.current?.(BACK[way], back?.step) });
      await freshenPlan();
      show?.(results);
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    }
  };
  latest.current = restore;
  return restore;
}

/** What a save says besides its sentence. */
interface SavedMore {
  warnings?: readonly string[];
  /** The sentence names the thing itself. */
  named?: boolean;
}

/** Says that something was saved: the sentence, what it was, what the planner should know, and for ten seconds the way back. */
export function useSaved(): (text: string, more?: SavedMore) => void {
  const { call } = useCalls();
  const plan = useShownPlan();
  const notice = useNotice();
  const restore = useRestore();
  return (text, { warnings, named = false } = {}) => {
    const before = stepBefore();
    const tell = ({ undo }: Pick<History, 'undo'>): void => {
      // What changed nothing (a form saved as it stood) has no way back; an older step is not its.
      const step = undo && undo.step !== before ? undo : null;
      notice({
        text: named || !step ? text : `${text} ${step.label}`,
        warnings,
        ...(step ? { way: 'undo' as const, onPress: () => void restore('undo', step.step) } : {}),
      });
    };
    queryClient
      .fetchQuery({ queryKey: historyKey(plan), queryFn: ({ signal }) => call('getScheduleHistory', { signal }) })
      .then(tell, () => tell({ undo: null }));
  };
}

/** Whether a dialog has the keys. */
const inDialog = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/**
 * 元に戻す and やり直す of a board, by its buttons and by keys; `onRestored` is told the bars once they are shown. One after another, however fast
 * they are asked for.
 */
export function useUndo({ edits: may, elsewhere }: Access, onRestored: (entries: readonly Entry[]) => void) {
  const notice = useNotice();
  const { data: history, refetch } = useCall('getScheduleHistory');
  const restore = useRestore();
  const turn = useRef(Promise.resolve());
  const go = (way: Way, step?: number): void => {
    turn.current = turn.current.then(() => restore(way, step));
  };
  const latest = useRef({ may, history, go, onRestored });
  latest.current = { may, history, go, onRestored };
  useEffect(() => {
    show = (entries) => latest.current.onRestored(entries);
    return () => {
      show = undefined;
    };
  }, []);
  usePlantEvents(['schedule', 'run'], () => void refetch());
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const way = wayOf(event);
      if (!way || event.defaultPrevented || !latest.current.may || takesText(document.activeElement) || inDialog()) return;
      event.preventDefault();
      const reason = latest.current.history?.[`${way}_reason`];
      if (reason) notice({ text: reason, idle: true });
      else latest.current.go(way);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [notice]);
  return { may, why: elsewhere ? UNDO.elsewhere : UNDO.readOnly, history, go };
}

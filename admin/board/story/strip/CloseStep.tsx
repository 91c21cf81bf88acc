import { useState } from 'react';
import { useNotify } from 'react-admin';
import { epochMs } from '../../../../server/domain/ground/plant-time.ts';
import { RoleButton } from '../../../parts/RoleButton.tsx';
import { messageOf } from '../../../providers/client.ts';
import { now } from '../../../providers/clock.ts';
import { useCalls } from '../../../providers/queries.ts';
import { freshenPlan } from '../../../providers/schedule-writes.ts';
import { STRIP, stepClosed } from '../../../texts/board/strip.ts';
import { useSaved } from '../../edit/undo/use-undo.tsx';
import { closedSpan } from './closed-span.ts';
import type { Conflict } from './use-overview.ts';

/** 工程終了 of an open process that a later one was finished over: one press, where it stands. */
export const CloseStep = ({ step: { entry_id, order_id, unique_order, task_name } }: { step: Conflict }) => {
  const { call, callAll } = useCalls();
  const notify = useNotify();
  const saved = useSaved();
  const [busy, setBusy] = useState(false);
  const close = async (): Promise<void> => {
    setBusy(true);
    try {
      const bars = await callAll('listSchedules', { order_ids: String(order_id) });
      const entry = bars.find(({ id }) => id === entry_id);
      if (!entry) return;
      const { facility, version } = entry;
      const { start_date, end_date } = closedSpan(entry, bars, now());
      // What is done is not held to where it was planned.
      const locked = entry.locked && epochMs(end_date) === epochMs(entry.end_date);
      await call('modifySchedule', {
        id: entry_id,
        body: { start_date, end_date, facility, locked, received_locked: true, order: order_id, version },
      });
      saved(stepClosed(unique_order, task_name), { named: true });
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    } finally {
      await freshenPlan();
      setBusy(false);
    }
  };
  return (
    <RoleButton
      operation="modifySchedule"
      variant="outlined"
      size="small"
      title={STRIP.closeHint}
      disabled={busy}
      onClick={() => void close()}
      sx={{ flexShrink: 0, ml: 0.75, minHeight: 26, py: 0 }}
    >
      {STRIP.close}
    </RoleButton>
  );
};

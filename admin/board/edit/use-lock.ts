import { useRef } from 'react';
import { useNotify } from 'react-admin';
import { messageOf } from '../../providers/client.ts';
import { useCalls } from '../../providers/queries.ts';
import { BOARD } from '../../texts/board/board.ts';
import { CHARGE_MOVE } from '../../texts/board/moves.ts';
import type { Bar, Charge, Entry } from '../chart/scene/bars.ts';
import { lockOfCharge } from './moves.ts';
import { useSaved } from './undo/use-undo.tsx';

/** Toggles the lock of a bar: what the server answers is shown and said. */
export function useLock(onToggled: (entry: Entry) => void): (bar: Bar) => void {
  const notify = useNotify();
  const saved = useSaved();
  const { call } = useCalls();
  const underWay = useRef(new Set<number>());
  return ({ entry: { id, version, locked }, charge }) => {
    // Two presses before the first is answered are one: the second would be refused as if somebody else had been first.
    if (underWay.current.has(id)) return;
    underWay.current.add(id);
    const one = (): Promise<void> =>
      call('switchLockStatus', { id, body: { version } }).then(({ warnings, ...entry }) => {
        onToggled(entry);
        saved((entry.locked ? BOARD.locked : BOARD.unlocked)(entry.unique_order, entry.task_name), { warnings, named: true });
      });
    const together = (run: Charge): Promise<void> =>
      call('moveSchedules', { body: { moves: lockOfCharge(run, !locked) } }).then(({ results: [first], warnings }) => {
        if (first) onToggled(first);
        saved(locked ? CHARGE_MOVE.unlocked : CHARGE_MOVE.locked, { warnings, named: true });
      });
    void (charge && charge.lots.length > 1 ? together(charge) : one())
      .catch((error: unknown) => notify(messageOf(error), { type: 'error' }))
      .finally(() => underWay.current.delete(id));
  };
}

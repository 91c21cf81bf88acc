import { useRef } from 'react';
import { useNotify } from 'react-admin';
import { messageOf } from '../../providers/client.ts';
import { useCalls } from '../../providers/queries.ts';
import { BOARD } from '../../texts/board/board.ts';
import { CHARGE_MOVE, PICKS } from '../../texts/board/moves.ts';
import type { Bar, Entry } from '../chart/scene/bars.ts';
import type { Around } from '../chart/scene/group/arounds.ts';
import { entryIdsOf, isCharge } from '../chart/scene/group/group-move.ts';
import { lockMoves } from './moves.ts';
import { useSaved } from './undo/use-undo.tsx';

/** The ways to lock bars and to free them: what the server answers is shown and said. */
export interface Locking {
  /** Switches the lock of a bar, of all lots of a furnace run. */
  toggle(bar: Bar): void;
  /** Locks all of these bars, or frees them, in one step. */
  set(bars: readonly Bar[], locked: boolean): void;
}

/** Locks bars; `surroundings` reads them as they are now. */
export function useLock(
  surroundings: (bars: readonly Bar[]) => Promise<readonly Around[]>,
  onLocked: (entries: readonly Entry[]) => void,
): Locking {
  const notify = useNotify();
  const saved = useSaved();
  const { call } = useCalls();
  const underWay = useRef(new Set<number>());
  /** Two presses before the first is answered are one: the second would be refused as if somebody else had been first. */
  const once = (bars: readonly Bar[], work: () => Promise<void>): void => {
    const ids = entryIdsOf(bars);
    if (ids.some((id) => underWay.current.has(id))) return;
    for (const id of ids) underWay.current.add(id);
    void work()
      .catch((error: unknown) => notify(messageOf(error), { type: 'error' }))
      .finally(() => {
        for (const id of ids) underWay.current.delete(id);
      });
  };
  const one = async ({ entry: { id, version } }: Bar): Promise<void> => {
    const { warnings, ...entry } = await call('switchLockStatus', { id, body: { version } });
    onLocked([entry]);
    saved((entry.locked ? BOARD.locked : BOARD.unlocked)(entry.unique_order, entry.task_name), { warnings, named: true });
  };
  const together = async (bars: readonly Bar[], locked: boolean, words: (changed: number) => string): Promise<void> => {
    const moves = lockMoves(await surroundings(bars), locked);
    if (moves.length === 0) {
      notify(locked ? PICKS.none_unlocked : PICKS.none_locked, { type: 'info' });
      return;
    }
    const { results, warnings } = await call('moveSchedules', { body: { moves } });
    onLocked(results);
    saved(words(moves.length), { warnings, named: true });
  };
  const set = (bars: readonly Bar[], locked: boolean, words = locked ? PICKS.locked : PICKS.unlocked): void =>
    once(bars, () => together(bars, locked, words));
  return {
    set,
    toggle: (bar) => {
      const locked = !bar.entry.locked;
      if (isCharge(bar)) set([bar], locked, () => (locked ? CHARGE_MOVE.locked : CHARGE_MOVE.unlocked));
      else once([bar], () => one(bar));
    },
  };
}

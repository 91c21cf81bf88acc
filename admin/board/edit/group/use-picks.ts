import { useState } from 'react';
import { useNotify } from 'react-admin';
import { MAX_LIMIT } from '../../../../server/domain/ground/constants.ts';
import { messageOf } from '../../../providers/client.ts';
import { useCalls } from '../../../providers/queries.ts';
import { PICKS } from '../../../texts/board/moves.ts';
import type { ShownBoard } from '../../chart/Board.tsx';
import { type Bar, barOf } from '../../chart/scene/bars.ts';
import type { Around } from '../../chart/scene/group/arounds.ts';
import { lotsOf } from '../../chart/scene/group/group-move.ts';
import { keyOf } from '../../chart/scene/group/picks.ts';
import { useSaved } from '../undo/use-undo.tsx';
import type { Locking } from '../use-lock.ts';

/** Bars that shall be removed, as they were read, and what they and those are called that stay because they are locked. */
interface Removal {
  entries: { id: number; version: number }[];
  names: string[];
  kept: string[];
}

interface Options {
  board: ShownBoard;
  /** Reads bars as they are now. */
  surroundings(bars: readonly Bar[]): Promise<readonly Around[]>;
  locking: Locking;
  /** These bars are no more. */
  onRemoved(ids: readonly number[]): void;
}

/** The bars that are selected on a board, and what is done with all of them. */
export function usePicks({ board, surroundings, locking, onRemoved }: Options) {
  const { call, callAll } = useCalls();
  const notify = useNotify();
  const saved = useSaved();
  const [bars, setBars] = useState<readonly Bar[]>([]);
  const [menu, setMenu] = useState<{ bar: Bar; at: { x: number; y: number } }>();
  const [removal, setRemoval] = useState<Removal>();
  const [busy, setBusy] = useState(false);
  const refused = (error: unknown): void => notify(messageOf(error), { type: 'error' });
  const pick = (next: readonly Bar[]): void => board.current?.pick(next);

  const askRemoval = async (): Promise<void> => {
    const found = (await surroundings(bars)).flatMap(({ id, lot }) => lot.find((bar) => bar.id === id) ?? []);
    const open = found.filter(({ finished }) => !finished);
    const free = open.filter(({ locked }) => !locked);
    const orders = new Map(bars.flatMap(lotsOf).map(({ entry }) => [entry.id, entry.unique_order]));
    const named = (some: typeof open): string[] => some.map(({ id, task_name }) => `${orders.get(id) ?? ''} ${task_name}`);
    if (free.length === 0) notify(PICKS.none_free, { type: 'info' });
    else {
      const entries = free.map(({ id, version }) => ({ id, version }));
      setRemoval({ entries, names: named(free), kept: named(open.filter(({ locked }) => locked)) });
    }
  };
  const remove = async ({ entries }: Removal): Promise<void> => {
    await call('deleteSchedules', { body: { entries } });
    pick([]);
    saved(PICKS.removed(entries.length));
    onRemoved(entries.map(({ id }) => id));
  };
  /** The processes of the lot from this bar on, wherever they stand: each waits for the one before it. */
  const following = async ({ entry }: Bar): Promise<void> => {
    const entries = await callAll('listSchedules', { order_ids: String(entry.order_id), limit: MAX_LIMIT });
    const from = entry.task_sort;
    const later = entries.filter(
      ({ id, lot_number, task_sort, received_locked }) =>
        id === entry.id || (lot_number === entry.lot_number && !received_locked && from !== null && task_sort !== null && task_sort > from),
    );
    later.sort((one, other) => (one.task_sort ?? 0) - (other.task_sort ?? 0));
    pick(later.map((one) => barOf(one, undefined)));
  };
  return {
    bars,
    menu,
    removal,
    busy,
    pick,
    has: (bar: Bar): boolean => bars.some((one) => keyOf(one) === keyOf(bar)),
    onPick: setBars,
    onMenu: (bar: Bar, at: { x: number; y: number }) => setMenu({ bar, at }),
    closeMenu: () => setMenu(undefined),
    lock: (locked: boolean) => locking.set(bars, locked),
    following: (bar: Bar) => void following(bar).catch(refused),
    askRemoval: () => void askRemoval().catch(refused),
    keep: () => setRemoval(undefined),
    remove: (): void => {
      if (!removal) return;
      setBusy(true);
      void remove(removal)
        .catch(refused)
        .finally(() => {
          setBusy(false);
          setRemoval(undefined);
        });
    },
  };
}
/** What is selected on a board. */
export type Picked = ReturnType<typeof usePicks>;

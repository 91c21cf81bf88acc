import { useEffect, useState } from 'react';
import { useNotify } from 'react-admin';
import { messageOf } from '../../../providers/client.ts';
import { useCalls } from '../../../providers/queries.ts';
import { conflictSpoken, stepSpoken, whyConflict } from '../../../texts/board/strip.ts';
import type { Jump } from '../../search/quick/jump.ts';
import { type Shown, stepFrom } from './steps.ts';
import { type Conflict, type LateOrder, type Overview, useConflicts, useLateAt, useLateOrders } from './use-overview.ts';

type Show = (jump: Jump) => void;
type Say = (text: string) => void;

/** The walk over conflicts; `at` is the place of the shown one, -1 unless a conflict was asked for last. */
function useConflictWalk(bar: number | undefined, conflicts: readonly Conflict[], jumpTo: Show, say: Say) {
  const [last, setLast] = useState<number>();
  const [isOn, setOn] = useState(false);
  const placeOfLast = conflicts.findIndex(({ entry_id }) => entry_id === last);
  return {
    at: isOn && last === bar ? placeOfLast : -1,
    leave: (): void => setOn(false),
    step: (by: 1 | -1): void => {
      const next = conflicts[stepFrom(conflicts.length, placeOfLast < 0 ? undefined : placeOfLast, undefined, by)];
      if (!next) return;
      setLast(next.entry_id);
      setOn(true);
      jumpTo({ entry_id: next.entry_id, order_id: next.order_id, serial_number: next.serial_number });
      say(conflictSpoken(next));
    },
  };
}

/** The late order at a place: told by the overview, else asked for. */
function useLateAtPlace(late: Overview['late'] | undefined, then: (order: LateOrder) => void): (place: number) => void {
  const { call } = useCalls();
  const notify = useNotify();
  return (place) => {
    const told = late?.orders[place];
    if (told) return then(told);
    void call('listLateOrders', { query: { offset: place, limit: 1 } }).then(
      ({ results: [order] }) => order && then(order),
      (error: unknown) => notify(messageOf(error), { type: 'error' }),
    );
  };
}

/** Walks over late orders and conflicts. Each step shows a bar and names it; `bar` is the one in the address. */
export function useWalk(bar: number | undefined, overview: Overview | undefined, jumpTo: Show, say: Say) {
  const [stepped, setLast] = useState<Shown>();
  // A bar of another order that was looked at from the reasons of this one.
  const [aside, setAside] = useState<number>();
  const conflicts = useConflicts();
  const conflictWalk = useConflictWalk(bar, conflicts, jumpTo, say);
  const count = overview?.late.count ?? 0;
  const found = useLateAt(bar === aside ? undefined : bar);
  const last: Shown | undefined = found ?? stepped;
  // It stays the order that is shown, though a run gives it another bar to be looked at by, or the address names no bar any more.
  useEffect(() => {
    if (found) setLast({ order_id: found.order_id, place: found.place });
  }, [found]);
  const known = useLateOrders(last ? [last.order_id] : NOBODY);
  const late = last && known.late.get(last.order_id);
  const at = late?.place ?? (known.loading ? last?.place : undefined);
  const conflict = conflicts[conflictWalk.at];
  const show = (jump: Jump & Partial<Shown>): void => {
    conflictWalk.leave();
    const order = jump.order_id === undefined ? undefined : (known.late.get(jump.order_id) ?? jump);
    if (order?.order_id !== undefined && order.place !== undefined) setLast({ order_id: order.order_id, place: order.place });
    setAside(undefined);
    jumpTo({ entry_id: jump.entry_id, order_id: jump.order_id, serial_number: jump.serial_number });
  };
  const go = useLateAtPlace(overview?.late, (order) => {
    show(order);
    say(stepSpoken(order.place, count, order.serial_number));
  });
  return {
    /** Why the shown conflict contradicts the plan. */
    conflict: conflict && whyConflict(conflictWalk.at, overview?.conflicts.count ?? 0, conflictSpoken(conflict)),
    /** The shown conflict, where closing its process clears it. */
    closes: conflict?.kinds.includes('later_finished') ? conflict : undefined,
    /** The late order that was shown last, while no conflict is. */
    late: conflict ? undefined : late,
    /** Place of the order that was shown last among the late ones. */
    at,
    /** The order that was shown last. */
    current: last?.order_id,
    show,
    /** Shows the bar of another order, and stays with this one. */
    lookAt: (jump: Jump): void => {
      if (last) setLast({ order_id: last.order_id, place: last.place });
      setAside(jump.entry_id);
      conflictWalk.leave();
      jumpTo(jump);
    },
    step: (by: 1 | -1): void => {
      if (count > 0) go(stepFrom(count, at, last, by));
    },
    stepConflict: conflictWalk.step,
  };
}

const NOBODY: readonly number[] = [];

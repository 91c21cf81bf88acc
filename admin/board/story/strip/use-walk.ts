import { useState } from 'react';
import { conflictSpoken, stepSpoken, whyConflict } from '../../../texts/board/strip.ts';
import type { Jump } from '../../search/quick/jump.ts';
import { placeOf, type Shown, stepFrom } from './steps.ts';
import type { Conflict, LateOrder } from './use-overview.ts';

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
    next: (): void => {
      const next = conflicts[(placeOfLast + 1) % conflicts.length];
      if (!next) return;
      setLast(next.entry_id);
      setOn(true);
      jumpTo({ entry_id: next.entry_id, order_id: next.order_id, serial_number: next.serial_number });
      say(conflictSpoken(next));
    },
  };
}

/** Walks over late orders and conflicts. Each step shows a bar and names it; `bar` is the one in the address. */
export function useWalk(bar: number | undefined, orders: readonly LateOrder[], conflicts: readonly Conflict[], jumpTo: Show, say: Say) {
  const [stepped, setLast] = useState<Shown>();
  // A bar of another order that was looked at from the reasons of this one.
  const [aside, setAside] = useState<number>();
  const conflictWalk = useConflictWalk(bar, conflicts, jumpTo, say);
  const shown = bar === undefined || bar === aside ? -1 : orders.findIndex(({ entry_id }) => entry_id === bar);
  const last = shown >= 0 ? { order_id: orders[shown]!.order_id, at: shown } : stepped;
  const at = placeOf(orders, last);
  const late = at === undefined ? undefined : orders[at];
  const conflict = conflicts[conflictWalk.at];
  const show = (jump: Jump): void => {
    conflictWalk.leave();
    const place = orders.findIndex(({ order_id }) => order_id === jump.order_id);
    if (place >= 0) setLast({ order_id: jump.order_id, at: place });
    setAside(undefined);
    jumpTo({ entry_id: jump.entry_id, order_id: jump.order_id, serial_number: jump.serial_number });
  };
  return {
    /** Why the shown conflict contradicts the plan. */
    conflict: conflict && whyConflict(conflictWalk.at, conflicts.length, conflictSpoken(conflict)),
    /** The late order that was shown last, while no conflict is. */
    late: conflict ? undefined : late,
    /** Place of the order that was shown last among the late ones. */
    at,
    /** The order that was shown last. */
    current: last?.order_id,
    show,
    /** Shows the bar of another order, and stays with this one. */
    lookAt: (jump: Jump): void => {
      if (last) setLast(last);
      setAside(jump.entry_id);
      conflictWalk.leave();
      jumpTo(jump);
    },
    step: (by: 1 | -1): void => {
      const next = orders[stepFrom(orders, last, by)];
      if (!next) return;
      show(next);
      say(stepSpoken(orders.indexOf(next), orders.length, next.serial_number));
    },
    nextConflict: conflictWalk.next,
  };
}

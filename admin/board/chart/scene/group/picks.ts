import { MOVES_AT_ONCE } from '../../../../../server/domain/ground/constants.ts';
import { type Bar, barOf } from '../bars.ts';
import type { Layout } from '../layout.ts';
import type { Access } from '../rules.ts';
import { entryIdsOf, isCharge } from './group-move.ts';

/** Whether a bar can be one of several: whoever may change it, and it is not done. */
export const mayPick = ({ entry }: Bar, { edits }: Access): boolean => edits && !entry.received_locked && !entry.unmatched;

/** The bars that are selected, in the order in which they were. */
export interface Picks {
  all(): readonly Bar[];
  has(bar: Bar): boolean;
  /** What moves with a bar: all, where it is one of several that are selected; else itself. */
  with(bar: Bar): readonly Bar[];
  /** Selects these bars and no others, as many as can be moved at once; false where there are more. */
  set(bars: readonly Bar[]): boolean;
  /** Selects a bar, or no longer. */
  turn(bar: Bar): boolean;
  /** Takes the bars as another scene has them. */
  follow(layout: Layout, access: Access): void;
}

/** What a bar is known by among those that are selected: a furnace run and one of its lots may bear the same number. */
export const keyOf = (bar: Bar): string => `${bar.id} ${isCharge(bar)}`;

/** A bar as a layout has it; what that does not show stays as it was. */
function barNow(bar: Bar, { byId }: Layout): Bar {
  const there = byId.get(bar.id)?.bar;
  if (!there || isCharge(bar)) return there ?? bar;
  const lot = there.charge?.lots.find(({ id }) => id === bar.entry.id);
  return isCharge(there) ? (lot ? barOf(lot, undefined) : bar) : there;
}

/** Makes a selection of bars; `told` hears of each change. */
export function createPicks(told: (bars: readonly Bar[]) => void): Picks {
  let picked = new Map<string, Bar>();
  const take = (bars: readonly Bar[]): boolean => {
    const next = new Map<string, Bar>();
    let entries = 0;
    for (const bar of bars) {
      entries += next.has(keyOf(bar)) ? 0 : entryIdsOf([bar]).length;
      if (entries <= MOVES_AT_ONCE) next.set(keyOf(bar), bar);
    }
    const same = next.size === picked.size && [...next].every(([key, bar]) => picked.get(key) === bar);
    picked = next;
    if (!same) told([...next.values()]);
    return entries <= MOVES_AT_ONCE;
  };
  const picks: Picks = {
    all: () => [...picked.values()],
    has: (bar) => picked.has(keyOf(bar)),
    with: (bar) => (picked.size > 1 && picks.has(bar) ? picks.all().map((one) => (keyOf(one) === keyOf(bar) ? bar : one)) : [bar]),
    set: take,
    turn: (bar) => take(picks.has(bar) ? picks.all().filter((one) => keyOf(one) !== keyOf(bar)) : [...picks.all(), bar]),
    follow: (layout, access) =>
      void take(
        picks
          .all()
          .map((bar) => barNow(bar, layout))
          .filter((bar) => !access.edits || mayPick(bar, access)),
      ),
  };
  return picks;
}

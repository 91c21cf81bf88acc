import { type Did, FIRST, lotsNamed, MOVE_LINES } from '../../texts/board/moves.ts';
import type { Bar, Entry } from '../chart/scene/bars.ts';
import { leftOf } from '../chart/scene/group/again.ts';
import { isCharge } from '../chart/scene/group/group-move.ts';

/** Who changed a bar last, as events name him; `floor`: by a tap in the plant. */
export interface Changer {
  by?: string | undefined;
  floor?: boolean;
}

/** All that a bar stands for, as far as it is known. */
export const entriesOf = (bar: Bar): readonly Entry[] => (isCharge(bar) ? bar.charge.lots : [bar.entry]);

/** What a bar is called: its order and process, of a furnace run the first of its lots. */
export const nameOf = (bar: Bar): string => {
  const orders = isCharge(bar) ? bar.charge.run.members.map(({ unique_order }) => unique_order) : [bar.entry.unique_order];
  return `${lotsNamed(orders)} ${bar.entry.task_name}`;
};

/** Who it was, in words; `own`: whoever looks at it. */
export function wordOf({ by, floor }: Changer, own: string | undefined): string {
  if (floor) return FIRST.floor(by);
  if (by === undefined) return FIRST.somebody;
  return by === own ? FIRST.oneself : FIRST.person(by);
}

/** What was done to an entry, when, and by whom, where the entry itself tells. */
function doneTo(before: Entry, now: Entry): { did: Did; at?: string | null | undefined; who?: string | undefined } {
  const { actual } = now;
  const worker = actual?.worker ?? undefined;
  if (now.received_locked && !before.received_locked) {
    const who = actual?.closed_by === 'tap' ? FIRST.floor(worker) : actual?.closed_by ? FIRST.closed[actual.closed_by] : undefined;
    return { did: 'finished', at: actual?.finished_at, who };
  }
  if (actual?.started_at && actual.started_at !== before.actual?.started_at)
    return { did: 'begun', at: actual.started_at, who: worker && FIRST.floor(worker) };
  return { did: now.locked && !before.locked ? 'locked' : 'changed' };
}

const RANK: Record<Did, number> = { finished: 0, begun: 1, locked: 2, changed: 3 };

/**
 * What somebody else has done to a bar that is being moved or changed here, and whether that goes on: with the lots that are left of a furnace run, or
 * (`ends`) not at all. `now`: as it is by now; undefined where the board does not show it any more.
 */
export function changedFirst(before: Bar, now: Bar | undefined, changer: Changer, own: string | undefined, ends: boolean): string {
  const who = wordOf(changer, own);
  const left = now && !ends ? leftOf(before, now) : [];
  if (now && left.length > 0) return MOVE_LINES.left(lotsNamed(left), who, entriesOf(now).length);
  const were = new Map(entriesOf(before).map((entry) => [entry.id, entry]));
  const done = (now ? entriesOf(now) : []).flatMap((entry) => {
    const was = were.get(entry.id);
    return was && was.version !== entry.version ? doneTo(was, entry) : [];
  });
  const [first = { did: 'changed' as const }] = done.sort((one, other) => RANK[one.did] - RANK[other.did]);
  return MOVE_LINES.changedFirst(nameOf(before), first.who ?? who, first, ends);
}

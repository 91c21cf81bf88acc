import { MOVES_AT_ONCE } from '../../../../server/domain/ground/constants.ts';
import type { PlannerGantt } from '../paint/bars/planner-gantt.ts';
import type { Bar } from '../scene/bars.ts';
import type { Around } from '../scene/group/arounds.ts';
import { entryIdsOf, isGroup, judgeGroup } from '../scene/group/group-move.ts';
import { behindIds } from '../scene/group/later.ts';
import { goesFree, type Held, judgeWish, NO_WISH, type Wish } from '../scene/judging.ts';
import { createMovePainting, rowOfFacility } from './paint-move.ts';
import { createRefusal, type Why } from './refusal.ts';
import { takes } from './zones.ts';

/** Moves a bar on the board, or those that are selected with it, before anything is written; pointer, keyboard and confirmation ask it. */
export interface Hand {
  held(): Held | undefined;
  /** Takes a bar, with all that are selected where it is one of them (not `alone`), or goes on with what is held. */
  take(bar: Bar, alone?: boolean): Held;
  /** Done once the surroundings of the bar that is held have been read, or could not be. */
  read(): Promise<void>;
  /** Brings the bar to where it is wished. */
  wish(change: Partial<Wish>): void;
  /** Tells the page; from then on it is told of every change. */
  offer(): void;
  /** Puts everything back. */
  drop(): void;
  /** It was saved: what is shown stays until the next scene. */
  settle(): void;
  /** Says beside a bar why it stays, or went back. */
  refuse(bar: Bar, why: Why): void;
  /** Takes away what stands beside the bars. */
  destroy(): void;
  /** Is told of each new state; none when nothing is held any more. */
  onChange(listen: (held: Held | undefined) => void): void;
}

/** Makes the hand of a chart. */
export function createHand(chart: PlannerGantt): Hand {
  const painting = createMovePainting(chart);
  const refusal = createRefusal(chart);
  let held: Held | undefined;
  let arounds: readonly Around[] | undefined;
  let reading = Promise.resolve();
  let offered = false;
  let laterAsked = false;
  const listeners: ((held: Held | undefined) => void)[] = [];

  const judged = (bar: Bar, bars: readonly Bar[], wish: Wish): Held => {
    const row = rowOfFacility(chart.scene, wish.facility);
    const { scene } = chart;
    const around = arounds?.find(({ id }) => id === bar.entry.id);
    const judgement = isGroup({ bars })
      ? judgeGroup(bar, bars, wish, arounds, scene)
      : judgeWish(bar.entry, wish, around, { ...scene, arounds: new Map(arounds?.map((one) => [one.id, one])) });
    return { bar, bars, wish, judgement, forbidden: row !== undefined && !takes(scene, row, bar, around) };
  };
  const tell = (): void => {
    for (const listen of listeners) listen(held);
    if (held && offered && !held.forbidden) chart.events.onChange?.(held);
  };
  const forget = (): void => {
    held = undefined;
    arounds = undefined;
    offered = false;
    laterAsked = false;
    painting.clear();
  };
  const know = (bar: Bar, answer: readonly Around[]): void => {
    if (held?.bar !== bar) return;
    arounds = answer;
    readLater();
    const { bars, wish } = held;
    held = judged(bar, bars, wish);
    // It was let go where it cannot be before that was known.
    if (offered && held.forbidden) {
      hand.drop();
      hand.refuse(bar, 'cannot');
      return;
    }
    // A bar that was only pressed stays as it is drawn.
    if (hasMoved(wish)) painting.paint(held);
    tell();
  };
  const read = async ({ bar, bars }: Held, later: readonly number[] = []): Promise<void> => {
    // Without it the bar moves all the same; the save says what is wrong.
    const answer = await chart.events.onGrab?.(bars, later).catch(() => undefined);
    if (answer) know(bar, answer);
  };
  /** What later tasks are judged against is asked for once they shall go along. */
  const readLater = (): void => {
    if (!held?.wish.push || !arounds || laterAsked) return;
    const own = new Set(entryIdsOf(held.bars));
    const later = behindIds(arounds.filter(({ id }) => own.has(id))).filter((id) => !own.has(id));
    if (own.size + later.length > MOVES_AT_ONCE) {
      hand.refuse(held.bar, 'most');
      held = judged(held.bar, held.bars, { ...held.wish, push: false });
    } else if (later.length > 0) {
      laterAsked = true;
      reading = read(held, later);
    }
  };
  const hand: Hand = {
    held: () => held,
    read: () => reading,
    take: (bar, alone = false) => {
      if (held && holds(held, bar)) return held;
      hand.drop();
      held = judged(bar, alone ? [bar] : chart.selection.picks.with(bar), NO_WISH);
      chart.hold(true);
      reading = read(held);
      return held;
    },
    wish: (change) => {
      if (!held) return;
      held = judged(held.bar, held.bars, { ...held.wish, ...change });
      readLater();
      painting.paint(held);
      tell();
    },
    offer: () => {
      offered = true;
      tell();
    },
    drop: () => {
      if (!held) return;
      const told = offered;
      painting.putBack(held);
      forget();
      chart.hold(false);
      tell();
      if (told) chart.events.onChange?.(undefined);
    },
    settle: () => {
      if (!held) return;
      forget();
      chart.hold(false);
      tell();
    },
    refuse: (bar, why) => refusal.say(bar, why),
    destroy: () => {
      hand.drop();
      refusal.destroy();
    },
    onChange: (listen) => void listeners.push(listen),
  };
  return hand;
}

/** Whether a bar is one of those that are held. */
export const holds = (held: Held | undefined, { id }: Bar): boolean => held?.bars.some((bar) => bar.id === id) ?? false;

/** Whether two wishes are the same. */
export const sameWish = (one: Wish, other: Wish): boolean =>
  one.facility === other.facility &&
  one.push === other.push &&
  goesFree(one) === goesFree(other) &&
  one.shift.by === other.shift.by &&
  one.shift.start === other.shift.start &&
  one.shift.end === other.shift.end;

/** Whether a bar would stand as it stands: an edge that cannot go further, a day that leads to the one it is on. */
export const isUnmoved = ({ wish, judgement: { before, place } }: Pick<Held, 'wish' | 'judgement'>): boolean =>
  wish.facility === undefined && place.start === before.start && place.end === before.end;

/** Whether a wish is more than to stay. */
export const hasMoved = ({ shift, facility }: Wish): boolean =>
  shift.by !== 0 || shift.start !== 0 || shift.end !== 0 || facility !== undefined;

import { NO_SHIFT } from '../../../../server/domain/bars/moves.ts';
import type { PlannerGantt } from '../paint/bars/planner-gantt.ts';
import type { Bar } from '../scene/bars.ts';
import { isCharge, judgeCharge } from '../scene/charge-move.ts';
import { type Around, type Held, judgeWish, type Wish } from '../scene/judging.ts';
import { createMovePainting, rowOfFacility } from './paint-move.ts';
import { createRefusal, type Why } from './refusal.ts';
import { takes } from './zones.ts';

/** Moves one bar on the board before anything is written; pointer, keyboard and confirmation ask it. */
export interface Hand {
  held(): Held | undefined;
  /** Takes a bar, or goes on with the one that is held. */
  take(bar: Bar): Held;
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

/** To stay where it is. */
export const NO_WISH: Wish = { shift: NO_SHIFT, facility: undefined, push: false };

/** Makes the hand of a chart. */
export function createHand(chart: PlannerGantt): Hand {
  const painting = createMovePainting(chart);
  const refusal = createRefusal(chart);
  let held: Held | undefined;
  let arounds: readonly Around[] | undefined;
  let reading = Promise.resolve();
  let offered = false;
  const listeners: ((held: Held | undefined) => void)[] = [];

  const judged = (bar: Bar, wish: Wish): Held => {
    const row = rowOfFacility(chart.scene, wish.facility);
    const { scene } = chart;
    const judgement = isCharge(bar)
      ? judgeCharge(bar, wish, arounds, scene)
      : judgeWish(bar.entry, wish, arounds?.[0], scene.closed, scene.now);
    return { bar, wish, judgement, forbidden: row !== undefined && !takes(scene, row, bar, arounds?.[0]) };
  };
  const tell = (): void => {
    for (const listen of listeners) listen(held);
    if (held && offered && !held.forbidden) chart.events.onChange?.({ bar: held.bar, wish: held.wish, judgement: held.judgement });
  };
  const forget = (): void => {
    held = undefined;
    arounds = undefined;
    offered = false;
    painting.clear();
  };
  const know = (bar: Bar, answer: readonly Around[]): void => {
    if (held?.bar.id !== bar.id) return;
    arounds = answer;
    const { wish } = held;
    held = judged(bar, wish);
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
  const read = async (bar: Bar): Promise<void> => {
    // Without it the bar moves all the same; the save says what is wrong.
    const answer = await chart.events.onGrab?.(bar).catch(() => undefined);
    if (answer) know(bar, answer);
  };
  const hand: Hand = {
    held: () => held,
    read: () => reading,
    take: (bar) => {
      if (held?.bar.id === bar.id) return held;
      hand.drop();
      held = judged(bar, NO_WISH);
      chart.hold(true);
      reading = read(bar);
      return held;
    },
    wish: (change) => {
      if (!held) return;
      held = judged(held.bar, { ...held.wish, ...change });
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

/** Whether two wishes are the same. */
export const sameWish = (one: Wish, other: Wish): boolean =>
  one.facility === other.facility &&
  one.push === other.push &&
  one.shift.by === other.shift.by &&
  one.shift.start === other.shift.start &&
  one.shift.end === other.shift.end;

/** Whether a bar would stand as it stands: an edge that cannot go further, a day that leads to the one it is on. */
export const isUnmoved = ({ wish, judgement: { before, place } }: Held): boolean =>
  wish.facility === undefined && place.start === before.start && place.end === before.end;

/** Whether a wish is more than to stay. */
export const hasMoved = ({ shift, facility }: Wish): boolean =>
  shift.by !== 0 || shift.start !== 0 || shift.end !== 0 || facility !== undefined;

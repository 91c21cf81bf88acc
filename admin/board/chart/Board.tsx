import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { type Board as BoardHandle, createBoard } from './board.ts';
import type { ScrollPlace } from './goal.ts';
import './board.css';
import './paint/header.css';
import './paint/pane.css';
import './paint/bars/bars.css';
import './hand/tooltip.css';
import type { Look } from './paint/bars/look.ts';
import './hand/drag.css';
import type { Pane } from './paint/pane.ts';
import type { BoardEvents, Scene } from './scene/scene.ts';

/** What a page may ask of the board it shows. */
export interface BoardActions extends Pick<BoardHandle, 'scrollToToday' | 'place' | 'reveal' | 'revealGroup' | 'sees' | 'pick'> {
  /** The bar that is being moved; undefined while there is no chart. */
  move(): BoardHandle['move'] | undefined;
}

/** The board that is shown, whichever that is by then. */
export interface ShownBoard {
  readonly current: BoardActions | null;
}

interface Props {
  scene: Scene;
  events: BoardEvents;
  label: string;
  /** What the bars bear. */
  look: Look;
  /** The left block, by the width of the board. */
  paneFor: (width: number) => Pane;
  /** Where the chart is scrolled to when it appears; today when absent. */
  initialPlace?: ScrollPlace | undefined;
  ref?: Ref<BoardActions>;
}

/** The board in React: one chart for the life of the element, given each new scene. */
export const Board = ({ scene, events, label, look, paneFor, initialPlace, ref }: Props) => {
  const element = useRef<HTMLDivElement>(null);
  const board = useRef<BoardHandle>(undefined);
  const first = useRef(initialPlace);
  const given = { scene, events, label, look, paneFor };
  const latest = useRef(given);
  latest.current = given;

  useEffect(() => {
    const ask = (): BoardEvents => latest.current.events;
    const made = createBoard(element.current!, {
      scene: latest.current.scene,
      label: latest.current.label,
      look: latest.current.look,
      paneFor: latest.current.paneFor,
      events: {
        onOpen: (bar) => ask().onOpen(bar),
        onToggleLock: (bar) => ask().onToggleLock(bar),
        onLockOrder: (orderId, lock) => ask().onLockOrder(orderId, lock),
        onPriority: (orderId, serial, priority) => ask().onPriority(orderId, serial, priority),
        onNavigate: (path) => ask().onNavigate(path),
        onFold: (key, open) => ask().onFold?.(key, open),
        onZoom: (zoom) => ask().onZoom?.(zoom),
        onAdd: (row, block) => ask().onAdd?.(row, block),
        onPick: (bars) => ask().onPick?.(bars),
        onMenu: (bar, at) => ask().onMenu?.(bar, at),
        ...(latest.current.events.onGrab ? { onGrab: (bars, later) => ask().onGrab!(bars, later) } : {}),
        ...(latest.current.events.onChange ? { onChange: (change) => ask().onChange?.(change) } : {}),
      },
    });
    board.current = made;
    if (first.current) made.scrollTo(first.current);
    return () => {
      board.current = undefined;
      made.destroy();
    };
  }, []);

  useEffect(() => board.current?.show(scene), [scene]);

  useImperativeHandle(ref, () => ({
    scrollToToday: () => board.current?.scrollToToday(),
    place: () => board.current?.place() ?? { left: 0, top: 0 },
    reveal: (id, how) => board.current?.reveal(id, how) ?? false,
    sees: (id) => board.current?.sees(id) ?? false,
    revealGroup: (index) => board.current?.revealGroup(index),
    move: () => board.current?.move,
    pick: (bars) => board.current?.pick(bars),
  }));

  return <div ref={element} className="board" style={{ height: '100%' }} />;
};

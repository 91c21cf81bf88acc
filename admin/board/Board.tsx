import { useTheme } from '@mui/material/styles';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { INFO_COLUMNS_PX } from '../../server/domain/constants.ts';
import type { Bar } from './bars.ts';
import { type Board as BoardHandle, createBoard, type ScrollPlace } from './board.ts';
import './board.css';
import type { BoardEvents, PaneColumns, Scene } from './scene.ts';

const NARROW_PX = 860;
const PHONE_PX = 480;
const NARROW_COLUMNS: PaneColumns = { order: 118, deadline: 0, previous_end: 0, task: 96 };
const PHONE_COLUMNS: PaneColumns = { order: 118, deadline: 0, previous_end: 0, task: 0 };

function columnsFor(width: number): PaneColumns {
  if (width < PHONE_PX) return PHONE_COLUMNS;
  return width < NARROW_PX ? NARROW_COLUMNS : INFO_COLUMNS_PX;
}

const taskLabel = (bar: Bar): string => bar.entry.task_name;

/** What a page may ask of the board it shows. */
export type BoardActions = Pick<BoardHandle, 'scrollToToday' | 'place' | 'revert'>;

interface Props {
  scene: Scene;
  events: BoardEvents;
  label: string;
  labelOf?: (bar: Bar) => string;
  /** Where the chart is scrolled to when it appears; today when absent. */
  initialPlace?: ScrollPlace | undefined;
  ref?: Ref<BoardActions>;
}

/** The board in React: one chart for the life of the element, given each new scene. */
export const Board = ({ scene, events, label, labelOf = taskLabel, initialPlace, ref }: Props) => {
  const element = useRef<HTMLDivElement>(null);
  const board = useRef<BoardHandle>(undefined);
  const given = { scene, events, label, labelOf, initialPlace };
  const latest = useRef(given);
  const { mode } = useTheme().palette;
  latest.current = given;

  useEffect(() => {
    const ask = (): BoardEvents => latest.current.events;
    const made = createBoard(element.current!, {
      scene: latest.current.scene,
      label: latest.current.label,
      labelOf: latest.current.labelOf,
      columnsFor,
      events: {
        onOpen: (bar) => ask().onOpen(bar),
        onToggleLock: (bar) => ask().onToggleLock(bar),
        onLockOrder: (orderId, lock) => ask().onLockOrder(orderId, lock),
        onNavigate: (path) => ask().onNavigate(path),
        ...(latest.current.events.onChange ? { onChange: (change) => ask().onChange?.(change) } : {}),
      },
    });
    board.current = made;
    if (latest.current.initialPlace) made.scrollTo(latest.current.initialPlace);
    return () => {
      board.current = undefined;
      made.destroy();
    };
  }, []);

  useEffect(() => {
    board.current?.show(scene);
  }, [scene]);

  useImperativeHandle(ref, () => ({
    scrollToToday: () => board.current?.scrollToToday(),
    place: () => board.current?.place() ?? { left: 0, top: 0 },
    revert: (bar) => board.current?.revert(bar),
  }));

  return <div ref={element} className="board" data-mode={mode} style={{ height: '100%' }} />;
};

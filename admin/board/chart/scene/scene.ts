import type { components } from '../../../../server/contract/types.ts';
import type { PlantDate } from '../../../../server/domain/ground/plant-time.ts';
import type { Priority } from '../../../../server/domain/plant/priority.ts';
import type { Bar } from './bars.ts';
import type { Block, Span, Timeline, Zoom } from './blocks.ts';
import type { Around } from './group/arounds.ts';
import type { Held } from './judging.ts';
import type { Layout, Row } from './layout.ts';
import type { Access } from './rules.ts';

/** What the order's cell says of an order. */
export type OrderInfo = components['schemas']['ScheduleOrderInfo'];

/** Another place of a bar. */
export interface Ghost {
  span: Span;
  /** How far it went from there, or would go there: `+1日`. */
  text: string;
}

/** Everything the board shows at one moment. */
export interface Scene {
  /** What a group of rows is. */
  rows: 'lots' | 'facilities';
  layout: Layout;
  timeline: Timeline;
  /** Day numbers on which the plant is closed. */
  closed: ReadonlySet<number>;
  /** The last day of the holiday table, behind which weekends are closed. */
  calendarEnd?: PlantDate | null;
  /** The present, in plant minutes, by the server's clock. */
  now: number;
  access: Access;
  orders: ReadonlyMap<number, OrderInfo>;
  /** Why an order is late, for tooltips. */
  reasons: ReadonlyMap<number, string>;
  /** What is wrong with a bar's place, in sentences, by the bar's id. */
  conflicts?: ReadonlyMap<string, readonly string[]> | undefined;
  /** Draws what rows show under their bars. */
  paintRows?: (layer: SVGGElement, scene: Scene, window: Window) => void;
  /** Where bars stood before the newest run, or where another plan of it has them (`offers`), by the bar's id. */
  ghosts?: ReadonlyMap<string, Ghost> | undefined;
  offers?: boolean | undefined;
  /** The bar of a late order that waits, since when, and for what, to be said on the line that leads to it: the longest of the texts that fits. */
  wait?: { id: string; from: Block; texts: readonly string[] } | undefined;
}

/** A change that a drag or the keyboard proposes; nothing is written yet. */
export type Change = Omit<Held, 'forbidden'>;

/** What the board tells the page. */
export interface BoardEvents {
  onOpen(bar: Bar): void;
  onToggleLock(bar: Bar): void;
  onLockOrder(orderId: number, lock: boolean): void;
  onPriority(orderId: number, serial: string, priority: Priority): void;
  /** A link of the left block was followed. */
  onNavigate(path: string): void;
  /** The finished beginning of a group is to be shown, or to be one row again. */
  onFold?(key: string, open: boolean): void;
  /** Another zoom was asked for. */
  onZoom?(zoom: Zoom): void;
  /** A free cell was pressed twice. */
  onAdd?(row: Row, block: Block): void;
  /** Bars are taken: what each is judged against; of a furnace run, what each of its lots is. `later`: other bars that go along. */
  onGrab?(bars: readonly Bar[], later: readonly number[]): Promise<readonly Around[]>;
  /** Other bars are selected. */
  onPick?(bars: readonly Bar[]): void;
  /** The menu of a bar is asked for, at a place of the window. */
  onMenu?(bar: Bar, at: { x: number; y: number }): void;
  /** A change is proposed, or one that is being confirmed has changed; none: the bar is back. Absent: bars do not move. */
  onChange?(change: Change | undefined): void;
}

/** The part of the chart that is drawn: blocks and pixels from the top. */
export interface Window {
  span: Span;
  top: number;
  bottom: number;
}

import Gantt, { type BarBase } from 'frappe-gantt';
import { MARKS } from '../../texts/board.ts';
import type { Bar } from './bars.ts';
import { BLOCK_PX, blockX, type Span } from './blocks.ts';
import { LOCK_PATH, svgElement, UNLOCK_PATH } from './dom.ts';
import { describeBar, fitText } from './labels.ts';
import { mayMove, showsLock } from './rules.ts';
import type { Scene } from './scene.ts';

type BarClass = new (gantt: object, task: Bar) => BarBase<Bar>;

/** What a bar asks of its chart. */
export interface BarHost {
  scene: Scene;
  /** Whether bars may be dragged at all. */
  readonly editable: boolean;
  labelOf(bar: Bar): string;
  elementId(id: string): string;
}

/** A bar of the board. */
export interface PlannerBar extends BarBase<Bar> {
  /** What is drawn: the entry's span, or the one a drag proposes. */
  shown: Span;
  /** Draws the bar in another row, by the pixels between the rows' tops. */
  lift(by: number): void;
}

/**
 * frappe-gantt exports its chart only; the bar's class is taken from a bar that its own `make_bars` makes for a chart that is none.
 * Whatever that first bar adds to SVGElement.prototype is taken back.
 */
export function baseBarClass(): BarClass {
  const before = new Set(Object.getOwnPropertyNames(SVGElement.prototype));
  const now = new Date(0);
  const chart = Object.assign(Object.create(Gantt.prototype), {
    tasks: [{ id: '', name: '', dependencies: [], invalid: true, _index: 0, _start: now, _end: now, progress: 0 }],
    options: { bar_height: 0, padding: 0, bar_corner_radius: 0, readonly: true },
    config: { column_width: 1, header_height: 0, step: 1, unit: 'day', ignored_dates: [], ignored_positions: [] },
    gantt_start: now,
    layers: { bar: { appendChild: () => undefined } },
  }) as Gantt<Bar>;
  Gantt.prototype.make_bars.call(chart);
  const bar = chart.bars[0]!;
  // Its label would be measured in the next frame, in no document.
  bar.update_label_position = () => undefined;
  for (const name of Object.getOwnPropertyNames(SVGElement.prototype))
    if (!before.has(name)) Reflect.deleteProperty(SVGElement.prototype, name);
  return bar.constructor as BarClass;
}

const FONT_PX = 11;
const RADIUS_PX = 3;
const PADDING_PX = 3.5;
const LOCK_ROOM_PX = 13;
const SIGN_ROOM_PX = 12;
const STRIPE_PX = 3;
const HANDLE_PX = 6;

/** A bar with no room for its label beside the lock shows the label; an open lock comes when the pointer does. */
const isShort = (width: number): boolean => width < 2 * LOCK_ROOM_PX;

/** Where the lock of a bar lies, from its left edge; a press there without movement toggles it. */
export function lockZone(width: number): { from: number; to: number } {
  const from = isShort(width) ? (width - LOCK_ROOM_PX) / 2 : width - LOCK_ROOM_PX - 0.5;
  return { from, to: from + LOCK_ROOM_PX };
}

const GROUND_CLASSES = {
  normal: '',
  locked: 'is-locked',
  finished: 'is-finished',
  undated: 'is-undated',
  outsourced: 'is-outsourced',
  past: 'is-past',
};

/** The bar of the board, made once the package's bar class is known; every method named in BAR_OVERRIDES replaces one of the package's. */
export function makePlannerBar(): new (chart: BarHost, bar: Bar) => PlannerBar {
  return class extends baseBarClass() {
    declare gantt: BarHost;
    declare shown: Span;
    declare lifted: number;

    override prepare_wrappers(): void {
      super.prepare_wrappers();
      this.group.id = this.gantt.elementId(this.task.id);
      this.group.setAttribute('role', 'button');
    }

    override prepare_helpers(): void {
      // The package would add methods to SVGElement.prototype here.
    }

    override prepare_values(): void {
      const placed = this.gantt.scene.layout.byId.get(this.task.id)!;
      this.shown = this.task.span;
      this.lifted = 0;
      this.height = placed.height;
      this.y = placed.top;
      this.corner_radius = RADIUS_PX;
      this.invalid = false;
      this.compute_x();
      this.compute_duration();
    }

    override compute_x(): void {
      this.x = blockX(this.shown.start, this.gantt.scene.timeline);
    }

    override compute_y(): void {
      this.y = this.gantt.scene.layout.byId.get(this.task.id)!.top + this.lifted;
    }

    lift(by: number): void {
      this.lifted = by;
      this.compute_y();
    }

    override compute_duration(): void {
      this.width = (this.shown.end - this.shown.start) * BLOCK_PX;
    }

    override draw(): void {
      const { access } = this.gantt.scene;
      const { entry, ground } = this.task;
      const short = showsLock(access) && isShort(this.width) ? 'is-short' : '';
      const classes = ['bar-wrapper', GROUND_CLASSES[ground], mayMove(entry, access) ? 'is-movable' : '', short];
      this.group.setAttribute('class', classes.filter(Boolean).join(' '));
      this.group.setAttribute('aria-label', describeBar(this.task));
      const { span } = this.task;
      if (this.shown.start !== span.start || this.shown.end !== span.end || this.lifted !== 0) this.draw_origin();
      this.draw_bar();
      this.draw_progress_bar();
      this.draw_label();
      if (this.task.flagged) this.draw_flag();
      if (showsLock(access)) this.draw_lock();
      this.draw_resize_handles();
    }

    override draw_bar(): void {
      const box = { x: this.x + 0.5, y: this.y + 0.5, width: this.width - 1, height: this.height - 1 };
      this.$bar = svgElement('rect', { ...box, rx: this.corner_radius, class: 'bar' }, this.bar_group);
    }

    /** The package's progress is our stripe: at the left of finished bars, at the foot of locked ones. */
    override draw_progress_bar(): void {
      const { entry } = this.task;
      const finished = { x: this.x + 1, y: this.y + 1, width: STRIPE_PX, height: this.height - 2 };
      const locked = { x: this.x + 1, y: this.y + this.height - 3, width: this.width - 2, height: 2 };
      if (entry.received_locked) svgElement('rect', { ...finished, rx: 1.5, class: 'bar-progress' }, this.bar_group);
      else if (entry.locked) svgElement('rect', { ...locked, class: 'bar-foot' }, this.bar_group);
    }

    override draw_label(): void {
      const { entry } = this.task;
      // A bar that began before the calendar's first day is labelled where it becomes visible.
      let x = Math.max(this.x, 0) + PADDING_PX + (entry.received_locked ? STRIPE_PX : 0);
      const y = this.y + this.height / 2 + 4;
      const lock = showsLock(this.gantt.scene.access) && (entry.locked || !isShort(this.width));
      const end = this.x + this.width - 1 - (lock ? LOCK_ROOM_PX : 0);
      if (entry.outsourced && end - x >= SIGN_ROOM_PX - 1) {
        svgElement('text', { x, y, class: 'bar-sign' }, this.bar_group).textContent = MARKS.outsourced;
        x += SIGN_ROOM_PX;
      }
      const text = fitText(this.gantt.labelOf(this.task), end - x, FONT_PX);
      if (text) svgElement('text', { x, y, class: 'bar-label' }, this.bar_group).textContent = text;
    }

    /** Where a bar that is being moved was. */
    draw_origin(): void {
      const { start, end } = this.task.span;
      const box = { x: blockX(start, this.gantt.scene.timeline) + 0.5, width: (end - start) * BLOCK_PX - 1 };
      svgElement(
        'rect',
        { ...box, y: this.y - this.lifted + 0.5, height: this.height - 1, rx: RADIUS_PX, class: 'drag-origin' },
        this.bar_group,
      );
    }

    draw_flag(): void {
      svgElement('path', { d: `M${this.x + 0.5} ${this.y + 0.5}h7l-7 7z`, class: 'bar-flag' }, this.bar_group);
    }

    draw_lock(): void {
      const { locked } = this.task.entry;
      const x = this.x + lockZone(this.width).from + 1.5;
      const y = this.y + (this.height - 12) / 2;
      const attributes = { d: locked ? LOCK_PATH : UNLOCK_PATH, transform: `translate(${x} ${y})`, 'fill-rule': 'evenodd' };
      svgElement('path', { ...attributes, class: locked ? 'bar-lock is-locked' : 'bar-lock' }, this.bar_group);
    }

    override draw_resize_handles(): void {
      this.handles = [];
      if (!mayMove(this.task.entry, this.gantt.scene.access) || !this.gantt.editable) return;
      const width = Math.min(HANDLE_PX, this.width / 4);
      const box = { y: this.y, width, height: this.height, rx: 2 };
      for (const [side, x] of [
        ['left', this.x],
        ['right', this.x + this.width - width],
      ] as const)
        this.handles.push(svgElement('rect', { ...box, x, class: `handle ${side}` }, this.handle_group));
    }

    override bind(): void {
      // One pointer machine for the whole chart listens on the drawing instead of five listeners on each bar.
    }

    /** Shows the bar on another span, in pixels as the package gives them; nothing is written. */
    override update_bar_position({ x, width }: { x?: number | null; width?: number | null }): void {
      const start = x === undefined || x === null ? this.shown.start : Math.round(x / BLOCK_PX) + this.gantt.scene.timeline.start;
      const length = width ? Math.round(width / BLOCK_PX) : this.shown.end - this.shown.start;
      this.shown = { start, end: start + length };
      this.compute_x();
      this.compute_duration();
      this.bar_group.replaceChildren();
      this.handle_group.replaceChildren();
      const dragged = this.group.classList.contains('is-dragged');
      this.draw();
      this.group.classList.toggle('is-dragged', dragged);
    }

    override update_label_position(): void {
      // The label is fitted when it is drawn; it is never measured.
    }
  };
}

/** The package's methods that the bar replaces. */
export const BAR_OVERRIDES = [
  'prepare_wrappers',
  'prepare_helpers',
  'prepare_values',
  'compute_x',
  'compute_y',
  'compute_duration',
  'draw',
  'draw_bar',
  'draw_progress_bar',
  'draw_label',
  'draw_resize_handles',
  'bind',
  'update_bar_position',
  'update_label_position',
] as const;

import Gantt, { type BarBase } from 'frappe-gantt';
import type { Bar } from './bars.ts';
import { blockX, type Span, widthOf } from './blocks.ts';
import { svgElement } from './dom.ts';
import { describeBar } from './labels.ts';
import { type Face, LOCK_SIGN_PX } from './look.ts';
import { drawnExtent, type Extent, handleWidth, isOnLock, type LockPlace, lockPlace } from './press.ts';
import { keptBy, mayMove, showsLock } from './rules.ts';
import type { Scene } from './scene.ts';
import { drawSign } from './signs.ts';

type BarClass = new (gantt: object, task: Bar) => BarBase<Bar>;

/** What a bar asks of its chart. */
export interface BarHost {
  scene: Scene;
  /** Whether bars may be dragged at all. */
  readonly editable: boolean;
  /** What the bar bears on and beside it. */
  faceOf(bar: Bar): Face;
  elementId(id: string): string;
}

/** A bar of the board. */
export interface PlannerBar extends BarBase<Bar> {
  /** What is drawn: the entry's span, or the one a drag proposes. */
  shown: Span;
  /** Draws the bar in another row, by the pixels between the rows' tops. */
  lift(by: number): void;
  /** Whether a press at these pixels of the chart is on the bar's lock. */
  isOnLock(x: number): boolean;
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

const RADIUS_PX = 3;
const STRIPE_PX = 3;

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
    declare lock: LockPlace | undefined;

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
      this.x = this.x_of(this.shown);
    }

    /** Where a span of this bar is drawn from: some bars are drawn by the minute. */
    x_of({ start }: Span): number {
      return blockX(start + (this.task.inset?.from ?? 0), this.gantt.scene.timeline);
    }

    width_of({ start, end }: Span): number {
      const { from, to } = this.task.inset ?? { from: 0, to: 0 };
      return widthOf({ start: start + from, end: end - to }, this.gantt.scene.timeline);
    }

    override compute_y(): void {
      this.y = this.gantt.scene.layout.byId.get(this.task.id)!.top + this.lifted;
    }

    lift(by: number): void {
      this.lifted = by;
      this.compute_y();
    }

    override compute_duration(): void {
      this.width = this.width_of(this.shown);
    }

    override draw(): void {
      const { access } = this.gantt.scene;
      const { entry, ground } = this.task;
      const classes = [
        'bar-wrapper',
        GROUND_CLASSES[ground],
        this.task.flagged ? 'is-late' : '',
        entry.left_out ? 'is-left-out' : '',
        mayMove(entry, access) ? 'is-movable' : '',
      ];
      this.group.setAttribute('class', classes.filter(Boolean).join(' '));
      this.group.setAttribute('aria-label', describeBar(this.task, this.gantt.scene.conflicts?.get(this.task.id)));
      const { span } = this.task;
      if (this.shown.start !== span.start || this.shown.end !== span.end || this.lifted !== 0) this.draw_origin();
      this.draw_bar();
      this.draw_progress_bar();
      this.draw_label();
      if (this.task.flagged) this.draw_flag();
      const lockable = showsLock(access) && keptBy(entry) === undefined;
      this.lock = lockable ? this.place_lock() : undefined;
      if (lockable) this.draw_lock();
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

    /** Words and signs, on the bar or beside it; what lies between is the bar, too. */
    override draw_label(): void {
      const { words, signs, taken, blocks = [] } = this.gantt.faceOf(this.task);
      const { from, to } = this.drawn_extent();
      for (const { x, y, className, ...size } of blocks)
        svgElement('rect', { x: this.x + x, y: this.y + y, ...size, class: className }, this.bar_group);
      if (taken.from < from || taken.to > to) {
        const reach = { x: taken.from + this.x - this.placed_x(), y: this.y, width: taken.to - taken.from, height: this.height };
        this.bar_group.prepend(svgElement('rect', { ...reach, class: 'bar-reach' }));
      }
      for (const { text, x, y, className } of words)
        svgElement('text', { x: this.x + x, y: this.y + y, class: className }, this.bar_group).textContent = text;
      for (const { sign, x, y, size, className } of signs)
        drawSign(sign, { x: this.x + x, y: this.y + y, size }, className, this.bar_group);
    }

    /** Where the bar begins by its entry, while a drag may show it elsewhere. */
    placed_x(): number {
      return this.x_of(this.task.span);
    }

    /** Where a bar that is being moved was. */
    draw_origin(): void {
      const box = { x: this.placed_x() + 0.5, width: this.width_of(this.task.span) - 1 };
      svgElement(
        'rect',
        { ...box, y: this.y - this.lifted + 0.5, height: this.height - 1, rx: RADIUS_PX, class: 'drag-origin' },
        this.bar_group,
      );
    }

    draw_flag(): void {
      svgElement('path', { d: `M${this.x + 0.5} ${this.y + 0.5}h7l-7 7z`, class: 'bar-flag' }, this.bar_group);
    }

    drawn_extent(): Extent {
      const { timeline } = this.gantt.scene;
      return drawnExtent({ from: this.x, to: this.x + this.width }, blockX(timeline.end, timeline));
    }

    place_lock(): LockPlace | undefined {
      const { taken, free } = this.gantt.faceOf(this.task);
      return lockPlace(this.drawn_extent(), taken, free);
    }

    isOnLock(x: number): boolean {
      return isOnLock(this.lock, x);
    }

    /** A closed lock stands on its bar. The one to press comes up when the bar is pointed at: on its right end, on a short one beside it. */
    draw_lock(): void {
      const { showsLock: shows } = this.gantt.faceOf(this.task);
      const inside = this.lock?.side === 'inside' ? this.lock : undefined;
      if (this.task.entry.locked && (shows || inside)) this.draw_lock_icon(inside ?? this.drawn_extent(), '');
      else if (inside) this.draw_open_lock(inside);
      if (!this.lock || inside) return;
      const { from, to } = this.lock;
      const box = { x: from + 1, y: this.y, width: to - from - 1, height: this.height, rx: RADIUS_PX };
      svgElement('rect', { ...box, class: 'bar-beside' }, this.bar_group);
      this.draw_lock_icon({ from: from + 0.5, to: to + 0.5 }, 'bar-beside');
    }

    /** The open lock has a ground of its own, for words may stand where it comes up. */
    draw_open_lock(place: LockPlace): void {
      const box = { x: place.from - 0.5, y: this.y + 1.5, width: place.to - place.from, height: this.height - 3, rx: 2 };
      svgElement('rect', { ...box, class: 'bar-lock-ground' }, this.bar_group);
      this.draw_lock_icon(place, 'is-open');
    }

    draw_lock_icon({ from, to }: Extent, className: string): void {
      const { locked } = this.task.entry;
      const at = {
        x: (from + to - LOCK_SIGN_PX.width) / 2,
        y: this.y + (this.height - LOCK_SIGN_PX.height) / 2,
        size: LOCK_SIGN_PX.height,
      };
      drawSign(locked ? 'locked' : 'unlocked', at, `bar-lock ${locked ? 'is-locked' : ''} ${className}`.trim(), this.bar_group);
    }

    override draw_resize_handles(): void {
      this.handles = [];
      if (!mayMove(this.task.entry, this.gantt.scene.access) || !this.gantt.editable) return;
      const width = handleWidth(this.width);
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
      const { px, start: first } = this.gantt.scene.timeline;
      const start = x === undefined || x === null ? this.shown.start : Math.round(x / px) + first;
      const length = width ? Math.round(width / px) : this.shown.end - this.shown.start;
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

import type { BarBase } from 'frappe-gantt';
import { type Bar, drawnSpan } from '../../scene/bars.ts';
import { blockX, type Span, widthOf } from '../../scene/blocks.ts';
import { describeBar } from '../../scene/labels.ts';
import { drawnExtent, isOnLock, type LockPlace, lockPlace } from '../../scene/press.ts';
import { isMany, mayLock, mayMove } from '../../scene/rules.ts';
import type { Scene } from '../../scene/scene.ts';
import type { Face } from './look.ts';
import { baseBarClass } from './package-bar.ts';
import { type Box, type DrawnBar, paintBar, paintHandles } from './paint-bar.ts';

/** What a bar asks of its chart. */
export interface BarHost {
  scene: Scene;
  /** Whether bars may be dragged at all. */
  readonly editable: boolean;
  /** What the bar bears on and beside it. */
  faceOf(bar: Bar): Face;
  faceOfPart(bar: Bar): Face;
  elementId(id: string): string;
}

/** A box of which a part goes elsewhere, as the two. */
export interface Parted {
  goes: Bar;
  stays: Bar;
}

/** A bar of the board. */
export interface PlannerBar extends BarBase<Bar> {
  /** What is drawn: the entry's span, or the one a drag proposes. */
  shown: Span;
  /** From the next drawing on the bar stands in another row, by the pixels between the rows' tops. */
  lift(by: number): void;
  /** From the next drawing elsewhere on a part of the bar stays; undefined: all of it goes. */
  part(parted: Parted | undefined): void;
  /** Draws the bar on another span; nothing is written. */
  showAt(span: Span): void;
  /** Whether a press at these pixels of the chart is on the bar's lock. */
  isOnLock(x: number): boolean;
}

const GROUND_CLASSES = {
  normal: '',
  locked: 'is-locked',
  finished: 'is-finished',
  undated: 'is-undated',
  outsourced: 'is-outsourced',
  past: 'is-past',
};

/** What the selection and a move say of a bar, however it is drawn. */
const MARKS = ['is-active', 'is-mate', 'is-picked', 'is-dragged', 'is-parted'];

const classesOf = ({ entry, ground, flagged }: Bar, movable: boolean): string =>
  ['bar-wrapper', GROUND_CLASSES[ground], flagged ? 'is-late' : '', entry.unmatched ? 'is-unmatched' : '', movable ? 'is-movable' : '']
    .filter(Boolean)
    .join(' ');

/** The bar of the board, made once the package's bar class is known; every method named in BAR_OVERRIDES replaces one of the package's. */
export function makePlannerBar(): new (chart: BarHost, bar: Bar) => PlannerBar {
  return class extends baseBarClass() {
    declare gantt: BarHost;
    declare shown: Span;
    declare lifted: number;
    declare lock: LockPlace | undefined;
    declare parted: Parted | undefined;

    override prepare_wrappers(): void {
      super.prepare_wrappers();
      this.group.id = this.gantt.elementId(this.task.id);
      this.group.setAttribute('role', 'button');
    }

    override prepare_helpers(): void {
      // The package would add methods to SVGElement.prototype here.
    }

    override prepare_values(): void {
      this.shown = this.task.span;
      this.lifted = 0;
    }

    override draw(): void {
      const { access, conflicts } = this.gantt.scene;
      const movable = mayMove(this.task.entry, access);
      const drawn = this.drawn();
      this.lock = drawn.lock;
      const marks = MARKS.filter((mark) => this.group.classList.contains(mark));
      this.group.setAttribute('class', [classesOf(this.task, movable), ...marks].join(' '));
      this.group.setAttribute('aria-label', describeBar(this.task, conflicts?.get(this.task.id)));
      paintBar(drawn, this.bar_group);
      if (movable && this.gantt.editable && !isMany(this.task.entry)) paintHandles(drawn.box, this.handle_group);
    }

    drawn(): DrawnBar {
      const { scene } = this.gantt;
      const { span, entry } = this.task;
      const box = this.boxAt(this.shown, this.lifted);
      const moved = this.shown.start !== span.start || this.shown.end !== span.end || this.lifted !== 0;
      const parted = moved ? this.parted : undefined;
      const face = parted ? this.gantt.faceOfPart(parted.goes) : this.gantt.faceOf(this.task);
      const extent = drawnExtent({ from: box.x, to: box.x + box.width }, widthOf(scene.timeline, scene.timeline));
      const lockable = mayLock(entry, scene.access);
      return {
        bar: this.task,
        box,
        origin: this.boxAt(span, 0),
        moved,
        face,
        staying: parted && this.gantt.faceOfPart(parted.stays),
        extent,
        lockable,
        lock: lockable ? lockPlace(extent, face.taken, face.free) : undefined,
      };
    }

    boxAt(span: Span, lifted: number): Box {
      const { layout, timeline } = this.gantt.scene;
      const { top, height } = layout.byId.get(this.task.id)!;
      const inside = drawnSpan(this.task, span);
      return { x: blockX(inside.start, timeline), y: top + lifted, width: widthOf(inside, timeline), height };
    }

    override bind(): void {
      // One pointer machine for the whole chart listens on the drawing instead of five listeners on each bar.
    }

    lift(by: number): void {
      this.lifted = by;
    }

    part(parted: Parted | undefined): void {
      this.parted = parted;
    }

    isOnLock(x: number): boolean {
      return isOnLock(this.lock, x);
    }

    showAt(span: Span): void {
      this.shown = span;
      this.bar_group.replaceChildren();
      this.handle_group.replaceChildren();
      this.draw();
    }

    override update_label_position(): void {
      // The label is fitted when it is drawn; it is never measured.
    }
  };
}

/** The package's methods that the bar replaces. */
export const BAR_OVERRIDES = ['prepare_wrappers', 'prepare_helpers', 'prepare_values', 'draw', 'bind', 'update_label_position'] as const;

import Gantt, { type GanttOptions } from 'frappe-gantt';
import type { Bar } from './bars.ts';
import { BLOCK_PX, type Block, blockX } from './blocks.ts';
import { htmlElement, svgElement } from './dom.ts';
import { createGrid, type Grid, visibleIds } from './grid.ts';
import { paintHeader } from './header.ts';
import { between, type Row, rowAt } from './layout.ts';
import { type Pane, paintPaneHead, paneWidth } from './pane.ts';
import { type BarHost, makePlannerBar, type PlannerBar } from './planner-bar.ts';
import type { BoardEvents, Scene, Window } from './scene.ts';
import { outgrown, revealing, seenBy, widened } from './window.ts';
import { paintZones, rowTint } from './zones.ts';

/** What the chart is made with, beside the package's own options. */
export interface PlannerOptions extends Partial<GanttOptions> {
  scene: Scene;
  events: BoardEvents;
  pane: Pane;
  label: string;
  /** The text on a bar: the task where rows are orders, the order where rows are facilities. */
  labelOf: (bar: Bar) => string;
}

const HEADER_PX = 62;
/** Where today lies after scrolling to it: this part of the visible timeline is past. */
const PAST_SHARE = 0.25;

const isMate = (bar: Bar, furnaceRun: number | null): boolean => furnaceRun !== null && bar.entry.furnace_run_id === furnaceRun;

let charts = 0;
let barClass: ReturnType<typeof makePlannerBar> | undefined;

/**
 * The package's chart with our own time, rows and window. Kept of the package: container, layers, date scale, the life cycle of a view
 * (refresh → change_view_mode → render → …), bars and handles. Every method named in GANTT_OVERRIDES replaces one of the package's.
 */
export class PlannerGantt extends Gantt<Bar, PlannerBar> implements BarHost {
  declare scene: Scene;
  declare events: BoardEvents;
  declare pane: Pane;
  declare labelOf: (bar: Bar) => string;
  declare visible: Map<string, PlannerBar>;
  declare grid: Grid | undefined;
  declare drawn: Window | undefined;
  declare activeId: string | undefined;
  declare furnaceRun: number | null;
  declare held: boolean;
  declare waiting: Scene | undefined;
  declare tintRow: ((row: Row | undefined) => void) | undefined;
  declare $hovered: HTMLElement;
  declare view: { width: number; height: number };
  declare $pane: HTMLElement;
  declare $paneHead: HTMLElement;
  declare chart: number;

  /** Whether bars may be dragged at all. */
  get editable(): boolean {
    return this.events.onChange !== undefined;
  }

  override setup_wrapper(element: HTMLElement): void {
    super.setup_wrapper(element);
    charts += 1;
    this.chart = charts;
    this.visible = new Map();
    this.furnaceRun = null;
    this.$paneHead = htmlElement('div', 'pane-head', undefined, this.$container);
    this.$pane = htmlElement('div', 'info-pane', undefined, this.$container);
    this.$hovered = htmlElement('div', 'pane-hover');
  }

  override setup_options(options: PlannerOptions): void {
    super.setup_options({
      view_modes: [{ name: 'half_day', step: '12h', column_width: BLOCK_PX }],
      upper_header_height: 26,
      lower_header_height: HEADER_PX - 26 - 10,
      container_height: 'auto',
      popup: false,
      infinite_padding: false,
      scroll_to: 'today',
    });
    this.scene = options.scene;
    this.events = options.events;
    this.labelOf = options.labelOf;
    this.$container.tabIndex = 0;
    this.$container.setAttribute('role', 'group');
    this.$container.setAttribute('aria-label', options.label);
    this.setPane(options.pane);
  }

  override setup_tasks(bars: readonly Bar[]): void {
    this.tasks = bars;
    this.dependency_map = {};
  }

  /** The timeline is counted in blocks; there are no Date columns to prepare. */
  override setup_dates(): void {
    this.dates = [];
  }

  override setup_layers(): void {
    super.setup_layers();
    // The package's floating arrow button has no words and no use here.
    this.$extras.remove();
    this.visible.clear();
    this.bars = [];
    this.grid = undefined;
    this.drawn = undefined;
  }

  override make_grid(): void {
    this.make_grid_header();
    this.$header.style.width = `${this.timelineWidth()}px`;
    this.grid = createGrid(this.layers.grid, svgElement('g', { class: 'marks' }, this.$svg));
    this.tintRow = rowTint(this.layers.grid, this.timelineWidth(), this.$hovered);
  }

  // Header, holidays, today and bars are drawn as the window comes to them, in paint; there are no arrows between bars.
  override make_dates(): void {}
  override make_grid_extras(): void {}
  override make_bars(): void {}
  override make_arrows(): void {}
  override map_arrows_on_bars(): void {}

  override set_dimensions(): void {
    const height = this.scene.layout.height;
    this.$svg.setAttribute('width', String(this.timelineWidth()));
    this.$svg.setAttribute('height', String(height));
    this.$pane.style.height = `${height}px`;
    this.measure();
    this.paint();
  }

  override set_scroll_position(to: string | null): void {
    if (to === 'today') this.scroll_current();
  }

  override scroll_current(): void {
    this.scrollToBlock(Math.floor(this.scene.now / 720), PAST_SHARE);
  }

  /** The pointer machine and the adapter listen, so that they can stop listening. */
  override bind_events(): void {}

  override get_task(id: string): Bar | undefined {
    return this.scene.layout.byId.get(id)?.bar;
  }

  override get_bar(id: string): PlannerBar | undefined {
    return this.visible.get(id);
  }

  /** Draws one bar anew on its own span. */
  override update_task(id: string): void {
    const bar = this.visible.get(id);
    if (bar) bar.refresh();
  }

  /** Shows another scene at the same place; while a bar is held, once it is let go. */
  show(scene: Scene): void {
    if (this.held) {
      this.waiting = scene;
      return;
    }
    this.waiting = undefined;
    this.scene = scene;
    this.options.scroll_to = null;
    this.refresh(scene.layout.rows.flatMap((row) => row.bars.map(({ bar }) => bar)));
  }

  /** A bar is in the user's hand: the chart under it stays as it is. */
  hold(held: boolean): void {
    this.held = held;
    if (!held && this.waiting) this.show(this.waiting);
  }

  /** Gives the left block other columns. */
  setPane(pane: Pane): void {
    this.pane = pane;
    this.$container.style.setProperty('--pane-width', `${paneWidth(pane)}px`);
    this.$container.style.setProperty('--rows-from', `${pane.rowsFrom}px`);
    this.$container.style.setProperty('--header-height', `${HEADER_PX}px`);
    paintPaneHead(this.$paneHead, pane);
    this.drawn = undefined;
  }

  timelineWidth(): number {
    return (this.scene.timeline.end - this.scene.timeline.start) * BLOCK_PX;
  }

  /** The id of a bar's element in this document. */
  elementId(id: string): string {
    return `board-${this.chart}-bar-${id}`;
  }

  /** Remembers the size of the view, so that scrolling never asks for it. */
  measure(): void {
    this.view = {
      width: Math.max(0, this.$container.clientWidth - paneWidth(this.pane)),
      height: Math.max(0, this.$container.clientHeight - HEADER_PX),
    };
  }

  /** Scrolls so that a block lies at a share of the visible timeline. */
  scrollToBlock(block: Block, share: number): void {
    this.scrollTo({ left: blockX(block, this.scene.timeline) - this.view.width * share, top: this.$container.scrollTop });
  }

  /** Draws what the view shows and a margin around it; does nothing while the view stays inside the margin. */
  paint(): void {
    const { scrollLeft: left, scrollTop: top } = this.$container;
    const seen = seenBy(this.scene, { left, top, ...this.view });
    const { sideways, along } = outgrown(this.drawn, seen);
    if (!sideways && !along) return;
    const window = widened(this.scene, seen);
    this.drawn = window;
    this.grid?.paint(this.scene, window);
    if (sideways) paintHeader(this.$upper_header, this.$lower_header, this.scene, window.span);
    if (along) {
      const groups = between(this.scene.layout.groups, window.top, window.bottom);
      this.$pane.replaceChildren(...groups.map((group) => this.pane.group(group, this.scene, window, this.events)), this.$hovered);
    }
    this.paintBars(window);
  }

  /** Makes the bars that came into the window and drops those that left it. */
  paintBars(window: Window): void {
    const wanted = visibleIds(this.scene, window);
    for (const [id, bar] of this.visible) {
      if (wanted.has(id) || bar.group.classList.contains('is-dragged')) continue;
      bar.group.remove();
      this.visible.delete(id);
    }
    barClass ??= makePlannerBar();
    const added = document.createDocumentFragment();
    for (const id of wanted) {
      if (this.visible.has(id)) continue;
      const bar = new barClass(this, this.scene.layout.byId.get(id)!.bar);
      bar.group.classList.toggle('is-active', id === this.activeId);
      bar.group.classList.toggle('is-mate', isMate(bar.task, this.furnaceRun));
      this.visible.set(id, bar);
      added.append(bar.group);
    }
    this.layers.bar.append(added);
    this.bars = [...this.visible.values()];
  }

  /** Tints the row under the pointer; none when the height is undefined. */
  hover(y: number | undefined): void {
    this.tintRow?.(y === undefined ? undefined : rowAt(this.scene.layout, y));
  }

  /** Gives the bars of one furnace run a thick edge; none without a run. */
  showMates(furnaceRun: number | null): void {
    if (furnaceRun === this.furnaceRun) return;
    this.furnaceRun = furnaceRun;
    for (const bar of this.visible.values()) bar.group.classList.toggle('is-mate', isMate(bar.task, furnaceRun));
  }

  /** Tints where a bar had better not be put; nothing for no bar. */
  showZones(bar: Bar | undefined): void {
    paintZones(this.layers.progress, this.scene, bar);
  }

  /** The bar that the keyboard is on. */
  active(): Bar | undefined {
    return this.activeId === undefined ? undefined : this.get_task(this.activeId);
  }

  /** Marks the bar that the keyboard is on; for the keyboard it is brought into view, too. */
  activate(id: string | undefined, reveal = true): void {
    this.visible.get(this.activeId ?? '')?.group.classList.remove('is-active');
    this.activeId = id;
    const placed = id === undefined ? undefined : this.scene.layout.byId.get(id);
    if (!placed) {
      this.$container.removeAttribute('aria-activedescendant');
      return;
    }
    this.showMates(placed.bar.entry.furnace_run_id);
    if (reveal)
      this.scrollTo(revealing(this.scene, { left: this.$container.scrollLeft, top: this.$container.scrollTop, ...this.view }, placed));
    this.visible.get(placed.bar.id)?.group.classList.add('is-active');
    this.$container.setAttribute('aria-activedescendant', this.elementId(placed.bar.id));
  }

  scrollTo({ left, top }: { left: number; top: number }): void {
    this.$container.scrollTo(left, top);
    this.paint();
  }

  /** Takes everything out of the page. */
  destroy(): void {
    this.visible.clear();
    this.bars = [];
    this.$container.remove();
  }
}

/** The package's methods that the chart replaces. */
export const GANTT_OVERRIDES = [
  'setup_wrapper',
  'setup_options',
  'setup_tasks',
  'setup_dates',
  'setup_layers',
  'make_grid',
  'make_dates',
  'make_grid_extras',
  'make_bars',
  'make_arrows',
  'map_arrows_on_bars',
  'set_dimensions',
  'set_scroll_position',
  'scroll_current',
  'bind_events',
  'get_task',
  'get_bar',
  'update_task',
] as const;

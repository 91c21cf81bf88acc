import Gantt, { type GanttOptions } from 'frappe-gantt';
import { HALF_DAY_MINUTES } from '../../../../../server/domain/ground/constants.ts';
import type { Bar } from '../../scene/bars.ts';
import { BLOCK_PX, type Block, blockX, widthOf } from '../../scene/blocks.ts';
import { between, type PlacedGroup, type Row, rowAt, stopOf } from '../../scene/layout.ts';
import { type Measure, measureLike } from '../../scene/measure.ts';
import type { BoardEvents, Scene, Window } from '../../scene/scene.ts';
import { jumpingTo, outgrown, revealing, sameDays, seenBy, type View, widened } from '../../scene/window.ts';
import { htmlElement, svgElement } from '../dom.ts';
import { createEdgeTags, type EdgeTags, type Saying, sayings } from '../edge-tags.ts';
import { paintGhosts } from '../ghosts.ts';
import { createGrid, type Grid, visibleIds } from '../grid.ts';
import { paintHeader } from '../header.ts';
import { keepFocus, type Pane, paintPaneHead, paneWidth } from '../pane.ts';
import { rowTint } from '../row-tint.ts';
import { createSelection, type Selection } from '../selection.ts';
import type { Face, Look } from './look.ts';
import { type BarHost, makePlannerBar, type PlannerBar } from './planner-bar.ts';

/** What the chart is made with, beside the package's own options. */
interface PlannerOptions extends Partial<GanttOptions> {
  scene: Scene;
  events: BoardEvents;
  pane: Pane;
  label: string;
  /** What the bars bear. */
  look: Look;
}

/** Above the rows: months 22, days 21, half days 17. */
export const HEADER_PX = 60;
const MONTHS_PX = 22;
/** Where today lies after scrolling to it: this part of the visible timeline is past. */
const PAST_SHARE = 0.25;

const pick = ({ top, height }: { top: number; height: number }) => ({ top, height });

/** How the view goes to a bar: to its lot as far as it holds it, no further than needed, or not at all. */
export type Reveal = 'lot' | 'least' | 'stay';

let charts = 0;
let barClass: ReturnType<typeof makePlannerBar> | undefined;

/**
 * The package's chart with our own time, rows and window. Kept of the package: container, layers, date scale, the life cycle of a view
 * (refresh → change_view_mode → render → …), bars. Every method named in GANTT_OVERRIDES replaces one of the package's.
 */
export class PlannerGantt extends Gantt<Bar, PlannerBar, PlannerOptions> implements BarHost {
  declare scene: Scene;
  declare events: BoardEvents;
  declare pane: Pane;
  declare look: Look;
  declare measureWords: Measure;
  declare faces: Map<number, ReadonlyMap<string, Face>>;
  declare edges: EdgeTags;
  declare saying: Saying | undefined;
  declare saidAtEdge: ReadonlySet<string> | undefined;
  declare visible: Map<string, PlannerBar>;
  declare grid: Grid | undefined;
  declare ghosts: SVGGElement | undefined;
  declare drawn: Window | undefined;
  declare selection: Selection;
  declare held: boolean;
  /** Which pixel of the view keeps its date at the next zoom: where the pointer is; else the chosen bar, or the middle. */
  declare anchor: number | undefined;
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
    this.selection = createSelection(this);
    this.$paneHead = htmlElement('div', 'pane-head', undefined, this.$container);
    this.$pane = htmlElement('div', 'info-pane', undefined, this.$container);
    this.$hovered = htmlElement('div', 'pane-hover');
    this.edges = createEdgeTags(this.$container);
    this.faces = new Map();
  }

  override setup_options(options: PlannerOptions): void {
    super.setup_options({
      view_modes: [{ name: 'half_day', step: '12h', column_width: BLOCK_PX.half_day }],
      upper_header_height: MONTHS_PX,
      lower_header_height: HEADER_PX - MONTHS_PX - 10,
      container_height: 'auto',
      popup: false,
      infinite_padding: false,
      scroll_to: 'today',
    });
    this.scene = options.scene;
    this.events = options.events;
    this.look = options.look;
    this.measureWords = measureLike(this.$container);
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
    this.faces.clear();
    this.saying = undefined;
    this.selection.attach(this.layers.arrow);
  }

  override make_grid(): void {
    this.make_grid_header();
    this.$header.style.width = `${this.timelineWidth()}px`;
    this.grid = createGrid(this.layers.grid, svgElement('g', { class: 'marks' }, this.$svg));
    this.ghosts = svgElement('g', { class: 'ghosts' }, this.layers.grid);
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
    this.scrollToBlock(Math.floor(this.scene.now / HALF_DAY_MINUTES), PAST_SHARE);
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
    if (!bar) return;
    // The package forgets what its bars are marked with.
    bar.refresh();
    this.selection.markBar(bar);
  }

  /** Shows another scene at the same days; while a bar is held, once it is let go. */
  show(scene: Scene): void {
    if (this.held) {
      this.waiting = scene;
      return;
    }
    this.waiting = undefined;
    const left = sameDays(
      this.scene.timeline,
      scene.timeline,
      this.$container.scrollLeft,
      this.anchor ?? this.chosenX() ?? this.view.width / 2,
    );
    const { scrollTop: top } = this.$container;
    const backToFocus = keepFocus(this.$pane);
    this.anchor = undefined;
    this.scene = scene;
    this.options.scroll_to = null;
    this.refresh(scene.layout.rows.flatMap((row) => row.bars.map(({ bar }) => bar)));
    if (left !== this.$container.scrollLeft || top !== this.$container.scrollTop) this.scrollTo({ left, top });
    if (this.$pane.isConnected) backToFocus(this.$pane);
  }

  /** Where the chosen bar begins in the view; undefined while it is out of sight. */
  private chosenX(): number | undefined {
    const bar = this.active();
    const x = bar && blockX(bar.span.start, this.scene.timeline) - this.$container.scrollLeft;
    return x !== undefined && x >= 0 && x <= this.view.width ? x : undefined;
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
    return widthOf(this.scene.timeline, this.scene.timeline);
  }

  /** What a bar bears; found once a row and scene. */
  faceOf(bar: Bar): Face {
    const row = this.scene.layout.rows[this.scene.layout.byId.get(bar.id)!.row]!;
    let faces = this.faces.get(row.index);
    if (!faces) {
      faces = this.look(row, this.scene, this.measureWords);
      this.faces.set(row.index, faces);
    }
    return faces.get(bar.id)!;
  }

  /** What a bar of which only a part is drawn bears in its place. */
  faceOfPart(bar: Bar): Face {
    const placed = this.scene.layout.byId.get(bar.id)!;
    const row = this.scene.layout.rows[placed.row]!;
    return this.look({ ...row, bars: [{ ...placed, bar }] }, this.scene, this.measureWords).get(bar.id)!;
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
    const view = this.viewNow();
    const seen = seenBy(this.scene, view);
    this.saying ??= sayings(this.scene, this.measureWords);
    const said = this.edges.paint(this.scene, this.saying, seen, view, this.measureWords);
    if (said !== this.saidAtEdge) this.grid?.hideTags(said);
    this.saidAtEdge = said;
    this.selection.follow(view.left);
    const { sideways, along } = outgrown(this.drawn, seen);
    if (!sideways && !along) return;
    const window = widened(this.scene, seen);
    this.drawn = window;
    this.grid?.paint(this.scene, window, this.measureWords);
    this.grid?.hideTags(said);
    if (this.ghosts) paintGhosts(this.ghosts, this.scene, window);
    if (sideways) paintHeader(this.$upper_header, this.$lower_header, this.scene, window.span);
    if (along) {
      const groups = between(this.scene.layout.groups, window.top, window.bottom);
      const backToFocus = keepFocus(this.$pane);
      this.$pane.replaceChildren(...groups.map((group) => this.paneOf(group, window)), this.$hovered);
      backToFocus(this.$pane);
    }
    this.paintBars(window);
  }

  paneOf(placed: PlacedGroup, window: Window): HTMLElement {
    const element = this.pane.group(placed, this.scene, window, this.events, this.measureWords);
    this.selection.markGroup(element, placed);
    return element;
  }

  /** Makes bars that came into the window and drops bars that left it. */
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
      this.selection.markBar(bar);
      this.visible.set(id, bar);
      added.append(bar.group);
    }
    this.layers.bar.append(added);
    this.bars = [...this.visible.values()];
    this.selection.paint();
  }

  /** Tints the row under the pointer; none when the height is undefined. */
  hover(y: number | undefined): void {
    this.tintRow?.(y === undefined ? undefined : rowAt(this.scene.layout, y));
  }

  /** What the keyboard is on: a bar, or a fold. */
  get activeId(): string | undefined {
    return this.selection.id;
  }

  /** The bar that the keyboard is on. */
  active(): Bar | undefined {
    return this.activeId === undefined ? undefined : this.get_task(this.activeId);
  }

  /** Marks the bar or fold that the keyboard is on; for the keyboard it is brought into view, too. */
  activate(id: string | undefined, reveal = true): void {
    const stop = stopOf(this.scene.layout, id);
    const placed = stop && this.scene.layout.byId.get(stop.id);
    const shown = stop && { span: placed?.bar.span, ...pick(placed ?? this.scene.layout.rows[stop.row]!) };
    if (shown && reveal) this.scrollTo(revealing(this.scene, this.viewNow(), shown));
    this.selection.choose(stop?.id);
  }

  /** Scrolls to a bar. */
  bringIntoView(id: string, how: Reveal): void {
    const { layout } = this.scene;
    const placed = layout.byId.get(id)!;
    const { bar, top, height } = placed;
    if (how === 'lot') this.scrollTo(jumpingTo(this.scene, this.viewNow(), placed, layout.groups[layout.rows[placed.row]!.group]!));
    if (how === 'least') this.scrollTo(revealing(this.scene, this.viewNow(), { span: bar.span, top, height }));
  }

  /** Marks a bar that was jumped to, with its lot, until the next click. */
  spotlight(id: string): void {
    this.selection.choose(id);
    this.selection.jump(id);
  }

  /** Whether any part of a bar is in view. */
  sees(id: string): boolean {
    const placed = this.scene.layout.byId.get(id);
    if (!placed) return false;
    const { span, top, bottom } = seenBy(this.scene, this.viewNow());
    const { start, end } = placed.bar.span;
    return start < span.end && end > span.start && placed.top < bottom && placed.top + placed.height > top;
  }

  /** What is in view now. */
  viewNow(): View {
    return { left: this.$container.scrollLeft, top: this.$container.scrollTop, ...this.view };
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

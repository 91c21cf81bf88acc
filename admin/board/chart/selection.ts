import { CHART } from '../../texts/chart.ts';
import type { Bar } from './bars.ts';
import { blockX, widthOf } from './blocks.ts';
import { svgElement } from './dom.ts';
import { type PlacedBar, type PlacedGroup, stopOf } from './layout.ts';
import { barsOfLot, linkPaths } from './links.ts';
import type { Face } from './look.ts';
import type { Measure } from './measure.ts';
import type { PlannerBar } from './planner-bar.ts';
import type { Scene } from './scene.ts';

/** What the selection asks of its chart. */
export interface SelectionHost {
  scene: Scene;
  visible: Map<string, PlannerBar>;
  $container: HTMLElement;
  $pane: HTMLElement;
  measureWords: Measure;
  faceOf(bar: Bar): Face;
  elementId(id: string): string;
}

/** What is chosen on a board: the bar or fold that the keyboard is on, the bar that was jumped to, the furnace run that is pointed at. */
export interface Selection {
  readonly id: string | undefined;
  /** The bar that was jumped to, until the next click. */
  readonly spot: string | undefined;
  /** Draws into a new layer from now on. */
  attach(layer: SVGGElement): void;
  choose(id: string | undefined): void;
  showMates(furnaceRun: number | null): void;
  jump(id: string | undefined): void;
  /** Marks what came into view: a bar, and the left block of a group. */
  markBar(bar: PlannerBar): void;
  markGroup(element: HTMLElement, placed: PlacedGroup): void;
  /** Draws lines, tint and words anew for the bars in view. */
  paint(): void;
}

const RING_PX = 2;
const WORDS_GAP_PX = 6;
const BOLD = 1.05;

/** Makes the selection of a chart. */
export function createSelection(host: SelectionHost): Selection {
  let chosen: string | undefined;
  let spot: string | undefined;
  let furnaceRun: number | null = null;
  let layer: SVGGElement | undefined;

  const placedOf = (id: string | undefined): PlacedBar | undefined => (id === undefined ? undefined : host.scene.layout.byId.get(id));
  const isMate = ({ entry }: Bar): boolean => furnaceRun !== null && entry.furnace_run_id === furnaceRun;
  const elementOf = (id: string | undefined): Element | null =>
    id === undefined ? null : (host.visible.get(id)?.group ?? host.$pane.querySelector(`[id="${host.elementId(id)}"]`));
  const groupOfSpot = (): PlacedGroup | undefined => {
    const placed = placedOf(spot);
    return placed && host.scene.layout.groups[host.scene.layout.rows[placed.row]!.group];
  };

  const paintSpot = (into: SVGGElement): void => {
    const [group, placed] = [groupOfSpot(), placedOf(spot)];
    if (!group || !placed) return;
    const { timeline } = host.scene;
    svgElement('rect', { y: group.top, width: widthOf(timeline, timeline), height: group.height, class: 'spot-tint' }, into);
    const { span, inset = { from: 0, to: 0 } } = placed.bar;
    const drawn = { start: span.start + inset.from, end: span.end - inset.to };
    const box = { x: blockX(drawn.start, timeline) - RING_PX, y: placed.top - RING_PX };
    const size = { width: widthOf(drawn, timeline) + 2 * RING_PX, height: placed.height + 2 * RING_PX };
    svgElement('rect', { ...box, ...size, rx: 5, class: 'spot-ring' }, into);
  };
  /** Words beside the other bars of the furnace run, where their lane is free. */
  const paintMates = (into: SVGGElement): void => {
    if (furnaceRun === null) return;
    const width = host.measureWords(CHART.mates) * BOLD;
    for (const { task } of host.visible.values()) {
      const placed = isMate(task) && task.id !== (spot ?? chosen) ? placedOf(task.id) : undefined;
      if (!placed) continue;
      const { taken, free } = host.faceOf(task);
      const x = taken.to + WORDS_GAP_PX;
      if (x + width > free.to) continue;
      svgElement('text', { x, y: placed.top + placed.height / 2 + 4, class: 'mate-words' }, into).textContent = CHART.mates;
    }
  };
  const paint = (): void => {
    if (!layer) return;
    layer.replaceChildren();
    paintSpot(layer);
    const placed = placedOf(chosen) ?? placedOf(spot);
    if (placed) {
      const { lines, heads } = linkPaths(barsOfLot(host.scene, placed.bar), host.scene);
      svgElement('path', { d: lines, class: 'link-line' }, layer);
      svgElement('path', { d: heads, class: 'link-head' }, layer);
    }
    paintMates(layer);
  };
  const markGroups = (): void => {
    const key = groupOfSpot()?.group.key;
    for (const element of host.$pane.children)
      element.classList.toggle('is-spot', key !== undefined && element.getAttribute('data-key') === key);
  };

  return {
    get id() {
      return chosen;
    },
    get spot() {
      return spot;
    },
    attach: (next) => {
      layer = next;
      chosen = stopOf(host.scene.layout, chosen)?.id;
      if (!placedOf(spot)) spot = undefined;
    },
    choose(id) {
      elementOf(chosen)?.classList.remove('is-active');
      chosen = id;
      furnaceRun = placedOf(id)?.bar.entry.furnace_run_id ?? null;
      elementOf(id)?.classList.add('is-active');
      for (const bar of host.visible.values()) bar.group.classList.toggle('is-mate', isMate(bar.task));
      if (id === undefined) host.$container.removeAttribute('aria-activedescendant');
      else host.$container.setAttribute('aria-activedescendant', host.elementId(id));
      paint();
    },
    showMates(next) {
      if (next === furnaceRun) return;
      furnaceRun = next;
      for (const bar of host.visible.values()) bar.group.classList.toggle('is-mate', isMate(bar.task));
      paint();
    },
    jump(id) {
      if (id === spot) return;
      spot = id;
      markGroups();
      paint();
    },
    markBar({ group, task }) {
      group.classList.toggle('is-active', task.id === chosen);
      group.classList.toggle('is-mate', isMate(task));
    },
    markGroup(element, { group, first }) {
      element.dataset.key = group.key;
      element.classList.toggle('is-spot', groupOfSpot()?.group.key === group.key);
      const { fold } = host.scene.layout.rows[first]!;
      const button = fold && element.querySelector<HTMLElement>('[data-fold]');
      if (!fold || !button) return;
      button.id = host.elementId(fold.id);
      button.classList.toggle('is-active', fold.id === chosen);
    },
    paint,
  };
}

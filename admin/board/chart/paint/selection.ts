import { CHART } from '../../../texts/board/chart.ts';
import type { Bar } from '../scene/bars.ts';
import { createPicks, type Picks } from '../scene/group/picks.ts';
import { type PlacedBar, type PlacedGroup, stopOf } from '../scene/layout.ts';
import type { Measure } from '../scene/measure.ts';
import type { BoardEvents, Scene } from '../scene/scene.ts';
import type { Face } from './bars/look.ts';
import type { PlannerBar } from './bars/planner-bar.ts';
import { BOLD, paintLinks, paintMateWords, paintSpot } from './paint-selection.ts';

/** What the selection asks of its chart. */
interface SelectionHost {
  scene: Scene;
  events: BoardEvents;
  visible: Map<string, PlannerBar>;
  $container: HTMLElement;
  $pane: HTMLElement;
  measureWords: Measure;
  faceOf(bar: Bar): Face;
  elementId(id: string): string;
  viewNow(): { left: number };
}

/** The selection of a board: the bar or fold under the keyboard, the bar of a jump, the furnace run under the pointer. */
export interface Selection {
  readonly id: string | undefined;
  /** The bar that was jumped to, until the next click. */
  readonly spot: string | undefined;
  /** The bars that are selected to be moved, locked or removed together. */
  readonly picks: Picks;
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
  /** The view was scrolled, and begins at this pixel. */
  follow(left: number): void;
}

/** Makes the selection of a chart. */
export function createSelection(host: SelectionHost): Selection {
  let chosen: string | undefined;
  let spot: string | undefined;
  let furnaceRun: number | null = null;
  let layer: SVGGElement | undefined;
  let sayWait: ((left: number) => void) | undefined;

  const picks = createPicks((bars) => {
    for (const { group, task } of host.visible.values()) group.classList.toggle('is-picked', picks.has(task));
    host.events.onPick?.(bars);
  });
  const placedOf = (id: string | undefined): PlacedBar | undefined => (id === undefined ? undefined : host.scene.layout.byId.get(id));
  const isMate = ({ entry }: Bar): boolean => furnaceRun !== null && entry.furnace_run_id === furnaceRun;
  const elementOf = (id: string | undefined): Element | null =>
    id === undefined ? null : (host.visible.get(id)?.group ?? host.$pane.querySelector(`[id="${host.elementId(id)}"]`));
  const groupOfSpot = (): PlacedGroup | undefined => {
    const placed = placedOf(spot);
    return placed && host.scene.layout.groups[host.scene.layout.rows[placed.row]!.group];
  };

  /** Words beside the other bars of the furnace run. */
  const paintMates = (into: SVGGElement): void => {
    if (furnaceRun === null) return;
    const width = host.measureWords(CHART.mates) * BOLD;
    for (const { task } of host.visible.values()) {
      const placed = isMate(task) && task.id !== (spot ?? chosen) ? placedOf(task.id) : undefined;
      if (placed) paintMateWords(placed, host.faceOf(task), width, into);
    }
  };
  const paint = (): void => {
    if (!layer) return;
    layer.replaceChildren();
    const [group, spotted] = [groupOfSpot(), placedOf(spot)];
    if (group && spotted) paintSpot(host.scene, group, spotted, layer);
    const linked = placedOf(chosen) ?? spotted;
    sayWait = linked && paintLinks(host.scene, linked.bar, host.measureWords, layer);
    sayWait?.(host.viewNow().left);
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
    picks,
    attach: (next) => {
      layer = next;
      picks.follow(host.scene.layout, host.scene.access);
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
      group.classList.toggle('is-picked', picks.has(task));
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
    follow: (left) => sayWait?.(left),
  };
}

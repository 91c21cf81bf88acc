import { fillCharge } from '../paint/charge-tip.ts';
import { htmlElement } from '../paint/dom.ts';
import type { Bar } from '../scene/bars.ts';
import { tooltipOf } from '../scene/labels.ts';

const DELAY_MS = 300;
const GAP_PX = 14;

/** What the plan says of a bar: why its order is late, and what is wrong with its place. */
export interface Told {
  reason: string | undefined;
  conflicts: readonly string[] | undefined;
  /** Why whoever may move bars cannot move this one. */
  stays: string | undefined;
}

/** The one tooltip of a board. */
export interface Tooltip {
  /** The pointer is over a bar; after 300 ms its tooltip stands beside the pointer. */
  over(bar: Bar, at: { x: number; y: number }): void;
  /** Hides it, or stops waiting for it. */
  leave(): void;
  destroy(): void;
}

function fill(element: HTMLElement, bar: Bar, { reason, conflicts, stays }: Told): void {
  if (bar.charge) {
    fillCharge(element, bar.charge, conflicts, stays);
    return;
  }
  const { title, lines } = tooltipOf(bar, reason, conflicts);
  const list = htmlElement('dl', '');
  for (const line of lines) {
    htmlElement('dt', '', line.term, list);
    htmlElement('dd', line.late ? 'is-late' : '', line.text, list);
  }
  element.replaceChildren(htmlElement('h4', '', title), list);
}

/** Beside the pointer, turned to the other side where the window ends. */
function stand(element: HTMLElement, { x, y }: { x: number; y: number }): void {
  const { width, height } = element.getBoundingClientRect();
  const left = x + GAP_PX + width > window.innerWidth ? x - GAP_PX - width : x + GAP_PX;
  const top = y + GAP_PX + height > window.innerHeight ? y - GAP_PX - height : y + GAP_PX;
  element.style.left = `${Math.max(4, left)}px`;
  element.style.top = `${Math.max(4, top)}px`;
}

/** Makes the tooltip inside an element. */
export function createTooltip(inside: HTMLElement, toldOf: (bar: Bar) => Told): Tooltip {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let element: HTMLElement | undefined;
  let shownId: string | undefined;
  const leave = (): void => {
    clearTimeout(waiting);
    waiting = undefined;
    shownId = undefined;
    element?.remove();
    element = undefined;
  };
  const shown = (): HTMLElement => {
    if (element) return element;
    element = htmlElement('div', 'board-tooltip on-dark', undefined, inside);
    element.setAttribute('role', 'tooltip');
    return element;
  };
  return {
    over(bar, at) {
      if (shownId === bar.id) return;
      leave();
      shownId = bar.id;
      waiting = setTimeout(() => {
        fill(shown(), bar, toldOf(bar));
        stand(shown(), at);
      }, DELAY_MS);
    },
    leave,
    destroy: leave,
  };
}

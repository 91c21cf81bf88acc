import type { PlacedGroup } from '../scene/layout.ts';
import type { Measure } from '../scene/measure.ts';
import type { BoardEvents, Scene, Window } from '../scene/scene.ts';
import { htmlElement, place } from './dom.ts';
import { signIcon } from './signs.ts';

/** One column of the left block. */
export interface PaneColumn {
  title: string;
  /** What the column says, in a sentence. */
  hint?: string;
  width: number;
  /** Rows can be put in its order, or stand in it. */
  sort?: { ordered: 'ascending' | 'descending' | undefined; press(): void };
}

/** The left block of a board: its columns, and how one group fills them. */
export interface Pane {
  columns: readonly PaneColumn[];
  /** Where the cells begin that belong to a row rather than to the whole group, in pixels. */
  rowsFrom: number;
  group(placed: PlacedGroup, scene: Scene, window: Window, events: BoardEvents, measure: Measure): HTMLElement;
}

/** The sum of the columns: the width of the left block. */
export const paneWidth = (pane: Pane): number => pane.columns.reduce((sum, { width }) => sum + width, 0);

/** A button of the left block with what it says of itself. */
export function paneButton(className: string, said: Record<`aria-${string}`, string | boolean>, press?: () => void): HTMLButtonElement {
  const button = htmlElement('button', className);
  button.type = 'button';
  for (const [name, value] of Object.entries(said)) button.setAttribute(name, String(value));
  if (press) button.addEventListener('click', press);
  return button;
}

function sortButton(title: string, { ordered, press }: NonNullable<PaneColumn['sort']>): HTMLButtonElement {
  const button = paneButton(ordered ? 'pane-sort is-ordered' : 'pane-sort', { 'aria-pressed': ordered !== undefined }, press);
  button.append(title);
  if (ordered) signIcon(ordered === 'ascending' ? 'up' : 'down', 14, 'pane-sign', button);
  return button;
}

/** Writes the column titles of the left block. */
export function paintPaneHead(head: HTMLElement, pane: Pane): void {
  const cells = pane.columns.map(({ title, hint, width, sort }) => {
    const cell = htmlElement('div', '', sort ? undefined : title);
    place(cell, { width });
    if (hint) cell.title = hint;
    if (sort) cell.append(sortButton(title, sort));
    return cell;
  });
  head.replaceChildren(...cells);
}

/** A link of the left block; the page decides how to follow it. */
export function paneLink(text: string, path: string, label: string, events: BoardEvents): HTMLAnchorElement {
  const anchor = htmlElement('a', '', text);
  anchor.href = path;
  anchor.title = text;
  anchor.setAttribute('aria-label', `${label} ${text}`);
  anchor.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    events.onNavigate(path);
  });
  return anchor;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A cell of the left block with its text on one line. */
export function paneCell(className: string, box: Box): HTMLElement {
  const element = htmlElement('div', `pane-cell ${className}`);
  place(element, { ...box });
  element.style.lineHeight = `${box.height - 1}px`;
  return element;
}

const groupKey = (element: Element): string | undefined => element.closest<HTMLElement>('.pane-group')?.dataset.key;
const topInGroup = (element: Element): number => element.closest<HTMLElement>('.pane-cell')?.offsetTop ?? 0;
/** What a link, a button or a choice of the left block does, whatever it is called at the moment: a fold or a lock changes its name when it is pressed. */
const purpose = (element: HTMLElement): string | null => element.dataset.fold ?? element.getAttribute('href') ?? element.classList.item(0);

/** Remembers which link, button or choice of a left block the keyboard is on. What it gives brings the keyboard back there once the block is drawn anew: to the
 * nearest of the same group that does the same; where that is gone, nowhere. */
export function keepFocus(pane: HTMLElement): (drawn: HTMLElement) => void {
  const held = document.activeElement;
  if (!(held instanceof HTMLElement) || !pane.contains(held)) return () => {};
  const [key, does, top] = [groupKey(held), purpose(held), topInGroup(held)];
  return (drawn) => {
    const same = [...drawn.querySelectorAll<HTMLElement>('a, button, select')].filter(
      (one) => groupKey(one) === key && purpose(one) === does,
    );
    const away = (one: HTMLElement): number => Math.abs(topInGroup(one) - top);
    same.sort((one, other) => away(one) - away(other))[0]?.focus({ preventScroll: true });
  };
}

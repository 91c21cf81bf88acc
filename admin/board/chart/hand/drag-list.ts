import { CANCEL_KEY, CHARGE_MOVE, GROUP_MOVE, MOVE, pushState } from '../../../texts/board/moves.ts';
import { HEADER_PX, type PlannerGantt } from '../paint/bars/planner-gantt.ts';
import { htmlElement, svgElement } from '../paint/dom.ts';
import { isGroup } from '../scene/group/group-move.ts';
import { facilityIn, type Held } from '../scene/judging.ts';
import { linesOf, type MoveLine, placeWords, titleOfGroup } from '../scene/move-words.ts';
import { fillPicture } from './fill-picture.ts';

const WIDTH_PX = 372;
const GAP_PX = 8;

/** The list beside the pointer while a bar is dragged. */
export interface DragList {
  show(held: Held, at: { x: number; y: number }): void;
  hide(): void;
}

/** Paths in a square of 14. */
const SIGNS: Record<MoveLine['sign'], string> = {
  conflict: 'M7 1.4 13.2 12.6H.8zM6.4 5.2h1.2v3.6H6.4zM6.4 9.8h1.2V11H6.4z',
  late: 'M2.5 1.5h9L9.6 4.8l1.9 3.2H4v4.7H2.5z',
  pushed: 'M1 6.2h9L7.6 3.8l1-1L12.8 7l-4.2 4.2-1-1L10 7.8H1z',
  note: 'M7 1.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM6.3 6.2h1.4v4H6.3zM6.3 3.8h1.4v1.4H6.3z',
};

/** The sign of a line, as a picture. */
export function lineSign(sign: MoveLine['sign'], parent: Element): void {
  const icon = svgElement(
    'svg',
    { viewBox: '0 0 14 14', width: 14, height: 14, 'aria-hidden': 'true', class: `move-sign is-${sign}` },
    parent,
  );
  svgElement('path', { d: SIGNS[sign], 'fill-rule': 'evenodd' }, icon);
}

function lineElement(line: MoveLine): HTMLElement {
  const element = htmlElement('div', 'drag-line');
  lineSign(line.sign, element);
  const text = htmlElement('span', '', line.text, element);
  if (line.strong) htmlElement('b', line.sign === 'late' ? 'is-late' : '', line.strong, text);
  return element;
}

function keys(held: Held): HTMLElement {
  const element = htmlElement('div', 'drag-keys');
  const key = (name: string, what: string): void => {
    const part = htmlElement('span', '', undefined, element);
    htmlElement('kbd', '', name, part);
    part.append(what);
  };
  if (held.judgement.group?.charge?.mate?.fits) key('Alt', CHARGE_MOVE.turn);
  if (held.bars.length === 1) key(MOVE.shift, pushState(held.wish.push));
  key('Esc', CANCEL_KEY);
  return element;
}

/** Above the lot or below it, never over its rows, nor, where rows are no targets, over the days; within the window. */
function stand(chart: PlannerGantt, element: HTMLElement, held: Held, x: number): void {
  const { layout } = chart.scene;
  const row = layout.rows[layout.byId.get(held.bar.id)?.row ?? -1];
  const group = row && layout.groups[row.group];
  const origin = chart.$svg.getBoundingClientRect().top;
  const board = chart.$container.getBoundingClientRect();
  const { height } = element.getBoundingClientRect();
  const [top, bottom] = [origin + (group?.top ?? 0), origin + (group ? group.top + group.height : 0)];
  const above = top - GAP_PX - height;
  const below = bottom + GAP_PX;
  const fitsBelow = below + height <= window.innerHeight - GAP_PX;
  const highest = chart.scene.rows !== 'facilities' && fitsBelow ? board.top + HEADER_PX : GAP_PX;
  element.style.top = `${above >= highest ? above : fitsBelow ? below : Math.max(GAP_PX, board.top - height / 2)}px`;
  element.style.left = `${Math.min(Math.max(GAP_PX, x - WIDTH_PX / 2), window.innerWidth - WIDTH_PX - GAP_PX)}px`;
}

function nameOf(held: Held): string {
  const { bar, wish, judgement } = held;
  const place = facilityIn(bar.entry, wish, judgement.known);
  if (held.bars.length > 1)
    return [titleOfGroup(held), judgement.group && GROUP_MOVE.by(judgement.group.distance)].filter(Boolean).join(' · ');
  return `${isGroup(held) ? titleOfGroup(held) : `${bar.entry.unique_order} ${bar.entry.task_name}`} · ${place}`;
}

/** Makes the list of a chart. */
export function createDragList(chart: PlannerGantt, inside: HTMLElement): DragList {
  let element: HTMLElement | undefined;
  let said: Held | undefined;
  return {
    show: (held, at) => {
      element ??= htmlElement('div', 'drag-list on-dark', undefined, inside);
      element.setAttribute('role', 'tooltip');
      if (said !== held) {
        const { bar, wish, judgement } = held;
        const lines = held.forbidden ? [{ sign: 'conflict' as const, text: MOVE.cannot }] : linesOf(bar.entry, judgement, wish);
        element.replaceChildren(
          htmlElement('h4', '', placeWords(judgement.place)),
          htmlElement('p', '', nameOf(held)),
          ...(judgement.known ? lines : [...lines, { sign: 'note' as const, text: MOVE.reading }]).map(lineElement),
          ...fillPicture(judgement.group),
          keys(held),
        );
        said = held;
      }
      stand(chart, element, held, at.x);
    },
    hide: () => {
      element?.remove();
      element = undefined;
      said = undefined;
    },
  };
}

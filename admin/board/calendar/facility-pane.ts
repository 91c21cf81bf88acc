import { BOARD, CALENDAR } from '../../texts/board.ts';
import { htmlElement, place } from '../chart/dom.ts';
import type { PlacedGroup } from '../chart/layout.ts';
import { type Pane, paneLink } from '../chart/pane.ts';
import type { BoardEvents } from '../chart/scene.ts';

const COUNT_PX = 64;

function facilityElement(placed: PlacedGroup, width: number, count: number, events: BoardEvents): HTMLElement {
  const { facility, bars } = placed.group;
  const element = htmlElement('div', 'pane-group');
  place(element, { top: placed.top, height: placed.height });
  const add = (className: string, left: number, cellWidth: number, content: Node | string): void => {
    const cell = htmlElement('div', `pane-cell pane-order pane-facility ${className}`, undefined, element);
    place(cell, { left, top: 0, width: cellWidth, height: placed.height - 1 });
    // In a row higher than the view the name stays in sight.
    htmlElement('div', 'pane-held', undefined, cell).append(content);
  };
  const path = `/facilities/${facility?.id}`;
  const name = facility?.name ?? '';
  add('is-first', 0, width, facility?.id == null ? name : paneLink(name, path, BOARD.openFacility, events));
  if (count > 0) add('', width, count, CALENDAR.count(bars.length));
  return element;
}

/** The left block of the facility calendar: the facility, and how many tasks it has in view. */
export function facilityPane(width: number, narrow: boolean): Pane {
  const count = narrow ? 0 : COUNT_PX;
  const columns = [
    { title: CALENDAR.facility, width },
    { title: CALENDAR.tasks, width: count },
  ];
  return {
    columns: columns.filter((column) => column.width > 0),
    rowsFrom: 0,
    group: (placed, _scene, _window, events) => facilityElement(placed, width, count, events),
  };
}

import { BOARD, CALENDAR } from '../texts/board.ts';
import { htmlElement, place } from './dom.ts';
import type { PlacedGroup } from './layout.ts';
import { type Pane, paneCell, paneLink } from './pane.ts';
import type { BoardEvents } from './scene.ts';

const COUNT_PX = 64;

function facilityElement(placed: PlacedGroup, width: number, count: number, events: BoardEvents): HTMLElement {
  const { facility, bars } = placed.group;
  const element = htmlElement('div', 'pane-group');
  place(element, { top: placed.top, height: placed.height });
  const name = paneCell('is-first', { left: 0, top: 0, width, height: placed.height });
  if (facility) {
    const path = `/facilities/${facility.id}?from_gantt=true`;
    name.append(facility.id === null ? facility.name : paneLink(facility.name, path, BOARD.openFacility, events));
  }
  element.append(name);
  if (count > 0) {
    const cell = paneCell('', { left: width, top: 0, width: count, height: placed.height });
    cell.textContent = CALENDAR.count(bars.length);
    element.append(cell);
  }
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

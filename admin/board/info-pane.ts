import { formatMonthDay } from '../../server/domain/plant-time.ts';
import { BOARD, dayAndHalf, finishedOf, kilograms, lateBy, pieces, taskCount } from '../texts/board.ts';
import type { Bar } from './bars.ts';
import { htmlElement, LOCK_PATH, place, svgElement, UNLOCK_PATH } from './dom.ts';
import { between, type PlacedGroup, type Row } from './layout.ts';
import type { BoardEvents, OrderInfo, PaneColumns, Scene, Window } from './scene.ts';

/** The sum of the columns: the width of the left block. */
export const paneWidth = (columns: PaneColumns): number => columns.order + columns.deadline + columns.previous_end + columns.task;

const NAMES = ['order', 'deadline', 'previous_end', 'task'] as const;

/** Writes the column titles of the left block. */
export function paintPaneHead(head: HTMLElement, columns: PaneColumns): void {
  const cells = NAMES.filter((name) => columns[name] > 0).map((name) => {
    const cell = htmlElement('div', '', BOARD.columns[name]);
    place(cell, { width: columns[name] });
    return cell;
  });
  head.replaceChildren(...cells);
}

function link(text: string, path: string, label: string, events: BoardEvents): HTMLAnchorElement {
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

function lockButton(orderId: number, locked: boolean, serial: string, events: BoardEvents): HTMLButtonElement {
  const button = htmlElement('button', locked ? 'pane-lock is-locked' : 'pane-lock');
  const label = locked ? BOARD.unlockOrder : BOARD.lockOrder;
  button.type = 'button';
  button.title = label;
  button.setAttribute('aria-label', `${label} ${serial}`);
  button.setAttribute('aria-pressed', String(locked));
  const icon = svgElement('svg', { viewBox: '0 0 10 12', 'aria-hidden': 'true' }, button);
  svgElement('path', { d: locked ? LOCK_PATH : UNLOCK_PATH, 'fill-rule': 'evenodd' }, icon);
  button.addEventListener('click', () => events.onLockOrder(orderId, !locked));
  return button;
}

function serialLine(placed: PlacedGroup, info: OrderInfo | undefined, scene: Scene, events: BoardEvents): HTMLElement {
  const { group } = placed;
  const line = htmlElement('div', 'pane-serial');
  const serial = group.bars[0]!.entry.unique_order;
  htmlElement('span', '', serial, line).title = serial;
  if (group.leads && info && scene.access.edits) line.append(lockButton(group.order_id, info.locked, info.serial_number, events));
  return line;
}

/** The lines of an order's cell under its serial number, the more important ones first. */
function orderLines(placed: PlacedGroup, info: OrderInfo | undefined, events: BoardEvents): HTMLElement[] {
  const { entry } = placed.group.bars[0]!;
  const note = (text: string, late = false): HTMLElement => htmlElement('div', late ? 'pane-note is-late' : 'pane-note', text);
  const product = htmlElement('div', '');
  const path = `/products/${entry.product_id}?from_gantt=true`;
  product.append(entry.product_id === null ? entry.product_name : link(entry.product_name, path, BOARD.openProduct, events));
  const lines: HTMLElement[] = [product];
  if (!info || !placed.group.leads) return [...lines, note(pieces(entry.quantity))];
  if (info.late_days > 0) lines.push(note(lateBy(info.late_days), true));
  if (info.customer_name) lines.push(note(info.customer_name));
  const amount = [info.material, pieces(info.number), info.weight === null ? '' : kilograms(info.weight)];
  lines.push(note(amount.filter(Boolean).join(' · ')), note(finishedOf(info.finished_count, info.task_count)));
  return lines;
}

function cell(className: string, box: { left: number; top: number; width: number; height: number }): HTMLElement {
  const element = htmlElement('div', `pane-cell ${className}`);
  place(element, box);
  element.style.lineHeight = `${box.height - 1}px`;
  return element;
}

const previousText = (bar: Bar | undefined): string =>
  bar?.previous ? dayAndHalf(bar.previous.date, bar.previous.afternoon) : BOARD.unknown;

/** The end of the lot's last task but for the one named: inline rows show the last previous end. */
const lastPrevious = (bars: readonly Bar[]): Bar | undefined => bars.findLast((bar) => bar.previous !== undefined);

function taskCell(
  row: Row,
  scene: Scene,
  box: { left: number; top: number; width: number; height: number },
  events: BoardEvents,
): HTMLElement {
  const element = cell('is-line', box);
  if (scene.layout.mode === 'inline') {
    element.textContent = taskCount(row.bars.length);
    return element;
  }
  const { entry } = row.bars[0]!.bar;
  element.append(entry.task_name);
  element.title = entry.task_name;
  if (entry.facility !== null && entry.facility_name) {
    const path = `/facilities/${entry.facility}?from_gantt=true`;
    const note = htmlElement('span', 'pane-note', undefined, element);
    note.append(' ', link(entry.facility_name, path, BOARD.openFacility, events));
  }
  return element;
}

function groupElement(placed: PlacedGroup, scene: Scene, columns: PaneColumns, window: Window, events: BoardEvents): HTMLElement {
  const element = htmlElement('div', 'pane-group');
  place(element, { top: placed.top, height: placed.height });
  const info = scene.orders.get(placed.group.order_id);
  const order = htmlElement('div', 'pane-cell is-first pane-order', undefined, element);
  place(order, { left: 0, top: 0, width: columns.order, height: placed.height - 1 });
  const room = Math.max(1, Math.floor((placed.height - 1) / 20));
  const held = htmlElement('div', 'pane-held', undefined, order);
  held.append(serialLine(placed, info, scene, events), ...orderLines(placed, info, events).slice(0, room - 1));
  if (scene.layout.mode === 'inline') order.style.justifyContent = 'center';
  const deadline = cell('', { left: columns.order, top: 0, width: columns.deadline, height: scene.layout.rows[placed.first]!.height });
  const date = placed.group.bars[0]!.entry.deadline_date;
  deadline.textContent = date ? formatMonthDay(date) : BOARD.unknown;
  if ((info?.late_days ?? 0) > 0) deadline.classList.add('is-late');
  deadline.style.height = `${placed.height - 1}px`;
  if (columns.deadline > 0) element.append(deadline);
  for (const row of between(scene.layout.rows.slice(placed.first, placed.first + placed.count), window.top, window.bottom)) {
    const top = row.top - placed.top;
    const left = columns.order + columns.deadline;
    const previous = cell('is-line', { left, top, width: columns.previous_end, height: row.height });
    previous.textContent = previousText(scene.layout.mode === 'stack' ? row.bars[0]?.bar : lastPrevious(placed.group.bars));
    if (columns.previous_end > 0) element.append(previous);
    if (columns.task > 0)
      element.append(taskCell(row, scene, { left: left + columns.previous_end, top, width: columns.task, height: row.height }, events));
  }
  return element;
}

/** Draws the groups of a window into the left block. */
export function paintPane(pane: HTMLElement, scene: Scene, columns: PaneColumns, window: Window, events: BoardEvents): void {
  const groups = between(scene.layout.groups, window.top, window.bottom);
  pane.replaceChildren(...groups.map((placed) => groupElement(placed, scene, columns, window, events)));
}

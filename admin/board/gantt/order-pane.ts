import { formatMonthDay } from '../../../server/domain/plant-time.ts';
import { BOARD, dayAndHalf, finishedOf, kilograms, lateBy, pieces, taskCount } from '../../texts/board.ts';
import type { Bar } from '../chart/bars.ts';
import { htmlElement, LOCK_PATH, place, svgElement, UNLOCK_PATH } from '../chart/dom.ts';
import { between, type PlacedGroup, type Row } from '../chart/layout.ts';
import { type Box, type Pane, paneCell, paneLink } from '../chart/pane.ts';
import type { BoardEvents, OrderInfo, Scene, Window } from '../chart/scene.ts';

/** Widths of the columns in pixels; 0 hides one on narrow screens. */
export interface OrderColumns {
  order: number;
  deadline: number;
  previous_end: number;
  task: number;
}

const NAMES = ['order', 'deadline', 'previous_end', 'task'] as const;

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
  if (group.order?.leads && info && scene.access.edits) line.append(lockButton(group.order.id, info.locked, info.serial_number, events));
  return line;
}

/** The lines of an order's cell under its serial number, the more important ones first. */
function orderLines(placed: PlacedGroup, info: OrderInfo | undefined, events: BoardEvents): HTMLElement[] {
  const { entry } = placed.group.bars[0]!;
  const note = (text: string, late = false): HTMLElement => htmlElement('div', late ? 'pane-note is-late' : 'pane-note', text);
  const product = htmlElement('div', '');
  const path = `/products/${entry.product_id}?from_gantt=true`;
  product.append(entry.product_id === null ? entry.product_name : paneLink(entry.product_name, path, BOARD.openProduct, events));
  const lines: HTMLElement[] = [product];
  if (!info || !placed.group.order?.leads) return [...lines, note(pieces(entry.quantity))];
  if (info.late_days > 0) lines.push(note(lateBy(info.late_days), true));
  if (info.customer_name) lines.push(note(info.customer_name));
  const amount = [info.material, pieces(info.number), info.weight === null ? '' : kilograms(info.weight)];
  lines.push(note(amount.filter(Boolean).join(' · ')), note(finishedOf(info.finished_count, info.task_count)));
  return lines;
}

const previousText = (bar: Bar | undefined): string =>
  bar?.previous ? dayAndHalf(bar.previous.date, bar.previous.afternoon) : BOARD.unknown;

/** The end of the lot's last task but for the one named: inline rows show the last previous end. */
const lastPrevious = (bars: readonly Bar[]): Bar | undefined => bars.findLast((bar) => bar.previous !== undefined);

function taskCell(row: Row, scene: Scene, box: Box, events: BoardEvents): HTMLElement {
  const element = paneCell('is-line', box);
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
    note.append(' ', paneLink(entry.facility_name, path, BOARD.openFacility, events));
  } else if (entry.outsourced && entry.outsourcing_name) {
    element.title = `${entry.task_name} ${entry.outsourcing_name}`;
    htmlElement('span', 'pane-note', ` ${entry.outsourcing_name}`, element);
  }
  return element;
}

function orderCell(placed: PlacedGroup, info: OrderInfo | undefined, scene: Scene, width: number, events: BoardEvents): HTMLElement {
  const order = htmlElement('div', 'pane-cell is-first pane-order');
  place(order, { left: 0, top: 0, width, height: placed.height - 1 });
  const room = Math.max(1, Math.floor((placed.height - 1) / 20));
  const held = htmlElement('div', 'pane-held', undefined, order);
  held.append(serialLine(placed, info, scene, events), ...orderLines(placed, info, events).slice(0, room - 1));
  if (scene.layout.mode === 'inline') order.style.justifyContent = 'center';
  return order;
}

function deadlineCell(placed: PlacedGroup, info: OrderInfo | undefined, scene: Scene, columns: OrderColumns): HTMLElement {
  const height = scene.layout.rows[placed.first]!.height;
  const cell = paneCell('', { left: columns.order, top: 0, width: columns.deadline, height });
  const date = placed.group.bars[0]!.entry.deadline_date;
  cell.textContent = date ? formatMonthDay(date) : BOARD.unknown;
  cell.classList.toggle('is-late', (info?.late_days ?? 0) > 0);
  cell.style.height = `${placed.height - 1}px`;
  return cell;
}

function previousCell(row: Row, placed: PlacedGroup, scene: Scene, box: Box): HTMLElement {
  const cell = paneCell('is-line', box);
  cell.textContent = previousText(scene.layout.mode === 'stack' ? row.bars[0]?.bar : lastPrevious(placed.group.bars));
  return cell;
}

function lotElement(placed: PlacedGroup, scene: Scene, columns: OrderColumns, window: Window, events: BoardEvents): HTMLElement {
  const element = htmlElement('div', 'pane-group');
  place(element, { top: placed.top, height: placed.height });
  const info = scene.orders.get(placed.group.order?.id ?? 0);
  element.append(orderCell(placed, info, scene, columns.order, events));
  if (columns.deadline > 0) element.append(deadlineCell(placed, info, scene, columns));
  const left = columns.order + columns.deadline;
  for (const row of between(scene.layout.rows.slice(placed.first, placed.first + placed.count), window.top, window.bottom)) {
    const box = { top: row.top - placed.top, height: row.height };
    if (columns.previous_end > 0) element.append(previousCell(row, placed, scene, { ...box, left, width: columns.previous_end }));
    if (columns.task > 0) element.append(taskCell(row, scene, { ...box, left: left + columns.previous_end, width: columns.task }, events));
  }
  return element;
}

/** The left block of the Gantt chart: order, deadline, end of the previous process, task. */
export const orderPane = (columns: OrderColumns): Pane => ({
  columns: NAMES.filter((name) => columns[name] > 0).map((name) => ({ title: BOARD.columns[name], width: columns[name] })),
  rowsFrom: columns.order + columns.deadline,
  group: (placed, scene, window, events) => lotElement(placed, scene, columns, window, events),
});

import { formatMonthDay } from '../../../../server/domain/ground/plant-time.ts';
import { PRIORITIES, type Priority } from '../../../../server/domain/plant/priority.ts';
import { PRIORITY_WORDS } from '../../../../server/domain/texts/plan/priority.ts';
import { BOARD, dayAndHalf, daysText, kilograms, lotLateBy, pieces, taskCount } from '../../../texts/board/board.ts';
import { dueAndShipping, finishedHead, finishedLot, foldLabel, monthAndDay, shippingLine } from '../../../texts/board/chart.ts';
import { PRIORITY } from '../../../texts/priority.ts';
import { htmlElement, LOCK_PATH, place, svgElement, UNLOCK_PATH } from '../../chart/paint/dom.ts';
import { type Box, type Pane, paneButton, paneCell, paneLink } from '../../chart/paint/pane.ts';
import { signIcon } from '../../chart/paint/signs.ts';
import type { Bar } from '../../chart/scene/bars.ts';
import { type LotInfo, lotOf } from '../../chart/scene/folds.ts';
import { between, type FoldRow, type PlacedGroup, type Row } from '../../chart/scene/layout.ts';
import { rowsOfGroup } from '../../chart/scene/marks.ts';
import type { Measure } from '../../chart/scene/measure.ts';
import type { BoardEvents, OrderInfo, Scene, Window } from '../../chart/scene/scene.ts';

/** Widths of the columns in pixels; 0 hides one on narrow screens. */
export interface OrderColumns {
  order: number;
  deadline: number;
  previous_end: number;
  task: number;
}

const NAMES = ['order', 'deadline', 'previous_end', 'task'] as const;

function lockButton(orderId: number, locked: boolean, serial: string, events: BoardEvents): HTMLButtonElement {
  const label = locked ? BOARD.unlockOrder : BOARD.lockOrder;
  const said = { 'aria-label': `${label} ${serial}`, 'aria-pressed': locked };
  const button = paneButton(locked ? 'pane-lock is-locked' : 'pane-lock', said, () => events.onLockOrder(orderId, !locked));
  button.title = label;
  const icon = svgElement('svg', { viewBox: '0 0 10 12', 'aria-hidden': 'true' }, button);
  svgElement('path', { d: locked ? LOCK_PATH : UNLOCK_PATH, 'fill-rule': 'evenodd' }, icon);
  return button;
}

/** The priority of an order: a chip for 特急, else a sign; who edits chooses another behind it. */
function prioritySign(orderId: number, { serial_number, priority }: OrderInfo, edits: boolean, events: BoardEvents): HTMLElement {
  const sign = htmlElement('span', `pane-priority is-${priority}`, priority === 'rush' ? PRIORITY_WORDS.rush : undefined);
  sign.title = PRIORITY_WORDS[priority];
  if (priority !== 'rush') signIcon(priority === 'normal' ? 'raise' : 'deferred', 13, 'pane-sign', sign);
  if (!edits) return sign;
  const choice = htmlElement('select', 'pane-choice', undefined, sign);
  choice.setAttribute('aria-label', PRIORITY.of(serial_number));
  choice.title = `${PRIORITY.title}: ${PRIORITY_WORDS[priority]}`;
  for (const one of PRIORITIES) htmlElement('option', '', PRIORITY_WORDS[one], choice).value = one;
  choice.value = priority;
  choice.addEventListener('change', () => events.onPriority(orderId, serial_number, choice.value as Priority));
  return sign;
}

/** A button that opens or closes the finished beginning of a lot. */
function foldButton(fold: FoldRow, key: string, serial: string, text: string, events: BoardEvents): HTMLButtonElement {
  const what = fold.kind === 'lot' ? finishedLot(fold.bars.length, fold.bars.length) : finishedHead(fold.count);
  const said = { 'aria-label': foldLabel(serial, what, fold.open), 'aria-expanded': fold.open };
  const button = paneButton('pane-fold', said, () => events.onFold?.(key, !fold.open));
  button.dataset.fold = key;
  signIcon(fold.open ? 'open' : 'folded', 14, 'pane-sign', button);
  button.append(text);
  return button;
}

/** What the cells of a lot are made from. */
interface Lot {
  placed: PlacedGroup;
  info: OrderInfo | undefined;
  lot: LotInfo | undefined;
  scene: Scene;
  events: BoardEvents;
  measure: Measure;
  fold: FoldRow | undefined;
  /** A finished lot, as one row or with its tasks. */
  done: boolean;
}

/** Whether this lot speaks for its order: the first unfinished one does, else the first. */
function leads({ placed: { group }, scene: { layout } }: Lot): boolean {
  const lots = layout.groups.filter((one) => one.group.order?.id === group.order?.id).map((one) => one.group);
  return (lots.find(({ fold }) => fold?.kind !== 'lot') ?? lots[0]) === group;
}

function serialLine(one: Lot): HTMLElement {
  const { placed, info, scene, events, fold, done } = one;
  const { group } = placed;
  const line = htmlElement('div', 'pane-serial');
  const serial = group.bars[0]!.entry.unique_order;
  if (fold && done) line.append(foldButton(fold, group.key, serial, serial, events));
  else htmlElement('span', '', serial, line).title = serial;
  if (!group.order || !info) return line;
  const { edits, elsewhere } = scene.access;
  const locks = edits && leads(one);
  const chooses = locks && !elsewhere;
  if (chooses || info.priority !== 'normal') line.append(prioritySign(group.order.id, info, chooses, events));
  if (locks) line.append(lockButton(group.order.id, info.locked, info.serial_number, events));
  return line;
}

/** The lines of an order's cell under its serial number, the more important ones first. */
function orderLines({ placed, info, events }: Lot): HTMLElement[] {
  const { entry } = placed.group.bars[0]!;
  const note = (text: string): HTMLElement => htmlElement('div', 'pane-note', text);
  const product = htmlElement('div', '');
  const path = `/products/${entry.product_id}?from_gantt=true`;
  product.append(entry.product_id === null ? entry.product_name : paneLink(entry.product_name, path, BOARD.openProduct, events));
  if (!info) return [product, note(pieces(entry.quantity))];
  const alone = info.lots.length === 1;
  const amount = [info.material, pieces(alone ? info.number : entry.quantity), alone && info.weight !== null ? kilograms(info.weight) : ''];
  return [product, ...(info.customer_name ? [note(info.customer_name)] : []), note(amount.filter(Boolean).join(' · '))];
}

const previousText = (bar: Bar | undefined): string =>
  bar?.previous ? dayAndHalf(bar.previous.date, bar.previous.afternoon) : BOARD.unknown;

/** The end of the lot's last task but for the one named: inline rows show the last previous end. */
const lastPrevious = (bars: readonly Bar[]): Bar | undefined => bars.findLast((bar) => bar.previous !== undefined);

const CELL_PADDING_PX = 16;
/** How much wider the letters of the left block are than those of a bar. */
const LARGER = 12 / 11;

/** The facility or partner of a task behind its name, where both can be read in full; else it stands at the bar alone. */
function placeNote({ entry }: Bar, room: number, measure: Measure, events: BoardEvents): HTMLElement | undefined {
  const name = entry.outsourced ? entry.outsourcing_name : entry.facility_name;
  if (!name || measure(entry.task_name) * LARGER + measure(` ${name}`) > room) return undefined;
  const note = htmlElement('span', 'pane-note');
  const path = `/facilities/${entry.facility}?from_gantt=true`;
  note.append(' ', entry.outsourced || entry.facility === null ? name : paneLink(name, path, BOARD.openFacility, events));
  return note;
}

function foldCell(element: HTMLElement, fold: FoldRow, { placed, lot, events }: Lot): void {
  const { key, bars } = placed.group;
  element.classList.add('is-finished');
  if (fold.kind === 'head') {
    element.append(foldButton(fold, key, bars[0]!.entry.unique_order, finishedHead(fold.count), events));
    return;
  }
  signIcon('finished', 14, 'pane-sign', element);
  element.append(finishedLot(lot?.finished_count ?? fold.count, lot?.task_count ?? fold.count));
}

function taskCell(row: Row, one: Lot, box: Box): HTMLElement {
  const element = paneCell('is-line', box);
  if (row.fold) foldCell(element, row.fold, one);
  else if (one.scene.layout.mode === 'inline') element.textContent = taskCount(row.bars.length);
  else {
    const { bar } = row.bars[0]!;
    element.append(bar.entry.task_name);
    element.title = [bar.entry.task_name, bar.entry.outsourced ? bar.entry.outsourcing_name : bar.entry.facility_name]
      .filter(Boolean)
      .join(' ');
    element.append(placeNote(bar, box.width - CELL_PADDING_PX, one.measure, one.events) ?? '');
  }
  return element;
}

const LINE_PX = 20;
const roomIn = (placed: PlacedGroup): number => Math.max(1, Math.floor(placed.height / LINE_PX));
const isFolded = ({ fold, done }: Lot): boolean => done && fold?.open === false;

function orderCell(one: Lot, width: number): HTMLElement {
  const { placed, scene } = one;
  const order = htmlElement('div', 'pane-cell is-first pane-order');
  place(order, { left: 0, top: 0, width, height: placed.height - 1 });
  const held = htmlElement('div', 'pane-held', undefined, order);
  held.append(serialLine(one), ...(isFolded(one) ? [] : orderLines(one).slice(0, roomIn(placed) - 1)));
  if (scene.layout.mode === 'inline' && !isFolded(one)) order.style.justifyContent = 'center';
  return order;
}

/** How late a lot is, in as many words as there is room for: beside a date its days, else with the flag or, of a lot alone, with the longer word. */
function lateBadge(days: number, ofOrder: number, isBesideDate: boolean): HTMLElement {
  const badge = htmlElement('span', 'pane-badge');
  badge.title = lotLateBy(days, ofOrder);
  if (isBesideDate || days === ofOrder) signIcon('late', 11, 'pane-sign', badge);
  badge.append(isBesideDate ? daysText(days) : badge.title);
  return badge;
}

/** When a lot is due, how late it will be, how much of it is done; as many lines as the lot has rows for. */
function deadlineLines({ placed, info, lot, done }: Lot): HTMLElement[] {
  const date = placed.group.bars[0]!.entry.deadline_date;
  const late = done ? 0 : (lot?.late_days ?? 0);
  const flag = (isBesideDate: boolean): HTMLElement => lateBadge(late, info?.late_days ?? late, isBesideDate);
  const room = roomIn(placed);
  const line = (text: string, className = ''): HTMLElement => htmlElement('div', className, text);
  const first = line('', late > 0 ? 'is-late' : '');
  if (late > 0 && room === 1) {
    // One line for both: the badge takes the place of the weekday.
    first.append(date ? monthAndDay(date) : BOARD.unknown, flag(true));
    return [first];
  }
  first.append(date ? formatMonthDay(date) : BOARD.unknown);
  const badge = line('');
  badge.append(flag(false));
  const progress = lot && !done ? [line(finishedLot(lot.finished_count, lot.task_count), 'pane-note')] : [];
  const shipping = late > 0 && info?.shipping_date ? [line(shippingLine(info.shipping_date))] : [];
  return [first, ...(late > 0 ? [badge] : []), ...shipping, ...progress].slice(0, room);
}

function deadlineCell(one: Lot, columns: OrderColumns): HTMLElement {
  const cell = htmlElement('div', 'pane-cell pane-order pane-deadline');
  place(cell, { left: columns.order, top: 0, width: columns.deadline, height: one.placed.height - 1 });
  cell.title = dueAndShipping(one.placed.group.bars[0]!.entry.deadline_date, one.info?.shipping_date ?? null);
  const held = htmlElement('div', 'pane-held', undefined, cell);
  held.append(...deadlineLines(one));
  if (one.scene.layout.mode === 'inline' && !isFolded(one)) cell.style.justifyContent = 'center';
  return cell;
}

function previousCell(row: Row, { placed: { group }, scene }: Lot, box: Box): HTMLElement {
  const cell = paneCell('is-line', box);
  const { fold } = row;
  const last = fold ? fold.kind === 'lot' : scene.layout.mode === 'inline';
  cell.textContent = previousText(last ? lastPrevious(group.bars) : fold ? fold.bars[0] : row.bars[0]?.bar);
  return cell;
}

function lotElement(one: Lot, columns: OrderColumns, window: Window): HTMLElement {
  const { placed, scene } = one;
  const element = htmlElement('div', isFolded(one) ? 'pane-group is-folded' : 'pane-group');
  place(element, { top: placed.top, height: placed.height });
  element.append(orderCell(one, columns.order));
  if (columns.deadline > 0) element.append(deadlineCell(one, columns));
  const left = columns.order + columns.deadline;
  for (const row of between(rowsOfGroup(scene.layout, placed), window.top, window.bottom)) {
    const box = { top: row.top - placed.top, height: row.height };
    if (columns.previous_end > 0) element.append(previousCell(row, one, { ...box, left, width: columns.previous_end }));
    if (columns.task > 0) element.append(taskCell(row, one, { ...box, left: left + columns.previous_end, width: columns.task }));
  }
  return element;
}

/** The left block of the Gantt chart: order, deadline, end of the previous process, task. */
export const orderPane = (columns: OrderColumns): Pane => ({
  columns: NAMES.filter((name) => columns[name] > 0).map((name) => ({ title: BOARD.columns[name], width: columns[name] })),
  rowsFrom: columns.order + columns.deadline,
  group: (placed, scene, window, events, measure) => {
    const info = scene.orders.get(placed.group.order?.id ?? 0);
    const { fold } = scene.layout.rows[placed.first]!;
    const done = placed.group.fold?.kind === 'lot';
    return lotElement({ placed, info, lot: lotOf(placed.group, info), scene, events, measure, fold, done }, columns, window);
  },
});

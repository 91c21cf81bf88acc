import { dateOfDay, formatMonthDay, plantClock, plantDate } from '../../../../server/domain/ground/plant-time.ts';
import { counted } from '../../../../server/domain/texts/numbers.ts';
import { STOPS } from '../../../../server/domain/texts/plan/reasons.ts';
import { now } from '../../../providers/clock.ts';
import { BOARD } from '../../../texts/board/board.ts';
import { amountText, halfText, LOADS, occupiedText, percentText, rowLabel, unitLane, unitsText } from '../../../texts/board/loads.ts';
import { TRY } from '../../../texts/plans.ts';
import { STOPPING } from '../../../texts/today.ts';
import { htmlElement, place } from '../../chart/paint/dom.ts';
import { type Pane, type PaneColumn, paneButton, paneLink } from '../../chart/paint/pane.ts';
import { signIcon } from '../../chart/paint/signs.ts';
import type { Facility as FacilityGroup } from '../../chart/scene/bars.ts';
import { dayOfBlock } from '../../chart/scene/blocks.ts';
import type { PlacedGroup } from '../../chart/scene/layout.ts';
import { type FacilityLoad, NEAR, NECK, rateLevel, STRIP_PX } from '../../chart/scene/load-strip.ts';
import { type Measure, WORD_PX } from '../../chart/scene/measure.ts';
import type { BoardEvents, Scene } from '../../chart/scene/scene.ts';
import type { View } from '../../search/address.ts';
import type { AskFacility } from './FacilityMenu.tsx';
import type { Stops } from './use-stops.ts';

const WIDTHS = { facility: 178, rate: 80, tasks: 46 };
const NARROW_WIDTHS = { facility: 132, rate: 46, tasks: 0 };
const CHEVRON_PX = 20;
const FLAME_PX = 15;
const NECK_PX = 46;
/** 停止中 as its sign alone. */
const STOP_PX = 20;
const FORM_PX = 18;
const METER_PX = 22;
/** Sizes of a name; where none fits, its end gives way. */
const NAME_PX = [12, 11, 10.5] as const;

/** How the pane is ordered, and how another order is asked for. */
interface PaneOrder {
  order: View['facility_order'];
  orderBy(order: View['facility_order']): void;
}

/** How full a facility is: of a furnace by fill or by hours, whichever is worse. */
const fullnessOf = ({ rate, occupied_rate }: FacilityLoad): number => Math.max(rate ?? 0, occupied_rate ?? 0);

/** Half days named to a screen reader at most. */
const NAMED = 3;

function label(facility: FacilityGroup, load: FacilityLoad, { timeline }: Scene): string {
  const over = load.over.map(({ half }) => halfText(dateOfDay(dayOfBlock(timeline.start + half)), half % 2 === 1));
  const rate = load.rate === null ? LOADS.none : percentText(fullnessOf(load));
  return rowLabel({ name: facility.name, rate, count: load.matching, over: over.slice(0, NAMED), open: facility.open === true });
}

function foldButton(placed: PlacedGroup, facility: FacilityGroup, load: FacilityLoad, scene: Scene): HTMLElement {
  const button = paneButton('pane-chevron', { 'aria-label': label(facility, load, scene), 'aria-expanded': facility.open === true });
  button.dataset.fold = placed.group.key;
  signIcon(facility.open ? 'open' : 'folded', 16, 'pane-sign', button);
  return button;
}

/** The size in which a name fits; undefined where none does. */
const sizeOf = ({ name, open }: FacilityGroup, room: number, measure: Measure): number | undefined =>
  NAME_PX.find((px) => measure(name) * (px / WORD_PX) * (open ? 1.07 : 1) <= room);

/** The name, as large as it fits. */
function nameOf(facility: FacilityGroup, room: number, measure: Measure): HTMLElement {
  const { name } = facility;
  const element = htmlElement('span', '', name);
  element.title = name;
  element.classList.add('facility-name');
  element.style.fontSize = `${sizeOf(facility, room, measure) ?? NAME_PX[1]}px`;
  element.style.maxWidth = `${room}px`;
  return element;
}

/** The way to the facility's form, apart from the name, which stays on the board. */
function formLink({ id, name }: FacilityGroup, right: number, events: BoardEvents): HTMLElement[] {
  if (id === null) return [];
  const link = paneLink(name, `/facilities/${id}`, BOARD.openFacility, events);
  link.title = BOARD.openFacility;
  link.className = 'facility-form';
  link.replaceChildren();
  signIcon('leave', 13, 'pane-sign', link);
  place(link, { right });
  return [link];
}

/** The way to say that a facility stands, and of one that does to end it at once. */
function stopButtons({ id, name }: FacilityGroup, load: FacilityLoad, right: number, stops: Stops | undefined): HTMLElement[] {
  if (!stops || id === null) return [];
  const [only, ...others] = load.stops;
  const resumes = only !== undefined && others.length === 0;
  const button = resumes
    ? paneButton('facility-form facility-act is-on', { 'aria-label': LOADS.resumeOf(name) }, () => stops.resume(id, only.unit))
    : paneButton('facility-form facility-act', { 'aria-label': LOADS.stopOf(name) }, () => stops.open({ id, name, load }));
  button.title = resumes ? LOADS.resumeOf(name) : LOADS.stop;
  signIcon(resumes ? 'resume' : 'stop', 13, 'pane-sign', button);
  place(button, { right });
  return [button];
}

/** `停止中`, with its reason; a press shows what is said of it. */
function stopMark(
  { id, name }: FacilityGroup,
  load: FacilityLoad,
  stop: FacilityLoad['stops'][number],
  stops: Stops | undefined,
  brief: boolean,
): HTMLElement {
  const mark =
    stops && id !== null
      ? paneButton('facility-neck facility-act', { 'aria-label': LOADS.stopOf(name) }, () => stops.open({ id, name, load }))
      : htmlElement('span', 'facility-neck');
  if (brief) {
    mark.classList.add('is-brief');
    signIcon('stop', 12, 'pane-sign', mark);
  } else mark.append(LOADS.stopped);
  const since = STOPPING.since(STOPS[stop.reason], `${formatMonthDay(plantDate(stop.stopped_at))} ${plantClock(stop.stopped_at)}`);
  mark.title = stop.resumes_on
    ? `${since} ${STOPPING.resumesOn(formatMonthDay(stop.resumes_on), stop.resumes_on <= plantDate(now()))}`
    : since;
  return mark;
}

/** What the block is drawn with. */
interface Drawing {
  scene: Scene;
  events: BoardEvents;
  measure: Measure;
  stops: Stops | undefined;
  onTry: AskFacility | undefined;
}

function nameCell(placed: PlacedGroup, width: number, { scene, events, measure, stops }: Drawing): HTMLElement {
  const facility = placed.group.facility!;
  const load = facility.load!;
  const cell = htmlElement('div', facility.open ? 'facility-cell is-first is-open' : 'facility-cell is-first');
  place(cell, { left: 0, top: 0, width, height: STRIP_PX - 1 });
  const [stop] = load.stops;
  const neck = fullnessOf(load) >= NECK || stop !== undefined;
  const roomBeside = (mark: number): number =>
    width -
    CHEVRON_PX -
    8 -
    (load.furnace ? FLAME_PX : 0) -
    mark -
    (facility.open ? FORM_PX : 0) -
    (stops && (facility.open || stop) ? FORM_PX : 0);
  // The name comes before the word for its stop.
  const brief = stop !== undefined && sizeOf(facility, roomBeside(NECK_PX), measure) === undefined;
  const right = neck ? (brief ? STOP_PX : NECK_PX) : 0;
  const room = roomBeside(right);
  cell.append(foldButton(placed, facility, load, scene), nameOf(facility, room, measure));
  if (load.furnace) signIcon('furnace', 12, 'facility-flame', cell);
  if (stop) {
    cell.append(stopMark(facility, load, stop, stops, brief));
  } else if (neck) htmlElement('span', 'facility-neck', LOADS.neck, cell).title = LOADS.neckHint;
  cell.append(...formLink(facility, right + 2 + (stops ? FORM_PX : 0), events), ...stopButtons(facility, load, right + 2, stops));
  // The whole cell folds, but for the link.
  cell.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !target.closest('a, .facility-act')) events.onFold?.(placed.group.key, !facility.open);
  });
  return cell;
}

function rateCell(load: FacilityLoad, left: number, width: number): HTMLElement {
  const { rate, occupied_rate } = load;
  const cell = htmlElement('div', `facility-cell facility-rate${fullnessOf(load) >= NEAR ? ' is-near' : ''}`);
  place(cell, { left, top: 0, width, height: STRIP_PX - 1 });
  if (rate === null) return cell;
  if (occupied_rate !== null) {
    cell.title = occupiedText(rate, occupied_rate);
    // Fill and hours beside each other leave no room for a meter.
    const both = width >= WIDTHS.rate;
    htmlElement('span', 'rate-figure', both ? `${percentText(rate)} / ${percentText(occupied_rate)}` : percentText(fullnessOf(load)), cell);
    return cell;
  }
  if (width >= WIDTHS.rate) {
    const meter = htmlElement('span', `rate-meter is-${rateLevel(rate)}`, undefined, cell);
    place(htmlElement('i', '', undefined, meter), { width: Math.round(METER_PX * Math.min(1, rate)) });
  }
  htmlElement('span', 'rate-figure', percentText(rate), cell);
  return cell;
}

/** How many tasks, and of an open facility the way to try it with other units. */
function countCell(
  { id, name, open }: FacilityGroup,
  load: FacilityLoad,
  box: { left: number; width: number },
  onTry: AskFacility | undefined,
): HTMLElement {
  const cell = htmlElement('div', `facility-cell facility-count${open ? ' is-open' : ''}`, counted(load.matching));
  place(cell, { ...box, top: 0, height: STRIP_PX - 1 });
  if (!onTry || id === null) return cell;
  const button = paneButton(
    'facility-try facility-form facility-act',
    { 'aria-label': TRY.facilityOf(name), 'aria-haspopup': 'menu' },
    () => {
      const { left, bottom } = button.getBoundingClientRect();
      onTry({ id, name, units: load.units, date: undefined, at: { x: left, y: bottom } });
    },
  );
  button.title = TRY.facility;
  signIcon('try', 14, 'pane-sign', button);
  cell.append(button);
  return cell;
}

/** Notes beside the lanes: each unit of a furnace with its limit, else the number of units and their tasks. */
function laneNotes(placed: PlacedGroup, tasks: string): HTMLElement[] {
  const { load, lanes = 0, lane = 0, open, id } = placed.group.facility!;
  if (!load || !open || id === null) return [];
  const limit = load.limit === null || load.unit === 'hours' || load.unit === 'runs' ? null : amountText(load.limit, load.unit);
  const texts = load.furnace
    ? Array.from({ length: lanes }, (_, at) => (at < load.units ? unitLane(at + 1, limit) : ''))
    : [`${unitsText(load.units)}　${tasks}`];
  return texts.map((text, at) => {
    const note = htmlElement('div', 'facility-lane', text);
    place(note, { top: STRIP_PX + 2 + at * lane, height: load.furnace ? lane : lanes * lane });
    return note;
  });
}

function groupElement(placed: PlacedGroup, widths: typeof WIDTHS, tasks: string, drawing: Drawing): HTMLElement {
  const element = htmlElement('div', placed.group.facility?.open ? 'pane-group is-open' : 'pane-group');
  place(element, { top: placed.top, height: placed.height });
  const load = placed.group.facility?.load;
  if (!load) return element;
  // Whose rows they are is said while they are scrolled.
  const head = htmlElement('div', 'facility-head', undefined, element);
  head.style.height = `${STRIP_PX - 1}px`;
  head.append(nameCell(placed, widths.facility, drawing), rateCell(load, widths.facility, widths.rate));
  if (widths.tasks > 0) {
    const box = { left: widths.facility + widths.rate, width: widths.tasks };
    head.append(countCell(placed.group.facility!, load, box, drawing.onTry));
  }
  element.append(...laneNotes(placed, tasks));
  return element;
}

/** The left block of the facility calendar: facility, 稼働率 and how many tasks it has; `tasksOf` says what a facility does. */
export function facilityPane(
  narrow: boolean,
  { order, orderBy }: PaneOrder,
  tasksOf: (facility: number | null) => string,
  { stops, onTry }: Pick<Drawing, 'stops' | 'onTry'>,
): Pane {
  const widths = narrow ? NARROW_WIDTHS : WIDTHS;
  const sorted = (by: View['facility_order'], ordered: 'ascending' | 'descending'): PaneColumn['sort'] => ({
    ordered: order === by ? ordered : undefined,
    press: () => orderBy(by),
  });
  const columns: PaneColumn[] = [
    { title: LOADS.facility, width: widths.facility, sort: sorted('facility_code', 'ascending') },
    { title: LOADS.rate, hint: LOADS.rateHint, width: widths.rate, sort: sorted('-load', 'descending') },
    { title: LOADS.tasks, hint: LOADS.tasksHint, width: widths.tasks },
  ];
  return {
    columns: columns.filter(({ width }) => width > 0),
    rowsFrom: 0,
    group: (placed, scene, _window, events, measure) =>
      groupElement(placed, widths, tasksOf(placed.group.facility?.id ?? null), { scene, events, measure, stops, onTry }),
  };
}

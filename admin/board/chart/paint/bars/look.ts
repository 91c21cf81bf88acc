import { isHeatCode } from '../../../../../server/domain/plant/task-purpose.ts';
import { type Bar, drawnSpan, type Entry } from '../../scene/bars.ts';
import { blockX, type Timeline, widthOf } from '../../scene/blocks.ts';
import type { PlacedBar, Row } from '../../scene/layout.ts';
import { atHeight, type Marker } from '../../scene/marks.ts';
import type { Measure } from '../../scene/measure.ts';
import { type Placement, placeWords, type Wording } from '../../scene/place-words.ts';
import { drawnExtent, type Extent } from '../../scene/press.ts';
import type { Scene } from '../../scene/scene.ts';
import { type Shift, shiftOf } from '../ghosts.ts';
import type { Sign } from '../signs.ts';

/** A word of a bar; pixels from the bar's left top corner to the beginning of its baseline. */
export interface Word {
  text: string;
  x: number;
  y: number;
  className: string;
}

/** A sign of a bar; pixels from the bar's left top corner. */
export interface PlacedSign {
  sign: Sign;
  x: number;
  y: number;
  size: number;
  className: string;
}

/** A plain shape on a bar; pixels from the bar's left top corner. */
export interface PlacedBlock {
  x: number;
  y: number;
  width: number;
  height: number;
  className: string;
}

/** What is drawn on and beside a bar. */
export interface Face {
  blocks?: readonly PlacedBlock[];
  words: readonly Word[];
  signs: readonly PlacedSign[];
  /** What bar and words take of their lane, and how far the lane is free around them; pixels of the chart. */
  taken: Extent;
  free: Extent;
  /** The bar shows that it is locked; where there is no room its foot alone does. */
  showsLock: boolean;
}

/** Decides what the bars of a row bear; asked once a row and scene. */
export type Look = (row: Row, scene: Scene, measure: Measure) => ReadonlyMap<string, Face>;

/** What is said of a bar: its task, where it is done, and the task in two characters. */
interface BarText {
  main: string;
  second: string;
  short: string;
}

/** Sizes of the signs in pixels. */
export const SIGN_PX = { furnace: 12, outsourced: 13 } as const;
export const LOCK_SIGN_PX = { width: 10, height: 12 };
export const CONFLICT_PX = 14;
const CONFLICT_GAP_PX = 3;
const PADDING_PX = 4;
const STRIPE_PX = 3;
const FLAG_PX = 3;
const SIGN_GAP_PX = 2;
/** What a closed lock takes of a bar's right end. */
const LOCKED_PX = 12;

/** The sign of a bar's kind of work. */
function signOf({ entry }: Bar): keyof typeof SIGN_PX | undefined {
  if (entry.outsourced) return 'outsourced';
  return isOfFurnace(entry) ? 'furnace' : undefined;
}

/** Whether work is done in a furnace, be it in no furnace run yet. */
export const isOfFurnace = ({ furnace_run_id, outsourced, received_locked, task }: Entry): boolean =>
  furnace_run_id !== null || (!outsourced && !received_locked && isHeatCode(task));

/** A bar as it is drawn: within the timeline. */
export const extentOf = (bar: Bar, timeline: Timeline): Extent => {
  const drawn = drawnSpan(bar, bar.span);
  const from = blockX(drawn.start, timeline);
  return drawnExtent({ from, to: from + widthOf(drawn, timeline) }, widthOf(timeline, timeline));
};

function wordingOf(bar: Bar, said: BarText, shift: Shift | undefined, scene: Scene, measure: Measure): Wording {
  const { entry } = bar;
  const sign = signOf(bar);
  return {
    id: bar.id,
    bar: extentOf(bar, scene.timeline),
    left: PADDING_PX + (entry.received_locked ? STRIPE_PX : 0) + (bar.flagged && !sign ? FLAG_PX : 0),
    right: PADDING_PX + (entry.locked ? LOCKED_PX : 0),
    before: scene.conflicts?.has(bar.id) ? CONFLICT_PX + CONFLICT_GAP_PX : 0,
    after: shift?.room ?? 0,
    sign: sign ? SIGN_PX[sign] + SIGN_GAP_PX : 0,
    main: measure(said.main),
    second: said.second ? measure(said.second) : 0,
    short: said.short ? measure(said.short) : 0,
  };
}

const isBeside = (rule: Placement['rule']): boolean => rule === 'beside' || rule === 'main_beside' || rule === 'left';

interface Said {
  text: BarText;
  shift: Shift | undefined;
  wording: Wording;
}

function faceOf({ bar, height }: PlacedBar, { text: said, shift, wording }: Said, place: Placement, left: number): Face {
  const y = height / 2 + 4;
  const words: Word[] = [];
  const say = (text: string, x: number | undefined, className: string, up = 0): void => {
    if (x !== undefined) words.push({ text, x: x - left, y: y - up, className });
  };
  const outside = isBeside(place.rule) ? ' is-beside' : '';
  say(said.main, place.main, `bar-label${outside}`);
  say(said.second, place.second, `bar-place${outside || (place.rule === 'second_beside' ? ' is-beside' : '')}`);
  if (shift && place.hasAfter) say(shift.text, wording.bar.to + shift.room - shift.width, 'bar-shift');
  say(said.short, place.short, place.rule === 'small' ? 'bar-label is-small' : 'bar-label', place.rule === 'small' ? 0.7 : 0);
  const signs: PlacedSign[] = [];
  const sign = signOf(bar);
  const size = sign && SIGN_PX[sign];
  // A short locked bar has room for one picture: that it is locked matters more.
  const locked = bar.entry.locked && wording.bar.to - wording.bar.from >= LOCK_SIGN_PX.width + 4 && place.rule !== 'small';
  const room = wording.bar.to - wording.bar.from - (locked ? LOCKED_PX : 0);
  if (sign && size && place.sign !== undefined && room >= size)
    signs.push({ sign, x: place.sign - left, y: (height - size) / 2, size, className: `bar-sign is-${sign}` });
  if (wording.before > 0) {
    const x = wording.bar.from - wording.before - left;
    signs.push({ sign: 'conflict', x, y: (height - CONFLICT_PX) / 2, size: CONFLICT_PX, className: 'bar-conflict' });
  }
  return { words, signs, taken: place.taken, free: place.free, showsLock: locked };
}

/** The look of bars with one line of words, which may stand beside them. */
export function lineLook(textOf: (bar: Bar) => BarText, markersIn: (row: Row, scene: Scene, measure: Measure) => readonly Marker[]): Look {
  return (row, scene, measure) => {
    const faces = new Map<string, Face>();
    const lane: Extent = { from: 0, to: widthOf(scene.timeline, scene.timeline) };
    const markers = markersIn(row, scene, measure);
    for (const top of new Set(row.bars.map((placed) => placed.top))) {
      const bars = row.bars.filter((placed) => placed.top === top);
      const texts = bars.map(({ bar }) => textOf(bar));
      const shifts = bars.map(({ bar }) => shiftOf(scene.ghosts?.get(bar.id), extentOf(bar, scene.timeline), scene.timeline, measure));
      const wordings = bars.map(({ bar }, at) => wordingOf(bar, texts[at]!, shifts[at], scene, measure));
      const beside = markers.filter((marker) => atHeight(marker, bars[0]!));
      const places = placeWords(wordings, [...beside, ...shifts.flatMap((shift) => shift?.keepOff ?? [])], lane);
      for (const [at, placed] of bars.entries()) {
        const left = blockX(placed.bar.span.start, scene.timeline);
        faces.set(
          placed.bar.id,
          faceOf(placed, { text: texts[at]!, shift: shifts[at], wording: wordings[at]! }, places.get(placed.bar.id)!, left),
        );
      }
    }
    return faces;
  };
}

import { unmatchedLots } from '../../../texts/board/chart.ts';
import { lotsText, recipeText, temperatureText } from '../../../texts/board/loads.ts';
import { type Bar, type Charge, drawnSpan, foundIn } from '../scene/bars.ts';
import { blockX } from '../scene/blocks.ts';
import type { PlacedBar, Row } from '../scene/layout.ts';
import { NEAR } from '../scene/load-strip.ts';
import { type Measure, WORD_PX } from '../scene/measure.ts';
import type { Extent } from '../scene/press.ts';
import type { Scene } from '../scene/scene.ts';
import {
  CONFLICT_PX,
  extentOf,
  type Face,
  isOfFurnace,
  LOCK_SIGN_PX,
  type Look,
  type PlacedBlock,
  type PlacedSign,
  SIGN_PX,
  type Word,
} from './bars/look.ts';
import { fillOf } from './charge-tip.ts';

/** How much wider bold letters are. */
const BOLD = 1.07;
const SMALL = 10.5 / WORD_PX;
const PAD_PX = 4;
/** Bars from this width on bear the number of their order, whole. */
export const NAMED_PX = 68;
/** Bars below this width bear nothing. */
const LEAST_PX = 28;
/** A box below this width has smaller letters. */
const TIGHT_PX = 56;
const TIGHT = 10 / WORD_PX;
const METER_PX = 4;
const STRIPE_PX = 3;
/** The part of a box that the search leaves out, at its foot. */
const UNMATCHED_PX = 7;

const fitting = (texts: readonly string[], room: number, measure: Measure, scale: number): string | undefined =>
  texts.find((text) => measure(text) * scale <= room);

/** Order and task on two lines, or on one; each whole, or not at all: the pointer reads the rest. */
function workWords({ entry }: Bar, width: number, height: number, measure: Measure): Word[] {
  const left = PAD_PX - 1 + (entry.received_locked ? STRIPE_PX : 0);
  const room = width - left - PAD_PX + 1;
  const at = (text: string, x: number, y: number, className: string): Word => ({ text, x, y, className });
  if (height < 24) {
    const text = fitting([`${entry.unique_order} ${entry.task_name}`, entry.unique_order, entry.task_name], room, measure, 1);
    return text ? [at(text, left, height / 2 + 4, 'bar-label')] : [];
  }
  if (width < LEAST_PX) return [];
  const serial = fitting([entry.unique_order, entry.serial_number], room + 2, measure, BOLD);
  const lock = entry.locked ? LOCK_SIGN_PX.width + 2 : 0;
  const task = fitting([entry.task_name], room - lock, measure, SMALL);
  return [...(serial ? [at(serial, left, 13, 'bar-label is-order')] : []), ...(task ? [at(task, left, 25, 'bar-label is-small')] : [])];
}

/** Temperature and time, how full it is (with what it holds where there is room; that alone where the furnace has no limit), lots; on a day's width in smaller letters. */
function chargeWords(charge: Charge, width: number, measure: Measure): Word[] {
  const { temperature, retention_time } = charge.run.recipe;
  const { load, share } = fillOf(charge);
  const lots = charge.run.members.length;
  const out = foundIn(charge).length > 0 ? lots - foundIn(charge).length : 0;
  const full = share === null ? undefined : `${Math.round(share)}%`;
  const tight = width < TIGHT_PX;
  const x = tight ? PAD_PX + METER_PX : PAD_PX + METER_PX + 3;
  const room = width - x - 2;
  const scale = tight ? TIGHT : 1;
  const size = tight ? ' is-tight' : '';
  const lines = [
    {
      texts: [recipeText(temperature, retention_time), temperatureText(temperature)],
      scale: scale * BOLD,
      className: 'bar-label is-order',
    },
    { texts: full === undefined ? [load] : [`${full} ${load}`, full], scale, className: 'bar-label' },
    {
      texts: [...(out > 0 ? [unmatchedLots(out)] : []), lotsText(lots)],
      scale: scale * SMALL,
      className: 'bar-label is-small',
    },
  ];
  return lines.flatMap(({ texts, scale: by, className }, at) => {
    const text = fitting(texts, room, measure, by);
    return text ? [{ text, x, y: 14 + 14 * at, className: `${className}${size}` }] : [];
  });
}

/** How full a furnace run is, as a column at its left. */
function meterOf(charge: Charge, width: number, height: number): PlacedBlock[] {
  const { share } = fillOf(charge);
  if (share === null || width < 3 * METER_PX) return [];
  const full = height - 10;
  const filled = Math.round(Math.min(1, share / 100) * full);
  const level = share > 100.05 ? 'over' : share >= NEAR * 100 ? 'near' : 'calm';
  const box = { x: width < TIGHT_PX ? PAD_PX - 1 : PAD_PX, width: METER_PX };
  return [
    { ...box, y: 5, height: full, className: 'charge-meter' },
    { ...box, y: 5 + full - filled, height: filled, className: `charge-fill is-${level}` },
  ];
}

/** How much of a furnace run the search leaves out, where it finds some of it: a hatched part of the box's foot. */
function unmatchedFoot(charge: Charge, width: number, height: number): PlacedBlock[] {
  const found = foundIn(charge).length;
  const share = 1 - found / charge.run.members.length;
  if (found === 0 || share === 0) return [];
  const part = Math.max(UNMATCHED_PX, Math.round(share * (width - 2)));
  return [{ x: width - part - 1, y: height - UNMATCHED_PX - 1, width: part, height: UNMATCHED_PX, className: 'bar-unmatched' }];
}

/** The words of a bar; of work that the search leaves out none: it is there to be seen, not to be read. */
function wordsOf(bar: Bar, width: number, height: number, measure: Measure): Word[] {
  if (bar.charge) return chargeWords(bar.charge, width, measure);
  return bar.entry.unmatched ? [] : workWords(bar, width, height, measure);
}

/** Work of a furnace in no furnace run, as a lot that was drawn out of one: no box is without a word or a sign. */
function furnaceSign({ entry, charge }: Bar, width: number, height: number): PlacedSign[] {
  if (charge || entry.unmatched || !isOfFurnace(entry) || width < SIGN_PX.furnace + 4) return [];
  const size = SIGN_PX.furnace;
  return [{ sign: 'furnace', x: (width - size) / 2, y: (height - size) / 2, size, className: 'bar-sign is-furnace' }];
}

function faceOf({ bar, height }: PlacedBar, extent: Extent, free: Extent, scene: Scene, measure: Measure): Face {
  const width = extent.to - extent.from;
  // A bar that began before the first day bears its words where it becomes visible.
  const shift = extent.from - blockX(drawnSpan(bar, bar.span).start, scene.timeline);
  const shifted = <Thing extends { x: number }>(things: readonly Thing[]): Thing[] => things.map((one) => ({ ...one, x: one.x + shift }));
  const signs: PlacedSign[] = scene.conflicts?.has(bar.id)
    ? [{ sign: 'conflict', x: -CONFLICT_PX - 2, y: (height - CONFLICT_PX) / 2, size: CONFLICT_PX, className: 'bar-conflict' }]
    : [];
  const { charge } = bar;
  const words = wordsOf(bar, width, height, measure);
  return {
    blocks: shifted(charge ? [...meterOf(charge, width, height), ...unmatchedFoot(charge, width, height)] : []),
    words: shifted(words),
    signs: [...signs, ...shifted(words.length === 0 ? furnaceSign(bar, width, height) : [])],
    taken: extent,
    free,
    showsLock: bar.entry.locked && width >= LOCK_SIGN_PX.width + 4,
  };
}

/** The look of bars in the rows of facilities: words on the bar alone, for the lanes are full. */
export const facilityLook: Look = (row: Row, scene, measure) => {
  const faces = new Map<string, Face>();
  const lanes = new Map<number, PlacedBar[]>();
  for (const placed of row.bars) {
    const lane = lanes.get(placed.top);
    if (lane) lane.push(placed);
    else lanes.set(placed.top, [placed]);
  }
  for (const lane of lanes.values()) {
    const extents = lane.map(({ bar }) => extentOf(bar, scene.timeline));
    for (const [at, placed] of lane.entries()) {
      const free = { from: extents[at - 1]?.to ?? 0, to: extents[at + 1]?.from ?? Number.POSITIVE_INFINITY };
      faces.set(placed.bar.id, faceOf(placed, extents[at]!, free, scene, measure));
    }
  }
  return faces;
};

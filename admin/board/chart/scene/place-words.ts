import type { Extent } from './press.ts';

/** What is to be said of one bar of a lane; widths and edges in pixels, 0 for what there is not. */
export interface Wording {
  id: string;
  /** The bar as it is drawn. */
  bar: Extent;
  /** Kept free inside the bar, at its left and at its right. */
  left: number;
  right: number;
  /** What stands left of the bar and belongs to it: the mark of a conflict. */
  before: number;
  /** What stands right of the bar and belongs to it, gap included: how far it went. Left out where there is no room. */
  after?: number;
  /** The sign before the words. */
  sign: number;
  /** The task, where it is done, and the task in two characters. */
  main: number;
  second: number;
  short: number;
}

/** The first that fits, in this order; `none` where not even two characters do. */
type Rule = 'inside' | 'second_beside' | 'beside' | 'main_beside' | 'left' | 'short' | 'small' | 'none';

/** Where the words of a bar go: left edges in pixels, undefined for what is not said. */
export interface Placement {
  rule: Rule;
  sign: number | undefined;
  main: number | undefined;
  second: number | undefined;
  short: number | undefined;
  /** Whether there is room for what belongs right of the bar. */
  hasAfter: boolean;
  /** What bar and words take of the lane. */
  taken: Extent;
  /** How far the lane is free around them. */
  free: Extent;
}

/** Between a bar and the words beside it, and between task and place. */
const BESIDE_PX = 5;
const BETWEEN_PX = 5;
const SIGN_GAP_PX = 2;
/** Between words and the next thing in the lane. */
const MARGIN_PX = 4;
/** How much smaller two characters are set on a bar that is too short for them. */
export const SMALL = 9 / 11;
/** The edges of a bar, over which small words may not reach. */
const EDGES_PX = 2;

/** The free part of the lane around a bar; what crosses the bar itself, as the line of today may, takes nothing beside it. */
function freeAround({ bar, before }: Wording, others: readonly Extent[], lane: Extent): Extent {
  let { from, to } = lane;
  for (const other of others) {
    if (other.to > bar.to) to = Math.min(to, other.from);
    if (other.from < bar.from) from = Math.max(from, other.to);
  }
  return { from: Math.min(from, bar.from - before), to: Math.max(to, bar.to) };
}

const nothing = { sign: undefined, main: undefined, second: undefined, short: undefined };

/** The sign alone inside: in the middle, where there is room. */
function signAlone({ bar, sign, left, right }: Wording): number | undefined {
  const room = bar.to - right - (bar.from + left);
  return sign > 0 && sign - SIGN_GAP_PX <= room + MARGIN_PX ? bar.from + left + (room - sign + SIGN_GAP_PX) / 2 : undefined;
}

function placed(words: Wording, free: Extent): Omit<Placement, 'free' | 'hasAfter'> {
  const { bar, left, right, before, after = 0, sign, main, second, short } = words;
  const own: Extent = { from: bar.from - before, to: bar.to + after };
  const start = bar.from + left;
  const room = bar.to - right - start;
  const at = start + sign;
  const both = main + (second > 0 ? BETWEEN_PX + second : 0);
  if (sign + both <= room) {
    const then = second > 0 ? at + main + BETWEEN_PX : undefined;
    return { ...nothing, rule: 'inside', sign: sign > 0 ? start : undefined, main: at, second: then, taken: own };
  }
  const beside = own.to + BESIDE_PX;
  const fits = (width: number): boolean => beside + width + MARGIN_PX <= free.to;
  const until = (width: number): Extent => ({ ...own, to: beside + width });
  const alone = signAlone(words);
  if (sign + main <= room && fits(second))
    return { ...nothing, rule: 'second_beside', sign: sign > 0 ? start : undefined, main: at, second: beside, taken: until(second) };
  if (fits(both)) {
    const then = second > 0 ? beside + main + BETWEEN_PX : undefined;
    return { ...nothing, rule: 'beside', sign: alone, main: beside, second: then, taken: until(both) };
  }
  // The task is what must be said: inside without its place before beside without it.
  if (sign + main <= room) return { ...nothing, rule: 'inside', sign: sign > 0 ? start : undefined, main: at, taken: own };
  if (fits(main)) return { ...nothing, rule: 'main_beside', sign: alone, main: beside, taken: until(main) };
  const behind = own.from - BESIDE_PX - main;
  if (behind - MARGIN_PX >= free.from) return { ...nothing, rule: 'left', sign: alone, main: behind, taken: { ...own, from: behind } };
  const inner = bar.to - bar.from;
  if (short > 0 && sign + short <= room) return { ...nothing, rule: 'short', sign: sign > 0 ? start : undefined, short: at, taken: own };
  if (short > 0 && short <= room) return { ...nothing, rule: 'short', short: start + (room - short) / 2, taken: own };
  const small = short * SMALL;
  if (short > 0 && small <= inner - EDGES_PX) return { ...nothing, rule: 'small', short: bar.from + (inner - small) / 2, taken: own };
  return { ...nothing, rule: 'none', taken: own };
}

/**
 * Places the words of a lane's bars, in the order of their starts: inside, beside, left of the bar, else two characters. Words never reach
 * over another bar, over words that stand already, over a marker or beyond the lane, and are never cut. The bars of a lane do not overlap.
 */
export function placeWords(bars: readonly Wording[], markers: readonly Extent[], lane: Extent): Map<string, Placement> {
  const others: Extent[] = bars.map(({ bar, before }) => ({ from: bar.from - before, to: bar.to }));
  const found = new Map<string, Placement>();
  for (const [at, words] of bars.entries()) {
    const free = freeAround(words, [...markers, ...others.slice(0, at), ...others.slice(at + 1)], lane);
    const after = words.after && words.bar.to + words.after + MARGIN_PX <= free.to ? words.after : 0;
    const placement = placed({ ...words, after }, free);
    others[at] = placement.taken;
    found.set(words.id, { ...placement, hasAfter: after > 0, free });
  }
  return found;
}

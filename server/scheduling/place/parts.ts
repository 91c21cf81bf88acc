import { NONE, type Problem } from '../problem.ts';

type Places = Pick<Parts, 'start' | 'end' | 'after'>;

/**
 * Places of the parts of each step, kept by its first part: a lot too large for one furnace run has thousands, and nobody goes through them all. Only steps of
 * several parts need it.
 */
export interface Parts {
  /** The draft's own places of all activities. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly after: Int32Array;
  readonly lead: Int32Array;
  /** How many parts the step has, and how many of them are placed. */
  readonly size: Int32Array;
  readonly placed: Int32Array;
  /** The machine of those that are placed. */
  readonly machine: Int32Array;
  readonly firstStart: Int32Array;
  readonly lastEnd: Int32Array;
  readonly lastAfter: Int32Array;
  /** The three above must be counted again: a part has left one of their places. */
  readonly isStale: Uint8Array;
}

/** The parts of a problem before any is placed; `places` are the draft's arrays. */
export function createParts({ activities: { count, lead } }: Problem, { start, end, after }: Places): Parts {
  const none = (): Int32Array => new Int32Array(count).fill(NONE);
  const size = new Int32Array(count);
  for (let a = 0; a < count; a += 1) size[lead[a]!]! += 1;
  const placed = new Int32Array(count);
  const isStale = new Uint8Array(count);
  return { start, end, after, lead, size, placed, machine: none(), firstStart: none(), lastEnd: none(), lastAfter: none(), isStale };
}

/** Counts a placed part, as new or, with `moved`, as placed before. */
export function countPart(parts: Parts, part: number, machine: number, moved: boolean): void {
  const lead = parts.lead[part]!;
  if (parts.size[lead] === 1) return;
  parts.machine[lead] = machine;
  if (moved) parts.isStale[lead] = 1;
  else parts.placed[lead]! += 1;
  if (!parts.isStale[lead]) widen(parts, lead, part);
}

/** Counts a part out that still has its place. */
export function discountPart(parts: Parts, part: number): void {
  const lead = parts.lead[part]!;
  if (parts.size[lead] === 1) return;
  parts.placed[lead]! -= 1;
  const isOutmost =
    parts.start[part] === parts.firstStart[lead] || parts.end[part] === parts.lastEnd[lead] || parts.after[part] === parts.lastAfter[lead];
  if (isOutmost) parts.isStale[lead] = 1;
}

function widen({ start, end, after, firstStart, lastEnd, lastAfter }: Parts, lead: number, part: number): void {
  if (firstStart[lead] === NONE || start[part]! < firstStart[lead]!) firstStart[lead] = start[part]!;
  if (end[part]! > lastEnd[lead]!) lastEnd[lead] = end[part]!;
  if (after[part]! > lastAfter[lead]!) lastAfter[lead] = after[part]!;
}

function renew(parts: Parts, lead: number): void {
  if (!parts.isStale[lead]) return;
  parts.isStale[lead] = 0;
  parts.firstStart[lead] = NONE;
  parts.lastEnd[lead] = NONE;
  parts.lastAfter[lead] = NONE;
  if (parts.placed[lead] === 0) return;
  const to = lead + parts.size[lead]!;
  for (let part = lead; part < to; part += 1) if (parts.start[part] !== NONE) widen(parts, lead, part);
}

/** How many parts of a step have no place; asked, as all of these, by its first part. */
export const openParts = ({ size, placed, start }: Parts, lead: number): number =>
  size[lead] === 1 ? Number(start[lead] === NONE) : size[lead]! - placed[lead]!;

/** Earliest start of the placed parts of a step, NONE without one. */
export function firstStartOf(parts: Parts, lead: number): number {
  if (parts.size[lead] === 1) return parts.start[lead]!;
  renew(parts, lead);
  return parts.firstStart[lead]!;
}

/** Latest end of the placed parts of a step, NONE without one. */
export function lastEndOf(parts: Parts, lead: number): number {
  if (parts.size[lead] === 1) return parts.end[lead]!;
  renew(parts, lead);
  return parts.lastEnd[lead]!;
}

/** Tick from which the placed parts of a step let the next one start, NONE without one. */
export function lastAfterOf(parts: Parts, lead: number): number {
  if (parts.size[lead] === 1) return parts.after[lead]!;
  renew(parts, lead);
  return parts.lastAfter[lead]!;
}

/** The machine that a part must use because others of its step are there, NONE where any will do. */
export function sharedMachine(parts: Parts, part: number): number {
  const lead = parts.lead[part]!;
  const others = parts.placed[lead]! - (parts.start[part] === NONE ? 0 : 1);
  return parts.size[lead] === 1 || others === 0 ? NONE : parts.machine[lead]!;
}

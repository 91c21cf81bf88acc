/**
 * Capacity over consecutive slots (working ticks of a unit machine, plain ticks of a furnace). One bit a slot says "full", so that a search for
 * room skips 32 slots a step in both directions, and taking back is as cheap as taking.
 */
export interface Profile {
  readonly size: number;
  readonly units: Uint16Array;
  readonly used: Uint16Array;
  /** Bit set: no unit free. Slots beyond the end count as full. */
  readonly full: Int32Array;
}

/** A profile with nothing taken. `units` is not copied. */
export function createProfile(units: Uint16Array): Profile {
  const size = units.length;
  const full = new Int32Array((size >> 5) + 2).fill(-1, size >> 5);
  full[size >> 5] = -1 << (size & 31);
  for (let slot = units.indexOf(0); slot >= 0; slot = units.indexOf(0, slot + 1)) full[slot >> 5]! |= 1 << (slot & 31);
  return { size, units, used: new Uint16Array(size), full };
}

/** A copy of a profile, to be changed by itself; `units` is shared. */
export const copyOf = ({ size, units, used, full }: Profile): Profile => ({ size, units, used: used.slice(), full: full.slice() });

/** Takes one unit in [from, to), even beyond capacity (fixed entries). */
export function take(profile: Profile, from: number, to: number): void {
  const { used, units, full } = profile;
  const end = to < profile.size ? to : profile.size;
  for (let slot = from; slot < end; slot += 1) {
    const now = used[slot]! + 1;
    used[slot] = now;
    if (now >= units[slot]!) full[slot >> 5]! |= 1 << (slot & 31);
  }
}

/** Gives back what `take` took. */
export function giveBack(profile: Profile, from: number, to: number): void {
  const { used, units, full } = profile;
  const end = to < profile.size ? to : profile.size;
  for (let slot = from; slot < end; slot += 1) {
    const now = used[slot]! - 1;
    used[slot] = now;
    if (now < units[slot]!) full[slot >> 5]! &= ~(1 << (slot & 31));
  }
}

const lowest = (word: number): number => 31 - Math.clz32(word & -word);
const highest = (word: number): number => 31 - Math.clz32(word);

/** First set bit in [from, to), -1 where there is none. */
export function nextSet(bits: Int32Array, from: number, to: number): number {
  if (from >= to) return -1;
  let word = from >> 5;
  const last = (to - 1) >> 5;
  let value = bits[word]! & (-1 << (from & 31));
  while (value === 0) {
    word += 1;
    if (word > last) return -1;
    value = bits[word]!;
  }
  const bit = (word << 5) + lowest(value);
  return bit < to ? bit : -1;
}

/** First clear bit in [from, to), `to` where there is none. */
export function nextClear(bits: Int32Array, from: number, to: number): number {
  if (from >= to) return to;
  let word = from >> 5;
  const last = (to - 1) >> 5;
  let value = ~bits[word]! & (-1 << (from & 31));
  while (value === 0) {
    word += 1;
    if (word > last) return to;
    value = ~bits[word]!;
  }
  const bit = (word << 5) + lowest(value);
  return bit < to ? bit : to;
}

/** Last set bit in [from, to), -1 where there is none. */
export function previousSet(bits: Int32Array, from: number, to: number): number {
  if (from >= to) return -1;
  let word = (to - 1) >> 5;
  const first = from >> 5;
  let value = bits[word]! & (-1 >>> (31 - ((to - 1) & 31)));
  while (value === 0) {
    word -= 1;
    if (word < first) return -1;
    value = bits[word]!;
  }
  const bit = (word << 5) + highest(value);
  return bit >= from ? bit : -1;
}

/** Last clear bit in [from, to), -1 where there is none. */
export function previousClear(bits: Int32Array, from: number, to: number): number {
  if (from >= to) return -1;
  let word = (to - 1) >> 5;
  const first = from >> 5;
  let value = ~bits[word]! & (-1 >>> (31 - ((to - 1) & 31)));
  while (value === 0) {
    word -= 1;
    if (word < first) return -1;
    value = ~bits[word]!;
  }
  const bit = (word << 5) + highest(value);
  return bit >= from ? bit : -1;
}

/** Whether [from, to) has a unit free throughout. */
export const isFree = (profile: Profile, from: number, to: number): boolean =>
  from >= 0 && to <= profile.size && nextSet(profile.full, from, to) < 0;

/** Earliest slot >= from with `length` free slots in a row, -1 where the profile ends first. */
export function earliestRoom(profile: Profile, from: number, length: number): number {
  const { full, size } = profile;
  let slot = nextClear(full, from, size);
  while (slot + length <= size) {
    const wall = nextSet(full, slot, slot + length);
    if (wall < 0) return slot;
    slot = nextClear(full, wall + 1, size);
  }
  return -1;
}

/** Latest slot from which `length` free slots lie in a row at or after `from` and end at or before `to`; -1 where there is none. */
export function latestRoom(profile: Profile, from: number, to: number, length: number): number {
  const { full } = profile;
  let end = (to < profile.size ? to : profile.size) - 1;
  while (end - length + 1 >= from) {
    end = previousClear(full, from, end + 1);
    if (end < 0 || end - length + 1 < from) return -1;
    const wall = previousSet(full, end - length + 1, end + 1);
    if (wall < 0) return end - length + 1;
    end = wall - 1;
  }
  return -1;
}

import type { WorkCalendar } from '../../calendar.ts';
import type { Clockwork } from '../../place/clockwork.ts';
import { createDraft } from '../../place/draft.ts';
import type { Profile } from '../../place/profile.ts';
import type { Problem } from '../../problem.ts';

/** One unit of a machine, and what is left of it beside fixed entries. */
export interface Unit {
  readonly machine: number;
  /** Slots of the machine that this unit does not have; null: it has all of them, always. */
  readonly profile: Profile | null;
  readonly calendar: WorkCalendar;
}

/** The units of all machines: those of one are [from[machine], from[machine + 1]). */
export interface Units {
  readonly list: readonly Unit[];
  readonly from: Int32Array;
}

/** More units of one machine than this count as this many: no plan uses them. */
const MOST_UNITS = 64;

/** Makes the units of all machines, each with what fixed entries leave it. */
export function createUnits(problem: Problem, clockwork: Clockwork): Units {
  const list: Unit[] = [];
  const from = new Int32Array(problem.machines.length + 1);
  const { profiles } = createDraft(problem, clockwork);
  for (let machine = 0; machine < problem.machines.length; machine += 1) {
    from[machine] = list.length;
    const profile = profiles[machine];
    if (!profile) continue;
    let most = 0;
    for (let slot = 0; slot < profile.size; slot += 1) most = Math.max(most, profile.units[slot]! - profile.used[slot]!);
    for (let nth = 0; nth < Math.min(most, MOST_UNITS); nth += 1)
      list.push({ machine, profile: profileOf(profile, nth), calendar: clockwork.work[machine]! });
  }
  from[problem.machines.length] = list.length;
  return { list, from };
}

/** The slots in which the machine has more than `nth` units free; null where these are all. */
function profileOf(profile: Profile, nth: number): Profile | null {
  const full = new Int32Array(profile.full.length).fill(-1, profile.size >> 5);
  full[profile.size >> 5] = -1 << (profile.size & 31);
  let closed = false;
  for (let slot = 0; slot < profile.size; slot += 1) {
    if (profile.units[slot]! - profile.used[slot]! > nth) continue;
    full[slot >> 5]! |= 1 << (slot & 31);
    closed = true;
  }
  return closed ? { ...profile, full } : null;
}

import { roundEnd, type WorkCalendar } from '../calendar.ts';
import { NONE, type Problem } from '../problem.ts';
import type { Clockwork } from './clockwork.ts';
import { backFromPartner } from './partner.ts';
import { nextClear, nextSet, type Profile } from './profile.ts';

/** From when to when. Reused: looking allocates nothing. */
export interface Span {
  start: number;
  end: number;
}

/** Work of so many working ticks from a slot on; what takes no time stands at `ready`. False where the calendar ends first. */
export function spanOfWork({ tickOf }: WorkCalendar, slot: number, length: number, ready: number, span: Span): boolean {
  if (slot < 0 || slot + length > tickOf.length) return false;
  span.start = length === 0 ? ready : tickOf[slot]!;
  span.end = length === 0 ? ready : tickOf[slot + length - 1]! + 1;
  return true;
}

/** The first way to a partner and back from a tick on. False where none is back by the horizon. */
export function spanAway(problem: Problem, clockwork: Clockwork, mode: number, ready: number, span: Span): boolean {
  const { before, tickOf } = clockwork.work[problem.modes.machine[mode]!]!;
  const slot = before[ready]!;
  if (slot >= tickOf.length) return false;
  span.start = tickOf[slot]!;
  span.end = backFromPartner(problem, clockwork.nextWorkingDay, mode, span.start);
  return span.end !== NONE;
}

/** Start of the first run of so many ticks that starts at a tick of the mask, no earlier than `ready`, and has the furnace until its end. NONE: none by the horizon. */
export function startOfRun({ day, horizon }: Problem, mask: Int32Array, profile: Profile | null, need: number, ready: number): number {
  for (let start = nextSet(mask, ready, horizon); start >= 0; ) {
    const end = roundEnd(day, start + need);
    if (end > horizon) return NONE;
    const wall = profile ? nextSet(profile.full, start, end) : -1;
    if (wall < 0) return start;
    start = nextSet(mask, nextClear(profile!.full, wall + 1, horizon), horizon);
  }
  return NONE;
}

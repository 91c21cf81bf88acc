import { NONE, type Problem } from '../problem.ts';

/**
 * Tick at which a lot that leaves for its partner at `start` is back: on the first working morning at least `duration` calendar days later. If the partner
 * answered, at the answered tick, but not before the usual one after a handover at `backBy` or later. Never falls with `start`; NONE beyond the horizon.
 */
export function backFromPartner(problem: Problem, nextWorkingDay: Int32Array, mode: number, start: number): number {
  const { modes } = problem;
  const answered = modes.back[mode]!;
  if (answered > problem.horizon) return NONE;
  if (answered !== NONE && start < modes.backBy[mode]!) return answered;
  const usual = afterDays(problem, nextWorkingDay, start, modes.duration[mode]!);
  return usual !== NONE && usual < answered ? answered : usual;
}

/** The first working morning `days` calendar days after the date of `start` or later; NONE beyond the horizon. */
export function afterDays({ day, horizon }: Problem, nextWorkingDay: Int32Array, start: number, days: number): number {
  if (!day) return start + days;
  for (let back = Math.floor(start / day.ticks) + days; back < nextWorkingDay.length - 1; back += 1) {
    const morning = nextWorkingDay[back]! * day.ticks + day.firstEnd;
    if (morning > start) return morning <= horizon ? morning : NONE;
  }
  return NONE;
}

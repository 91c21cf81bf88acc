import { NONE, type Problem } from '../problem.ts';

/**
 * Where the last part of a split lot was found, for the next part like it. Room only gets less while nothing is lifted, so the next part need not look earlier.
 * `activity` is NONE while nothing is known.
 */
export interface Found {
  activity: number;
  mode: number;
  ready: number;
  runDelay: number;
  joinAllowance: number;
  /** Earliest start of a run of its own, NONE: nowhere. */
  fresh: number;
  /** No run that starts before may be joined. */
  from: number;
}

export const createFound = (): Found => ({
  activity: NONE,
  mode: NONE,
  ready: NONE,
  runDelay: 0,
  joinAllowance: 0,
  fresh: NONE,
  from: NONE,
});

/** Room has come back. */
export function forget(found: Found): void {
  found.activity = NONE;
}

/** Forgets the last place if a run opens before it: the next part may join that run. */
export function forgetBehind(found: Found, start: number): void {
  if (start < found.from) found.activity = NONE;
}

/** Whether the search for this part, asked in the same way, may begin where the last one ended. */
export function isLikeFound({ activities, modes }: Problem, found: Found, part: number, mode: number): boolean {
  const { activity: other, mode: like } = found;
  return (
    other !== NONE &&
    activities.lead[other] === activities.lead[part] &&
    activities.weight[part]! >= activities.weight[other]! &&
    activities.volume[part]! >= activities.volume[other]! &&
    modes.machine[mode] === modes.machine[like] &&
    modes.kind[mode] === modes.kind[like] &&
    modes.recipe[mode] === modes.recipe[like] &&
    modes.duration[mode] === modes.duration[like] &&
    modes.setup[mode] === modes.setup[like] &&
    modes.weekdays[mode] === modes.weekdays[like] &&
    modes.lag[mode] === modes.lag[like] &&
    modes.waitDays[mode] === modes.waitDays[like]
  );
}

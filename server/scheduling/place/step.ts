import { NONE } from '../problem.ts';
import { findEarliest, findEarliestIn } from './earliest.ts';
import { type Draft, lift, readyOf } from './occupancy.ts';
import { type Place, settleAt, type Taste } from './placement.ts';

/**
 * Places the missing parts of a step, each as early as possible. If none is placed yet, they go to the machine on which the last of them releases the next step
 * first. `lead`: the first part. False, and nothing placed, if they do not fit into the horizon.
 */
export function settleStep(draft: Draft, lead: number, taste: Taste, place: Place): boolean {
  const { activities } = draft.problem;
  const parts: number[] = [];
  let part = lead;
  for (; activities.lead[part] === lead; part += 1) if (draft.start[part] === NONE) parts.push(part);
  if (parts.length < 2 || parts.length < part - lead) return settleParts(draft, parts, NONE, taste, place);
  let [best, first] = [NONE, Number.POSITIVE_INFINITY];
  for (let mode = activities.modeFrom[lead]!; mode < activities.modeFrom[lead + 1]!; mode += 1) {
    if (!settleParts(draft, parts, mode, taste, place)) continue;
    const after = parts.reduce((latest, each) => Math.max(latest, draft.after[each]!), NONE);
    if (after < first) [best, first] = [mode, after];
    liftParts(draft, parts);
  }
  return best !== NONE && settleParts(draft, parts, best, taste, place);
}

/** The first part in the mode, NONE: in any; the others follow it to its machine. */
function settleParts(draft: Draft, parts: readonly number[], mode: number, taste: Taste, place: Place): boolean {
  for (const [index, part] of parts.entries()) {
    const ready = readyOf(draft, part);
    const isFound =
      ready !== NONE &&
      (index === 0 && mode !== NONE ? findEarliestIn(draft, mode, ready, taste, place) : findEarliest(draft, part, ready, taste, place));
    if (!isFound) {
      liftParts(draft, parts.slice(0, index));
      return false;
    }
    settleAt(draft, part, place);
  }
  return true;
}

function liftParts(draft: Draft, parts: readonly number[]): void {
  for (const part of parts.toReversed()) lift(draft, part);
}

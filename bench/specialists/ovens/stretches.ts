import { editStretch } from './edits.ts';
import { type Mover, placeNear, reach, startOf } from './mover.ts';
import { fits, NOWHERE } from './ovens.ts';

/** Exchanges what two machines do from about one time on. */
export function swapTails(mover: Mover): boolean {
  const { plan, random, edits } = mover;
  const { machines } = plan.ovens;
  const batch = plan.batchOf[random.below(plan.ovens.jobs)]!;
  const [a, b] = [plan.machine[batch]!, random.below(machines)];
  if (a === b) return false;
  const [fromA, fromB] = [plan.position[batch]!, placeNear(mover, b, startOf(plan, batch))];
  const [tailA, tailB] = [plan.length[a]! - fromA, plan.length[b]! - fromB];
  for (let at = 0; at < tailA; at++) if (!fits(plan, plan.sequence[a * plan.slots + fromA + at]!, b)) return false;
  for (let at = 0; at < tailB; at++) if (!fits(plan, plan.sequence[b * plan.slots + fromB + at]!, a)) return false;
  editStretch(edits, a, fromA, plan.length[a]!, b * plan.slots + fromB, tailB);
  editStretch(edits, b, fromB, plan.length[b]!, a * plan.slots + fromA, tailA);
  return true;
}

const LONGEST_STRETCH = 3;

/** Exchanges some batches in a row for about as much work elsewhere, so that what comes behind hardly moves. */
export function swapStretches(mover: Mover): boolean {
  const { plan, random, edits } = mover;
  const batch = plan.batchOf[random.below(plan.ovens.jobs)]!;
  const a = plan.machine[batch]!;
  const b = random.below(plan.ovens.machines);
  const atA = plan.position[batch]!;
  const countA = Math.min(1 + random.below(LONGEST_STRETCH), plan.length[a]! - atA);
  let work = 0;
  for (let at = 0; at < countA; at++) work += plan.duration[plan.sequence[a * plan.slots + atA + at]!]!;
  let atB: number;
  if (a === b) {
    const step = reach(random, plan.length[a]!) - 1;
    atB = random.next() < 0.5 ? atA + countA + step : atA - 1 - step;
  } else atB = placeNear(mover, b, startOf(plan, batch));
  if (atB < 0 || atB > plan.length[b]!) return false;
  // As many as come nearest to the same work.
  const limit = a === b && atB < atA ? atA : plan.length[b]!;
  let [countB, left] = [0, work];
  const some = random.next() < 0.25 ? random.below(LONGEST_STRETCH + 1) : NOWHERE;
  while (atB + countB < limit) {
    const duration = plan.duration[plan.sequence[b * plan.slots + atB + countB]!]!;
    if (some === NOWHERE ? Math.abs(left - duration) > left : countB >= some) break;
    left -= duration;
    countB++;
  }
  if (a === b && countB === 0) return false;
  if (a !== b) {
    for (let at = 0; at < countA; at++) if (!fits(plan, plan.sequence[a * plan.slots + atA + at]!, b)) return false;
    for (let at = 0; at < countB; at++) if (!fits(plan, plan.sequence[b * plan.slots + atB + at]!, a)) return false;
  }
  editStretch(edits, a, atA, atA + countA, b * plan.slots + atB, countB);
  editStretch(edits, b, atB, atB + countB, a * plan.slots + atA, countA);
  return true;
}

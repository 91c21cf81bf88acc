import { edit } from './edits.ts';
import { draft, type Mover, placeAt, placeNear, startOf } from './mover.ts';
import { DRAFTS, fits, NOWHERE, type Ovens, SLACK, summarize } from './ovens.ts';

/** Batches of one recipe that a move may refill together. */
const REFILLED = DRAFTS;

/** Moves a batch, or leaves it; then it and batches of its recipe that stand between the old and the new time share their jobs anew, in order of time. */
export function moveAndRefill(mover: Mover): boolean {
  const { plan, random, slots, times } = mover;
  const { ovens } = plan;
  const moved = plan.batchOf[random.below(plan.ovens.jobs)]!;
  const machine = random.below(ovens.machines);
  if (((plan.eligible[moved]! >> machine) & 1) === 0) return false;
  const was = startOf(plan, moved);
  const place = placeNear(mover, machine, was);
  const [home, at] = [plan.machine[moved]!, plan.position[moved]!];
  const stays = machine === home && (place === at || place === at + 1);
  let time = was;
  if (!stays) {
    const ahead = machine === home && place - 1 === at ? place - 2 : place - 1;
    time = ahead < 0 ? 0 : plan.end[plan.sequence[machine * plan.slots + ahead]!]!;
    if (machine === home && place > at) time = Math.max(0, time - plan.duration[moved]!);
  }
  const spread = stays || random.next() < 0.3 ? ovens.shortest[plan.first[moved]!]! * 2 : 0;
  const [from, to] = [Math.min(was, time) - spread, Math.max(was, time) + spread];
  let count = 0;
  slots[count] = moved;
  times[count++] = time;
  const recipe = plan.kind[moved]!;
  for (let m = 0; m < ovens.machines; m++) {
    const row = m * plan.slots;
    for (let k = placeAt(plan, m, from); k < plan.length[m]!; k++) {
      const batch = plan.sequence[row + k]!;
      const start = startOf(plan, batch);
      if (start > to) break;
      if (plan.kind[batch] !== recipe || batch === moved || start < from) continue;
      if (count === REFILLED) return false;
      let into = count++;
      for (; into > 0 && times[into - 1]! > start; into--) {
        slots[into] = slots[into - 1]!;
        times[into] = times[into - 1]!;
      }
      slots[into] = batch;
      times[into] = start;
    }
  }
  if (count < 2) return false;
  return refill(mover, count, moved, machine, place, stays);
}

/** Shares the jobs of the slots anew: each in turn takes what is released and most urgent, the last what is left. */
function refill(mover: Mover, count: number, moved: number, machine: number, place: number, stays: boolean): boolean {
  const { plan, random, slots, times, share, urgency } = mover;
  const { ovens } = plan;
  let left = 0;
  for (let k = 0; k < count; k++) for (let job = plan.first[slots[k]!]!; job !== NOWHERE; job = plan.next[job]!) share[left++] = job;
  const taste = random.next();
  for (let k = 0; k < count; k++) {
    const slot = slots[k]!;
    const on = slot === moved ? machine : plan.machine[slot]!;
    const id = draft(mover, slot);
    const base = (id - plan.slots) * ovens.jobs;
    let [members, load] = [0, 0];
    const capacity = ovens.capacity[on]! + SLACK;
    const time = times[k]!;
    const rest = k === count - 1;
    for (let j = 0; j < left; j++) urgency[j] = urgencyOf(ovens, share[j]!, time, taste) * (0.8 + 0.4 * random.next());
    for (;;) {
      let best = NOWHERE;
      for (let j = 0; j < left; j++) {
        const job = share[j]!;
        if ((!rest && ovens.release[job]! > time) || load + ovens.size[job]! > capacity || ((ovens.eligible[job]! >> on) & 1) === 0)
          continue;
        if (best === NOWHERE || urgency[j]! > urgency[best]!) best = j;
      }
      if (best === NOWHERE) break;
      const job = share[best]!;
      plan.draft[base + members++] = job;
      load += ovens.size[job]!;
      left--;
      share[best] = share[left]!;
      urgency[best] = urgency[left]!;
    }
    plan.members[id] = members;
    const at = plan.position[slot]!;
    if (members === 0) {
      if (mover.emptied !== NOWHERE) return false;
      mover.emptied = slot;
      mover.edits.drafts--;
      edit(mover.edits, plan.machine[slot]!, at, at + 1, NOWHERE);
      continue;
    }
    summarize(plan, id);
    if (!fits(plan, id, on)) return false;
    if (slot === moved && !stays) {
      edit(mover.edits, plan.machine[slot]!, at, at + 1, NOWHERE);
      edit(mover.edits, machine, place, place, id);
    } else edit(mover.edits, plan.machine[slot]!, at, at + 1, id);
  }
  return left === 0;
}

/** How much a job wants to be in a batch that starts at `time` rather than in a later one. */
function urgencyOf(ovens: Ovens, job: number, time: number, taste: number): number {
  const slack = ovens.due[job]! - time - ovens.shortest[job]!;
  const weight = ovens.tardiness[job]! + ovens.lateness[job]! + 1e-9;
  const scale = (0.2 + 3 * taste) * ovens.shortest[job]!;
  return slack > 0 ? weight * Math.exp(-slack / scale) : ovens.tardiness[job]! > 0 ? weight : weight * 1e-3;
}
